//! The cases that the rulings decide, one test each.

use heibai_games::othello::{Othello4, Othello6, Othello8, Othello10, Rules};
use heibai_games::position::{Illegal, Impossible, Reason};
use heibai_games::{Color, HalfPoints, Move, Notation, Point, Position};

fn at(name: &str, size: usize) -> Point {
    Notation::Othello.read(name, size).unwrap()
}

fn stands<P: Position>(position: &P, names: &str, color: Color) -> bool {
    names.split(' ').all(|name| position.stone(at(name, position.size())) == Some(color))
}

/// Stones given as rows of `X`, `O` and anything else for empty.
fn drawn<P: Position<Rules = Rules>>(rules: &Rules, rows: &[&str], turn: Color) -> P {
    let size = rules.size();
    let mut stones = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.chars().enumerate() {
            match cell {
                'X' => stones.push((Point::new(x, y, size).unwrap(), Color::Black)),
                'O' => stones.push((Point::new(x, y, size).unwrap(), Color::White)),
                _ => {}
            }
        }
    }
    P::setup(rules, &stones, turn).unwrap()
}

#[test]
fn a1_is_the_top_left_square_and_bit_0() {
    let squares = ["a1", "d4", "h8"].map(|name| at(name, 8).0);
    assert_eq!(squares, [0, 27, 63]);
}

#[test]
fn the_start_has_white_on_the_diagonal_from_the_top_left() {
    let eight = Othello8::new();
    assert!(stands(&eight, "d4 e5", Color::White) && stands(&eight, "d5 e4", Color::Black));
    let six = Othello6::new();
    assert!(stands(&six, "c3 d4", Color::White) && stands(&six, "d3 c4", Color::Black));
    let ten = Othello10::new();
    assert!(stands(&ten, "e5 f6", Color::White) && stands(&ten, "f5 e6", Color::Black));
    let four = Othello4::new();
    assert!(stands(&four, "b2 c3", Color::White) && stands(&four, "b3 c2", Color::Black));
}

#[test]
fn black_opens_on_d3_c4_f5_or_e6() {
    let mut moves = Vec::new();
    Othello8::new().legal_moves(&mut moves);
    assert_eq!(moves, ["d3", "c4", "f5", "e6"].map(|name| Move::Place(at(name, 8))));
    assert_eq!(Othello8::new().turn(), Color::Black);
}

#[test]
fn the_documents_hex_constants_are_the_start_in_their_own_order() {
    let (black, white) = (0x0000_0010_0800_0000, 0x0000_0008_1000_0000);
    assert_eq!(Othello8::from_a8_first(black, white, Color::Black), Ok(Othello8::new()));
    assert_eq!(Othello8::new().to_a8_first(), (black, white));
    // Read in this library's order they would be another position: the conversion is no formality.
    assert_ne!(Othello8::from_bits(black, white, Color::Black), Ok(Othello8::new()));
    assert_eq!(Othello8::new().discs(Color::Black), 0x0000_0008_1000_0000);
}

#[test]
fn a_pass_is_forced_and_never_a_choice() {
    assert_eq!(Othello8::new().check(Move::Pass), Err(Illegal::CannotPass));
    let rules = Rules::new(4).unwrap();
    let stuck: Othello4 = drawn(&rules, &["XO..", "....", "....", "...."], Color::White);
    let mut moves = Vec::new();
    stuck.legal_moves(&mut moves);
    assert_eq!(moves, [Move::Pass]);
    assert!(stuck.must_pass() && stuck.outcome().is_none());
    assert_eq!(stuck.check(Move::Place(Point(2))), Err(Illegal::FlipsNothing));
}

#[test]
fn a_side_without_discs_is_wiped_out() {
    let rules = Rules::new(4).unwrap();
    let wiped: Othello4 = drawn(&rules, &["XX..", "....", "....", "...."], Color::White);
    let outcome = wiped.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Color::Black), Reason::WipeOut));
    assert_eq!(outcome.score.unwrap().black, HalfPoints::whole(2));
    assert_eq!(wiped.check(Move::Pass), Err(Illegal::GameOver));
}

#[test]
fn empty_squares_go_to_the_winner_only_by_choice() {
    let rows = ["XOXX", "XXXX", "XXXX", "XXX."];
    let plain = Rules::new(4).unwrap();
    let outcome = drawn::<Othello4>(&plain, &rows, Color::White).outcome().unwrap();
    assert_eq!(outcome.reason, Reason::TwoPasses);
    assert_eq!(outcome.margin, Some(HalfPoints::whole(13)));
    let wof = plain.with_variant("empties-to-winner").unwrap();
    let board: Othello4 = drawn(&wof, &rows, Color::White);
    let outcome = board.outcome().unwrap();
    assert_eq!(outcome.score.unwrap().black, HalfPoints::whole(15));
    assert_eq!(outcome.margin, Some(HalfPoints::whole(14)));
    assert_eq!(board.exact_score(), -14);
    assert_eq!(board.rules(), wof);
}

#[test]
fn a_draw_splits_the_empty_squares() {
    let rules = Rules::new(4).unwrap().with_variant("empties-to-winner").unwrap();
    let board: Othello4 = drawn(&rules, &["X...", "....", "....", "..O."], Color::Black);
    let outcome = board.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.margin), (None, Some(HalfPoints(0))));
    assert_eq!(outcome.score.unwrap().white, HalfPoints::whole(8));
    assert_eq!(board.exact_score(), 0);
}

#[test]
fn setups_that_are_no_position() {
    let rules = Rules::new(4).unwrap();
    let black = |index| (Point(index), Color::Black);
    let setup = |stones: &[_]| Othello4::setup(&rules, stones, Color::Black);
    assert_eq!(setup(&[black(16)]), Err(Impossible::OffBoard(Point(16))));
    assert_eq!(setup(&[black(3), (Point(3), Color::White)]), Err(Impossible::Twice(Point(3))));
    assert_eq!(Othello8::setup(&rules, &[], Color::Black), Err(Impossible::Size(4)));
    assert_eq!(Othello4::from_bits(3, 2, Color::Black), Err(Impossible::Twice(Point(1))));
    assert_eq!(Othello4::from_bits(1 << 16, 0, Color::Black), Err(Impossible::OffBoard(Point(16))));
    assert!(matches!(Rules::new(5), Err(Impossible::Size(5))));
}

#[test]
fn a_board_all_of_one_colour_is_a_wipe_out_and_an_empty_one_a_draw() {
    let rules = Rules::new(4).unwrap();
    let full: Othello4 = drawn(&rules, &["XXXX"; 4], Color::White);
    assert_eq!(full.outcome().unwrap().reason, Reason::WipeOut);
    let empty: Othello4 = drawn(&rules, &[], Color::Black);
    let outcome = empty.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (None, Reason::TwoPasses));
}
