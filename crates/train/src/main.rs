//! The Rust half of training: self-play, labels, positions from searches, opening books, problems.
//!
//! `cargo run --release -p heibai-train -- gomoku games --help`. The half that needs a GPU is Python, in `train/`.

mod go;
mod gomoku;
mod othello;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Turns games into weights, books and problems.
#[derive(Parser)]
#[command(name = "heibai-train", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand)]
enum Game {
    /// Othello: labels, fits, books, drills
    #[command(subcommand)]
    Othello(othello::Command),
    /// Gomoku and Renju: self-play, leaves, books, problems
    #[command(subcommand)]
    Gomoku(gomoku::Command),
    /// Go: games for the training on a GPU, comparisons of networks, problems
    #[command(subcommand)]
    Go(go::Command),
}

/// Threads and time.
#[derive(Args, Clone, Copy)]
struct Effort {
    /// Worker threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Seconds to run
    #[arg(long)]
    seconds: u64,
}

impl Effort {
    fn time(self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    fn end(self) -> Instant {
        Instant::now() + self.time()
    }
}

/// Writes JSON objects as a list, one per line.
fn write_list(out: &Path, objects: &[String]) -> anyhow::Result<()> {
    let text = format!("[\n{}\n]\n", objects.join(",\n"));
    std::fs::write(out, text).with_context(|| out.display().to_string())
}

fn main() -> ExitCode {
    let done = match Cli::parse().game {
        Game::Othello(command) => command.run(),
        Game::Gomoku(command) => command.run(),
        Game::Go(command) => command.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("heibai-train: {error:#}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_commands_are_sound() {
        Cli::command().debug_assert();
    }
}
