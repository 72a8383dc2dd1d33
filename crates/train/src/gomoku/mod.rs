//! Training of the Gomoku engine: self-play, fitting data, tuning matches, the opening book, problems.

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
mod tune;

use crate::Effort;
use anyhow::Context;
use clap::Args;
use heibai_engines::gomoku::Weights;
use heibai_games::gomoku::Variant;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(clap::Subcommand)]
pub enum Command {
    /// Plays self-play games
    Games {
        #[command(flatten)]
        source: Source,
        /// Nodes per move
        #[arg(long, default_value_t = 1500)]
        nodes: u64,
        /// The file of games to write
        #[arg(long)]
        out: PathBuf,
        /// Also writes positions from the searches, to two files with this prefix, as `leaves` does
        #[arg(long)]
        leaves: Option<PathBuf>,
        /// Nodes of the searches that label these positions
        #[arg(long, default_value_t = 2500)]
        labels: u64,
    },
    /// Converts games to rows of features for train/gomoku
    Rows {
        /// The file of rows to write
        #[arg(long)]
        out: PathBuf,
        /// Lambda of the lambda returns that replace the values, from 0 to below 1
        #[arg(long, default_value_t = 0.0, value_parser = share)]
        ahead: f64,
        /// Files of `games`
        #[arg(required = true)]
        games: Vec<PathBuf>,
    },
    /// Writes positions from search trees: OUT.plain without labels, OUT.labelled with the value and move of a search
    Leaves {
        #[command(flatten)]
        source: Source,
        /// Nodes of the labelling searches
        #[arg(long, default_value_t = 1500)]
        nodes: u64,
        /// The prefix of both files
        #[arg(long)]
        out: PathBuf,
    },
    /// Plays a match between two sets of search parameters, each opening with both colours
    Duel(duel::Args),
    /// Tries several changes of the search parameters in the same games, then plays the good ones against what ships
    Tune(tune::Args),
    /// Compares short searches under several sets of parameters with one long search of the same positions
    Agree(agree::Args),
    /// Prints how deeper searches differ from the static value and move order
    Depths(depths::Args),
    /// Prints balanced openings for matches
    Openings(openings::Args),
    /// Writes the opening book: lines from the 26 named Renju openings
    Book {
        /// Nodes per move
        #[arg(long, default_value_t = 5000)]
        nodes: u64,
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: u16,
        /// The book to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Finds problems with proved solutions in games
    #[command(subcommand)]
    Problems(problems::Command),
    /// Composes positions whose shortest win by fours is long, in the format of `heibai vcf`
    Compose {
        #[arg(long, default_value = "renju", value_parser = variant)]
        rules: Variant,
        /// Least number of attacking moves
        #[arg(long, default_value_t = 16)]
        length: usize,
        #[arg(long, default_value_t = 1)]
        count: usize,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

/// Options of self-play.
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
        self.weights.as_deref().map_or_else(|| Ok(Weights::full(self.rules)), read_weights)
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
            Command::Tune(args) => tune::run(&args),
            Command::Agree(args) => agree::run(&args),
            Command::Depths(args) => depths::run(&args),
            Command::Openings(args) => openings::run(&args),
            Command::Book { nodes, threads, out } => book::run(nodes, threads.into(), &out),
            Command::Problems(command) => command.run(),
            Command::Compose { rules, length, count, seed } => compose::run(rules, length, count, seed),
        }
    }
}
