//! The shipped problems: each is what it says, by the referee and by the solvers.

use heibai_engines::gomoku::search::PROVED;
use heibai_engines::gomoku::{Engine, Failures, Found, PatternBoard, Spend, Vcf, Weights, proof};
use heibai_games::gomoku::{OpeningRule, Position as Gomoku, Rules, Variant};
use heibai_games::{Color, Move, Notation, Point, Position};
use heibai_lessons::fours_practice::{Judgement, Practice, threats_go_on, win_by_fours};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

fn read(name: &str) -> Vec<Value> {
    let path = format!("{}/../../data/vcf/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn points(problem: &Value, key: &str) -> Vec<Point> {
    let names = problem[key].as_array().unwrap();
    names.iter().map(|name| Notation::Gomoku.read(name.as_str().unwrap(), 15).unwrap()).collect()
}

fn position(problem: &Value) -> Gomoku {
    let rules = Rules::new(15, Variant::Renju, OpeningRule::Free).unwrap();
    let side = if problem["side"] == "black" { Color::Black } else { Color::White };
    let black = points(problem, "black").into_iter().map(|point| (point, Color::Black));
    let white = points(problem, "white").into_iter().map(|point| (point, Color::White));
    Gomoku::setup(&rules, &black.chain(white).collect::<Vec<_>>(), side).unwrap()
}

#[test]
fn forty_problems_by_fours_in_four_grades() {
    let problems = read("problems.json");
    assert_eq!(problems.len(), 40);
    let mut lengths = Vec::new();
    for (i, problem) in problems.iter().enumerate() {
        assert_eq!(problem["id"], i + 1);
        assert_eq!(problem["grade"], i / 10 + 1);
        let game = position(problem);
        assert_eq!(proof::check(&game, &points(problem, "line")), Ok(()), "problem {}", i + 1);
        // That no shorter win exists is shown by a search of its own, in `crates/engines/tests/gomoku_vcf.rs`.
        let length = proof::length(&game, &points(problem, "line"));
        assert_eq!(problem["length"], length);
        lengths.push(length);
    }
    let grade = |g: usize| &lengths[10 * g..10 * g + 10];
    for g in 1..4 {
        assert!(grade(g - 1).iter().max() < grade(g).iter().min(), "{lengths:?}");
    }
}

#[test]
fn each_of_the_forty_has_one_right_first_move() {
    for problem in read("problems.json") {
        let practice = Practice::new(position(&problem), 1).unwrap();
        let right = Point::all(15)
            .filter(|&point| matches!(practice.validate_move(point), Judgement::Right | Judgement::Solved));
        assert_eq!(right.collect::<Vec<_>>(), points(&problem, "answers"), "problem {}", problem["id"]);
    }
}

#[test]
fn the_extra_problems_have_the_answers_they_name() {
    let problems = read("extra.json");
    assert!(problems.len() >= 200);
    for problem in &problems {
        let (game, line) = (position(problem), points(problem, "line"));
        let answers = points(problem, "answers");
        match problem["kind"].as_str().unwrap() {
            "vcf" => {
                assert_eq!(proof::check(&game, &line), Ok(()), "{problem}");
                assert_eq!(answers, line[..1], "{problem}");
            }
            "forbidden" => {
                let mut told = game.forbidden_points().iter().map(|(p, _)| p).collect::<Vec<_>>();
                told.sort();
                assert_eq!(answers, told, "{problem}");
            }
            "defend" => {
                // The threat is real, and each answer leaves no win by fours.
                let threatened = Gomoku::setup(&game.rules(), &game.stones(), !game.turn()).unwrap();
                assert_eq!(proof::check(&threatened, &line), Ok(()), "{problem}");
                for &answer in &answers {
                    let mut after = game.clone();
                    after.play(Move::Place(answer)).unwrap();
                    assert_eq!(win_by_fours(&after), None, "{problem}");
                }
            }
            "vct" => {
                // Fours alone do not win, each answer does, and the line is one that the referee lets be played.
                assert_eq!(win_by_fours(&game), None, "{problem}");
                for &answer in &answers {
                    let mut after = game.clone();
                    after.play(Move::Place(answer)).unwrap();
                    assert!(threats_go_on(&after).is_some(), "{problem}");
                }
                assert!(answers.contains(&line[0]), "{problem}");
                let mut end = game.clone();
                line.iter().for_each(|&point| end.play(Move::Place(point)).unwrap());
            }
            other => panic!("no kind '{other}'"),
        }
    }
}

/// White wins in each, and does not where nothing is forbidden to Black.
#[test]
fn every_trap_needs_its_forbidden_point() {
    let problems = read("traps.json");
    assert!(problems.len() >= 20, "{} traps", problems.len());
    for (i, problem) in problems.iter().enumerate() {
        assert_eq!((&problem["id"], problem["side"].as_str()), (&(i + 1).into(), Some("white")));
        let (game, line) = (position(problem), points(problem, "line"));
        assert_eq!(proof::check(&game, &line), Ok(()), "{problem}");
        assert_eq!(proof::length(&game, &line), problem["length"].as_u64().unwrap() as usize, "{problem}");
        let practice = Practice::new(game.clone(), 1).unwrap();
        let right = Point::all(15).filter(|&point| practice.validate_move(point) == Judgement::Right);
        assert_eq!(right.collect::<Vec<_>>(), points(problem, "answers"), "{problem}");
        let rules = Rules::new(15, Variant::Freestyle, OpeningRule::Free).unwrap();
        let free = Gomoku::setup(&rules, &game.stones(), Color::White).unwrap();
        assert_eq!(win_by_fours(&free), None, "{problem}");
    }
}

/// The main search knows nothing of the solver for threats; it finds the same wins.
#[test]
fn the_search_proves_most_wins_by_threats_as_well() {
    let problems: Vec<Value> = read("extra.json").into_iter().filter(|p| p["kind"] == "vct").collect();
    assert!(problems.len() >= 40);
    let (mut proved, mut asked) = (0, 0);
    let mut engine = Engine::new(16);
    for problem in problems.iter().step_by(4) {
        let board = PatternBoard::of(&position(problem), Weights::of(Variant::Renju));
        engine.clear();
        let thoughts = engine.think(&board, Spend::nodes(150_000), 1, &AtomicBool::new(false));
        asked += 1;
        assert!(thoughts.lines[0].value > -PROVED, "{problem}");
        proved += usize::from(thoughts.lines[0].value >= PROVED);
    }
    println!("{proved} of {asked} wins by threats proved by the search");
    assert!(10 * proved >= 8 * asked, "{proved} of {asked}");
}

/// Every twentieth position of the suites; `heibai bench vcf` measures all of them.
#[test]
fn the_suites_are_solved_and_every_line_passes_the_referee() {
    for (name, variant) in [("suite-renju.txt", Variant::Renju), ("suite-freestyle.txt", Variant::Freestyle)]
    {
        let path = format!("{}/../../data/vcf/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.lines().count() >= 800, "{name}");
        let rules = Rules::new(15, variant, OpeningRule::Free).unwrap();
        let mut failures = Failures::new(16);
        for line in text.lines().step_by(20) {
            let mut game = Gomoku::start(&rules);
            let starts = line.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i);
            let starts: Vec<usize> = starts.chain([line.len()]).collect();
            for pair in starts.windows(2) {
                let point = Notation::Gomoku.read(&line[pair[0]..pair[1]], 15).unwrap();
                game.play(heibai_games::Move::Place(point)).unwrap();
            }
            let mut board = PatternBoard::of(&game, Weights::of(variant));
            failures.clear();
            let found = Vcf::new(&mut board, &mut failures, 2_000_000, &|| false).any();
            let Found::Win(cells) = found else { panic!("{name} {line}: {found:?}") };
            let cells: Vec<Point> = cells.into_iter().map(|cell| Point(cell as u16)).collect();
            assert!(cells.len() >= 7, "{name} {line}");
            assert_eq!(proof::check(&game, &cells), Ok(()), "{name} {line}");
        }
    }
}
