//! Multi-ProbCut (Buro): a shallow search whose result lies far enough outside the window stands for the
//! deep one. How far is far enough follows from how much the two differ on our own evaluation.

/// How certain a selective search is; the last level searches everything.
pub const EXACT: u8 = 6;

/// Standard deviations for each certainty: 73, 87, 95, 98, 99 and 99.9 of a hundred.
const WIDTH: [f64; EXACT as usize] = [1.1, 1.5, 2.0, 2.4, 2.8, 3.4];

/// The percentage that a certainty stands for.
pub const PERCENT: [f32; EXACT as usize + 1] = [73.0, 87.0, 95.0, 98.0, 99.0, 99.9, 100.0];

/// The depth of the search that may stand for one of `depth`: of equal parity, because evaluations swing
/// with the side to move.
#[inline]
pub fn shallow(depth: i32) -> i32 {
    2 * (depth / 4) + (depth & 1)
}

/// The standard deviation, in discs, of a search of `depth` against one of `shallow` with this many empty
/// squares.
fn deviation(empties: i32, depth: i32, shallow: i32) -> f64 {
    let (e, d, s) = (f64::from(empties), f64::from(depth), f64::from(shallow));
    let end = if depth >= empties { 1.15 } else { 1.0 };
    (1.6 + 0.11 * (d - s) - 0.06 * s + 0.01 * e).max(1.0) * end
}

/// Half the width of the band around the window, in discs.
#[inline]
pub fn margin(certainty: u8, empties: i32, depth: i32, shallow: i32) -> i32 {
    (WIDTH[usize::from(certainty).min(WIDTH.len() - 1)] * deviation(empties, depth, shallow)).round() as i32
}
