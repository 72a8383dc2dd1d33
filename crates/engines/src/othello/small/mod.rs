//! Solves boards of 4x4 and 6x6, which lie in the middle of the 8x8 board: null windows, a transposition table in
//! which symmetric positions are one, moves ordered by a shallow search. Selective searches come first; they find
//! good moves and a value to start from.

mod order;
pub mod shapes;
pub mod weights;

use super::board::Bitboards;
use super::symmetry::{least, turned_square};
use crate::search::meter::Meter;
use crate::search::table::{TableEntry, TranspositionTable};
use heibai_kernels::othello::endgame::{self, Endgame, Reply};
use heibai_kernels::othello::stable;
use shapes::Features;
use weights::{UNIT, WEIGHTS, Weights};

/// An exact value for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    pub score: i32,
    /// The principal variation, as squares of the 8x8 board; a forced pass is 64.
    pub line: Vec<u32>,
}

/// The bounds proved so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub low: i32,
    pub high: i32,
    pub nodes: u64,
}

/// With at most this many empty squares, `kernels` searches. Measured on eight 6x6 positions with 22 empty squares:
/// 43.9 M nodes with 10, 43.2 M with 9, 46.2 M with 11.
const LAST_SQUARES: u32 = 10;
/// With at least this many empty squares, a selective search comes first.
const SELECTIVE_FROM: u32 = 18;
/// The margin of the selective search, in units of the evaluation: slightly more than the evaluation's error.
const DECIDED: i32 = 60;
/// With at least this many empty squares, the table stores the eight symmetric positions as one.
const SYMMETRIC_FROM: u32 = 16;
/// Certainties of table entries: of the selective search, and of the proof.
const SELECTIVE: u8 = 0;
const PROOF: u8 = 1;

/// The squares of an N x N board in the middle of the 8x8 one.
pub const fn area(size: usize) -> u64 {
    match size {
        4 => 0x0000_3c3c_3c3c_0000,
        _ => 0x007e_7e7e_7e7e_7e00,
    }
}

/// A position with its incremental pattern indices.
struct SmallNode {
    board: Bitboards,
    features: Features,
    moves: u64,
}

impl SmallNode {
    fn new<const N: usize>(board: Bitboards) -> SmallNode {
        SmallNode { board, features: Features::new(&board), moves: board.moves() & area(N) }
    }

    #[inline]
    fn after<const N: usize>(&self, reply: &Reply) -> SmallNode {
        SmallNode {
            board: self.board.played(reply.square, reply.flips),
            features: self.features.played(reply.square, reply.flips),
            moves: reply.replies & area(N),
        }
    }

    fn passed<const N: usize>(&self) -> SmallNode {
        let board = self.board.passed();
        SmallNode { board, features: self.features.passed(), moves: board.moves() & area(N) }
    }

    fn empties<const N: usize>(&self) -> u32 {
        (area(N) & self.board.empty()).count_ones()
    }
}

struct Solver<'a, 'm, const N: usize> {
    table: &'a TranspositionTable,
    weights: &'static Weights,
    meter: &'a mut Meter<'m>,
    on_progress: &'a mut dyn FnMut(Bounds),
    endgame: Endgame,
}

/// Solves a position on a 4x4 or 6x6 board (N), given in the middle of the 8x8 one. `None` if the meter stopped it.
/// `on_progress` receives every proved bound.
pub fn solve<const N: usize>(
    board: Bitboards,
    table: &TranspositionTable,
    meter: &mut Meter<'_>,
    on_progress: &mut dyn FnMut(Bounds),
) -> Option<Solved> {
    let endgame = Endgame::new(16);
    let mut solver = Solver::<N> { table, weights: &WEIGHTS, meter, on_progress, endgame };
    let score = solver.value(board)?;
    // Follow the principal variation: at each step the first move that keeps the value.
    let (mut here, mut value, mut line) = (board, score, Vec::new());
    loop {
        let moves = here.moves() & area(N);
        if moves == 0 {
            here = here.passed();
            value = -value;
            if here.moves() & area(N) == 0 {
                break;
            }
            line.push(64);
            continue;
        }
        let square = solver.keeper(&here, moves, value)?;
        line.push(square);
        here = here.played(square, here.flips(square));
        value = -value;
    }
    Some(Solved { score, line })
}

impl<const N: usize> Solver<'_, '_, N> {
    /// The exact value; a selective search gives the first guess.
    fn value(&mut self, board: Bitboards) -> Option<i32> {
        let root = SmallNode::new::<N>(board);
        let mut expected = self.weights.value(&root.features, root.moves, root.empties::<N>()) / UNIT;
        if root.empties::<N>() >= SELECTIVE_FROM {
            expected = self.converge(&root, expected, SELECTIVE)?;
        }
        self.converge(&root, expected, PROOF)
    }

    /// The value by null windows around a guess (MTD(f)); values are even.
    fn converge(&mut self, root: &SmallNode, guess: i32, certainty: u8) -> Option<i32> {
        let most = (N * N) as i32;
        let (mut low, mut high) = (-most, most);
        let mut alpha = (guess.clamp(2 - most, most - 2) & !1) - 1;
        while low < high {
            let value = self.null(root, alpha, certainty);
            if self.meter.is_stopped() {
                return None;
            }
            if value > alpha {
                low = low.max((value + 1) & !1);
                alpha = low + 1;
            } else {
                high = high.min(value & !1);
                alpha = high - 1;
            }
            if certainty == PROOF {
                (self.on_progress)(Bounds { low, high, nodes: self.meter.nodes });
            }
        }
        Some(low.min(high))
    }

