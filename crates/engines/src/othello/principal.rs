//! Principal variation search. The first move is searched with the full window, its siblings with null windows (in
//! parallel if threads are idle), and again with the full window if they turn out better.

use super::search::{INFINITY, Node, Search};
use crate::search::table::TableEntry;
use heibai_kernels::othello::endgame::Reply;

/// PV nodes are split at this many plies less than others, because the thread would have to search their siblings
/// alone until they are done.
const WORTH: i32 = 3;

impl Search<'_> {
    /// Full-window search.
    pub fn pv(&mut self, node: &Node, alpha: i32, beta: i32, depth: i32, certainty: u8) -> i32 {
        let empties = node.board.empties();
        if beta - alpha <= 1 {
            return self.null(node, alpha, depth, certainty);
        }
        self.count_node();
        if empties == 0 {
            return node.board.final_score();
        }
        if depth <= 0 {
            return self.evaluate(node, empties);
        }
        if self.poll(depth) {
            return alpha;
        }
        if node.moves == 0 {
            let passed = node.passed();
            if passed.moves == 0 {
                return node.board.final_score();
            }
            return -self.pv(&passed, -beta, -alpha, depth, certainty);
        }
        let mut known = self.shared.table.get(node.key());
        // Internal iterative deepening: without a move from the table, a shallower search finds one.
        if known.is_none_or(|k| k.best[0] == TableEntry::NO_MOVE) && depth >= 5 {
            let shallower = if depth >= empties as i32 { depth - 8 } else { depth - 3 };
            if shallower > 0 {
                self.pv(node, alpha, beta, shallower, certainty.min(1));
                known = self.shared.table.get(node.key());
            }
        }
        let started = self.nodes();
        let mut moves = self.expand(node);
        self.rate(node, &mut moves, known, alpha, depth, empties);
        let (best, best_move) =
            self.search_siblings(node, moves.in_order(0), (alpha, beta), depth, certainty, &mut |_, _, _| ());
        if self.is_aborted() {
            return alpha;
        }
        self.store(node, best, alpha, beta, depth, certainty, best_move, started);
        best
    }

    /// Searches the replies in the order given; returns the best value and its square. `on_value` receives each
    /// move's square and value, and whether that is exact; these hold even if the search is aborted.
    pub fn search_siblings(
        &mut self,
        node: &Node,
        replies: &[Reply],
        (mut alpha, beta): (i32, i32),
        depth: i32,
        certainty: u8,
        on_value: &mut dyn FnMut(u8, i32, bool),
    ) -> (i32, u8) {
        let to_end = depth >= node.board.empties() as i32;
        let mut best = (-INFINITY, TableEntry::NO_MOVE);
        let mut rest = replies.to_vec();
        while let Some(&next) = rest.first()
            && alpha < beta
        {
            let first = best.1 == TableEntry::NO_MOVE;
            let answers = if first {
                vec![(alpha + 1, next.square as u8)]
            } else if rest.len() > 1
                && let Some(pool) = self.idle_pool(depth + WORTH, to_end)
            {
                self.share(pool, node, &rest, (alpha, depth, certainty))
            } else {
                vec![(-self.null(&node.after(&next), -alpha - 1, depth - 1, certainty), next.square as u8)]
            };
            if self.is_aborted() {
                return best;
            }
            let highest = answers.iter().max().copied();
            for (mut value, square) in answers {
                // If several are better, only the highest is accepted; the others are searched again.
                if value > alpha && Some((value, square)) != highest {
                    continue;
                }
                let Some(at) = rest.iter().position(|reply| reply.square as u8 == square) else { continue };
                if value > alpha && (first || value < beta) {
                    value = -self.pv(&node.after(&rest[at]), -beta, -alpha, depth - 1, certainty);
                    if self.is_aborted() {
                        return best;
                    }
                }
                rest.remove(at);
                on_value(square, value, value > alpha && value < beta);
                if value > best.0 {
                    best = (value, square);
                }
            }
            alpha = alpha.max(best.0);
        }
        best
    }
}
