//! The search of midgame and endgame: principal variation search with a transposition table and Multi-ProbCut, down
//! to the evaluation or to the exact end.
//!
//! Values are whole discs for the side to move. A search whose depth is the number of empty squares reaches the end
//! of the game; the last squares are searched by `kernels`.

use super::board::Bitboards;
use super::parallel::{Pool, Split};
use super::pattern::Features;
use super::probcut::{self, EXACT};
use super::weights::Weights;
use crate::search::moment::Moment;
use crate::search::table::{TableEntry, TranspositionTable};
use heibai_kernels::othello::endgame::{self, Endgame, Reply};
use heibai_kernels::othello::stable;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Above every value.
pub const INFINITY: i32 = 127;
/// Upper limit on the moves of a position.
const MOST_MOVES: usize = 34;
/// With at most this many empty squares, exact searches go to `kernels`. On 138 positions of hard-20, 12 instead of 13
/// takes 10 % fewer nodes and 2 % more time.
pub const LAST_SQUARES: u32 = 12;
/// Nodes of at least this depth check every time whether the search should stop; cheaper ones now and then.
const WATCHFUL: i32 = 6;
/// How many moves a search to the end rates by a shallow search.
const CLOSER: usize = 2;
/// More than any rating, to place some moves before others.
const BEFORE_OTHERS: i32 = 1 << 20;
/// With at most this many empty squares, a move is valued only if it can become the best of the node without a value
/// that is lower than all so far by more than `DOUBT` (in units of a value).
const LAST_LAZY: u32 = 16;
const DOUBT: i32 = 100;
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// What all threads of a search share.
pub struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub weights: &'a Weights,
    pub stop: &'a AtomicBool,
    pub deadline: Option<Moment>,
    pub node_limit: u64,
    /// Present if several threads search.
    pub pool: Option<&'a Pool>,
}

/// One thread's search.
pub struct Search<'a> {
    pub shared: &'a Shared<'a>,
    endgame: Endgame,
    nodes: u64,
    halted: bool,
    /// Whether it was stopped, or its split node was cut off.
    aborted: bool,
    polls: u32,
    /// The split node that this thread works for.
    pub(super) split: Option<Arc<Split>>,
}

/// A position in the tree: the board, its pattern indices and its legal moves.
#[derive(Clone, Copy)]
pub struct Node {
    pub board: Bitboards,
    pub features: Features,
    pub moves: u64,
    /// Whether every move is expected to fail low, so that their order hardly matters.
    all_low: bool,
}

impl Node {
    pub fn new(board: Bitboards) -> Node {
        let features = Features::new(board.mover, board.opponent);
        Node { board, features, moves: board.moves(), all_low: false }
    }

    #[inline]
    pub fn after(&self, reply: &Reply) -> Node {
        Node {
            board: self.board.played(reply.square, reply.flips),
            features: self.features.played(reply.square, reply.flips),
            moves: reply.replies,
            all_low: false,
        }
    }

    pub(super) fn passed(&self) -> Node {
        let board = self.board.passed();
        Node { board, features: self.features.passed(), moves: board.moves(), all_low: false }
    }

    pub(super) fn key(&self) -> [u64; 2] {
        [self.board.mover, self.board.opponent]
    }
}

/// The moves of a node, made and rated.
pub(super) struct Moves {
    list: [Reply; MOST_MOVES],
    length: usize,
}

impl Moves {
    /// Swaps the cheapest move from `from` on to that place.
    #[inline]
    fn pick(&mut self, from: usize) -> Reply {
        let best = (from..self.length).min_by_key(|&i| self.list[i].cost).unwrap_or(from);
        self.list.swap(from, best);
        self.list[from]
    }

    /// The moves from `from` on, cheapest first.
    pub(super) fn in_order(&mut self, from: usize) -> &[Reply] {
        for number in from..self.length {
            self.pick(number);
        }
        &self.list[from..self.length]
    }
}

