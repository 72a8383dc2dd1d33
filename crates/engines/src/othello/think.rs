//! Thinking about a position: iterative deepening at the root, then selective and exact searches to the end,
//! within limits of depth, nodes and time.

use super::board::Bitboards;
use super::line::line;
use super::parallel::{Closing, Pool};
use super::probcut::EXACT;
use super::search::{LAST_SQUARES, Node, Search, Shared};
use crate::search::threads::at_most;
use heibai_kernels::othello::endgame::{Reply, expand};
use std::time::Duration;

/// How far to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Plies of the midgame search.
    pub depth: u32,
    /// With at most this many empty squares the game is searched to its end.
    pub end: u32,
    /// Certainty of the midgame search.
    pub certainty: u8,
    /// Certainty of the search to the end.
    pub end_certainty: u8,
}

impl Plan {
    /// The exact value.
    pub(crate) const SOLVE: Plan = Plan { depth: 14, end: 64, certainty: 1, end_certainty: EXACT };
    /// As far as time allows.
    pub const UNLIMITED: Plan = Plan { depth: 60, end: 60, certainty: 1, end_certainty: EXACT };
}

/// A root move with what the last finished iteration says of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated {
    pub square: u32,
    pub value: i32,
    /// Whether `value` is the move's value, not only an upper bound for it.
    pub sure: bool,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The root moves, best first; empty if there is none.
    pub moves: Vec<Rated>,
    pub score: i32,
    pub depth: u32,
    pub certainty: u8,
    /// The score is proved.
    pub exact: bool,
    /// The best line; a forced pass is 64.
    pub line: Vec<u32>,
    pub nodes: u64,
    /// Those of them that other threads than the first visited.
    pub helped: u64,
    /// How long threads had nothing to do, all of them together.
    pub waited: Duration,
}

/// The root: its moves in the order of the last iteration.
pub struct Root {
    node: Node,
    moves: Vec<(Reply, Rated)>,
    /// Whether this stage found a move that is better than the first one of the stage before.
    improved: bool,
}

impl Root {
    pub fn new(board: Bitboards) -> Root {
        let node = Node::new(board);
        let mut replies = [Reply::default(); 34];
        let count = expand(board.mover, board.opponent, node.moves, &mut replies);
        let rated = |r: &Reply| (*r, Rated { square: r.square, value: -64, sure: false });
        Root { node, moves: replies[..count].iter().map(rated).collect(), improved: false }
    }

    /// Without the moves to these squares.
    pub(crate) fn without(mut self, squares: u64) -> Root {
        self.moves.retain(|m| squares >> m.1.square & 1 == 0);
        self
    }

    /// One search of all moves but the first `skip` (those are settled): principal variation search, the best
    /// move brought to the front.
    pub fn search(
        &mut self,
        search: &mut Search<'_>,
        skip: usize,
        window: (i32, i32),
        depth: i32,
        certainty: u8,
    ) -> i32 {
        let replies: Vec<Reply> = self.moves[skip..].iter().map(|m| m.0).collect();
        let mut best = -65;
        let (moves, improved) = (&mut self.moves, &mut self.improved);
        search.brothers(&self.node, &replies, window, depth, certainty, &mut |square, value, sure| {
            let found = moves.iter().position(|m| m.1.square == u32::from(square));
            let Some(number) = found else { return };
            moves[number].1 = Rated { value, sure, ..moves[number].1 };
            if value > best {
                best = value;
                *improved |= number > skip && (sure || value >= window.1);
                moves[skip..=number].rotate_right(1);
            }
        });
        best
    }

    /// Searches around the expected value, with a wider window until the value lies inside.
    pub(crate) fn aspire(
        &mut self,
        search: &mut Search<'_>,
        skip: usize,
        expected: i32,
        depth: i32,
        certainty: u8,
    ) -> i32 {
        // Exact values are even: a window of two discs around one is enough to prove it.
        let exact = certainty == EXACT && depth >= self.node.board.empties() as i32;
        let mut wide = if exact { 1 } else { 4 };
        let expected = if exact { expected & !1 } else { expected };
        let (mut low, mut high) = ((expected - wide).max(-65), (expected + wide).min(65));
        loop {
            let value = self.search(search, skip, (low, high), depth, certainty);
            if search.is_halted() {
                return value;
            } else if value <= low && low > -65 {
                low = (value - wide).max(-65);
            } else if value >= high && high < 65 {
                high = (value + wide).min(65);
            } else {
                return value;
            }
            wide = 2 * wide + 1;
        }
    }
}

