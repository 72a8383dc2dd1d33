//! Whole games against the reference, on every board and under every rule set.

use crate::reference::Grid;
use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant};
use heibai_games::{Color, Move, Outcome, Point, Position as _, Reason};

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
