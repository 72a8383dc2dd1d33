//! `heibai bench threads`: how much faster several threads solve Othello endgames than one, or with `--game gomoku`
//! reach a depth in Gomoku.
//!
//! A machine's speed may change within minutes, and its processors may slow each other down. So every problem is
//! solved in turn by one thread, by several, and by as many independent threads, which shows the most that the
//! machine can give. Each round is compared with itself, and the median of the rounds counts.

use super::{Figure, Setting, gomoku};
use heibai_engines::othello::suite::{FfoProblem, check, ffo};
use heibai_engines::search::table::TranspositionTable;
use heibai_games::Kind;
use std::time::Instant;

const ROUNDS: usize = 3;
/// Enough for every position worth keeping.
const TABLE: usize = 128 << 20;

/// The cost of solving, summed over the problems.
#[derive(Clone, Copy, Default)]
struct Spent {
    seconds: f64,
    nodes: u64,
    /// The total idle time of all threads in seconds.
    waited: f64,
    /// Processor time in seconds, including spinning.
    processor: f64,
}

/// FFO 40-49 (with --quick 40 alone, once); an error if a score or move is wrong.
pub fn run(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    if setting.game == Some(Kind::Gomoku) {
        return gomoku::threads(setting);
    }
    let (last, rounds_played) = if setting.quick { (40, 1) } else { (49, ROUNDS) };
    let problems: Vec<FfoProblem> = ffo().into_iter().filter(|p| (40..=last).contains(&p.number)).collect();
    let tables: Vec<TranspositionTable> =
        (0..setting.threads).map(|_| TranspositionTable::new(TABLE)).collect();
    // The very first search waits for memory pages.
    solve(&problems[0], &tables, 1)?;
    let mut rounds = Vec::new();
    for _ in 0..rounds_played {
        let mut round = [Spent::default(); 3];
        for problem in &problems {
            round[0].add(solve(problem, &tables[..1], 1)?);
            round[1].add(solve(problem, &tables[..1], setting.threads)?);
            round[2].add(solve(problem, &tables, 1)?);
        }
        rounds.push(round);
    }
    Ok(figures(&rounds, setting.threads, last))
}

impl Spent {
    fn add(&mut self, other: Spent) {
        self.seconds += other.seconds;
        self.nodes += other.nodes;
        self.waited += other.waited;
        self.processor += other.processor;
    }
}

/// Solves a problem once with each table, all at once.
fn solve(problem: &FfoProblem, tables: &[TranspositionTable], threads: usize) -> anyhow::Result<Spent> {
    tables.iter().for_each(TranspositionTable::clear);
    let (begun, before) = (Instant::now(), processor_seconds());
    let found = std::thread::scope(|scope| {
        let solving: Vec<_> =
            tables.iter().map(|table| scope.spawn(|| check(problem, table, threads))).collect();
        solving.into_iter().filter_map(|thread| thread.join().ok()).collect::<Vec<_>>()
    });
    let seconds = begun.elapsed().as_secs_f64();
    if found.len() < tables.len() || found.iter().any(|(right, _)| !right) {
        return Err(heibai_words::measurements::solved_wrong(problem.number).into());
    }
    Ok(Spent {
        seconds,
        nodes: found.iter().map(|(_, found)| found.nodes).sum(),
        waited: found.iter().map(|(_, found)| found.waited.as_secs_f64()).sum(),
        processor: processor_seconds() - before,
    })
}

/// The CPU time of this process on Linux, in hundredths of a second; elsewhere 0.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The program's name in brackets may contain anything; user and system time are the 12th and 13th word after it.
    let ticks = text.rsplit(')').next().into_iter().flat_map(|rest| rest.split_whitespace().skip(11).take(2));
    ticks.filter_map(|word| word.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn figures(rounds: &[[Spent; 3]], threads: usize, last: u32) -> Vec<Figure> {
    let figure = |name: &str, value, unit, more_is_better| Figure {
        name: format!("FFO 40-{last}, {threads} threads: {name}"),
        value,
        unit,
        more_is_better,
    };
    let all = |value: &dyn Fn(&[Spent; 3]) -> f64| rounds.iter().map(value).collect::<Vec<f64>>();
    let faster = all(&|[one, several, _]| one.seconds / several.seconds);
    let limit = all(&|[one, _, apart]| threads as f64 * one.seconds / apart.seconds);
    let time = |several: &Spent| several.seconds * threads as f64;
    let mut figures: Vec<Figure> = faster
        .iter()
        .zip(&limit)
        .zip(1..)
        .flat_map(|((faster, limit), round)| {
            [
                figure(&format!("faster than one, round {round}"), *faster, "times", true),
                figure(&format!("at most, by searches apart, round {round}"), *limit, "times", true),
            ]
        })
        .collect();
    figures.extend([
        figure("one thread", median(all(&|[one, ..]| one.seconds)), "s", false),
        figure("faster than one, median", median(faster), "times", true),
        figure("at most, median", median(limit), "times", true),
        figure(
            "nodes",
            median(all(&|[one, several, _]| several.nodes as f64 / one.nodes as f64)),
            "times",
            false,
        ),
        figure("waiting", median(all(&|[_, several, _]| 100.0 * several.waited / time(several))), "%", false),
        figure(
            "processors had",
            median(all(&|[_, several, _]| 100.0 * several.processor / time(several))),
            "%",
            true,
        ),
    ]);
    figures
}
