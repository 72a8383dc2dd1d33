//! How far searches of two depths differ, on held-back positions: the ground of Multi-ProbCut.

use crate::data::{self, Game};
use crate::label::Judge;
use heibai_engines::othello::probcut::EXACT;
use heibai_engines::othello::weights::Weights;
use heibai_engines::search::table::Table;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Phases of 46 down to 10 empty squares, in turn.
const PHASES: std::ops::Range<usize> = 7..26;
/// The deepest search before the end of the game.
const DEEPEST: i32 = 10;
/// With at most this many empty squares the exact value is compared too.
const SOLVED: u32 = 18;

/// Prints a line for each position: the empty squares, the values of depth 0, 1, 2 and so on, and the exact value
/// or a dash.
pub fn run(threads: usize, time: Duration, weights: &Weights, games: &[Game]) {
    let end = Instant::now() + time;
    let next = AtomicUsize::new(0);
    let lines: Mutex<Vec<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let table = Table::new(64 << 20);
                let mut judge = Judge::new(&table, weights);
                while Instant::now() < end {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let phase = PHASES.start + number % PHASES.len();
                    let Some(board) = data::position(games, phase, number, true) else { continue };
                    let empties = board.empties();
                    let mut line = format!("{empties}");
                    for depth in 0..=DEEPEST.min(empties as i32 - 1) {
                        line += &format!(" {}", judge.value_at(board, depth, EXACT));
                    }
                    let exact = (empties <= SOLVED).then(|| judge.solve(board).to_string());
                    line += &format!(" = {}", exact.as_deref().unwrap_or("-"));
                    lines.lock().expect("no thread panicked").push(line);
                }
            });
        }
    });
    lines.into_inner().expect("no thread panicked").iter().for_each(|line| println!("{line}"));
}
