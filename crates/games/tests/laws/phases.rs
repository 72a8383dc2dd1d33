//! What holds for the phases of a match: the opening rule, the play, the count, the end.

use crate::matches::assert_frozen;
use crate::{every_rules, longest_game, stones};
use heibai_games::counting::{Judgement, Status};
use heibai_games::gomoku::opening::{Choice, OutOfOrder};
use heibai_games::kind::Choice as Chosen;
use heibai_games::matches::{Refused, Step};
use heibai_games::{AnyPosition, Color, Due, Kind, Match, Move, Phase, Point, Position, Rules, Seat};
use std::collections::BTreeSet;
use std::time::Duration;

type Game = Match<AnyPosition>;

fn start(rules: &Rules) -> Game {
    Match::new(AnyPosition::start(rules)).with_opening()
}

/// How far a game has come.
fn rank(game: &Game) -> u8 {
    match game.phase() {
        Phase::Opening(_) => 0,
        Phase::Playing => 1,
        Phase::Counting(None) => 2,
        Phase::Counting(Some(_)) => 3,
        Phase::Over(_) => 4,
    }
}

/// Stones chosen by luck, whole chains or parts of them.
fn some_stones(position: &AnyPosition, rng: &mut fastrand::Rng) -> Vec<Point> {
    Point::all(position.size()).filter(|&p| position.stone(p).is_some() && rng.u8(..4) == 0).collect()
}

/// What may be played, or offered in an opening.
fn playable(game: &Game) -> Vec<Move> {
    let mut moves = Vec::new();
    game.position().legal_moves(&mut moves);
    moves.retain(|&mv| game.check(mv).is_ok());
    moves
}

/// Does by luck one of the things that the game waits for.
fn act(game: &mut Game, rng: &mut fastrand::Rng) {
    match game.request() {
        Due::Nothing => {}
        Due::Choice { options, .. } => {
            game.choose(options[rng.usize(..options.len())], Duration::ZERO).expect("offered");
        }
        due @ (Due::Stone { .. } | Due::Move { .. } | Due::Offer { .. } | Due::Pick { .. }) => {
            if let Due::Stone { color, .. } | Due::Move { color, .. } = due {
                assert_eq!(game.position().turn(), color);
            }
            let moves = playable(game);
            game.play(moves[rng.usize(..moves.len())], Duration::ZERO).expect("legal");
        }
        Due::Judgement => {
            let dead = some_stones(game.position(), rng);
            game.propose(Judgement { dead, ..Judgement::default() }).expect("stones");
        }
        Due::Agreement { missing } => {
            let stones = some_stones(game.position(), rng);
            match stones.first() {
                Some(&point) if rng.u8(..3) == 0 => {
                    let status = [Status::Alive, Status::Dead, Status::Seki][rng.usize(..3)];
                    let marked = game.mark(point, status).expect("a stone");
                    assert_eq!(marked.status(point), status);
                    assert!(!marked.has_agreed(Color::Black) && !marked.has_agreed(Color::White));
                }
                _ => {
                    let side = if missing[0] { Color::Black } else { Color::White };
                    game.agree_to_count(side).expect("a count");
                }
            }
        }
    }
}

#[test]
fn phases_never_go_backwards_except_by_undo() {
    // Phases do not depend on the size; games of Go on large boards are long.
    for rules in every_rules().into_iter().filter(|rules| rules.size() <= 15) {
        let mut rng = fastrand::Rng::with_seed(31);
        let mut game = start(&rules);
        let mut met = BTreeSet::from([rank(&game)]);
        for _ in 0..2 * longest_game(rules.size()) {
            let before = rank(&game);
            act(&mut game, &mut rng);
            assert!(rank(&game) >= before, "{rules:?}");
            met.insert(rank(&game));
            if rng.u8(..16) == 0 && game.undo().is_ok() {
                assert!(rank(&game) <= before.max(2), "a step back never leads on");
            }
        }
        assert!(met.contains(&1) && met.contains(&4), "{rules:?}: {met:?}");
        let has = |rank| met.contains(&rank);
        assert_eq!(has(0), !game.start().opening_rule().steps().is_empty(), "{rules:?}");
        assert_eq!((has(2), has(3)), (rules.kind() == Kind::Go, rules.kind() == Kind::Go), "{rules:?}");
        assert_frozen(&game);
    }
}

