//! Exact values of whole positions: passes at the root, finished games, boards of every size.

use super::board::Bitboards;
use super::endgame::{self, Sides};
use super::parallel::MOST_THREADS;
use super::player::{board_of, embedded, move_of, small_move};
use super::probcut::PERCENT;
use super::search::Shared;
use super::small::{self, Bounds};
use super::think::{Plan, think_with, worth_keeping};
use super::weights::WEIGHTS;
use crate::search::meter::Meter;
use crate::search::table::TranspositionTable;
use heibai_games::{AnyPosition, Kind, Limits, Move, Point, Position};
use std::fmt;
use std::sync::atomic::AtomicBool;

/// An exact value and its principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// For the side to move, in discs, the empty squares going to the winner.
    pub score: i32,
    /// `None` if the game is over.
    pub best: Option<Move>,
    pub line: Vec<Move>,
    pub nodes: u64,
}

/// Why there is no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsolved {
    NotOthello(Kind),
    Stopped,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::NotOthello(kind) => write!(f, "only Othello is solved, not {kind}"),
            Unsolved::Stopped => f.write_str("stopped before the value was proved"),
        }
    }
}

impl std::error::Error for Unsolved {}

/// What is known before the search has finished.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SolveProgress {
    /// A selective search to the end, with this certainty in percent.
    Expected { score: i32, percent: f32, nodes: u64 },
    /// Proved bounds on the value.
    Between { low: i32, high: i32, nodes: u64 },
}

