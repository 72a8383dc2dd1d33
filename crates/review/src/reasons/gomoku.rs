//! What a Gomoku stone makes, and what it keeps the opponent from making.

use heibai_games::gomoku::{Shape, shapes};
use heibai_games::{AnyPosition, Point, Position};
use heibai_words::{Text, hints};

/// The shapes that a stone on `point` makes, and those the opponent would make there.
pub(super) fn facts(position: &AnyPosition, point: Point) -> Vec<Text> {
    let AnyPosition::Gomoku(gomoku) = position else { return Vec::new() };
    let (board, variant, us) = (gomoku.board(), gomoku.rules().variant(), gomoku.turn());
    let of = |color| hints::shapes(worth_a_word(shapes::at(board, point, color, variant)));
    of(us).map(hints::makes).into_iter().chain(of(!us).map(hints::keeps_from)).collect()
}

/// Threes and more, the strongest first.
fn worth_a_word(shapes: [Option<Shape>; 4]) -> Vec<Shape> {
    let mut worth: Vec<Shape> = shapes.into_iter().flatten().filter(|&s| s > Shape::ClosedThree).collect();
    worth.sort_by(|a, b| b.cmp(a));
    worth
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::{Kind, kind::Choice};
    use heibai_words::Language;

    fn said(moves: &str, at: &str, language: Language) -> Vec<String> {
        let choice = Choice { rules: Some("freestyle".to_owned()), ..Choice::default() };
        let mut position = AnyPosition::start(&Kind::Gomoku.rules(&choice).unwrap());
        for name in moves.split_whitespace() {
            let mv = position.read_move(name).unwrap();
            position.play(mv).unwrap();
        }
        let heibai_games::Move::Place(point) = position.read_move(at).unwrap() else { unreachable!() };
        facts(&position, point).iter().map(|text| text.get(language).to_owned()).collect()
    }

    #[test]
    fn a_stone_that_attacks_and_defends_has_two_reasons() {
        // Black has three in a row from g8, White two from h9: j9 stops nothing, j8 makes an open four.
        let moves = "g8 h9 h8 i9 i8 a1";
        assert_eq!(said(moves, "j8", Language::English), ["It makes an open four."]);
        assert_eq!(said(moves, "j9", Language::Chinese), ["阻止对方形成活三。"]);
        assert!(said("h8", "a15", Language::English).is_empty());
    }

    #[test]
    fn two_threes_at_once_are_both_named() {
        // Two in the row of h8 and two in its column.
        let moves = "f8 a1 g8 a15 h9 o1 h10 o15";
        assert_eq!(said(moves, "h8", Language::English), ["It makes an open three and an open three."]);
    }
}
