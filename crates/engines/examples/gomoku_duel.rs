//! A match of the engine with itself under two sets of numbers, each opening played with both colours.
//!
//! `gomoku_duel VARIANT[@SIZE] NODES PAIRS SEED A B`, where A and B are lists such as
//! `reduction=0.7,weights=FILE,net=FILE` (`net=none`: without), or `-` for what the engine ships with. NODES may be a time such as `50ms`, PAIRS
//! one such as `60s`.

use heibai_engines::gomoku::selfplay::Author;
use heibai_engines::gomoku::{Board, Engine, Net, Spend, Tuning, Weights};
use heibai_games::gomoku::{OpeningRule, Rules, Variant};
use heibai_games::{Color, Move, Point, Position};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

struct Side {
    engine: Engine,
    weights: Arc<Weights>,
    /// Spent so far.
    nodes: u64,
    time: Duration,
}

fn side(size: usize, variant: Variant, text: &str) -> Result<Side, String> {
    let mut tuning = Tuning::of(variant);
    let mut weights = Weights::of(variant);
    let mut engine = Engine::new(16);
    engine.net = Rules::new(size, variant, OpeningRule::Free).ok().and_then(|rules| Net::of(&rules));
    for item in text.split(',').filter(|item| *item != "-") {
        let (name, value) = item.split_once('=').ok_or(format!("{item}: expected NAME=VALUE"))?;
        let file = || std::fs::read(value).map_err(|error| format!("{value}: {error}"));
        match name {
            "weights" => {
                weights = Arc::new(Weights::read(&file()?)?);
                continue;
            }
            "net" if value == "none" => {
                engine.net = None;
                continue;
            }
            "net" => {
                engine.net = Some(Arc::new(Net::read(&file()?)?.resized(size)));
                continue;
            }
            _ => {}
        }
        let number = value.parse().map_err(|_| format!("{item}: expected a number"))?;
        if !tuning.set(name, number) {
            return Err(format!("{name}: no such number"));
        }
    }
    engine.tuning = Some(tuning);
    Ok(Side { engine, weights, nodes: 0, time: Duration::ZERO })
}

fn spend(text: &str) -> Result<Spend, String> {
    let bad = |_| format!("{text}: expected nodes or a time such as 50ms");
    match text.strip_suffix("ms") {
        Some(time) => {
            let time = Duration::from_millis(time.parse().map_err(bad)?);
            Ok(Spend { nodes: u64::MAX, depth: 99, time: Some((time, time)) })
        }
        None => Ok(Spend::nodes(text.parse().map_err(bad)?)),
    }
}

/// Plays on from an opening; Black is `sides[black]`. The index of the winner, if there is one.
fn play(
    sides: &mut [Side; 2],
    black: usize,
    opening: &heibai_games::gomoku::Position,
    spend: Spend,
) -> Option<usize> {
    let mut position = opening.clone();
    sides.iter_mut().for_each(|side| side.engine.clear());
    while position.outcome().is_none() {
        let mover = position.turn().index() ^ black;
        let side = &mut sides[mover];
        let board = Board::of(&position, side.weights.clone());
        let start = Instant::now();
        let thoughts = side.engine.think(&board, spend, 1, &AtomicBool::new(false));
        side.time += start.elapsed();
        side.nodes += thoughts.nodes;
        let cell = *thoughts.lines.first()?.cells.first()?;
        if position.play(Move::Place(Point(cell as u16))).is_err() {
            return Some(1 - mover);
        }
    }
    position.outcome()?.winner.map(|color: Color| color.index() ^ black)
}

/// Elo of a share of points.
fn elo(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    400.0 * (share / (1.0 - share)).log10()
}

fn run(args: &[String]) -> Result<(), String> {
    let [variant, nodes, pairs, seed, a, b] = args else {
        return Err("usage: gomoku_duel VARIANT NODES PAIRS SEED A B".to_owned());
    };
    let (variant, size) = variant.split_once('@').unwrap_or((variant, "15"));
    let variant = Variant::from_name(variant).ok_or(format!("{variant}: no such rule set"))?;
    let size = size.parse().map_err(|_| format!("{size}: expected a board size"))?;
    let spend = spend(nodes)?;
    let bad = |_| format!("{pairs}: expected a number of pairs or a time such as 60s");
    let (pairs, end) = match pairs.strip_suffix('s') {
        Some(seconds) => {
            (u32::MAX, Some(Instant::now() + Duration::from_secs(seconds.parse().map_err(bad)?)))
        }
        None => (pairs.parse().map_err(bad)?, None),
    };
    let seed: u64 = seed.parse().map_err(|_| format!("{seed}: expected a number"))?;
    let mut sides = [side(size, variant, a)?, side(size, variant, b)?];
    let mut author = Author::on_board(size, variant, Weights::of(variant), 2000, seed).ok_or("no such board")?;
    let (mut sum, mut squares, mut tally) = (0.0, 0.0, [0; 3]);
    let mut played = 0;
    while played < pairs && end.is_none_or(|end| Instant::now() < end) {
        played += 1;
        let opening = author.opening().0;
        let mut points = 0.0;
        for black in 0..2 {
            let result = play(&mut sides, black, &opening, spend);
            tally[result.map_or(1, |winner| 2 * winner)] += 1;
            points += result.map_or(0.5, |winner| 1.0 - winner as f64);
        }
        sum += points / 2.0;
        squares += points * points / 4.0;
    }
    let n = f64::from(played.max(1));
    let share = sum / n;
    let error = ((squares / n - share * share).max(0.0) / n).sqrt();
    println!(
        "{a} against {b}: {} won, {} drawn, {} lost, {:.1} % +- {:.1} (one standard error), Elo {:+.0} [{:+.0}, {:+.0}]",
        tally[0],
        tally[1],
        tally[2],
        share * 100.0,
        error * 100.0,
        elo(share),
        elo(share - 2.0 * error),
        elo(share + 2.0 * error)
    );
    let [a, b] = sides.map(|side| side.nodes as f64 / side.time.as_secs_f64().max(1e-9));
    println!("nodes a second: {a:.0} and {b:.0}, a ratio of {:.3}", a / b);
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gomoku_duel: {error}");
            ExitCode::from(2)
        }
    }
}