/// Solves a position with `threads` threads (0 means 1), using `table` as the transposition table.
pub fn solve(
    position: &AnyPosition,
    table: &TranspositionTable,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Solution, Unsolved> {
    solve_with(position, table, threads, stop, &mut |_| ())
}

/// Like [`solve`], with a callback for progress.
pub fn solve_with(
    position: &AnyPosition,
    table: &TranspositionTable,
    threads: usize,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(SolveProgress),
) -> Result<Solution, Unsolved> {
    if position.kind() != Kind::Othello {
        return Err(Unsolved::NotOthello(position.kind()));
    }
    if let Some(board) = board_of(position) {
        return solve_eight(board, table, threads.clamp(1, MOST_THREADS), stop, on_progress);
    }
    let limits = Limits::default();
    solve_other(position, table, &mut Meter::new(&limits, stop), on_progress).ok_or(Unsolved::Stopped)
}

/// Solves a position of 4x4, 6x6 or 10x10 with one thread. `None` if the meter stopped it.
pub(super) fn solve_other(
    position: &AnyPosition,
    table: &TranspositionTable,
    meter: &mut Meter<'_>,
    on_progress: &mut dyn FnMut(SolveProgress),
) -> Option<Solution> {
    let mut between = |low, high, nodes| on_progress(SolveProgress::Between { low, high, nodes });
    let (score, line) = match position {
        AnyPosition::Othello10(board) => {
            let sides = Sides { mover: board.mover(), opponent: board.opponent() };
            let solved = endgame::solve::<10>(sides, table.bytes(), meter, &mut between)?;
            let square = |square: Option<u32>| square.map_or(Move::Pass, |s| Move::Place(Point(s as u16)));
            (solved.score, solved.line.into_iter().map(square).collect::<Vec<Move>>())
        }
        _ => {
            let (size, board) = (position.size(), embedded(position)?);
            let mut bounds = |Bounds { low, high, nodes }: Bounds| between(low, high, nodes);
            let solved = match size {
                4 => small::solve::<4>(board, table, meter, &mut bounds)?,
                _ => small::solve::<6>(board, table, meter, &mut bounds)?,
            };
            (solved.score, solved.line.into_iter().map(|square| small_move(square, size)).collect())
        }
    };
    Some(Solution { score, best: line.first().copied(), line, nodes: meter.nodes })
}

fn solve_eight(
    board: Bitboards,
    table: &TranspositionTable,
    threads: usize,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(SolveProgress),
) -> Result<Solution, Unsolved> {
    if board.moves() == 0 {
        let passed = board.passed();
        if passed.moves() == 0 {
            return Ok(Solution { score: board.final_score(), best: None, line: Vec::new(), nodes: 0 });
        }
        let mut solution = solve_eight(passed, table, threads, stop, &mut |progress| {
            on_progress(match progress {
                SolveProgress::Expected { score, percent, nodes } => {
                    SolveProgress::Expected { score: -score, percent, nodes }
                }
                SolveProgress::Between { low, high, nodes } => {
                    SolveProgress::Between { low: -high, high: -low, nodes }
                }
            });
        })?;
        solution.score = -solution.score;
        solution.best = Some(Move::Pass);
        solution.line.insert(0, Move::Pass);
        return Ok(solution);
    }
    table.new_search();
    table.use_for(worth_keeping(board.empties()));
    let shared = Shared { table, weights: &WEIGHTS, stop, deadline: None, node_limit: u64::MAX, pool: None };
    let found = think_with(threads, board, &shared, &Plan::SOLVE, 1, &mut |found| {
        if found.depth == board.empties() && !found.exact {
            let percent = PERCENT[usize::from(found.certainty)];
            on_progress(SolveProgress::Expected { score: found.score, percent, nodes: found.nodes });
        }
    });
    table.use_for(usize::MAX);
    if !found.exact {
        return Err(Unsolved::Stopped);
    }
    let line: Vec<Move> = found.line.into_iter().map(move_of).collect();
    Ok(Solution { score: found.score, best: line.first().copied(), line, nodes: found.nodes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::othello::Othello8;
    use heibai_games::{Color, Rules};

    fn position(black: u64, white: u64, turn: Color) -> AnyPosition {
        AnyPosition::Othello8(Othello8::from_bits(black, white, turn).expect("discs do not overlap"))
    }

    fn solved(position: &AnyPosition) -> Solution {
        solve(position, &TranspositionTable::new(1 << 20), 0, &AtomicBool::new(false))
            .expect("an Othello position")
    }

    #[test]
    fn finished_games_have_their_count() {
        let over = |black, white, score| {
            let solution = solved(&position(black, white, Color::Black));
            assert_eq!((solution.score, solution.best, solution.nodes), (score, None, 0));
        };
        over(0, 0, 0);
        over(!0, 0, 64);
        over(1, 0, 64);
        over(0, 1, -64);
        over(0xffff_ffff, !0xffff_ffff, 0);
    }

    #[test]
    fn a_forced_pass_comes_first() {
        // Black has only the corner a1 and White the rest but h8's neighbours' line: Black cannot move.
        let black = 0x0000_0000_0000_0100;
        let white = 0x0000_0000_0000_0001;
        let here = position(black, white, Color::Black);
        assert!(here.must_pass());
        let solution = solved(&here);
        assert_eq!(solution.best, Some(Move::Pass));
        assert_eq!(solution.line.first(), Some(&Move::Pass));
    }

    #[test]
    fn other_games_are_refused() {
        let start = |kind: Kind, size| {
            let choice = heibai_games::kind::Choice { size: Some(size), ..Default::default() };
            let rules: Rules = kind.rules(&choice).expect("a size of the game");
            solve(&AnyPosition::start(&rules), &TranspositionTable::new(0), 1, &AtomicBool::new(false))
        };
        assert_eq!(start(Kind::Go, 9), Err(Unsolved::NotOthello(Kind::Go)));
        assert_eq!(start(Kind::Othello, 4).map(|solution| solution.score), Ok(-10));
    }

    #[test]
    fn a_stopped_search_claims_nothing() {
        let start = AnyPosition::Othello8(Othello8::default());
        let stopped = solve(&start, &TranspositionTable::new(0), 1, &AtomicBool::new(true));
        assert_eq!(stopped, Err(Unsolved::Stopped));
    }

    /// Positions with `empties` empty squares after random moves.
    fn random_positions(seed: u64, empties: u32) -> impl Iterator<Item = AnyPosition> {
        let mut random = fastrand::Rng::with_seed(seed);
        std::iter::repeat_with(move || {
            let mut board = Bitboards::START;
            while board.empties() > empties && board.moves() != 0 {
                let moves = board.moves();
                let square =
                    (0..random.u32(..moves.count_ones())).fold(moves, |m, _| m & (m - 1)).trailing_zeros();
                board = board.played(square, board.flips(square));
            }
            position(board.mover, board.opponent, Color::Black)
        })
    }

    /// Threads must not change a value.
    #[test]
    fn many_threads_find_what_one_finds() {
        for (here, threads) in random_positions(5, 18).zip([2, 2, 2, 3, 3, 5, 5, 9, 9, 17]) {
            let table = TranspositionTable::new(1 << 22);
            let found = solve(&here, &table, threads, &AtomicBool::new(false)).expect("not stopped");
            assert_eq!(found.score, solved(&here).score, "{threads} threads");
        }
    }

    /// A value found by a search that was stopped does not count.
    #[test]
    fn threads_that_are_stopped_claim_nothing_false() {
        let mut stopped = 0;
        for (here, number) in random_positions(6, 18).zip(0..24) {
            let (table, stop) = (TranspositionTable::new(1 << 22), AtomicBool::new(false));
            let found = std::thread::scope(|scope| {
                // The first is stopped before it begins, the others while they search.
                stop.store(number == 0, std::sync::atomic::Ordering::Relaxed);
                let search = scope.spawn(|| solve(&here, &table, 4, &stop));
                std::thread::sleep(std::time::Duration::from_micros(500 * number));
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
                search.join().expect("no panic")
            });
            match found {
                Ok(found) => assert_eq!(found.score, solved(&here).score),
                Err(why) => {
                    assert_eq!(why, Unsolved::Stopped);
                    stopped += 1;
                }
            }
        }
        assert!(stopped > 0, "nothing was stopped");
    }
}
