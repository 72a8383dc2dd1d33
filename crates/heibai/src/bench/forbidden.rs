//! `heibai bench forbidden`: how long it takes to find all forbidden points of a Renju board.

use super::{Figure, Setting, Stopwatch};
use heibai_games::gomoku::{Board, OpeningRule, Position, Rules, Variant, candidates, forbidden};
use heibai_games::{Move, Position as _};
use std::hint::black_box;

/// Microseconds per board, for boards of 20 to 60 stones.
pub fn run(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let (count, span) = if setting.quick { (10, 0.1) } else { (200, 1.0) };
    [20, 30, 40, 60].into_iter().map(|stones| measure(stones, count, span)).collect()
}

fn measure(stones: usize, count: usize, span: f64) -> anyhow::Result<Figure> {
    let boards = midgames(stones, count)?;
    let mut calls = 0u64;
    let began = Stopwatch::start();
    while began.cpu_seconds() < span {
        for board in &boards {
            black_box(forbidden::points(black_box(board), Variant::Renju));
        }
        calls += boards.len() as u64;
    }
    Ok(Figure {
        name: format!("renju {stones} stones, all points"),
        value: began.cpu_seconds() * 1e6 / calls as f64,
        unit: "us/board",
        more_is_better: false,
    })
}

/// Boards from games in which each side plays one of its five best-looking points.
fn midgames(stones: usize, count: usize) -> anyhow::Result<Vec<Board>> {
    let rules = Rules::new(15, Variant::Renju, OpeningRule::Free)?;
    let mut random = fastrand::Rng::with_seed(stones as u64);
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut position = Position::start(&rules);
        while position.outcome().is_none() && position.board().stones() < stones {
            let found = candidates(&position, &mut || random.u64(..));
            let point = found[random.usize(0..found.len().min(5))].point;
            position.play_unchecked(Move::Place(point), &mut ());
        }
        if position.outcome().is_none() {
            boards.push(position.board().clone());
        }
    }
    Ok(boards)
}
