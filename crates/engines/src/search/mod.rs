//! Game-blind search: what any `Position` can be searched with. Names no game.

pub mod alphabeta;
pub mod background;
pub mod budget;
pub mod mcts;
pub mod meter;
pub mod minimax;
pub mod table;

use heibai_games::{Move, Outcome, Position};

/// A judgement of a position without looking ahead.
pub trait Evaluation<P: Position>: Send {
    fn name(&self) -> &str;

    /// The value for the side to move, in the evaluation's own unit, within ±[`WIN`] exclusive.
    fn evaluate(&self, position: &P) -> i32;

    /// The moves worth looking at, best first where the evaluation has an opinion; by default all of them.
    fn candidates(&self, position: &P, moves: &mut Vec<Move>) {
        position.legal_moves(moves);
    }
}

/// A won game is worth this much, less the plies it takes, plus the margin where discs or points count.
pub const WIN: i32 = 100_000_000;

/// The value of a finished game for the side to move: wins above every evaluation, sooner and larger first.
pub fn value_of_end<P: Position>(position: &P, outcome: &Outcome, ply: u32) -> i32 {
    let margin = outcome.margin.map_or(0, |m| m.0 * 1000);
    match outcome.winner {
        None => 0,
        Some(winner) if winner == position.turn() => WIN + margin - ply as i32,
        Some(_) => -(WIN + margin - ply as i32),
    }
}
