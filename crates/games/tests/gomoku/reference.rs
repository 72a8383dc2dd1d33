//! Gomoku and Renju from the text of the rules, as plainly as possible: a grid of letters, loops, no
//! cleverness. Slow, and shares nothing with the program.

use heibai_games::gomoku::{Forbidden, Variant};
use heibai_games::{Color, Point};

pub(crate) const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// `X` black, `O` white, `.` empty; anything outside is `#`.
#[derive(Clone)]
pub(crate) struct Grid {
    pub(crate) size: i32,
    pub(crate) cells: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stone {
    Five,
    Legal,
    Forbidden(Forbidden),
}

impl Grid {
    pub(crate) fn new(size: usize) -> Grid {
        Grid { size: size as i32, cells: vec![b'.'; size * size] }
    }

    pub(crate) fn from_text(text: &str) -> Grid {
        let size = (1..=20).find(|n| n * n == text.len()).expect("a square board");
        Grid { size: size as i32, cells: text.bytes().collect() }
    }

    pub(crate) fn at(&self, (x, y): (i32, i32)) -> u8 {
        if x < 0 || y < 0 || x >= self.size || y >= self.size {
            return b'#';
        }
        self.cells[(y * self.size + x) as usize]
    }

    pub(crate) fn set(&mut self, (x, y): (i32, i32), letter: u8) {
        self.cells[(y * self.size + x) as usize] = letter;
    }

    pub(crate) fn xy(&self, point: Point) -> (i32, i32) {
        (point.0 as i32 % self.size, point.0 as i32 / self.size)
    }

    /// The unbroken row of equal stones through `p`.
    pub(crate) fn row(&self, p: (i32, i32), (dx, dy): (i32, i32)) -> Vec<(i32, i32)> {
        let letter = self.at(p);
        let mut first = p;
        while self.at((first.0 - dx, first.1 - dy)) == letter {
            first = (first.0 - dx, first.1 - dy);
        }
        let mut row = Vec::new();
        while self.at(first) == letter {
            row.push(first);
            first = (first.0 + dx, first.1 + dy);
        }
        row
    }

    /// Whether the stone on `p` stands in a winning row.
    pub(crate) fn wins(&self, p: (i32, i32), variant: Variant) -> bool {
        let black = self.at(p) == b'X';
        DIRECTIONS.iter().any(|&d| {
            let length = self.row(p, d).len();
            match variant {
                Variant::Freestyle => length >= 5,
                Variant::Standard => length == 5,
                Variant::Renju | Variant::RenjuPatterns if black => length == 5,
                Variant::Renju | Variant::RenjuPatterns => length >= 5,
            }
        })
    }

    /// The points of the line through `p` that are at most four steps away.
    fn near(&self, p: (i32, i32), d: (i32, i32)) -> Vec<(i32, i32)> {
        (-4..=4).map(|k| (p.0 + k * d.0, p.1 + k * d.1)).filter(|&q| self.at(q) != b'#').collect()
    }

    /// Whether a Black stone on the empty `q` makes exactly five in the direction `d`.
    fn makes_five(&mut self, q: (i32, i32), d: (i32, i32)) -> bool {
        if self.at(q) != b'.' {
            return false;
        }
        self.set(q, b'X');
        let five = self.row(q, d).len() == 5;
        self.set(q, b'.');
        five
    }

    /// All fours with the Black stone on `p`: the four stones of each.
    fn fours(&mut self, p: (i32, i32)) -> Vec<Vec<(i32, i32)>> {
        let mut fours = Vec::new();
        for d in DIRECTIONS {
            for q in self.near(p, d) {
                if self.at(q) != b'.' {
                    continue;
                }
                self.set(q, b'X');
                let mut row = self.row(q, d);
                self.set(q, b'.');
                if row.len() == 5 && row.contains(&p) {
                    row.retain(|&stone| stone != q);
                    if !fours.contains(&row) {
                        fours.push(row);
                    }
                }
            }
        }
        fours
    }

    /// All threes with the Black stone on `p` that count: the three stones of each.
    fn threes(&mut self, p: (i32, i32)) -> Vec<Vec<(i32, i32)>> {
        let mut threes = Vec::new();
        for d in DIRECTIONS {
            for q in self.near(p, d) {
                if self.at(q) != b'.' {
                    continue;
                }
                self.set(q, b'X');
                let mut row = self.row(q, d);
                let before = (row[0].0 - d.0, row[0].1 - d.1);
                let last = row[row.len() - 1];
                let after = (last.0 + d.0, last.1 + d.1);
                let straight = row.len() == 4 && self.makes_five(before, d) && self.makes_five(after, d);
                self.set(q, b'.');
                // The stone on q must not be a five, nor be forbidden.
                if straight && row.contains(&p) && self.black_stone(q) == Stone::Legal {
                    row.retain(|&stone| stone != q);
                    if !threes.contains(&row) {
                        threes.push(row);
                    }
                }
            }
        }
        threes
    }

