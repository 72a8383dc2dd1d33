//! Alpha-beta with iterative deepening: the same answer as minimax of the same depth, in fewer nodes.

use super::meter::Meter;
use super::watch::{Left, TreeObserver};
use super::{Evaluation, WIN, value_of_end};
use heibai_games::{Move, Position};

const INFINITY: i32 = 2 * WIN;
const NOTHING: i32 = -INFINITY;

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct AlphaBetaResult {
    pub line: Vec<Move>,
    pub value: i32,
    pub depth: u32,
    /// The root moves and their values, best first; `true` marks an upper bound.
    pub weighed: Vec<(Move, i32, bool)>,
}

/// Deepens to `depth` or until the meter stops it. The result is that of the deepest finished iteration.
pub fn search<P: Position>(
    position: &P,
    depth: u32,
    evaluation: &dyn Evaluation<P>,
    meter: &mut Meter<'_>,
) -> Option<AlphaBetaResult> {
    watched(position, depth, evaluation, meter, &mut ())
}

/// Like `search`, with an observer.
pub fn watched<P: Position, O: TreeObserver>(
    position: &P,
    depth: u32,
    evaluation: &dyn Evaluation<P>,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Option<AlphaBetaResult> {
    let mut moves = Vec::new();
    evaluation.candidates(position, &mut moves);
    let mut best = AlphaBetaResult { line: vec![*moves.first()?], value: 0, depth: 0, weighed: Vec::new() };
    for depth in 1..=depth.max(1) {
        let mut line = Vec::new();
        observer.iteration(depth);
        let (first, weighed) = (best.line.clone(), Vec::new());
        let mut searcher = Searcher { evaluation, meter, observer, first, weighed };
        let value = searcher.node(position, None, depth, 0, -INFINITY, INFINITY, &mut line);
        let mut weighed = searcher.weighed;
        if meter.is_stopped() {
            break;
        }
        observer.finished(depth, value);
        weighed.sort_by_key(|&(_, value, _)| -value);
        best = AlphaBetaResult { line, value, depth, weighed };
        if super::end_of(value).is_some() {
            break;
        }
    }
    Some(best)
}

struct Searcher<'s, 'm, P: Position, O> {
    evaluation: &'s dyn Evaluation<P>,
    meter: &'s mut Meter<'m>,
    observer: &'s mut O,
    /// The principal variation of the last iteration, tried first while the search follows it.
    first: Vec<Move>,
    weighed: Vec<(Move, i32, bool)>,
}

impl<P: Position, O: TreeObserver> Searcher<'_, '_, P, O> {
    #[expect(clippy::too_many_arguments, reason = "a search node")]
    fn node(
        &mut self,
        position: &P,
        mv: Option<Move>,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> i32 {
        line.clear();
        self.observer.enter(mv, position.turn(), (alpha, beta));
        if let Some(outcome) = position.outcome() {
            return self.left(value_of_end(position, &outcome, ply), Left::Over);
        }
        if self.meter.tick() || depth == 0 {
            return self.left(self.evaluation.evaluate(position), Left::Evaluated);
        }
        let mut moves = Vec::new();
        self.evaluation.candidates(position, &mut moves);
        self.put_first(&mut moves, ply);
        let mut best = NOTHING;
        let mut below = Vec::new();
        let mut left = Left::Searched;
        for (number, &mv) in moves.iter().enumerate() {
            let mut next = position.clone();
            next.play_unchecked(mv, &mut ());
            let value = if next.turn() == position.turn() {
                self.node(&next, Some(mv), depth - 1, ply + 1, alpha, beta, &mut below)
            } else {
                -self.node(&next, Some(mv), depth - 1, ply + 1, -beta, -alpha, &mut below)
            };
            if ply == 0 {
                self.weighed.push((mv, value, value <= alpha));
            }
            if value > best {
                best = value;
                line.clear();
                line.push(mv);
                line.extend_from_slice(&below);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                left = Left::Cut;
                self.observer.cut(&moves[number + 1..]);
            }
            if alpha >= beta || self.meter.is_stopped() {
                break;
            }
        }
        match best {
            NOTHING => self.left(self.evaluation.evaluate(position), Left::Evaluated),
            best => self.left(best, left),
        }
    }

    fn left(&mut self, value: i32, left: Left) -> i32 {
        self.observer.leave(value, left);
        value
    }

    fn put_first(&mut self, moves: &mut [Move], ply: u32) {
        if let Some(&mv) = self.first.get(ply as usize) {
            match moves.iter().position(|&m| m == mv) {
                Some(at) => moves[..=at].rotate_right(1),
                None => self.first.clear(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::minimax;
    use super::*;
    use heibai_games::{AnyPosition, Kind, Limits};
    use std::sync::atomic::AtomicBool;

    /// Alpha-beta must find minimax's value on every position, game by game.
    #[test]
    fn equals_minimax() {
        let stop = AtomicBool::new(false);
        for kind in Kind::ALL {
            let rules = match kind {
                Kind::Gomoku => crate::classic::small_gomoku(),
                Kind::Go => kind.rules(&size(4)).unwrap(),
                Kind::Othello => kind.rules(&size(6)).unwrap(),
            };
            for seed in 0..12 {
                let mut random = fastrand::Rng::with_seed(seed);
                let mut position = AnyPosition::start(&rules);
                for _ in 0..6 {
                    let mut moves = Vec::new();
                    position.legal_moves(&mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    position.play(moves[random.usize(..moves.len())]).unwrap();
                }
                let Some(evaluation) = crate::classic::evaluation(kind, None) else { panic!("{kind}") };
                let mut meter = Meter::new(&Limits::default(), &stop);
                let plain = minimax::ranked(&position, 3, &*evaluation, &mut meter).first().copied();
                let pruned = search(&position, 3, &*evaluation, &mut meter);
                // A forced win found early ends the deepening; the sign must still agree.
                match (plain, pruned) {
                    (Some((_, value)), Some(found)) if found.depth == 3 => assert_eq!(value, found.value),
                    (Some((_, value)), Some(found)) => assert_eq!(value.signum(), found.value.signum()),
                    (None, None) => {}
                    other => panic!("{kind} {seed}: {other:?}"),
                }
            }
        }
    }

    fn size(size: usize) -> heibai_games::kind::Choice {
        heibai_games::kind::Choice { size: Some(size), ..Default::default() }
    }
}
