//! Programs around the Go engine.

mod boards;
mod contender;
mod duel;
mod endgames;
mod errors;
mod exhaustive;
mod fights;
mod finished;
mod library;
mod outputs;
mod problems;
mod searched;
mod solve;

use library::{HELD_OUT, Library, LibraryGame};
use searched::SearchedGame;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(clap::Subcommand)]
pub enum Command {
    /// Plays many games at once for train/go: network inputs out, opinions in
    Boards {
        /// Games that are played at once
        #[arg(long)]
        games: usize,
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: u16,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Leaves out 19x19
        #[arg(long)]
        small: bool,
        /// Takes positions from the finished games of this file, one a line (`19 pddp...`), instead of playing
        #[arg(long, conflicts_with = "small")]
        library: Option<PathBuf>,
    },
    /// Plays a match of two networks by visits
    Duel(duel::Duel),
    /// Measures how far networks are from a teacher on positions of games and of searches
    Errors(errors::Errors),
    /// Compares a network's outputs with those that KataGo gives for the same positions
    Outputs(outputs::Outputs),
    /// Makes problems of life and death
    Problems {
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Problems of each goal in each of four grades
        #[arg(long, default_value_t = 16)]
        each: usize,
        /// The board's size; above nine all problems are in a corner
        #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(9..=19))]
        size: u16,
        /// Leaves the local solver out, so that the problems can measure it; this takes much longer
        #[arg(long)]
        without_solver: bool,
        /// The JSON file to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Makes capturing races and connections
    Fights {
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Problems of each sort in each of four grades
        #[arg(long, default_value_t = 15)]
        each: usize,
        /// The JSON file to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Makes endgames to be counted
    Endgames {
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Problems in each of four grades, at most
        #[arg(long, default_value_t = 12)]
        each: usize,
        /// Borders that are composed at random
        #[arg(long, default_value_t = 1_000_000)]
        tries: usize,
        /// The JSON file to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Makes finished positions that are hard to judge, with what is dead in them proved
    Finished {
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Positions of each kind
        #[arg(long, default_value_t = 60)]
        each: usize,
        /// Positions that are composed at random
        #[arg(long, default_value_t = 12_000)]
        tries: usize,
        /// The JSON file to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Counts how many problems of life and death the engine and the reader solve
    Solve {
        /// The problems
        #[arg(long)]
        problems: PathBuf,
        /// Seconds for a problem; play is limited to its area
        #[arg(long, default_value_t = 2.0)]
        seconds: f64,
        /// Every n-th problem only
        #[arg(long, default_value_t = 1)]
        every: usize,
    },
}

impl Command {
    pub fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Boards { games, threads, seed, small, library: None } => {
                boards::run(games, threads.into(), seed, |_, seed| SearchedGame::new(seed, small));
            }
            Command::Boards { games, threads, seed, library: Some(file), .. } => {
                let library = Arc::new(Library::read(&file)?);
                boards::run(games, threads.into(), seed, |index, seed| {
                    LibraryGame::new(seed, library.clone(), index % HELD_OUT == 0)
                });
            }
            Command::Duel(duel) => return duel.run(),
            Command::Errors(errors) => return errors.run(),
            Command::Outputs(outputs) => return outputs.run(),
            Command::Problems { seed, each, size, without_solver, out } => {
                return problems::run(seed, each, size.into(), without_solver, &out);
            }
            Command::Fights { seed, each, out } => return fights::run(seed, each, &out),
            Command::Endgames { seed, each, tries, out } => return endgames::run(seed, each, tries, &out),
            Command::Finished { seed, each, tries, out } => return finished::run(seed, each, tries, &out),
            Command::Solve { problems, seconds, every } => return solve::run(&problems, seconds, every),
        }
        Ok(())
    }
}
