//! What a Gomoku stone makes, and what it keeps the opponent from making.

use super::pick;
use heibai_games::gomoku::explain::Language;
use heibai_games::gomoku::{Shape, shapes};
use heibai_games::{AnyPosition, Point, Position};

/// The shapes that a stone on `point` makes, and those the opponent would make there.
pub(super) fn facts(position: &AnyPosition, point: Point, language: Language) -> Vec<String> {
    let AnyPosition::Gomoku(gomoku) = position else { return Vec::new() };
    let (board, variant, us) = (gomoku.board(), gomoku.rules().variant(), gomoku.turn());
    let of = |color| named(shapes::at(board, point, color, variant), language);
    let mut said = Vec::new();
    if let Some(made) = of(us) {
        said.push(match language {
            Language::English => format!("It makes {made}."),
            Language::Chinese => format!("形成{made}。"),
        });
    }
    if let Some(kept) = of(!us) {
        said.push(match language {
            Language::English => format!("It keeps the opponent from {kept}."),
            Language::Chinese => format!("阻止对方形成{kept}。"),
        });
    }
    said
}

/// Threes and more by name, the strongest first; smaller shapes are not worth a word.
fn named(shapes: [Option<Shape>; 4], language: Language) -> Option<String> {
    let mut worth: Vec<Shape> = shapes.into_iter().flatten().filter(|&s| s > Shape::ClosedThree).collect();
    worth.sort_by(|a, b| b.cmp(a));
    let name = |shape: Shape| {
        let (chinese, english) = shape_names(shape);
        let article = if english.starts_with('o') { "an" } else { "a" };
        pick(language, &format!("{article} {english}"), chinese).to_owned()
    };
    let names: Vec<String> = worth.into_iter().map(name).collect();
    (!names.is_empty()).then(|| names.join(pick(language, " and ", "和")))
}

/// What players call a shape, in Chinese and in English.
pub const fn shape_names(shape: Shape) -> (&'static str, &'static str) {
    match shape {
        Shape::Five => ("五连", "five"),
        Shape::OpenFour => ("活四", "open four"),
        Shape::ClosedFour => ("冲四", "closed four"),
        Shape::BrokenFour => ("破四", "broken four"),
        Shape::OpenThree => ("活三", "open three"),
        Shape::ClosedThree => ("眠三", "closed three"),
        Shape::BrokenThree => ("破三", "broken three"),
        Shape::OpenTwo => ("活二", "open two"),
        Shape::ClosedTwo => ("眠二", "closed two"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::{Kind, kind::Choice};

    fn said(moves: &str, at: &str, language: Language) -> Vec<String> {
        let choice = Choice { rules: Some("freestyle".to_owned()), ..Choice::default() };
        let mut position = AnyPosition::start(&Kind::Gomoku.rules(&choice).unwrap());
        for name in moves.split_whitespace() {
            let mv = position.read_move(name).unwrap();
            position.play(mv).unwrap();
        }
        let heibai_games::Move::Place(point) = position.read_move(at).unwrap() else { unreachable!() };
        facts(&position, point, language)
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
