//! Boards of 4x4 and 6x6, in the middle of the 8x8 one, searched to the end: null windows, a table, fewest
//! replies first.

use super::board::Board;
use crate::search::table::{Known, Table};
use heibai_kernels::othello::endgame::{self, Endgame, Reply};
use std::sync::atomic::{AtomicBool, Ordering};

/// An exact value for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    pub score: i32,
    /// The best line, squares of the 8x8 board; a forced pass is 64.
    pub line: Vec<u32>,
    pub nodes: u64,
}

/// With at most this many empty squares the kernels search.
const LAST_SQUARES: u32 = 12;

/// The squares of a board of side N in the middle of the 8x8 one.
pub const fn area(size: usize) -> u64 {
    match size {
        4 => 0x0000_3c3c_3c3c_0000,
        _ => 0x007e_7e7e_7e7e_7e00,
    }
}

struct Solver<'a, const N: usize> {
    table: &'a Table,
    stop: &'a AtomicBool,
    endgame: Endgame,
    nodes: u64,
    halted: bool,
}

/// Solves a position of a 4x4 or 6x6 board (N), given in the middle of the 8x8 one. `None` if stopped.
pub fn solve<const N: usize>(board: Board, table: &Table, stop: &AtomicBool) -> Option<Solved> {
    let mut solver = Solver::<N> { table, stop, endgame: Endgame::new(16), nodes: 0, halted: false };
    let score = solver.value(board, 0)?;
    // Walk the best line: at each step the first move that keeps the value.
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
    Some(Solved { score, line, nodes: solver.nodes + solver.endgame.nodes })
}

impl<const N: usize> Solver<'_, N> {
    /// Exact value by null windows around a guess; values are even.
    fn value(&mut self, board: Board, guess: i32) -> Option<i32> {
        let most = (N * N) as i32;
        let (mut low, mut high) = (-most, most);
        let mut alpha = guess - 1;
        while low < high {
            let value = self.null(board, alpha);
            if self.halted {
                return None;
            }
            if value > alpha {
                low = low.max(value);
                alpha = low + 1;
            } else {
                high = high.min(value);
                alpha = high - 1;
            }
        }
        Some(low)
    }

    /// A move that keeps the value.
    fn keeper(&mut self, board: &Board, moves: u64, value: i32) -> Option<u32> {
        let mut rest = moves;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let next = board.played(square, board.flips(square));
            // After the last safe move nothing else can be better, so "not above -value" is enough.
            let reached = self.null(next, -value) <= -value;
            if self.halted {
                return None;
            }
            if reached {
                return Some(square);
            }
        }
        None
    }

    fn null(&mut self, board: Board, alpha: i32) -> i32 {
        let empties = (area(N) & board.empty()).count_ones();
        if empties <= LAST_SQUARES {
            return endgame::solve::<N>(board.mover, board.opponent, alpha, &mut self.endgame);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            self.halted |= self.stop.load(Ordering::Relaxed);
        }
        if self.halted {
            return alpha;
        }
        let key = canonical(&board);
        let known = self.table.get(key);
        if let Some(known) = known {
            if i32::from(known.lower) > alpha {
                return i32::from(known.lower);
            }
            if i32::from(known.upper) <= alpha {
                return i32::from(known.upper);
            }
        }
        let moves = board.moves() & area(N);
        if moves == 0 {
            let passed = board.passed();
            if passed.moves() & area(N) == 0 {
                return finished::<N>(&board);
            }
            return -self.null(passed, -alpha - 1);
        }
        let mut list = [Reply::default(); 34];
        let length = endgame::expand(board.mover, board.opponent, moves, &mut list);
        let corners: u64 = if N == 6 { 0x0042_0000_0000_4200 } else { 0x0000_2400_0024_0000 };
        for reply in &mut list[..length] {
            let next = board.played(reply.square, reply.flips);
            if let Some(known) = self.table.get(canonical(&next))
                && -i32::from(known.upper) > alpha
            {
                return -i32::from(known.upper);
            }
            let replies = reply.replies & area(N);
            reply.cost = (replies.count_ones() + 2 * (replies & corners).count_ones()) as i32 * 2
                - 3 * i32::from(corners >> reply.square & 1 == 1);
        }
        list[..length].sort_by_key(|reply| reply.cost);
        let started = self.nodes + self.endgame.nodes;
        let mut best = -127;
        for reply in &list[..length] {
            best = best.max(-self.null(board.played(reply.square, reply.flips), -alpha - 1));
            if self.halted {
                return alpha;
            }
            if best > alpha {
                break;
            }
        }
        self.table.put(
            key,
            Known {
                lower: if best > alpha { best as i8 } else { -64 },
                upper: if best > alpha { 64 } else { best as i8 },
                depth: empties as u8,
                certainty: 0,
                best: [Known::NO_MOVE; 2],
                cost: (self.nodes + self.endgame.nodes - started).max(1).ilog2() as u8,
            },
        );
        best
    }
}

fn finished<const N: usize>(board: &Board) -> i32 {
    let difference = board.mover.count_ones() as i32 - board.opponent.count_ones() as i32;
    difference + difference.signum() * (area(N) & board.empty()).count_ones() as i32
}

/// One position for the eight that symmetry makes equal.
pub(super) fn canonical(board: &Board) -> [u64; 2] {
    let plain = [board.mover, board.opponent];
    let mut best = plain;
    for start in [plain, plain.map(transposed)] {
        let flipped = start.map(u64::swap_bytes);
        for turned in [start, flipped, start.map(mirrored), flipped.map(mirrored)] {
            best = best.min(turned);
        }
    }
    best
}

/// Columns the other way round.
fn mirrored(x: u64) -> u64 {
    x.reverse_bits().swap_bytes()
}

/// Rows and columns exchanged: three swaps of growing blocks.
fn transposed(mut x: u64) -> u64 {
    for (by, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let swap = (x ^ x >> by) & mask;
        x ^= swap ^ swap << by;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_by_four_is_won_by_white_by_ten() {
        let solved =
            solve::<4>(Board::START, &Table::new(1 << 20), &AtomicBool::new(false)).expect("not stopped");
        assert_eq!(solved.score, -10);
        let mut board = Board::START;
        for &square in &solved.line {
            board = if square == 64 { board.passed() } else { board.played(square, board.flips(square)) };
        }
        // The line ends with White or Black to move; either way the score is the same game's.
        assert_eq!(finished::<4>(&board).abs(), 10);
    }

    #[test]
    fn turned_boards_are_one() {
        let board = Board { mover: 0x0000_1028_0410_0000, opponent: 0x0000_0410_3008_0000 };
        for turned in [
            Board { mover: transposed(board.mover), opponent: transposed(board.opponent) },
            Board { mover: mirrored(board.mover), opponent: mirrored(board.opponent) },
            Board { mover: board.mover.swap_bytes(), opponent: board.opponent.swap_bytes() },
        ] {
            assert_eq!(canonical(&turned), canonical(&board));
        }
        assert_eq!(transposed(1 << 8), 1 << 1);
    }
}