#[test]
fn what_is_not_due_is_refused_and_changes_nothing() {
    for rules in every_rules() {
        let mut rng = fastrand::Rng::with_seed(32);
        let mut game = start(&rules);
        for _ in 0..longest_game(rules.size()).min(400) {
            let mut tried = game.clone();
            let due = game.request();
            let fifths = (0..=13).map(Choice::Fifths);
            for choice in [Choice::Black, Choice::White, Choice::TwoMore].into_iter().chain(fifths) {
                let offered = matches!(due, Due::Choice { options, .. } if options.contains(&choice));
                assert_eq!(tried.clone().choose(choice, Duration::ZERO).is_ok(), offered, "{due:?}");
                if !offered {
                    assert!(tried.choose(choice, Duration::ZERO).is_err());
                }
            }
            let point = Choice::Fifth(Point(0));
            if !matches!(due, Due::Offer { .. }) {
                assert!(tried.choose(point, Duration::ZERO).is_err());
            }
            if matches!(due, Due::Choice { .. }) {
                assert!(tried.play(Move::Place(Point(0)), Duration::ZERO).is_err());
            }
            if !matches!(due, Due::Judgement | Due::Agreement { .. } | Due::Nothing) {
                assert_eq!(tried.propose(Judgement::default()).err(), Some(Refused::NotCounting));
                assert_eq!(tried.resume(), Err(Refused::NotCounting));
            }
            if !matches!(due, Due::Agreement { .. } | Due::Nothing) {
                assert_eq!(tried.mark(Point(0), Status::Dead).err(), Some(Refused::NotCounting));
                assert_eq!(tried.agree_to_count(Color::Black), Err(Refused::NotCounting));
            }
            if let Due::Judgement | Due::Agreement { .. } = due {
                for dead in [
                    Point(9999),
                    Point::all(rules.size()).find(|&p| game.position().stone(p).is_none()).unwrap(),
                ] {
                    let judgement = Judgement { dead: vec![dead], ..Judgement::default() };
                    assert_eq!(tried.propose(judgement).err(), Some(Refused::NoStone));
                }
            }
            assert_eq!(tried, game);
            act(&mut game, &mut rng);
        }
    }
}

/// Every way through a rule's choices: the stones placed by each seat, who chose, and who has Black in the end.
fn ways(rules: &Rules) -> BTreeSet<([usize; 2], usize, usize)> {
    let mut found = BTreeSet::new();
    let mut open = vec![(start(rules), [0; 2], 0)];
    while let Some((mut game, mut placed, mut chooser)) = open.pop() {
        match game.request() {
            Due::Stone { by, .. } | Due::Pick { by } => {
                placed[by.index()] += 1;
                game.play(playable(&game)[0], Duration::ZERO).unwrap();
                open.push((game, placed, chooser));
            }
            Due::Offer { .. } => {
                game.play(playable(&game)[0], Duration::ZERO).unwrap();
                open.push((game, placed, chooser));
            }
            Due::Choice { by, options } => {
                chooser = by.index();
                for &choice in options {
                    let mut next = game.clone();
                    next.choose(choice, Duration::ZERO).unwrap();
                    open.push((next, placed, chooser));
                }
            }
            Due::Move { by, color } => {
                assert_eq!(game.seat(color), by);
                assert_eq!((game.color(by), game.color(by.other())), (color, !color));
                assert_eq!(game.opening_moves(), placed[0] + placed[1]);
                found.insert((placed, chooser, game.seat(Color::Black).index()));
            }
            other => panic!("{other:?}"),
        }
    }
    found
}

#[test]
fn swap2_gives_every_permutation_of_seats() {
    let rules = |name: &str| {
        Kind::Gomoku.rules(&Chosen { rules: Some(name.to_owned()), ..Chosen::default() }).unwrap()
    };
    assert_eq!(ways(&rules("renju")), BTreeSet::from([([0, 0], 0, 0)]));
    assert_eq!(ways(&rules("renju+swap")), BTreeSet::from([([3, 0], 1, 0), ([3, 0], 1, 1)]));
    let swap2 = [([3, 0], 1, 0), ([3, 0], 1, 1), ([3, 2], 0, 0), ([3, 2], 0, 1)];
    for name in ["renju+swap2", "freestyle+swap2", "standard+swap2"] {
        assert_eq!(ways(&rules(name)), BTreeSet::from(swap2), "{name}");
    }
}

