//! Many games at once on a server in its own process: how fast moves are acknowledged, whether any is lost or
//! doubled, and what a game costs in memory and on disk.

use super::{Figure, Setting};
use crate::failure::Context;
use heibai_server::load::{Load, LoadReport, percentile, play_out};
use heibai_words::measurements as said;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// How long each side waits before it moves: a fast blitz.
const PACE: Duration = Duration::from_millis(500);

pub fn run(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let games = setting.games.unwrap_or(if setting.quick { 50 } else { 1000 });
    let seconds = setting.seconds.unwrap_or(if setting.quick { 5 } else { 60 });
    let server = ServerProcess::start()?;
    let before = server.memory_kb();
    let (mut idle, mut busy_before) = (None, None);
    let load = Load { address: server.address, games, time: Duration::from_secs(seconds), pace: PACE };
    let report = play_out(load, || (idle, busy_before) = (server.memory_kb(), server.cpu_seconds()))
        .map_err(|e| said::server_wrong(&e.to_string()))?;
    let mut figures = figures(&report, seconds);
    if let (Some(before), Some(idle)) = (before, idle) {
        let each = idle.saturating_sub(before) as f64 / games as f64;
        figures.push(less("memory of an idle game with two connections", each, "kB"));
    }
    if let (Some(before), Some(after)) = (busy_before, server.cpu_seconds()) {
        let each = 1e6 * (after - before) / report.moves as f64;
        figures.push(less("the server's time on a core for a move", each, "\u{b5}s"));
    }
    if report.lost + report.doubled + report.refused > 0 {
        let why = format!(
            "{} moves were lost, {} doubled, {} refused of {}",
            report.lost, report.doubled, report.refused, report.moves
        );
        return Err(said::server_wrong(&why).into());
    }
    if let Some(bytes) = server.end_and_weigh() {
        figures.push(less(
            "disk for a move, with its part of the game",
            bytes as f64 / report.moves as f64,
            "bytes",
        ));
    }
    Ok(figures)
}

pub(super) fn less(name: &str, value: f64, unit: &'static str) -> Figure {
    Figure { name: name.to_owned(), value, unit, more_is_better: false }
}

fn figures(report: &LoadReport, seconds: u64) -> Vec<Figure> {
    let ms = |part| milliseconds(&report.waits, part);
    vec![
        Figure::rate("moves acknowledged", report.moves, seconds as f64, "moves/s"),
        less("acknowledgement, median", ms(0.5), "ms"),
        less("acknowledgement, 99th percentile", ms(0.99), "ms"),
        less("acknowledgement, longest", ms(1.0), "ms"),
        less("moves lost or doubled", (report.lost + report.doubled) as f64, "moves"),
    ]
}

pub(super) fn milliseconds(sorted: &[Duration], part: f64) -> f64 {
    percentile(sorted, part).as_secs_f64() * 1000.0
}

/// A server in a process of its own; its data folder is removed with it.
pub(super) struct ServerProcess {
    child: Child,
    pub(super) address: SocketAddr,
    folder: tempfile::TempDir,
}

impl ServerProcess {
    pub(super) fn start() -> anyhow::Result<ServerProcess> {
        let folder = tempfile::tempdir()?;
        let mut child = crate::interpreter::itself()?
            .args(["--lang", "en", "serve", "--listen", "127.0.0.1:0", "--no-limits", "--data"])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().told(said::server_not_started)?).read_line(&mut line)?;
        let address = line.trim().trim_end_matches('/').rsplit_once("http://").map(|(_, address)| address);
        let address = address.and_then(|a| a.parse().ok()).told(said::server_not_started)?;
        Ok(ServerProcess { child, address, folder })
    }

    /// Stops the server as its owner would; returns the size of its database, if the system reports it.
    fn end_and_weigh(mut self) -> Option<u64> {
        Command::new("kill").arg(self.child.id().to_string()).status().ok().filter(ExitStatus::success)?;
        self.child.wait().ok()?;
        Some(std::fs::metadata(self.folder.path().join("heibai.db")).ok()?.len())
    }

    /// CPU time so far, if the system reports it, in hundredths of a second.
    pub(super) fn cpu_seconds(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<f64>().ok();
        Some((ticks()? + ticks()?) / 100.0)
    }

    /// The number of open files, if the system reports it.
    pub(super) fn files(&self) -> Option<u64> {
        Some(std::fs::read_dir(format!("/proc/{}/fd", self.child.id())).ok()?.count() as u64)
    }

    /// Resident memory, if the system reports it.
    pub(super) fn memory_kb(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
