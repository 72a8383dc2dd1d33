//! What holds for a match of every game: undo, redo, replay, forced passes, clocks, and the freeze at the end.

use crate::{every_rules, longest_game};
use heibai_games::clock::TimeControl;
use heibai_games::counting::{Judgement, Status};
use heibai_games::gomoku::opening::Choice;
use heibai_games::matches::Refused;
use heibai_games::position::{Illegal, Outcome, Reason};
use heibai_games::{AnyPosition, Color, Due, Match, Move, Point, Position, Rules};
use std::time::Duration;

type Game = Match<AnyPosition>;
/// A way to end a game against a side.
type End = fn(&mut Game, Color) -> Result<Outcome, Refused>;

fn legal(game: &Game) -> Vec<Move> {
    let mut moves = Vec::new();
    if game.outcome().is_none() {
        game.position().legal_moves(&mut moves);
    }
    moves
}

fn start(rules: &Rules) -> Game {
    Match::new(AnyPosition::start(rules))
}

/// Plays up to `most` random moves; `law` sees the match after each.
fn play(game: &mut Game, most: usize, rng: &mut fastrand::Rng, mut law: impl FnMut(&Game)) {
    for _ in 0..most {
        let Some(&mv) = rng.choice(&legal(game)) else { return };
        game.play(mv, Duration::ZERO).expect("legal");
        law(game);
    }
}

#[test]
fn undo_goes_all_the_way_back_and_redo_all_the_way_forward() {
    for rules in every_rules() {
        let mut rng = fastrand::Rng::with_seed(21);
        let mut game = start(&rules);
        let mut after = vec![game.clone()];
        play(&mut game, 60, &mut rng, |game| {
            if game.outcome().is_none() {
                after.push(game.clone());
            }
        });
        let mut game = after.last().expect("the start").clone();
        let last = game.clone();
        for earlier in after.iter().rev().skip(1) {
            game.undo().expect("a move to undo");
            assert_eq!(game.position(), earlier.position());
            assert_eq!(game.moves(), earlier.moves());
        }
        let fresh = game.clone();
        assert_eq!(game.undo(), Err(Refused::NothingToUndo));
        assert_eq!(game, fresh);
        for later in &after[1..] {
            game.redo().expect("a move to redo");
            assert_eq!((game.position(), game.moves()), (later.position(), later.moves()));
        }
        assert_eq!(game, last);
        assert_eq!(game.redo(), Err(Refused::NothingToRedo));
    }
}

#[test]
fn replay_to_any_move_gives_the_position_of_then() {
    for rules in every_rules() {
        let mut rng = fastrand::Rng::with_seed(22);
        let mut game = start(&rules);
        let mut positions = vec![(game.moves().len(), game.position().clone())];
        play(&mut game, 120, &mut rng, |game| positions.push((game.moves().len(), game.position().clone())));
        for (count, position) in positions {
            assert_eq!(game.position_after(count), position);
        }
        assert_eq!(game.position_after(usize::MAX), *game.position());
        assert_eq!(game.position_after(0), *game.start());
    }
}

#[test]
fn a_new_move_forgets_what_was_undone() {
    for rules in every_rules() {
        let mut rng = fastrand::Rng::with_seed(23);
        let mut game = start(&rules);
        play(&mut game, 2, &mut rng, |_| ());
        if game.outcome().is_some() || game.undo().is_err() {
            continue;
        }
        play(&mut game, 1, &mut rng, |_| ());
        let refused = if game.outcome().is_some() { Refused::GameOver } else { Refused::NothingToRedo };
        assert_eq!(game.redo(), Err(refused));
    }
}

#[test]
fn a_refused_move_leaves_the_match_and_its_clock_as_they_were() {
    let control = TimeControl::SuddenDeath { main: Duration::from_secs(60) };
    for rules in every_rules() {
        let mut rng = fastrand::Rng::with_seed(24);
        let mut game = start(&rules).with_clocks(control);
        play(&mut game, 20, &mut rng, |game| {
            let mut tried = game.clone();
            let size = game.position().size();
            for mv in Point::all(size).map(Move::Place).chain([Move::Pass, Move::Place(Point(9999))]) {
                if let Err(reason) = game.check(mv) {
                    assert_eq!(tried.play(mv, Duration::from_secs(1)), Err(reason));
                }
            }
            assert_eq!(tried, *game);
        });
    }
}

