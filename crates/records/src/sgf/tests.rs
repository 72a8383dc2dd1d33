//! SGF: what is read, what is kept, what is refused.

use super::{read, write};
use crate::error::{Fault, ReadError};
use crate::record::Record;
use crate::tree::{MarkShape, Tree};
use heibai_games::{Color, HalfPoints, Kind, Move, Point, Reason, Rules};

fn one(text: &str) -> Result<Record, ReadError> {
    let mut games = read(text.as_bytes(), None);
    let game = games.next().expect("a game or an error");
    assert!(games.next().is_none());
    game
}

fn at(x: usize, y: usize, size: usize) -> Point {
    Point::new(x, y, size).unwrap()
}

#[test]
fn a_game_with_everything_comes_back_letter_for_letter() {
    let text = "(;GM[1]FF[4]\nCA[UTF-8] SZ[19]KM[6.50]RU[Japanese]PB[黑\\]x]BR[9d]XX[un\\\\known][two]RE[W+0.5]\n\
        AB[dd][pp:qq]C[root: a]\n;W[qd]BL[12.5]C[line one\nline \\[two\\]: ok]LB[aa:1][bb:x\\:y]\n\
        (;B[dp]CR[aa][bb]V[1.5];W[])\n(;B[pd]TB[aa:cc]TW[ss];W[tt]AR[aa:bb])\n)\n";
    let record = one(text).unwrap();
    assert_eq!(write(&record), text);
    assert_eq!(record.kind(), Kind::Go);
    assert_eq!(record.info.black.name, "黑]x");
    assert_eq!(record.info.result.unwrap().margin, Some(HalfPoints(1)));
    let root = record.tree.step(Tree::ROOT);
    assert_eq!(root.setup.len(), 5);
    let line: Vec<_> = record.tree.main_line().collect();
    let second = record.tree.step(line[1]);
    assert_eq!(second.comment, "line one\nline [two]: ok");
    assert_eq!(second.marks[1].shape, MarkShape::Label("x:y".to_owned()));
    assert_eq!(record.tree.step(line[2]).score, Some(1.5));
    assert_eq!(record.tree.step(line[3]).mv, Some((Color::White, Move::Pass)));
    assert_eq!(record.tree.children(line[1]).count(), 2);
}

#[test]
fn a_changed_node_keeps_what_is_not_understood() {
    let mut record = one("(;GM[1]SZ[9]ZZ[keep]PB[old];B[aa]YY[me]C[old])").unwrap();
    record.info.black.name = "new".to_owned();
    let end = record.tree.end();
    record.tree.node_mut(end).step.comment = "new".to_owned();
    let text = write(&record);
    assert!(text.contains("PB[new]") && text.contains("ZZ[keep]"), "{text}");
    assert!(text.ends_with(";B[aa]C[new]YY[me])\n"), "{text}");
    let again = one(&text).unwrap();
    assert_eq!(again.info, record.info);
    assert_eq!(again.tree.step(end), record.tree.step(end));
}

#[test]
fn chinese_komi_of_three_and_three_quarters_is_seven_and_a_half_points() {
    for komi in ["3.75", "7.5", "375", "7.50"] {
        let record = one(&format!("(;GM[1]SZ[19]RU[Chinese]KM[{komi}])")).unwrap();
        let Rules::Go(rules) = record.rules else { panic!("go") };
        assert_eq!(rules.komi(), HalfPoints(15), "{komi}");
    }
    assert!(matches!(one("(;GM[1]SZ[19]KM[6.3])").unwrap_err().fault, Fault::Unsupported(_)));
}

#[test]
fn renju_files_name_no_game() {
    let record = one("(;US[x]5A[7,9]SZ[15]RE[黑胜];B[hh];W[hi])").unwrap();
    assert_eq!(record.kind(), Kind::Gomoku);
    assert_eq!(record.info.result.unwrap().winner, Some(Color::Black));
    assert_eq!(record.tree.moves().next(), Some((Color::Black, Move::Place(at(7, 7, 15)))));
}

#[test]
fn othello_and_gomoku_points_may_be_written_as_players_do() {
    let record = one("(;GM[2]SZ[8];B[f5];W[fd])").unwrap();
    let moves: Vec<_> = record.tree.moves().map(|(_, mv)| mv).collect();
    assert_eq!(moves, [Move::Place(at(5, 4, 8)), Move::Place(at(5, 3, 8))]);
    let record = one("(;GM[4]SZ[15];B[h8])").unwrap();
    assert_eq!(record.tree.moves().next().unwrap().1, Move::Place(at(7, 7, 15)));
}

