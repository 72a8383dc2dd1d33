//! Trains the evaluation of 6x6: positions of games with good and random moves in turn, exact values by our own
//! solver, and a fit by stochastic gradient descent (AdaGrad).

use anyhow::{Context, bail};
use heibai_engines::othello::board::Bitboards;
use heibai_engines::othello::small::shapes::{ENTRIES, Features};
use heibai_engines::othello::small::weights::{SETS, UNIT, WEIGHTS, Weights, set};
use heibai_engines::othello::small::{self, area};
use heibai_engines::othello::symmetry::{self, turned};
use heibai_engines::search::meter::Meter;
use heibai_engines::search::table::TranspositionTable;
use heibai_games::Limits;
use heibai_kernels::othello::endgame::{self, Endgame};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const CORNERS: u64 = 0x0042_0000_0000_4200;
/// With at most this many empty squares, `kernels` alone is the fastest solver.
const BY_KERNELS: u32 = 14;
/// One label in this many is held back.
const HELD_BACK: usize = 20;
/// At this score, in discs, a position has half the weight: the order of undecided positions matters most.
const EVEN: f32 = 16.0;
/// Bytes of a label: both bitboards and the value.
const LABEL: usize = 17;

fn empties(board: &Bitboards) -> u32 {
    (area(6) & board.empty()).count_ones()
}

/// Writes labels; each number of empty squares gets an equal share of the time.
pub fn label(
    out: &Path,
    seed: u64,
    range: RangeInclusive<u32>,
    each: usize,
    time: Duration,
) -> anyhow::Result<()> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut kernels = Endgame::new(14);
    let table = TranspositionTable::new(64 << 20);
    let mut shares: Vec<(Duration, u32, usize)> = range.map(|empties| (Duration::ZERO, empties, 0)).collect();
    let (begun, mut labels) = (Instant::now(), Vec::new());
    while begun.elapsed() < time {
        let Some(share) = shares.iter_mut().filter(|share| share.2 < each).min() else { break };
        let started = Instant::now();
        if let Some(board) = position(&mut random, share.1) {
            let value = if share.1 <= BY_KERNELS {
                exact(&board, &mut kernels)
            } else {
                table.new_search();
                let meter = &mut Meter::new(&Limits::default(), &NEVER);
                small::solve::<6>(board, &table, meter, &mut |_| ()).context("nothing stops it")?.score
            };
            labels.extend(board.mover.to_le_bytes());
            labels.extend(board.opponent.to_le_bytes());
            labels.push(value as i8 as u8);
            share.2 += 1;
        }
        share.0 += started.elapsed();
    }
    for (_, empties, count) in shares {
        println!("{empties} empty squares: {count} positions");
    }
    std::fs::write(out, labels).with_context(|| out.display().to_string())
}

/// The value of a position that `kernels` can solve.
fn exact(board: &Bitboards, kernels: &mut Endgame) -> i32 {
    let (mut low, mut high, mut alpha) = (-36, 36, -1);
    while low < high {
        let value = endgame::solve::<6>(board.mover, board.opponent, alpha, kernels);
        if value > alpha {
            (low, alpha) = (value, value + 1);
        } else {
            (high, alpha) = (value, value - 1);
        }
    }
    low
}

/// A position of a game in which each side plays at random, leaves few replies, or follows the evaluation, with
/// random moves in between. `None` if the game ends before.
fn position(random: &mut fastrand::Rng, wanted: u32) -> Option<Bitboards> {
    let styles = [random.u32(..4), random.u32(..4)];
    let seldom = [2, 5, 10][random.usize(..3)];
    let (mut board, mut side) = (Bitboards::START, 0);
    loop {
        if board.moves() & area(6) == 0 {
            (board, side) = (board.passed(), 1 - side);
        }
        let moves = board.moves() & area(6);
        if moves == 0 {
            return None;
        }
        let left = empties(&board);
        if left == wanted {
            return Some(board);
        }
        let squares: Vec<u32> = (0..64).filter(|square| moves >> square & 1 == 1).collect();
        let cost = |&square: &u32, random: &mut fastrand::Rng| {
            let next = board.played(square, board.flips(square));
            let replies = next.moves() & area(6);
            match styles[side] {
                2.. => WEIGHTS.value(&Features::new(&next), replies, left - 1) + random.i32(..2 * UNIT),
                _ => {
                    let corner = (CORNERS >> square & 1) as i32;
                    4 * replies.count_ones() as i32 - 12 * corner + random.i32(..6)
                }
            }
        };
        let square = if styles[side] == 0 || random.u32(..seldom) == 0 {
            squares[random.usize(..squares.len())]
        } else {
            squares.into_iter().min_by_key(|square| cost(square, random))?
        };
        (board, side) = (board.played(square, board.flips(square)), 1 - side);
    }
}

/// A set of weights in training.
struct Learning {
    table: Vec<f32>,
    per_move: f32,
    turn: f32,
    /// Sums of squared gradients, of each entry, of the value of a move and of having the move.
    pace: Vec<f32>,
    pace_per_move: f32,
    pace_turn: f32,
}

