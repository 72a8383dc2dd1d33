//! The scale of the weights: a fit that trusts undecided positions most draws all values towards 0. What deeper searches
//! find, as printed by `deviations`, says by how much.

use heibai_engines::othello::weights::{PHASES, Weights, phase};

/// Plies of the deepest search in a line of `deviations`.
const DEEPEST: u32 = 10;
/// Phases on either side that a factor is pooled over.
const POOLED: usize = 2;
/// Values beyond this are not looked at.
const DECIDED: f64 = 30.0;

/// A position: the number of empty squares, the evaluation, and the deepest value with the phase of its leaves, or
/// the exact value.
struct Line {
    empties: u32,
    evaluation: f64,
    deep: f64,
    exact: Option<f64>,
}

impl Line {
    fn read(text: &str) -> Option<Line> {
        let (values, exact) = text.split_once(" = ")?;
        let values: Vec<f64> = values.split(' ').map(|v| v.parse().ok()).collect::<Option<_>>()?;
        let [empties, evaluation, .., deep] = values[..] else { return None };
        Some(Line { empties: empties as u32, evaluation, deep, exact: exact.parse().ok() })
    }
}

/// Multiplies each phase by how much its evaluations fall short, last phase first, because deep values end there.
pub fn run(weights: &mut Weights, deviations: &str) {
    let lines: Vec<Line> = deviations.lines().filter_map(Line::read).collect();
    let mut factors = [1.0; PHASES];
    for number in (0..PHASES).rev() {
        let near =
            |line: &&Line| phase(line.empties).abs_diff(number) <= POOLED && line.evaluation.abs() <= DECIDED;
        let (mut product, mut square, mut count) = (0.0, 0.0, 0);
        for line in lines.iter().filter(near) {
            let leaf = phase(line.empties.saturating_sub(DEEPEST));
            product += line.evaluation * line.exact.unwrap_or(line.deep * factors[leaf]);
            square += line.evaluation * line.evaluation;
            count += 1;
        }
        // Without positions to go by, a phase does as the one after it.
        factors[number] = match (count, number) {
            (100.., _) => product / square,
            (_, 0..20) => factors[number + 1],
            _ => 1.0,
        };
        println!("phase {number:2}: {count:4} positions, factor {:.3}", factors[number]);
        weights.scale(number, factors[number]);
    }
}
