//! The stones on a Gomoku board, kept as lines: every row, column and diagonal is one word for each colour.
//!
//! A question about a line is then a few operations on integers, and a stone touches four words.

use crate::board::{Color, Point};

/// The largest board.
pub(super) const MAX_SIZE: usize = 20;

/// Rows, columns and the two families of diagonals of the largest board, one after the other.
const STARTS: [usize; 4] = [0, MAX_SIZE, 2 * MAX_SIZE, 4 * MAX_SIZE];
pub(super) const LINES: usize = 6 * MAX_SIZE;

/// The four directions in which a line can run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Direction {
    /// From left to right.
    Row,
    /// From top to bottom.
    Column,
    /// From top left to bottom right.
    Falling,
    /// From bottom left to top right.
    Rising,
}

impl Direction {
    /// All directions, in the order of their numbers.
    pub const ALL: [Direction; 4] =
        [Direction::Row, Direction::Column, Direction::Falling, Direction::Rising];

    /// The step along the line as (right, down).
    pub const fn step(self) -> (i32, i32) {
        match self {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Falling => (1, 1),
            Direction::Rising => (1, -1),
        }
    }
}

/// Where a point lies on its line in one direction: which word, and which bit of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineBit {
    pub(super) line: usize,
    pub(super) bit: u32,
}

/// The places of the point in column `x` and row `y`, in the order of `Direction::ALL`.
#[inline]
pub(super) fn places(x: usize, y: usize, size: usize) -> [LineBit; 4] {
    [
        LineBit { line: STARTS[0] + y, bit: x as u32 },
        LineBit { line: STARTS[1] + x, bit: y as u32 },
        LineBit { line: STARTS[2] + x + size - 1 - y, bit: x as u32 },
        LineBit { line: STARTS[3] + x + y, bit: x as u32 },
    ]
}

/// The point at `bit` of a line.
pub(super) fn point_at(line: usize, bit: u32, size: usize) -> Point {
    let bit = bit as usize;
    let (x, y) = match STARTS.iter().rposition(|&start| line >= start) {
        Some(0) | None => (bit, line),
        Some(1) => (line - STARTS[1], bit),
        Some(2) => (bit, bit + size - 1 - (line - STARTS[2])),
        Some(_) => (bit, line - STARTS[3] - bit),
    };
    Point((y * size + x) as u16)
}

/// Which bits of each line are points of the board.
const fn on_board(size: usize) -> [u32; LINES] {
    let mut masks = [0; LINES];
    let mut i = 0;
    while i < size {
        masks[STARTS[0] + i] = (1 << size) - 1;
        masks[STARTS[1] + i] = (1 << size) - 1;
        i += 1;
    }
    let mut i = 0;
    while i < 2 * size - 1 {
        // On diagonal i, x runs from max(0, i - (size - 1)) to min(size - 1, i).
        let first = i.saturating_sub(size - 1);
        let last = if i < size { i } else { size - 1 };
        let mask = (1 << (last + 1)) - (1 << first);
        masks[STARTS[2] + i] = mask;
        masks[STARTS[3] + i] = mask;
        i += 1;
    }
    masks
}

static ON_BOARD: [[u32; LINES]; MAX_SIZE + 1] = {
    let mut all = [[0; LINES]; MAX_SIZE + 1];
    let mut size = 1;
    while size <= MAX_SIZE {
        all[size] = on_board(size);
        size += 1;
    }
    all
};

/// `(point * INVERSE[size]) >> 16` is the row of a point: division by a size that the compiler does not know.
static INVERSE: [u32; MAX_SIZE + 1] = {
    let mut inverse = [0; MAX_SIZE + 1];
    let mut size = 1;
    while size <= MAX_SIZE {
        inverse[size] = (1u32 << 16).div_ceil(size as u32);
        size += 1;
    }
    inverse
};

/// Where runs of five start in a line; with `exact`, only runs that are no longer.
#[inline]
pub(super) const fn fives(line: u32, exact: bool) -> u32 {
    let two = line & (line >> 1);
    let four = two & (two >> 2);
    let five = four & (line >> 4);
    if exact { five & !(line << 1) & !(line >> 5) } else { five }
}

