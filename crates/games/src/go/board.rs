//! Stones on a board: chains, their liberties, and what a stone captures.
//!
//! Cells are numbered with a row of 32, so that the neighbours of a cell are always one and 32 away and a wall
//! stands wherever the board ends. A chain keeps its pseudo-liberties: a liberty is counted once for each stone
//! that touches it. This count is kept by four additions a move, and is zero exactly when the chain has no
//! liberty. Which stones are in atari is kept as bits by row, so that the legal points of a whole row are found at
//! once, without a look at the chains. Memory: 8.6 KiB whatever the size, without pointers, so that a copy is one
//! `memcpy`; a move touches about 20 cache lines of it.

use super::ko::Toggle;
use super::rows::RowBits;
use super::touches::Chain;
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

/// A cell. All that a move asks about it lies side by side, usually in one cache line with its neighbours in the row.
#[derive(Clone, Copy)]
#[repr(align(8))]
struct CellState {
    content: Content,
    /// The next stone of the same chain, in a ring.
    next: Cell,
    /// Of the head of a chain; cell 0 takes what happens to empty cells and walls.
    chain: Chain,
}

/// What every move touches lies together and before the cells: in batches of games a cache line costs more than what is
/// done with it.
#[derive(Clone)]
#[repr(C)]
pub(super) struct ChainBoard {
    hash: u64,
    size: u8,
    /// Whether the next stone might recreate an earlier board; see `may_repeat`.
    may_repeat: bool,
    /// By row and colour: where a stone of that colour has been captured in this game. Only a stone played
    /// on such a point can recreate an earlier board.
    lost: [[u32; 2]; 32],
    rows: [RowBits; 32],
    cells: [CellState; CELLS],
}

/// The empty cells of a row, as bits by column.
pub(super) struct Row {
    /// Those where a stone has a liberty, perhaps by capturing.
    pub(super) lives: u32,
    /// The others, where it would be suicide.
    pub(super) suicide: u32,
    /// Those of both kinds where a stone might recreate an earlier board.
    pub(super) suspect: u32,
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
const fn random_number(index: u64) -> u64 {
    let mut z = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x6865_6962_6169);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(not(target_family = "wasm"))]
static KEYS: [u64; 2 * CELLS] = {
    let mut keys = [0; 2 * CELLS];
    let mut i = 0;
    while i < keys.len() {
        keys[i] = random_number(i as u64);
        i += 1;
    }
    keys
};

#[cfg(not(target_family = "wasm"))]
fn key(toggle: Toggle) -> u64 {
    KEYS[toggle as usize & (2 * CELLS - 1)]
}

/// A table of random numbers cannot be compressed: where the program is fetched they are computed.
#[cfg(target_family = "wasm")]
fn key(toggle: Toggle) -> u64 {
    random_number(toggle as u64)
}

pub(super) const fn toggle(cell: Cell, color: Color) -> Toggle {
    cell << 1 | color as Toggle
}

impl ChainBoard {
    pub(super) fn new(size: usize) -> ChainBoard {
        let mut board = ChainBoard {
            cells: [CellState { content: WALL, next: 0, chain: Chain::default() }; CELLS],
            rows: [RowBits::default(); 32],
            lost: [[0; 2]; 32],
            hash: 0,
            size: size as u8,
            may_repeat: false,
        };
        for y in 0..size {
            let start = (y + 1) * ROW as usize + 1;
            board.cells[start..start + size].iter_mut().for_each(|cell| cell.content = EMPTY);
        }
        board
    }

    /// Prefetches what does not depend on the move: the first of three steps, see `Position::prefetch`.
    #[inline]
    pub(super) fn prefetch_head(&self) {
        prefetch(std::slice::from_ref(&self.hash), 0);
        // Rows beyond those of 19x19 are few.
        for row in [1, 2, 8, 13, 18] {
            prefetch(&self.rows, row);
        }
        for row in [3, 11, 19] {
            prefetch(&self.lost, row);
        }
    }

    /// Prefetches the cells around a move.
    #[inline]
    pub(super) fn prefetch_cells(&self, cell: Cell) {
        for n in neighbours(cell) {
            prefetch(&self.cells, at(n));
        }
    }

