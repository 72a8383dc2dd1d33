//! The principal variation: nodes whose exact value is wanted. The first move is searched with the full window, the others
//! by null windows, side by side where threads are idle, and again with the full window if they turn out better.

use super::search::{INFINITY, Node, Search};
use crate::search::table::Known;
use heibai_kernels::othello::endgame::Reply;

/// Nodes of the principal variation are shared with so many plies fewer than others: there a thread searches on alone
/// until they are done.
const WORTH: i32 = 3;

impl Search<'_> {
    /// Full window.
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
        // Without a known move, a shallower search finds one.
        if known.is_none_or(|k| k.best[0] == Known::NO_MOVE) && depth >= 5 {
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
            self.brothers(node, moves.in_order(0), (alpha, beta), depth, certainty, &mut |_, _, _| ());
        if self.is_aborted() {
            return alpha;
        }
        self.store(node, best, alpha, beta, depth, certainty, best_move, started);
        best
    }

    /// Searches moves in the order given: the best value and its move. `heard` is told each move's square and value, and
    /// whether that is exact. If the search is aborted, what was heard still holds.
    pub fn brothers(
        &mut self,
        node: &Node,
        replies: &[Reply],
        (mut alpha, beta): (i32, i32),
        depth: i32,
        certainty: u8,
        heard: &mut dyn FnMut(u8, i32, bool),
    ) -> (i32, u8) {
        let to_end = depth >= node.board.empties() as i32;
        let mut best = (-INFINITY, Known::NO_MOVE);
        let mut rest = replies.to_vec();
        while let Some(&next) = rest.first()
            && alpha < beta
        {
            let first = best.1 == Known::NO_MOVE;
            let answers = if first {
                vec![(alpha + 1, next.square as u8)]
            } else if rest.len() > 1
                && let Some(pool) = self.hungry(depth + WORTH, to_end)
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
                // Of several that are better, the highest comes first; the others are asked again.
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
                heard(square, value, value > alpha && value < beta);
                if value > best.0 {
                    best = (value, square);
                }
            }
            alpha = alpha.max(best.0);
        }
        best
    }
}
