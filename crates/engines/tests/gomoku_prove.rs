//! Proof trees: what the solvers build passes the check, and a tree with a missing reply does not.

use heibai_engines::gomoku::prove::{Attack, Threats, Unproved, check, prove};
use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant};
use heibai_games::{Color, Notation, Point, Position as _};
use serde_json::Value;

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
