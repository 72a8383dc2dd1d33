//! Whole games under review: laws that hold in every game, and short games whose mistakes are known.

use heibai_engines::players;
use heibai_games::gomoku::Shape;
use heibai_games::kind::Choice;
use heibai_games::player::{Analysis, Candidate, Wanted};
use heibai_games::value::{Amount, Wdl};
use heibai_games::{
    Act, AnyPosition, Color, Kind, Limits, Match, Move, Player, Point, Position, Request, Value,
};
use heibai_review::causes::{Cause, causes};
use heibai_review::{Class, EachMove, Judged, Loss, Phase, Report, Review, class, explain, run};
use heibai_words::results::Unit;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn start(kind: Kind) -> AnyPosition {
    let (size, rules) = match kind {
        Kind::Othello => (None, None),
        Kind::Go => (Some(9), None),
        Kind::Gomoku => (None, Some("freestyle".to_owned())),
    };
    AnyPosition::start(&kind.rules(&Choice { size, rules, ..Choice::default() }).unwrap())
}

fn game(kind: Kind, moves: &str) -> Match<AnyPosition> {
    let mut game = Match::new(start(kind));
    for name in moves.split_whitespace() {
        game.play(game.position().read_move(name).unwrap(), Duration::ZERO).unwrap();
    }
    game
}

/// Nodes that tell a mistake from a good move, and no more: the tests run many searches.
fn nodes(kind: Kind) -> u64 {
    match kind {
        Kind::Othello => 20_000,
        Kind::Gomoku => 4_000,
        Kind::Go => 40,
    }
}

/// The full engine. In Go `best` has a thread for every core and finds a little more or less each time.
fn engine(kind: Kind) -> &'static str {
    if kind == Kind::Go { "engine" } else { "best" }
}

fn reviewed(game: &Match<AnyPosition>, nodes: u64) -> Report {
    let player = players::parse(engine(game.position().kind()), game.position().kind(), 1).unwrap();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut review = Review::new(game.clone());
    run(&mut review, &mut EachMove::for_review(player), &limits, 1, &AtomicBool::new(false), &mut |_| {})
        .unwrap();
    assert!(review.question().is_none());
    review.report()
}

/// A win that was proved stays proved while both sides play the proof, whatever later looks find.
#[test]
fn a_proof_that_is_played_is_not_undone() {
    let game = game(Kind::Gomoku, "h8 a15 h9 a13 h10 a11 h11");
    let line: Vec<Move> = game.moves().iter().map(|played| played.mv).collect();
    let estimate = Value::estimated(Amount::WinRate(0.5));
    let mut review = Review::new(game.clone());
    while let Some(question) = review.question() {
        let (mv, value, line) = match question.number {
            2 => {
                let proved = Value::proved(Amount::End { verdict: Wdl::Win, in_moves: 7 });
                (line[2], proved, line[2..].to_vec())
            }
            number => {
                let mv = question
                    .only
                    .as_ref()
                    .and_then(|only| only.first().copied())
                    .or(line.get(number).copied())
                    .unwrap_or(Move::Place(Point(0)));
                (mv, estimate, vec![mv])
            }
        };
        let candidate = Candidate { mv, value: Some(value), nodes: 1, prior: None, line };
        review.answer(Analysis { candidates: vec![candidate], ..Analysis::default() });
    }
    let report = review.report();
    assert!(report.moves[2..].iter().all(|judged| judged.class.is_none()), "{:?}", report.moves);
    let expected: Vec<f64> = report.graph[2..].iter().filter_map(|(_, value)| value.expected()).collect();
    // The last position is the end of the line, with the loser to move.
    assert_eq!(expected, [1.0; 6]);
    assert_eq!(report.last.unwrap().candidates[0].value.unwrap().verdict(), Some(Wdl::Loss));
}

