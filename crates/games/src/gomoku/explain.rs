//! Why a point is forbidden to Black, or why not: which lines, which stones, which threes count.
//!
//! The facts are a plain structure; the crate `words` says them in English or Chinese.

use super::board::{Board, Direction};
use super::forbidden::{HERE, Stones, Verdict, verdict};
use super::patterns;
use super::rules::Variant;
use crate::board::Point;

/// How deep explanations are nested; below that only the verdict is given.
const DEPTH: u32 = 4;

/// What a Black stone on a point would make, and what follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// Where the stone would go.
    pub point: Point,
    /// What the stone would be.
    pub verdict: Verdict,
    /// Every shape that matters, by direction; two fours in one direction are two entries.
    pub lines: Vec<LineFacts>,
}

/// One shape with the stone on the point in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineFacts {
    /// Where the line runs.
    pub direction: Direction,
    /// The stones of the shape along the line, the new one among them.
    pub stones: Vec<Point>,
    /// What the stones make.
    pub shape: ShapeFacts,
}

/// What stones on one line make, and the points that matter for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShapeFacts {
    /// Exactly five in a row.
    Five,
    /// Six or more in a row.
    Overline,
    /// Four stones that one more makes five.
    Four {
        /// The points that make it five: two for a straight four.
        fives: Vec<Point>,
    },
    /// Three stones that one more makes a straight four. It counts if one of `fours` is allowed and makes no five.
    Three {
        /// The points that would make it a straight four, each with what a stone there would be once the three
        /// is on the board.
        fours: Vec<Explanation>,
    },
    /// A three by its outline, which always counts (`renju-patterns`).
    Outline,
}

impl LineFacts {
    /// Whether this is a three that counts.
    pub fn is_three(&self) -> bool {
        match &self.shape {
            ShapeFacts::Three { fours } => fours.iter().any(|four| four.verdict == Verdict::Legal),
            ShapeFacts::Outline => true,
            ShapeFacts::Five | ShapeFacts::Overline | ShapeFacts::Four { .. } => false,
        }
    }

    /// Whether this is a four, straight or not.
    pub fn is_four(&self) -> bool {
        matches!(self.shape, ShapeFacts::Four { .. })
    }
}

/// Explains a Black stone on the empty `point`; rule sets without forbidden moves are explained as Renju.
pub fn explain(board: &Board, point: Point, variant: Variant) -> Explanation {
    let (x, y) = board.xy(point);
    let mut explanation = explain_stone(&mut Stones::new(board), x, y, DEPTH);
    if variant == Variant::RenjuPatterns {
        explanation.verdict = verdict(board, point, variant);
        explanation.lines.retain(|line| !matches!(line.shape, ShapeFacts::Three { .. }));
        for (d, direction) in Direction::ALL.into_iter().enumerate() {
            if let Some(steps) = patterns::three(board, point, d) {
                let (dx, dy) = direction.step();
                let at = |k: i32| (y as i32 + k * dy) * board.size() as i32 + x as i32 + k * dx;
                let stones = steps.map(|k| Point(at(k) as u16)).to_vec();
                explanation.lines.push(LineFacts { direction, stones, shape: ShapeFacts::Outline });
            }
        }
        explanation.lines.sort_by_key(|line| line.direction);
    }
    explanation
}

fn explain_stone(stones: &mut Stones, x: usize, y: usize, depth: u32) -> Explanation {
    let made = stones.look(x, y);
    let verdict = stones.verdict(x, y);
    let mut lines = Vec::new();
    if depth > 0 {
        stones.toggle(x, y);
        for (d, direction) in Direction::ALL.into_iter().enumerate() {
            let here = (HERE & 0xffff) << (16 * d);
            let mut add = |stones, shape| lines.push(LineFacts { direction, stones, shape });
            if made.five & here != 0 {
                add(stones.row(x, y, d), ShapeFacts::Five);
            } else if made.overline & here != 0 {
                add(stones.row(x, y, d), ShapeFacts::Overline);
            } else if made.straight & here != 0 {
                let ends = [-1, 1].map(|sign| stones.nearest_empty(x, y, d, sign));
                let fives = ends.map(|(x, y)| stones.point(x, y)).to_vec();
                add(stones.row(x, y, d), ShapeFacts::Four { fives });
            } else {
                for (set, sign) in [(made.four_back, -1), (made.four_ahead, 1)] {
                    if set & here != 0 {
                        let (row, five) = stones.row_with(x, y, d, sign);
                        add(row, ShapeFacts::Four { fives: vec![five] });
                    }
                }
                let sides = [(made.three_back, -1), (made.three_ahead, 1)];
                let (mut three, mut fours) = (Vec::new(), Vec::new());
                for (_, sign) in sides.into_iter().filter(|(set, _)| set & here != 0) {
                    three = stones.row_with(x, y, d, sign).0;
                    let (x, y) = stones.nearest_empty(x, y, d, sign);
                    fours.push(explain_stone(stones, x, y, depth - 1));
                }
                if !fours.is_empty() {
                    add(three, ShapeFacts::Three { fours });
                }
            }
        }
        stones.toggle(x, y);
    }
    Explanation { point: stones.point(x, y), verdict, lines }
}

impl Stones {
    fn point(&self, x: usize, y: usize) -> Point {
        Point((y * self.size() + x) as u16)
    }

    /// The unbroken row of Black stones through a Black stone.
    fn row(&self, x: usize, y: usize, d: usize) -> Vec<Point> {
        let (dx, dy) = Direction::ALL[d].step();
        let at = |k: i32| Point(((y as i32 + k * dy) * self.size() as i32 + x as i32 + k * dx) as u16);
        let (back, ahead) = (self.run(x, y, d, -1), self.run(x, y, d, 1));
        (1 - back..ahead).map(at).collect()
    }

    /// The row that fills the nearest gap on one side, without the stone in the gap; and the gap.
    fn row_with(&mut self, x: usize, y: usize, d: usize, sign: i32) -> (Vec<Point>, Point) {
        let (gap_x, gap_y) = self.nearest_empty(x, y, d, sign);
        self.toggle(gap_x, gap_y);
        let mut row = self.row(x, y, d);
        self.toggle(gap_x, gap_y);
        let gap = self.point(gap_x, gap_y);
        row.retain(|&stone| stone != gap);
        (row, gap)
    }
}