/// The searches to make, in order: `(depth, certainty)`.
fn stages(empties: u32, plan: &Plan) -> Vec<(i32, u8)> {
    let empties = empties as i32;
    let to_end = empties <= plan.end as i32 || empties <= plan.depth as i32;
    let mut stages = Vec::new();
    let last = if to_end { (empties - 9).min(plan.depth as i32) } else { plan.depth as i32 };
    for depth in 1..=last {
        stages.push((depth, plan.certainty));
    }
    if to_end {
        if empties > LAST_SQUARES as i32 {
            for certainty in [0, 2, 4] {
                if i32::from(certainty) * 2 + 13 <= empties && certainty < plan.end_certainty {
                    stages.push((empties, certainty));
                }
            }
        }
        stages.push((empties, plan.end_certainty));
    }
    stages
}

/// Positions worth keeping while one with this many empty squares is solved. Counted on FFO 40-44 and 46-48: 234.1 M
/// nodes with this many or twice as many, 234.4 M with a sixteenth; what lies in the cache is found sooner.
pub(crate) fn worth_keeping(empties: u32) -> usize {
    1 << empties.saturating_sub(4)
}

/// Thinks with several threads; the same as [`think`] with one.
pub(crate) fn think_with(
    threads: usize,
    board: Bitboards,
    shared: &Shared<'_>,
    plan: &Plan,
    lines: usize,
    heard: &mut dyn FnMut(&Found),
) -> Found {
    let threads = at_most(threads);
    if threads == 1 {
        return think(board, shared, plan, lines, heard);
    }
    let pool = Pool::default();
    let shared = Shared { pool: Some(&pool), ..*shared };
    let mut found = std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| pool.serve(&shared));
        }
        let _closing = Closing(&pool);
        think(board, &shared, plan, lines, heard)
    });
    let (nodes, waited) = pool.account();
    found.nodes += nodes;
    found.helped = nodes;
    found.waited = waited;
    found
}

/// Thinks about a position in which the side to move can move. `lines` best moves get exact places of their
/// own; `heard` is told after every finished stage.
pub fn think(
    board: Bitboards,
    shared: &Shared<'_>,
    plan: &Plan,
    lines: usize,
    heard: &mut dyn FnMut(&Found),
) -> Found {
    think_from(Root::new(board), shared, plan, lines, heard)
}

/// The same from a root whose moves were chosen.
pub(crate) fn think_from(
    mut root: Root,
    shared: &Shared<'_>,
    plan: &Plan,
    lines: usize,
    heard: &mut dyn FnMut(&Found),
) -> Found {
    let board = root.node.board;
    let mut search = Search::new(shared);
    let empties = board.empties();
    let mut found = Found {
        moves: root.moves.iter().map(|m| m.1).collect(),
        score: 0,
        depth: 0,
        certainty: 0,
        exact: false,
        line: root.moves.first().map(|m| m.1.square).into_iter().collect(),
        nodes: 0,
        helped: 0,
        waited: Duration::ZERO,
    };
    if root.moves.is_empty() {
        found.score = board.final_score();
        return found;
    }
    for (depth, certainty) in stages(empties, plan) {
        let mut expected = found.score;
        root.improved = false;
        for skip in 0..lines.clamp(1, root.moves.len()) {
            expected = root.aspire(&mut search, skip, expected, depth, certainty);
            if search.is_halted() {
                break;
            }
        }
        let halted = search.is_halted();
        // What an unfinished stage found to be better than the best move so far is better.
        if halted && (lines > 1 || !root.improved) {
            break;
        }
        found.moves = root.moves.iter().map(|m| m.1).collect();
        found.score = found.moves[0].value;
        found.line = vec![found.moves[0].square];
        let next = board.played(root.moves[0].0.square, root.moves[0].0.flips);
        found.line.extend(line(&next, shared.table));
        if halted {
            break;
        }
        (found.depth, found.certainty) = (depth as u32, certainty);
        found.exact = depth >= empties as i32 && certainty == EXACT;
        found.nodes = search.nodes();
        heard(&found);
    }
    found.nodes = search.nodes();
    found
}