/// Renju's rules end after five stones, whoever placed them, and either player may have Black.
#[test]
fn every_opening_rule_of_renju_can_give_black_to_either_player() {
    for name in ["rif", "yamaguchi", "soosorv8", "taraguchi10"] {
        let choice = Chosen { rules: Some(format!("renju+{name}")), ..Chosen::default() };
        let ways = ways(&Kind::Gomoku.rules(&choice).unwrap());
        let black: BTreeSet<usize> = ways.iter().map(|&(_, _, black)| black).collect();
        assert_eq!(black, BTreeSet::from([0, 1]), "{name}");
        assert!(ways.iter().all(|(placed, ..)| placed[0] + placed[1] == 5), "{name}: {ways:?}");
    }
}

#[test]
fn undo_goes_back_through_the_opening_and_redo_returns() {
    for rules in every_rules() {
        let mut rng = fastrand::Rng::with_seed(33);
        for _ in 0..8 {
            let mut game = start(&rules);
            let mut after = vec![game.clone()];
            while after.len() < 24 && game.outcome().is_none() && !game.is_counting() {
                act(&mut game, &mut rng);
                after.push(game.clone());
            }
            after.retain(|game| game.outcome().is_none());
            let mut game = after.last().unwrap().clone();
            let view = |game: &Game| (game.moves().to_vec(), game.choices().to_vec(), game.request());
            for earlier in after.iter().rev().skip(1) {
                let taken = game.undo().expect("something to undo");
                assert_eq!(view(&game), view(earlier));
                assert_eq!(stones(game.position()), stones(earlier.position()));
                assert_eq!(game.undone().last(), Some(&taken));
                let chosen = matches!(earlier.request(), Due::Choice { .. } | Due::Offer { .. });
                assert_eq!(matches!(taken, Step::Chosen(_)), chosen);
            }
            assert_eq!(game.undo(), Err(Refused::NothingToUndo));
            for later in &after[1..] {
                game.redo().expect("something to redo");
                assert_eq!(view(&game), view(later));
            }
            assert_eq!(game.redo(), Err(Refused::NothingToRedo));
        }
    }
}

/// The one who opens thinks for 10 s in all and the chooser for 3; then the colours change.
#[test]
fn a_player_keeps_his_clock_when_the_colours_change() {
    let s = Duration::from_secs;
    let named = |name: &str| Chosen { rules: Some(name.to_owned()), ..Chosen::default() };
    for (name, choice) in [("freestyle+swap", Choice::Black), ("freestyle+swap2", Choice::White)] {
        let rules = Kind::Gomoku.rules(&named(name)).unwrap();
        let mut game = start(&rules).with_clocks("60s".parse().unwrap());
        for (point, seconds) in [(0, 2), (1, 3), (2, 5)] {
            game.play(Move::Place(Point(point)), s(seconds)).unwrap();
        }
        game.choose(choice, s(3)).unwrap();
        let left = |game: &Game, seat| game.clock(game.color(seat)).unwrap().main();
        assert_eq!((left(&game, Seat::First), left(&game, Seat::Second)), (s(50), s(57)));
        let swapped = choice == Choice::Black;
        assert_eq!(game.clock(Color::Black).unwrap().main(), if swapped { s(57) } else { s(50) });
        // White moves next, whoever that is.
        game.play(Move::Place(Point(3)), s(1)).unwrap();
        let white = game.seat(Color::White);
        assert_eq!(white == Seat::First, swapped);
        assert_eq!(left(&game, white), if swapped { s(49) } else { s(56) });
    }
}

#[test]
fn a_choice_after_the_time_is_up_loses_like_a_move() {
    let rules =
        Kind::Gomoku.rules(&Chosen { rules: Some("renju+swap2".to_owned()), ..Chosen::default() }).unwrap();
    let mut game = start(&rules).with_clocks("5s".parse().unwrap());
    for point in 0..3 {
        game.play(Move::Place(Point(point)), Duration::ZERO).unwrap();
    }
    let turn = game.choose(Choice::Black, Duration::from_secs(6)).unwrap();
    assert_eq!(
        turn.outcome.and_then(|outcome| outcome.winner),
        Some(Color::Black),
        "the chair of the first player"
    );
    assert!(game.choices().is_empty());
    assert_eq!(game.choose(Choice::Black, Duration::ZERO), Err(OutOfOrder::Settled));
}

