//! Programs around the Go engine.

mod boards;
mod problems;

use std::path::PathBuf;

#[derive(clap::Subcommand)]
pub enum Command {
    /// Plays many games at once for train/go: network inputs out, moves in
    Boards {
        /// Games that are played at once
        #[arg(long)]
        games: usize,
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: u16,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Makes problems of life and death
    Problems {
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Problems of each goal in each of four grades
        #[arg(long, default_value_t = 16)]
        each: usize,
        /// The JSON file to write
        #[arg(long)]
        out: PathBuf,
    },
}

impl Command {
    pub fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Boards { games, threads, seed } => boards::run(games, threads.into(), seed),
            Command::Problems { seed, each, out } => return problems::run(seed, each, &out),
        }
        Ok(())
    }
}
