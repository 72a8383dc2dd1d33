//! How far searches of two depths differ on held-back positions: the basis of Multi-ProbCut.

use super::data::{self, SolvedGame};
use super::label::Judge;
use crate::Effort;
use heibai_engines::othello::probcut::{EXACT, shallow};
use heibai_engines::othello::weights::Weights;
use heibai_engines::search::table::TranspositionTable;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Phases of 46 down to 10 empty squares, in turn.
const PHASES: std::ops::Range<usize> = 7..26;
/// The deepest search before the end of the game.
const DEEPEST: i32 = 10;
/// With at most this many empty squares the exact value is compared too.
const SOLVED: u32 = 18;
/// Cells with fewer differences are left out.
const FEW: f64 = 30.0;

/// A pair of depths to compare, with this many empty squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    empties: i32,
    depth: i32,
}

/// Prints the root mean square difference in each cell, and a linear fit to all of them.
pub fn run(effort: Effort, weights: &Weights, games: &[SolvedGame]) {
    let end = effort.end();
    let next = AtomicUsize::new(0);
    let cells: Mutex<BTreeMap<Cell, (f64, f64)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..effort.threads {
            scope.spawn(|| {
                let table = TranspositionTable::new(64 << 20);
                let mut judge = Judge::new(&table, weights);
                while Instant::now() < end {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let phase = PHASES.start + number % PHASES.len();
                    let Some(board) = data::position(games, weights, phase, number, true) else { continue };
                    let empties = board.empties() as i32;
                    let values: Vec<i32> = (0..=DEEPEST.min(empties - 1))
                        .map(|depth| judge.value_at(board, depth, EXACT))
                        .collect();
                    let mut pairs: Vec<(i32, i32)> = (3..).zip(values.iter().skip(3).copied()).collect();
                    if board.empties() <= SOLVED {
                        pairs.push((empties, judge.solve(board)));
                    }
                    let mut cells = cells.lock().expect("no thread panicked");
                    for (depth, value) in pairs {
                        let Some(guess) = values.get(shallow(depth) as usize) else { continue };
                        let cell = cells.entry(Cell { empties: empties / 4 * 4 + 2, depth }).or_default();
                        *cell = (cell.0 + 1.0, cell.1 + f64::from(value - guess).powi(2));
                    }
                }
            });
        }
    });
    let cells = cells.into_inner().expect("no thread panicked");
    println!("{} positions", next.into_inner());
    plane(&cells);
}

/// The regressors of the deviation.
fn terms(cell: Cell) -> [f64; 4] {
    let shallow = shallow(cell.depth);
    [1.0, f64::from(cell.empties), f64::from(shallow), f64::from(cell.depth - shallow).sqrt()]
}

fn plane(cells: &BTreeMap<Cell, (f64, f64)>) {
    let (mut matrix, mut right) = ([[0.0; 4]; 4], [0.0; 4]);
    let found: Vec<(Cell, f64, f64)> =
        cells.iter().filter(|c| c.1.0 >= FEW).map(|(cell, c)| (*cell, c.0, (c.1 / c.0).sqrt())).collect();
    for &(cell, count, deviation) in &found {
        let terms = terms(cell);
        for row in 0..4 {
            (0..4).for_each(|column| matrix[row][column] += count * terms[row] * terms[column]);
            right[row] += count * terms[row] * deviation;
        }
    }
    let factors = solve(matrix, right);
    let (mut off, mut all) = (0.0, 0.0);
    for &(cell, count, deviation) in &found {
        let fitted: f64 = terms(cell).iter().zip(&factors).map(|(term, factor)| term * factor).sum();
        let (empties, depth, shallow) = (cell.empties, cell.depth, shallow(cell.depth));
        println!(
            "about {empties} empty, {depth:2} and {shallow}: {deviation:.2} discs, fitted {fitted:.2} ({count})"
        );
        (off, all) = (off + count * (fitted - deviation).powi(2), all + count);
    }
    let [one, e, s, d] = factors;
    println!("{one:.3} {e:+.4} empties {s:+.4} shallow {d:+.4} root of the difference");
    println!("off by {:.2} discs", (off / all).sqrt());
}

/// Solves four equations by elimination; the matrix is positive definite.
fn solve(mut matrix: [[f64; 4]; 4], mut right: [f64; 4]) -> [f64; 4] {
    for row in 0..4 {
        for other in (0..4).filter(|&other| other != row) {
            let factor = matrix[other][row] / matrix[row][row];
            (0..4).for_each(|column| matrix[other][column] -= factor * matrix[row][column]);
            right[other] -= factor * right[row];
        }
    }
    std::array::from_fn(|row| right[row] / matrix[row][row])
}
