//! The fit: weighted least squares with a ridge, by conjugate gradients on the normal equations of each phase.

use crate::data::{Game, HELD_BACK, Labelled};
use crate::label::Set;
use heibai_engines::othello::pattern::{Features, PATTERNS, Patterns, SLOTS, WEIGHTS};
use heibai_engines::othello::weights::{Phase, UNIT, Weights, phase};
use std::ops::Range;

/// How strongly a weight is drawn to 0, in positions.
const RIDGE: f32 = 15.0;
const ITERATIONS: usize = 30;
/// What a position of the neighbouring phases counts.
const NEIGHBOUR: f32 = 0.4;
/// At this score, in discs, a position counts half.
const DECIDED: f32 = 32.0;
/// Entries of the last block that no shape uses: the biases for an even and an odd number of empty squares, and the
/// one that stays 0.
const BIAS: [u16; 2] = [0xFFFD, 0xFFFE];
const ZERO: u16 = 0xFFFF;
const LAST_BLOCK: usize = WEIGHTS - (1 << 16);

/// Fits these phases to their labelled positions, to those of their neighbours and to the results of the games.
pub fn fit_phases(phases: Range<usize>, sets: &[Set], threads: usize, games: &[Game], weights: &mut Weights) {
    let map = representatives();
    let share = threads.div_ceil(phases.len().max(1));
    let fit = |number: usize| fit(number, sets, share, games, &map);
    std::thread::scope(|scope| {
        let fit = &fit;
        let fits: Vec<_> = phases.map(|number| (number, scope.spawn(move || fit(number)))).collect();
        for (number, phase) in fits {
            weights.set(number, phase.join().expect("no thread panics"));
        }
    });
}

fn fit(number: usize, sets: &[Set], threads: usize, games: &[Game], map: &[u16]) -> Phase {
    let mut rows = Rows::new(map);
    for (near, set) in sets.iter().enumerate().filter(|(near, _)| near.abs_diff(number) <= 1) {
        let worth = if near == number { 1.0 } else { NEIGHBOUR };
        set.train.iter().flatten().for_each(|p| rows.push(p, worth));
    }
    for game in games.iter().enumerate().filter(|(n, _)| n % HELD_BACK != 0).map(|(_, game)| game) {
        let positions = game.positions();
        let own = positions.iter().filter(|p| phase(p.board.empties()) == number);
        own.for_each(|p| rows.push(p, result_worth(p.board.empties())));
    }
    let mut test = Rows::new(map);
    sets[number].test.iter().flatten().for_each(|p| test.push(p, 1.0));
    let parameters = rows.solve(threads);
    println!(
        "phase {number:2}: {:8} positions, error {:.3}; held back {:7}, error {:.3}",
        rows.labels.len(),
        rows.error(&parameters),
        test.labels.len(),
        test.error(&parameters)
    );
    quantised(&parameters, map)
}

/// What the result of a game says about a position of it, beside a label: the earlier, the less.
fn result_worth(empties: u32) -> f32 {
    match empties {
        0..=30 => 0.3,
        31..=44 => 0.15,
        _ => 0.1,
    }
}

/// For each table entry, the one of the same block that stands for it and its mirror image.
fn representatives() -> Vec<u16> {
    let mut all: Vec<u16> = (0..WEIGHTS).map(|entry| entry as u16).collect();
    for shape in &PATTERNS.shapes {
        for index in -shape.reach()..=shape.reach() {
            let place = |index| (shape.centre as i32 + index) as usize;
            all[(shape.block << 16) + place(index)] = place(index.min(shape.mirrored(index))) as u16;
        }
    }
    all
}

/// The positions of one phase as rows of entries, one for each slot.
struct Rows<'a> {
    map: &'a [u16],
    /// Where each slot's block begins.
    blocks: [usize; SLOTS],
    entries: Vec<[u16; SLOTS]>,
    labels: Vec<f32>,
    worths: Vec<f32>,
}

