//! Monte Carlo tree search (UCT): selection, expansion, simulation, backpropagation. A random playout or an
//! evaluation judges each new position.

use super::meter::Meter;
use super::watch::TreeObserver;
use super::{Evaluation, below};
use heibai_games::{Color, Move, Position};

/// The exploration constant; √2 is the textbook value for results in 0..1.
pub const EXPLORATION: f64 = std::f64::consts::SQRT_2;
/// A playout longer than this many times the board's points counts as a draw.
const LONGEST: usize = 3;

struct MctsNode {
    mv: Option<Move>,
    /// The side that made `mv`.
    mover: Color,
    visits: u32,
    /// The sum of `mover`'s results over all visits.
    points: f64,
    children: Vec<u32>,
    untried: Vec<Move>,
}

/// The result of a search: every root move with its visits and mean result for the side to move.
pub struct MctsResult {
    pub moves: Vec<(Move, u32, f64)>,
    pub playouts: u32,
}

impl MctsResult {
    /// The most visited move, which is the most robust choice.
    pub fn best(&self) -> Option<(Move, f64)> {
        self.moves.iter().max_by_key(|(_, visits, _)| *visits).map(|&(mv, _, mean)| (mv, mean))
    }
}

/// `candidates` proposes moves (all legal ones, or fewer); `random` is the only source of randomness. With an
/// `evaluation`, no playouts are made.
pub fn search<P: Position>(
    position: &P,
    playouts: u32,
    random: &mut fastrand::Rng,
    meter: &mut Meter<'_>,
    candidates: &dyn Fn(&P, &mut Vec<Move>),
    evaluation: Option<&dyn Evaluation<P>>,
) -> MctsResult {
    watched(position, playouts, random, meter, candidates, evaluation, &mut ())
}

/// Like `search`, with an observer.
pub fn watched<P: Position, O: TreeObserver>(
    position: &P,
    playouts: u32,
    random: &mut fastrand::Rng,
    meter: &mut Meter<'_>,
    candidates: &dyn Fn(&P, &mut Vec<Move>),
    evaluation: Option<&dyn Evaluation<P>>,
    observer: &mut O,
) -> MctsResult {
    let mut tree = vec![node(position, None, !position.turn(), candidates)];
    let mut done = 0;
    while done < playouts && !meter.tick() {
        let mut path = vec![0];
        let mut here = position.clone();
        let mut at = 0;
        while tree[at].untried.is_empty() && !tree[at].children.is_empty() {
            at = select(&tree, at);
            here.play_unchecked(tree[at].mv.expect("a child has a move"), &mut ());
            path.push(at);
        }
        if !tree[at].untried.is_empty() {
            let choice = below(random, tree[at].untried.len());
            let mv = tree[at].untried.swap_remove(choice);
            let mover = here.turn();
            here.play_unchecked(mv, &mut ());
            tree.push(node(&here, Some(mv), mover, candidates));
            let child = tree.len() - 1;
            tree[at].children.push(child as u32);
            path.push(child);
            observer.expand(at, mv, mover);
        }
        let black = match evaluation {
            Some(evaluation) => expected(&here, evaluation),
            None => playout(&mut here, random, candidates),
        };
        observer.judged(path.last().copied().unwrap_or(0), black);
        for &index in &path {
            let node = &mut tree[index];
            node.visits += 1;
            node.points += if node.mover == Color::Black { black } else { 1.0 - black };
        }
        done += 1;
        // A playout on a large board takes a while.
        meter.look();
    }
    let moves = tree[0]
        .children
        .iter()
        .map(|&c| &tree[c as usize])
        .map(|c| (c.mv.expect("a child has a move"), c.visits, c.points / f64::from(c.visits)))
        .collect();
    MctsResult { moves, playouts: done }
}

fn node<P: Position>(
    position: &P,
    mv: Option<Move>,
    mover: Color,
    candidates: &dyn Fn(&P, &mut Vec<Move>),
) -> MctsNode {
    let mut untried = Vec::new();
    if position.outcome().is_none() {
        candidates(position, &mut untried);
    }
    MctsNode { mv, mover, visits: 0, points: 0.0, children: Vec::new(), untried }
}

fn select(tree: &[MctsNode], at: usize) -> usize {
    let log = f64::from(tree[at].visits.max(1)).ln();
    let worth = |child: &MctsNode| {
        let visits = f64::from(child.visits);
        child.points / visits + EXPLORATION * (log / visits).sqrt()
    };
    let best = tree[at]
        .children
        .iter()
        .max_by(|&&a, &&b| worth(&tree[a as usize]).total_cmp(&worth(&tree[b as usize])));
    *best.expect("a node without untried moves has children") as usize
}

/// The evaluation as Black's expected result, 0 to 1.
fn expected<P: Position>(position: &P, evaluation: &dyn Evaluation<P>) -> f64 {
    if let Some(outcome) = position.outcome() {
        return outcome.points(Color::Black);
    }
    let steps = f64::from(evaluation.evaluate(position)) / evaluation.units_per_step();
    let mover = 1.0 / (1.0 + (-steps).exp());
    if position.turn() == Color::Black { mover } else { 1.0 - mover }
}

/// Plays random candidate moves to the end; returns Black's result.
fn playout<P: Position>(
    position: &mut P,
    random: &mut fastrand::Rng,
    candidates: &dyn Fn(&P, &mut Vec<Move>),
) -> f64 {
    let mut moves = Vec::new();
    for _ in 0..LONGEST * position.size() * position.size() {
        if let Some(outcome) = position.outcome() {
            return outcome.points(Color::Black);
        }
        candidates(position, &mut moves);
        if moves.is_empty() {
            position.legal_moves(&mut moves);
        }
        position.play_unchecked(moves[below(random, moves.len())], &mut ());
    }
    0.5
}
