//! `heibai check`: replays records through the referee.

use crate::failure::complain;
use crate::input::{How, open_file};
use crate::{Answer, NO, YES};
use heibai_records::{IllegalMove, ReadError};
use heibai_words::{Language, Say, Text, commands as said, names};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Replays records through the referee and lists every illegal move.
///
/// Example: heibai check games.sgf WTH_2024.wtb
#[derive(clap::Args)]
pub struct Args {
    /// Files in any format, and folders of them.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// One JSON object a file.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    how: How,
}

/// What the referee said to one file.
#[derive(Default)]
struct Report {
    games: usize,
    moves: usize,
    /// The game, from 1, and its first foul.
    illegal: Vec<(usize, IllegalMove)>,
    unreadable: Vec<(usize, ReadError)>,
}

pub fn run(args: Args, lang: Language) -> Answer {
    let (mut illegal, mut unreadable) = (false, false);
    for file in files(&args.files)? {
        let name = file.to_string_lossy();
        let report = match open_file(&name, &args.how) {
            Ok(games) => check(games),
            Err(error) => {
                complain(&error, lang);
                unreadable = true;
                continue;
            }
        };
        illegal |= !report.illegal.is_empty();
        unreadable |= !report.unreadable.is_empty();
        if args.json { print_json(&name, &report, lang) } else { print_text(&name, &report, lang) }
    }
    Ok(match (unreadable, illegal) {
        (true, _) => ExitCode::from(2),
        (_, true) => NO,
        _ => YES,
    })
}

/// The files named, and those in the folders named, in order.
fn files(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in named {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let mut inside: Vec<PathBuf> =
            std::fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
        inside.retain(|path| path.is_file() && is_record(path));
        inside.sort();
        found.extend(inside);
    }
    Ok(found)
}

/// Whether a file in a folder is a record; files named by hand are always taken for one.
fn is_record(path: &Path) -> bool {
    const KNOWN: [&str; 9] = ["sgf", "sgfs", "ggf", "wtb", "psq", "json", "jsonl", "obf", "txt"];
    path.extension().is_some_and(|extension| KNOWN.iter().any(|known| extension.eq_ignore_ascii_case(known)))
}

fn check(games: crate::input::RecordStream) -> Report {
    let mut report = Report::default();
    for game in games {
        report.games += 1;
        match game {
            Ok(record) => {
                report.moves += record.tree.moves().count();
                if let Err(foul) = record.replay() {
                    report.illegal.push((report.games, foul));
                }
            }
            Err(error) => report.unreadable.push((report.games, error)),
        }
    }
    report
}

/// The move, where it is one, and why it is refused.
fn reason(foul: &IllegalMove) -> Text {
    let why = foul.reason.text();
    if foul.mv.is_empty() { why } else { names::because(Text::same(foul.mv.as_str()), why) }
}

fn print_text(name: &str, report: &Report, lang: Language) {
    let bad = report.illegal.len() + report.unreadable.len();
    let (games, moves) = (names::count_games(report.games), names::count_moves(report.moves));
    let line = if bad == 0 {
        said::all_legal(name, games, moves)
    } else {
        said::with_faults(name, games, moves, bad)
    };
    println!("{}", line.get(lang));
    for (game, foul) in &report.illegal {
        println!("{}", said::fault_in_game(*game, foul.number, reason(foul)).get(lang));
    }
    for (game, error) in &report.unreadable {
        eprintln!("heibai: {}", said::game_of(name, *game).because(error).get(lang));
    }
}

fn print_json(name: &str, report: &Report, lang: Language) {
    let illegal: Vec<_> = report
        .illegal
        .iter()
        .map(|(game, foul)| json!({"game": game, "move": foul.number, "reason": reason(foul).en}))
        .collect();
    let unreadable: Vec<_> = report
        .unreadable
        .iter()
        .map(|(game, error)| {
            let (line, column) = (error.place.line(), error.place.column());
            json!({"game": game, "line": line, "column": column, "reason": error.fault.to_string()})
        })
        .collect();
    let (games, moves) = (report.games, report.moves);
    let line =
        json!({"file": name, "games": games, "moves": moves, "illegal": illegal, "unreadable": unreadable});
    println!("{line}");
    for (game, error) in &report.unreadable {
        eprintln!("heibai: {}", said::game_of(name, *game).because(error).get(lang));
    }
}
