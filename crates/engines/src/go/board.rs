//! A Go board that is cheap to copy: chains with exact liberties, no history. The referee decides what is legal in a
//! game; this board is for reading ahead and is tested against the referee.

use heibai_games::board::{Color, Point};

/// A cell of the padded board: `(row + 1) * (size + 1) + column + 1`. Cell 0 is a wall.
pub type Cell = u16;

/// Enough for 25x25 with a wall above, below and between the rows.
const CELLS: usize = 704;
const EMPTY: u8 = 0;
const WALL: u8 = 3;

#[derive(Clone)]
pub struct FastBoard {
    size: u8,
    /// The ko point: where a single stone was just captured by a single stone, or 0.
    ko: Cell,
    /// The hash of the stones alone.
    hash: u64,
    cell: [u8; CELLS],
    head: [Cell; CELLS],
    next: [Cell; CELLS],
    /// Indexed by the head of a chain.
    liberties: [u16; CELLS],
    stones: [u16; CELLS],
}

/// A set of cells.
#[derive(Clone, Copy, Default)]
pub(super) struct CellSet([u64; CELLS.div_ceil(64)]);

impl CellSet {
    /// Marks a cell; false if it was marked before.
    #[inline]
    pub(super) fn insert(&mut self, cell: Cell) -> bool {
        let (word, bit) = (usize::from(cell) / 64, 1u64 << (cell % 64));
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.0[usize::from(cell) / 64] & (1 << (cell % 64)) != 0
    }
}

const fn tag(color: Color) -> u8 {
    color as u8 + 1
}

