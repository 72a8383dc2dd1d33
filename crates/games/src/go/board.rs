//! Stones on a board: chains, their liberties, and what a stone captures.
//!
//! Cells are numbered with a row of 32, so that the neighbours of a cell are always one and 32 away and a
//! wall stands wherever the board ends. A chain's liberties are counted once for each of its stones that
//! touches them: this count is kept by four additions a move, and is zero exactly when the chain has no
//! liberty. Memory: 8.4 KiB whatever the size, without pointers, so that a copy is one `memcpy`.

use super::ko::Toggle;
use crate::board::{Color, Point};
use heibai_kernels::prefetch;

/// A cell: `32 * (row + 1) + column + 1`. Cell 0 is a wall.
pub(super) type Cell = u16;

const ROW: u16 = 32;
/// A power of two above the last wall, so that a masked index needs no check.
const CELLS: usize = 1024;

/// What a cell holds: `EMPTY`, `WALL`, or twice the cell of the chain's head plus the colour's index.
type Content = u16;
const EMPTY: Content = 0;
const WALL: Content = 1;

#[derive(Clone, Copy, Default)]
struct Chain {
    /// Pairs of a stone of the chain and an empty cell beside it.
    touches: u16,
    stones: u16,
}

#[derive(Clone)]
pub(super) struct ChainBoard {
    size: u8,
    hash: u64,
    contents: [Content; CELLS],
    /// The next stone of the same chain, in a ring.
    next: [Cell; CELLS],
    /// By the cell of the head; entry 0 takes what happens to empty cells and walls.
    chains: [Chain; CELLS],
    /// By row and colour: where a stone of that colour has been captured in this game. Only a stone played
    /// on such a point can recreate an earlier board.
    lost: [[u32; 2]; 32],
    /// By row: the empty cells.
    empty: [u32; 32],
    /// Whether the next stone might recreate an earlier board; see `may_repeat`.
    may_repeat: bool,
}

/// The empty cells of a row, as bits by column.
pub(super) struct Row {
    /// Those with an empty neighbour, where a stone lives.
    pub(super) open: u32,
    /// The others, where it may not.
    pub(super) closed: u32,
    /// Those of both kinds where a stone might recreate an earlier board.
    pub(super) suspect: u32,
}

/// How a stone would fare on an empty cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Lives,
    Suicide,
}

const fn at(cell: Cell) -> usize {
    cell as usize & (CELLS - 1)
}

const fn neighbours(cell: Cell) -> [Cell; 4] {
    [cell.wrapping_sub(ROW), cell.wrapping_sub(1), cell.wrapping_add(1), cell.wrapping_add(ROW)]
}

const fn is_stone(content: Content) -> bool {
    content > WALL
}

const fn head(content: Content) -> Cell {
    content >> 1
}

/// Random numbers for the hash, one for each toggle (the splitmix64 sequence).
static KEYS: [u64; 2 * CELLS] = {
    let mut keys = [0; 2 * CELLS];
    let mut state: u64 = 0x6865_6962_6169;
    let mut i = 0;
    while i < keys.len() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[i] = z ^ (z >> 31);
        i += 1;
    }
    keys
};

fn key(toggle: Toggle) -> u64 {
    KEYS[toggle as usize & (2 * CELLS - 1)]
}

pub(super) const fn toggle(cell: Cell, color: Color) -> Toggle {
    cell << 1 | color as Toggle
}

impl ChainBoard {
    pub(super) fn new(size: usize) -> ChainBoard {
        let mut board = ChainBoard {
            size: size as u8,
            hash: 0,
            contents: [WALL; CELLS],
            next: [0; CELLS],
            chains: [Chain::default(); CELLS],
            lost: [[0; 2]; 32],
            empty: [0; 32],
            may_repeat: false,
        };
        for y in 0..size {
            let start = (y + 1) * ROW as usize + 1;
            board.contents[start..start + size].fill(EMPTY);
            board.empty[y + 1] = ((1 << size) - 1) << 1;
        }
        board
    }

