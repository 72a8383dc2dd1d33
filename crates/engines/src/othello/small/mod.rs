//! Boards of 4x4 and 6x6, in the middle of the 8x8 one, searched to the end: null windows, a table in which symmetric
//! positions are one, moves ordered by a shallow search.

mod evaluate;

use super::board::Bitboards;
use super::symmetry::{least, turned_square};
use crate::search::meter::Meter;
use crate::search::table::{Known, TranspositionTable};
use evaluate::{UNIT, evaluate};
use heibai_kernels::othello::endgame::{self, Endgame, Reply};
use heibai_kernels::othello::stable;

/// An exact value for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    pub score: i32,
    /// The best line, squares of the 8x8 board; a forced pass is 64.
    pub line: Vec<u32>,
}

/// What is proved so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub low: i32,
    pub high: i32,
    pub nodes: u64,
}

/// With at most this many empty squares the kernels search. Counted on eight 6x6 positions with 22 empty squares: 63.7 M
/// nodes with 10, 64.9 with 11, 67.9 with 12, and the same with 9.
const LAST_SQUARES: u32 = 10;
/// How close to the best a move must come in the shallow search to be placed exactly. Counted on four 6x6 positions with
/// 22 empty squares: 26.0 M nodes and 0.78 CPU s with 20, as many and 0.82 with 80, 27.0 M and 0.95 without a limit.
const NEAR: i32 = 20;
/// Above every evaluation.
const MOST: i32 = 100_000;
/// With at least this many the eight symmetric positions are one.
const SYMMETRIC_FROM: u32 = 16;

/// The squares of a board of side N in the middle of the 8x8 one.
pub const fn area(size: usize) -> u64 {
    match size {
        4 => 0x0000_3c3c_3c3c_0000,
        _ => 0x007e_7e7e_7e7e_7e00,
    }
}

struct Solver<'a, 'm, const N: usize> {
    table: &'a TranspositionTable,
    meter: &'a mut Meter<'m>,
    on_progress: &'a mut dyn FnMut(Bounds),
    endgame: Endgame,
}

/// Solves a position of a 4x4 or 6x6 board (N), given in the middle of the 8x8 one. `None` if the meter stopped it.
/// `on_progress` is told of every bound that is proved.
pub fn solve<const N: usize>(
    board: Bitboards,
    table: &TranspositionTable,
    meter: &mut Meter<'_>,
    on_progress: &mut dyn FnMut(Bounds),
) -> Option<Solved> {
    let mut solver = Solver::<N> { table, meter, on_progress, endgame: Endgame::new(16) };
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
    Some(Solved { score, line })
}

impl<const N: usize> Solver<'_, '_, N> {
    /// Exact value by null windows around a guess; values are even.
    fn value(&mut self, board: Bitboards, guess: i32) -> Option<i32> {
        let most = (N * N) as i32;
        let (mut low, mut high) = (-most, most);
        let mut alpha = guess - 1;
        while low < high {
            let value = self.null(board, alpha);
            if self.meter.is_stopped() {
                return None;
            }
            if value > alpha {
                low = low.max(value);
                alpha = low + 1;
            } else {
                high = high.min(value);
                alpha = high - 1;
            }
            (self.on_progress)(Bounds { low, high, nodes: self.meter.nodes });
        }
        Some(low)
    }