/// The points at which one more stone makes a run of five through itself; with `exact`, one that is no longer. Occupied
/// points are among them.
#[inline]
const fn makes_five(line: u32, exact: bool) -> u32 {
    // The next n points before, and after, are stones of this colour.
    let (before1, after1) = (line << 1, line >> 1);
    let (before2, after2) = (before1 & line << 2, after1 & line >> 2);
    let (before3, after3) = (before2 & line << 3, after2 & line >> 3);
    let (before4, after4) = (before3 & line << 4, after3 & line >> 4);
    if !exact {
        return before4 | before3 & after1 | before2 & after2 | before1 & after3 | after4;
    }
    let ends = [line << 1, line << 2, line << 3, line << 4, line << 5];
    let begins = [line >> 1, line >> 2, line >> 3, line >> 4, line >> 5];
    before4 & !ends[4] & !begins[0]
        | before3 & !ends[3] & after1 & !begins[1]
        | before2 & !ends[2] & after2 & !begins[2]
        | before1 & !ends[1] & after3 & !begins[3]
        | !ends[0] & after4 & !begins[4]
}

/// The stones of both colours, without turn, rules or end of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    size: u8,
    stones: u16,
    lines: [[u32; LINES]; 2],
}

impl Board {
    /// An empty board; `size` is brought into 1 to 20.
    pub fn new(size: usize) -> Board {
        Board { size: size.clamp(1, MAX_SIZE) as u8, stones: 0, lines: [[0; LINES]; 2] }
    }

    /// The number of lines in one direction.
    #[inline]
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// How many stones stand on the board.
    pub fn stones(&self) -> usize {
        self.stones as usize
    }

    /// Whether no point is empty.
    pub fn is_full(&self) -> bool {
        self.stones() == self.size() * self.size()
    }

    /// Whether the point lies on this board.
    pub fn contains(&self, point: Point) -> bool {
        point.index() < self.size() * self.size()
    }

    /// Column from the left and row from the top.
    #[inline]
    pub(super) fn xy(&self, point: Point) -> (usize, usize) {
        let index = u32::from(point.0);
        let y = (index * INVERSE[self.size()]) >> 16;
        ((index - y * u32::from(self.size)) as usize, y as usize)
    }

