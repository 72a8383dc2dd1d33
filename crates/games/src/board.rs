//! Colours, points, and how each game names its points.

use std::fmt;
use std::ops::Not;

/// The colour of a stone or disc, and of the side that owns it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Color {
    /// The side that moves first.
    Black,
    /// The side that moves second.
    White,
}

impl Color {
    /// Both sides, in the order of their numbers.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// 0 for Black, 1 for White.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// A point of the board: row-major from the top-left corner, for every game and every size up to 25.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Point(pub u16);

impl Point {
    /// The point in column `x` from the left and row `y` from the top, if the board has it.
    ///
    /// ```
    /// use heibai_games::Point;
    /// let tengen = Point::new(9, 9, 19).unwrap();
    /// assert_eq!((tengen.index(), tengen.x(19), tengen.y(19)), (180, 9, 9));
    /// assert_eq!(Point::new(19, 0, 19), None);
    /// ```
    pub const fn new(x: usize, y: usize, size: usize) -> Option<Point> {
        if x < size && y < size { Some(Point((y * size + x) as u16)) } else { None }
    }

    /// The point as an index into a row-major list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, counted from the left.
    pub const fn x(self, size: usize) -> usize {
        self.index() % size
    }

    /// The row, counted from the top.
    pub const fn y(self, size: usize) -> usize {
        self.index() / size
    }

    /// All points of a board, in order.
    ///
    /// ```
    /// use heibai_games::Point;
    /// assert_eq!(Point::all(9).len(), 81);
    /// assert_eq!(Point::all(9).next(), Point::new(0, 0, 9));
    /// ```
    pub fn all(size: usize) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator {
        (0..(size * size) as u16).map(Point)
    }
}

/// How the players of a game name its points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `d3`: letters from the left, rows from the top.
    Othello,
    /// `Q16`: letters without I, rows from the bottom.
    Go,
    /// `h8`: letters from the left, rows from the bottom.
    Gomoku,
}

/// Why a text names no point of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadPoint {
    /// Not a letter followed by a number.
    Malformed(String),
    /// A well-formed name outside the board.
    OffBoard {
        /// The name.
        text: String,
        /// The board's size.
        size: usize,
    },
}

impl fmt::Display for BadPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPoint::Malformed(text) => {
                write!(f, "'{text}' is not a point: expected a letter and a number, such as d3")
            }
            BadPoint::OffBoard { text, size } => {
                write!(f, "'{text}' is outside the {size}x{size} board")
            }
        }
    }
}

impl std::error::Error for BadPoint {}

impl Notation {
    /// The letter of column `x`, lower case.
    pub fn column(self, x: usize) -> char {
        let skipped = usize::from(self == Notation::Go && x >= 8);
        (b'a' + (x + skipped) as u8) as char
    }

    /// The letter of column `x` as it stands in the name of a point.
    pub fn letter(self, x: usize) -> char {
        let letter = self.column(x);
        if self == Notation::Go { letter.to_ascii_uppercase() } else { letter }
    }

    /// The number of row `y` (counted from the top).
    pub fn row(self, y: usize, size: usize) -> usize {
        if self == Notation::Othello { y + 1 } else { size - y }
    }

    /// The name of a point: `d3`, `Q16`, `h8`.
    ///
    /// ```
    /// use heibai_games::{Notation, Point};
    /// let corner = Point::new(0, 0, 15).unwrap();
    /// assert_eq!(Notation::Gomoku.write(corner, 15).to_uppercase(), "A15");
    /// assert_eq!(Notation::Othello.write(Point::new(0, 0, 8).unwrap(), 8), "a1");
    /// ```
    pub fn write(self, point: Point, size: usize) -> String {
        format!("{}{}", self.letter(point.x(size)), self.row(point.y(size), size))
    }

    /// Reads a point's name, upper or lower case.
    ///
    /// ```
    /// use heibai_games::{Notation, Point};
    /// // Go's columns leave out the letter I.
    /// assert_eq!(Notation::Go.read("J10", 19), Ok(Point::new(8, 9, 19).unwrap()));
    /// assert!(Notation::Go.read("I10", 19).is_err());
    /// ```
    pub fn read(self, text: &str, size: usize) -> Result<Point, BadPoint> {
        let malformed = || BadPoint::Malformed(text.chars().take(16).collect());
        let mut chars = text.chars();
        let letter = chars.next().filter(char::is_ascii_alphabetic).ok_or_else(malformed)?;
        let digits = chars.as_str();
        if digits.is_empty() || digits.len() > 3 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(malformed());
        }
        let mut x = usize::from(letter.to_ascii_lowercase() as u8 - b'a');
        if self == Notation::Go {
            match x {
                8 => return Err(malformed()),
                9.. => x -= 1,
                _ => {}
            }
        }
        let row: usize = digits.parse().map_err(|_| malformed())?;
        let off = || BadPoint::OffBoard { text: text.to_owned(), size };
        if row == 0 || row > size {
            return Err(off());
        }
        let y = if self == Notation::Othello { row - 1 } else { size - row };
        Point::new(x, y, size).ok_or_else(off)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_the_rulings() {
        let at = |x, y, size| Point::new(x, y, size).unwrap();
        assert_eq!(Notation::Othello.write(at(3, 3, 8), 8), "d4");
        assert_eq!(at(3, 3, 8), Point(27));
        assert_eq!(Notation::Gomoku.write(at(0, 0, 15), 15), "a15");
        assert_eq!(Notation::Gomoku.write(at(7, 7, 15), 15), "h8");
        assert_eq!(Notation::Gomoku.write(at(14, 14, 15), 15), "o1");
        assert_eq!(Notation::Go.write(at(15, 3, 19), 19), "Q16");
        assert_eq!(Notation::Go.write(at(24, 0, 25), 25), "Z25");
    }

    #[test]
    fn every_name_reads_back() {
        for notation in [Notation::Othello, Notation::Go, Notation::Gomoku] {
            for size in 2..=25 {
                for point in Point::all(size) {
                    assert_eq!(notation.read(&notation.write(point, size), size), Ok(point));
                }
            }
        }
    }

    #[test]
    fn what_is_no_point() {
        for text in ["", "d", "4", "dd4", "d0x", "é4", "d-1", "d9999999999"] {
            assert!(matches!(Notation::Othello.read(text, 8), Err(BadPoint::Malformed(_))), "{text}");
        }
        assert!(matches!(Notation::Go.read("I5", 19), Err(BadPoint::Malformed(_))));
        for text in ["d0", "d9", "i1", "z8"] {
            assert!(matches!(Notation::Othello.read(text, 8), Err(BadPoint::OffBoard { .. })), "{text}");
        }
    }
}