#[test]
fn the_sum_of_a_count_is_the_number_of_points() {
    for rules in every_rules().into_iter().filter(|rules| rules.kind() == Kind::Go && rules.size() <= 19) {
        let mut rng = fastrand::Rng::with_seed(34);
        let points = (rules.size() * rules.size()) as i32;
        let mut game = start(&rules);
        while !game.is_counting() {
            act(&mut game, &mut rng);
        }
        for _ in 0..20 {
            let dead = some_stones(game.position(), &mut rng);
            game.propose(Judgement { dead: dead.clone(), ..Judgement::default() }).unwrap();
            for point in some_stones(game.position(), &mut rng) {
                let before = game.counting().unwrap().count().clone();
                let counting = game.mark(point, Status::Dead).unwrap();
                let score = counting.count().score();
                assert_eq!(score.black.0 + score.white.0, 2 * points);
                assert_eq!(counting.outcome().score, Some(score));
                // Dead is what was said, however often; alive takes it back.
                let marked = counting.clone();
                assert_eq!(*game.mark(point, Status::Dead).unwrap(), marked);
                game.mark(point, Status::Alive).unwrap();
                assert_eq!(game.counting().unwrap().status(point), Status::Alive);
                if dead.is_empty() {
                    assert_eq!(*game.counting().unwrap().count(), before);
                }
            }
        }
        let counted = game.counting().unwrap().outcome();
        assert_eq!(game.agree_to_count(Color::White), Ok(None));
        assert_eq!(game.agree_to_count(Color::White), Ok(None), "twice is still one side");
        assert_eq!(game.agree_to_count(Color::Black), Ok(Some(counted)));
        assert_eq!((game.outcome(), game.counting().map(|c| c.outcome())), (Some(counted), Some(counted)));
    }
}

#[test]
fn a_count_that_nobody_agrees_to_can_be_played_out() {
    let rules = Kind::Go.rules(&Chosen { size: Some(5), ..Chosen::default() }).unwrap();
    let mut game = start(&rules);
    for mv in [Move::Place(Point(12)), Move::Pass, Move::Pass] {
        game.play(mv, Duration::ZERO).unwrap();
    }
    game.propose(Judgement { dead: vec![Point(12)], ..Judgement::default() }).unwrap();
    game.agree_to_count(Color::Black).unwrap();
    game.resume().unwrap();
    assert_eq!((game.moves().len(), game.request().by()), (1, Some(Seat::Second)));
    assert_eq!((game.redo(), game.counting()), (Err(Refused::NothingToRedo), None));
    // One pass taken back leaves no count behind either, and the judgement is asked for anew.
    for mv in [Move::Pass, Move::Pass] {
        game.play(mv, Duration::ZERO).unwrap();
    }
    game.propose(Judgement::default()).unwrap();
    game.undo().unwrap();
    assert_eq!((game.phase(), game.counting()), (Phase::Playing, None));
    game.redo().unwrap();
    assert_eq!(game.request(), Due::Judgement);
}

#[test]
fn the_exact_score_of_othello_is_the_margin_with_empties_to_the_winner() {
    let mut short = 0;
    for rules in every_rules().into_iter().filter(|rules| rules.kind() == Kind::Othello) {
        let mut rng = fastrand::Rng::with_seed(35);
        let empties_count = rules.choice().rules.as_deref() == Some("empties-to-winner");
        for _ in 0..30 {
            let mut game = start(&rules);
            while game.outcome().is_none() {
                act(&mut game, &mut rng);
            }
            let (position, outcome) = (game.position(), game.outcome().unwrap());
            let count = |color| stones(position).iter().filter(|&&s| s == Some(color)).count() as i32;
            let (black, white) = (count(Color::Black), count(Color::White));
            let empty = (rules.size() * rules.size()) as i32 - black - white;
            short += i32::from(empty > 0);
            let expected = black - white + (black - white).signum() * empty;
            let sign = if position.turn() == Color::Black { 1 } else { -1 };
            assert_eq!(position.exact_score(), Some(sign * expected));
            let margin = outcome.margin.unwrap().as_f64();
            assert_eq!(margin, f64::from(if empties_count { expected } else { black - white }.abs()));
            if empties_count {
                let score = outcome.score.unwrap();
                assert_eq!(score.black.0 + score.white.0, 2 * (black + white + empty));
            }
        }
    }
    assert!(short > 5, "some games end before the board is full; saw {short}");
}
