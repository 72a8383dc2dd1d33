//! The search driver: iterative deepening at the root, then selective and exact searches to the end, within limits of
//! depth, nodes and time.

use super::board::Bitboards;
use super::line::line;
use super::parallel::{CloseOnDrop, Pool};
use super::probcut::EXACT;
use super::search::{LAST_SQUARES, Node, Search, Shared};
use crate::search::threads::at_most;
use heibai_kernels::othello::endgame::{Reply, expand};
use std::time::Duration;

/// How far to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Depth of the midgame search in plies.
    pub depth: u32,
    /// With at most this many empty squares, the search goes to the end of the game.
    pub end: u32,
    /// Certainty of the midgame search.
    pub certainty: u8,
    /// Certainty of the search to the end.
    pub end_certainty: u8,
}

impl Plan {
    /// Finds the exact value.
    pub(crate) const SOLVE: Plan = Plan { depth: 14, end: 64, certainty: 1, end_certainty: EXACT };
    /// Searches as far as time allows.
    pub const UNLIMITED: Plan = Plan { depth: 60, end: 60, certainty: 1, end_certainty: EXACT };
}

/// A root move with its result from the last finished iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated {
    pub square: u32,
    pub value: i32,
    /// Whether `value` is exact, not only an upper bound.
    pub sure: bool,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The root moves, best first; empty if there is none.
    pub moves: Vec<Rated>,
    pub score: i32,
    pub depth: u32,
    pub certainty: u8,
    /// Whether the score is proved.
    pub exact: bool,
    /// The principal variation; a forced pass is 64.
    pub line: Vec<u32>,
    pub nodes: u64,
    /// The nodes among them of threads other than the first.
    pub helped: u64,
    /// The total time that threads were idle.
    pub waited: Duration,
}

/// The root: its moves in the order of the last iteration.
pub struct Root {
    node: Node,
    moves: Vec<(Reply, Rated)>,
    /// Whether this stage found a better move than the previous stage's best.
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

    /// Leaves out the moves to these squares.
    pub(crate) fn without(mut self, squares: u64) -> Root {
        self.moves.retain(|m| squares >> m.1.square & 1 == 0);
        self
    }

    /// One principal variation search of all moves but the first `skip`, which are already settled. Moves the best
    /// one to the front.
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
        search.search_siblings(&self.node, &replies, window, depth, certainty, &mut |square, value, sure| {
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

    /// Aspiration window: searches around the expected value and widens the window until the value lies inside.
    pub(crate) fn aspire(
        &mut self,
        search: &mut Search<'_>,
        skip: usize,
        expected: i32,
        depth: i32,
        certainty: u8,
    ) -> i32 {
        // Exact values are even: a window of two discs around one suffices to prove it.
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

/// The stages of the search, in order, as `(depth, certainty)`.
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

/// How many positions the table should hold while one with this many empty squares is solved. FFO 49, 51 and 53 take
/// as many nodes with four times as many positions (148.6 and 149.0 M, 122 and 124 M, 1,555 and 1,556 M), but memory has
/// to be cleared before its first use (0.2 to 0.5 s for 200 MB), and a small table stays in the cache. The least is enough
/// for the line to the end, which is read from the table.
pub(crate) fn worth_keeping(empties: u32) -> usize {
    1 << empties.saturating_sub(8).max(16)
}

/// Searches with several threads; with one, like [`think`].
pub(crate) fn think_with(
    threads: usize,
    board: Bitboards,
    shared: &Shared<'_>,
    plan: &Plan,
    lines: usize,
    on_stage: &mut dyn FnMut(&SearchResult),
) -> SearchResult {
    let threads = at_most(threads);
    if threads == 1 {
        return think(board, shared, plan, lines, on_stage);
    }
    let pool = Pool::default();
    let shared = Shared { pool: Some(&pool), ..*shared };
    let mut found = std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| pool.serve(&shared));
        }
        let _closing = CloseOnDrop(&pool);
        think(board, &shared, plan, lines, on_stage)
    });
    let (nodes, waited) = pool.account();
    found.nodes += nodes;
    found.helped = nodes;
    found.waited = waited;
    found
}

/// Searches a position in which the side to move can move. The `lines` best moves get exact values. `on_stage` is
/// called after every finished stage.
pub fn think(
    board: Bitboards,
    shared: &Shared<'_>,
    plan: &Plan,
    lines: usize,
    on_stage: &mut dyn FnMut(&SearchResult),
) -> SearchResult {
    think_from(Root::new(board), shared, plan, lines, on_stage)
}

/// Like [`think`], from a root whose moves were selected.
pub(crate) fn think_from(
    mut root: Root,
    shared: &Shared<'_>,
    plan: &Plan,
    lines: usize,
    on_stage: &mut dyn FnMut(&SearchResult),
) -> SearchResult {
    let board = root.node.board;
    let mut search = Search::new(shared);
    let empties = board.empties();
    let mut found = SearchResult {
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
        // A move that an unfinished stage found to be better than the best so far is better.
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
        on_stage(&found);
    }
    found.nodes = search.nodes();
    found
}
