//! The shapes that players see in a line, from closed two to five.
//!
//! Everything follows from one idea: what could this row become?
//!
//! | shape | what it is |
//! |---|---|
//! | five | five in a row |
//! | open four | four in a row that either end makes five |
//! | closed four | four in a row that only one end makes five |
//! | broken four | four with one gap, which makes five |
//! | open three | three in a row that one stone makes an open four |
//! | broken three | three with a gap that one stone makes an open four |
//! | closed three | any other three that two stones make five |
//! | open two | two that two stones make an open four |
//! | closed two | any other two that three stones make five |
//!
//! Where only exactly five wins, a row that could only become longer than five is no shape.

use super::board::{Board, fives, places};
use super::rules::Variant;
use crate::board::{Color, Point};

/// A shape in a line, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Shape {
    /// Any other two that three stones make five.
    ClosedTwo,
    /// Two that two stones make an open four.
    OpenTwo,
    /// Any other three that two stones make five.
    ClosedThree,
    /// Three with a gap that one stone makes an open four.
    BrokenThree,
    /// Three in a row that one stone makes an open four.
    OpenThree,
    /// Four in a row that only one end makes five.
    ClosedFour,
    /// Four with one gap, which makes five.
    BrokenFour,
    /// Four in a row that either end makes five.
    OpenFour,
    /// Five in a row.
    Five,
}

impl Shape {
    /// All shapes, from the weakest to the strongest.
    pub const ALL: [Shape; 9] = [
        Shape::ClosedTwo,
        Shape::OpenTwo,
        Shape::ClosedThree,
        Shape::BrokenThree,
        Shape::OpenThree,
        Shape::ClosedFour,
        Shape::BrokenFour,
        Shape::OpenFour,
        Shape::Five,
    ];
}

/// One line of a board as one side sees it.
#[derive(Clone, Copy)]
struct SideLine {
    own: u32,
    empty: u32,
    exact: bool,
}

impl SideLine {
    /// Whether the `length` points from `start` could all become own stones without a row that is too long.
    fn room(&self, start: u32, length: u32) -> bool {
        let points = ((1 << length) - 1) << start;
        let beyond = (1 << (start + length)) | (1 << start) >> 1;
        (self.own | self.empty) & points == points && !(self.exact && self.own & beyond != 0)
    }

    /// The shape in the four points from `start + 1` if the ends of the six are empty.
    fn open_shape(&self, start: u32) -> Option<(Shape, u32)> {
        let ends = 0b100001 << start;
        if self.empty & ends != ends || !self.room(start, 6) {
            return None;
        }
        let stones = self.own & (0b011110 << start);
        let shape = match stones.count_ones() {
            4 => Shape::OpenFour,
            3 if is_unbroken(stones) => Shape::OpenThree,
            3 => Shape::BrokenThree,
            2 => Shape::OpenTwo,
            _ => return None,
        };
        Some((shape, stones))
    }

    /// The shape in the five points from `start`.
    fn closed_shape(&self, start: u32) -> Option<(Shape, u32)> {
        if !self.room(start, 5) {
            return None;
        }
        let stones = self.own & (0b11111 << start);
        let shape = match stones.count_ones() {
            4 if is_unbroken(stones) => Shape::ClosedFour,
            4 => Shape::BrokenFour,
            3 => Shape::ClosedThree,
            2 => Shape::ClosedTwo,
            _ => return None,
        };
        Some((shape, stones))
    }

    /// The strongest shape that holds all of `through` and none of `used`, and its stones; of equal ones
    /// the first along the line, or the last.
    fn strongest(&self, through: u32, used: u32, last: bool) -> Option<(Shape, u32)> {
        let first = fives(self.own & !used, false);
        for start in super::board::bits(fives(self.own, self.exact) & first) {
            let run = (self.own >> start).trailing_ones();
            let stones = ((1 << run) - 1) << start;
            if stones & through == through {
                return Some((Shape::Five, stones));
            }
        }
        let mut best: Option<(Shape, u32)> = None;
        for start in 0..super::board::MAX_SIZE as u32 - 4 {
            for found in [self.open_shape(start), self.closed_shape(start)].into_iter().flatten() {
                let (shape, stones) = found;
                let fits = stones & through == through && stones & used == 0;
                if fits && best.is_none_or(|(b, _)| shape > b || (last && shape == b)) {
                    best = Some(found);
                }
            }
        }
        best
    }

    /// Cuts the line into shapes, the strongest first.
    fn cut(&self, last: bool) -> Count {
        let mut count = [0; 9];
        let mut used = 0;
        while (self.own & !used).count_ones() >= 2
            && let Some((shape, stones)) = self.strongest(0, used, last)
        {
            count[shape as usize] += 1;
            used |= stones;
        }
        count
    }
}

fn is_unbroken(stones: u32) -> bool {
    let row = stones >> stones.trailing_zeros();
    row & (row + 1) == 0
}

/// How many of each shape there are, in the order of `Shape::ALL`.
pub type Count = [u32; 9];

/// The strongest shape that a stone of `color` on `point` is part of, in each direction. The point is
/// empty, or holds that stone already.
///
/// ```
/// use heibai_games::gomoku::{Board, Variant, shapes};
/// use heibai_games::{Color, Notation};
/// let at = |name| Notation::Gomoku.read(name, 15).unwrap();
/// let mut board = Board::new(15);
/// ["F8", "G8", "H8"].map(|name| board.put(at(name), Color::Black));
/// let found = shapes::at(&board, at("G8"), Color::Black, Variant::Freestyle);
/// assert!(found.contains(&Some(shapes::Shape::OpenThree)));
/// ```
pub fn at(board: &Board, point: Point, color: Color, variant: Variant) -> [Option<Shape>; 4] {
    let (x, y) = board.xy(point);
    places(x, y, board.size()).map(|place| {
        let here = 1 << place.bit;
        let own = board.lines(color)[place.line] | here;
        // Two stones make the smallest shape, at most four steps apart.
        let around = (0x1ff << place.bit) >> 4;
        if (own & around).count_ones() < 2 {
            return None;
        }
        let empty = board.empty_line(place.line) & !here;
        let line = SideLine { own, empty, exact: variant.needs_exactly_five(color) };
        line.strongest(here, 0, false).map(|(shape, _)| shape)
    })
}

/// All shapes of `color` on the board. In each line the strongest shape is taken first, and a stone
/// belongs to one shape of that line only.
pub fn count(board: &Board, color: Color, variant: Variant) -> Count {
    let exact = variant.needs_exactly_five(color);
    let mut count = [0; 9];
    for (index, &own) in board.lines(color).iter().enumerate() {
        if own.count_ones() < 2 {
            continue;
        }
        let line = SideLine { own, empty: board.empty_line(index), exact };
        let mut cut = line.cut(false);
        // From four stones on, the end from which a line is cut can matter; the stronger result counts,
        // so that a mirrored board has the same shapes.
        if own.count_ones() > 3 {
            cut = std::cmp::max_by(cut, line.cut(true), |a, b| a.iter().rev().cmp(b.iter().rev()));
        }
        for (sum, n) in count.iter_mut().zip(cut) {
            *sum += n;
        }
    }
    count
}