    /// A move that keeps the value; the table mostly knows one.
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
            let reached = self.null(next, -value) <= -value;
            if self.meter.is_stopped() {
                return None;
            }
            if reached {
                return Some(square);
            }
        }
        None
    }

    /// Null window: a bound on the value, on the right side of `alpha`.
    fn null(&mut self, board: Bitboards, alpha: i32) -> i32 {
        let empties = (area(N) & board.empty()).count_ones();
        if empties <= LAST_SQUARES {
            let before = self.endgame.nodes;
            let value = endgame::solve::<N>(board.mover, board.opponent, alpha, &mut self.endgame);
            self.meter.add(self.endgame.nodes - before);
            return value;
        }
        // 1. Whether to go on at all; stable discs; no move.
        if self.meter.tick() {
            return alpha;
        }
        if let Some(value) = stable::bound_within(area(N), board.mover, board.opponent, alpha) {
            return value;
        }
        let moves = board.moves() & area(N);
        if moves == 0 {
            let passed = board.passed();
            if passed.moves() & area(N) == 0 {
                return finished::<N>(&board);
            }
            return -self.null(passed, -alpha - 1);
        }
        // 2. The table.
        let (key, turn) = key(&board, empties);
        let known = self.table.get(key);
        if let Some(known) = known {
            if i32::from(known.lower) > alpha {
                return i32::from(known.lower);
            }
            if i32::from(known.upper) <= alpha {
                return i32::from(known.upper);
            }
        }
        // 3. Make the moves; a child that the table refutes needs no search.
        let mut list = [Reply::default(); 34];
        let length = endgame::expand(board.mover, board.opponent, moves, &mut list);
        let list = &mut list[..length];
        if empties > LAST_SQUARES + 1 {
            for reply in &*list {
                let next = board.played(reply.square, reply.flips);
                if let Some(known) = self.table.get(self::key(&next, empties - 1).0)
                    && -i32::from(known.upper) > alpha
                {
                    return -i32::from(known.upper);
                }
            }
        }
        // 4. Order them and search.
        let first = known.map_or([Known::NO_MOVE; 2], |known| known.best);
        self.rate(&board, list, empties, |square| {
            let square = turned_square(square, turn);
            first.iter().position(|known| *known == square)
        });
        let started = self.meter.nodes;
        let (mut best, mut best_move) = (-127, Known::NO_MOVE);
        for reply in &*list {
            let value = -self.null(board.played(reply.square, reply.flips), -alpha - 1);
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
        // 5. Remember.
        let cost = (self.meter.nodes - started).max(1).ilog2() as u8;
        let (lower, upper) = if best > alpha { (best as i8, 64) } else { (-64, best as i8) };
        let best_moves = [best_move, Known::NO_MOVE];
        let known = Known { lower, upper, depth: empties as u8, certainty: 0, best: best_moves, cost };
        self.table.put(key, known);
        best
    }

    /// Sorts the moves: those that the table knows, then by a shallow search and the replies they leave.
    fn rate(
        &mut self,
        board: &Bitboards,
        list: &mut [Reply],
        empties: u32,
        known: impl Fn(u32) -> Option<usize>,
    ) {
        let depth = (empties.min(24) as i32 - 12) / 2;
        let replies = |reply: &Reply| (reply.replies & area(N)).count_ones() as i32;
        list.sort_by_key(replies);
        let mut least = MOST;
        for reply in list.iter_mut() {
            if let Some(place) = known(reply.square) {
                reply.cost = i32::MIN + place as i32;
                continue;
            }
            let next = board.played(reply.square, reply.flips);
            let extra = 2 * UNIT * replies(reply);
            reply.cost = self.guess(&next, -MOST, (least + NEAR - extra).min(MOST), depth) + extra;
            least = least.min(reply.cost);
        }
        list.sort_by_key(|reply| reply.cost);
    }

    /// What a shallow search expects for the side to move, in units of the evaluation.
    fn guess(&mut self, board: &Bitboards, mut alpha: i32, beta: i32, depth: i32) -> i32 {
        if self.meter.tick() {
            return alpha;
        }
        let moves = board.moves() & area(N);
        if depth == 0 {
            return evaluate::<N>(board, moves);
        }
        if moves == 0 {
            let passed = board.passed();
            if passed.moves() & area(N) == 0 {
                return UNIT * finished::<N>(board);
            }
            return -self.guess(&passed, -beta, -alpha, depth);
        }
        let mut list = [Reply::default(); 34];
        let length = endgame::expand(board.mover, board.opponent, moves, &mut list);
        list[..length].sort_by_key(|reply| (reply.replies & area(N)).count_ones());
        let mut best = -MOST;
        for reply in &list[..length] {
            let value = -self.guess(&board.played(reply.square, reply.flips), -beta, -alpha, depth - 1);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// The position's place in the table, and the symmetry that brings it there.
fn key(board: &Bitboards, empties: u32) -> ([u64; 2], usize) {
    if empties >= SYMMETRIC_FROM { least(board) } else { ([board.mover, board.opponent], 0) }
}

fn finished<const N: usize>(board: &Bitboards) -> i32 {
    let difference = board.mover.count_ones() as i32 - board.opponent.count_ones() as i32;
    difference + difference.signum() * (area(N) & board.empty()).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::super::symmetry::turned;
    use super::*;
    use heibai_games::Limits;
    use std::sync::atomic::AtomicBool;

    /// A meter that stops nothing.
    pub(super) fn meter() -> Meter<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Meter::new(&Limits::default(), &NEVER)
    }

    #[test]
    fn four_by_four_is_won_by_white_by_ten() {
        let mut heard = None;
        let solved =
            solve::<4>(Bitboards::START, &TranspositionTable::new(1 << 20), &mut meter(), &mut |bounds| {
                heard = Some(bounds)
            })
            .expect("not stopped");
        assert_eq!(solved.score, -10);
        assert_eq!(heard.map(|bounds| (bounds.low, bounds.high)), Some((-10, -10)));
        let mut board = Bitboards::START;
        for &square in &solved.line {
            board = if square == 64 { board.passed() } else { board.played(square, board.flips(square)) };
        }
        // The line ends with White or Black to move; either way the score is the same game's.
        assert_eq!(finished::<4>(&board).abs(), 10);
    }

    /// A position of a random game on 6x6 with this many empty squares where the side to move can move.
    pub(super) fn random_position(random: &mut fastrand::Rng, empties: u32) -> Option<Bitboards> {
        let mut board = Bitboards::START;
        loop {
            let mut moves = board.moves() & area(6);
            if moves == 0 {
                board = board.passed();
                moves = board.moves() & area(6);
            }
            if moves == 0 {
                return None;
            }
            if (area(6) & board.empty()).count_ones() == empties {
                return Some(board);
            }
            for _ in 0..random.u32(..moves.count_ones()) {
                moves &= moves - 1;
            }
            let square = moves.trailing_zeros();
            board = board.played(square, board.flips(square));
        }
    }

    /// Plain minimax.
    fn minimax(board: Bitboards) -> i32 {
        let mut moves = board.moves() & area(6);
        if moves == 0 {
            let passed = board.passed();
            return if passed.moves() & area(6) == 0 { finished::<6>(&board) } else { -minimax(passed) };
        }
        let mut best = -127;
        while moves != 0 {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            best = best.max(-minimax(board.played(square, board.flips(square))));
        }
        best
    }

    /// The values are minimax values, and the line leads to them, from squares where only the kernels search up to
    /// those where symmetric positions are one.
    #[test]
    fn values_and_lines_of_six_by_six_are_right() {
        let mut random = fastrand::Rng::with_seed(66);
        let table = TranspositionTable::new(1 << 22);
        let mut counts = [0; 2];
        while counts.iter().any(|count| *count < 40) {
            let deep = usize::from(counts[0] >= 40);
            let Some(board) = random_position(&mut random, if deep == 1 { 17 } else { 7 }) else { continue };
            let solved = solve::<6>(board, &table, &mut meter(), &mut |_| ()).expect("not stopped");
            if deep == 0 {
                assert_eq!(solved.score, minimax(board));
            }
            let (mut end, mut sign) = (board, 1);
            for &square in &solved.line {
                end = if square == 64 { end.passed() } else { end.played(square, end.flips(square)) };
                sign = -sign;
            }
            assert_eq!(sign * finished::<6>(&end), solved.score);
            // A turned position has the same value.
            let turned = Bitboards { mover: turned(board.mover, 1), opponent: turned(board.opponent, 1) };
            let again = solve::<6>(turned, &TranspositionTable::new(1 << 20), &mut meter(), &mut |_| ());
            assert_eq!(again.map(|again| again.score), Some(solved.score));
            counts[deep] += 1;
        }
    }
}
