//! The laboratory: traces of the generic searches, evaluations split into their terms, and what Go's network says of
//! a position without search.

use crate::classic;
use crate::go::oracle::{Cache, NetOracle, Oracle as _};
use crate::go::{shipped, state::State};
use crate::registry;
use crate::search::meter::Meter;
use crate::search::watch::{Trace, TreeTrace};
use crate::search::{Parts, alphabeta, mcts, minimax};
use heibai_games::{AnyPosition, Color, Move, Position};
use std::sync::Arc;

/// A recorded minimax or alpha-beta search.
#[derive(Debug)]
pub struct WatchedSearch {
    pub trace: Trace,
    /// For the side to move.
    pub value: i32,
    pub line: Vec<Move>,
    /// The depth that was reached.
    pub depth: u32,
    /// As the search counts them: only positions in which the game goes on.
    pub nodes: u64,
}

/// Plain minimax to a fixed depth. `None` if there is no evaluation of this name or no legal move, or if the search
/// was stopped too early.
pub fn minimax(
    position: &AnyPosition,
    depth: u32,
    eval: Option<&str>,
    meter: &mut Meter<'_>,
) -> Option<WatchedSearch> {
    let evaluation = classic::evaluation(position.kind(), eval)?;
    let mut trace = Trace::default();
    let ranked = minimax::watched(position, depth, &*evaluation, meter, &mut trace);
    let &(mv, value) = ranked.first()?;
    Some(WatchedSearch { line: best_line(&trace, mv), trace, value, depth, nodes: meter.nodes })
}

/// Alpha-beta with iterative deepening; the recorded tree is that of the last finished depth.
pub fn alphabeta(
    position: &AnyPosition,
    depth: u32,
    eval: Option<&str>,
    meter: &mut Meter<'_>,
) -> Option<WatchedSearch> {
    let evaluation = classic::evaluation(position.kind(), eval)?;
    let mut trace = Trace::default();
    let found = alphabeta::watched(position, depth, &*evaluation, meter, &mut trace)?;
    let (value, line, depth) = (found.value, found.line, found.depth);
    Some(WatchedSearch { trace, value, line, depth, nodes: meter.nodes })
}

/// The principal variation, as far as the tree was recorded.
fn best_line(trace: &Trace, first: Move) -> Vec<Move> {
    let mut line = vec![first];
    let Some(mut at) = trace.find(&line) else { return line };
    loop {
        let node = &trace.nodes[at];
        let end = at + node.below() as usize;
        let best = (at + 1..end).find(|&n| {
            let child = &trace.nodes[n];
            let value = if child.turn == node.turn { child.value } else { -child.value };
            child.parent == Some(at as u32) && value == node.value
        });
        let Some((n, mv)) = best.and_then(|n| Some((n, trace.nodes[n].mv?))) else { return line };
        line.push(mv);
        at = n;
    }
}

/// A recorded Monte Carlo tree search.
pub struct WatchedTree {
    pub trace: TreeTrace,
    /// Every root move with its visits and its mean result for the side to move.
    pub moves: Vec<(Move, u32, f64)>,
    pub nodes: u64,
}

/// Monte Carlo tree search with random playouts, or with an evaluation instead of them.
pub fn monte_carlo(
    position: &AnyPosition,
    playouts: u32,
    eval: Option<&str>,
    seed: u64,
    meter: &mut Meter<'_>,
) -> Option<WatchedTree> {
    let kind = position.kind();
    let evaluation = match eval {
        Some(name) => Some(classic::evaluation(kind, Some(name))?),
        None => None,
    };
    let candidates = |position: &AnyPosition, moves: &mut Vec<Move>| {
        (registry::of(position.kind()).sensible_moves)(position, moves);
    };
    let mut trace = TreeTrace::default();
    let mut random = fastrand::Rng::with_seed(seed);
    let evaluation = evaluation.as_deref();
    let found = mcts::watched(position, playouts, &mut random, meter, &candidates, evaluation, &mut trace);
    let mut moves = found.moves;
    moves.sort_by_key(|&(_, visits, _)| std::cmp::Reverse(visits));
    Some(WatchedTree { trace, moves, nodes: meter.nodes })
}

/// What one evaluation says of a position, from Black's side.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    pub name: &'static str,
    pub value: i32,
    pub units_per_step: f64,
    pub parts: Option<Parts>,
    /// The value after each legal move, except for moves that end the game.
    pub after: Vec<(Move, i32)>,
}

/// All evaluations of the game, from Black's side.
pub fn evaluations(position: &AnyPosition) -> Vec<Judged> {
    let kind = position.kind();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let sign = |position: &AnyPosition| if position.turn() == Color::Black { 1 } else { -1 };
    let judged = |&name: &&'static str| {
        let evaluation = classic::evaluation(kind, Some(name))?;
        let black = |position: &AnyPosition| sign(position) * evaluation.evaluate(position);
        let after = |&mv: &Move| {
            let mut next = position.clone();
            next.play_unchecked(mv, &mut ());
            next.outcome().is_none().then(|| (mv, black(&next)))
        };
        let parts = evaluation.parts(position).map(|parts| Parts {
            points: parts.points.iter().map(|&(point, part)| (point, sign(position) * part)).collect(),
            rest: sign(position) * parts.rest,
        });
        let units_per_step = evaluation.units_per_step();
        let after = moves.iter().filter_map(after).collect();
        Some(Judged { name, value: black(position), units_per_step, parts, after })
    };
    classic::names(kind).iter().filter_map(judged).collect()
}

/// What Go's network says of a position without search.
#[derive(Clone, PartialEq, Debug)]
pub struct Glance {
    /// The probability of each legal move; they sum to one.
    pub policy: Vec<(Move, f32)>,
    /// By point, from -1 (White's) to 1 (Black's).
    pub ownership: Vec<f32>,
    /// For Black.
    pub win_rate: f64,
    pub lead: f64,
}

/// Evaluates a game of Go with the network once; `None` in other games.
pub fn glance(start: &AnyPosition, moves: &[Move]) -> Option<Glance> {
    let AnyPosition::Go(start) = start else { return None };
    let state = State::new(start, moves);
    let opinion = NetOracle::new(shipped::medium(), Arc::new(Cache::new(1))).judge(&state);
    let sign = if state.turn() == Color::Black { 1.0 } else { -1.0 };
    let place = |cell: u16| Move::Place(state.board.point_of(cell));
    Some(Glance {
        policy: opinion.moves.iter().map(|&(cell, p)| (cell.map_or(Move::Pass, place), p)).collect(),
        ownership: opinion.ownership.iter().map(|x| x * sign).collect(),
        win_rate: f64::midpoint(1.0, f64::from(opinion.value * sign)),
        lead: f64::from(opinion.lead * sign),
    })
}
