//! Trains the evaluation of 10x10: self-play games that begin with random moves, the exact values of their ends, and
//! a fit by stochastic gradient descent (AdaGrad).

use anyhow::{Context, bail};
use heibai_engines::othello::endgame::{self, Geometry, Sides};
use heibai_engines::othello::ten::search;
use heibai_engines::othello::ten::shapes::{ENTRIES, Features, TURNS, turned};
use heibai_engines::othello::ten::weights::{SETS, UNIT, Weights, set};
use heibai_engines::othello::think::Rated;
use heibai_engines::search::meter::Meter;
use heibai_games::Limits;
use heibai_games::othello::Bits;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// With at most this many empty squares the rest of a game is solved.
const SOLVED: u32 = 12;
/// One label in this many is held back.
const HELD_BACK: usize = 20;
/// At this score, in discs, a position has half the weight: the order of undecided positions matters most.
const EVEN: f32 = 40.0;
/// A set also learns from positions up to this many squares beyond its bounds, with half the weight.
const BEYOND: u32 = 6;
/// The weight of a search against what came after it (1 - lambda).
const TRUST: f32 = 0.12;
/// The initial squared gradient of every entry, so that rare ones learn slowly.
const CAUTION: f32 = 2e4;
/// Bytes of a label: both bitboards and the value.
const LABEL: usize = 33;
const START: Sides = Sides { mover: 1 << 45 | 1 << 54, opponent: 1 << 44 | 1 << 55 };

static NEVER: AtomicBool = AtomicBool::new(false);

fn empties(sides: &Sides) -> u32 {
    100 - (sides.mover | sides.opponent).count()
}

/// Writes the positions of games, each with its value for the side to move.
pub fn games(
    out: &Path,
    seed: u64,
    depth: u32,
    time: Duration,
    weights: Option<&Path>,
) -> anyhow::Result<()> {
    // The output of an evaluation that knows nothing is no label.
    let trust = if weights.is_some() { TRUST } else { 0.0 };
    let weights = match weights {
        Some(path) => {
            let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
            Weights::read(&bytes).with_context(|| path.display().to_string())?
        }
        None => Weights::mobility(),
    };
    let geometry = Geometry::new::<10>();
    let mut random = fastrand::Rng::with_seed(seed);
    let (begun, mut labels, mut count) = (Instant::now(), Vec::new(), 0);
    while begun.elapsed() < time {
        let game = game(&mut random, &geometry, depth, &weights, trust).context("nothing stops it")?;
        count += usize::from(!game.is_empty());
        for (sides, value) in game {
            labels.extend(sides.mover.to_le_bytes());
            labels.extend(sides.opponent.to_le_bytes());
            labels.push(value as i8 as u8);
        }
    }
    println!("{count} games, {} positions", labels.len() / LABEL);
    std::fs::write(out, labels).with_context(|| out.display().to_string())
}

/// A position of a game.
struct Met {
    sides: Sides,
    /// 1 or -1.
    turn: i32,
    /// The search value for the side to move, in discs.
    expected: f32,
}

/// The positions of a game after its random moves. The value of each is the game's result, mixed with the search
/// values of the moves after it; nearer ones count more (TD(lambda), where 1 - lambda is `trust`).
fn game(
    random: &mut fastrand::Rng,
    geometry: &Geometry,
    depth: u32,
    weights: &Weights,
    trust: f32,
) -> Option<Vec<(Sides, i32)>> {
    let wild = random.u32(2..=80);
    // Some games make random moves at every move, others now and then.
    let often = random.u32(1..=4);
    let (mut sides, mut met, mut ply) = (START, Vec::new(), 0);
    let (mut turn, mut passed) = (1, false);
    let result = loop {
        let moves = sides.moves::<10>();
        if moves == 0 {
            if passed {
                break sides.final_score::<10>();
            }
            (sides, turn, passed) = (sides.passed(), -turn, true);
            continue;
        }
        passed = false;
        let mut meter = Meter::new(&Limits::default(), &NEVER);
        if empties(&sides) <= SOLVED {
            let score = endgame::solve::<10>(sides, 1 << 20, &mut meter, &mut |_, _, _| ())?.score;
            met.push(Met { sides, turn, expected: score as f32 });
            break score;
        }
        let square = if ply < wild && random.u32(..often) == 0 {
            let squares: Vec<u32> = moves.squares().collect();
            squares[random.usize(..squares.len())]
        } else {
            let found = search(sides, depth, true, weights, &mut meter)?;
            if ply >= wild {
                let expected = found.moves[0].value as f32 / UNIT as f32;
                met.push(Met { sides, turn, expected });
            }
            let blurred = |rated: &Rated| (rated.value + random.i32(..UNIT), rated.square);
            found.moves.iter().map(blurred).max()?.1
        };
        let flips = geometry.flips(square, sides.mover, sides.opponent);
        (sides, turn, ply) = (sides.played(square, flips), -turn, ply + 1);
    };
    // For the side that moved first.
    let mut worth = (result * turn) as f32;
    let back = met.iter().rev().map(|met| {
        worth += trust * (met.expected * met.turn as f32 - worth);
        (met.sides, (worth * met.turn as f32).clamp(-100.0, 100.0).round() as i32)
    });
    let mut labels: Vec<(Sides, i32)> = back.collect();
    labels.reverse();
    Some(labels)
}

