//! The shipped endgames of Othello: each is solved again from its board.

use heibai_engines::othello::solve::solve;
use heibai_engines::search::table::TranspositionTable;
use heibai_games::{Point, Position};
use heibai_lessons::{GRADES, Goal, shelf};
use std::sync::atomic::AtomicBool;

/// The result that is asked for is the best there is, and endgames grow longer from grade to grade.
#[test]
fn every_endgame_has_the_result_that_it_asks_for() {
    let table = TranspositionTable::new(1 << 20);
    let mut empties = vec![Vec::new(); GRADES];
    for problem in &shelf("endgame").unwrap().problems {
        let start = problem.start();
        let score = solve(&start, &table, 1, &AtomicBool::new(false)).unwrap().score;
        assert_eq!(problem.goal(), Goal::KeepDiscs(score), "endgame {}", problem.number());
        let empty = Point::all(start.size()).filter(|&point| start.stone(point).is_none()).count();
        empties[problem.grade() - 1].push(empty);
    }
    assert!(empties.iter().all(|grade| grade.len() >= 10), "{empties:?}");
    for pair in empties.windows(2) {
        assert!(pair[0].iter().max() <= pair[1].iter().min(), "{empties:?}");
        assert!(pair[0].iter().max() < pair[1].iter().max(), "{empties:?}");
    }
}
