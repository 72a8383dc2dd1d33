//! Whole games against the reference, on every board and under every rule set.

use crate::reference::Grid;
use heibai_games::gomoku::{Forbidden, OpeningRule, Position, Rules, Variant, random_game};
use heibai_games::{Color, Illegal, Impossible, Move, Notation, Outcome, Point, Position as _, Reason};

fn rules(size: usize, variant: Variant) -> Rules {
    Rules::new(size, variant, OpeningRule::Free).unwrap()
}

fn letter(color: Color) -> u8 {
    if color == Color::Black { b'X' } else { b'O' }
}

/// Plays one random game, asking the reference before and after each move; returns its length.
fn compare_game(rules: &Rules, random: &mut fastrand::Rng, everything: bool) -> usize {
    let variant = rules.variant();
    let mut position = Position::start(rules);
    let mut grid = Grid::new(rules.size());
    let mut played = 0;
    let mut moves = Vec::new();
    loop {
        let turn = position.turn();
        let restricted = variant.is_renju() && turn == Color::Black;
        position.legal_moves(&mut moves);
        if everything || moves.len() < 20 {
            let expected: Vec<Move> = Point::all(rules.size())
                .filter(|p| grid.cells[p.index()] == b'.')
                .collect::<Vec<_>>()
                .into_iter()
                .filter(|&p| !restricted || grid.forbidden(grid.xy(p), variant).is_none())
                .map(Move::Place)
                .collect();
            assert_eq!(moves, expected);
            if expected.is_empty() {
                let reason = if played == rules.size() * rules.size() {
                    Reason::BoardFull
                } else {
                    Reason::NoLegalPoint
                };
                assert_eq!(position.outcome(), Some(Outcome::draw(reason)));
                return played;
            }
        }
        assert_eq!(position.outcome(), None);
        let mv = moves[random.usize(0..moves.len())];
        let Move::Place(point) = mv else { panic!("a pass in Gomoku") };
        position.play(mv).unwrap();
        grid.set(grid.xy(point), letter(turn));
        played += 1;
        assert_eq!(position.stone(point), Some(turn));
        if grid.wins(grid.xy(point), variant) {
            assert_eq!(position.outcome(), Some(Outcome::win(turn, Reason::FiveInRow)));
            let line: Vec<(i32, i32)> = position.winning_line().into_iter().map(|p| grid.xy(p)).collect();
            assert!(line.len() >= 5 && line.iter().all(|&p| grid.at(p) == letter(turn)));
            let step = (line[1].0 - line[0].0, line[1].1 - line[0].1);
            assert_eq!(grid.row(grid.xy(point), step), line, "the whole row, with the last stone in it");
            let again = Position::setup(rules, &grid.stones(), position.turn()).unwrap();
            assert_eq!((again.key(), &again), (position.key(), &position));
            return played;
        }
    }
}

#[test]
fn every_rule_set_and_size() {
    let mut random = fastrand::Rng::with_seed(2);
    for variant in Variant::ALL {
        let sizes = if variant.is_renju() { 15..=15 } else { 5..=20 };
        for size in sizes {
            let rules = rules(size, variant);
            let mut moves = 0;
            while moves < if variant.is_renju() { 400_000 } else { 50_000 } {
                moves += compare_game(&rules, &mut random, false);
            }
        }
        let rules = rules(15, variant);
        for _ in 0..20 {
            compare_game(&rules, &mut random, true);
        }
    }
}

/// A position from two lists of stones.
fn set_up(black: &str, white: &str, turn: Color, variant: Variant) -> Result<Position, Impossible> {
    let stones: Vec<(Point, Color)> = [(black, Color::Black), (white, Color::White)]
        .into_iter()
        .flat_map(|(names, color)| names.split_whitespace().map(move |name| (at(name), color)))
        .collect();
    Position::setup(&rules(15, variant), &stones, turn)
}

fn at(name: &str) -> Point {
    Notation::Gomoku.read(name, 15).unwrap()
}

