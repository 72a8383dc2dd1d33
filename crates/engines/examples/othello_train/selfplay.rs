//! Games of the engine against itself from random openings of many lengths, played perfectly at the end: every
//! position with the result of its game.

use crate::data::{HELD_BACK, Labelled};
use heibai_engines::othello::board::Board;
use heibai_engines::othello::probcut::EXACT;
use heibai_engines::othello::search::Shared;
use heibai_engines::othello::think::{Plan, think};
use heibai_engines::othello::weights::Weights;
use heibai_engines::search::table::Table;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a run does.
pub struct Run<'a> {
    pub out: &'a Path,
    pub threads: u64,
    pub time: Duration,
    pub seed: u64,
    pub weights: &'a Weights,
}

/// Every game is played perfectly from here.
const PERFECT_FROM: u32 = 16;
/// The longest random opening, in plies.
const LONGEST_OPENING: u32 = 40;

const PLAN: Plan = Plan { depth: 6, end: PERFECT_FROM, certainty: 1, end_certainty: EXACT };

pub fn run(run: &Run<'_>) -> std::io::Result<()> {
    std::fs::create_dir_all(run.out)?;
    let end = Instant::now() + run.time;
    let (games, positions) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = |thread: u64| -> std::io::Result<()> {
        let file = std::fs::File::create(run.out.join(format!("{}-{thread}.pos", run.seed)))?;
        let mut file = BufWriter::new(file);
        let mut random = fastrand::Rng::with_seed(run.seed << 20 | thread);
        let table = Table::new(32 << 20);
        while Instant::now() < end {
            let played = play(&mut random, run.weights, &table);
            let number = games.fetch_add(1, Ordering::Relaxed);
            for position in &played {
                let held_back = number.is_multiple_of(HELD_BACK as u64);
                file.write_all(&Labelled { held_back, ..*position }.to_bytes())?;
            }
            positions.fetch_add(played.len() as u64, Ordering::Relaxed);
        }
        file.flush()
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..run.threads.max(1)).map(|thread| scope.spawn(move || work(thread))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no game panics"))
    })?;
    println!("{} games, {} positions", games.into_inner(), positions.into_inner());
    Ok(())
}

/// One game; the labels are the final score for the side to move.
fn play(random: &mut fastrand::Rng, weights: &Weights, table: &Table) -> Vec<Labelled> {
    let stop = AtomicBool::new(false);
    let shared = Shared {
        table,
        weights,
        stop: &stop,
        enough: &stop,
        deadline: None,
        node_limit: u64::MAX,
        pool: None,
    };
    let opening = random.u32(4..LONGEST_OPENING);
    let (mut board, mut first_to_move) = (Board::START, true);
    let mut seen: Vec<(Board, bool)> = Vec::new();
    let mut ply = 0;
    loop {
        let moves = board.moves();
        if moves == 0 {
            board = board.passed();
            first_to_move = !first_to_move;
            if board.moves() == 0 {
                break;
            }
            continue;
        }
        let square = if ply < opening {
            nth(moves, random.u32(..moves.count_ones()))
        } else {
            seen.push((board, first_to_move));
            table.new_search();
            think(board, &shared, &PLAN, 1, &mut |_| ()).moves[0].square
        };
        board = board.played(square, board.flips(square));
        first_to_move = !first_to_move;
        ply += 1;
    }
    let score = if first_to_move { board.final_score() } else { -board.final_score() };
    seen.into_iter()
        .map(|(board, first)| Labelled {
            mover: board.mover,
            opponent: board.opponent,
            score: (if first { score } else { -score }) as i8,
            held_back: false,
        })
        .collect()
}

fn nth(set: u64, number: u32) -> u32 {
    (0..number).fold(set, |set, _| set & (set - 1)).trailing_zeros()
}
