//! What holds in every position of every game.

use crate::hex::{Hex, HexRules};
use crate::{every_rules, longest_game, stones};
use heibai_games::position::{Changes, Impossible};
use heibai_games::{AnyPosition, Color, Move, Point, Position, Rules};
use std::collections::HashMap;

/// Plays a random game and shows every position, the last one included, to `law` with its legal moves.
fn walk<P: Position>(start: P, rng: &mut fastrand::Rng, mut law: impl FnMut(&P, &[Move])) {
    let bound = longest_game(start.size());
    let mut position = start;
    let mut legal = Vec::new();
    for _ in 0..bound {
        position.legal_moves(&mut legal);
        law(&position, &legal);
        let Some(&mv) = rng.choice(&legal) else { return };
        position.play_unchecked(mv, &mut ());
    }
    panic!("no end after {bound} moves: {position:?}");
}

/// Walks `games` random games of each of these rule sets.
fn each_of<P: Position>(
    every_rules: &[P::Rules],
    seed: u64,
    games: usize,
    mut law: impl FnMut(&P, &[Move], &mut fastrand::Rng),
) {
    for rules in every_rules {
        let mut rng = fastrand::Rng::with_seed(seed);
        let start = P::start(rules);
        // Go on large boards is long: fewer games show as many positions.
        let games = if start.size() >= 19 { 1 } else { games };
        for _ in 0..games {
            let mut choices = rng.fork();
            walk(start.clone(), &mut rng, |position, legal| law(position, legal, &mut choices));
        }
    }
}

/// Walks random games of every rule set, and of a game that the closed list does not know.
macro_rules! everywhere {
    ($seed:expr, $games:expr, |$position:pat_param, $legal:pat_param, $rng:pat_param| $law:block) => {
        each_of::<AnyPosition>(&every_rules(), $seed, $games, |$position, $legal, $rng| $law);
        each_of::<Hex>(&HexRules::ALL, $seed, $games, |$position, $legal, $rng| $law);
    };
}

/// Every point of the board, some beyond it, and a pass.
fn every_move(size: usize) -> impl Iterator<Item = Move> {
    let beyond = [size * size, size * size + 1, 1000, 65_535].map(|index| Point(index as u16));
    Point::all(size).chain(beyond).map(Move::Place).chain([Move::Pass])
}

#[test]
fn a_move_is_listed_if_and_only_if_it_is_legal() {
    everywhere!(1, 3, |position, legal, _| {
        let checked: Vec<Move> =
            every_move(position.size()).filter(|&mv| position.check(mv).is_ok()).collect();
        assert_eq!(legal, checked, "in the order of the points, a pass last: {position:?}");
    });
}

#[test]
fn a_game_is_over_if_and_only_if_there_is_no_legal_move() {
    everywhere!(2, 10, |position, legal, _| {
        assert_eq!(legal.is_empty(), position.outcome().is_some(), "{position:?}");
        if position.must_pass() {
            assert_eq!(legal, [Move::Pass]);
        }
    });
}

#[test]
fn a_refused_move_changes_nothing() {
    everywhere!(3, 2, |position, legal, rng| {
        let mut tried = position.clone();
        for mv in every_move(position.size()) {
            if rng.u8(..8) == 0 && !legal.contains(&mv) {
                assert_eq!(tried.play(mv), Err(position.check(mv).unwrap_err()));
            }
        }
        assert_eq!(tried.play(Move::Place(Point(u16::MAX))), position.check(Move::Place(Point(u16::MAX))));
        assert_eq!((&tried, tried.key()), (position, position.key()));
    });
}

#[test]
fn play_is_check_and_play_unchecked() {
    everywhere!(4, 3, |position, legal, rng| {
        let Some(&mv) = rng.choice(legal) else { return };
        let (mut checked, mut unchecked) = (position.clone(), position.clone());
        assert_eq!(checked.play(mv), Ok(()));
        unchecked.play_unchecked(mv, &mut Changes::default());
        assert_eq!(checked, unchecked);
        assert_eq!(checked.key(), unchecked.key());
    });
}

#[test]
fn a_copy_is_independent() {
    everywhere!(5, 2, |position, legal, rng| {
        let before = (stones(position), position.turn(), position.key(), position.outcome());
        let mut copy = position.clone();
        assert_eq!(&copy, position);
        if let Some(&mv) = rng.choice(legal) {
            copy.play(mv).expect("legal");
            assert_ne!(&copy, position);
        }
        assert_eq!(before, (stones(position), position.turn(), position.key(), position.outcome()));
    });
}

