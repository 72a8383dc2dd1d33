//! Repetition: the cycles that players know, and the reference's verdict on every step of them.

use crate::reference::{Reference, diagram, position};
use heibai_games::go::Position;
use heibai_games::{Color, Illegal, Move, Notation, Position as _};

/// Plays `moves` (all legal) on both boards, then returns the verdict on `last`.
fn after(text: &str, turn: Color, moves: &str, last: &str) -> (Result<(), Illegal>, Position) {
    let (stones, size) = diagram(text);
    let mut position = position(&stones, size, turn);
    let mut reference = Reference::new(stones, size, turn);
    let read = |name: &str| match name {
        "pass" => Move::Pass,
        name => Move::Place(Notation::Go.read(name, size).unwrap()),
    };
    for name in moves.split_whitespace() {
        assert_eq!(position.play(read(name)), Ok(()), "{name}\n{position:?}");
        reference.play(read(name));
    }
    let verdict = position.check(read(last));
    assert_eq!(verdict, reference.after(read(last)).map(|_| ()), "{last}\n{position:?}");
    (verdict, position)
}

const KO: &str = "
    . X O . .
    X O . O .
    . X O . .
    . . . . .
    . . . . .";

#[test]
fn a_ko_may_not_be_retaken_at_once() {
    let (verdict, position) = after(KO, Color::Black, "C4", "B4");
    assert_eq!(verdict, Err(Illegal::Repetition { of_move: 0 }));
    assert_eq!(position.forbidden_by_repetition(), [Notation::Go.read("B4", 5).unwrap()]);
}

#[test]
fn a_ko_may_be_retaken_after_a_threat() {
    assert_eq!(after(KO, Color::Black, "C4 E1 E2", "B4").0, Ok(()));
}

#[test]
fn the_repeated_board_is_named_by_its_move_passes_counted() {
    let (verdict, _) = after(KO, Color::Black, "C4 pass D1 pass E1 B4", "C4");
    assert_eq!(verdict, Err(Illegal::Repetition { of_move: 5 }), "the board before White retook");
}

#[test]
fn triple_ko_returns_to_no_earlier_board() {
    let kos = "
        . X O . . . . . .
        X O . O . . . . .
        . X O . . . . . .
        . X O . . . . . .
        X . X O . . . . .
        . X O . . . . . .
        . X O . . . . . .
        X O . O . . . . .
        . X O . . . . . .";
    let (verdict, position) = after(kos, Color::Black, "C8 B5 C2 B8 C5", "B2");
    assert_eq!(verdict, Err(Illegal::Repetition { of_move: 0 }));
    assert_eq!(position.forbidden_by_repetition().len(), 2, "and the ko just taken");
}

const TWO_FOR_ONE: &str = "
    . X . X .
    O O X X .
    . O X . .
    . O X . .
    . O X . .";

#[test]
fn sending_two_and_returning_one_is_cut() {
    let (verdict, _) = after(TWO_FOR_ONE, Color::Black, "A5 C5", "B5");
    assert_eq!(verdict, Err(Illegal::Repetition { of_move: 0 }));
}

/// The board repeats although the last stone captures nothing.
#[test]
fn sending_two_again_is_cut_where_the_stone_captures_nothing() {
    let two = TWO_FOR_ONE.replacen(". X .", "X X .", 1);
    let (verdict, _) = after(&two, Color::White, "C5 B5 pass", "A5");
    assert_eq!(verdict, Err(Illegal::Repetition { of_move: 0 }));
}

/// Both sides give up two stones in turn: Black takes two, White takes two, and the board comes back.
#[test]
fn eternal_life_ends() {
    let board = "
        O . X .
        X X O O
        X . X .
        . X X X";
    let (verdict, _) = after(board, Color::Black, "D4 B4 C4", "A4");
    assert_eq!(verdict, Err(Illegal::Repetition { of_move: 0 }));
}