#[test]
fn every_refusal_has_its_reason_and_changes_nothing() {
    let position = set_up("h10 h9 i8 j8", "a1 c1 e1", Color::Black, Variant::Renju).unwrap();
    let cases = [
        (Move::Place(Point(225)), Illegal::OffBoard),
        (Move::Place(Point(u16::MAX)), Illegal::OffBoard),
        (Move::Place(at("h9")), Illegal::Occupied),
        (Move::Place(at("a1")), Illegal::Occupied),
        (Move::Pass, Illegal::CannotPass),
        (Move::Place(at("h8")), Illegal::Forbidden(Forbidden::DoubleThree)),
    ];
    for (mv, reason) in cases {
        let mut tried = position.clone();
        assert_eq!(tried.play(mv), Err(reason));
        assert_eq!(tried, position);
    }
    let white = set_up("h10 h9 i8 j8", "a1 c1 e1", Color::White, Variant::Renju).unwrap();
    assert_eq!(white.check(Move::Place(at("h8"))), Ok(()), "forbidden to Black alone");
    let over = set_up("d8 e8 f8 g8 h8", "", Color::White, Variant::Renju).unwrap();
    assert_eq!(over.check(Move::Place(at("a1"))), Err(Illegal::GameOver));
    assert_eq!(over.forbidden_points().iter().count(), 0);
}

/// Every point is tried by playing it.
#[test]
fn the_points_of_five_are_those_where_a_move_wins() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut found = 0;
    for variant in Variant::ALL {
        for size in if variant.is_renju() { [15, 15, 15] } else { [9, 15, 20] } {
            for _ in 0..40 {
                let mut position = Position::start(&rules(size, variant));
                let (mut moves, mut last) = (Vec::new(), Point(0));
                let mut before = [Vec::<Point>::new(), Vec::new()];
                while position.outcome().is_none() {
                    for side in Color::BOTH {
                        let stones: Vec<(Point, Color)> = Point::all(size)
                            .filter_map(|point| Some((point, position.stone(point)?)))
                            .collect();
                        let turned = Position::setup(&position.rules(), &stones, side).unwrap();
                        let wins = |&point: &Point| {
                            let mut after = turned.clone();
                            let winner = Some(Outcome::win(side, Reason::FiveInRow));
                            after.play(Move::Place(point)).is_ok() && after.outcome() == winner
                        };
                        let expected: Vec<Point> = Point::all(size).filter(wins).collect();
                        assert_eq!(position.fives(side), expected, "{variant:?} {position:?}");
                        let along = position.fives_along(side, last);
                        assert!(along.iter().all(|point| expected.contains(point)));
                        let new = expected.iter().filter(|five| !before[side.index()].contains(five));
                        assert!(new.into_iter().all(|five| along.contains(five)), "{position:?}");
                        before[side.index()].clone_from(&expected);
                        found += expected.len();
                    }
                    position.legal_moves(&mut moves);
                    let Move::Place(point) = moves[random.usize(0..moves.len())] else { panic!("a pass") };
                    position.play(Move::Place(point)).unwrap();
                    last = point;
                    if moves.len() < size * size / 3 {
                        break;
                    }
                }
            }
        }
    }
    assert!(found > 2_000, "{found}");
}

#[test]
fn five_and_more_under_each_rule_set() {
    // A stone on h8 makes six: who has won?
    for variant in Variant::ALL {
        for color in Color::BOTH {
            let row = "d8 e8 f8 g8 i8";
            let (black, white) = if color == Color::Black { (row, "") } else { ("", row) };
            let mut position = set_up(black, white, color, variant).unwrap();
            let (fives, theirs) = (position.fives(color), position.fives(!color));
            let played = position.play(Move::Place(at("h8")));
            let wins = match variant {
                Variant::Freestyle => true,
                Variant::Standard => false,
                Variant::Renju | Variant::RenjuPatterns => color == Color::White,
            };
            if variant.is_renju() && color == Color::Black {
                assert_eq!(played, Err(Illegal::Forbidden(Forbidden::Overline)));
            } else {
                assert_eq!(played, Ok(()));
            }
            let expected = wins.then(|| Outcome::win(color, Reason::FiveInRow));
            assert_eq!(position.outcome(), expected, "{variant:?} {color}");
            assert_eq!(position.winning_line().len(), if wins { 6 } else { 0 });
            // The other end of the four makes five under every rule set.
            assert_eq!(fives, if wins { vec![at("c8"), at("h8")] } else { vec![at("c8")] });
            assert_eq!(theirs, []);
        }
    }
}