    /// What a Black stone on the empty `p` is under Renju.
    pub(crate) fn black_stone(&mut self, p: (i32, i32)) -> Stone {
        self.judge(p, |grid| grid.threes(p).len())
    }

    /// The same with threes counted by outline.
    pub(crate) fn black_stone_by_patterns(&mut self, p: (i32, i32)) -> Stone {
        self.judge(p, |grid| {
            DIRECTIONS
                .iter()
                .filter(|&d| {
                    let line: String = (-4..=4)
                        .map(|k| match grid.at((p.0 + k * d.0, p.1 + k * d.1)) {
                            b'.' => '0',
                            b'X' => '1',
                            _ => '2',
                        })
                        .collect();
                    ["01110", "011010", "010110"].iter().any(|three| line.contains(three))
                })
                .count()
        })
    }

    fn judge(&mut self, p: (i32, i32), count_threes: impl Fn(&mut Grid) -> usize) -> Stone {
        self.set(p, b'X');
        let lengths = DIRECTIONS.map(|d| self.row(p, d).len());
        let stone = if lengths.contains(&5) {
            Stone::Five
        } else if lengths.iter().any(|&length| length > 5) {
            Stone::Forbidden(Forbidden::Overline)
        } else if self.fours(p).len() >= 2 {
            Stone::Forbidden(Forbidden::DoubleFour)
        } else if count_threes(self) >= 2 {
            Stone::Forbidden(Forbidden::DoubleThree)
        } else {
            Stone::Legal
        };
        self.set(p, b'.');
        stone
    }

    pub(crate) fn forbidden(&mut self, p: (i32, i32), variant: Variant) -> Option<Forbidden> {
        let stone = match variant {
            Variant::Renju => self.black_stone(p),
            Variant::RenjuPatterns => self.black_stone_by_patterns(p),
            Variant::Standard | Variant::Freestyle => Stone::Legal,
        };
        match stone {
            Stone::Forbidden(kind) => Some(kind),
            Stone::Five | Stone::Legal => None,
        }
    }

    /// All forbidden points, in order.
    pub(crate) fn all_forbidden(&mut self, variant: Variant) -> Vec<(Point, Forbidden)> {
        Point::all(self.size as usize)
            .filter(|point| self.cells[point.index()] == b'.')
            .collect::<Vec<_>>()
            .into_iter()
            .filter_map(|point| self.forbidden(self.xy(point), variant).map(|kind| (point, kind)))
            .collect()
    }

    pub(crate) fn stones(&self) -> Vec<(Point, Color)> {
        (0..self.cells.len())
            .filter_map(|i| match self.cells[i] {
                b'X' => Some((Point(i as u16), Color::Black)),
                b'O' => Some((Point(i as u16), Color::White)),
                _ => None,
            })
            .collect()
    }

    pub(crate) fn board(&self) -> heibai_games::gomoku::Board {
        let mut board = heibai_games::gomoku::Board::new(self.size as usize);
        for (point, color) in self.stones() {
            board.put(point, color);
        }
        board
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.cells).into_owned()
    }

    /// The board turned and mirrored: all eight ways.
    pub(crate) fn symmetries(&self) -> [Grid; 8] {
        std::array::from_fn(|way| {
            let mut turned = self.clone();
            for point in Point::all(self.size as usize) {
                turned.set(self.turned(self.xy(point), way), self.cells[point.index()]);
            }
            turned
        })
    }

    /// Where a point goes in the given one of the eight ways.
    pub(crate) fn turned(&self, (x, y): (i32, i32), way: usize) -> (i32, i32) {
        let (x, y) = if way & 1 == 0 { (x, y) } else { (y, x) };
        let x = if way & 2 == 0 { x } else { self.size - 1 - x };
        let y = if way & 4 == 0 { y } else { self.size - 1 - y };
        (x, y)
    }
}

/// A board with stones thrown on it: from a few to nearly full, spread out or crowded.
pub(crate) fn random_grid(random: &mut fastrand::Rng) -> Grid {
    let mut grid = Grid::new(15);
    let side = random.i32(5..=15);
    let (left, top) = (random.i32(0..=15 - side), random.i32(0..=15 - side));
    let black = random.f64() * 0.6;
    let white = random.f64() * (0.95 - black) * random.f64();
    for y in top..top + side {
        for x in left..left + side {
            let draw = random.f64();
            if draw < black {
                grid.set((x, y), b'X');
            } else if draw < black + white {
                grid.set((x, y), b'O');
            }
        }
    }
    grid
}
