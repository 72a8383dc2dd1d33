//! A recorded search of the position on the board.

use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::wire::{Side, move_of, point_of};
use heibai_engines::laboratory::{WatchedSearch, alphabeta, minimax, monte_carlo};
use heibai_engines::search::mcts::EXPLORATION;
use heibai_engines::search::meter::Meter;
use heibai_engines::search::watch::{Left, TraceNode};
use heibai_engines::search::{End, end_of};
use heibai_games::{AnyPosition, Color, Limits, Match, Move, Position};
use heibai_words::laboratory as said;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use utoipa::ToSchema;

/// Deeper trees are too large for a person to look at.
const DEEPEST: u32 = 6;
const MOST_NODES: u64 = 150_000;
const MOST_PLAYOUTS: u32 = 2000;
const LONGEST: Duration = Duration::from_secs(5);
/// The most nodes of a tree sent at once; clients ask for the rest by the moves that lead to it.
const MOST_SENT: usize = 1200;

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TreeSearch {
    Minimax,
    AlphaBeta,
}

/// Minimax or alpha-beta on a position.
#[derive(Deserialize, ToSchema)]
pub struct Experiment {
    of: Line,
    search: TreeSearch,
    depth: u32,
    eval: Option<String>,
    /// The moves to the requested part of the tree; empty for the root.
    #[serde(default)]
    under: Vec<Option<u16>>,
}

impl Experiment {
    pub fn line(&self) -> &Line {
        &self.of
    }
}

/// A node of a tree. Values are those of the side to move at the root.
#[derive(Serialize, ToSchema)]
pub struct TracedNode {
    /// The index of its parent in the list; the first has none.
    #[schema(required)]
    parent: Option<u32>,
    #[schema(required)]
    point: Option<u16>,
    /// Empty at the root of the whole search.
    name: String,
    /// The side to move there.
    turn: Side,
    value: i32,
    /// The game ends there, or is decided: `win`, `draw` or `loss`.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
    #[schema(required)]
    alpha: Option<i32>,
    #[schema(required)]
    beta: Option<i32>,
    /// The size of its subtree, including itself.
    below: u64,
    /// `evaluated`, `over`, `searched` or `cut`.
    left: &'static str,
    /// Moves that a cut-off skipped.
    cut: Vec<String>,
    /// Whether it has children that are not sent.
    closed: bool,
}

#[derive(Serialize, ToSchema)]
pub struct IterationView {
    depth: u32,
    value: i32,
    nodes: u64,
    cut_offs: u64,
}

/// What a search found, and how.
#[derive(Serialize, ToSchema)]
pub struct Traced {
    turn: Side,
    depth: u32,
    value: i32,
    #[schema(required)]
    end: Option<&'static str>,
    line: Vec<Option<u16>>,
    names: Vec<String>,
    /// Nodes, as the search itself counts them.
    nodes: u64,
    iterations: Vec<IterationView>,
    /// Whether the search hit its limit of nodes or time.
    stopped: bool,
    /// In the order of the search.
    tree: Vec<TracedNode>,
}

/// The game to search; refused if it is over.
fn running(of: &Line) -> Answer<Match<AnyPosition>> {
    let game = of.play()?;
    if game.outcome().is_some() || game.is_counting() {
        return Err(Code::GameFinished.into());
    }
    Ok(game)
}

fn limits(nodes: Option<u64>) -> Limits {
    Limits { nodes, move_time: Some(LONGEST), ..Limits::default() }
}

fn number_of(value: i32, sign: i32) -> (i32, Option<&'static str>) {
    let word = end_of(value).map(|End { won, .. }| if won == (sign > 0) { "win" } else { "loss" });
    (sign * value, word)
}

/// Runs a search and records its tree.
pub fn trace(asked: &Experiment) -> Answer<Traced> {
    let game = running(&asked.of)?;
    let position = game.position();
    if !(1..=DEEPEST).contains(&asked.depth) {
        return Err(Fail::because(Code::BadRequest, said::depth(DEEPEST)));
    }
    let never = AtomicBool::new(false);
    let mut meter = Meter::new(&limits(Some(MOST_NODES)), &never);
    let run = if asked.search == TreeSearch::Minimax { minimax } else { alphabeta };
    let found = run(position, asked.depth, asked.eval.as_deref(), &mut meter);
    let found = found.ok_or_else(|| Fail::because(Code::BadRequest, said::no_search()))?;
    let stopped = meter.nodes >= MOST_NODES || found.depth < asked.depth && end_of(found.value).is_none();
    let path: Vec<Move> = asked.under.iter().map(|&point| move_of(point)).collect();
    let root = found.trace.find(&path).filter(|_| !found.trace.nodes.is_empty());
    let root = root.ok_or(Code::NotFound)?;
    let (value, end) = number_of(found.value, 1);
    Ok(Traced {
        turn: position.turn().into(),
        depth: found.depth,
        value,
        end,
        line: found.line.iter().map(|&mv| point_of(mv)).collect(),
        names: found.line.iter().map(|&mv| position.write_move(mv)).collect(),
        nodes: found.nodes,
        iterations: found
            .trace
            .iterations
            .iter()
            .map(|i| IterationView { depth: i.depth, value: i.value, nodes: i.nodes, cut_offs: i.cut_offs })
            .collect(),
        stopped,
        tree: part(position, &found, root),
    })
}

