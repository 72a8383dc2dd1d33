//! Random games: every legal point is equally likely.

use super::position::Position;
use crate::board::Point;
use crate::position::{Move, Position as _};

/// Plays random legal moves until the game is over; returns how many. Each call of `random` gives 64
/// random bits.
pub fn random_game(position: &mut Position, random: &mut impl FnMut() -> u64) -> u32 {
    let mut points = [Point(0); 400];
    let mut left = 0;
    for point in position.board().empty_points() {
        points[left] = point;
        left += 1;
    }
    let mut played = 0;
    while !position.is_over() {
        let drawn = if position.is_restricted() {
            draw_legal(position, &mut points[..left], random)
        } else {
            below(left, random)
        };
        position.play_unchecked(Move::Place(points[drawn]), &mut ());
        left -= 1;
        points[drawn] = points[left];
        played += 1;
    }
    played
}

/// A number below `end`.
#[inline]
fn below(end: usize, random: &mut impl FnMut() -> u64) -> usize {
    ((u64::from(random() as u32) * end as u64) >> 32) as usize
}

/// Draws among the points until one is allowed; those refused move to the end and are not drawn again in
/// this turn. The position is not over, so one is allowed.
fn draw_legal(position: &Position, points: &mut [Point], random: &mut impl FnMut() -> u64) -> usize {
    let mut among = points.len();
    loop {
        let drawn = below(among, random);
        if position.check(Move::Place(points[drawn])).is_ok() {
            return drawn;
        }
        among -= 1;
        points.swap(drawn, among);
    }
}