#[test]
fn a_bracket_that_was_not_escaped_belongs_to_the_name() {
    let text = "(;GM[4]SZ[15]PW[[team]名字]PB[x]]AB[aa] [bb];B[hh])\n";
    let record = one(text).unwrap();
    assert_eq!(record.info.white.name, "[team]名字");
    assert_eq!(record.info.black.name, "x]");
    assert_eq!(write(&record), text);
    // Whatever the pieces are in which the text arrives.
    let long = format!("(;GM[4]SZ[15]C[{}]名]PB[x])\n", "a".repeat((64 << 10) - 15));
    assert_eq!(one(&long).unwrap().info.black.name, "x");
}

#[test]
fn old_long_names_and_results_are_understood() {
    let record = one("(;GaMe[1]SiZe[9]PlayerBlack[x]REsult[B+Resign];Black[aa])").unwrap();
    assert_eq!(record.info.black.name, "x");
    assert_eq!(record.info.result.unwrap().reason, Some(Reason::Resignation));
}

#[test]
fn a_collection_streams_and_goes_on_after_a_bad_game() {
    let text = "junk before\n(;GM[1]SZ[9];B[aa])\n\n(;GM[1]SZ[99])(;GM[1]SZ[9];B[bb])\n";
    let games: Vec<_> = read(text.as_bytes(), None).collect();
    assert_eq!(games.len(), 3);
    assert!(games[0].is_ok() && games[2].is_ok());
    let error = games[1].clone().unwrap_err();
    assert_eq!((error.place.line(), error.place.column()), (4, 8));
}

#[test]
fn errors_name_line_column_and_reason() {
    let cases = [
        ("(;GM[1]SZ[19]\n;B[zz])", 2, 2, "B[zz] is no point of the 19x19 board"),
        ("(;GM[1]SZ[19];B[aa]\n C oops)", 2, 2, "property 'C' without a value in brackets"),
        ("(;GM[1]C[never closed", 1, 9, "the file ends inside the value that opens here"),
        ("(;GM[1](;B[aa]", 1, 15, "the file ends with 2 open '('"),
        ("(;GM[1]SZ[1000000000])", 1, 8, "SZ[1000000000] is no board size"),
        ("(;GM[1]SZ[19:9])", 1, 8, "a board of 19x9: only square boards are supported"),
        ("(;GM[7])", 1, 3, "GM[7] is not a game of this program: expected 1 (Go), 2 (Othello) or 4 (Gomoku)"),
        ("(;GM[1];B[aa]W[bb])", 1, 14, "a second move in one node"),
        ("((;GM[1])(;GM[1]))", 1, 12, "a second root node in one game"),
        ("hello", 1, 6, "no game: expected '(;'"),
        ("", 1, 1, "no game: expected '(;'"),
    ];
    for (text, line, column, reason) in cases {
        let error = one(text).expect_err(text);
        assert_eq!((error.place.line(), error.place.column()), (line, column), "{text}: {error}");
        assert_eq!(error.fault.to_string(), reason, "{text}");
    }
}

#[test]
fn nesting_as_deep_as_the_file_is_only_a_long_tree() {
    let depth = 200_000;
    let text = format!("(;GM[1]SZ[9]{}{}", "(;".repeat(depth), ")".repeat(depth + 1));
    let record = one(&text).unwrap();
    assert_eq!(record.tree.len(), depth + 1);
    let again = one(&write(&record)).unwrap();
    assert_eq!(again.tree.len(), depth + 1);
}

#[test]
fn lists_that_would_fill_the_memory_are_refused() {
    let text = format!("(;GM[1]SZ[19]AB{})", "[aa:ss]".repeat(100_000));
    assert!(one(&text).unwrap_err().to_string().contains("more stones than the 19x19 board"));
    let nodes = format!("(;GM[1]SZ[19]{})", ";AB[aa:ss]".repeat(100_000));
    assert!(matches!(one(&nodes).unwrap_err().fault, Fault::TooLarge(_)));
    let many = format!("(;GM[1]SZ[19]{})", ";".repeat(crate::MAX_NODES + 1));
    assert!(matches!(one(&many).unwrap_err().fault, Fault::TooLarge(_)));
}

#[test]
fn a_comment_without_end_is_refused_in_bounded_memory() {
    use std::io::Read;
    let endless = b"(;GM[1]C["[..].chain(std::io::repeat(b'a'));
    let error = read(endless, None).next().unwrap().unwrap_err();
    assert!(matches!(error.fault, Fault::TooLarge(_)), "{error}");
    let endless = std::io::repeat(b' ');
    assert!(read(endless, None).next().unwrap().is_err());
}
