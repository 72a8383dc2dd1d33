//! The shipped problems of life and death: each is what it says, by the solver and by the referee.

use heibai_engines::go::life::{Counts, Problem, Region, Role, Walls};
use heibai_games::go::{Position as Go, Rules};
use heibai_games::{Color, HalfPoints, Move, Notation, Point, Position};
use heibai_lessons::Verdict;
use heibai_lessons::life_practice::{Judgement, Practice, Stage};
use serde_json::Value;

fn read(name: &str) -> Vec<Value> {
    let path = format!("{}/../../data/go/{name}", env!("CARGO_MANIFEST_DIR"));
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

/// Solves the problem anew and has the referee play every line of it; its grade.
fn prove(told: &Value, goal: &str, walls: Walls) -> usize {
    let (game, target) = (position(told), point(told, &told["target"]));
    let found = Problem::of(&game, target, walls).unwrap_or_else(|| panic!("{told}"));
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
    found.grade()
}

#[test]
fn every_problem_is_proved_again() {
    let problems = read("problems.json");
    assert!(problems.len() >= 100);
    let mut grades = [0; 4];
    for (i, told) in problems.iter().enumerate() {
        assert_eq!(told["id"], i + 1);
        let side = position(told).turn();
        let target = position(told).stone(point(told, &told["target"]));
        let goal = if target == Some(side) { "live" } else { "kill" };
        grades[prove(told, goal, Walls::Attackers) - 1] += 1;
    }
    assert!(grades.iter().all(|&count| count >= 10), "{grades:?}");
}

/// A race has stones of the learner's own that may be lost, a connection living stones to come home to.
#[test]
fn every_race_and_every_connection_is_proved_again() {
    for goal in ["race", "connect"] {
        let problems: Vec<Value> =
            read("fights.json").into_iter().filter(|told| told["goal"] == goal).collect();
        assert!(problems.len() >= 40, "{} of {goal}", problems.len());
        let mut grades = [0; 4];
        for told in &problems {
            grades[prove(told, goal, Walls::OfBoth) - 1] += 1;
            let (game, target) = (position(told), point(told, &told["target"]));
            let (region, local) = Region::of_problem(&game, target, Walls::OfBoth).unwrap();
            match goal {
                "race" => assert!(!region.is_safe() && game.stone(target) == Some(!game.turn()), "{told}"),
                _ => {
                    assert!(!region.is_connected(local) && !region.is_enclosed_by(Role::Attacker), "{told}");
                    assert_eq!(game.stone(target), Some(game.turn()), "{told}");
                }
            }
        }
        assert!(grades.iter().all(|&count| count >= 5), "{goal}: {grades:?}");
    }
}

/// Every endgame is counted again, and the referee plays both sides' solutions against every reply: the best move gets
/// its count, and every other first move gets less.
#[test]
fn every_endgame_is_counted_again() {
    let problems = read("endgames.json");
    assert!(problems.len() >= 30, "{} endgames", problems.len());
    let mut grades = [0; 4];
    for (i, told) in problems.iter().enumerate() {
        assert_eq!(told["id"], i + 1);
        let rows: Vec<&str> = told["rows"].as_str().unwrap().split('/').collect();
        let stones: Vec<(Point, Color)> = rows
            .concat()
            .chars()
            .enumerate()
            .filter_map(|(at, letter)| match letter {
                'X' => Some((Point(at as u16), Color::Black)),
                'O' => Some((Point(at as u16), Color::White)),
                _ => None,
            })
            .collect();
        let side = if told["side"] == "black" { Color::Black } else { Color::White };
        let game = Go::setup(&Rules::new(rows.len(), HalfPoints(0), 0).unwrap(), &stones, side).unwrap();
        let (counts, stage) = Counts::of(&game).unwrap();
        let own = |count: i32| if side == Color::Black { count } else { -count };
        let best = own(counts.count(stage).unwrap());
        assert_eq!(told["score"], best, "{told}");
        assert_eq!(counts.holds(&game, stage, side, 10_000), Some(true), "{told}");
        let line = counts.line(&game, stage, side);
        for (point, after) in counts.moves(stage) {
            let mut next = game.clone();
            next.play(Move::Place(point)).unwrap();
            assert_eq!(counts.holds(&next, after, !side, 10_000), Some(true), "{told}");
            let is_best = own(counts.count(after).unwrap()) == best;
            assert_eq!(is_best, line[0] == Move::Place(point), "{told}");
        }
        let name = |mv: &Move| match *mv {
            Move::Place(point) => Notation::Go.write(point, rows.len()),
            Move::Pass => "pass".to_owned(),
        };
        assert_eq!(told["line"], Value::from(line.iter().map(name).collect::<Vec<_>>()), "{told}");
        grades[told["grade"].as_u64().unwrap() as usize - 1] += 1;
    }
    assert!(grades.iter().all(|&count| count >= 4), "{grades:?}");
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
    for told in read("problems.json") {
        let mut practice =
            Practice::new(position(&told), point(&told, &told["target"]), Walls::Attackers).unwrap();
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
