//! `heibai check`: replays records through the referee.

use crate::failure::{Context, complain};
use crate::input::{How, open_file};
use crate::results::outcome_json;
use crate::{Answer, NO, YES};
use heibai_games::{AnyPosition, Match, Outcome, Position, Rules};
use heibai_records::{Format, IllegalMove, ReadError, Record, sgf};
use heibai_words::{Language, Say, Text, clocks, commands as said, failures, names, results};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Replays records through the referee and lists every illegal move, and every result that contradicts the moves.
///
/// Example: heibai check games.sgf WTH_2024.wtb
#[derive(clap::Args)]
pub struct Args {
    /// Files in any format, and folders of them.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Prints one JSON object per file.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    how: How,
}

/// The referee's findings for one file.
#[derive(Default)]
struct Report {
    games: usize,
    moves: usize,
    /// The number of a game, from 1, and its first illegal move.
    illegal: Vec<(usize, IllegalMove)>,
    unreadable: Vec<(usize, ReadError)>,
    /// The number of a game, its stated result, and the result of its moves.
    disputed: Vec<(usize, String, Text)>,
    ended: Option<GameEnd>,
}

/// How the first game ended.
struct GameEnd {
    rules: Rules,
    outcome: Option<Outcome>,
    /// The result as the record states it.
    stated: Option<String>,
    /// The time that both sides took.
    used: [Duration; 2],
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
        illegal |= !report.illegal.is_empty() || !report.disputed.is_empty();
        unreadable |= !report.unreadable.is_empty();
        if args.json { print_json(&name, &report, lang) } else { print_text(&name, &report, lang) }
    }
    Ok(match (unreadable, illegal) {
        (true, _) => 2,
        (_, true) => NO,
        _ => YES,
    })
}

/// The named files, and the files in the named folders and their subfolders, in order. Links to folders are not
/// followed.
fn files(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in named {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let (mut folders, mut inside) = (vec![path.clone()], Vec::new());
        while let Some(folder) = folders.pop() {
            let shown = || failures::cannot_read(&folder.display().to_string());
            for entry in std::fs::read_dir(&folder).told(shown)? {
                let entry = entry.told(shown)?;
                let path = entry.path();
                if entry.file_type().told(shown)?.is_dir() {
                    folders.push(path);
                } else if path.is_file() && is_record(&path) && !belongs_to_run(&path) {
                    inside.push(path);
                }
            }
        }
        inside.sort();
        found.extend(inside);
    }
    Ok(found)
}

/// Whether a file in a folder is a record; files named explicitly are always read.
fn is_record(path: &Path) -> bool {
    path.to_str().and_then(Format::for_file_name).is_some()
}

/// Whether this is the bookkeeping of a match, tournament or self-play run: its games are in `games.sgf` or `games.hbf`.
fn belongs_to_run(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    ["about.json", "report.json", "games.jsonl"].iter().any(|own| name == *own)
        && path.with_file_name("about.json").is_file()
        && ["games.jsonl", "games.hbf"].iter().any(|log| path.with_file_name(log).is_file())
}

fn check(games: crate::input::RecordStream) -> Report {
    let mut report = Report::default();
    for game in games {
        report.games += 1;
        match game {
            Ok(record) => {
                report.moves += record.tree.moves().count();
                match record.replay() {
                    Ok(game) => report.judge(&record, &game),
                    Err(foul) => report.illegal.push((report.games, foul)),
                }
            }
            Err(error) => report.unreadable.push((report.games, error)),
        }
    }
    report
}

impl Report {
    /// Notes how a game ended.
    fn judge(&mut self, record: &Record, game: &Match<AnyPosition>) {
        let rules = game.position().rules();
        let stated = record.info.result.as_ref().map(sgf::write_result);
        if let (Some(found), Some(stated)) = (record.disputed(game), &stated) {
            self.disputed.push((self.games, stated.clone(), results::result(&rules, &found)));
        }
        if self.games == 1 {
            self.ended = Some(GameEnd { rules, outcome: game.outcome(), stated, used: record.time_used() });
        }
    }

    /// The end of a file's only game; for a file with several games it is not shown.
    fn only_end(&self) -> Option<&GameEnd> {
        self.ended.as_ref().filter(|_| self.games == 1)
    }
}

/// The move, where it is one, and why it is refused.
fn reason(foul: &IllegalMove) -> Text {
    let why = foul.reason.text();
    if foul.mv.is_empty() { why } else { names::because(Text::same(foul.mv.as_str()), why) }
}

fn print_text(name: &str, report: &Report, lang: Language) {
    let bad = report.illegal.len() + report.unreadable.len() + report.disputed.len();
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
    for (game, stated, found) in &report.disputed {
        println!("{}", said::disputed(*game, stated, found.clone()).get(lang));
    }
    if let Some(GameEnd { rules, outcome, stated, used }) = report.only_end() {
        // Most records by people end before the passes or the last move; then the stated result counts.
        let lines = match (outcome, stated) {
            (Some(outcome), _) => results::lines(rules, outcome),
            (None, Some(stated)) => vec![results::result_is(Text::same(stated.as_str()))],
            (None, None) => Vec::new(),
        };
        lines.iter().for_each(|line| println!("  {}", line.get(lang)));
        if used.iter().any(|time| !time.is_zero()) {
            let [black, white] = used.map(clocks::duration);
            println!("  {}", said::time_used(black, white).get(lang));
        }
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
    let disputed: Vec<_> = report
        .disputed
        .iter()
        .map(|(game, stated, found)| json!({"game": game, "recorded": stated, "moves_say": found.en}))
        .collect();
    let mut line = json!({"file": name, "games": games, "moves": moves, "illegal": illegal,
        "unreadable": unreadable, "disputed": disputed});
    if let Some(GameEnd { outcome, stated, used, .. }) = report.only_end() {
        line["outcome"] = outcome.as_ref().map(outcome_json).into();
        line["recorded"] = stated.clone().into();
        line["seconds"] = json!(used.map(|time| time.as_secs_f64()));
    }
    println!("{line}");
    for (game, error) in &report.unreadable {
        eprintln!("heibai: {}", said::game_of(name, *game).because(error).get(lang));
    }
}