    /// What stands on a point of the board.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Color> {
        let (x, y) = self.xy(point);
        Color::BOTH.into_iter().find(|color| self.lines[color.index()][y] >> x & 1 == 1)
    }

    /// Puts a stone on an empty point of the board.
    #[inline]
    pub fn put(&mut self, point: Point, color: Color) {
        debug_assert!(self.contains(point) && self.stone(point).is_none());
        self.flip(point, color);
        self.stones += 1;
    }

    /// Takes the stone of `color` off a point.
    #[inline]
    pub fn take(&mut self, point: Point, color: Color) {
        debug_assert!(self.stone(point) == Some(color));
        self.flip(point, color);
        self.stones -= 1;
    }

    #[inline]
    fn flip(&mut self, point: Point, color: Color) {
        let (x, y) = self.xy(point);
        for place in places(x, y, self.size()) {
            self.lines[color.index()][place.line] ^= 1 << place.bit;
        }
    }

    /// Puts a stone on an empty point of the board; says whether one of its lines now holds a five.
    #[inline]
    pub(super) fn put_for_five(&mut self, point: Point, color: Color, exact: bool) -> bool {
        debug_assert!(self.contains(point) && self.stone(point).is_none());
        let (x, y) = self.xy(point);
        let lines = &mut self.lines[color.index()];
        let mut found = 0;
        for place in places(x, y, self.size.into()) {
            let line = lines[place.line] | 1 << place.bit;
            lines[place.line] = line;
            found |= fives(line, exact);
        }
        self.stones += 1;
        found != 0
    }

    /// All lines of one colour, as words.
    pub(super) fn lines(&self, color: Color) -> &[u32; LINES] {
        &self.lines[color.index()]
    }

    /// The bits of each line that are points of the board.
    pub(super) fn on_board(&self) -> &'static [u32; LINES] {
        &ON_BOARD[self.size()]
    }

    /// The empty points of each line.
    pub(super) fn empty_lines(&self) -> [u32; LINES] {
        let mask = self.on_board();
        std::array::from_fn(|line| mask[line] & !(self.lines[0][line] | self.lines[1][line]))
    }

    /// The empty points of one line; the rows are the first lines.
    #[inline]
    pub(super) fn empty_line(&self, line: usize) -> u32 {
        self.on_board()[line] & !(self.lines[0][line] | self.lines[1][line])
    }

    /// The empty points, in order.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        let size = self.size();
        (0..size)
            .flat_map(move |y| bits(self.empty_line(y)).map(move |x| Point((y * size + x as usize) as u16)))
    }

    /// The empty points, in order, on which a stone of `color` makes five: on the lines through one point, or on all.
    pub(super) fn points_of_five(&self, color: Color, exact: bool, through: Option<Point>) -> Vec<Point> {
        let mut points = Vec::new();
        let mut look = |line: usize| {
            let word = self.lines[color.index()][line];
            if word.count_ones() >= 4 {
                let found = makes_five(word, exact) & self.empty_line(line);
                points.extend(bits(found).map(|bit| point_at(line, bit, self.size())));
            }
        };
        match through {
            Some(point) => {
                let (x, y) = self.xy(point);
                places(x, y, self.size()).into_iter().for_each(|place| look(place.line));
            }
            None => (0..LINES).for_each(look),
        }
        points.sort_unstable();
        points.dedup();
        points
    }

    /// The empty points on which a stone of `color` may make a four: those of five points in a row that hold three stones
    /// or more of that colour and none of the other. A point may come several times.
    pub fn points_of_four(&self, color: Color) -> Vec<Point> {
        let mut points = Vec::new();
        for (line, &word) in self.lines[color.index()].iter().enumerate() {
            if word.count_ones() < 3 {
                continue;
            }
            let empty = self.empty_line(line);
            let free = word | empty;
            let rows = free & free >> 1 & free >> 2 & free >> 3 & free >> 4;
            let mut found = 0;
            for first in bits(rows) {
                if (word >> first & 31).count_ones() >= 3 {
                    found |= empty & 31 << first;
                }
            }
            points.extend(bits(found).map(|bit| point_at(line, bit, self.size())));
        }
        points
    }

    /// The first five of `color` on the whole board: its line and its first and last bit.
    pub(super) fn find_five(&self, color: Color, exact: bool) -> Option<(usize, u32, u32)> {
        self.lines[color.index()].iter().enumerate().find_map(|(line, &word)| {
            let five = fives(word, exact);
            (five != 0).then(|| {
                let first = five.trailing_zeros();
                (line, first, first + (word >> first).trailing_ones() - 1)
            })
        })
    }
}

/// The numbers of the set bits, from the lowest.
pub(super) fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_points_agree() {
        for size in 1..=MAX_SIZE {
            let board = Board::new(size);
            for point in Point::all(size) {
                assert_eq!(board.xy(point), (point.x(size), point.y(size)));
                let places = places(point.x(size), point.y(size), size);
                for place in places {
                    assert_eq!(point_at(place.line, place.bit, size), point);
                    assert_eq!(board.on_board()[place.line] >> place.bit & 1, 1);
                }
            }
            let points: u32 = board.on_board().iter().map(|m| m.count_ones()).sum();
            assert_eq!(points as usize, 4 * size * size);
        }
    }

    #[test]
    fn fives_in_a_word() {
        assert_eq!(fives(0b11111, true), 1);
        assert_eq!(fives(0b111111, true), 0);
        assert_eq!(fives(0b111111, false), 0b11);
        assert_eq!(fives(0b11110, false), 0);
        assert_eq!(fives(0b1_1111_0111_1100, true), 1 << 8 | 1 << 2);
    }
}
