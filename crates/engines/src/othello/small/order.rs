//! Move ordering by a shallow search with the evaluation.

use super::weights::UNIT;
use super::{PROOF, SmallNode, Solver, area, finished};
use heibai_kernels::othello::endgame::{self, Reply};

/// Above every evaluation.
const MOST: i32 = 100_000;
/// The penalty per reply that a move leaves, in units of the evaluation: fewer replies make a smaller tree. Measured
/// on eight 6x6 positions with 22 empty squares: 43.9 M nodes with 16, 45.8 M with 8, 43.1 M with 24.
const PER_REPLY: i32 = 16;
/// How close to the best a move must come in the shallow search to get an exact value. Measured on the same
/// positions: 43.3 M nodes with 0, 42.1 M with 32.
const NEAR: i32 = 16;

impl<const N: usize> Solver<'_, '_, N> {
    /// Sorts the moves: those from the table first, then by a shallow search and the replies they leave. Returns the
    /// value of that search.
    pub(super) fn rate(
        &mut self,
        node: &SmallNode,
        list: &mut [Reply],
        empties: u32,
        certainty: u8,
        known: impl Fn(u32) -> Option<usize>,
    ) -> i32 {
        let depth = (empties.clamp(14, 24) as i32 - 14) / 2;
        let replies = |reply: &Reply| (reply.replies & area(N)).count_ones() as i32;
        if depth > 0 {
            list.sort_by_key(replies);
        }
        let (mut least, mut expected) = (MOST, -MOST);
        for reply in list.iter_mut() {
            let place = known(reply.square);
            if let Some(place) = place.filter(|_| certainty == PROOF) {
                reply.cost = i32::MIN + place as i32;
                continue;
            }
            let extra = PER_REPLY * replies(reply);
            let value = self.guess(
                &node.after::<N>(reply),
                empties - 1,
                -MOST,
                (least + NEAR - extra).min(MOST),
                depth,
            );
            reply.cost = value + extra;
            expected = expected.max(-value);
            least = least.min(reply.cost);
            if let Some(place) = place {
                reply.cost = i32::MIN + place as i32;
            }
        }
        list.sort_unstable_by_key(|reply| reply.cost);
        expected
    }

    /// A shallow search for the side to move, in units of the evaluation.
    fn guess(&mut self, node: &SmallNode, empties: u32, mut alpha: i32, beta: i32, depth: i32) -> i32 {
        if self.meter.tick() {
            return alpha;
        }
        if depth == 0 {
            return self.weights.value(&node.features, node.moves, empties);
        }
        if node.moves == 0 {
            let passed = node.passed::<N>();
            if passed.moves == 0 {
                return UNIT * finished::<N>(&node.board);
            }
            return -self.guess(&passed, empties, -beta, -alpha, depth);
        }
        let mut list = [Reply::default(); 34];
        let length = endgame::expand(node.board.mover, node.board.opponent, node.moves, &mut list);
        let list = &mut list[..length];
        if depth > 1 {
            list.sort_unstable_by_key(|reply| (reply.replies & area(N)).count_ones());
        }
        let mut best = -MOST;
        for reply in &*list {
            let value = -self.guess(&node.after::<N>(reply), empties - 1, -beta, -alpha, depth - 1);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