/// Black wins after White's second move, which the look at the position called best. Of White's other moves that proves
/// nothing: one of them is looked at, and nothing is proved of the moves before.
#[test]
fn a_best_move_that_is_refuted_proves_nothing_of_the_others() {
    let game = game(Kind::Gomoku, "h8 a15 h9 a13 h10 a11 h11");
    let line: Vec<Move> = game.moves().iter().map(|played| played.mv).collect();
    let chance = |rate| Value::estimated(Amount::Units { units: 0.0, win_rate: Some(rate) });
    let mut review = Review::new(game.clone());
    let mut others = Vec::new();
    while let Some(question) = review.question() {
        let number = question.number;
        let (mv, value, line) = match (&question.only, number) {
            (None, 4) => {
                (line[4], Value::proved(Amount::End { verdict: Wdl::Win, in_moves: 7 }), line[4..].to_vec())
            }
            (Some(only), 3) => {
                others.push(only.clone());
                (only[0], chance(0.45), vec![only[0]])
            }
            (only, _) => {
                let played = line.get(number).copied().unwrap_or(Move::Place(Point(0)));
                let mv = only.as_ref().map_or(played, |only| only[0]);
                (mv, chance(0.5), vec![mv])
            }
        };
        let candidate = Candidate { mv, value: Some(value), nodes: 1, prior: None, line };
        review.answer(Analysis { candidates: vec![candidate], ..Analysis::default() });
    }
    // The points of Black's attack.
    assert_eq!(others, [[line[4], line[5], line[6]]]);
    let moves = review.report().moves;
    let refuted = &moves[3];
    assert_eq!((refuted.class, refuted.best.mv), (Some(Class::Blunder), line[4]), "{refuted:?}");
    assert!(moves[..3].iter().all(|judged| judged.class.is_none()), "{moves:?}");
    assert!(moves[..3].iter().all(|judged| judged.best.value.unwrap().verdict().is_none()), "{moves:?}");
}

/// What is proved by threats depends on the position alone: hardly any nodes find the same as many.
#[test]
fn proofs_do_not_depend_on_the_nodes() {
    // White answers neither Black's three nor, later, his four-three.
    for moves in ["h8 i9 i7 h9 j6 a1 k5 g9 l4", "h8 g8 i8 a15 j8 c15 k9 e15 k10 o1 k8 a1"] {
        let game = game(Kind::Gomoku, moves);
        let [few, many] = [16, 4_000].map(|nodes| reviewed(&game, nodes).moves);
        let wins = |moves: &[Judged]| -> Vec<bool> {
            moves.iter().map(|judged| judged.best.value.unwrap().verdict() == Some(Wdl::Win)).collect()
        };
        assert!(wins(&few).contains(&true));
        assert_eq!(wins(&few), wins(&many), "{moves}");
    }
}

/// The engine stops a four without a search and calls the game even. Here Black's four leaves White a clearly lost game, and
/// Black's next moves, which keep it so, were called blunders.
#[test]
fn where_a_four_must_be_stopped_the_value_is_that_of_the_position_after_it() {
    let game = game(Kind::Gomoku, "h8 g8 i8 a1 j8 o1 k8");
    let stop = game.position().read_move("l8").unwrap();
    let ask = |only: Option<Vec<Move>>, moves: &Match<AnyPosition>| {
        let limits = Limits { nodes: Some(2_000), only, ..Limits::default() };
        let made: Vec<Move> = moves.moves().iter().map(|played| played.mv).collect();
        let request = Request {
            start: moves.start(),
            moves: &made,
            position: moves.position(),
            limits: &limits,
            stop: &AtomicBool::new(false),
        };
        let mut player = EachMove::for_review(players::parse("best", Kind::Gomoku, 1).unwrap());
        player.new_game(&moves.start().rules(), Color::Black).unwrap();
        let wanted = Wanted { moves: 1, ownership: false };
        player.analyze(&request, wanted, &mut |_| {}).unwrap().candidates.remove(0)
    };
    let forced = ask(None, &game);
    assert_eq!((forced.mv, forced.line.len() > 1), (stop, true), "{forced:?}");
    assert!(forced.value.unwrap().expected().unwrap() < 0.4, "{forced:?}");
    // A four of one's own says no more than what comes of it.
    let mut before = game.clone();
    before.undo().unwrap();
    let four = ask(Some(vec![game.moves().last().unwrap().mv]), &before);
    assert!(four.value.unwrap().expected().unwrap() > 0.6, "{four:?}");
}

/// A game of the engine (Black) against random moves.
fn against_chance(kind: Kind, moves: usize) -> Match<AnyPosition> {
    let mut game = Match::new(start(kind));
    let mut players = [engine(kind), "random"].map(|name| players::parse(name, kind, 5).unwrap());
    let limits = Limits { nodes: Some(nodes(kind) / 4), ..Limits::default() };
    while game.outcome().is_none() && !game.is_counting() && game.moves().len() < moves {
        let side = game.position().turn();
        let made: Vec<Move> = game.moves().iter().map(|played| played.mv).collect();
        let request = Request {
            start: game.start(),
            moves: &made,
            position: game.position(),
            limits: &limits,
            stop: &AtomicBool::new(false),
        };
        let Act::Play(mv) = players[side.index()].choose(&request).unwrap().act else { break };
        game.play(mv, Duration::ZERO).unwrap();
    }
    game
}

