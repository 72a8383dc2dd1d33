//! Values for positions, from the end of the game backwards: exact near the end; before that, by a search that ends
//! in phases whose weights are already fitted.

use crate::data::{self, Game, Labelled};
use crate::fit;
use heibai_engines::othello::board::Board;
use heibai_engines::othello::probcut::EXACT;
use heibai_engines::othello::search::{INFINITY, LAST_SQUARES, Node, Search, Shared};
use heibai_engines::othello::weights::{PHASES, Weights};
use heibai_engines::search::table::Table;
use heibai_kernels::othello::endgame::{self, Endgame};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// In a file of labels: there is no such position.
const NO_POSITION: i8 = -128;
/// Values are exact with at most this many empty squares.
const EXACT_FROM: u32 = 14;
/// Depth of the search before that: as many plies as a band of phases has.
const DEPTH: i32 = 6;
const CERTAINTY: u8 = 2;
const BAND: usize = DEPTH as usize / 2;
/// Positions of the test set in each phase.
const TEST: usize = 4096;
const CHUNK: usize = 64;

/// The share of the time that each phase gets, first phase first: the end is cheap, and the phases in reach of
/// midgame searches need the most.
const SHARES: [u32; PHASES] = [
    3, 5, 10, 20, 30, 40, 50, 60, 80, 90, 100, 120, 140, 150, 160, 170, 180, 190, 200, 220, 240, 250, 280,
    900, 400, 100, 30, 12, 6, 4,
];

/// Labels all phases, last first, and fits their weights on the way; writes `OUT/PHASE.labels`, `OUT/PHASE.test` and
/// `OUT/weights.bin`.
pub fn run(
    out: &Path,
    threads: usize,
    time: Duration,
    first: &Weights,
    games: &[Game],
) -> Result<(), Box<dyn std::error::Error>> {
    std::fs::create_dir_all(out)?;
    let mut weights = first.clone();
    let total: u32 = SHARES.iter().sum();
    let mut sets: Vec<Set> = (0..PHASES).map(|_| Set::default()).collect();
    let mut band_end = PHASES;
    while band_end > 0 {
        // Exact phases need no weights: they are one band.
        let exact = PHASES - EXACT_FROM as usize / 2;
        let band_start = if band_end > exact { exact } else { band_end.saturating_sub(BAND) };
        for phase in (band_start..band_end).rev() {
            let span = time * SHARES[phase] / total;
            let label = |test, span| label(games, phase, test, threads, &weights, span);
            sets[phase] = Set { train: label(false, Some(span)), test: label(true, None) };
            println!("phase {phase:2}: {} labels", sets[phase].train.len());
            sets[phase].write(out, phase)?;
        }
        fit::fit_phases(band_start..band_end, &sets, threads, games, &mut weights);
        band_end = band_start;
    }
    std::fs::write(out.join("weights.bin"), weights.write())?;
    Ok(())
}

/// The labelled positions of a phase, in the order of their numbers.
#[derive(Default)]
pub struct Set {
    pub train: Vec<Option<Labelled>>,
    pub test: Vec<Option<Labelled>>,
}

impl Set {
    /// Only the labels: the positions follow from the games.
    fn write(&self, folder: &Path, phase: usize) -> std::io::Result<()> {
        for (name, set) in [("labels", &self.train), ("test", &self.test)] {
            let bytes: Vec<u8> = set.iter().map(|p| p.map_or(NO_POSITION, |p| p.score) as u8).collect();
            std::fs::write(folder.join(format!("{phase}.{name}")), bytes)?;
        }
        Ok(())
    }

    pub fn read(folder: &Path, phase: usize, games: &[Game]) -> std::io::Result<Set> {
        let read = |name: &str, test: bool| {
            let labels = std::fs::read(folder.join(format!("{phase}.{name}")))?;
            let labelled = |(number, &label): (usize, &u8)| {
                let board = data::position(games, phase, number, test)?;
                Some(Labelled { board, score: label as i8 })
            };
            std::io::Result::Ok(labels.iter().enumerate().map(labelled).collect())
        };
        Ok(Set { train: read("labels", false)?, test: read("test", true)? })
    }
}

