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
    while position.outcome().is_none() {
        // Draw among the empty points until one is allowed; a refused one stays for later turns.
        let mut refused = 0;
        loop {
            let among = left - refused;
            let drawn = ((u64::from(random() as u32) * among as u64) >> 32) as usize;
            let mv = Move::Place(points[drawn]);
            if position.is_restricted() && position.check(mv).is_err() {
                refused += 1;
                points.swap(drawn, left - refused);
                continue;
            }
            position.play_unchecked(mv, &mut ());
            left -= 1;
            points[drawn] = points[left - refused];
            points[left - refused] = points[left];
            break;
        }
        played += 1;
    }
    played
}
