//! A whole collection in one library: how long its import takes, and how fast a position is found in it. The
//! measurement of `heibai bench library --file FOLDER`.

use super::{LoadError, http, new_cookie};
use heibai_records::{Hint, read_any};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct Collection {
    pub address: SocketAddr,
    /// A file of games, or a folder of such files.
    pub at: PathBuf,
}

/// The results; all times are sorted.
#[derive(Clone, Debug, Default)]
pub struct CollectionReport {
    /// Games imported, and games refused.
    pub kept: u64,
    pub left: u64,
    pub import: Duration,
    /// Times to find the start, openings, and middle-game positions.
    pub start: Vec<Duration>,
    pub openings: Vec<Duration>,
    pub late: Vec<Duration>,
}

/// Positions of each kind to look up.
const LOOKED_FOR: usize = 100;
/// The number of moves before an opening and a middle-game position.
const OPENING: usize = 8;
const LATE: usize = 30;

/// Imports a collection and looks positions up, for a caller without a runtime.
pub fn measure(collection: &Collection) -> Result<CollectionReport, LoadError> {
    let files = files(&collection.at)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run(collection.address, &files))
}

fn files(at: &Path) -> Result<Vec<PathBuf>, LoadError> {
    if !at.is_dir() {
        return Ok(vec![at.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(at)? {
        let path = entry?.path();
        let name = path.to_string_lossy();
        if heibai_records::Format::from_file_name(&name).is_some() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

async fn run(address: SocketAddr, files: &[PathBuf]) -> Result<CollectionReport, LoadError> {
    let cookie = new_cookie(address).await?;
    let mut report = CollectionReport::default();
    let mut lines = Vec::new();
    for file in files {
        let bytes = std::fs::read(file)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let began = Instant::now();
        let (_, answer) =
            http(address, "POST", &format!("/api/library?name={name}"), &cookie, &bytes).await?;
        report.import += began.elapsed();
        let answer: Value = serde_json::from_slice(&answer)?;
        let count = |field: &str| answer[field].as_u64().ok_or_else(|| format!("{name}: {answer}"));
        report.kept += count("kept")?;
        report.left += count("left")?;
        let games = read_any(&bytes[..], Hint::from_name(&name))?;
        let each = LOOKED_FOR.div_ceil(files.len());
        lines.extend(games.flatten().step_by(97).take(each));
    }
    for record in lines.iter().take(LOOKED_FOR) {
        let moves: Vec<Option<u16>> = record.tree.moves().map(|(_, mv)| crate::wire::point_of(mv)).collect();
        let all = [(0, &mut report.start), (OPENING, &mut report.openings), (LATE, &mut report.late)];
        for (ply, times) in all {
            let moves = &moves[..ply.min(moves.len())];
            let line =
                json!({ "kind": record.kind().name(), "size": record.size(), "moves": moves }).to_string();
            let began = Instant::now();
            let (_, answer) =
                http(address, "POST", "/api/library/position", &cookie, line.as_bytes()).await?;
            times.push(began.elapsed());
            let answer: Value = serde_json::from_slice(&answer)?;
            if answer["total"].as_u64().is_none_or(|total| total == 0) {
                return Err(format!("a position of the collection was not found: {line}").into());
            }
        }
    }
    for times in [&mut report.start, &mut report.openings, &mut report.late] {
        times.sort_unstable();
    }
    Ok(report)
}
