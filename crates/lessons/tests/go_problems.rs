//! The shipped problems of life and death: each is what it says, by the solver and by the referee.

use heibai_engines::go::life::{Goal, Problem};
use heibai_games::go::{Position as Go, Rules};
use heibai_games::{Color, Move, Notation, Point, Position};
use heibai_lessons::Verdict;
use heibai_lessons::life_practice::{Judgement, Practice, Stage};
use serde_json::Value;

fn read() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/go/problems.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn point(problem: &Value, name: &Value) -> Point {
    Notation::Go.read(name.as_str().unwrap(), problem["size"].as_u64().unwrap() as usize).unwrap()
}

fn points(problem: &Value, key: &str) -> Vec<Point> {
    problem[key].as_array().unwrap().iter().map(|name| point(problem, name)).collect()
}

fn position(problem: &Value) -> Go {
    let rules = Rules::new(problem["size"].as_u64().unwrap() as usize, Rules::KOMI, 0).unwrap();
    let side = if problem["side"] == "black" { Color::Black } else { Color::White };
    let black = points(problem, "black").into_iter().map(|point| (point, Color::Black));
    let white = points(problem, "white").into_iter().map(|point| (point, Color::White));
    Go::setup(&rules, &black.chain(white).collect::<Vec<_>>(), side).unwrap()
}

#[test]
fn every_problem_is_proved_again() {
    let problems = read();
    assert!(problems.len() >= 100);
    let mut grades = [0; 4];
    for (i, told) in problems.iter().enumerate() {
        assert_eq!(told["id"], i + 1);
        let (game, target) = (position(told), point(told, &told["target"]));
        let found = Problem::of(&game, target).unwrap_or_else(|| panic!("{told}"));
        let goal = if found.goal == Goal::Kill { "kill" } else { "live" };
        assert_eq!(
            (&told["goal"], &told["grade"], &told["length"]),
            (&goal.into(), &found.grade().into(), &found.length().into())
        );
        assert_eq!(found.answers, points(told, "answers"));
        assert_eq!(found.answers.len(), 1);
        let refutations = told["refutations"].as_object().unwrap();
        assert_eq!(found.refutations.len(), refutations.len());
        for refutation in &found.refutations {
            let reply = refutation.reply.map_or("pass".to_owned(), |p| Notation::Go.write(p, game.size()));
            assert_eq!(refutations[&Notation::Go.write(refutation.wrong, game.size())], reply);
        }
        assert_eq!(found.holds(&game, 100_000), Some(true), "{told}");
        grades[found.grade() - 1] += 1;
    }
    assert!(grades.iter().all(|&count| count >= 10), "{grades:?}");
}

/// The corners of 19x19: every twentieth, or all on request.
#[test]
fn corners_are_solved_by_their_hints_and_every_wrong_move_is_punished() {
    let step = if std::env::var_os("HEIBAI_ALL").is_some() { 1 } else { 20 };
    let corners = heibai_lessons::shelf("corners").unwrap();
    assert!(corners.problems.len() >= 400);
    for problem in corners.problems.iter().step_by(step) {
        let id = corners.id(problem);
        let mut moves = Vec::new();
        let ended = loop {
            let line = problem.solution(&moves).unwrap();
            let tried = problem.attempt(&[&moves[..], &line[..1]].concat()).unwrap();
            if tried.verdict != Verdict::Right {
                break tried;
            }
            moves = tried.moves;
        };
        assert_eq!(ended.verdict, Verdict::Solved, "{id}");
        let elsewhere = Move::Place(Point(360));
        let wrong = problem.attempt(&[elsewhere]).unwrap();
        assert_eq!(
            (wrong.verdict, wrong.moves.len(), wrong.refutation[0]),
            (Verdict::Wrong, 0, elsewhere),
            "{id}"
        );
    }
}

#[test]
fn every_problem_is_solved_in_as_many_moves_as_it_says() {
    for told in read() {
        let mut practice = Practice::new(position(&told), point(&told, &told["target"])).unwrap();
        let mut moves = 0;
        while practice.stage() != Stage::Solved {
            moves += 1;
            let hint = practice.hint().unwrap();
            match practice.advance_step(hint) {
                Judgement::Solved => {}
                Judgement::Right => assert!(practice.answer().is_some()),
                other => panic!("{other:?} in {told}"),
            }
        }
        assert_eq!(told["length"], moves, "{told}");
        practice.restart();
        for name in told["refutations"].as_object().unwrap().keys() {
            let wrong = point(&told, &Value::from(name.as_str()));
            assert!(matches!(practice.advance_step(wrong), Judgement::Wrong { .. }), "{name} in {told}");
        }
    }
}
