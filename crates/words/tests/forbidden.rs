//! Why a point is forbidden, as a person reads it.

use heibai_games::gomoku::explain::explain;
use heibai_games::gomoku::{Board, Variant};
use heibai_games::{Color, Notation};
use heibai_words::Language;
use heibai_words::forbidden::sentences;

fn told(black: &str, white: &str, point: &str, language: Language) -> String {
    let mut board = Board::new(15);
    for (names, color) in [(black, Color::Black), (white, Color::White)] {
        for name in names.split_whitespace() {
            board.put(Notation::Gomoku.read(name, 15).unwrap(), color);
        }
    }
    let point = Notation::Gomoku.read(point, 15).unwrap();
    sentences(&explain(&board, point, Variant::Renju), 15, language).join("\n")
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
