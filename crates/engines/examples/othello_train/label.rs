//! Values for positions, from the end of the game backwards: exact near the end; before that by a selective search to the
//! end; earlier by searches that end in phases whose weights are already fitted.

use crate::data::{self, Game, Labelled};
use heibai_engines::othello::board::Board;
use heibai_engines::othello::probcut::EXACT;
use heibai_engines::othello::search::{INFINITY, LAST_SQUARES, Node, Search, Shared};
use heibai_engines::othello::weights::Weights;
use heibai_engines::search::table::Table;
use heibai_kernels::othello::endgame::{self, Endgame};
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// In a file of labels: there is no such position.
const NO_POSITION: i8 = -128;
/// Values are exact with at most this many empty squares.
const EXACT_FROM: u32 = 14;
/// The first phase of such positions.
pub const EXACT_PHASE: usize = 23;
/// With at most this many they come from a selective search to the end.
const END_FROM: u32 = 16;
/// Before that, the mean of searches of this depth and one ply more: the side to move is flattered by one and
/// wronged by the other.
const DEPTH: i32 = 4;
const CERTAINTY: u8 = 2;
/// Positions of the test set in each phase.
const TEST: usize = 4096;
const CHUNK: usize = 64;

/// Labels positions of these phases, each for so long; writes `OUT/PHASE.labels` and `OUT/PHASE.test`.
pub fn run(
    out: &Path,
    phases: Range<usize>,
    threads: usize,
    time: Duration,
    weights: &Weights,
    games: &[Game],
) -> std::io::Result<()> {
    std::fs::create_dir_all(out)?;
    for phase in phases {
        let label = |test, time| label(games, phase, test, threads, weights, time);
        let set = Set { train: label(false, time), test: label(true, time / 32) };
        println!("phase {phase:2}: {} labels", set.train.len());
        set.write(out, phase)?;
    }
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

/// The labels of a phase's positions, as many as the time allows, of a test set at most [`TEST`].
fn label(
    games: &[Game],
    phase: usize,
    test: bool,
    threads: usize,
    weights: &Weights,
    time: Duration,
) -> Vec<Option<Labelled>> {
    let end = Instant::now() + time;
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Vec<Option<Labelled>>)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let table = Table::new(8 << 20);
                let mut judge = Judge::new(&table, weights);
                while Instant::now() < end {
                    let chunk = next.fetch_add(1, Ordering::Relaxed);
                    if test && chunk * CHUNK >= TEST {
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

    /// The label of a position.
    pub fn value(&mut self, board: Board) -> i8 {
        let empties = board.empties();
        let value = if empties <= EXACT_FROM {
            self.solve(board)
        } else if empties <= END_FROM {
            self.to_end(board, CERTAINTY)
        } else {
            (self.value_at(board, DEPTH, EXACT) + self.value_at(board, DEPTH + 1, EXACT)).div_euclid(2)
        };
        value as i8
    }

    /// The value at the end of the game by a search of this certainty.
    fn to_end(&self, board: Board, certainty: u8) -> i32 {
        let node = Node::new(board);
        self.search(|search| {
            let guess = search.pv(&node, -INFINITY, INFINITY, 4, CERTAINTY);
            exact(guess, |alpha| search.null(&node, alpha, board.empties() as i32, certainty))
        })
    }

    /// The exact value.
    pub fn solve(&mut self, board: Board) -> i32 {
        let empties = board.empties();
        if empties > LAST_SQUARES {
            return self.to_end(board, EXACT);
        }
        let node = Node::new(board);
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
