//! Solves problems of the FFO suite and prints the time of each, then the time of each stage over all problems.
//!
//! With one thread it counts processor time, so a busy machine changes it little.

use anyhow::bail;
use heibai_engines::othello::probcut::PERCENT;
use heibai_engines::othello::suite::{check_with, ffo};
use heibai_engines::search::table::TranspositionTable;
use std::time::Instant;

/// The processor time of this thread in seconds, if the system reports it.
fn processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

/// Seconds since the start: processor time if `before` is known, otherwise wall-clock time since `begun`.
fn since(begun: Instant, before: Option<f64>) -> f64 {
    match (before, processor()) {
        (Some(before), Some(now)) => now - before,
        _ => begun.elapsed().as_secs_f64(),
    }
}

/// Nodes and time of each stage over all problems: deepening first, then the certainties of the searches to the end.
#[derive(Default)]
struct Stages([(u64, f64); PERCENT.len() + 1]);

impl Stages {
    fn add(&mut self, certainty: Option<u8>, nodes: u64, seconds: f64) {
        let stage = &mut self.0[certainty.map_or(0, |certainty| usize::from(certainty) + 1)];
        *stage = (stage.0 + nodes, stage.1 + seconds);
    }

    fn show(&self, nodes: u64, seconds: f64) {
        for (number, stage) in self.0.iter().enumerate().filter(|(_, stage)| stage.0 > 0) {
            let name = match number {
                0 => "deepening".to_string(),
                _ => format!("to the end, {} % certain", PERCENT[number - 1]),
            };
            let (part, time) = (100.0 * stage.0 as f64 / nodes as f64, 100.0 * stage.1 / seconds);
            println!("{name:28} {part:5.1} % of the nodes, {time:5.1} % of the time");
        }
    }
}

#[derive(clap::Args)]
pub struct Args {
    /// The number of the first problem
    #[arg(long, default_value_t = 40)]
    first: u32,
    #[arg(long, default_value_t = 49)]
    last: u32,
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// MiB of the transposition table
    #[arg(long, default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let threads = usize::from(args.threads);
    let table = TranspositionTable::new((args.hash as usize) << 20);
    let (mut total, mut waited) = ((0.0, 0, true), 0.0);
    let mut stages = Stages::default();
    for problem in ffo().iter().filter(|problem| (args.first..=args.last).contains(&problem.number)) {
        let (begun, before) = (Instant::now(), processor().filter(|_| threads == 1));
        let mut last = (0, 0.0);
        let (right, found) = check_with(problem, &table, threads, &mut |found| {
            let now = (found.nodes, since(begun, before));
            let certainty = (found.depth == problem.board.empties()).then_some(found.certainty);
            stages.add(certainty, now.0 - last.0, now.1 - last.1);
            last = now;
        });
        let (nodes, seconds) = (found.nodes, since(begun, before));
        println!(
            "FFO {:2} {:2} empty {nodes:>13} nodes {seconds:8.2} s{}",
            problem.number,
            problem.board.empties(),
            if right { "" } else { "  WRONG" }
        );
        waited += found.waited.as_secs_f64();
        total = (total.0 + seconds, total.1 + nodes, total.2 && right);
    }
    let (seconds, nodes, right) = total;
    println!("{nodes} nodes, {seconds:.2} s, {:.1} M nodes/s", nodes as f64 / seconds / 1e6);
    // With several threads, the nodes of a stage are only those of the first.
    if threads == 1 {
        stages.show(nodes, seconds);
    } else {
        println!("threads waited {:.1} % of the time", 100.0 * waited / seconds / threads as f64);
    }
    if right { Ok(()) } else { bail!("a wrong score") }
}