    /// Prefetches what `prefetch` itself reads.
    #[inline]
    pub(super) fn prefetch_head(&self) {
        prefetch(std::slice::from_ref(&self.size), 0);
        prefetch(std::slice::from_ref(&self.hash), 0);
    }

    /// Prefetches what a move will touch; see `Position::prefetch`.
    #[inline]
    pub(super) fn prefetch(&self) {
        let rows = usize::from(self.size) + 1;
        for cell in (0..rows * ROW as usize).step_by(16) {
            prefetch(&self.chains, cell);
        }
        for cell in (0..rows * ROW as usize).step_by(32) {
            prefetch(&self.contents, cell);
            prefetch(&self.next, cell);
        }
        for row in (0..rows).step_by(8) {
            prefetch(&self.lost, row);
        }
        for row in (0..rows).step_by(16) {
            prefetch(&self.empty, row);
        }
    }

    pub(super) fn size(&self) -> usize {
        self.size as usize
    }

    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    pub(super) fn cell(&self, point: Point) -> Cell {
        let size = u16::from(self.size);
        (point.0 / size + 1) * ROW + point.0 % size + 1
    }

    pub(super) fn point(&self, cell: Cell) -> Point {
        Point((cell / ROW - 1) * u16::from(self.size) + cell % ROW - 1)
    }

    pub(super) fn stone(&self, cell: Cell) -> Option<Color> {
        let content = self.contents[at(cell)];
        is_stone(content).then(|| Color::BOTH[usize::from(content & 1)])
    }

    pub(super) fn has_same_stones(&self, other: &ChainBoard) -> bool {
        let color = |content: Content| if is_stone(content) { content & 1 } else { content + 2 };
        self.contents.iter().zip(&other.contents).all(|(&one, &two)| color(one) == color(two))
    }

    /// The cells beside `cell` that are on the board.
    pub(super) fn beside(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        neighbours(cell).into_iter().filter(|&n| self.contents[at(n)] != WALL)
    }

    /// The stones of the chain at a stone, that stone first.
    pub(super) fn chain(&self, stone: Cell) -> impl Iterator<Item = Cell> {
        let mut following = Some(stone);
        std::iter::from_fn(move || {
            let this = following?;
            following = Some(self.next[at(this)]).filter(|&next| next != stone);
            Some(this)
        })
    }