impl Rows<'_> {
    fn new(map: &[u16]) -> Rows<'_> {
        let empty = Features::new(0, 0);
        let blocks = std::array::from_fn(|slot| {
            if slot < PATTERNS.instances.len() {
                Patterns::weight(slot, &empty) >> 16 << 16
            } else {
                LAST_BLOCK
            }
        });
        Rows { map, blocks, entries: Vec::new(), labels: Vec::new(), worths: Vec::new() }
    }

    fn push(&mut self, position: &Labelled, worth: f32) {
        let board = position.board;
        let features = Features::new(board.mover, board.opponent);
        let mut row = [ZERO; SLOTS];
        for (slot, entry) in row.iter_mut().enumerate().take(PATTERNS.instances.len()) {
            *entry = self.map[Patterns::weight(slot, &features)];
        }
        row[PATTERNS.instances.len()] = BIAS[(board.empties() & 1) as usize];
        self.entries.push(row);
        self.labels.push(f32::from(position.score));
        // What matters is the order of positions that are not decided yet.
        let tilt = f32::from(position.score) / DECIDED;
        self.worths.push(worth / (1.0 + tilt * tilt));
    }

    fn predict(&self, row: &[u16; SLOTS], parameters: &[f32]) -> f32 {
        let weight = |slot: usize| parameters[self.blocks[slot] + usize::from(row[slot])];
        (0..SLOTS).map(weight).sum()
    }

    /// Gives every row a value and adds it to all parameters of the row.
    fn spread(&self, threads: usize, value: impl Fn(usize) -> f32 + Sync) -> Vec<f32> {
        let share = self.entries.len().div_ceil(threads.max(1)).max(1);
        let part = |from: usize| {
            let mut sums = vec![0.0f32; WEIGHTS];
            for number in from..(from + share).min(self.entries.len()) {
                let value = value(number);
                for slot in 0..SLOTS {
                    sums[self.blocks[slot] + usize::from(self.entries[number][slot])] += value;
                }
            }
            sums
        };
        let mut total = vec![0.0; WEIGHTS];
        std::thread::scope(|scope| {
            let part = &part;
            let parts: Vec<_> =
                (0..self.entries.len()).step_by(share).map(|from| scope.spawn(move || part(from))).collect();
            for part in parts {
                let sums = part.join().expect("no thread panics");
                total.iter_mut().zip(&sums).for_each(|(total, sum)| *total += sum);
            }
        });
        total[LAST_BLOCK + usize::from(ZERO)] = 0.0;
        total
    }

    /// Conjugate gradients, scaled by how often each parameter occurs.
    fn solve(&self, threads: usize) -> Vec<f32> {
        let counts = self.spread(threads, |row| self.worths[row]);
        let scale: Vec<f32> = counts.iter().map(|count| 1.0 / (count + RIDGE)).collect();
        let mut parameters = vec![0.0f32; WEIGHTS];
        let mut residual = self.spread(threads, |row| self.worths[row] * self.labels[row]);
        let mut direction: Vec<f32> = residual.iter().zip(&scale).map(|(r, s)| r * s).collect();
        let mut power = dot(&residual, &direction);
        for _ in 0..ITERATIONS {
            if power < 1e-6 {
                break;
            }
            let mut image =
                self.spread(threads, |row| self.worths[row] * self.predict(&self.entries[row], &direction));
            for (image, direction) in image.iter_mut().zip(&direction) {
                *image += RIDGE * direction;
            }
            let step = (power / dot(&direction, &image)) as f32;
            for i in 0..parameters.len() {
                parameters[i] += step * direction[i];
                residual[i] -= step * image[i];
            }
            let scaled: Vec<f32> = residual.iter().zip(&scale).map(|(r, s)| r * s).collect();
            let next = dot(&residual, &scaled);
            let keep = (next / power) as f32;
            power = next;
            for (direction, scaled) in direction.iter_mut().zip(&scaled) {
                *direction = scaled + keep * *direction;
            }
        }
        parameters
    }

    /// Root mean square, in discs.
    fn error(&self, parameters: &[f32]) -> f64 {
        let square = |(number, row): (usize, &[u16; SLOTS])| {
            let off = f64::from(self.predict(row, parameters) - self.labels[number]);
            f64::from(self.worths[number]) * off * off
        };
        let sum: f64 = self.entries.iter().enumerate().map(square).sum();
        (sum / self.worths.iter().map(|&w| f64::from(w)).sum::<f64>().max(1.0)).sqrt()
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum()
}

fn quantised(parameters: &[f32], map: &[u16]) -> Phase {
    let round = |value: f32| (value * UNIT as f32).round().clamp(-32000.0, 32000.0) as i16;
    let mut phase = Phase::zero();
    for (entry, &from) in map.iter().enumerate() {
        phase.tables[entry >> 16][entry & 0xFFFF] = round(parameters[entry >> 16 << 16 | usize::from(from)]);
    }
    phase.bias = BIAS.map(|entry| round(parameters[LAST_BLOCK + usize::from(entry)]));
    for entry in BIAS.into_iter().chain([ZERO]) {
        phase.tables[WEIGHTS / 65536 - 1][usize::from(entry)] = 0;
    }
    phase
}