/// The Zobrist number of a stone on a cell, from the splitmix64 sequence.
pub(super) fn number(cell: Cell, color: Color) -> u64 {
    let mut z = (u64::from(cell) * 2 + color.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl FastBoard {
    pub fn new(size: usize) -> FastBoard {
        assert!((2..=25).contains(&size));
        let mut board = FastBoard {
            size: size as u8,
            ko: 0,
            hash: 0,
            cell: [WALL; CELLS],
            head: [0; CELLS],
            next: [0; CELLS],
            liberties: [0; CELLS],
            stones: [0; CELLS],
        };
        for point in Point::all(size) {
            board.cell[usize::from(board.cell_of(point))] = EMPTY;
        }
        board
    }

    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    pub fn hash(&self) -> u64 {
        self.hash
    }

    pub fn ko(&self) -> Option<Cell> {
        (self.ko != 0).then_some(self.ko)
    }

    /// Clears the ko, as a pass does.
    pub(crate) fn clear_ko(&mut self) {
        self.ko = 0;
    }

    pub fn cell_of(&self, point: Point) -> Cell {
        let (size, index) = (self.size(), point.index());
        ((index / size + 1) * (size + 1) + index % size + 1) as Cell
    }

    pub fn point_of(&self, cell: Cell) -> Point {
        let (size, cell) = (self.size(), usize::from(cell));
        Point(((cell / (size + 1) - 1) * size + cell % (size + 1) - 1) as u16)
    }

    /// The cells of the board, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size();
        (0..size).flat_map(move |y| (0..size).map(move |x| ((y + 1) * (size + 1) + x + 1) as Cell))
    }

    #[inline]
    pub fn neighbours(&self, cell: Cell) -> [Cell; 4] {
        let step = Cell::from(self.size) + 1;
        [cell - step, cell - 1, cell + 1, cell + step]
    }

    #[inline]
    fn at(&self, cell: Cell) -> u8 {
        self.cell[usize::from(cell)]
    }

    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.at(cell) == EMPTY
    }

    #[inline]
    pub fn stone(&self, cell: Cell) -> Option<Color> {
        match self.at(cell) {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    #[inline]
    pub fn is(&self, cell: Cell, color: Color) -> bool {
        self.at(cell) == tag(color)
    }

    pub fn is_wall(&self, cell: Cell) -> bool {
        self.at(cell) == WALL
    }

    /// The cell that identifies the chain of a stone.
    #[inline]
    pub fn head(&self, stone: Cell) -> Cell {
        self.head[usize::from(stone)]
    }

    #[inline]
    pub fn liberties(&self, stone: Cell) -> usize {
        usize::from(self.liberties[usize::from(self.head(stone))])
    }

    #[inline]
    pub fn stones(&self, stone: Cell) -> usize {
        usize::from(self.stones[usize::from(self.head(stone))])
    }

    /// The stones of a chain, starting with `stone`.
    pub fn chain(&self, stone: Cell) -> impl Iterator<Item = Cell> + '_ {
        let mut at = Some(stone);
        std::iter::from_fn(move || {
            let now = at?;
            let next = self.next[usize::from(now)];
            at = (next != stone).then_some(next);
            Some(now)
        })
    }

    /// The heads of all chains of a colour.
    pub fn chains(&self, color: Color) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(move |&cell| self.is(cell, color) && self.head(cell) == cell)
    }

    /// The liberties of a chain, each once, in the order of its stones.
    pub(crate) fn liberties_of(&self, stone: Cell, found: &mut Vec<Cell>) {
        found.clear();
        let mut seen = CellSet::default();
        for cell in self.chain(stone) {
            for near in self.neighbours(cell) {
                if self.is_empty(near) && seen.insert(near) {
                    found.push(near);
                }
            }
        }
    }

    pub(crate) fn empty_neighbours(&self, cell: Cell) -> usize {
        self.neighbours(cell).into_iter().filter(|&near| self.is_empty(near)).count()
    }

    /// Whether the board itself allows a stone: empty, not the ko, not suicide.
    pub fn allows(&self, cell: Cell, color: Color) -> bool {
        self.is_empty(cell) && cell != self.ko && !self.is_suicide(cell, color)
    }

    pub(crate) fn is_suicide(&self, cell: Cell, color: Color) -> bool {
        self.neighbours(cell).into_iter().all(|near| match self.stone(near) {
            None => !self.is_empty(near),
            Some(found) if found == color => self.liberties(near) == 1,
            Some(_) => self.liberties(near) > 1,
        })
    }

    /// The hash of the board after an allowed stone.
    pub fn hash_after(&self, cell: Cell, color: Color) -> u64 {
        let mut hash = self.hash ^ number(cell, color);
        let mut taken = [0; 4];
        for (i, near) in self.neighbours(cell).into_iter().enumerate() {
            if self.is(near, !color) && self.liberties(near) == 1 && !taken.contains(&self.head(near)) {
                taken[i] = self.head(near);
                hash = self.chain(near).fold(hash, |hash, stone| hash ^ number(stone, !color));
            }
        }
        hash
    }

    /// Places an allowed stone and captures; `taken` is called with each captured stone.
    pub fn play(&mut self, cell: Cell, color: Color, mut taken: impl FnMut(Cell)) {
        debug_assert!(self.is_empty(cell));
        let index = usize::from(cell);
        self.cell[index] = tag(color);
        self.hash ^= number(cell, color);
        (self.head[index], self.next[index], self.stones[index]) = (cell, cell, 1);
        self.liberties[index] = self.empty_neighbours(cell) as u16;
        let mut met = [0; 4];
        for (i, near) in self.neighbours(cell).into_iter().enumerate() {
            if self.stone(near).is_some() && !met.contains(&self.head(near)) {
                met[i] = self.head(near);
                self.liberties[usize::from(met[i])] -= 1;
            }
        }
        let mut captured = (0, 0);
        for near in self.neighbours(cell) {
            if self.is(near, !color) && self.liberties(near) == 0 {
                captured = (captured.0 + self.stones(near), near);
                self.remove(near, !color, &mut taken);
            }
        }
        for near in self.neighbours(cell) {
            if self.is(near, color) && self.head(near) != self.head(cell) {
                self.join(near, cell);
            }
        }
        if self.liberties(cell) == 0 {
            self.remove(cell, color, &mut taken);
            self.ko = 0;
            return;
        }
        let alone = self.stones(cell) == 1 && self.liberties(cell) == 1;
        self.ko = if captured.0 == 1 && alone { captured.1 } else { 0 };
    }

    fn remove(&mut self, stone: Cell, color: Color, taken: &mut impl FnMut(Cell)) {
        let mut at = stone;
        loop {
            let index = usize::from(at);
            self.cell[index] = EMPTY;
            self.hash ^= number(at, color);
            taken(at);
            let mut met = [0; 4];
            for (i, near) in self.neighbours(at).into_iter().enumerate() {
                if self.is(near, !color) && !met.contains(&self.head(near)) {
                    met[i] = self.head(near);
                    self.liberties[usize::from(met[i])] += 1;
                }
            }
            at = self.next[index];
            if at == stone {
                return;
            }
        }
    }

    /// Merges two chains.
    fn join(&mut self, a: Cell, b: Cell) {
        let (mut keep, mut drop) = (self.head(a), self.head(b));
        if self.stones(keep) < self.stones(drop) {
            (keep, drop) = (drop, keep);
        }
        let mut at = drop;
        loop {
            self.head[usize::from(at)] = keep;
            let next = self.next[usize::from(at)];
            if next == drop {
                break;
            }
            at = next;
        }
        self.next.swap(usize::from(keep), usize::from(at));
        self.stones[usize::from(keep)] += self.stones[usize::from(drop)];
        self.liberties[usize::from(keep)] = self.count_liberties(keep);
    }

    fn count_liberties(&self, stone: Cell) -> u16 {
        let mut seen = CellSet::default();
        let mut count = 0;
        for cell in self.chain(stone) {
            for near in self.neighbours(cell) {
                count += u16::from(self.is_empty(near) && seen.insert(near));
            }
        }
        count
    }
}
