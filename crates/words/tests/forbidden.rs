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
        "H8 is forbidden to Black: double three.\n\
         \x20 Row H8 I8 J8: an open three.\n\
         \x20   G8 would make it an open four, and Black may play there.\n\
         \x20   K8 would make it an open four, and Black may play there.\n\
         \x20 Column H10 H9 H8: an open three.\n\
         \x20   H11 would make it an open four, and Black may play there.\n\
         \x20   H7 would make it an open four, and Black may play there."
    );
    let chinese = told("e8 g8 i8 k8", "", "h8", Language::Chinese);
    assert_eq!(
        chinese,
        "H8 是黑棋禁手点：四四禁手。\n\
         \x20 横线 E8 G8 H8 I8：四，F8 可成五。\n\
         \x20 横线 G8 H8 I8 K8：四，J8 可成五。"
    );
}

#[test]
fn a_three_that_a_five_spoils() {
    // With e8 and f8, a stone on h8 is a broken three; its gap g8 makes five in the column.
    let text = told("e8 f8 g4 g5 g6 g7 h9 h10", "", "h8", Language::English);
    assert!(text.contains("G8 would make the open four, but a five at the same time."), "{text}");
    assert!(text.contains("Row E8 F8 H8: looks like an open three, but does not count."), "{text}");
    assert!(text.starts_with("H8 is allowed"), "{text}");
}
