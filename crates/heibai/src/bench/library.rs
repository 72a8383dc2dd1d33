//! A library of many records on a server of its own process: how long a search takes, and what eight people who search
//! all the time cost somebody's moves.

use super::server::{Server, less, milliseconds};
use super::{Figure, Setting};
use heibai_server::load::library::{Library, measure};
use heibai_words::measurements as said;
use std::time::Duration;

const SEARCHERS: usize = 8;

pub fn run(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let server = Server::start()?;
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