/// A set of weights in training.
struct Learning {
    table: Vec<f32>,
    /// The values of an own move, of a move of the other side, and of having the move.
    rest: [f32; 3],
    /// Sums of squared gradients.
    pace: Vec<f32>,
    pace_rest: [f32; 3],
}

impl Learning {
    fn new() -> Learning {
        let (table, pace) = (vec![0.0; ENTRIES], vec![CAUTION; ENTRIES]);
        Learning { table, rest: [0.0; 3], pace, pace_rest: [1.0; 3] }
    }

    fn off(&self, entries: &[u32], rest: &[f32; 3], value: f32) -> f32 {
        let sum: f32 = entries.iter().map(|&entry| self.table[entry as usize]).sum();
        sum + self.rest.iter().zip(rest).map(|(weight, much)| weight * much).sum::<f32>() - value
    }

    fn learn(&mut self, entries: &[u32], rest: &[f32; 3], slope: f32, rate: f32) {
        for &entry in entries {
            let entry = entry as usize;
            self.pace[entry] += slope * slope;
            self.table[entry] -= rate * slope / self.pace[entry].sqrt();
        }
        for (number, much) in rest.iter().enumerate() {
            let slope = slope * much;
            self.pace_rest[number] += slope * slope;
            self.rest[number] -= rate * slope / self.pace_rest[number].sqrt();
        }
    }
}

/// Own moves, moves of the other side, and 1 for having the move.
fn rest(sides: &Sides) -> [f32; 3] {
    [sides.moves::<10>().count() as f32, sides.passed().moves::<10>().count() as f32, 1.0]
}

/// Fits all sets to labels and writes the weights.
pub fn fit(out: &Path, files: &[PathBuf]) -> anyhow::Result<()> {
    let mut labels = Vec::new();
    for file in files {
        let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
        if bytes.len() % LABEL != 0 {
            bail!("{}: no file of labels", file.display());
        }
        labels.extend(bytes.chunks_exact(LABEL).filter_map(read));
    }
    let mut random = fastrand::Rng::with_seed(1);
    let mut weights = Weights::mobility();
    for number in 0..SETS {
        let near = |label: &&(Sides, i32)| {
            let left = empties(&label.0);
            [left, left + BEYOND, left.saturating_sub(BEYOND)].into_iter().any(|left| set(left) == number)
        };
        let labels: Vec<(Sides, i32)> = labels.iter().filter(near).copied().collect();
        let learning = fit_set(number, &labels, &mut random);
        let whole = |weight: f32| (weight * UNIT as f32).round();
        let to = &mut weights.sets[number];
        [to.per_move, to.per_reply, to.turn] = learning.rest.map(|weight| whole(weight) as i16);
        for (to, weight) in to.table.iter_mut().zip(&learning.table) {
            *to = whole(*weight).clamp(-127.0, 127.0) as i8;
        }
    }
    std::fs::write(out, weights.write()).with_context(|| out.display().to_string())
}

fn read(label: &[u8]) -> Option<(Sides, i32)> {
    let (mover, rest) = label.split_first_chunk()?;
    let (opponent, value) = rest.split_first_chunk()?;
    let sides = Sides { mover: u128::from_le_bytes(*mover), opponent: u128::from_le_bytes(*opponent) };
    Some((sides, i32::from(*value.first()? as i8)))
}

/// Fits one set; prints the error on held-back labels, which are whole stretches of games.
fn fit_set(number: usize, labels: &[(Sides, i32)], random: &mut fastrand::Rng) -> Learning {
    let mut learning = Learning::new();
    let is_held_back = |index: usize| (index / 1000).is_multiple_of(HELD_BACK);
    let mut order: Vec<usize> = (0..labels.len()).filter(|&index| !is_held_back(index)).collect();
    let epochs = 6;
    for epoch in 0..epochs {
        let rate = 0.2 * (1.0 - epoch as f32 / epochs as f32) + 0.01;
        random.shuffle(&mut order);
        for &index in &order {
            let (sides, value) = labels[index];
            let seen = turned(&sides, random.usize(..TURNS));
            let (entries, rest) = (Features::new(&seen).entries(), rest(&sides));
            let off = learning.off(&entries, &rest, value as f32);
            let share = if set(empties(&sides)) == number { 1.0 } else { 0.5 };
            let tilt = value as f32 / EVEN;
            learning.learn(&entries, &rest, off * share / (1.0 + tilt * tilt), rate);
        }
    }
    let (mut error, mut variance, mut count) = (0.0, 0.0, 0);
    for (index, (sides, value)) in labels.iter().enumerate() {
        if is_held_back(index) && set(empties(sides)) == number {
            error += learning.off(&Features::new(sides).entries(), &rest(sides), *value as f32).powi(2);
            variance += (*value as f32).powi(2);
            count += 1;
        }
    }
    let mean = |sum: f32| (sum / count.max(1) as f32).sqrt();
    println!(
        "set {number}: {} labels; {count} held back, off by {:.2} of {:.2} discs; moves {:.2} and {:.2}",
        labels.len(),
        mean(error),
        mean(variance),
        learning.rest[0],
        learning.rest[1]
    );
    learning
}
