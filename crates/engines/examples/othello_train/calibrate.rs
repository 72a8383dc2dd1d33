//! The scale of the values: labels that come from searches carry the shrinkage of the weights they were searched with, and
//! their favour for the side to move. What a search into later phases finds, whose scale is right, says by how much a
//! phase is off.

use crate::data::{self, Game};
use crate::label::{EXACT_PHASE, Judge};
use heibai_engines::othello::pattern::Features;
use heibai_engines::othello::weights::{UNIT, Weights};
use heibai_engines::search::table::Table;
use std::time::{Duration, Instant};

/// Values beyond this are not looked at.
const DECIDED: f64 = 30.0;

/// Multiplies and shifts each head by the line of searched values over its own, later ones first, on held-back
/// positions; a third of either comes from two squares later, because few positions leave it uncertain.
pub fn run(time: Duration, weights: &mut Weights, games: &[Game]) {
    let mut lines = [(1.0, 0.0); 2];
    for phase in (0..EXACT_PHASE).rev() {
        // A search to the end takes longer.
        let shares = if phase + 1 == EXACT_PHASE { 10 } else { 1 };
        let pairs = pairs(phase, time * shares / (EXACT_PHASE as u32 + 9), weights, games);
        for (parity, line) in lines.iter_mut().enumerate() {
            let empties = 60 - 2 * phase as u32 - parity as u32;
            let own: Vec<(f64, f64)> = pairs.iter().filter(|p| p.0 == empties).map(|p| (p.1, p.2)).collect();
            if let Some((slope, shift)) = line_through(&own) {
                *line = ((2.0 * slope + line.0) / 3.0, (2.0 * shift + line.1) / 3.0);
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
}

/// Slope and height of the best line; the first phases have next to nothing to compare.
fn line_through(pairs: &[(f64, f64)]) -> Option<(f64, f64)> {
    let mean =
        |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len().max(1) as f64;
    let (own, searched) = (mean(&|p| p.0), mean(&|p| p.1));
    let spread = mean(&|p| (p.0 - own).powi(2));
    let slope = mean(&|p| (p.0 - own) * (p.1 - searched)) / spread;
    (pairs.len() >= 100 && spread > 1.0).then_some((slope, searched - slope * own))
}

/// The number of empty squares, the evaluation and the searched value of undecided positions.
fn pairs(phase: usize, time: Duration, weights: &Weights, games: &[Game]) -> Vec<(u32, f64, f64)> {
    let table = Table::new(16 << 20);
    let mut judge = Judge::new(&table, weights);
    let (end, mut pairs) = (Instant::now() + time, Vec::new());
    for number in 0.. {
        if Instant::now() >= end {
            break;
        }
        let Some(board) = data::position(games, phase, number, true) else { continue };
        let features = Features::new(board.mover, board.opponent);
        let own = f64::from(weights.value(&features, board.empties())) / f64::from(UNIT);
        if own.abs() <= DECIDED {
            pairs.push((board.empties(), own, f64::from(judge.value(board))));
        }
    }
    pairs
}