/// Everything that could change a match, tried on a finished one.
pub(crate) fn assert_frozen(game: &Game) {
    let mut tried = game.clone();
    let size = game.position().size();
    for mv in Point::all(size).map(Move::Place).chain([Move::Pass]) {
        assert_eq!(tried.play(mv, Duration::ZERO), Err(Illegal::GameOver));
    }
    assert_eq!(tried.undo(), Err(Refused::GameOver));
    assert_eq!(tried.redo(), Err(Refused::GameOver));
    for side in Color::BOTH {
        assert_eq!(tried.resign(side), Err(Refused::GameOver));
        assert_eq!(tried.time_out(side), Err(Refused::GameOver));
        assert_eq!(tried.forfeit(side, Reason::IllegalMove), Err(Refused::GameOver));
    }
    assert_eq!(tried.agree(None), Err(Refused::GameOver));
    let outcome = game.outcome().expect("over");
    assert_eq!(tried.settle(outcome), Err(Refused::GameOver));
    assert_eq!(tried.propose(Judgement::default()).err(), Some(Refused::GameOver));
    assert_eq!(tried.mark(Point(0), Status::Dead).err(), Some(Refused::GameOver));
    assert_eq!(tried.agree_to_count(Color::Black), Err(Refused::GameOver));
    assert_eq!(tried.resume(), Err(Refused::GameOver));
    let choices = [Choice::Black, Choice::TwoMore, Choice::Fifths(3), Choice::Fifth(Point(0))];
    assert!(choices.into_iter().all(|choice| tried.choose(choice, Duration::ZERO).is_err()));
    assert_eq!(tried.request(), Due::Nothing);
    assert_eq!(tried, *game);
}

#[test]
fn nothing_changes_after_the_end() {
    for rules in every_rules() {
        let mut rng = fastrand::Rng::with_seed(25);
        let mut game = start(&rules);
        let bound = longest_game(rules.size());
        play(&mut game, bound, &mut rng, |_| ());
        if game.is_counting() {
            assert_eq!(game.outcome(), None);
            let counted = game.position().outcome().expect("counted with every stone alive");
            assert_eq!(game.settle(counted), Ok(counted));
        }
        assert!(game.outcome().is_some(), "the game ends within {bound} moves");
        assert_frozen(&game);
    }
}

#[test]
fn every_way_to_end_a_game_freezes_it() {
    for rules in every_rules() {
        for side in Color::BOTH {
            let ends: [End; 4] = [
                Match::resign,
                Match::time_out,
                |game, side| game.forfeit(side, Reason::Forfeit),
                |game, _| game.agree(None),
            ];
            for (end, winner) in ends.into_iter().zip([Some(!side), Some(!side), Some(!side), None]) {
                let mut game = start(&rules);
                assert!(end(&mut game, side).is_ok());
                assert_eq!(game.outcome().expect("over").winner, winner);
                assert_frozen(&game);
            }
        }
    }
}

#[test]
fn running_out_of_time_loses_before_the_move_is_made() {
    let control = TimeControl::SuddenDeath { main: Duration::from_secs(1) };
    for rules in every_rules() {
        let mut game = start(&rules).with_clocks(control);
        let side = game.position().turn();
        let mv = legal(&game)[0];
        let turn = game.play(mv, Duration::from_secs(2)).expect("legal");
        let outcome = turn.outcome.expect("over");
        assert_eq!((outcome.winner, outcome.reason), (Some(!side), Reason::Timeout));
        assert_eq!(game.position(), game.start());
        assert!(game.moves().is_empty());
        assert_frozen(&game);
        let mut waited = start(&rules).with_clocks(control);
        waited.time_out(side).expect("not over");
        for lost in [game, waited] {
            let left = |side| lost.clock(side).expect("clocks").available();
            assert_eq!((left(side), left(!side)), (Duration::ZERO, Duration::from_secs(1)));
        }
    }
}

#[test]
fn forced_passes_are_made_announced_and_free() {
    let mut announced = 0;
    for rules in every_rules() {
        let mut rng = fastrand::Rng::with_seed(26);
        for _ in 0..20 {
            if rules.size() > 10 {
                break;
            }
            let mut game = start(&rules);
            while let Some(&mv) = rng.choice(&legal(&game)) {
                assert!(!game.position().must_pass(), "a match passes by itself");
                let before = game.moves().len();
                let turn = game.play(mv, Duration::from_millis(5)).expect("legal");
                let made = &game.moves()[before..];
                assert_eq!(made.len(), 1 + usize::from(turn.passed.is_some()));
                if let Some(side) = turn.passed {
                    announced += 1;
                    assert_eq!((made[1].mv, made[1].color, made[1].forced), (Move::Pass, side, true));
                    assert_eq!(made[1].spent, Duration::ZERO);
                }
            }
        }
    }
    assert!(announced > 50, "random Othello games have forced passes; saw {announced}");
}
