//! `heibai bench net` and the Go part of `heibai bench search`: evaluations of the shipped networks per second of one
//! core's time, and the speed of the search.

use super::{Figure, Setting, Stopwatch};
use heibai_engines::go::player::{GoPlayer, GoSettings};
use heibai_engines::go::search::Budget;
use heibai_engines::go::shipped;
use heibai_games::go::{Position, Rules};
use heibai_games::{Move, Position as _};
use heibai_net::Network;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The shipped networks, in bytes and in single precision, on two sizes of board.
pub fn net(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let time = Duration::from_millis(if setting.quick { 300 } else { 2000 });
    let mut figures = Vec::new();
    for network in [shipped::main(), shipped::medium(), shipped::tiny()] {
        let float = Network::float(network.model().clone())?;
        for (precision, network) in [("bytes", &*network), ("float", &float)] {
            for size in [19, 9] {
                let value = crate::net::rate(network, size, 1, time);
                let name = format!("{} {precision} {size}x{size}", network.model().name);
                figures.push(Figure { name, value, unit: "evaluations/s", more_is_better: true });
            }
        }
    }
    Ok(figures)
}

/// Visits per second of a core's time from the empty board, with the large network on one thread.
pub fn search(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let visits = if setting.quick { 100 } else { 800 };
    let mut figures = Vec::new();
    for size in [19, 9] {
        let start = Position::start(&Rules::new(size, Rules::KOMI, 0)?);
        let mut player = GoPlayer::new("bench", shipped::main(), GoSettings::BEST, 1);
        let stop = AtomicBool::new(false);
        let budget = Budget { visits, deadline: None, stop: &stop };
        let watch = Stopwatch::start();
        let found = player.analyse(&start, &[], &budget);
        let name = format!("go {size}x{size}, {visits} visits");
        figures.push(Figure::rate(name, u64::from(found.visits), watch.cpu_seconds(), "visits/CPU s"));
    }
    Ok(figures)
}

/// A hash of the visits of a fixed search: the same on every processor.
pub fn signature() -> anyhow::Result<u64> {
    let mut sum = 0u64;
    for (size, network) in [(9, shipped::main()), (13, shipped::tiny())] {
        let start = Position::start(&Rules::new(size, Rules::KOMI, 0)?);
        let mut player = GoPlayer::new("signature", network, GoSettings::BEST, 1);
        let stop = AtomicBool::new(false);
        let mut moves = Vec::new();
        for visits in [60, 61, 62] {
            let budget = Budget { visits, deadline: None, stop: &stop };
            let found = player.analyse(&start, &moves, &budget);
            for candidate in &found.candidates {
                let place = if let Move::Place(point) = candidate.mv { point.index() as u64 + 1 } else { 0 };
                sum += place * u64::from(candidate.visits);
            }
            moves.extend(found.candidates.first().map(|best| best.mv));
        }
    }
    Ok(sum)
}