impl<'a> Search<'a> {
    pub fn new(shared: &'a Shared<'a>) -> Search<'a> {
        Search {
            shared,
            endgame: Endgame::default(),
            nodes: 0,
            halted: false,
            aborted: false,
            polls: 0,
            split: None,
        }
    }

    pub fn nodes(&self) -> u64 {
        self.nodes + self.endgame.nodes
    }

    /// Whether the search must end. Once true, always true, and no later value counts.
    pub(crate) fn is_halted(&self) -> bool {
        self.halted
    }

    /// Whether values found now are worthless: the search ended, or the split node was cut off.
    #[inline]
    pub(crate) fn is_aborted(&self) -> bool {
        self.aborted
    }

    pub(super) fn halt(&mut self) {
        (self.halted, self.aborted) = (true, true);
    }

    /// Searches for this split node from now on.
    pub(super) fn work_for(&mut self, split: Option<Arc<Split>>) {
        self.split = split;
        self.aborted = self.halted;
        self.look();
    }

    /// Checks whether the split node was cut off.
    #[inline]
    fn look(&mut self) -> bool {
        self.aborted |= self.split.as_ref().is_some_and(|split| split.is_cut());
        self.aborted
    }

    #[inline]
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
    }

    fn is_stopped(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed) || self.shared.deadline.is_some_and(Moment::has_passed)
    }

    /// Whether to give up; called at every node.
    #[inline]
    pub(super) fn poll(&mut self, depth: i32) -> bool {
        self.polls = self.polls.wrapping_add(1);
        if self.nodes() >= self.shared.node_limit || self.polls.is_multiple_of(256) && self.is_stopped() {
            self.halt();
        }
        if depth >= WATCHFUL || self.polls.is_multiple_of(16) { self.look() } else { self.aborted }
    }

    #[inline]
    pub(super) fn evaluate(&self, node: &Node, empties: u32) -> i32 {
        self.shared.weights.discs(&node.features, empties)
    }

    /// Null-window search: whether the value is above `alpha`.
    pub fn null(&mut self, node: &Node, alpha: i32, depth: i32, certainty: u8) -> i32 {
        let empties = node.board.empties();
        let to_end = depth >= empties as i32;
        // 1. The last squares, and the horizon.
        if to_end && empties <= LAST_SQUARES {
            return self.last_squares(node, alpha, empties);
        }
        self.nodes += 1;
        if depth <= 0 {
            return self.evaluate(node, empties);
        }
        if self.poll(depth) {
            return alpha;
        }
        // 2. Stable discs bound the value.
        if let Some(value) = stability_cut(&node.board, alpha, empties) {
            return value;
        }
        // 3. No move: pass, or the end.
        if node.moves == 0 {
            let passed = node.passed();
            if passed.moves == 0 {
                return node.board.final_score();
            }
            return -self.null(&passed, -alpha - 1, depth, certainty);
        }
        if depth <= 2 && !to_end {
            return self.horizon(node, alpha, depth, certainty);
        }
        // 4. Transposition table.
        let known = self.shared.table.get(node.key());
        if let Some(value) = known.and_then(|known| decided(&known, alpha, depth, certainty)) {
            return value;
        }
        // 5. Multi-ProbCut.
        if certainty < EXACT
            && depth >= 3
            && let Some(value) = self.probcut(node, alpha, depth, certainty, empties)
        {
            return value;
        }
        // 6. Make the moves; a wipe-out, or a child that the table refutes, needs no search.
        let started = self.nodes();
        let mut moves = self.expand(node);
        if let Some(value) = self.transposition_cut(node, &moves, alpha, depth, certainty) {
            return value;
        }
        self.rate(node, &mut moves, known, alpha, depth, empties);
        // 7. Search them in order.
        let (mut best, mut best_move) = (-INFINITY, TableEntry::NO_MOVE);
        // A node that an earlier search found to fail low has no cut-off to wait for, so its first move is shared too.
        let bad = known.is_some_and(|known| i32::from(known.upper) <= alpha);
        for number in 0..moves.length {
            if (number > 0 || bad)
                && number + 1 < moves.length
                && let Some(pool) = self.idle_pool(depth, to_end)
            {
                let answers = self.share(pool, node, moves.in_order(number), (alpha, depth, certainty));
                (best, best_move) = answers.into_iter().fold((best, best_move), std::cmp::max);
                break;
            }
            let reply = moves.pick(number);
            // The first move is expected to be good enough, unless none is.
            let child = Node { all_low: number == 0 && !node.all_low, ..node.after(&reply) };
            self.shared.table.prefetch(child.key());
            let value = -self.null(&child, -alpha - 1, depth - 1, certainty);
            if self.is_aborted() || depth >= WATCHFUL && self.look() {
                return alpha;
            }
            if value > best {
                (best, best_move) = (value, reply.square as u8);
                if value > alpha {
                    break;
                }
            }
        }
        if self.is_aborted() {
            return alpha;
        }
        // 8. Store the result.
        self.store(node, best, alpha, alpha + 1, depth, certainty, best_move, started);
        best
    }

    /// Solves the last squares in `kernels`. The largest of these positions are stored in the table, because they
    /// come up again from other moves and in later stages. Measured on FFO 46-47: 4 % fewer nodes.
    fn last_squares(&mut self, node: &Node, alpha: i32, empties: u32) -> i32 {
        let board = &node.board;
        if empties < LAST_SQUARES {
            return endgame::solve::<8>(board.mover, board.opponent, alpha, &mut self.endgame);
        }
        let known = self.shared.table.get(node.key());
        if let Some(value) = known.and_then(|known| decided(&known, alpha, empties as i32, EXACT)) {
            return value;
        }
        let started = self.nodes();
        let value = endgame::solve::<8>(board.mover, board.opponent, alpha, &mut self.endgame);
        self.store(node, value, alpha, alpha + 1, empties as i32, EXACT, TableEntry::NO_MOVE, started);
        value
    }

    /// One or two plies above the evaluation: too cheap for the table.
    fn horizon(&mut self, node: &Node, alpha: i32, depth: i32, certainty: u8) -> i32 {
        let mut moves = self.expand(node);
        for candidate in &mut moves.list[..moves.length] {
            candidate.cost = candidate.replies.count_ones() as i32;
        }
        let (mut best, mut ahead) = (-INFINITY, None);
        for number in 0..moves.length {
            let child = self.child(node, &mut moves, number, depth, &mut ahead);
            best = best.max(-self.null(&child, -alpha - 1, depth - 1, certainty));
            if best > alpha {
                break;
            }
        }
        best
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn store(
        &self,
        node: &Node,
        value: i32,
        alpha: i32,
        beta: i32,
        depth: i32,
        certainty: u8,
        best: u8,
        from: u64,
    ) {
        let known = TableEntry {
            lower: if value > alpha { value as i8 } else { -64 },
            upper: if value < beta { value as i8 } else { 64 },
            depth: depth as u8,
            certainty,
            best: [best, TableEntry::NO_MOVE],
            cost: (self.nodes() - from).max(1).ilog2() as u8,
        };
        self.shared.table.put(node.key(), known);
    }

    pub(super) fn expand(&mut self, node: &Node) -> Moves {
        let mut list = [Reply::default(); MOST_MOVES];
        let length = endgame::expand(node.board.mover, node.board.opponent, node.moves, &mut list);
        Moves { list, length }
    }

    /// Enhanced transposition cut-off: the table shows that a child is bad enough for the opponent.
    fn transposition_cut(
        &self,
        node: &Node,
        moves: &Moves,
        alpha: i32,
        depth: i32,
        certainty: u8,
    ) -> Option<i32> {
        let replies = &moves.list[..moves.length];
        if replies.iter().any(|reply| reply.flips == node.board.opponent) {
            return Some(64);
        }
        // Positions searched by `kernels` are not in the table.
        let empties = node.board.empties();
        if empties <= LAST_SQUARES && depth >= empties as i32 {
            return None;
        }
        let key = |reply: &Reply| {
            let next = node.board.played(reply.square, reply.flips);
            [next.mover, next.opponent]
        };
        replies.iter().for_each(|reply| self.shared.table.prefetch(key(reply)));
        for reply in replies {
            if let Some(known) = self.shared.table.get(key(reply))
                && i32::from(known.depth) >= depth - 1
                && known.certainty >= certainty
                && -i32::from(known.upper) > alpha
            {
                return Some(-i32::from(known.upper));
            }
        }
        None
    }

    /// Rates every move: moves from the table first, then by a shallow search of the position after them and by the
    /// replies they leave. In searches to the end, only the two that look best without a search are searched: FFO
    /// 46-48 take 5 % fewer nodes, FFO 51 and 52 3 % more, and above the last squares 16 and 30 % fewer.
    pub(super) fn rate(
        &mut self,
        node: &Node,
        moves: &mut Moves,
        known: Option<TableEntry>,
        alpha: i32,
        depth: i32,
        empties: u32,
    ) {
        if moves.length < 2 {
            return;
        }
        let best = known.map_or([TableEntry::NO_MOVE; 2], |known| known.best);
        let to_end = depth >= empties as i32;
        let plies = if to_end {
            let plies = i32::from(depth >= 17) + i32::from(depth >= 21) + i32::from(depth >= 26);
            plies - i32::from(node.all_low)
        } else {
            i32::from(depth >= 8) + i32::from(depth >= 12) + i32::from(depth >= 16)
        };
        let closer = if to_end && plies > 0 { moves.length.min(CLOSER) } else { 0 };
        let floor = (alpha - 10).max(-64);
        let weight = if to_end { 56 } else { 8 };
        let cost_of = |reply: &Reply| {
            weight * (reply.replies.count_ones() + (reply.replies & CORNERS).count_ones()) as i32
        };
        // Close to the end, moves that leave many replies are not worth a value.
        let lazy = to_end && plies == 0 && empties <= LAST_LAZY;
        if lazy {
            moves.list[..moves.length].iter_mut().for_each(|reply| reply.cost = cost_of(reply));
            moves.in_order(0);
        }
        let (mut least_value, mut least_cost) = (BEFORE_OTHERS, 2 * BEFORE_OTHERS);
        // Each value is computed while the rows of the next one are being prefetched.
        let mut pending: Option<(usize, Features)> = None;
        for index in 0..moves.length {
            let reply = moves.list[index];
            moves.list[index].cost = if reply.square as u8 == best[0] {
                i32::MIN
            } else if reply.square as u8 == best[1] {
                i32::MIN + 1
            } else if plies < 0 {
                cost_of(&reply)
            } else if lazy && index >= CLOSER && cost_of(&reply) + least_value - DOUBT > least_cost {
                cost_of(&reply) + BEFORE_OTHERS
            } else if plies == 0 || closer > 0 {
                self.nodes += 1;
                let features = node.features.played(reply.square, reply.flips);
                self.shared.weights.prefetch(&features, empties - 1);
                if let Some((earlier, features)) = pending.replace((index, features)) {
                    let value = self.shared.weights.value(&features, empties - 1);
                    moves.list[earlier].cost += value;
                    least_value = least_value.min(value);
                    least_cost = least_cost.min(moves.list[earlier].cost);
                }
                cost_of(&reply)
            } else {
                32 * self.shallow(&node.after(&reply), -64, -floor, plies) + cost_of(&reply)
            };
        }
        if let Some((last, features)) = pending {
            moves.list[last].cost += self.shared.weights.value(&features, empties - 1);
        }
        for index in 0..closer {
            let reply = moves.pick(index);
            if reply.square as u8 != best[0] && reply.square as u8 != best[1] {
                let value = 32 * self.shallow(&node.after(&reply), -64, -floor, plies);
                moves.list[index].cost = value + cost_of(&reply) - BEFORE_OTHERS;
            }
        }
    }

    /// The child by move number `number`. At the last ply before the evaluation, the next child is made ahead of
    /// time, into `ahead`, so that its rows are prefetched.
    #[inline]
    fn child(
        &self,
        node: &Node,
        moves: &mut Moves,
        number: usize,
        depth: i32,
        ahead: &mut Option<Node>,
    ) -> Node {
        let child = ahead.take().unwrap_or_else(|| node.after(&moves.pick(number)));
        if depth == 1 && number + 1 < moves.length {
            let next = node.after(&moves.pick(number + 1));
            self.shared.weights.prefetch(&next.features, next.board.empties());
            *ahead = Some(next);
        }
        child
    }

    /// A few plies without the table, for move ordering.
    fn shallow(&mut self, node: &Node, mut alpha: i32, beta: i32, depth: i32) -> i32 {
        self.nodes += 1;
        if depth <= 0 {
            return self.evaluate(node, node.board.empties());
        }
        if node.moves == 0 {
            let passed = node.passed();
            if passed.moves == 0 {
                return node.board.final_score();
            }
            return -self.shallow(&passed, -beta, -alpha, depth);
        }
        let mut moves = self.expand(node);
        if depth > 1 {
            for candidate in &mut moves.list[..moves.length] {
                candidate.cost = candidate.replies.count_ones() as i32;
            }
        }
        let (mut best, mut ahead) = (-INFINITY, None);
        for number in 0..moves.length {
            let child = self.child(node, &mut moves, number, depth, &mut ahead);
            let value = -self.shallow(&child, -beta, -alpha, depth - 1);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn probcut(&mut self, node: &Node, alpha: i32, depth: i32, certainty: u8, empties: u32) -> Option<i32> {
        let shallow = probcut::shallow(depth);
        let margin = probcut::margin(certainty, empties as i32, depth, shallow);
        let guess = self.evaluate(node, empties);
        let high = alpha + 1 + margin;
        if high <= 64 && guess >= high - margin / 2 {
            let value = self.null(node, high - 1, shallow, certainty);
            if value >= high && !self.is_aborted() {
                return Some(alpha + 1);
            }
        }
        let low = alpha - margin;
        if low >= -64 && guess <= low + margin / 2 {
            let value = self.null(node, low, shallow, certainty);
            if value <= low && !self.is_aborted() {
                return Some(alpha);
            }
        }
        None
    }
}

/// The table's value, if it is deep and certain enough and decides on which side of `alpha` the value lies.
#[inline]
fn decided(known: &TableEntry, alpha: i32, depth: i32, certainty: u8) -> Option<i32> {
    if i32::from(known.depth) < depth || known.certainty < certainty {
        return None;
    }
    let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
    if lower > alpha {
        Some(lower)
    } else if upper <= alpha {
        Some(upper)
    } else {
        None
    }
}

/// The value is at most `64 - 2 * (the opponent's stable discs)`; computed only where that is likely to suffice.
#[inline]
fn stability_cut(board: &Bitboards, alpha: i32, empties: u32) -> Option<i32> {
    if alpha < 2 * empties as i32 - 6 {
        return None;
    }
    stable::bound(board.mover, board.opponent, alpha)
}