#[test]
fn laws_hold_in_every_game() {
    for kind in Kind::ALL {
        let game = against_chance(kind, 30);
        let report = reviewed(&game, nodes(kind));
        let chosen = game.moves().iter().filter(|played| !played.forced).count();
        assert_eq!(report.moves.len(), chosen, "{kind}");
        for judged in &report.moves {
            let lost = judged.lost.unwrap();
            assert!((0.0..=1.0).contains(&lost), "{kind}: {judged:?}");
            // In a proved loss, and by a move that keeps a proved win, only the score can be given away, and that is no
            // mistake.
            let (best, played) = (judged.best.value.unwrap(), judged.played.value.unwrap());
            let decided = best.verdict() == Some(Wdl::Loss) || played.verdict() == Some(Wdl::Win);
            let class = Class::of_loss(lost).filter(|_| !decided);
            // A fall between two estimates counts for less.
            let are_proved = best.is_proved() && played.is_proved();
            let is_law = judged.class == class || (!are_proved && judged.class < class);
            assert!(is_law, "{kind}: {judged:?}");
            let by_chance = matches!(judged.loss(), Some(Loss::Chance(_)));
            assert!(!(decided && by_chance) && judged.loss().is_some() == (lost > 0.0), "{kind}: {judged:?}");
            // Every line is legal play from its position.
            for line in [&judged.best.line, &judged.played.line] {
                let mut position = game.position_after(judged.number);
                for &mv in line {
                    position.play(mv).unwrap_or_else(|why| panic!("{kind}: {why} in {judged:?}"));
                }
            }
            assert_eq!(judged.played.line.first(), Some(&judged.played.mv), "{kind}");
        }
        // A move leads to the value and to the answer that the next row shows, whichever look found them.
        for pair in report.moves.windows(2).filter(|pair| pair[1].number == pair[0].number + 1) {
            let (played, next) = (&pair[0].played, &pair[1].best);
            let is_proved = [played, next].iter().any(|told| told.value.unwrap().verdict().is_some());
            if !is_proved {
                assert_eq!(played.value, next.value.map(Value::turned), "{kind}: {pair:?}");
                assert_eq!(played.line.get(1), Some(&next.mv), "{kind}: {pair:?}");
            }
        }
        assert!(report.graph.windows(2).all(|pair| pair[0].0 < pair[1].0), "{kind}");
        let [black, white] = report.sides.map(|side| side.accuracy.unwrap());
        assert!(black > white, "{kind}: the engine {black}, chance {white}");
    }
}

#[test]
fn two_runs_agree_on_the_classes() {
    let (mut moves, mut same) = (0, 0);
    for kind in Kind::ALL {
        let game = against_chance(kind, 24);
        // Othello: a few discs are told apart by a user's look only, which is longer still.
        let nodes = if kind == Kind::Othello { 5 * nodes(kind) } else { nodes(kind) };
        let classes = |report: Report| report.moves.iter().map(|judged| judged.class).collect::<Vec<_>>();
        let first = classes(reviewed(&game, nodes));
        assert_eq!(first, classes(reviewed(&game, nodes)), "{kind}: the same nodes");
        let longer = classes(reviewed(&game, 2 * nodes));
        moves += first.len();
        same += first.iter().zip(&longer).filter(|(a, b)| a == b).count();
    }
    assert!(20 * same >= 19 * moves, "{same} of {moves} agree with twice the nodes");
}

/// Black has an open three on the diagonal and White plays elsewhere.
#[test]
fn a_three_that_was_not_stopped_is_a_blunder_of_gomoku() {
    let game = game(Kind::Gomoku, "h8 i9 i7 h9 j6 a1 k5 g9 l4");
    let report = reviewed(&game, nodes(Kind::Gomoku));
    let judged = &report.moves[5];
    assert_eq!((judged.side, judged.class), (Color::White, Some(Class::Blunder)), "{judged:?}");
    assert_eq!(judged.played.value.unwrap().verdict(), Some(Wdl::Loss));
    // Nothing helps against an open four: the last moves are no mistakes.
    assert!(report.moves[6..].iter().all(|judged| judged.class.is_none()));
}

