//! `heibai solve`: exact Othello endgames, and small boards from the start.

use crate::failure::Context;
use crate::input::{self, How};
use crate::{Answer, YES};
use heibai_engines::othello::solve::{Solution, SolveProgress, solve_with};
use heibai_engines::search::table::TranspositionTable;
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Kind, Move, Point, Position};
use heibai_records::Tree;
use heibai_records::obf;
use heibai_words::{Language, Text, commands as said, failures};
use serde_json::json;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Instant;

/// Solves Othello positions exactly; empty squares count for the winner.
///
/// Examples: heibai solve problems.obf --check --threads 2; heibai solve --start --size 6; heibai solve 'x1oo/ooox/oxox/1ooo x'
#[derive(clap::Args)]
pub struct Args {
    /// Problem files, one position per line (OBF); `-` is standard input. Also a position line or a string of moves.
    #[arg(value_name = "FILE", required_unless_present = "start", allow_hyphen_values = true)]
    first: Option<PathBuf>,
    /// More of them.
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Solves a small board from the start.
    #[arg(long, conflicts_with = "first")]
    start: bool,
    /// With --start: 4 or 6.
    #[arg(long, default_value_t = 6, requires = "start")]
    size: usize,
    /// Number of threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Size of the transposition table in MiB; less if the system has less memory.
    #[arg(long, default_value_t = 512, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    /// Prints one JSON object per position.
    #[arg(long)]
    json: bool,
    /// Compares with the scores in the file; exits 1 on a difference.
    #[arg(long)]
    check: bool,
}

pub fn run(args: Args, lang: Language) -> Answer {
    if args.threads == 0 {
        return Err(said::one_thread().into());
    }
    let table = TranspositionTable::new((args.hash as usize) << 20);
    if args.start {
        let choice = Choice { size: Some(args.size), ..Choice::default() };
        let start = AnyPosition::start(&Kind::Othello.rules(&choice)?);
        if args.size > 6 {
            return Err(said::small_boards_only(args.size).into());
        }
        one("start", &start, &[], &table, &args, lang)?;
        return Ok(YES);
    }
    let (mut right, begun, mut nodes, mut count) = (true, Instant::now(), 0, 0);
    for path in args.first.iter().chain(&args.files) {
        if path.as_os_str() != "-" && !path.exists() {
            let text = path.to_string_lossy();
            let how = How { game: Some(Kind::Othello), from: None };
            let game = input::first(&text, &how)?.replay()?;
            let (solution, _) = one("position", game.position(), &[], &table, &args, lang)?;
            nodes += solution.nodes;
            count += 1;
            continue;
        }
        let source: Box<dyn std::io::Read> = if path.as_os_str() == "-" {
            Box::new(std::io::stdin().lock())
        } else {
            Box::new(std::fs::File::open(path).told(|| failures::cannot_open(&path.display().to_string()))?)
        };
        for (number, record) in obf::read(source).enumerate() {
            let record = record.told(|| Text::same(path.display().to_string()))?;
            let place = || said::position_of(&path.display().to_string(), number + 1);
            let position = record.start().told(place)?;
            let scores: Vec<(Move, i32)> = record
                .tree
                .children(Tree::ROOT)
                .filter_map(|child| {
                    let step = record.tree.step(child);
                    Some((step.mv?.1, step.score? as i32))
                })
                .collect();
            let id = format!("{}:{}", path.file_stem().unwrap_or_default().to_string_lossy(), number + 1);
            let (solution, agrees) = one(&id, &position, &scores, &table, &args, lang).told(place)?;
            right &= agrees;
            nodes += solution.nodes;
            count += 1;
        }
    }
    if !args.json {
        let seconds = begun.elapsed().as_secs_f64();
        let speed = nodes as f64 / seconds / 1e6;
        println!("{}", said::solved_all(count, nodes, seconds, speed).get(lang));
    }
    Ok(if right { YES } else { 1 })
}

/// Solves and prints one position; returns whether it agrees with the scores of the file.
fn one(
    id: &str,
    position: &AnyPosition,
    scores: &[(Move, i32)],
    table: &TranspositionTable,
    args: &Args,
    lang: Language,
) -> anyhow::Result<(Solution, bool)> {
    let begun = Instant::now();
    let mut heard = |progress| report(id, progress, begun, lang);
    let solution = solve_with(position, table, args.threads, crate::interrupt::signal(), &mut heard)?;
    let ms = begun.elapsed().as_secs_f64() * 1000.0;
    let empties = Point::all(position.size()).filter(|&point| position.stone(point).is_none()).count();
    let best = solution.best.map(|mv| position.write_move(mv));
    let line: Vec<String> = solution.line.iter().map(|&mv| position.write_move(mv)).collect();
    let agrees = !args.check || agrees(&solution, scores);
    if args.json {
        let line = json!({
            "id": id, "empties": empties, "score": solution.score, "best": best, "pv": line,
            "nodes": solution.nodes, "ms": ms,
        });
        println!("{line}");
    } else {
        let told =
            said::solved_one(id, empties, solution.score, solution.nodes, ms / 1000.0, &line.join(" "));
        let told = if agrees { told } else { said::differs(told) };
        println!("{}", told.get(lang));
    }
    Ok((solution, agrees))
}

/// Reports the progress of long work on a terminal.
fn report(id: &str, progress: SolveProgress, begun: Instant, lang: Language) {
    let seconds = begun.elapsed().as_secs_f64();
    if seconds < 2.0 || !std::io::stderr().is_terminal() {
        return;
    }
    let line = match progress {
        SolveProgress::Expected { score, percent, nodes } => {
            said::solving_about(id, score, percent.into(), nodes, seconds)
        }
        SolveProgress::Between { low, high, nodes } => said::solving_between(id, low, high, nodes, seconds),
    };
    eprintln!("{}", line.get(lang));
}

/// Whether the value is the file's best score, and the move is among those that have it.
fn agrees(solution: &Solution, scores: &[(Move, i32)]) -> bool {
    let Some(best) = scores.iter().map(|(_, score)| *score).max() else { return true };
    let listed = solution.best.is_none_or(|mv| scores.iter().any(|&(m, score)| m == mv && score == best));
    solution.score == best && listed
}
