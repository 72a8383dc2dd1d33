//! A large library: how long a search takes, and whether many searches delay a move. The measurement of `heibai bench
//! library`.

use super::{LoadError, http, new_cookie};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct Library {
    pub address: SocketAddr,
    /// Records of one player.
    pub records: usize,
    /// Clients that search all the time, while another plays.
    pub searchers: usize,
    /// How long moves are measured, alone and during the searches.
    pub time: Duration,
}

/// The results; all times are sorted.
#[derive(Clone, Debug, Default)]
pub struct LibraryReport {
    /// Searches for a text that one record has.
    pub rare: Vec<Duration>,
    /// Searches for a text that no record has.
    pub missing: Vec<Duration>,
    /// Searches for a text that many records have.
    pub common: Vec<Duration>,
    /// Moves without searches, and during searches.
    pub moves_alone: Vec<Duration>,
    pub moves_among: Vec<Duration>,
    /// Searches answered while moves were measured.
    pub searches: u64,
}

/// Records in one imported file.
const IN_A_FILE: usize = 1000;
/// Searches of each kind, timed one after another.
const TIMED: usize = 50;
const WORDS: [&str; 12] = [
    "\u{67ef}\u{6d01}",
    "\u{7533}\u{771f}\u{8c1e}",
    "\u{8288}\u{6631}\u{5ef7}",
    "Alice",
    "Bob",
    "Tokyo",
    "Cup",
    "final",
    "round",
    "teaching",
    "\u{540d}\u{4eba}\u{6218}",
    "league",
];

/// Fills a library and measures it, for a caller without a runtime.
pub fn measure(library: Library) -> Result<LibraryReport, LoadError> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(run(library))
}

async fn run(library: Library) -> Result<LibraryReport, LoadError> {
    let Library { address, records, searchers, time } = library;
    let cookie = new_cookie(address).await?;
    fill(address, &cookie, records).await?;
    let mut report = LibraryReport::default();
    for round in 0..TIMED {
        let rare = format!("no{}no", round * records / TIMED);
        for (text, times, least, most) in [
            (rare.as_str(), &mut report.rare, 1, 1),
            ("zzqqxx", &mut report.missing, 0, 0),
            ("tokyo", &mut report.common, 1, 50),
        ] {
            let began = Instant::now();
            let found = search(address, &cookie, text).await?;
            times.push(began.elapsed());
            if found < least || found > most {
                return Err(format!("'{text}' was found {found} times").into());
            }
        }
    }
    report.moves_alone = moves(address, time).await?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..searchers {
        let (stop, cookie) = (Arc::clone(&stop), cookie.clone());
        tasks.spawn(async move {
            let mut count = 0;
            while !stop.load(Ordering::Relaxed) {
                search(address, &cookie, ["zzqqxx", "no77no", "tokyo", "\u{540d}\u{4eba}"][number % 4])
                    .await?;
                count += 1;
            }
            Ok::<u64, LoadError>(count)
        });
    }
    report.moves_among = moves(address, time).await?;
    stop.store(true, Ordering::Relaxed);
    while let Some(ended) = tasks.join_next().await {
        report.searches += ended??;
    }
    for times in [&mut report.rare, &mut report.missing, &mut report.common] {
        times.sort_unstable();
    }
    Ok(report)
}

/// Imports records with names drawn from a few words, and one unique word each.
async fn fill(address: SocketAddr, cookie: &str, records: usize) -> Result<(), LoadError> {
    let mut random = fastrand::Rng::with_seed(23);
    for first in (0..records).step_by(IN_A_FILE) {
        let mut file = String::new();
        for number in first..records.min(first + IN_A_FILE) {
            let mut name = || [0; 3].map(|_| WORDS[random.usize(..WORDS.len())]).join(" ");
            let (title, black, white) = (name(), name(), name());
            file +=
                &format!("(;GM[1]SZ[9]GN[{title}]PB[{black} no{number}no]PW[{white}];B[cc];W[gg];B[gc])\n");
        }
        http(address, "POST", "/api/library?name=games.sgf", cookie, &file).await?;
    }
    Ok(())
}

async fn search(address: SocketAddr, cookie: &str, text: &str) -> Result<usize, LoadError> {
    let text: String = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
    let (_, body) = http(address, "GET", &format!("/api/library?q={text}"), cookie, "").await?;
    Ok(serde_json::from_slice::<Value>(&body)?["entries"].as_array().ok_or("no entries")?.len())
}

/// Plays games against oneself; returns the time of each move, sorted.
async fn moves(address: SocketAddr, time: Duration) -> Result<Vec<Duration>, LoadError> {
    let cookie = new_cookie(address).await?;
    let mut times = Vec::new();
    let end = Instant::now() + time;
    while Instant::now() < end {
        let me = json!({ "who": "me" });
        let game = json!({ "kind": "go", "size": 19, "black": me, "white": me }).to_string();
        let (_, body) = http(address, "POST", "/api/games", &cookie, &game).await?;
        let path = serde_json::from_slice::<Value>(&body)?["id"].as_str().ok_or("no game")?.to_owned();
        let path = format!("/api/games/{path}/act");
        for ply in 0..150 {
            let action = json!({ "do": "move", "point": 2 * ply, "ply": ply }).to_string();
            let began = Instant::now();
            http(address, "POST", &path, &cookie, &action).await?;
            times.push(began.elapsed());
            if Instant::now() >= end {
                break;
            }
        }
    }
    times.sort_unstable();
    Ok(times)
}
