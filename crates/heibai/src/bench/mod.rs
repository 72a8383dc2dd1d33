//! `heibai bench`: measurements as a command, machine-readable and comparable with an earlier run.
//!
//! A benchmark is a line in [`BENCHES`] and a file beside this one with a function that returns figures.

mod arena;
mod crowd;
mod forbidden;
pub mod go;
pub mod gomoku;
mod library;
pub mod othello;
mod perft;
mod playouts;
mod proofs;
mod server;
mod soak;
mod threads;
mod wasm;

use crate::failure::Context;
use crate::{Answer, YES, registry};
use heibai_games::Kind;
use heibai_words::{Language, Text, failures, measurements as said};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Instant;

/// Measures and prints one JSON object per figure (with --json) or a table.
///
/// Example: heibai bench perft playouts --json > before.jsonl
#[derive(clap::Args)]
pub struct Args {
    /// Which benchmarks: perft, playouts, forbidden, search, net, arena (all of these when none is named), ffo, vcf, server,
    /// soak, crowd, library, threads, accuracy, proofs, wasm.
    names: Vec<String>,
    /// Prints one JSON object per figure.
    #[arg(long)]
    json: bool,
    /// An earlier `--json` output to compare with; exits 1 if a figure is more than 10 % worse.
    #[arg(long, value_name = "FILE")]
    compare: Option<std::path::PathBuf>,
    /// Prints the node-count signature of the engines, which is equal on every CPU level.
    #[arg(long)]
    signature: bool,
    /// For long benchmarks: a smaller run with the same code.
    #[arg(long)]
    quick: bool,
    /// search: only this game; threads: gomoku instead of Othello.
    #[arg(long, value_name = "GAME")]
    game: Option<Kind>,
    /// server, soak: number of games; crowd: number of people; library: number of records; proofs: number of positions.
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// server, soak, crowd, library: duration of the load; proofs: CPU time for a position.
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// accuracy: Othello positions with an exact score for every move (.obf); library: a file or folder of games;
    /// proofs: a file of games; wasm: the core.
    #[arg(long, value_name = "FILE")]
    file: Option<std::path::PathBuf>,
    /// accuracy: how deep to search.
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// accuracy: certainty of the selective search, from 0 (69 %) to 5 (98.6 %), or 6 for no pruning.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=6))]
    certainty: u8,
    /// threads: how many to compare with one.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(2..=256))]
    threads: u16,
    /// proofs: the other program, gomocup:COMMAND.
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
}

/// The settings of a benchmark.
pub struct Setting {
    pub quick: bool,
    /// Only this game.
    pub game: Option<Kind>,
    pub games: Option<usize>,
    pub seconds: Option<u64>,
    pub file: Option<std::path::PathBuf>,
    pub depth: u32,
    pub certainty: u8,
    pub threads: usize,
    pub player: Option<String>,
}

/// One measured number.
pub struct Figure {
    pub name: String,
    pub value: f64,
    pub unit: &'static str,
    /// Whether a larger number is better.
    pub more_is_better: bool,
}

impl Figure {
    /// A rate from an amount of work and its time.
    pub fn rate(name: impl Into<String>, count: u64, seconds: f64, unit: &'static str) -> Figure {
        Figure { name: name.into(), value: count as f64 / seconds, unit, more_is_better: true }
    }
}

pub struct Bench {
    pub name: &'static str,
    /// Run when no benchmark is named.
    pub by_default: bool,
    pub run: fn(&Setting) -> anyhow::Result<Vec<Figure>>,
}

const BENCHES: &[Bench] = &[
    Bench { name: "perft", by_default: true, run: perft::run },
    Bench { name: "playouts", by_default: true, run: playouts::run },
    Bench { name: "forbidden", by_default: true, run: forbidden::run },
    Bench { name: "server", by_default: false, run: server::run },
    Bench { name: "soak", by_default: false, run: soak::run },
    Bench { name: "crowd", by_default: false, run: crowd::run },
    Bench { name: "library", by_default: false, run: library::run },
    Bench { name: "ffo", by_default: false, run: othello::endgames },
    Bench { name: "threads", by_default: false, run: threads::run },
    Bench { name: "accuracy", by_default: false, run: othello::accuracy },
    Bench { name: "search", by_default: true, run: searches },
    Bench { name: "net", by_default: true, run: go::net },
    Bench { name: "vcf", by_default: false, run: gomoku::vcf },
    Bench { name: "proofs", by_default: false, run: proofs::run },
    Bench { name: "wasm", by_default: false, run: wasm::run },
    Bench { name: "arena", by_default: true, run: arena::run },
];

