//! Labels positions, from the end of the game backwards: exact near the end; before that by a selective search to the
//! end; earlier by searches that end in phases whose weights are already fitted.

use super::data::{self, Labelled, SolvedGame};
use heibai_engines::othello::board::Bitboards;
use heibai_engines::othello::probcut::EXACT;
use heibai_engines::othello::search::{INFINITY, LAST_SQUARES, Node, Search, Shared};
use heibai_engines::othello::weights::Weights;
use heibai_engines::search::table::TranspositionTable;
use heibai_kernels::othello::endgame::{self, Endgame};
use std::fs::OpenOptions;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Bytes of a labelled position in a file: both sides' discs and the value.
const RECORD: usize = 17;
/// Values are exact with fewer empty squares than this.
const EXACT_TO: u32 = 15;
/// The first phase of such positions.
pub const EXACT_PHASE: usize = 23;
/// The certainty of selective searches to the end: with 15 and 16 empty squares they are 1.3 discs off, in half the
/// time of the exact value.
const CERTAINTY: u8 = 0;
/// The most empty squares for which they are cheap.
pub const END_FROM: u32 = 16;
/// Before that, the mean of searches of this depth and one ply more: one favours the side to move, the other its
/// opponent.
const DEPTH: i32 = 4;
/// Positions of the test set in each phase.
const TEST: usize = 4096;
const CHUNK: usize = 64;

/// What to label, and for how long.
pub struct Work<'a> {
    pub games: &'a [SolvedGame],
    pub weights: &'a Weights,
    /// Positions to measure with, not to train on.
    pub held_back: bool,
    /// The number of the first position: a second run continues where the first ended.
    pub first: usize,
    /// With at most this many empty squares values come from a search to the end.
    pub end: u32,
    pub threads: usize,
    pub time: Duration,
}

/// Labels positions of these phases, each for the given time; appends them to `OUT/PHASE.labels`, or held-back ones
/// to `OUT/PHASE.test`.
pub fn run(out: &Path, phases: Range<usize>, work: &Work<'_>) -> std::io::Result<()> {
    std::fs::create_dir_all(out)?;
    let name = if work.held_back { "test" } else { "labels" };
    for phase in phases {
        let labels = label(phase, work);
        println!("phase {phase:2}: {} labels", labels.len());
        let bytes: Vec<u8> = labels.into_iter().flat_map(bytes).collect();
        let file = out.join(format!("{phase}.{name}"));
        OpenOptions::new().append(true).create(true).open(file)?.write_all(&bytes)?;
    }
    Ok(())
}

/// The labelled positions of a phase.
#[derive(Default)]
pub struct Set {
    pub train: Vec<Labelled>,
    pub test: Vec<Labelled>,
}

impl Set {
    /// Reads the labels that exist; a folder need not have every phase.
    pub fn read(folder: &Path, phase: usize) -> std::io::Result<Set> {
        let read = |name: &str| match std::fs::read(folder.join(format!("{phase}.{name}"))) {
            Ok(bytes) => Ok(bytes.chunks_exact(RECORD).map(record).collect()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        };
        Ok(Set { train: read("labels")?, test: read("test")? })
    }
}

fn record(bytes: &[u8]) -> Labelled {
    let discs = |from: usize| (0..8).fold(0, |set, n| set | u64::from(bytes[from + n]) << (8 * n));
    let board = Bitboards { mover: discs(0), opponent: discs(8) };
    Labelled { board, score: bytes[16] as i8 }
}

fn bytes(labelled: Labelled) -> [u8; RECORD] {
    let mut bytes = [0; RECORD];
    bytes[..8].copy_from_slice(&labelled.board.mover.to_le_bytes());
    bytes[8..16].copy_from_slice(&labelled.board.opponent.to_le_bytes());
    bytes[16] = labelled.score as u8;
    bytes
}

/// The labels of a phase, as many as time allows; of held-back ones at most [`TEST`].
fn label(phase: usize, work: &Work<'_>) -> Vec<Labelled> {
    let Work { games, weights, held_back, .. } = *work;
    let end = Instant::now() + work.time;
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Vec<Labelled>)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..work.threads.max(1) {
            scope.spawn(|| {
                let table = TranspositionTable::new(8 << 20);
                let mut judge = Judge::new(&table, weights);
                while Instant::now() < end {
                    let chunk = next.fetch_add(1, Ordering::Relaxed);
                    if held_back && chunk * CHUNK >= TEST {
                        break;
                    }
                    let first = work.first + chunk * CHUNK;
                    let labelled = |number| {
                        let board = data::position(games, weights, phase, number, held_back)?;
                        let score =
                            if held_back { judge.careful(board) } else { judge.value(board, work.end) };
                        Some(Labelled { board, score })
                    };
                    let labels = (first..first + CHUNK).filter_map(labelled).collect();
                    done.lock().expect("no thread panicked").push((chunk, labels));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panicked");
    done.sort_unstable_by_key(|chunk| chunk.0);
    done.into_iter().flat_map(|chunk| chunk.1).collect()
}

/// One thread's labeller.
pub struct Judge<'a> {
    table: &'a TranspositionTable,
    weights: &'a Weights,
    endgame: Endgame,
    never: AtomicBool,
}

impl<'a> Judge<'a> {
    pub fn new(table: &'a TranspositionTable, weights: &'a Weights) -> Judge<'a> {
        Judge { table, weights, endgame: Endgame::default(), never: AtomicBool::new(false) }
    }

    /// The value of a position, by a search to the end if at most `end` squares are empty.
    pub fn value(&mut self, board: Bitboards, end: u32) -> i8 {
        let value = match board.empties() {
            ..EXACT_TO => self.solve(board),
            empties if empties <= end => self.to_end(board, CERTAINTY),
            _ => self.between(board, DEPTH, EXACT),
        };
        value as i8
    }

    /// The value of a held-back position: exact up to 18 empty squares, then by selective searches to the end.
    fn careful(&mut self, board: Bitboards) -> i8 {
        let value = match board.empties() {
            ..=18 => self.solve(board),
            19..=20 => self.to_end(board, 2),
            21..=22 => self.to_end(board, 0),
            _ => self.between(board, 8, 2),
        };
        value as i8
    }

    /// The mean of searches of `depth` and one ply more.
    fn between(&self, board: Bitboards, depth: i32, certainty: u8) -> i32 {
        (self.value_at(board, depth, certainty) + self.value_at(board, depth + 1, certainty)).div_euclid(2)
    }

    /// The value at the end of the game by a search of this certainty.
    fn to_end(&self, board: Bitboards, certainty: u8) -> i32 {
        let node = Node::new(board);
        self.search(|search| {
            let guess = search.pv(&node, -INFINITY, INFINITY, 4, EXACT);
            exact(guess, |alpha| search.null(&node, alpha, board.empties() as i32, certainty))
        })
    }

    /// The exact value.
    pub fn solve(&mut self, board: Bitboards) -> i32 {
        let empties = board.empties();
        if empties > LAST_SQUARES {
            return self.to_end(board, EXACT);
        }
        let node = Node::new(board);
        let guess = self.weights.discs(&node.features, empties);
        exact(guess, |alpha| endgame::solve::<8>(board.mover, board.opponent, alpha, &mut self.endgame))
    }

    /// The value by a search of this depth.
    pub fn value_at(&self, board: Bitboards, depth: i32, certainty: u8) -> i32 {
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