    /// A move that keeps the value; the table usually knows one.
    fn keeper(&mut self, board: &Bitboards, moves: u64, value: i32) -> Option<u32> {
        let (key, turn) = key(board, (area(N) & board.empty()).count_ones());
        let known = self.table.get(key).map(|known| known.best[0]);
        let mut rest = moves;
        let squares = std::iter::from_fn(|| {
            let square = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (square < 64).then_some(square)
        });
        let mut squares: Vec<u32> = squares.collect();
        squares.sort_by_key(|&square| Some(turned_square(square, turn)) != known);
        for square in squares {
            let next = board.played(square, board.flips(square));
            // Nothing is better than the value, so "not above -value" is enough.
            let reached = self.null(&SmallNode::new::<N>(next), -value, PROOF) <= -value;
            if self.meter.is_stopped() {
                return None;
            }
            if reached {
                return Some(square);
            }
        }
        None
    }

    /// Null-window search: a bound on the value, on the correct side of `alpha`.
    fn null(&mut self, node: &SmallNode, alpha: i32, certainty: u8) -> i32 {
        let board = node.board;
        let empties = node.empties::<N>();
        if empties <= LAST_SQUARES {
            return self.last_squares(board, alpha);
        }
        // 1. Stopped? Stable discs. No move.
        if self.meter.tick() {
            return alpha;
        }
        if let Some(value) = stable::bound_within(area(N), board.mover, board.opponent, alpha) {
            return value;
        }
        if node.moves == 0 {
            let passed = node.passed::<N>();
            if passed.moves == 0 {
                return finished::<N>(&board);
            }
            return -self.null(&passed, -alpha - 1, certainty);
        }
        // 2. Transposition table.
        let (key, turn) = key(&board, empties);
        let known = self.table.get(key);
        if let Some(known) = known.filter(|known| known.certainty >= certainty) {
            if i32::from(known.lower) > alpha {
                return i32::from(known.lower);
            }
            if i32::from(known.upper) <= alpha {
                return i32::from(known.upper);
            }
        }
        // 3. Make the moves; a child that the table refutes needs no search.
        let mut list = [Reply::default(); 34];
        let length = endgame::expand(board.mover, board.opponent, node.moves, &mut list);
        let list = &mut list[..length];
        if let Some(value) = self.transposition_cut(&board, list, alpha, empties, certainty) {
            return value;
        }
        // 4. Order them; a selective search may stop here.
        let first = known.map_or([TableEntry::NO_MOVE; 2], |known| known.best);
        let expected = self.rate(node, list, empties, certainty, |square| {
            let square = turned_square(square, turn);
            first.iter().position(|known| *known == square)
        });
        if certainty < PROOF && expected >= UNIT * (alpha + 1) + DECIDED {
            return alpha + 1;
        }
        if certainty < PROOF && expected <= UNIT * alpha - DECIDED {
            return alpha;
        }
        // 5. Search them.
        let started = self.meter.nodes;
        let (mut best, mut best_move) = (-127, TableEntry::NO_MOVE);
        for reply in &*list {
            let value = if empties - 1 <= LAST_SQUARES {
                -self.last_squares(board.played(reply.square, reply.flips), -alpha - 1)
            } else {
                -self.null(&node.after::<N>(reply), -alpha - 1, certainty)
            };
            if self.meter.is_stopped() {
                return alpha;
            }
            if value > best {
                (best, best_move) = (value, turned_square(reply.square, turn));
                if best > alpha {
                    break;
                }
            }
        }
        // 6. Store the result.
        let cost = (self.meter.nodes - started).max(1).ilog2() as u8;
        let (lower, upper) = if best > alpha { (best as i8, 64) } else { (-64, best as i8) };
        let best_moves = [best_move, TableEntry::NO_MOVE];
        self.table
            .put(key, TableEntry { lower, upper, depth: empties as u8, certainty, best: best_moves, cost });
        best
    }

    fn last_squares(&mut self, board: Bitboards, alpha: i32) -> i32 {
        let before = self.endgame.nodes;
        let value = endgame::solve::<N>(board.mover, board.opponent, alpha, &mut self.endgame);
        self.meter.add(self.endgame.nodes - before);
        value
    }

    /// Enhanced transposition cut-off: the table shows that a child is bad enough for the opponent.
    fn transposition_cut(
        &self,
        board: &Bitboards,
        list: &[Reply],
        alpha: i32,
        empties: u32,
        certainty: u8,
    ) -> Option<i32> {
        // Positions searched by `kernels` are not in the table.
        if empties <= LAST_SQUARES + 1 {
            return None;
        }
        let mut keys = [[0; 2]; 34];
        for (reply, key) in list.iter().zip(&mut keys) {
            *key = self::key(&board.played(reply.square, reply.flips), empties - 1).0;
            self.table.prefetch(*key);
        }
        let known = keys[..list.len()].iter().filter_map(|key| self.table.get(*key));
        let certain = known.filter(|known| known.certainty >= certainty);
        certain.map(|known| -i32::from(known.upper)).find(|&value| value > alpha)
    }
}

/// The position's key in the table, and the symmetry that leads to it.
fn key(board: &Bitboards, empties: u32) -> ([u64; 2], usize) {
    if empties >= SYMMETRIC_FROM { least(board) } else { ([board.mover, board.opponent], 0) }
}

fn finished<const N: usize>(board: &Bitboards) -> i32 {
    let difference = board.mover.count_ones() as i32 - board.opponent.count_ones() as i32;
    difference + difference.signum() * (area(N) & board.empty()).count_ones() as i32
}

#[cfg(test)]
mod tests;
