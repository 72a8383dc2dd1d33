//! Renju with threes by their outline: the rule set `renju-patterns`.
//!
//! A three is `_●●●_`, `_●●_●_` or `_●_●●_` somewhere in the nine points around the stone, whatever lies
//! behind and whether or not Black could ever make it four. Five, overline and fours are as in Renju.

use super::board::Board;
use super::forbidden::{Stones, Verdict, fours};
use super::rules::Forbidden;
use crate::board::{Color, Point};

/// The outlines of a three: length, and which of its points are black; the others are empty.
const THREES: [(u32, u32); 3] = [(5, 0b01110), (6, 0b011010), (6, 0b010110)];

/// What a Black stone on the empty `point` would be.
pub(super) fn verdict(board: &Board, point: Point) -> Verdict {
    let (x, y) = (point.x(board.size()), point.y(board.size()));
    let made = Stones::new(board).look(x, y);
    if made.five & super::forbidden::HERE != 0 {
        Verdict::Five
    } else if made.overline & super::forbidden::HERE != 0 {
        Verdict::Forbidden(Forbidden::Overline)
    } else if fours(&made) >= 2 {
        Verdict::Forbidden(Forbidden::DoubleFour)
    } else if (0..4).filter(|&d| three(board, point, d).is_some()).count() >= 2 {
        Verdict::Forbidden(Forbidden::DoubleThree)
    } else {
        Verdict::Legal
    }
}

/// The three that a Black stone on `point` makes in direction `d`: the steps along the line, from the
/// stone, at which its stones stand.
pub(super) fn three(board: &Board, point: Point, d: usize) -> Option<[i32; 3]> {
    let (x, y) = (point.x(board.size()), point.y(board.size()));
    let place = super::board::places(x, y, board.size())[d];
    let empty = board.on_board()[place.line]
        & !(board.lines(Color::Black)[place.line] | board.lines(Color::White)[place.line]);
    // Nine points, the stone in the middle at bit 4.
    let window = |line: u32| (line << 4) >> place.bit & 0x1ff;
    let black = window(board.lines(Color::Black)[place.line]) | 1 << 4;
    let empty = window(empty) & !(1 << 4);
    for (length, outline) in THREES {
        for start in 0..=9 - length {
            let stones = outline << start;
            let gaps = (((1 << length) - 1) << start) & !stones;
            if black & stones == stones && empty & gaps == gaps {
                let mut at = super::board::bits(stones).map(|bit| bit as i32 - 4);
                return Some(std::array::from_fn(|_| at.next().unwrap_or(0)));
            }
        }
    }
    None
}
