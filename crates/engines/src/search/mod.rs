//! Search for any `Position`. Nothing here names a game.

pub mod alphabeta;
pub(crate) mod background;
pub(crate) mod budget;
pub mod mcts;
pub mod meter;
pub mod minimax;
pub mod moment;
pub mod puct;
pub mod table;
pub mod threads;
pub mod watch;

use heibai_games::value::{Amount, Bound};
use heibai_games::{HalfPoints, Move, Outcome, Point, Position};

/// A random number below `count`, the same for a seed on 32-bit and 64-bit machines.
pub(crate) fn below(random: &mut fastrand::Rng, count: usize) -> usize {
    random.u64(..count as u64) as usize
}

/// An approximately normal number with mean 0 and deviation 1: the sum of twelve uniform ones, less six.
pub(crate) fn noise(random: &mut fastrand::Rng) -> f64 {
    (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
}

/// A static evaluation of a position.
pub trait Evaluation<P: Position>: Send {
    fn name(&self) -> &str;

    /// The value for the side to move, in the evaluation's own unit, within ±[`WIN`] exclusive.
    fn evaluate(&self, position: &P) -> i32;

    /// The terms that sum up to the value; `None` if the value is not a sum over the board.
    fn parts(&self, _position: &P) -> Option<Parts> {
        None
    }

    /// How many units make one step of the logistic curve from value to expected result. A rough figure, for Monte
    /// Carlo tree search.
    fn units_per_step(&self) -> f64 {
        1.0
    }

    /// Converts a number of this evaluation to an amount.
    fn amount(&self, number: i32) -> Amount {
        let units = f64::from(number);
        Amount::Units { units, win_rate: Some(1.0 / (1.0 + (-units / self.units_per_step()).exp())) }
    }

    /// The moves to search, best first if the evaluation has an opinion; by default all of them.
    fn candidates(&self, position: &P, moves: &mut Vec<Move>) {
        position.legal_moves(moves);
    }

    /// How many times a person looks at a point while choosing: more often where a row is about to be completed.
    fn glances(&self, _position: &P, _mv: Move) -> i32 {
        1
    }
}

/// The terms of an evaluation: what each point adds (a point may add more than once), and what belongs to no point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    pub points: Vec<(Point, i32)>,
    pub rest: i32,
}

impl Parts {
    /// The sum of all terms.
    pub fn sum(&self) -> i32 {
        self.rest + self.points.iter().map(|&(_, part)| part).sum::<i32>()
    }
}

/// The value of a won game, less the plies to its end, plus the margin where discs or points count.
pub const WIN: i32 = 100_000_000;

/// The weight of half a point of margin: more than the plies of any line.
const PLIES: i32 = 1000;

/// The value of a finished game for the side to move: wins above every evaluation, sooner and larger first.
pub fn value_of_end<P: Position>(position: &P, outcome: &Outcome, ply: u32) -> i32 {
    let margin = outcome.margin.map_or(0, |m| m.0 * PLIES);
    match outcome.winner {
        None => 0,
        Some(winner) if winner == position.turn() => WIN + margin - ply as i32,
        Some(_) => -(WIN + margin - ply as i32),
    }
}

/// The parts of a number made by [`value_of_end`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    pub won: bool,
    pub margin: HalfPoints,
    pub ply: u32,
}

impl End {
    /// The margin; negative for a loss.
    pub(crate) fn signed_margin(self) -> f64 {
        if self.won { self.margin.as_f64() } else { -self.margin.as_f64() }
    }

    /// A move that ends the game later may win or lose by more, so the margin is only a bound.
    pub fn bound(self) -> Bound {
        if self.won { Bound::AtLeast } else { Bound::AtMost }
    }
}

/// The finished game that a value stands for; `None` for an evaluation.
pub fn end_of(value: i32) -> Option<End> {
    let beyond = value.abs() - WIN;
    if beyond <= -PLIES {
        return None;
    }
    // There are always fewer plies than the weight of half a point.
    let margin = beyond.div_euclid(PLIES) + i32::from(beyond.rem_euclid(PLIES) > 0);
    let ply = (margin * PLIES - beyond) as u32;
    Some(End { won: value > 0, margin: HalfPoints(margin), ply })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_game_is_read_back_from_its_value() {
        for (margin, ply) in [(0, 0), (0, 7), (1, 0), (1, 999), (128, 60)] {
            let value = WIN + margin * PLIES - ply as i32;
            let end = End { won: true, margin: HalfPoints(margin), ply };
            assert_eq!(end_of(value), Some(end));
            assert_eq!(end_of(-value), Some(End { won: false, ..end }));
        }
        assert_eq!((end_of(0), end_of(WIN - PLIES), end_of(-1_000_000)), (None, None, None));
    }
}
