//! Calibrates the scale of the values. Labels from searches inherit the shrinkage of the weights they were searched
//! with, and their bias towards the side to move. Searches that reach later phases, whose scale is right, show how
//! far a phase is off.

use super::data::{self, SolvedGame};
use super::label::{END_FROM, EXACT_PHASE, Judge, Set};
use heibai_engines::othello::board::Bitboards;
use heibai_engines::othello::pattern::Features;
use heibai_engines::othello::probcut::EXACT;
use heibai_engines::othello::weights::{UNIT, Weights, phase as phase_of};
use heibai_engines::search::table::TranspositionTable;
use std::path::Path;
use std::time::{Duration, Instant};

/// Positions with values beyond this are left out.
const DECIDED: f64 = 30.0;

/// A fit to fewer pairs than this counts less than that of two squares later.
const ENOUGH: f64 = 300.0;

/// Heads whose offset is set by searches from held-back positions: those of the second set.
const SEARCHED: std::ops::RangeInclusive<u32> = 13..=24;

/// Scales and shifts each head by a linear fit of true values to its own, later heads first. True values are
/// held-back labels if the folder has them, otherwise searched values.
pub fn run(
    time: Duration,
    weights: &mut Weights,
    folder: &Path,
    games: &[SolvedGame],
) -> std::io::Result<()> {
    let (mut lines, mut high) = ([(1.0, 0.0); 2], 0.0);
    for phase in (0..EXACT_PHASE).rev() {
        if phase + 1 == phase_of(*SEARCHED.end()) {
            high = heights(weights, folder)?;
        }
        let test = Set::read(folder, phase)?.test;
        let pairs = if test.is_empty() {
            searched(phase, time / EXACT_PHASE as u32, weights, games)
        } else {
            test.iter().filter_map(|l| pair(weights, l.board, || l.score)).collect()
        };
        for (parity, line) in lines.iter_mut().enumerate() {
            let empties = 60 - 2 * phase as u32 - parity as u32;
            let own: Vec<(f64, f64)> = pairs.iter().filter(|p| p.0 == empties).map(|p| (p.1, p.2)).collect();
            if let Some((slope, shift)) = line_through(&own) {
                let share = own.len() as f64 / (own.len() as f64 + ENOUGH);
                *line = (line.0 + share * (slope - line.0), line.1 + share * (shift - line.1));
            }
            println!(
                "{empties:2} empty: {:5} positions, times {:.3}, plus {:+.2} discs",
                own.len(),
                line.0,
                line.1
            );
            weights.adjust(empties, line.0 as f32, (line.1 * f64::from(UNIT)) as f32);
        }
    }
    // The fits of the first set use means of 4 and 5 plies, in which offsets cancel out.
    (SEARCHED.end() + 1..=60)
        .for_each(|empties| weights.adjust(empties, 1.0, (-high * f64::from(UNIT)) as f32));
    Ok(())
}

/// Shifts heads so that searches of 4 and 5 plies that end there are right on average. A position whose last moves
/// were chosen well is worth less for the side to move than others that look alike. Returns how much too high the
/// four earliest heads were on average.
fn heights(weights: &mut Weights, folder: &Path) -> std::io::Result<f64> {
    let mut sums = [(0.0, 0.0, 0.0); 61];
    let table = TranspositionTable::new(16 << 20);
    let judge = Judge::new(&table, weights);
    for phase in phase_of(SEARCHED.end() + 5)..=phase_of(SEARCHED.start() + 4) {
        for labelled in Set::read(folder, phase)?.test {
            for (depth, sign) in [(4, 1.0), (5, -1.0)] {
                let value = judge.value_at(labelled.board, depth, EXACT);
                if f64::from(value).abs() <= DECIDED {
                    let sum = &mut sums[labelled.board.empties().saturating_sub(depth as u32) as usize];
                    let high = sign * f64::from(value - i32::from(labelled.score));
                    *sum = (sum.0 + high, sum.1 + high * high, sum.2 + 1.0);
                }
            }
        }
    }
    let mut high = Vec::new();
    for empties in SEARCHED {
        let (sum, squares, count) = sums[empties as usize];
        if count >= ENOUGH {
            let (mean, off) = (sum / count, (squares / count).sqrt());
            println!("{empties:2} empty: {count} searches, {mean:+.2} discs too high, {off:.2} off");
            weights.adjust(empties, 1.0, (-mean * f64::from(UNIT)) as f32);
            high.push(mean);
        }
    }
    let earliest = &high[high.len().saturating_sub(4)..];
    Ok(earliest.iter().sum::<f64>() / earliest.len().max(1) as f64)
}

/// Slope and offset of the linear fit; the first phases have next to nothing to compare.
fn line_through(pairs: &[(f64, f64)]) -> Option<(f64, f64)> {
    let mean =
        |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len().max(1) as f64;
    let (own, searched) = (mean(&|p| p.0), mean(&|p| p.1));
    let spread = mean(&|p| (p.0 - own).powi(2));
    let slope = mean(&|p| (p.0 - own) * (p.1 - searched)) / spread;
    (pairs.len() >= 100 && spread > 1.0).then_some((slope, searched - slope * own))
}

/// The empty squares, the evaluation and the true value of an undecided position.
fn pair(weights: &Weights, board: Bitboards, value: impl FnOnce() -> i8) -> Option<(u32, f64, f64)> {
    let features = Features::new(board.mover, board.opponent);
    let own = f64::from(weights.value(&features, board.empties())) / f64::from(UNIT);
    (own.abs() <= DECIDED).then(|| (board.empties(), own, f64::from(value())))
}

/// Pairs with searched true values, as many as time allows.
fn searched(phase: usize, time: Duration, weights: &Weights, games: &[SolvedGame]) -> Vec<(u32, f64, f64)> {
    let table = TranspositionTable::new(16 << 20);
    let mut judge = Judge::new(&table, weights);
    let (end, mut pairs) = (Instant::now() + time, Vec::new());
    for number in 0.. {
        if Instant::now() >= end {
            break;
        }
        if let Some(board) = data::position(games, weights, phase, number, true) {
            pairs.extend(pair(weights, board, || judge.value(board, END_FROM)));
        }
    }
    pairs
}
