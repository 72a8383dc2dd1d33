//! `cargo xtask accept`: plays through every row of docs/conformance.md on the surfaces people use, and compares the
//! results with slow references of its own.

mod http;
mod reference;
mod rows;
mod stage;
mod table;

use crate::setup;
use crate::shell::{Cmd, root};
use anyhow::{Result, bail};
use rows::NotHere;
use stage::Stage;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Instant;
use table::Row;

/// The result of a row.
enum Verdict {
    /// What was done.
    Held(String),
    /// Nothing was played: tests show it, or nothing does yet.
    NotPlayed(&'static str, String),
    Failed(String),
}

/// `accept [--long] [ROW...]`: prints the table; an error if a row fails.
pub fn run(args: &[String]) -> Result<()> {
    if let Some(other) = args.iter().find(|arg| arg.starts_with("--") && *arg != "--long") {
        bail!("no option is called '{other}': expected --long or names of rows");
    }
    let named: Vec<&str> = args.iter().map(String::as_str).filter(|arg| !arg.starts_with("--")).collect();
    let program = match std::env::var_os("HEIBAI") {
        Some(program) => root().join(program),
        None => {
            // The program contains the page as it was when the program was built.
            setup::web()?;
            crate::test::program()?
        }
    };
    let Counts { held, failed, .. } = table_of(&program, args.iter().any(|arg| arg == "--long"), &named)?;
    println!("{held} passed, {failed} failed");
    if failed > 0 {
        bail!("{failed} rows did not hold");
    }
    Ok(())
}

/// The results of the rows.
#[derive(Default)]
pub struct Counts {
    pub held: usize,
    pub failed: usize,
    /// Rows for which this machine lacks something, with the reason.
    pub not_run: Vec<(String, String)>,
}

/// Plays the rows of these names, or all.
pub fn table_of(program: &Path, long: bool, named: &[&str]) -> Result<Counts> {
    let mut rows = table::read()?;
    if let Some(unknown) = named.iter().find(|name| !rows.iter().any(|row| row.id == **name)) {
        bail!("no row is called '{unknown}': they are the numbers of docs/conformance.md");
    }
    rows.retain(|row| named.is_empty() || named.contains(&row.id.as_str()));
    Ok(play_all(&Stage::new(program.to_owned(), long)?, &rows))
}

/// Plays the rows on as many threads as there are cores, and prints them in order.
fn play_all(stage: &Stage, rows: &[Row]) -> Counts {
    let (began, next) = (Instant::now(), AtomicUsize::new(0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(4);
    let (done, results) = channel();
    let mut counts = Counts::default();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (done, next) = (done.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(row) = rows.get(index) else { break };
                    let began = Instant::now();
                    let verdict = play(stage, row);
                    done.send((index, verdict, began.elapsed().as_secs_f64())).ok();
                }
            });
        }
        drop(done);
        let (mut waiting, mut shown) = (BTreeMap::new(), 0);
        for (index, verdict, seconds) in results {
            waiting.insert(index, (verdict, seconds));
            while let Some((verdict, seconds)) = waiting.remove(&shown) {
                let row: &Row = &rows[shown];
                let (mark, told) = match &verdict {
                    Verdict::Held(told) => ("ok", told),
                    Verdict::NotPlayed(mark, told) => (*mark, told),
                    Verdict::Failed(why) => ("FAILED", why),
                };
                match &verdict {
                    Verdict::Held(_) => counts.held += 1,
                    Verdict::Failed(_) => counts.failed += 1,
                    Verdict::NotPlayed("not run", why) => counts.not_run.push((row.id.clone(), why.clone())),
                    Verdict::NotPlayed(..) => {}
                }
                println!("{:<5} {mark:<7} {seconds:>5.1} s  {}: {told}", row.id, row.what);
                shown += 1;
            }
        }
    });
    println!("{} rows in {} s", rows.len(), began.elapsed().as_secs());
    counts
}

