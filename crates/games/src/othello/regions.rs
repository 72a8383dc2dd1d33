//! Where a square lies, in the words of players: corner, C-square, X-square, edge, centre.

use super::board::Othello;
use crate::board::Point;
use heibai_kernels::othello::Bits;

/// What a square is called for its place. The names exclude each other: an edge square that is a corner or
/// a C-square is called that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Region {
    /// One of the four corners.
    Corner,
    /// On the edge, next to a corner.
    CSquare,
    /// Diagonally next to a corner.
    XSquare,
    /// On the edge otherwise.
    Edge,
    /// The four by four squares in the middle (the two by two of a 4x4 board, all else there being border).
    Centre,
    /// None of these.
    Inner,
}

/// The region of a point on a board of `size`.
///
/// ```
/// use heibai_games::Notation;
/// use heibai_games::othello::{Region, region};
/// let of = |name| region(Notation::Othello.read(name, 8).unwrap(), 8);
/// assert_eq!((of("a1"), of("b2"), of("b1")), (Region::Corner, Region::XSquare, Region::CSquare));
/// ```
pub fn region(point: Point, size: usize) -> Region {
    let from_border = |v: usize| v.min(size - 1 - v);
    let (x, y) = (from_border(point.x(size)), from_border(point.y(size)));
    let middle = size / 2 - 2;
    match (x.min(y), x.max(y)) {
        (0, 0) => Region::Corner,
        (0, 1) => Region::CSquare,
        (1, 1) if size > 4 => Region::XSquare,
        (0, _) => Region::Edge,
        (near, _) if near >= middle => Region::Centre,
        _ => Region::Inner,
    }
}

impl<B: Bits, const N: usize> Othello<B, N> {
    /// All squares of a region.
    pub fn squares_of(wanted: Region) -> B {
        Point::all(N)
            .filter(|&point| region(point, N) == wanted)
            .fold(B::EMPTY, |squares, point| squares | B::square(u32::from(point.0)))
    }
}
