//! Proof trees: what the solvers and the search build passes the check, and a tree with a missing reply does not.

use heibai_engines::gomoku::Spend;
use heibai_engines::gomoku::prove::{Attack, Proof, Threats, Unproved, check, prove, prove_by_search};
use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant};
use heibai_games::{Color, Move, Notation, Point, Position as _};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const NODES: u64 = 2_000_000;

fn problems(kind: &str) -> Vec<(Position, Value)> {
    let path = format!("{}/../../data/vcf/extra.json", env!("CARGO_MANIFEST_DIR"));
    let all: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let rules = Rules::new(15, Variant::Renju, OpeningRule::Free).unwrap();
    let position = |problem: &Value| {
        let stones = |key: &str, color: Color| -> Vec<(Point, Color)> {
            let names = problem[key].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
            names.map(|name| (Notation::Gomoku.read(name, 15).unwrap(), color)).collect()
        };
        let all = [stones("black", Color::Black), stones("white", Color::White)].concat();
        let side = if problem["side"] == "black" { Color::Black } else { Color::White };
        Position::setup(&rules, &all, side).unwrap()
    };
    all.into_iter().filter(|problem| problem["kind"] == kind).map(|p| (position(&p), p)).collect()
}

/// The tree without its last reply, if it has one.
fn with_a_hole(tree: &Attack) -> Option<Attack> {
    let mut tree = tree.clone();
    tree.replies.pop()?;
    Some(tree)
}

/// Plays every legal reply to every move of the tree, with nothing but the rules; calls `seen` with each position of the
/// defender. The first line that does not win is the error.
fn play_all(
    start: &Position,
    tree: &Attack,
    seen: &mut dyn FnMut(&Position, &Attack),
) -> Result<(), Vec<Point>> {
    let mut after = start.clone();
    if after.play(Move::Place(tree.point)).is_err() {
        return Err(vec![tree.point]);
    }
    if let Some(outcome) = after.outcome() {
        return if outcome.winner == Some(start.turn()) { Ok(()) } else { Err(vec![tree.point]) };
    }
    seen(&after, tree);
    let (mut moves, fives) = (Vec::new(), after.fives(start.turn()));
    after.legal_moves(&mut moves);
    for &mv in &moves {
        let Move::Place(reply) = mv else { panic!("a pass") };
        let mut next = after.clone();
        next.play(mv).unwrap();
        let listed = tree.replies.iter().find(|(point, _)| *point == reply).map(|(_, next)| next);
        let result = match (next.outcome(), listed.or(tree.otherwise.as_ref())) {
            (Some(_), _) => Err(Vec::new()),
            // A five that is left open ends the game at once.
            _ if fives.iter().any(|&five| five != reply) => Ok(()),
            (None, Some(answer)) => play_all(&next, answer, seen),
            (None, None) => Err(Vec::new()),
        };
        result.map_err(|line| [&[tree.point, reply], &line[..]].concat())?;
    }
    Ok(())
}

fn renju(black: &str, white: &str, turn: Color) -> Position {
    let rules = Rules::new(15, Variant::Renju, OpeningRule::Free).unwrap();
    let stones = |names: &str, color| -> Vec<(Point, Color)> {
        let names = names.split_whitespace();
        names.map(|name| (Notation::Gomoku.read(name, 15).unwrap(), color)).collect()
    };
    let all = [stones(black, Color::Black), stones(white, Color::White)].concat();
    Position::setup(&rules, &all, turn).unwrap()
}

/// From tournament games, some plies before the five.
fn won_positions() -> [Position; 5] {
    [
        renju("g8 h8 i8 j8 h7 g6 i6 k6", "k10 h9 j9 f8 k8 i7 k7 j5", Color::Black),
        renju("h11 e10 g10 h10 i10 h9 f8 h8 i8 g7 j5", "h12 f11 f10 f9 g9 i9 k9 g8 h7 i7 i6", Color::Black),
        renju("h11 e10 f10 g10 k10 f9 k9 g8 h8 i8 e7", "d11 f11 d10 g9 h9 i9 j9 e8 f8 k8 h7", Color::Black),
        renju(
            "j14 i12 h11 e10 j10 l10 d9 e9 g9 i9 j9 h8 i8 k8 l8 f7 h7 f6 e5 g5 i5",
            "i13 f12 h12 g11 f10 g10 h10 i10 k10 h9 k9 f8 g8 j8 e7 g7 i7 g6 f5 h4",
            Color::White,
        ),
        renju("f13 g11 g10 h10 j9 g8 h8 e7 i7 g6 h6", "f12 f11 h11 f10 g9 e8 j8 g7 h7 i6", Color::White),
    ]
}

