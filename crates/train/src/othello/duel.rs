//! Games between two sets of weights: every opening twice with colours swapped, with a fixed number of nodes per
//! move.

use crate::Effort;
use heibai_engines::othello::board::Bitboards;
use heibai_engines::othello::search::Shared;
use heibai_engines::othello::think::{Plan, think};
use heibai_engines::othello::weights::Weights;
use heibai_engines::search::table::TranspositionTable;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// Prints the score of the first set of weights; `openings` has a move list such as `f5d6c3` in each line.
pub fn run(first: &Weights, second: &Weights, nodes: u64, effort: Effort, openings: &str) {
    let openings: Vec<Bitboards> = openings.lines().filter_map(opening).collect();
    let (end, next, pairs) = (effort.end(), AtomicUsize::new(0), Mutex::new([0; 5]));
    let discs = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..effort.threads {
            scope.spawn(|| {
                while Instant::now() < end {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&start) = openings.get(number * 61 % openings.len().max(1)) else { break };
                    let scores = [game(start, [first, second], nodes), -game(start, [second, first], nodes)];
                    let points: i32 = scores.iter().map(|score| 1 + score.signum()).sum();
                    pairs.lock().expect("no thread panicked")[points as usize] += 1;
                    discs.fetch_add((scores[0] + scores[1] + 128) as usize, Ordering::Relaxed);
                }
            });
        }
    });
    let pairs = pairs.into_inner().expect("no thread panicked");
    let count: i32 = pairs.iter().sum();
    let mean = |power: i32| {
        let part = |(points, &n): (usize, &i32)| f64::from(n) * (points as f64 / 4.0).powi(power);
        pairs.iter().enumerate().map(part).sum::<f64>() / f64::from(count.max(1))
    };
    let error = ((mean(2) - mean(1) * mean(1)) / f64::from(count.max(1))).sqrt();
    let discs = discs.into_inner() as f64 / f64::from(2 * count.max(1)) - 64.0;
    println!(
        "{} games: {:.1} % +- {:.1}, {discs:+.2} discs, pairs {pairs:?}",
        2 * count,
        100.0 * mean(1),
        100.0 * error
    );
}

fn opening(line: &str) -> Option<Bitboards> {
    let mut board = Bitboards::START;
    for name in line.split_whitespace().next()?.as_bytes().chunks(2) {
        let (column, row) =
            (name[0].to_ascii_lowercase().checked_sub(b'a')?, name.get(1)?.checked_sub(b'1')?);
        let square = u32::from(row) * 8 + u32::from(column);
        if board.moves() == 0 {
            board = board.passed();
        }
        if column > 7 || row > 7 || board.moves() >> square & 1 == 0 {
            return None;
        }
        board = board.played(square, board.flips(square));
    }
    Some(board)
}

/// The result for the first of the two, which moves first.
fn game(start: Bitboards, players: [&Weights; 2], nodes: u64) -> i32 {
    let (never, tables) = (AtomicBool::new(false), [(); 2].map(|()| TranspositionTable::new(2 << 20)));
    let (mut board, mut turn) = (start, 0);
    loop {
        if board.moves() == 0 {
            (board, turn) = (board.passed(), 1 - turn);
            if board.moves() == 0 {
                return if turn == 0 { board.final_score() } else { -board.final_score() };
            }
        }
        let shared = Shared {
            table: &tables[turn],
            weights: players[turn],
            stop: &never,
            deadline: None,
            node_limit: nodes,
            pool: None,
        };
        tables[turn].new_search();
        let square = think(board, &shared, &Plan::UNLIMITED, 1, &mut |_| ()).moves[0].square;
        board = board.played(square, board.flips(square));
        turn = 1 - turn;
    }
}
