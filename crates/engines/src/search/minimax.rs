//! Plain minimax: every line to a fixed depth, as in the textbooks. Slow, easy to trust, and the reference for the
//! faster searches.

use super::meter::Meter;
use super::watch::{Left, TreeObserver};
use super::{Evaluation, WIN, value_of_end};
use heibai_games::{Move, Position};

/// The root moves and their values for the side to move, best first. If the meter stops the search, only the moves
/// finished by then, but at least one if there is any.
pub fn ranked<P: Position>(
    position: &P,
    depth: u32,
    evaluation: &dyn Evaluation<P>,
    meter: &mut Meter<'_>,
) -> Vec<(Move, i32)> {
    watched(position, depth, evaluation, meter, &mut ())
}

/// Like `ranked`, with an observer.
pub fn watched<P: Position, O: TreeObserver>(
    position: &P,
    depth: u32,
    evaluation: &dyn Evaluation<P>,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Vec<(Move, i32)> {
    let mut moves = Vec::new();
    evaluation.candidates(position, &mut moves);
    observer.iteration(depth);
    observer.enter(None, position.turn(), OPEN);
    let mut ranked: Vec<(Move, i32)> = Vec::new();
    let mut search = MinimaxSearch { evaluation, meter, observer };
    for mv in moves {
        let value = search.after(position, mv, depth.saturating_sub(1), 1);
        if search.meter.is_stopped() && !ranked.is_empty() {
            break;
        }
        ranked.push((mv, value));
    }
    ranked.sort_by_key(|&(_, value)| -value);
    if let Some(&(_, value)) = ranked.first() {
        observer.leave(value, Left::Searched);
        observer.finished(depth, value);
    }
    ranked
}

/// Plain minimax has no window.
const OPEN: (i32, i32) = (-2 * WIN, 2 * WIN);

struct MinimaxSearch<'s, 'm, P: Position, O> {
    evaluation: &'s dyn Evaluation<P>,
    meter: &'s mut Meter<'m>,
    observer: &'s mut O,
}

impl<P: Position, O: TreeObserver> MinimaxSearch<'_, '_, P, O> {
    /// The value of the position after `mv` for the side to move before it, whoever moves then.
    fn after(&mut self, before: &P, mv: Move, depth: u32, ply: u32) -> i32 {
        let mut next = before.clone();
        next.play_unchecked(mv, &mut ());
        self.observer.enter(Some(mv), next.turn(), OPEN);
        let (value, left) = self.value(&next, depth, ply);
        self.observer.leave(value, left);
        if next.turn() == before.turn() { value } else { -value }
    }

    fn value(&mut self, position: &P, depth: u32, ply: u32) -> (i32, Left) {
        if let Some(outcome) = position.outcome() {
            return (value_of_end(position, &outcome, ply), Left::Over);
        }
        if self.meter.tick() || depth == 0 {
            return (self.evaluation.evaluate(position), Left::Evaluated);
        }
        let mut moves = Vec::new();
        self.evaluation.candidates(position, &mut moves);
        match moves.into_iter().map(|mv| self.after(position, mv, depth - 1, ply + 1)).max() {
            Some(best) => (best, Left::Searched),
            None => (self.evaluation.evaluate(position), Left::Evaluated),
        }
    }
}
