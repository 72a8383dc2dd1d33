//! A server under load for a long time: whether memory, file descriptors and response times stay the same. An hour is
//! `heibai bench soak --seconds 3600`.

use super::server::{ServerProcess, less, milliseconds};
use super::{Figure, Setting};
use heibai_server::load::{Load, play_out};
use heibai_words::measurements as said;
use std::time::{Duration, Instant};

/// How long each side waits before it moves.
const PACE: Duration = Duration::from_millis(200);
/// The length of a round; the server is measured after each.
const ROUND: Duration = Duration::from_secs(30);

/// Measurements of the server after a round.
struct Look {
    memory_kb: u64,
    files: u64,
    /// The 99th percentile of acknowledgements, in milliseconds.
    late: f64,
}

pub fn run(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let games = setting.games.unwrap_or(if setting.quick { 4 } else { 200 });
    let seconds = setting.seconds.unwrap_or(if setting.quick { 3 } else { 3600 });
    let (end, time) =
        (Instant::now() + Duration::from_secs(seconds), ROUND.min(Duration::from_secs(seconds) / 3));
    let server = ServerProcess::start()?;
    let (mut looks, mut moves) = (Vec::new(), 0);
    // At least three rounds: the first one warms up.
    while looks.len() < 3 || Instant::now() < end {
        let load = Load { address: server.address, games, time, pace: PACE };
        let report = play_out(load, || ()).map_err(|e| said::server_wrong(&e.to_string()))?;
        if report.lost + report.doubled + report.refused > 0 {
            let why = format!("{} lost, {} doubled, {} refused", report.lost, report.doubled, report.refused);
            return Err(said::server_wrong(&why).into());
        }
        moves += report.moves;
        let (memory_kb, files) = (server.memory_kb().unwrap_or(0), server.files().unwrap_or(0));
        looks.push(Look { memory_kb, files, late: milliseconds(&report.waits, 0.99) });
    }
    let part = (looks.len() - 1).div_ceil(3);
    let mean = |looks: &[Look], of: fn(&Look) -> f64| looks.iter().map(of).sum::<f64>() / looks.len() as f64;
    let (first, last) = (&looks[1..=part], &looks[looks.len() - part..]);
    let compared = |name: &str, of: fn(&Look) -> f64| {
        less(
            &format!("{name}, last third against first"),
            mean(last, of) / mean(first, of).max(1e-9),
            "times",
        )
    };
    Ok(vec![
        Figure::rate("moves acknowledged", moves, looks.len() as f64 * time.as_secs_f64(), "moves/s"),
        less("memory at the end", mean(last, |look| look.memory_kb as f64) / 1024.0, "MiB"),
        compared("memory", |look| look.memory_kb as f64),
        compared("open files", |look| look.files as f64),
        compared("99th percentile of acknowledgements", |look| look.late),
    ])
}
