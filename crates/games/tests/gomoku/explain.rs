//! Explanations say what the referee decides, with stones that are there.

use crate::reference::{Grid, random_grid};
use heibai_games::Point;
use heibai_games::gomoku::explain::{Explanation, LineFacts, ShapeFacts, explain};
use heibai_games::gomoku::forbidden::{Verdict, verdict};
use heibai_games::gomoku::{Forbidden, Variant};

/// What the lines of an explanation add up to.
fn concluded(explanation: &Explanation) -> Verdict {
    let lines = &explanation.lines;
    if lines.iter().any(|line| line.shape == ShapeFacts::Five) {
        Verdict::Five
    } else if lines.iter().any(|line| line.shape == ShapeFacts::Overline) {
        Verdict::Forbidden(Forbidden::Overline)
    } else if lines.iter().filter(|line| line.is_four()).count() >= 2 {
        Verdict::Forbidden(Forbidden::DoubleFour)
    } else if lines.iter().filter(|line| line.is_three()).count() >= 2 {
        Verdict::Forbidden(Forbidden::DoubleThree)
    } else {
        Verdict::Legal
    }
}

/// The stones of a line are black or the new one, in order along it, as many as the shape has.
fn assert_stones(grid: &Grid, point: Point, line: &LineFacts) {
    let count = line.stones.len();
    match &line.shape {
        ShapeFacts::Five => assert_eq!(count, 5),
        ShapeFacts::Overline => assert!(count > 5),
        ShapeFacts::Four { .. } => assert_eq!(count, 4),
        ShapeFacts::Three { .. } | ShapeFacts::Outline => assert_eq!(count, 3),
    }
    assert!(line.stones.contains(&point));
    let (dx, dy) = line.direction.step();
    for pair in line.stones.windows(2) {
        let ((ax, ay), (bx, by)) = (grid.xy(pair[0]), grid.xy(pair[1]));
        let steps = (bx - ax).max((by - ay).abs());
        assert!((1..=2).contains(&steps) && (bx - ax, by - ay) == (dx * steps, dy * steps));
    }
    for &stone in line.stones.iter().filter(|&&stone| stone != point) {
        assert_eq!(grid.at(grid.xy(stone)), b'X');
    }
}

#[test]
fn the_reasons_add_up_to_the_verdict() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..800 {
        let grid = random_grid(&mut random);
        let board = grid.board();
        for variant in [Variant::Renju, Variant::RenjuPatterns] {
            for point in board.empty_points() {
                let explanation = explain(&board, point, variant);
                let expected = verdict(&board, point, variant);
                assert_eq!((explanation.verdict, concluded(&explanation)), (expected, expected));
                explanation.lines.iter().for_each(|line| assert_stones(&grid, point, line));
            }
        }
    }
}