/// White is lost to a four-three. Who plays elsewhere then gives nothing away, and still has to learn that a four must be
/// stopped, and Black that five was there.
#[test]
fn a_four_that_was_not_stopped_is_told_in_a_lost_game_too() {
    let game = game(Kind::Gomoku, "h8 g8 i8 a15 j8 c15 k9 e15 k10 o1 k8 a1 a3");
    let report = reviewed(&game, nodes(Kind::Gomoku));
    let at = |name: &str| match game.position().read_move(name) {
        Ok(Move::Place(point)) => point,
        other => panic!("{other:?}"),
    };
    let white = &report.moves[11];
    assert_eq!((white.side, white.class), (Color::White, None), "{white:?}");
    assert_eq!(causes(&game, white), [Cause::LostAlready, Cause::IgnoresFour { at: at("l8") }]);
    assert_eq!(explain(&game, white)[1].en, "Black had a four: the five at l8 had to be stopped.");
    // A missed five is told whether anything was given away by it or not.
    let mut black = report.moves[12].clone();
    assert_eq!(causes(&game, &black), [Cause::MissesFive { at: at("l8") }]);
    black.class = None;
    assert_eq!(causes(&game, &black), [Cause::MissesFive { at: at("l8") }]);
}

/// A lost endgame can be lost by more: the discs are told, and many of them are listed.
#[test]
fn discs_that_are_given_away_in_a_lost_game_are_told() {
    let game = game(Kind::Othello, "e6 f4 e3 f6 g5 d6 e7 f5 c5");
    let mut judged = reviewed(&game, nodes(Kind::Othello)).moves[7].clone();
    let exact = |discs| Some(Value::proved(Amount::Discs(discs)));
    (judged.best.value, judged.played.value) = (exact(-10.0), exact(-64.0));
    judged.analysis.candidates[0].value = judged.best.value;
    judged.class = class(&judged.best.value.unwrap(), &judged.played.value.unwrap());
    assert_eq!(judged.class, None, "every move is proved lost");
    assert_eq!(judged.loss().unwrap().text(Unit::Discs).en, "costs 54 discs");
    let told = causes(&game, &judged);
    assert!(judged.is_listed());
    assert!(matches!(told[..], [Cause::LostAlready, .., Cause::ResultFalls { .. }]), "{told:?}");
    // A few are told all the same.
    (judged.played.value, judged.class) = (exact(-12.0), None);
    let [lost, by] = &causes(&game, &judged)[..] else { panic!("{judged:?}") };
    assert_eq!(*lost, Cause::LostAlready);
    assert!(matches!(by, Cause::ResultFalls { .. }), "{by:?}");
    judged.best.value = exact(-64.0);
    assert_eq!(causes(&game, &judged), [Cause::LostAlready]);
}

