//! Solves problems of the FFO suite and tells what each took: `othello_ffo FIRST LAST [THREADS] [TABLE-MIB]`.
//!
//! With one thread the time is that of the processor, so that a busy machine changes it little.

use heibai_engines::othello::suite::{check, ffo};
use heibai_engines::search::table::Table;
use std::process::ExitCode;
use std::time::Instant;

/// Seconds that this thread has had a processor, where the system tells.
fn processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

fn main() -> ExitCode {
    let args: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (Some(&first), Some(&last)) = (args.first(), args.get(1)) else {
        eprintln!("usage: othello_ffo FIRST LAST [THREADS] [TABLE-MIB]");
        return ExitCode::from(2);
    };
    let threads = args.get(2).copied().unwrap_or(1).max(1);
    let table = Table::new(args.get(3).copied().unwrap_or(512) << 20);
    let (mut total, mut waited) = ((0.0, 0, true), 0.0);
    for problem in ffo().iter().filter(|problem| (first..=last).contains(&(problem.number as usize))) {
        let (begun, before) = (Instant::now(), processor());
        let (right, found) = check(problem, &table, threads);
        let nodes = found.nodes;
        let seconds = match (before, processor()) {
            (Some(before), Some(now)) if threads == 1 => now - before,
            _ => begun.elapsed().as_secs_f64(),
        };
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
    if threads > 1 {
        println!("threads waited {:.1} % of the time", 100.0 * waited / seconds / threads as f64);
    }
    ExitCode::from(u8::from(!right))
}
