//! The geometry of a board: cells, lines, neighbourhoods, and sets of cells.

use super::shape::KEY_WALL;
use std::sync::OnceLock;

/// Enough for the largest board (20x20); a power of two, so that a masked index needs no bounds check.
pub const CELLS: usize = 512;
const WORDS: usize = CELLS / 64;
/// Wall cells before the first cell of a line: every window lies inside the key.
const MARGIN: usize = 5;

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cells([u64; WORDS]);

impl Cells {
    pub const NONE: Cells = Cells([0; WORDS]);

    #[inline(always)]
    pub fn flip(&mut self, cell: usize) {
        self.0[cell >> 6 & (WORDS - 1)] ^= 1 << (cell & 63);
    }

    #[inline(always)]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell >> 6] |= 1 << (cell & 63);
    }

    #[inline(always)]
    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell >> 6] >> (cell & 63) & 1 == 1
    }

    #[inline(always)]
    pub fn or(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    #[inline(always)]
    pub fn and(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline(always)]
    pub fn without(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// A bit for each cell.
    #[inline(always)]
    pub fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The cells of the set, in order.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let words = self.0;
        let mut index = 0;
        let mut word = words[0];
        std::iter::from_fn(move || {
            while word == 0 {
                index += 1;
                if index == WORDS {
                    index = WORDS - 1;
                    return None;
                }
                word = words[index];
            }
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            Some(index * 64 + bit)
        })
    }
}

/// Where a cell lies on one of its four lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinePlace {
    /// The line's number among all lines of the board.
    pub line: u16,
    /// The cell's position in the line's key, margin included.
    pub at: u8,
    /// Cells of the line before and after this one.
    pub before: u8,
    pub after: u8,
}

/// The geometry of one board size.
pub struct Grid {
    pub size: usize,
    pub cells: usize,
    /// The offset to the next cell in each direction: right, down, down-right, down-left.
    pub step: [isize; 4],
    pub places: Vec<[LinePlace; 4]>,
    pub lines: usize,
    /// The key of each line without stones.
    pub empty_lines: Vec<u64>,
    /// The cells near a cell: two steps all round, and up to four in the eight directions.
    pub near: Vec<Cells>,
    /// All cells.
    pub all: Cells,
}

const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

impl Grid {
    /// The geometry of a board of `size`, built on first use.
    pub fn of(size: usize) -> &'static Grid {
        static GRIDS: [OnceLock<Grid>; 21] = [const { OnceLock::new() }; 21];
        GRIDS[size].get_or_init(|| Grid::build(size))
    }

    fn build(size: usize) -> Grid {
        let n = size as isize;
        let inside = |x: isize, y: isize| (0..n).contains(&x) && (0..n).contains(&y);
        let mut places = vec![[LinePlace::default(); 4]; size * size];
        let mut empty_lines = Vec::new();
        for (d, &(dx, dy)) in DIRECTIONS.iter().enumerate() {
            for start in 0..n * n {
                let (x, y) = (start % n, start / n);
                if inside(x - dx, y - dy) {
                    continue;
                }
                let length = (0..n).take_while(|i| inside(x + dx * i, y + dy * i)).count();
                let mut key = !0u64;
                for i in 0..length {
                    let cell = (y + dy * i as isize) * n + x + dx * i as isize;
                    key &= !(KEY_WALL << (2 * (MARGIN + i)));
                    places[cell as usize][d] = LinePlace {
                        line: empty_lines.len() as u16,
                        at: (MARGIN + i) as u8,
                        before: i as u8,
                        after: (length - 1 - i) as u8,
                    };
                }
                empty_lines.push(key);
            }
        }
        let near = (0..n * n).map(|cell| near(cell % n, cell / n, n)).collect();
        let mut all = Cells::NONE;
        (0..size * size).for_each(|cell| all.insert(cell));
        Grid {
            size,
            cells: size * size,
            step: DIRECTIONS.map(|(dx, dy)| dy * n + dx),
            places,
            lines: empty_lines.len(),
            empty_lines,
            near,
            all,
        }
    }

    /// The column of a position in the key of a row.
    #[inline(always)]
    pub fn column(at: u32) -> usize {
        at as usize - MARGIN
    }

    /// The Chebyshev distance of two cells.
    pub fn distance(&self, a: usize, b: usize) -> usize {
        let (ax, ay, bx, by) = (a % self.size, a / self.size, b % self.size, b / self.size);
        ax.abs_diff(bx).max(ay.abs_diff(by))
    }
}

fn near(x: isize, y: isize, n: isize) -> Cells {
    let mut cells = Cells::NONE;
    for dy in -4isize..=4 {
        for dx in -4isize..=4 {
            let square = dx.abs().max(dy.abs()) <= 2;
            let line = dx == 0 || dy == 0 || dx.abs() == dy.abs();
            let (cx, cy) = (x + dx, y + dy);
            if (square || line) && (0..n).contains(&cx) && (0..n).contains(&cy) {
                cells.insert((cy * n + cx) as usize);
            }
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_hold_every_cell_four_times() {
        for size in 5..=20 {
            let grid = Grid::of(size);
            assert_eq!(grid.lines, 6 * size - 2);
            for cell in 0..grid.cells {
                for (d, place) in grid.places[cell].iter().enumerate() {
                    let first = cell as isize - grid.step[d] * place.before as isize;
                    let last = cell as isize + grid.step[d] * place.after as isize;
                    assert_eq!(grid.places[first as usize][d].before, 0);
                    assert_eq!(grid.places[last as usize][d].after, 0);
                    assert_eq!(grid.places[last as usize][d].line, place.line);
                }
            }
        }
    }

    #[test]
    fn a_set_lists_what_was_put_in() {
        let mut cells = Cells::NONE;
        for cell in [0, 63, 64, 200, 399] {
            cells.insert(cell);
        }
        assert_eq!(cells.iter().collect::<Vec<_>>(), [0, 63, 64, 200, 399]);
        assert_eq!((cells.len(), cells.first()), (5, Some(0)));
        cells.flip(64);
        assert!(!cells.contains(64) && cells.contains(63));
    }
}