fn play(stage: &Stage, row: &Row) -> Verdict {
    let mut told = Vec::new();
    if let Some(play) = rows::play_of(&row.id) {
        match play(stage) {
            Ok(done) => told.push(done),
            Err(error) if error.is::<NotHere>() => {
                return Verdict::NotPlayed("not run", error.to_string());
            }
            Err(error) => return Verdict::Failed(format!("{error:#}")),
        }
    }
    if stage.long {
        for (what, run) in [("in the browser", browser(stage, row)), ("in Python", python(stage, row))] {
            match run {
                Ok(None) => {}
                Ok(Some(done)) => told.push(format!("{done} {what}")),
                Err(error) => return Verdict::Failed(format!("{what}: {error:#}")),
            }
        }
    }
    if !told.is_empty() {
        return Verdict::Held(told.join("; "));
    }
    let tests = row.rust + row.browser.len() + row.python.len();
    match tests {
        0 => Verdict::NotPlayed("gap", "nothing shows it yet".to_owned()),
        tests if row.has_gap => {
            Verdict::NotPlayed("gap", format!("in part by {tests} tests of cargo xtask test"))
        }
        tests => Verdict::NotPlayed("tests", format!("by {tests} tests of cargo xtask test")),
    }
}

/// The row's tests in a real browser, by function name.
fn browser(stage: &Stage, row: &Row) -> Result<Option<String>> {
    if row.browser.is_empty() {
        return Ok(None);
    }
    if std::env::var_os("CHROMIUM").is_none() {
        setup::ensure("chromium", "chromium")?;
    }
    let functions = row.browser.iter().map(|name| format!("={name}"));
    let npm =
        Cmd::new("npm").args(["run", "--silent", "e2e", "--"]).args(functions.collect::<Vec<_>>()).dir("web");
    passed(npm.env("NO_COLOR", "1").env("HEIBAI", stage.program()))
}

/// The row's tests in Python, if the package is built (`cargo xtask python`).
fn python(stage: &Stage, row: &Row) -> Result<Option<String>> {
    let python = root().join(".venv/bin/python");
    if row.python.is_empty() || !python.is_file() {
        return Ok(None);
    }
    let files = row.python.iter().map(|test| format!("crates/python/tests/{test}"));
    let pytest = Cmd::new(python).args(["-m", "pytest", "-q"]).args(files.collect::<Vec<_>>());
    passed(pytest.env("HEIBAI", stage.program()))
}

fn passed(command: Cmd) -> Result<Option<String>> {
    let (ok, output) = command.watch()?;
    let last = output.lines().rev().find(|line| line.contains(" passed")).unwrap_or_default().to_owned();
    if ok { Ok(Some(last)) } else { bail!("{last}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The references agree with published results: Othello's perft, Go's legal positions on 2x2, Renju by hand.
    #[test]
    fn the_references_know_what_is_published() {
        let othello = reference::othello::OthelloBoard::start(8);
        let counts: Vec<u64> = (1..=6).map(|depth| othello.perft(depth)).collect();
        assert_eq!(counts, [4, 12, 56, 244, 1396, 8200]);
        assert_eq!(reference::othello::OthelloBoard::start(4).minimax(), -10);
        // Of the 81 boards of 2x2, 57 have a liberty for every stone (Tromp).
        let mut go = reference::go::GoBoard::start(2);
        let legal = (0..81).filter(|&code| {
            go.cells = (0..4).map(|at| (code / 3_usize.pow(at) % 3) as u8).collect();
            go.is_settled()
        });
        assert_eq!(legal.count(), 57);
        // h10 h9 i8 j8 make h8 a double three; with one end blocked, it is none.
        let mut renju = reference::gomoku::GomokuBoard::start(15, reference::gomoku::Rules::Renju);
        for at in [5 * 15 + 7, 6 * 15 + 7, 7 * 15 + 8, 7 * 15 + 9] {
            renju.cells[at] = reference::BLACK;
        }
        assert_eq!(renju.forbidden(7 * 15 + 7), ["33"]);
        renju.cells[4 * 15 + 7] = reference::WHITE;
        assert!(renju.forbidden(7 * 15 + 7).is_empty());
    }

    /// Every play belongs to a row, and a row without play or test is marked as a gap.
    #[test]
    fn every_row_is_played_or_says_why_not() {
        let rows = table::read().unwrap();
        assert!(rows.len() >= 52, "{} rows", rows.len());
        for (id, _) in rows::all() {
            assert!(rows.iter().any(|row| row.id == id), "{id} is in no row of docs/conformance.md");
        }
        for row in rows {
            let shown = row.rust + row.browser.len() + row.python.len() > 0;
            assert!(shown || row.has_gap, "{}: no test, and no gap is marked", row.id);
        }
    }
}
