//! Game-blind search: what any `Position` can be searched with. Names no game.

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

/// One of the numbers below `count`, the same for a seed on machines of 32 and 64 bits.
pub(crate) fn below(random: &mut fastrand::Rng, count: usize) -> usize {
    random.u64(..count as u64) as usize
}

/// A judgement of a position without looking ahead.
pub trait Evaluation<P: Position>: Send {
    fn name(&self) -> &str;

    /// The value for the side to move, in the evaluation's own unit, within ±[`WIN`] exclusive.
    fn evaluate(&self, position: &P) -> i32;

    /// What the value is made of; their sum is the value. `None` where it is no sum over the board.
    fn parts(&self, _position: &P) -> Option<Parts> {
        None
    }

    /// How many units are one step of the logistic curve of the expected result; roughly, for a Monte Carlo search.
    fn units_per_step(&self) -> f64 {
        1.0
    }

    /// What a number of this evaluation stands for.
    fn amount(&self, number: i32) -> Amount {
        let units = f64::from(number);
        Amount::Units { units, win_rate: Some(1.0 / (1.0 + (-units / self.units_per_step()).exp())) }
    }

    /// The moves worth looking at, best first where the evaluation has an opinion; by default all of them.
    fn candidates(&self, position: &P, moves: &mut Vec<Move>) {
        position.legal_moves(moves);
    }
}

/// What an evaluation is made of: what each point adds (a point may add more than once), and what belongs to no point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    pub points: Vec<(Point, i32)>,
    pub rest: i32,
}

impl Parts {
    /// The value that the parts make.
    pub fn sum(&self) -> i32 {
        self.rest + self.points.iter().map(|&(_, part)| part).sum::<i32>()
    }
}

/// A won game is worth this much, less the plies it takes, plus the margin where discs or points count.
pub const WIN: i32 = 100_000_000;

/// Half a point of margin counts more than every ply of a line.
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

/// What [`value_of_end`] packed into a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    pub won: bool,
    pub margin: HalfPoints,
    pub ply: u32,
}

impl End {
    /// The margin, negative for a loss.
    pub(crate) fn signed_margin(self) -> f64 {
        if self.won { self.margin.as_f64() } else { -self.margin.as_f64() }
    }

    /// Other moves that end later may win or lose by more.
    pub fn bound(self) -> Bound {
        if self.won { Bound::AtLeast } else { Bound::AtMost }
    }
}

/// The end of the game that a value stands for; `None` for an evaluation.
pub fn end_of(value: i32) -> Option<End> {
    let beyond = value.abs() - WIN;
    if beyond <= -PLIES {
        return None;
    }
    // Plies are fewer than what half a point counts.
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
