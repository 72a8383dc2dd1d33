//! Smaller weights: the numbers of rows that are seldom looked up are rounded to coarser steps. The cost of a step is
//! its square times how often the row is looked up; an equal cost for all rows gives the smallest file for an error.

use super::data::SolvedGame;
use super::leaves;
use heibai_engines::othello::pattern::{Features, PATTERNS, Patterns, ROWS};
use heibai_engines::othello::weights::{Weights, set};

/// Each step is a multiple of the one before: few different steps compress better.
const STEPS: [u8; 4] = [1, 3, 9, 27];
/// Searches begin with no fewer empty squares than their leaves have, and there are no leaves at the very start.
const EMPTIES: std::ops::RangeInclusive<u32> = 1..=56;

/// Rounds `weights` by how often `each` leaves for every number of empty squares look a row up. A row that every
/// position of its set looks up once may be off by `error` times a step of 1.
pub fn run(weights: &mut Weights, games: &[SolvedGame], each: usize, error: f64) {
    let mut counts: Vec<Vec<u32>> = Vec::new();
    let mut positions: Vec<u32> = Vec::new();
    for empties in EMPTIES {
        let number = set(empties);
        if counts.len() <= number {
            counts.resize(number + 1, vec![0; ROWS]);
            positions.resize(number + 1, 0);
        }
        let mut found = 0;
        for search in 0..64 * each {
            for leaf in leaves::of_one(games, weights, empties, search) {
                let features = Features::new(leaf.mover, leaf.opponent);
                for slot in 0..PATTERNS.instances.len() {
                    counts[number][Patterns::row(slot, &features)] += 1;
                }
                found += 1;
            }
            if found >= each {
                break;
            }
        }
        positions[number] += found as u32;
    }
    let mut rows = [0; STEPS.len()];
    weights.round(|set, [row, mirrored]| {
        let count = counts[set][row] + if row == mirrored { 0 } else { counts[set][mirrored] };
        // A row that never came up may still come up once.
        let share = f64::from(count).max(0.5) / f64::from(positions[set].max(1));
        let wanted = error / share.sqrt();
        let at = STEPS.iter().rposition(|&step| f64::from(step) <= wanted).unwrap_or(0);
        rows[at] += 1;
        STEPS[at]
    });
    for (step, count) in STEPS.iter().zip(rows) {
        println!("{count} rows in steps of {step}");
    }
}