/// The labels of a phase's positions, as many as the time allows or as the test set has.
fn label(
    games: &[Game],
    phase: usize,
    test: bool,
    threads: usize,
    weights: &Weights,
    span: Option<Duration>,
) -> Vec<Option<Labelled>> {
    let end = span.map(|span| Instant::now() + span);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Vec<Option<Labelled>>)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let table = Table::new(8 << 20);
                let mut judge = Judge::new(&table, weights);
                while end.is_none_or(|end| Instant::now() < end) {
                    let chunk = next.fetch_add(1, Ordering::Relaxed);
                    if end.is_none() && chunk * CHUNK >= TEST {
                        break;
                    }
                    let numbers = chunk * CHUNK..(chunk + 1) * CHUNK;
                    let value = |number| {
                        let board = data::position(games, phase, number, test)?;
                        Some(Labelled { board, score: judge.value(board) })
                    };
                    let labels = numbers.map(value).collect();
                    done.lock().expect("no thread panicked").push((chunk, labels));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panicked");
    done.sort_unstable_by_key(|chunk| chunk.0);
    done.into_iter().flat_map(|chunk| chunk.1).collect()
}

/// One thread's judgement of positions.
pub struct Judge<'a> {
    table: &'a Table,
    weights: &'a Weights,
    endgame: Endgame,
    never: AtomicBool,
}

impl<'a> Judge<'a> {
    pub fn new(table: &'a Table, weights: &'a Weights) -> Judge<'a> {
        Judge { table, weights, endgame: Endgame::default(), never: AtomicBool::new(false) }
    }

    fn value(&mut self, board: Board) -> i8 {
        let value = if board.empties() <= EXACT_FROM {
            self.solve(board)
        } else {
            self.value_at(board, DEPTH, CERTAINTY)
        };
        value as i8
    }

    /// The exact value.
    pub fn solve(&mut self, board: Board) -> i32 {
        let empties = board.empties();
        let node = Node::new(board);
        if empties > LAST_SQUARES {
            return self.search(|search| {
                let guess = search.pv(&node, -INFINITY, INFINITY, 4, CERTAINTY);
                exact(guess, |alpha| search.null(&node, alpha, empties as i32, EXACT))
            });
        }
        let guess = self.weights.discs(&node.features, empties);
        exact(guess, |alpha| endgame::solve::<8>(board.mover, board.opponent, alpha, &mut self.endgame))
    }

    /// The value by a search of this depth.
    pub fn value_at(&self, board: Board, depth: i32, certainty: u8) -> i32 {
        let node = Node::new(board);
        self.search(|search| {
            let mut value = self.weights.discs(&node.features, board.empties());
            let mut window = (-INFINITY, INFINITY);
            for depth in (1..=depth).filter(|d| (depth - d) % 2 == 0) {
                value = search.pv(&node, window.0, window.1, depth, certainty);
                if value <= window.0 || value >= window.1 {
                    value = search.pv(&node, -INFINITY, INFINITY, depth, certainty);
                }
                window = (value - 4, value + 4);
            }
            value.clamp(-64, 64)
        })
    }

    fn search<T>(&self, work: impl FnOnce(&mut Search<'_>) -> T) -> T {
        self.table.new_search();
        let shared = Shared {
            table: self.table,
            weights: self.weights,
            stop: &self.never,
            enough: &self.never,
            deadline: None,
            node_limit: u64::MAX,
            pool: None,
        };
        work(&mut Search::new(&shared))
    }
}

/// The exact value by null windows around a guess; exact values are even.
fn exact(guess: i32, mut null: impl FnMut(i32) -> i32) -> i32 {
    let (mut low, mut high) = (-64, 64);
    let mut alpha = ((guess & !1) - 1).clamp(-63, 63);
    while low < high {
        let value = null(alpha);
        if value > alpha {
            low = value.max(low);
            alpha = low + 1;
        } else {
            high = value.min(high);
            alpha = high - 1;
        }
    }
    low
}
