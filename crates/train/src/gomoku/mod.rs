//! Programs around the Gomoku engine.

mod agree;
mod book;
mod compose;
mod data;
mod depths;
mod duel;
mod leaves;
mod mining;
mod openings;
mod problems;
mod selfplay;

use crate::Effort;
use anyhow::Context;
use clap::Args;
use heibai_engines::gomoku::Weights;
use heibai_games::gomoku::Variant;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(clap::Subcommand)]
pub enum Command {
    /// Plays games of the engine with itself
    Games {
        #[command(flatten)]
        source: Source,
        /// Nodes a move
        #[arg(long, default_value_t = 1500)]
        nodes: u64,
        /// The file of games to write
        #[arg(long)]
        out: PathBuf,
        /// The beginning of the names of two files for positions from the searches, as `leaves` writes them
        #[arg(long)]
        leaves: Option<PathBuf>,
        /// Nodes of the searches that label them
        #[arg(long, default_value_t = 2500)]
        labels: u64,
    },
    /// Turns games into the input of a fit
    Rows {
        /// The file of rows to write
        #[arg(long)]
        out: PathBuf,
        /// How much the value of the next position counts in a value, from 0 to below 1
        #[arg(long, default_value_t = 0.0, value_parser = share)]
        ahead: f64,
        /// Files of `games`
        #[arg(required = true)]
        games: Vec<PathBuf>,
    },
    /// Writes positions from search trees: OUT.plain without a label, OUT.labelled with a search's value and move
    Leaves {
        #[command(flatten)]
        source: Source,
        /// Nodes of the searches that label
        #[arg(long, default_value_t = 1500)]
        nodes: u64,
        /// The beginning of both files' names
        #[arg(long)]
        out: PathBuf,
    },
    /// Plays the engine against itself under two sets of numbers, each opening with both colours
    Duel(duel::Args),
    /// Compares short searches under several sets of numbers with one long search of the same positions
    Agree(agree::Args),
    /// Prints how far deeper searches lie from the static value and order of positions
    Depths(depths::Args),
    /// Makes openings for matches that neither colour owns, and prints them
    Openings(openings::Args),
    /// Writes the opening book: lines from the 26 named Renju openings
    Book {
        /// Nodes a move
        #[arg(long, default_value_t = 5000)]
        nodes: u64,
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: u16,
        /// The book to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Mines proved problems from games
    #[command(subcommand)]
    Problems(problems::Command),
    /// Composes positions whose shortest win by fours is long, and prints them as `heibai vcf` reads them
    Compose {
        #[arg(long, default_value = "renju", value_parser = variant)]
        rules: Variant,
        /// Moves of the attacker, at least
        #[arg(long, default_value_t = 16)]
        length: usize,
        #[arg(long, default_value_t = 1)]
        count: usize,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

/// Whose games, and how many.
#[derive(Args)]
pub struct Source {
    /// freestyle, standard or renju
    #[arg(long, default_value = "renju", value_parser = variant)]
    rules: Variant,
    #[command(flatten)]
    effort: Effort,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights to play with instead of the shipped ones
    #[arg(long)]
    weights: Option<PathBuf>,
}

impl Source {
    fn weights(&self) -> anyhow::Result<Arc<Weights>> {
        self.weights.as_deref().map_or_else(|| Ok(Weights::of(self.rules)), read_weights)
    }
}

fn variant(text: &str) -> Result<Variant, String> {
    Variant::from_name(text).ok_or_else(|| "expected freestyle, standard or renju".to_owned())
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to below 1".to_owned())
}

fn read_weights(path: &Path) -> anyhow::Result<Arc<Weights>> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let weights = Weights::read(&bytes).map_err(anyhow::Error::msg);
    Ok(Arc::new(weights.with_context(|| path.display().to_string())?))
}

impl Command {
    pub fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Games { source, nodes, out, leaves, labels } => {
                data::games(&source, nodes, &out, leaves.as_deref().map(|path| (path, labels)))
            }
            Command::Rows { out, ahead, games } => data::rows(&out, ahead, &games),
            Command::Leaves { source, nodes, out } => data::leaves(&source, nodes, &out),
            Command::Duel(args) => duel::run(&args),
            Command::Agree(args) => agree::run(&args),
            Command::Depths(args) => depths::run(&args),
            Command::Openings(args) => openings::run(&args),
            Command::Book { nodes, threads, out } => book::run(nodes, threads.into(), &out),
            Command::Problems(command) => command.run(),
            Command::Compose { rules, length, count, seed } => compose::run(rules, length, count, seed),
        }
    }
}