/// The shortest wipe-out: White has nothing left after nine moves, and the empty squares are Black's.
#[test]
fn a_finished_game_of_othello_counts_the_empty_squares_for_the_winner() {
    let game = game(Kind::Othello, "e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert!(game.outcome().is_some());
    let report = reviewed(&game, nodes(Kind::Othello));
    let (number, value) = report.graph.last().unwrap();
    assert_eq!((*number, value.score(), value.verdict()), (9, Some(64.0), Some(Wdl::Win)));
    assert_eq!(report.moves[7].class, Some(Class::Blunder), "f5 lets Black take everything");
}

/// A resigned game is judged by its position, not by its result.
#[test]
fn a_resignation_is_no_move() {
    let mut game = game(Kind::Gomoku, "h8 i9 i7");
    game.resign(Color::Black).unwrap();
    let report = reviewed(&game, nodes(Kind::Gomoku));
    assert!(report.moves.iter().all(|judged| judged.class.is_none()), "{report:?}");
}

/// Nothing is named as better than a move that is as good: Black's four first moves are one, turned and mirrored.
#[test]
fn the_played_move_wins_ties() {
    for first in ["d3", "c4", "f5", "e6"] {
        let game = game(Kind::Othello, first);
        let judged = &reviewed(&game, nodes(Kind::Othello)).moves[0];
        assert_eq!((judged.best.mv, judged.lost), (judged.played.mv, Some(0.0)), "{first}");
    }
}

/// The first look finds a small fall, the second one a large one, and neither a proof: only the small one is certain.
#[test]
fn the_class_of_estimates_is_the_milder_one_of_both_looks() {
    let game = game(Kind::Gomoku, "h8 a1");
    let name = |name: &str| game.position().read_move(name).unwrap();
    let told = |mv: &str, rate: f64| {
        let value = Value::estimated(Amount::Units { units: 100.0 * rate, win_rate: Some(rate) });
        let line = vec![name(mv)];
        let candidate = Candidate { mv: line[0], value: Some(value), nodes: 0, prior: None, line };
        Analysis { candidates: vec![candidate], ..Analysis::default() }
    };
    let class = |best: f64, played: f64| {
        let mut review = Review::of_last_move(game.clone());
        for answer in [told("h9", 0.7), told("g7", 0.5), told("g7", best), told("a1", played)] {
            review.answer(answer);
        }
        assert!(review.question().is_none());
        review.report().moves[0].class
    };
    assert_eq!(class(0.6, 0.1), Some(Class::Inaccuracy));
    assert_eq!(class(0.5, 0.3), Some(Class::Inaccuracy));
    assert_eq!(class(0.5, 0.4), None);
}

/// The second look at White's a1 finds another value of the position after it, and another answer: Black's row shows both.
#[test]
fn a_second_look_changes_the_row_of_the_answer() {
    let game = game(Kind::Gomoku, "h8 a1 i9 c3");
    let name = |name: &str| game.position().read_move(name).unwrap();
    let told = |moves: &[&str], rate: f64| {
        let value = Value::estimated(Amount::WinRate(rate));
        let line: Vec<Move> = moves.iter().map(|mv| name(mv)).collect();
        let candidate = Candidate { mv: line[0], value: Some(value), nodes: 0, prior: None, line };
        Analysis { candidates: vec![candidate], ..Analysis::default() }
    };
    let mut review = Review::new(game.clone());
    while let Some(question) = review.question() {
        review.answer(match (&question.only, question.number) {
            (None, 4) => told(&["k8"], 0.7),
            (None, 3) => told(&["c3"], 0.3),
            (None, 2) => told(&["i9"], 0.7),
            (None, 1) => told(&["g7"], 0.5),
            (None, _) => told(&["h8"], 0.5),
            (Some(only), 1) if only[0] == name("g7") => told(&["g7"], 0.5),
            (Some(_), 1) => told(&["a1", "h9", "b2"], 0.1),
            (Some(_), 2) => told(&["i9"], 0.85),
            (only, number) => panic!("{number}: {only:?}"),
        });
    }
    let Report { moves, graph, .. } = review.report();
    let (white, black) = (&moves[1], &moves[2]);
    assert_eq!(white.played.value.unwrap().expected(), black.best.value.unwrap().turned().expected());
    assert_eq!(white.played.line[1], black.best.mv, "{moves:?}");
    assert_eq!((black.best.mv, black.played.mv), (name("h9"), name("i9")));
    assert_eq!(graph[2].1, black.best.value.unwrap());
    assert_eq!(review.judged().len(), 4);
}

/// Of a game that was played: White stops Black's three at one end, and it was said that the other end takes the point
/// where Black makes an open four.
#[test]
fn a_shape_that_the_played_move_stops_is_no_reason() {
    let moves = "h8 h7 h9 i9 j8 i8 i7 j9 k10 g9 k9 l10 k8 k7 k12 k11 j11 l13";
    let game = game(Kind::Gomoku, moves);
    let name = |name: &str| game.position().read_move(name).unwrap();
    let candidate = |line: [&str; 2], rate: f64| Candidate {
        mv: name(line[0]),
        value: Some(Value::estimated(Amount::WinRate(rate))),
        nodes: 0,
        prior: None,
        line: line.map(name).to_vec(),
    };
    let (best, played) = (candidate(["i10", "i12"], 0.6), candidate(["l13", "l9"], 0.3));
    let judged = Judged {
        number: game.moves().len() - 1,
        side: Color::White,
        phase: Phase::Midgame,
        lost: Some(0.3),
        lost_score: None,
        class: Some(Class::Mistake),
        analysis: Analysis::default(),
        ownership: [None, None],
        is_reply_sure: None,
        played,
        best,
    };
    let told = causes(&game, &judged);
    let is_open_four =
        |cause: &Cause| matches!(cause, Cause::BetterStops { made } if made.shapes[0] == Shape::OpenFour);
    assert!(!told.is_empty() && !told.iter().any(is_open_four), "{told:?}");
}

/// What is said of two short games, move by move; renewed with BLESS=1.
#[test]
fn short_games_are_explained() {
    let games = [
        ("gomoku", Kind::Gomoku, "h8 i9 i7 h9 j6 a1 k5 g9 l4"),
        ("othello", Kind::Othello, "f5 d6 c3 d3 c4 f4 f6 g5 e3 b2 a1 f3 g4 c2 f2 e6"),
    ];
    for (name, kind, moves) in games {
        let game = game(kind, moves);
        let report = reviewed(&game, nodes(kind));
        let position = game.position();
        let mut text = String::new();
        for judged in &report.moves {
            let (played, best) = (position.write_move(judged.played.mv), position.write_move(judged.best.mv));
            let class = judged.class.map_or("-", Class::name);
            text += &format!("{} {} {played} {class} {best}\n", judged.number + 1, judged.side);
            for said in explain(&game, judged) {
                text += &format!("    {}\n    {}\n", said.en, said.zh);
            }
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(format!("{name}.txt"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{name}: BLESS=1 renews it");
    }
}