fn searched(start: &Position) -> Result<Proof, Unproved> {
    prove_by_search(start, Spend::nodes(NODES), &AtomicBool::new(false))
}

#[test]
fn wins_with_quiet_moves_become_trees_that_win_against_every_reply() {
    let mut beyond_threats = 0;
    for start in won_positions() {
        let proof = searched(&start).unwrap();
        assert_eq!(check(&start, &proof.tree), Ok(()));
        let (mut most, attacker) = (0, start.turn());
        let played = play_all(&start, &proof.tree, &mut |after, tree| {
            most = most.max(if after.fives(attacker).is_empty() { tree.replies.len() } else { 0 });
        });
        assert_eq!(played, Ok(()));
        assert!(most > 0, "a move that leaves a choice");
        assert!(proof.by > Threats::Fours);
        let by_threats = prove(&start, Threats::FoursAndThrees, NODES, &|| false);
        beyond_threats += usize::from(proof.by == Threats::AnyMoves && by_threats.is_err());
        for left_out in 0..proof.tree.replies.len() {
            let mut holed = proof.tree.clone();
            holed.replies.remove(left_out);
            let played = play_all(&start, &holed, &mut |_, _| ());
            assert_eq!(check(&start, &holed).is_ok(), played.is_ok());
        }
        if proof.tree.otherwise.is_some() {
            let holed = Attack { otherwise: None, ..proof.tree.clone() };
            assert!(check(&start, &holed).is_err());
        }
    }
    assert!(beyond_threats >= 2, "{beyond_threats} need a quiet move");
}

/// The check looks at some replies together. It must find what playing out each of them finds.
#[test]
fn a_reply_is_passed_over_only_where_it_changes_nothing() {
    for (start, problem) in problems("vct").iter().step_by(25) {
        let proof = prove(start, Threats::FoursAndThrees, NODES, &|| false).unwrap();
        assert_eq!(play_all(start, &proof.tree, &mut |_, _| ()), Ok(()), "{problem}");
        // The line after any other reply is given to every reply: the check and the play agree on what escapes.
        let general = |tree: &Attack| Attack { replies: Vec::new(), ..tree.clone() };
        if proof.tree.otherwise.is_some() {
            let tree = general(&proof.tree);
            let played = play_all(start, &tree, &mut |_, _| ());
            assert_eq!(check(start, &tree).is_ok(), played.is_ok(), "{problem}");
            for (reply, _) in &proof.tree.replies {
                let answer = proof.tree.otherwise.clone().unwrap();
                let only = Attack { replies: vec![(*reply, answer)], ..proof.tree.clone() };
                assert!(check(start, &only).is_err() && played.is_err(), "{reply:?} {problem}");
            }
        }
    }
}

#[test]
fn the_winner_may_have_to_answer_a_four_first() {
    let start = renju("h11 h10 g9 i9 f8 g8 h8 e7 f7 g6", "i11 f9 h9 e8 i8 j8 g7 i7 h6", Color::White);
    let [stop] = start.fives(Color::Black)[..] else { panic!("one five") };
    let proof = searched(&start).unwrap();
    assert_eq!(proof.tree.point, stop);
    assert_eq!(play_all(&start, &proof.tree, &mut |_, _| ()), Ok(()));
}

/// Black attacks and never plays where Black may not; White's replies there are answered all the same.
#[test]
fn white_defends_on_forbidden_points_and_black_does_not_attack_there() {
    let (mut answered, mut moves) = (0, Vec::new());
    for start in won_positions().into_iter().filter(|start| start.turn() == Color::Black) {
        let proof = searched(&start).unwrap();
        let played = play_all(&start, &proof.tree, &mut |after, tree| {
            let is_free = after.fives(Color::Black).is_empty();
            after.legal_moves(&mut moves);
            for (point, _) in after.forbidden_points().iter() {
                assert!(moves.contains(&Move::Place(point)));
                let listed = tree.replies.iter().any(|(reply, _)| *reply == point);
                answered += usize::from(is_free && (listed || tree.otherwise.is_some()));
            }
        });
        assert_eq!(played, Ok(()), "every attacking move is legal");
    }
    assert!(answered > 0, "White can defend on a forbidden point");
}

