//! Plain minimax: every line to a fixed depth, as the textbooks have it. Slow and easy to trust; the
//! yardstick for everything cleverer.

use super::meter::Meter;
use super::{Evaluation, value_of_end};
use heibai_games::{Move, Position};

/// The moves and their values for the side to move, best first; as many as there was time for, and one at least if
/// there is any.
pub fn ranked<P: Position>(
    position: &P,
    depth: u32,
    evaluation: &dyn Evaluation<P>,
    meter: &mut Meter<'_>,
) -> Vec<(Move, i32)> {
    let mut moves = Vec::new();
    evaluation.candidates(position, &mut moves);
    let mut ranked: Vec<(Move, i32)> = Vec::new();
    for mv in moves {
        let mut next = position.clone();
        next.play_unchecked(mv, &mut ());
        let value = value_after(position, &next, depth.saturating_sub(1), 1, evaluation, meter);
        if meter.is_stopped() && !ranked.is_empty() {
            break;
        }
        ranked.push((mv, value));
    }
    ranked.sort_by_key(|&(_, value)| -value);
    ranked
}

/// The value of `next` for the side to move in `before`, whoever moves in `next`.
fn value_after<P: Position>(
    before: &P,
    next: &P,
    depth: u32,
    ply: u32,
    evaluation: &dyn Evaluation<P>,
    meter: &mut Meter<'_>,
) -> i32 {
    let value = value(next, depth, ply, evaluation, meter);
    if next.turn() == before.turn() { value } else { -value }
}

fn value<P: Position>(
    position: &P,
    depth: u32,
    ply: u32,
    evaluation: &dyn Evaluation<P>,
    meter: &mut Meter<'_>,
) -> i32 {
    if let Some(outcome) = position.outcome() {
        return value_of_end(position, &outcome, ply);
    }
    if meter.tick() || depth == 0 {
        return evaluation.evaluate(position);
    }
    let mut moves = Vec::new();
    evaluation.candidates(position, &mut moves);
    moves
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv, &mut ());
            value_after(position, &next, depth - 1, ply + 1, evaluation, meter)
        })
        .max()
        .unwrap_or_else(|| evaluation.evaluate(position))
}