impl Learning {
    fn off(&self, entries: &[u16], moves: f32, value: f32) -> f32 {
        let sum: f32 = entries.iter().map(|&entry| self.table[usize::from(entry)]).sum();
        sum + self.turn + self.per_move * moves - value
    }

    fn learn(&mut self, entries: &[u16], moves: f32, slope: f32, rate: f32) {
        for &entry in entries {
            let entry = usize::from(entry);
            let slope = slope + 0.01 * self.table[entry];
            self.pace[entry] += slope * slope;
            self.table[entry] -= rate * slope / self.pace[entry].sqrt();
        }
        self.pace_turn += slope * slope;
        self.turn -= 0.15 * slope / self.pace_turn.sqrt();
        let slope = slope * moves;
        self.pace_per_move += slope * slope;
        self.per_move -= 0.15 * slope / self.pace_per_move.sqrt();
    }
}

/// Fits every set to the labels of its positions and, with half the weight, of its neighbours'; each starts from the
/// result of the set below.
pub fn fit(out: &Path, files: &[PathBuf]) -> anyhow::Result<()> {
    let mut labels = Vec::new();
    for file in files {
        let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
        labels.extend(bytes.chunks_exact(LABEL).filter_map(read));
    }
    if labels.is_empty() {
        bail!("there are no labels");
    }
    let mut random = fastrand::Rng::with_seed(5);
    let (mut weights, mut table) = (Weights::zero(), vec![0.0; ENTRIES]);
    let (mut per_move, mut turn) = (0.5, 0.0);
    for number in 0..SETS {
        let is_near = |board: &Bitboards| {
            let left = empties(board);
            [left + 1, left, left.saturating_sub(1)].iter().any(|&left| set(left) == number)
        };
        let near: Vec<(Bitboards, i32)> =
            labels.iter().filter(|(board, _)| is_near(board)).copied().collect();
        let pace = vec![3.0; ENTRIES];
        let mut learning = Learning { table, per_move, turn, pace, pace_per_move: 1000.0, pace_turn: 100.0 };
        fit_set(number, &near, &mut learning, &mut random);
        let whole = |weight: f32| (weight * UNIT as f32).round();
        let to = &mut weights.sets[number];
        (to.per_move, to.turn) = (whole(learning.per_move) as i16, whole(learning.turn) as i16);
        for (to, weight) in to.table.iter_mut().zip(&learning.table) {
            *to = whole(*weight).clamp(-127.0, 127.0) as i8;
        }
        (table, per_move, turn) = (learning.table, learning.per_move, learning.turn);
    }
    std::fs::write(out, weights.write()).with_context(|| out.display().to_string())
}

fn read(label: &[u8]) -> Option<(Bitboards, i32)> {
    let (mover, rest) = label.split_first_chunk()?;
    let (opponent, value) = rest.split_first_chunk()?;
    let board = Bitboards { mover: u64::from_le_bytes(*mover), opponent: u64::from_le_bytes(*opponent) };
    Some((board, i32::from(*value.first()? as i8)))
}

/// Fits one set; prints the error on held-back labels.
fn fit_set(number: usize, labels: &[(Bitboards, i32)], learning: &mut Learning, random: &mut fastrand::Rng) {
    let epochs = if labels.len() > 400_000 { 8 } else { 16 };
    let mut order: Vec<usize> = (0..labels.len()).collect();
    for epoch in 0..epochs {
        let rate = 0.2 * (1.0 - epoch as f32 / epochs as f32) + 0.01;
        random.shuffle(&mut order);
        for &index in order.iter().filter(|&index| index % HELD_BACK != 0) {
            let (board, value) = labels[index];
            let turn = random.usize(..symmetry::COUNT);
            let seen = Bitboards { mover: turned(board.mover, turn), opponent: turned(board.opponent, turn) };
            let (entries, moves) = (Features::new(&seen).entries(), (board.moves() & area(6)).count_ones());
            let off = learning.off(&entries, moves as f32, value as f32);
            let share = if set(empties(&board)) == number { 1.0 } else { 0.5 };
            let tilt = value as f32 / EVEN;
            learning.learn(&entries, moves as f32, off * share / (1.0 + tilt * tilt), rate);
        }
    }
    let (mut error, mut variance, mut count) = (0.0, 0.0, 0);
    for (board, value) in labels.iter().step_by(HELD_BACK).filter(|label| set(empties(&label.0)) == number) {
        let moves = (board.moves() & area(6)).count_ones();
        error += learning.off(&Features::new(board).entries(), moves as f32, *value as f32).powi(2);
        variance += (*value as f32).powi(2);
        count += 1;
    }
    let mean = |sum: f32| (sum / count.max(1) as f32).sqrt();
    println!(
        "set {number}: {} labels; {count} held back, off by {:.2} of {:.2} discs",
        labels.len(),
        mean(error),
        mean(variance)
    );
}
