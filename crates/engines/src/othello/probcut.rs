//! Multi-ProbCut (Buro): if the result of a shallow search lies far enough outside the window, it replaces the deep
//! search. How far is enough depends on how much the two differ with our own evaluation.

/// The highest certainty: no selective pruning at all.
pub const EXACT: u8 = 6;

/// The margin for each certainty, in standard deviations. Narrow margins work best: they find the right move as often
/// in a fraction of the time, and the exact search corrects what they miss.
const WIDTH: [f64; EXACT as usize] = [0.5, 0.75, 1.0, 1.2, 1.5, 2.2];

/// The percentage that a certainty stands for: how often a normal error stays within that margin on its side.
pub const PERCENT: [f32; EXACT as usize + 1] = [69.0, 77.0, 84.0, 88.0, 93.0, 98.6, 100.0];

/// The depth of the shallow search that may replace one of `depth`. It has the same parity, because evaluations swing
/// with the side to move.
#[inline]
pub fn shallow(depth: i32) -> i32 {
    2 * (depth / 4) + (depth & 1)
}

/// The root mean square difference, in discs, between searches of `depth` and `shallow` with this many empty squares.
/// Fitted to the output of `heibai-train othello deviations` for 2,384 held-back positions (the fit is off by 0.47
/// discs). Searches to the end of the game differ as much as others of their depth.
fn deviation(empties: i32, depth: i32, shallow: i32) -> f64 {
    let (e, s) = (f64::from(empties), f64::from(shallow));
    (4.79 - 0.0724 * e - 0.336 * s + 1.247 * f64::from(depth - shallow).sqrt()).max(1.0)
}

/// The margin on each side of the window, in discs.
#[inline]
pub fn margin(certainty: u8, empties: i32, depth: i32, shallow: i32) -> i32 {
    (WIDTH[usize::from(certainty).min(WIDTH.len() - 1)] * deviation(empties, depth, shallow)).round() as i32
}
