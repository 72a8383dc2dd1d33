//! Explanations say what the referee decides, with stones that are there.

use crate::reference::{Grid, random_grid};
use heibai_games::gomoku::explain::{Explanation, Language, Line, Shape, explain};
use heibai_games::gomoku::forbidden::{Verdict, verdict};
use heibai_games::gomoku::{Board, Forbidden, Variant};
use heibai_games::{Color, Notation, Point};

/// What the lines of an explanation add up to.
fn concluded(explanation: &Explanation) -> Verdict {
    let lines = &explanation.lines;
    if lines.iter().any(|line| line.shape == Shape::Five) {
        Verdict::Five
    } else if lines.iter().any(|line| line.shape == Shape::Overline) {
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
fn assert_stones(grid: &Grid, point: Point, line: &Line) {
    let count = line.stones.len();
    match &line.shape {
        Shape::Five => assert_eq!(count, 5),
        Shape::Overline => assert!(count > 5),
        Shape::Four { .. } => assert_eq!(count, 4),
        Shape::Three { .. } | Shape::Outline => assert_eq!(count, 3),
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

fn told(black: &str, white: &str, point: &str, language: Language) -> String {
    let mut board = Board::new(15);
    for (names, color) in [(black, Color::Black), (white, Color::White)] {
        for name in names.split_whitespace() {
            board.put(Notation::Gomoku.read(name, 15).unwrap(), color);
        }
    }
    let point = Notation::Gomoku.read(point, 15).unwrap();
    explain(&board, point, Variant::Renju).sentences(15, language).join("\n")
}

#[test]
fn a_person_can_follow() {
    let english = told("h10 h9 i8 j8", "", "h8", Language::English);
    assert_eq!(
        english,
        "h8 is forbidden to Black: double three.\n\
         \x20 row h8 i8 j8: a three that counts.\n\
         \x20   g8 would make it a straight four, and Black may play there.\n\
         \x20   k8 would make it a straight four, and Black may play there.\n\
         \x20 column h10 h9 h8: a three that counts.\n\
         \x20   h11 would make it a straight four, and Black may play there.\n\
         \x20   h7 would make it a straight four, and Black may play there."
    );
    let chinese = told("e8 g8 i8 k8", "", "h8", Language::Chinese);
    assert_eq!(
        chinese,
        "h8 是黑棋禁手点：四四禁手。\n\
         \x20 横线 e8 g8 h8 i8：四，f8 可成五。\n\
         \x20 横线 g8 h8 i8 k8：四，j8 可成五。"
    );
}

#[test]
fn a_three_that_a_five_spoils() {
    // With e8 and f8, a stone on h8 is a broken three; its gap g8 makes five in the column.
    let text = told("e8 f8 g4 g5 g6 g7 h9 h10", "", "h8", Language::English);
    assert!(text.contains("g8 would make the straight four, but a five at the same time."), "{text}");
    assert!(text.contains("row e8 f8 h8: looks like a three, but does not count."), "{text}");
    assert!(text.starts_with("h8 is allowed"), "{text}");
}