/// A part that stands in several places has to win in each.
#[test]
fn a_shared_part_is_checked_wherever_it_stands() {
    let mut escaped = 0;
    for start in won_positions() {
        let whole = searched(&start).unwrap().tree;
        for (_, part) in &whole.replies {
            let replies = whole.replies.iter().map(|(reply, _)| (*reply, Arc::clone(part))).collect();
            let tree = Attack { replies, ..whole.clone() };
            let played = play_all(&start, &tree, &mut |_, _| ());
            assert_eq!(check(&start, &tree).is_ok(), played.is_ok());
            escaped += usize::from(played.is_err());
        }
    }
    assert!(escaped > 0);
}

#[test]
fn a_search_keeps_its_limits() {
    let [start, ..] = won_positions();
    let few = |nodes| prove_by_search(&start, Spend::nodes(nodes), &AtomicBool::new(false));
    assert_eq!(few(100), Err(Unproved::Limits));
    assert_eq!(prove_by_search(&start, Spend::nodes(NODES), &AtomicBool::new(true)), Err(Unproved::Limits));
    let none = Spend { time: Some((Duration::ZERO, Duration::ZERO)), ..Spend::nodes(NODES) };
    assert_eq!(prove_by_search(&start, none, &AtomicBool::new(false)), Err(Unproved::Limits));
    let rules = Rules::new(15, Variant::Freestyle, OpeningRule::Free).unwrap();
    let quiet = prove_by_search(&Position::start(&rules), Spend::nodes(2000), &AtomicBool::new(false));
    assert_eq!(quiet, Err(Unproved::Limits), "nothing is won on an empty board");
}

#[test]
fn wins_by_fours_become_trees_that_the_referee_accepts() {
    for (start, problem) in problems("vcf").iter().step_by(10) {
        let proof =
            prove(start, Threats::Fours, NODES, &|| false).unwrap_or_else(|why| panic!("{why:?} {problem}"));
        assert_eq!(check(start, &proof.tree), Ok(()), "{problem}");
        assert_eq!(proof.tree.length(start) as u64, problem["length"].as_u64().unwrap(), "{problem}");
        let holed = with_a_hole(&proof.tree).expect("the first four can be stopped");
        assert!(check(start, &holed).is_err(), "{problem}");
    }
}

#[test]
fn wins_by_threats_become_trees_that_the_referee_accepts() {
    for (start, problem) in problems("vct").iter().step_by(12) {
        assert_eq!(prove(start, Threats::Fours, NODES, &|| false), Err(Unproved::NoWin), "{problem}");
        let proof = prove(start, Threats::FoursAndThrees, NODES, &|| false)
            .unwrap_or_else(|why| panic!("{why:?} {problem}"));
        assert_eq!(check(start, &proof.tree), Ok(()), "{problem}");
        let holed = with_a_hole(&proof.tree).expect("a defence has to be answered");
        assert!(check(start, &holed).is_err(), "{problem}");
    }
}

#[test]
fn nothing_is_proved_where_nothing_is_to_be_won_or_the_search_is_stopped() {
    let rules = Rules::new(15, Variant::Freestyle, OpeningRule::Free).unwrap();
    let start = Position::start(&rules);
    for by in [Threats::Fours, Threats::FoursAndThrees] {
        assert_eq!(prove(&start, by, NODES, &|| false), Err(Unproved::NoWin));
    }
    let (start, _) = &problems("vct")[0];
    assert_eq!(prove(start, Threats::FoursAndThrees, 20, &|| true), Err(Unproved::Limits));
}

#[test]
fn an_open_three_is_answered_by_a_threat_that_stops_it() {
    let rules = Rules::new(15, Variant::Freestyle, OpeningRule::Free).unwrap();
    let stones =
        |names: [&str; 4], color| names.map(|name| (Notation::Gomoku.read(name, 15).unwrap(), color));
    let black = stones(["i8", "i9", "j9", "k8"], Color::Black);
    let white = stones(["f10", "g10", "h10", "a1"], Color::White);
    let start = Position::setup(&rules, &[black, white].concat(), Color::Black).unwrap();
    assert_eq!(prove(&start, Threats::Fours, NODES, &|| false), Err(Unproved::NoWin));
    let proof = prove(&start, Threats::FoursAndThrees, NODES, &|| false).unwrap();
    assert_eq!(Notation::Gomoku.write(proof.tree.point, 15), "i10");
    assert_eq!(check(&start, &proof.tree), Ok(()));
}

#[test]
fn a_stop_ends_the_building_of_a_tree_too() {
    for (start, problem) in problems("vct").iter().step_by(12) {
        let stopped = prove(start, Threats::FoursAndThrees, NODES, &|| true);
        assert_eq!(stopped, Err(Unproved::Limits), "{problem}");
    }
}