#[test]
fn sides_alternate_and_rules_stay() {
    everywhere!(6, 2, |position, legal, rng| {
        let Some(&mv) = rng.choice(legal) else { return };
        let mut next = position.clone();
        next.play(mv).expect("legal");
        assert_eq!(next.turn(), !position.turn());
        assert_eq!(next.rules(), position.rules());
        assert_eq!(next.size(), position.size());
    });
}

#[test]
fn keys_tell_boards_apart() {
    for rules in every_rules() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut known: HashMap<u64, (Vec<Option<Color>>, Color)> = HashMap::new();
        for _ in 0..4 {
            walk(AnyPosition::start(&rules), &mut rng, |position, _| {
                let facts = (stones(position), position.turn());
                let first = known.entry(position.key()).or_insert_with(|| facts.clone());
                assert_eq!(*first, facts, "two boards with one key");
            });
        }
        let boards: std::collections::HashSet<_> = known.values().collect();
        assert_eq!(boards.len(), known.len(), "one board with two keys");
    }
}

#[test]
fn what_the_observer_is_told_makes_the_board() {
    everywhere!(8, 3, |position, legal, rng| {
        let Some(&mv) = rng.choice(legal) else { return };
        let mut plain = stones(position);
        let mut changes = Changes::default();
        let mut next = position.clone();
        next.play_unchecked(mv, &mut changes);
        if let Some((point, color)) = changes.placed {
            assert_eq!(plain[point.index()].replace(color), None);
        }
        for &(point, color) in &changes.flipped {
            assert_eq!(plain[point.index()].replace(color), Some(!color));
        }
        for &(point, color) in &changes.removed {
            assert_eq!(plain[point.index()].take(), Some(color));
        }
        assert_eq!(plain, stones(&next));
        assert_eq!(changes.placed.map(|(point, _)| Move::Place(point)).unwrap_or(Move::Pass), mv);
    });
}

/// Stones set up by the rules of `like`.
fn setup<P: Position>(like: &P, stones: &[(Point, Color)], turn: Color) -> Result<P, Impossible> {
    P::setup(&like.rules(), stones, turn)
}

#[test]
fn stones_set_up_by_hand_make_the_same_board() {
    everywhere!(9, 2, |position, _, rng| {
        if rng.u8(..4) != 0 {
            return;
        }
        let mut placed = position.stones();
        rng.shuffle(&mut placed);
        let again = setup(position, &placed, position.turn()).expect("a position");
        assert_eq!(stones(&again), stones(position));
        assert_eq!((again.turn(), again.key()), (position.turn(), position.key()));
        if let Some(&twice) = placed.first() {
            placed.push(twice);
            assert!(setup(position, &placed, position.turn()).is_err());
        }
        let outside = [(Point(u16::MAX), Color::Black)];
        assert!(setup(position, &outside, Color::Black).is_err());
    });
}

#[test]
fn moves_read_back_as_they_are_written() {
    each_of::<AnyPosition>(&every_rules(), 10, 1, |position, legal, _| {
        for &mv in legal {
            assert_eq!(position.read_move(&position.write_move(mv)), Ok(mv));
        }
    });
}

#[test]
fn a_finished_game_refuses_everything() {
    for rules in every_rules() {
        let mut rng = fastrand::Rng::with_seed(11);
        let mut last = None;
        walk(AnyPosition::start(&rules), &mut rng, |position, _| last = Some(position.clone()));
        let mut finished = last.expect("at least one position");
        let copy = finished.clone();
        for mv in every_move(rules.size()) {
            assert_eq!(finished.play(mv), Err(heibai_games::Illegal::GameOver));
        }
        assert_eq!(finished, copy);
        check_outcome(&finished, &rules);
    }
}

/// The winner, the count and the margin of an outcome agree.
fn check_outcome(position: &AnyPosition, rules: &Rules) {
    let outcome = position.outcome().expect("over");
    assert_eq!(outcome.score.is_some(), outcome.margin.is_some());
    let Some(score) = outcome.score else { return };
    let komi = match rules {
        Rules::Go(rules) => rules.komi().0,
        Rules::Othello(_) | Rules::Gomoku(_) => 0,
    };
    let black = score.black.0 - score.white.0 - komi;
    assert_eq!(outcome.margin.map(|margin| margin.0), Some(black.abs()));
    let winner = [Some(Color::White), None, Some(Color::Black)][(black.signum() + 1) as usize];
    assert_eq!(outcome.winner, winner);
}