fn part(position: &AnyPosition, found: &WatchedSearch, root: usize) -> Vec<TracedNode> {
    let nodes = &found.trace.nodes;
    let chosen = found.trace.part(root, MOST_SENT);
    let place = |number: u32| chosen.binary_search(&(number as usize)).ok().map(|place| place as u32);
    let deepest = chosen.iter().map(|&n| nodes[n].ply).max().unwrap_or(0);
    let view = |&number: &usize| {
        let node: &TraceNode = &nodes[number];
        let sign = if node.turn == position.turn() { 1 } else { -1 };
        let (value, end) = number_of(node.value, sign);
        let end = match node.left {
            Left::Over if node.value == 0 => Some("draw"),
            _ => end,
        };
        // A lower bound for one side is an upper bound for the other.
        let (alpha, beta) = if sign > 0 { (node.alpha, node.beta) } else { (node.beta, node.alpha) };
        TracedNode {
            parent: node.parent.and_then(place),
            point: node.mv.and_then(point_of),
            name: node.mv.map(|mv| position.write_move(mv)).unwrap_or_default(),
            turn: node.turn.into(),
            value,
            end,
            alpha: alpha.map(|bound| sign * bound),
            beta: beta.map(|bound| sign * bound),
            below: node.below(),
            left: match node.left {
                Left::Evaluated => "evaluated",
                Left::Over => "over",
                Left::Searched => "searched",
                Left::Cut => "cut",
            },
            cut: node.cut.iter().map(|&mv| position.write_move(mv)).collect(),
            closed: node.ply == deepest && node.below() > 1,
        }
    };
    chosen.iter().map(view).collect()
}

/// A Monte Carlo tree search on a position.
#[derive(Deserialize, ToSchema)]
pub struct Growth {
    of: Line,
    playouts: u32,
    eval: Option<String>,
    #[serde(default)]
    seed: u64,
}

impl Growth {
    pub fn line(&self) -> &Line {
        &self.of
    }
}

#[derive(Serialize, ToSchema)]
pub struct GrownNode {
    parent: u32,
    #[schema(required)]
    point: Option<u16>,
    name: String,
    /// The side that made the move.
    mover: Side,
}

/// A tree and how it grew. After any number of playouts, visits and means follow from the list.
#[derive(Serialize, ToSchema)]
pub struct Grown {
    turn: Side,
    /// The exploration constant of UCT: mean + constant * sqrt(ln(parent's visits) / visits).
    exploration: f64,
    /// Node 0 is the root and is left out; the others are in the order they were added.
    tree: Vec<GrownNode>,
    /// The node of each playout, and Black's points.
    #[schema(value_type = Vec<Vec<f64>>)]
    playouts: Vec<(u32, f64)>,
    /// Whether time ran out before the last playout.
    stopped: bool,
}

/// Runs a tree search and records how it grew.
pub fn grow(asked: &Growth) -> Answer<Grown> {
    let game = running(&asked.of)?;
    let position = game.position();
    if !(1..=MOST_PLAYOUTS).contains(&asked.playouts) {
        return Err(Fail::because(Code::BadRequest, said::playouts(MOST_PLAYOUTS)));
    }
    let never = AtomicBool::new(false);
    let mut meter = Meter::new(&limits(None), &never);
    let found = monte_carlo(position, asked.playouts, asked.eval.as_deref(), asked.seed, &mut meter);
    let found = found.ok_or_else(|| Fail::because(Code::BadRequest, said::no_search()))?;
    let node = |&(parent, mv, mover): &(u32, Move, Color)| GrownNode {
        parent,
        point: point_of(mv),
        name: position.write_move(mv),
        mover: mover.into(),
    };
    Ok(Grown {
        turn: position.turn().into(),
        exploration: EXPLORATION,
        tree: found.trace.nodes.iter().map(node).collect(),
        stopped: found.trace.judged.len() < asked.playouts as usize,
        playouts: found.trace.judged,
    })
}