    /// Prefetches the chains around a move.
    #[inline]
    pub(super) fn prefetch_chains(&self, cell: Cell) {
        for n in neighbours(cell) {
            prefetch(&self.cells, at(head(self.cells[at(n)].content)));
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
        let content = self.cells[at(cell)].content;
        is_stone(content).then(|| Color::BOTH[usize::from(content & 1)])
    }

    pub(super) fn has_same_stones(&self, other: &ChainBoard) -> bool {
        let same = |(one, two): (&RowBits, &RowBits)| one.stones == two.stones;
        self.size == other.size && self.rows.iter().zip(&other.rows).all(same)
    }

    /// The cells beside `cell` that are on the board.
    pub(super) fn beside(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        neighbours(cell).into_iter().filter(|&n| self.cells[at(n)].content != WALL)
    }

    /// The stones of the chain at a stone, that stone first.
    pub(super) fn chain(&self, stone: Cell) -> impl Iterator<Item = Cell> {
        let mut following = Some(stone);
        std::iter::from_fn(move || {
            let this = following?;
            following = Some(self.cells[at(this)].next).filter(|&next| next != stone);
            Some(this)
        })
    }

    /// The cells of a row that are no walls.
    #[inline]
    fn cells_of(&self, row: usize) -> u32 {
        if row.wrapping_sub(1) < usize::from(self.size) { ((1 << self.size) - 1) << 1 } else { 0 }
    }

    /// What `RowBits::supports` says of a row.
    #[inline]
    fn supports(&self, row: usize, color: Color) -> u32 {
        self.rows[row & 31].supports(color, self.cells_of(row))
    }

    /// Where a stone of `color` could go in a row (0 is a wall).
    #[inline]
    pub(super) fn row(&self, row: usize, color: Color) -> Row {
        let [above, here, below] = [row - 1, row, row + 1].map(|row| self.supports(row, color));
        self.row_between(row, color, [above, here, below])
    }

    #[inline]
    fn row_between(&self, row: usize, color: Color, [above, here, below]: [u32; 3]) -> Row {
        let empty = self.rows[row & 31].free() & self.cells_of(row);
        let lives = empty & (here << 1 | here >> 1 | above | below);
        let suspect = if self.may_repeat { empty & self.lost[row & 31][color.index()] } else { 0 };
        Row { lives, suicide: empty & !lives, suspect }
    }

    /// Calls `visit` with every row from the top.
    #[inline]
    pub(super) fn each_row(&self, color: Color, mut visit: impl FnMut(usize, Row)) {
        let (mut above, mut here) = (0, self.supports(1, color));
        for row in 1..=usize::from(self.size) {
            let below = self.supports(row + 1, color);
            visit(row, self.row_between(row, color, [above, here, below]));
            (above, here) = (here, below);
        }
    }

    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.cells[at(cell)].content == EMPTY
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

    /// Whether any stone might recreate an earlier board.
    #[inline]
    pub(super) fn next_may_repeat(&self) -> bool {
        self.may_repeat
    }

    /// Whether a stone of `color` has been captured here before.
    #[inline]
    pub(super) fn was_lost(&self, cell: Cell, color: Color) -> bool {
        self.lost[usize::from(cell / ROW) & 31][color.index()] >> (cell % ROW) & 1 != 0
    }

    /// Whether a stone stands on this cell whose chain has one liberty.
    #[inline]
    pub(super) fn is_in_atari(&self, cell: Cell) -> bool {
        self.rows[usize::from(cell / ROW) & 31].atari >> (cell % ROW) & 1 != 0
    }

    /// Whether one of the bits that rows have is beside a cell.
    #[inline(always)]
    fn is_beside(&self, cell: Cell, bits: impl Fn(usize) -> u32) -> bool {
        let row = usize::from(cell / ROW) & 31;
        let (above, here, below) = (bits(row.wrapping_sub(1)), bits(row), bits(row + 1));
        (here << 1 | here >> 1 | above | below) >> (cell % ROW) & 1 != 0
    }

    /// Whether a stone of `color` on an empty cell leaves all others where they are.
    #[inline]
    pub(super) fn takes_nothing(&self, cell: Cell, color: Color) -> bool {
        let enemy_in_atari =
            |row: usize| self.rows[row & 31].stones[(!color).index()] & self.rows[row & 31].atari;
        self.is_beside(cell, |row| self.supports(row, color)) && !self.is_beside(cell, enemy_in_atari)
    }

    /// Around an empty cell: what the neighbours hold, and which of them are enemy chains that a stone of
    /// `color` would capture (each chain once).
    #[inline]
    fn captures(&self, cell: Cell, color: Color) -> ([Content; 4], [bool; 4]) {
        let around = neighbours(cell);
        let beside = around.map(|n| self.cells[at(n)].content);
        let mut captured = [false; 4];
        for (i, &content) in beside.iter().enumerate() {
            let enemy = is_stone(content) && content & 1 != color as u16;
            captured[i] = enemy && self.is_in_atari(around[i]) && !beside[..i].contains(&content);
        }
        (beside, captured)
    }

    /// Whether a stone of `color` on an empty cell would have no liberty and capture nothing.
    #[inline]
    pub(super) fn is_suicide(&self, cell: Cell, color: Color) -> bool {
        self.row(usize::from(cell / ROW) & 31, color).suicide >> (cell % ROW) & 1 != 0
    }

    /// A chain that would be without liberties if a stone of `color` stood on an empty cell and nothing were
    /// captured: an enemy chain, or the stone's own.
    pub(super) fn stifled(&self, cell: Cell, color: Color) -> Option<Cell> {
        let (beside, captured) = self.captures(cell, color);
        match captured.iter().position(|&captured| captured) {
            Some(enemy) => Some(head(beside[enemy])),
            None => self.is_suicide(cell, color).then_some(cell),
        }
    }

    /// What a stone would change, the stone itself first; one that kills itself is named again.
    pub(super) fn each_toggle(&self, cell: Cell, color: Color, visit: &mut dyn FnMut(Toggle)) {
        visit(toggle(cell, color));
        let (beside, captured) = self.captures(cell, color);
        for (content, _) in beside.into_iter().zip(captured).filter(|&(_, captured)| captured) {
            self.chain(head(content)).for_each(|stone| visit(toggle(stone, !color)));
        }
        if self.is_suicide(cell, color) {
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

    /// The hash of the board after a legal stone; none if it takes more than `most` stones, which is known without
    /// a look at each of them.
    #[inline]
    pub(super) fn hash_after(&self, cell: Cell, color: Color, most: usize) -> Option<u64> {
        if self.takes_nothing(cell, color) {
            return Some(self.hash_with(cell, color));
        }
        self.hash_without_lone(cell, color).or_else(|| {
            let (beside, captured) = self.captures(cell, color);
            let stones = |content| self.cells[at(head(content))].chain.stones() as usize;
            let taken = beside.into_iter().zip(captured).filter(|&(_, captured)| captured);
            if taken.map(|(content, _)| stones(content)).sum::<usize>() > most {
                return None;
            }
            let mut hash = self.hash;
            self.each_toggle(cell, color, &mut |toggle| hash ^= key(toggle));
            Some(hash)
        })
    }

    /// The hash after a stone that takes chains of one stone only, which most do that take something: found without a
    /// look at the chains.
    fn hash_without_lone(&self, cell: Cell, color: Color) -> Option<u64> {
        let enemies = |row: usize| self.rows[row & 31].stones[(!color).index()];
        let (mut hash, mut takes) = (self.hash_with(cell, color), false);
        for n in neighbours(cell) {
            if self.is_in_atari(n) && enemies(usize::from(n / ROW)) >> (n % ROW) & 1 != 0 {
                if self.is_beside(n, enemies) {
                    return None;
                }
                hash ^= key(toggle(n, !color));
                takes = true;
            }
        }
        takes.then_some(hash)
    }

    /// Puts a stone on an empty cell and takes off what it captures, or its own chain if that has no liberty;
    /// `captured` hears of each stone that is taken off.
    #[inline]
    pub(super) fn place(&mut self, cell: Cell, color: Color, mut captured: impl FnMut(Toggle)) {
        let around = neighbours(cell);
        let beside = around.map(|n| self.cells[at(n)].content);
        let stone = toggle(cell, color);
        self.hash ^= key(stone);
        let row = &mut self.rows[usize::from(cell / ROW) & 31];
        row.stones[color.index()] |= 1 << (cell % ROW);
        for content in beside {
            self.cells[at(head(content))].chain.subtract(Chain::touch(cell));
        }
        // Which neighbours matter is found without branches, because nothing predicts it.
        let (mut free, mut own, mut taken, mut pressed) = (0u32, 0u32, 0u32, 0u32);
        for (i, (content, n)) in beside.into_iter().zip(around).enumerate() {
            let is_own = content & 1 == color as u16;
            let chain = self.cells[at(head(content))].chain;
            let touches = chain.touches();
            free = free.wrapping_add(if content == EMPTY { Chain::touch(n) } else { 0 });
            own |= u32::from(is_stone(content) & is_own) << i;
            taken |= u32::from(is_stone(content) & !is_own & (touches == 0)) << i;
            pressed |= u32::from(is_stone(content) & !is_own & (touches <= chain.most_touches_of_one())) << i;
        }
        // Own chains in atari are unmarked before they join larger ones: fewer stones to visit. If the joined chain
        // is in atari it is marked again below.
        let mut saved = own;
        while saved != 0 {
            let n = around[saved.trailing_zeros() as usize & 3];
            if self.is_in_atari(n) {
                self.mark(self.cells[at(n)].content, |atari, bit| *atari &= !bit);
            }
            saved &= saved - 1;
        }
        self.connect(cell, stone, free, around, own);
        pressed &= !taken;
        while taken != 0 {
            // Read again: the chain may be gone already, taken at another neighbour.
            let content = self.cells[at(around[taken.trailing_zeros() as usize & 3])].content;
            if content != EMPTY {
                self.remove(content, &mut captured);
            }
            taken &= taken - 1;
        }
        let content = self.cells[at(cell)].content;
        let chain = self.cells[at(head(content))].chain;
        let last_liberty = chain.touches() <= chain.most_touches_of_one();
        self.may_repeat = last_liberty || self.was_lost(cell, color);
        if chain.touches() == 0 {
            self.remove(content, &mut captured);
            self.may_repeat = true;
        } else if last_liberty && self.has_one_liberty(content) {
            self.mark(content, |atari, bit| *atari |= bit);
        }
        while pressed != 0 {
            let n = around[pressed.trailing_zeros() as usize & 3];
            let content = self.cells[at(n)].content;
            if !self.is_in_atari(n) && self.has_one_liberty(content) {
                self.mark(content, |atari, bit| *atari |= bit);
            }
            pressed &= pressed - 1;
        }
    }

    /// Whether all pseudo-liberties of a chain are the same cell. Then that cell is their mean, and its neighbours
    /// confirm it.
    #[inline]
    fn has_one_liberty(&self, content: Content) -> bool {
        let chain = self.cells[at(head(content))].chain;
        let (sum, touches) = (chain.sum(), chain.touches());
        let (whole, liberty) = match touches {
            1 => return true,
            2 => (sum.is_multiple_of(2), sum / 2),
            3 => (sum.is_multiple_of(3), sum / 3),
            4 => (sum.is_multiple_of(4), sum / 4),
            _ => return false,
        };
        let liberty = liberty as Cell;
        if !whole || chain.stones() == 1 {
            return false;
        }
        let touching = neighbours(liberty).iter().filter(|&&n| self.cells[at(n)].content == content).count();
        self.cells[at(liberty)].content == EMPTY && touching as u32 == touches
    }

    /// Changes the atari bit of each stone of a chain.
    fn mark(&mut self, content: Content, change: impl Fn(&mut u32, u32)) {
        let mut cell = head(content);
        loop {
            change(&mut self.rows[usize::from(cell / ROW) & 31].atari, 1 << (cell % ROW));
            cell = self.cells[at(cell)].next;
            if cell == head(content) {
                break;
            }
        }
    }

    /// Makes the placed stone with its `free` touches a chain with its `own` neighbours, a set of bits.
    #[inline]
    fn connect(&mut self, cell: Cell, stone: Content, free: u32, around: [Cell; 4], mut own: u32) {
        if own == 0 {
            self.cells[at(cell)].content = stone;
            self.cells[at(cell)].next = cell;
            self.cells[at(cell)].chain = Chain::lone(free);
            return;
        }
        let first = around[own.trailing_zeros() as usize & 3];
        let mut content = self.cells[at(first)].content;
        self.cells[at(cell)].content = content;
        self.cells[at(cell)].next = self.cells[at(first)].next;
        self.cells[at(first)].next = cell;
        let chain = &mut self.cells[at(head(content))].chain;
        *chain = chain.join(Chain::lone(free));
        own &= own - 1;
        while own != 0 {
            let other = self.cells[at(around[own.trailing_zeros() as usize & 3])].content;
            if other != content {
                content = self.join(content, other);
            }
            own &= own - 1;
        }
    }

    /// Makes one chain of two; the smaller one takes the larger one's name, which is returned.
    #[inline]
    fn join(&mut self, one: Content, other: Content) -> Content {
        let fewer = self.cells[at(head(one))].chain.stones() < self.cells[at(head(other))].chain.stones();
        let (large, small) = if fewer { (other, one) } else { (one, other) };
        let joined = self.cells[at(head(small))].chain;
        let chain = &mut self.cells[at(head(large))].chain;
        *chain = chain.join(joined);
        let mut stone = head(small);
        loop {
            self.cells[at(stone)].content = large;
            let following = self.cells[at(stone)].next;
            if following == head(small) {
                break;
            }
            stone = following;
        }
        self.cells[at(stone)].next = self.cells[at(head(large))].next;
        self.cells[at(head(large))].next = head(small);
        large
    }

    /// Takes a chain off the board. What its head says of it is left stale. Chains beside it gain liberties, so that none
    /// of them is in atari; the chain of a stone that is being placed is looked at again by `place`.
    fn remove(&mut self, chain: Content, captured: &mut impl FnMut(Toggle)) {
        let color = chain & 1;
        let mut cell = head(chain);
        loop {
            captured(cell << 1 | color);
            self.hash ^= key(cell << 1 | color);
            self.cells[at(cell)].content = EMPTY;
            let row = usize::from(cell / ROW) & 31;
            let bit = 1 << (cell % ROW);
            let bits = &mut self.rows[row];
            bits.stones[usize::from(color)] &= !bit;
            bits.atari &= !bit;
            self.lost[row][usize::from(color)] |= bit;
            for n in neighbours(cell) {
                let content = self.cells[at(n)].content;
                self.cells[at(head(content))].chain.add(Chain::touch(cell));
                if self.is_in_atari(n) && content & 1 != color {
                    self.mark(content, |atari, bit| *atari &= !bit);
                }
            }
            cell = self.cells[at(cell)].next;
            if cell == head(chain) {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Position, Rules};
    use super::*;
    use crate::position::{Move, Position as _};

    /// The stones of chains with one liberty, found by asking every chain for its liberties.
    fn in_atari(position: &Position) -> Vec<Point> {
        let chains = position.chains().into_iter().filter(|chain| chain.liberties.len() == 1);
        let mut stones: Vec<Point> = chains.flat_map(|chain| chain.stones).collect();
        stones.sort_unstable();
        stones
    }

    #[test]
    fn atari_is_known_after_every_move_of_random_games() {
        let mut moves = Vec::new();
        for (size, games) in [(2, 40), (3, 40), (5, 40), (9, 12), (19, 2), (25, 1)] {
            let mut state = size as u64;
            for _ in 0..games {
                let mut position = Position::start(&Rules::new(size, Rules::KOMI, 0).unwrap());
                for _ in 0..4 * size * size {
                    position.legal_moves(&mut moves);
                    state =
                        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let Some(&mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else { break };
                    position.play_unchecked(mv, &mut ());
                    if mv == Move::Pass {
                        continue;
                    }
                    let board = &position.board;
                    let known: Vec<Point> =
                        Point::all(size).filter(|&point| board.is_in_atari(board.cell(point))).collect();
                    assert_eq!(known, in_atari(&position), "{position:?}");
                }
            }
        }
    }
}
