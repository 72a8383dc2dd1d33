//! Training of the Go engine: games for the trainer in `train/go`, comparisons of networks, problems.

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
use searched::{Beginnings, SearchedGame};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(clap::Subcommand)]
pub enum Command {
    /// Plays many games at once for train/go: writes network inputs to stdout, reads network outputs from stdin
    Boards {
        /// Number of games
        #[arg(long)]
        games: usize,
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: u16,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// No 19x19 boards
        #[arg(long)]
        small: bool,
        /// Takes positions from the finished games of this file, one per line (`19 pddp...`), instead of self-play
        #[arg(long, conflicts_with = "small")]
        library: Option<PathBuf>,
        /// Self-play on 19x19 begins at positions of the finished games of this file
        #[arg(long, conflicts_with_all = ["small", "library"])]
        beginnings: Option<PathBuf>,
    },
    /// Plays a match of two networks with fixed visits
    Duel(duel::Duel),
    /// Measures the errors of networks against a teacher on positions of games and of searches
    Errors(errors::Errors),
    /// Compares a network's outputs with KataGo's for the same positions
    Outputs(outputs::Outputs),
    /// Makes life-and-death problems
    Problems {
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Problems of each goal in each of four grades
        #[arg(long, default_value_t = 16)]
        each: usize,
        /// Board size; above nine all problems are in a corner
        #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(9..=19))]
        size: u16,
        /// Does not use the local solver, for problems that measure it; much slower
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
        /// Problems of each kind in each of four grades
        #[arg(long, default_value_t = 15)]
        each: usize,
        /// The JSON file to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Makes endgame problems: count the result of best play
    Endgames {
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Problems in each of four grades, at most
        #[arg(long, default_value_t = 12)]
        each: usize,
        /// Random borders to try
        #[arg(long, default_value_t = 1_000_000)]
        tries: usize,
        /// The JSON file to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Makes finished positions that are hard to score, with proved dead stones
    Finished {
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Positions of each kind
        #[arg(long, default_value_t = 60)]
        each: usize,
        /// Random positions to try
        #[arg(long, default_value_t = 12_000)]
        tries: usize,
        /// The JSON file to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Counts how many life-and-death problems the engine and the local solver solve
    Solve {
        /// A JSON file of `problems`
        #[arg(long)]
        problems: PathBuf,
        /// Seconds per problem; moves are limited to its area
        #[arg(long, default_value_t = 2.0)]
        seconds: f64,
        /// Takes every n-th problem
        #[arg(long, default_value_t = 1)]
        every: usize,
    },
}

impl Command {
    pub fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Boards { games, threads, seed, small, library: None, beginnings } => {
                let library = beginnings.map(|file| Library::read(&file)).transpose()?.map(Arc::new);
                boards::run(games, threads.into(), seed, |index, seed| {
                    let held_out = index % HELD_OUT == 0;
                    let beginnings = library.clone().map(|library| Beginnings { library, held_out });
                    SearchedGame::new(seed, small, beginnings)
                });
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