#[test]
fn five_comes_before_every_ban() {
    // h8 makes five in the row, six in the column, and two diagonal threes.
    let black = "d8 e8 f8 g8 h12 h11 h10 h9 h7 i9 j10 i7 j6";
    let mut position = set_up(black, "a1", Color::Black, Variant::Renju).unwrap();
    position.play(Move::Place(at("h8"))).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::win(Color::Black, Reason::FiveInRow)));
    let line: Vec<Point> = "d8 e8 f8 g8 h8".split(' ').map(at).collect();
    assert_eq!(position.winning_line(), line);
}

#[test]
fn two_sides_cannot_both_have_five() {
    let both = set_up("a1 b1 c1 d1 e1", "a3 b3 c3 d3 e3", Color::Black, Variant::Renju);
    assert_eq!(both, Err(Impossible::BothHaveFive));
    let off = Position::setup(&rules(9, Variant::Freestyle), &[(Point(81), Color::White)], Color::Black);
    assert_eq!(off, Err(Impossible::OffBoard(Point(81))));
    let twice = [(Point(3), Color::White), (Point(3), Color::Black)];
    let twice = Position::setup(&rules(9, Variant::Freestyle), &twice, Color::Black);
    assert_eq!(twice, Err(Impossible::Twice(Point(3))));
}

/// A full board without five, but for h8, which makes six for Black.
fn one_point_left() -> Grid {
    let mut grid = Grid::new(15);
    for y in 0..15 {
        for x in 0..15 {
            grid.set((x, y), if (x / 2 + y) % 2 == 0 { b'X' } else { b'O' });
        }
    }
    for (x, letter) in (2..).zip("OXXXX.XO".bytes()) {
        grid.set((x, 7), letter);
    }
    grid
}

#[test]
fn no_legal_point_is_a_draw() {
    let stones = one_point_left().stones();
    let stuck = Position::setup(&rules(15, Variant::Renju), &stones, Color::Black).unwrap();
    assert_eq!(stuck.outcome(), Some(Outcome::draw(Reason::NoLegalPoint)));
    assert_eq!(stuck.check(Move::Place(at("h8"))), Err(Illegal::GameOver));
    // The same by a move: White plays the last other point.
    let mut before: Vec<_> = stones.clone();
    let last = before.iter().rposition(|&(_, color)| color == Color::White).unwrap();
    let (point, _) = before.remove(last);
    let mut position = Position::setup(&rules(15, Variant::Renju), &before, Color::White).unwrap();
    position.play(Move::Place(point)).unwrap();
    assert_eq!(position, stuck);
    // White may fill the point, and the board is full.
    let mut full = Position::setup(&rules(15, Variant::Renju), &stones, Color::White).unwrap();
    full.play(Move::Place(at("h8"))).unwrap();
    assert_eq!(full.outcome(), Some(Outcome::draw(Reason::BoardFull)));
}

#[test]
fn random_games_end_and_are_repeatable() {
    for variant in Variant::ALL {
        let play = |seed| {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut position = Position::start(&rules(15, variant));
            let moves = random_game(&mut position, &mut || random.u64(..));
            assert!(position.outcome().is_some());
            assert_eq!(moves as usize, position.board().stones());
            position
        };
        for seed in 0..200 {
            assert_eq!(play(seed), play(seed));
        }
        assert_ne!(play(1), play(2));
    }
}