/// The engines' searches, of one game or of all.
fn searches(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let games = setting.game.map_or(Kind::ALL.to_vec(), |game| vec![game]);
    let figures: anyhow::Result<Vec<Vec<Figure>>> =
        games.into_iter().map(|game| (registry::of(game).bench)(setting)).collect();
    Ok(figures?.into_iter().flatten().collect())
}

/// Measures the processor time of this thread; wall-clock time where the system does not report it.
pub struct Stopwatch {
    cpu: Option<u64>,
    begun: Instant,
}

impl Stopwatch {
    pub fn start() -> Stopwatch {
        Stopwatch { cpu: cpu_now(), begun: Instant::now() }
    }

    pub fn cpu_seconds(&self) -> f64 {
        match (self.cpu, cpu_now()) {
            (Some(before), Some(now)) if now > before => (now - before) as f64 / 1e9,
            _ => self.begun.elapsed().as_secs_f64(),
        }
    }
}

/// The processor time of this thread in nanoseconds, as Linux counts them.
fn cpu_now() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

pub fn run(args: Args, lang: Language) -> Answer {
    if args.signature {
        println!("othello {}", heibai_engines::othello::suite::signature());
        println!("go {}", go::signature()?);
        println!("gomoku {}", gomoku::signature()?);
        return Ok(YES);
    }
    let chosen = choose(&args.names)?;
    let earlier = args.compare.as_deref().map(read_earlier).transpose()?;
    let setting = Setting {
        quick: args.quick,
        game: args.game,
        games: args.games,
        seconds: args.seconds,
        file: args.file,
        depth: args.depth,
        certainty: args.certainty,
        threads: usize::from(args.threads),
        player: args.player,
    };
    let (mut worse, mut compared) = (false, 0);
    for bench in chosen {
        for figure in (bench.run)(&setting)? {
            let before = earlier.as_ref().and_then(|e| e.get(&(bench.name.to_owned(), figure.name.clone())));
            compared += usize::from(before.is_some());
            worse |= before.is_some_and(|&before| is_worse(&figure, before));
            print(bench.name, &figure, before.copied(), args.json, lang);
        }
    }
    if let Some(path) = args.compare.filter(|_| compared == 0) {
        return Err(said::nothing_compared(&path.display().to_string()).into());
    }
    Ok(if worse { 1 } else { YES })
}

fn choose(names: &[String]) -> anyhow::Result<Vec<&'static Bench>> {
    if names.is_empty() {
        return Ok(BENCHES.iter().filter(|bench| bench.by_default).collect());
    }
    let known = || BENCHES.iter().map(|bench| bench.name).collect::<Vec<_>>().join(", ");
    names
        .iter()
        .map(|name| match BENCHES.iter().find(|bench| bench.name == name) {
            Some(bench) => Ok(bench),
            None => Err(said::no_benchmark(name, &known()).into()),
        })
        .collect()
}

fn read_earlier(path: &std::path::Path) -> anyhow::Result<HashMap<(String, String), f64>> {
    let text =
        heibai_engines::files::read_text(path).told(|| failures::cannot_read(&path.display().to_string()))?;
    let mut figures = HashMap::new();
    for (number, line) in text.lines().enumerate() {
        let place = || Text::same(format!("{}:{}", path.display(), number + 1));
        let value: Value = serde_json::from_str(line).told(place)?;
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        let (Some(bench), Some(name), Some(figure)) = (text("bench"), text("name"), value["value"].as_f64())
        else {
            return Err(place().because(said::expected_keys()).into());
        };
        figures.insert((bench, name), figure);
    }
    Ok(figures)
}

fn is_worse(figure: &Figure, before: f64) -> bool {
    if figure.more_is_better { figure.value < before * 0.9 } else { figure.value > before * 1.1 }
}

fn print(bench: &str, figure: &Figure, before: Option<f64>, as_json: bool, lang: Language) {
    if as_json {
        let mut line = json!({
            "bench": bench, "name": figure.name, "value": figure.value, "unit": figure.unit,
            "more_is_better": figure.more_is_better,
        });
        if let Some(before) = before {
            line["before"] = json!(before);
        }
        println!("{line}");
        return;
    }
    let change = before.map_or(String::new(), |b| format!("  ({:+.1} %)", (figure.value / b - 1.0) * 100.0));
    let (name, unit) = (said::figure(&figure.name), said::figure(figure.unit));
    println!("{bench:<10} {:<40} {:>16.3} {}{change}", name.get(lang), figure.value, unit.get(lang));
}