    /// Where a stone of `color` could go in a row (0 is a wall).
    #[inline]
    pub(super) fn row(&self, row: usize, color: Color) -> Row {
        let empty = self.empty[row];
        let open = empty & (empty << 1 | empty >> 1 | self.empty[row - 1] | self.empty[row + 1]);
        let suspect = if self.may_repeat { empty & self.lost[row][color.index()] } else { 0 };
        Row { open, closed: empty & !open, suspect }
    }

    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.contents[at(cell)] == EMPTY
    }

    /// Whether a stone of `color` on this cell might recreate an earlier board; if not, the history need not be searched.
    ///
    /// A board with this stone was seen before only if one of its colour was captured here. The same holds
    /// for the stone that was played last: as long as it stands, and if none of its colour was ever captured
    /// under it, no earlier board has it. So only the capture of that stone could then repeat.
    #[inline]
    pub(super) fn may_repeat(&self, cell: Cell, color: Color) -> bool {
        self.may_repeat && self.was_lost(cell, color)
    }

    /// Whether a stone of `color` has been captured here before.
    fn was_lost(&self, cell: Cell, color: Color) -> bool {
        self.lost[usize::from(cell / ROW) & 31][color.index()] >> (cell % ROW) & 1 != 0
    }

    /// Around an empty cell: what the neighbours hold, and which of them are enemy chains that a stone of
    /// `color` would capture (each chain once).
    #[inline]
    fn captures(&self, cell: Cell, color: Color) -> ([Content; 4], [bool; 4]) {
        let beside = neighbours(cell).map(|n| self.contents[at(n)]);
        let mut captured = [false; 4];
        for (i, &content) in beside.iter().enumerate() {
            let touching = beside.iter().filter(|&&other| other == content).count() as u16;
            let first = beside[..i].iter().all(|&other| other != content);
            let enemy = is_stone(content) && content & 1 != color as u16;
            captured[i] = enemy && first && self.chains[at(head(content))].touches == touching;
        }
        (beside, captured)
    }

    /// How a stone of `color` would fare on an empty cell.
    #[inline]
    pub(super) fn fate(&self, cell: Cell, color: Color) -> Fate {
        let beside @ [a, b, c, d] = neighbours(cell).map(|n| self.contents[at(n)]);
        let same = |one: Content, two: Content| u16::from(one == two);
        let (ab, ac, ad, bc, bd, cd) =
            (same(a, b), same(a, c), same(a, d), same(b, c), same(b, d), same(c, d));
        let touching = [1 + ab + ac + ad, 1 + ab + bc + bd, 1 + ac + bc + cd, 1 + ad + bd + cd];
        let mut lives = false;
        for (content, touching) in beside.into_iter().zip(touching) {
            // A chain of the other colour that loses its last liberty here is captured.
            let own = content & 1 == color as u16;
            let dies = self.chains[at(head(content))].touches == touching;
            lives |= (content == EMPTY) | ((content != WALL) & (own != dies));
        }
        if lives { Fate::Lives } else { Fate::Suicide }
    }

    /// A chain that would be without liberties if a stone of `color` stood on an empty cell and nothing were
    /// captured: an enemy chain, or the stone's own.
    pub(super) fn stifled(&self, cell: Cell, color: Color) -> Option<Cell> {
        let (beside, captured) = self.captures(cell, color);
        match captured.iter().position(|&captured| captured) {
            Some(enemy) => Some(head(beside[enemy])),
            None => (self.fate(cell, color) == Fate::Suicide).then_some(cell),
        }
    }

    /// What a stone would change, the stone itself first; one that kills itself is named again.
    pub(super) fn each_toggle(&self, cell: Cell, color: Color, visit: &mut dyn FnMut(Toggle)) {
        visit(toggle(cell, color));
        let (beside, captured) = self.captures(cell, color);
        for (content, _) in beside.into_iter().zip(captured).filter(|&(_, captured)| captured) {
            self.chain(head(content)).for_each(|stone| visit(toggle(stone, !color)));
        }
        if self.fate(cell, color) == Fate::Suicide {
            visit(toggle(cell, color));
            for (i, &content) in beside.iter().enumerate() {
                if is_stone(content) && content & 1 == color as u16 && !beside[..i].contains(&content) {
                    self.chain(head(content)).for_each(|stone| visit(toggle(stone, color)));
                }
            }
        }
    }

    /// The hash of the board with one stone more, if it captures nothing.
    #[inline]
    pub(super) fn hash_with(&self, cell: Cell, color: Color) -> u64 {
        self.hash ^ key(toggle(cell, color))
    }

    /// The hash of the board after a legal stone.
    pub(super) fn hash_after(&self, cell: Cell, color: Color) -> u64 {
        let mut hash = self.hash;
        self.each_toggle(cell, color, &mut |toggle| hash ^= key(toggle));
        hash
    }

    /// Puts a stone on an empty cell and takes off what it captures, or its own chain if that has no liberty;
    /// `changed` hears of each stone, the placed one first.
    #[inline]
    pub(super) fn place(&mut self, cell: Cell, color: Color, mut changed: impl FnMut(Toggle)) {
        let around = neighbours(cell);
        let beside = around.map(|n| self.contents[at(n)]);
        let stone = toggle(cell, color);
        changed(stone);
        self.hash ^= key(stone);
        self.empty[usize::from(cell / ROW) & 31] &= !(1 << (cell % ROW));
        for content in beside {
            let touches = &mut self.chains[at(head(content))].touches;
            *touches = touches.wrapping_sub(1);
        }
        // Which neighbours matter is found without branches, because nothing predicts it.
        let (mut free, mut own, mut taken) = (0, 0u32, 0u32);
        for (i, content) in beside.into_iter().enumerate() {
            let is_own = content & 1 == color as u16;
            let last = self.chains[at(head(content))].touches == 0;
            free += u16::from(content == EMPTY);
            own |= u32::from(is_stone(content) & is_own) << i;
            taken |= u32::from(is_stone(content) & !is_own & last) << i;
        }
        self.connect(cell, stone, free, around, own);
        while taken != 0 {
            // Read again: the chain may be gone already, taken at another neighbour.
            let content = self.contents[at(around[taken.trailing_zeros() as usize & 3])];
            if content != EMPTY {
                self.remove(content, &mut changed);
            }
            taken &= taken - 1;
        }
        // A lone stone touches each liberty once; more stones can touch a last one four times.
        let chain = self.chains[at(head(self.contents[at(cell)]))];
        if chain.touches == 0 {
            self.remove(self.contents[at(cell)], &mut changed);
            self.may_repeat = true;
            return;
        }
        let last_liberty = chain.touches <= if chain.stones == 1 { 1 } else { 4 };
        self.may_repeat = last_liberty || self.was_lost(cell, color);
    }

    /// Makes the placed stone with `free` empty neighbours a chain with its `own` neighbours, a set of bits.
    #[inline]
    fn connect(&mut self, cell: Cell, stone: Content, free: u16, around: [Cell; 4], mut own: u32) {
        if own == 0 {
            self.contents[at(cell)] = stone;
            self.next[at(cell)] = cell;
            self.chains[at(cell)] = Chain { touches: free, stones: 1 };
            return;
        }
        let first = around[own.trailing_zeros() as usize & 3];
        let mut content = self.contents[at(first)];
        self.contents[at(cell)] = content;
        self.next[at(cell)] = self.next[at(first)];
        self.next[at(first)] = cell;
        let chain = &mut self.chains[at(head(content))];
        chain.touches = chain.touches.wrapping_add(free);
        chain.stones += 1;
        own &= own - 1;
        while own != 0 {
            let other = self.contents[at(around[own.trailing_zeros() as usize & 3])];
            if other != content {
                content = self.join(content, other);
            }
            own &= own - 1;
        }
    }

    /// Makes one chain of two; the smaller one takes the larger one's name, which is returned.
    #[inline]
    fn join(&mut self, one: Content, other: Content) -> Content {
        let fewer = self.chains[at(head(one))].stones < self.chains[at(head(other))].stones;
        let (large, small) = if fewer { (other, one) } else { (one, other) };
        let joined = self.chains[at(head(small))];
        let chain = &mut self.chains[at(head(large))];
        chain.touches = chain.touches.wrapping_add(joined.touches);
        chain.stones += joined.stones;
        let mut stone = head(small);
        loop {
            self.contents[at(stone)] = large;
            let following = self.next[at(stone)];
            if following == head(small) {
                break;
            }
            stone = following;
        }
        self.next[at(stone)] = self.next[at(head(large))];
        self.next[at(head(large))] = head(small);
        large
    }

    /// Takes a chain off the board. Its entry in `chains` is left stale.
    fn remove(&mut self, chain: Content, changed: &mut impl FnMut(Toggle)) {
        let color = chain & 1;
        let mut cell = head(chain);
        loop {
            changed(cell << 1 | color);
            self.hash ^= key(cell << 1 | color);
            self.contents[at(cell)] = EMPTY;
            let row = usize::from(cell / ROW) & 31;
            self.empty[row] |= 1 << (cell % ROW);
            self.lost[row][usize::from(color)] |= 1 << (cell % ROW);
            for n in neighbours(cell) {
                let touches = &mut self.chains[at(head(self.contents[at(n)]))].touches;
                *touches = touches.wrapping_add(1);
            }
            cell = self.next[at(cell)];
            if cell == head(chain) {
                break;
            }
        }
    }
}
