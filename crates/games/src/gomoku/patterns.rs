//! Renju with threes by their outline: the rule set `renju-patterns`.
//!
//! A three is `_●●●_`, `_●●_●_` or `_●_●●_` somewhere in the nine points around the stone, whatever lies
//! behind and whether or not Black could ever make it four. Five, overline and fours are as in Renju.

use super::board::{Board, bits, places};
use crate::board::{Color, Point};

/// The outlines of a three: length, and which of its points are black; the others are empty.
const THREES: [(u32, u32); 3] = [(5, 0b01110), (6, 0b011010), (6, 0b010110)];

/// The three that a Black stone on `point` makes in direction `d`: the steps along the line, from the
/// stone, at which its stones stand.
pub(super) fn three(board: &Board, point: Point, d: usize) -> Option<[i32; 3]> {
    let (x, y) = board.xy(point);
    let place = places(x, y, board.size())[d];
    // Nine points, the stone in the middle at bit 4.
    let window = |line: u32| (line << 4) >> place.bit & 0x1ff;
    let black = window(board.lines(Color::Black)[place.line]) | 1 << 4;
    let empty = window(board.empty_line(place.line)) & !(1 << 4);
    for (length, outline) in THREES {
        for start in 0..=9 - length {
            let stones = outline << start;
            let gaps = (((1 << length) - 1) << start) & !stones;
            if black & stones == stones && empty & gaps == gaps {
                let mut at = bits(stones).map(|bit| bit as i32 - 4);
                return Some(std::array::from_fn(|_| at.next().unwrap_or(0)));
            }
        }
    }
    None
}
