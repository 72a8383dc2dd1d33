//! The fit: conjugate gradients on the normal equations of each phase.

use crate::data::{self, Labelled};
use heibai_engines::othello::pattern::{Features, PATTERNS, Patterns, SLOTS, WEIGHTS};
use heibai_engines::othello::weights::{PHASES, Phase, UNIT, Weights, phase};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How strongly a weight is drawn to 0, in positions.
const RIDGE: f32 = 8.0;
const ITERATIONS: usize = 30;
/// A phase also learns from this many plies on either side.
const MARGIN: i32 = 1;

pub fn run(out: &str, threads: usize, files: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
    let mut positions = Vec::new();
    for file in files {
        data::read(Path::new(file), &mut positions)?;
    }
    println!("{} positions", positions.len());
    let phases: Vec<Mutex<Phase>> = (0..PHASES).map(|_| Mutex::new(Phase::zero())).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(place) = phases.get(number) else { break };
                    let fitted = fit(number, &positions);
                    *place.lock().expect("no thread panicked") = fitted;
                }
            });
        }
    });
    let phases = phases.into_iter().map(|p| p.into_inner().expect("no thread panicked")).collect();
    let bytes = Weights::new(phases).write();
    println!("{} bytes", bytes.len());
    std::fs::write(out, bytes)?;
    Ok(())
}

/// For each table entry, the one that stands for it and its mirror image.
fn representatives() -> Vec<u32> {
    let mut all: Vec<u32> = (0..WEIGHTS as u32).collect();
    for shape in &PATTERNS.shapes {
        for index in -shape.reach()..=shape.reach() {
            let place = |index| ((shape.block << 16) as i32 + shape.centre as i32 + index) as usize;
            all[place(index)] = place(index.min(shape.mirrored(index))) as u32;
        }
    }
    all
}

/// The positions of one phase as rows of parameter numbers.
struct Rows {
    indices: Vec<u32>,
    labels: Vec<f32>,
}

const WIDTH: usize = SLOTS;

impl Rows {
    /// Two parameters after the tables are the biases.
    fn new<'a>(positions: impl Iterator<Item = &'a Labelled>, map: &[u32]) -> Rows {
        let mut rows = Rows { indices: Vec::new(), labels: Vec::new() };
        let used = PATTERNS.instances.len();
        for position in positions {
            let features = Features::new(position.mover, position.opponent);
            let empties = 64 - (position.mover | position.opponent).count_ones();
            for slot in 0..WIDTH {
                rows.indices.push(if slot < used {
                    map[Patterns::weight(slot, &features)]
                } else if slot == used {
                    WEIGHTS as u32 + (empties & 1)
                } else {
                    WEIGHTS as u32 + 2
                });
            }
            rows.labels.push(f32::from(position.score));
        }
        rows
    }

    fn predict(&self, parameters: &[f32]) -> Vec<f32> {
        self.indices
            .chunks_exact(WIDTH)
            .map(|row| row.iter().map(|&i| parameters[i as usize]).sum())
            .collect()
    }

    /// Adds each row's value to all its parameters.
    fn spread(&self, values: &[f32]) -> Vec<f32> {
        let mut sums = vec![0.0; WEIGHTS + 3];
        for (row, value) in self.indices.chunks_exact(WIDTH).zip(values) {
            for &index in row {
                sums[index as usize] += value;
            }
        }
        sums[WEIGHTS + 2] = 0.0;
        sums
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum()
}

/// Conjugate gradients on the normal equations, scaled by how often each parameter occurs.
fn fit(number: usize, positions: &[Labelled]) -> Phase {
    let map = representatives();
    let ply = |p: &Labelled| (p.mover | p.opponent).count_ones() as i32 - 4;
    let own = |p: &Labelled| phase(60 - ply(p) as u32) == number;
    let near = |p: &Labelled| {
        let from = 2 * number as i32;
        (from - MARGIN..=from + 1 + MARGIN).contains(&ply(p))
    };
    let rows = Rows::new(positions.iter().filter(|p| near(p) && !p.held_back), &map);
    let test = Rows::new(positions.iter().filter(|p| own(p) && p.held_back), &map);
    let counts = rows.spread(&vec![1.0; rows.labels.len()]);
    let scale: Vec<f32> = counts.iter().map(|count| 1.0 / (count + RIDGE)).collect();

    let mut parameters = vec![0.0f32; WEIGHTS + 3];
    let mut residual = rows.spread(&rows.labels);
    let mut direction: Vec<f32> = residual.iter().zip(&scale).map(|(r, s)| r * s).collect();
    let mut power = dot(&residual, &direction);
    for _ in 0..ITERATIONS {
        if power < 1e-6 {
            break;
        }
        let mut image = rows.spread(&rows.predict(&direction));
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
    let error = |rows: &Rows| {
        let predicted = rows.predict(&parameters);
        let squares: f64 =
            predicted.iter().zip(&rows.labels).map(|(p, l)| f64::from((p - l) * (p - l))).sum();
        (squares / rows.labels.len().max(1) as f64).sqrt()
    };
    println!(
        "phase {number:2}: {:8} positions, error {:.3}; held back {:7}, error {:.3}",
        rows.labels.len(),
        error(&rows),
        test.labels.len(),
        error(&test)
    );
    quantised(&parameters, &map)
}

fn quantised(parameters: &[f32], map: &[u32]) -> Phase {
    let round = |value: f32| (value * UNIT as f32).round().clamp(-32000.0, 32000.0) as i16;
    let mut phase = Phase::zero();
    for (entry, &from) in map.iter().enumerate() {
        phase.tables[entry >> 16][entry & 0xFFFF] = round(parameters[from as usize]);
    }
    phase.tables[WEIGHTS / 65536 - 1][0xFFFF] = 0;
    phase.bias = [round(parameters[WEIGHTS]), round(parameters[WEIGHTS + 1])];
    phase
}
