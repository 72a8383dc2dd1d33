//! A large library on a server in its own process: the time of a search, and how much eight people who search all the
//! time slow down a player's moves. With `--file`, a collection of games instead: its import, and the time to find a
//! position in it.

use super::server::{ServerProcess, less, milliseconds};
use super::{Figure, Setting};
use heibai_server::load::collection::{self, Collection};
use heibai_server::load::library::{Library, measure};
use heibai_words::measurements as said;
use std::time::Duration;

const SEARCHERS: usize = 8;

pub fn run(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let server = ServerProcess::start()?;
    if let Some(at) = &setting.file {
        let collection = Collection { address: server.address, at: at.clone() };
        let report = collection::measure(&collection).map_err(|e| said::server_wrong(&e.to_string()))?;
        let seconds = report.import.as_secs_f64();
        return Ok(vec![
            Figure { more_is_better: true, ..less("games that were kept", report.kept as f64, "games") },
            less("games that were left out", report.left as f64, "games"),
            less("import of the collection", seconds, "s"),
            Figure::rate("games imported", report.kept, seconds, "games/s"),
            less("start position found, 99th percentile", milliseconds(&report.start, 0.99), "ms"),
            less("opening found, 99th percentile", milliseconds(&report.openings, 0.99), "ms"),
            less("late position found, 99th percentile", milliseconds(&report.late, 0.99), "ms"),
        ]);
    }
    let library = Library {
        address: server.address,
        records: setting.games.unwrap_or(if setting.quick { 2000 } else { 100_000 }),
        searchers: SEARCHERS,
        time: Duration::from_secs(setting.seconds.unwrap_or(if setting.quick { 2 } else { 15 })),
    };
    let report = measure(library).map_err(|e| said::server_wrong(&e.to_string()))?;
    let (alone, among) = (milliseconds(&report.moves_alone, 0.99), milliseconds(&report.moves_among, 0.99));
    Ok(vec![
        less("search for what one record has, 99th percentile", milliseconds(&report.rare, 0.99), "ms"),
        less("search for what no record has, 99th percentile", milliseconds(&report.missing, 0.99), "ms"),
        less("search for what many records have, 99th percentile", milliseconds(&report.common, 0.99), "ms"),
        less("move while nobody searches, 99th percentile", alone, "ms"),
        less("move among eight who search, 99th percentile", among, "ms"),
        less("move among searches against alone", among / alone, "times"),
        less("searches answered meanwhile", report.searches as f64, "searches"),
    ])
}
