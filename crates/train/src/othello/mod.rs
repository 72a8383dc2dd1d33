//! Training of the Othello engine: labels, the fit of its evaluation, and drills.

mod calibrate;
mod clock;
mod coarsen;
mod data;
mod deviations;
mod drills;
mod duel;
mod ffo;
mod fit;
mod label;
mod leaves;
mod openings;
mod six;
mod ten;

use crate::Effort;
use anyhow::{Context, bail};
use clap::Args;
use data::{Labelled, SolvedGame};
use fit::Example;
use heibai_engines::othello::accuracy;
use heibai_engines::othello::weights::{PHASES, WEIGHTS, Weights, set};
use label::Set;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The weight of a game's result for its positions.
const RESULT: f32 = 0.3;

#[derive(clap::Subcommand)]
pub enum Command {
    /// Labels positions of some phases and appends them to the files of a folder
    Label {
        /// The folder of labels
        #[arg(long)]
        out: PathBuf,
        /// The first phase; a phase is two plies
        #[arg(long, default_value_t = 0)]
        first: usize,
        #[arg(long, default_value_t = PHASES - 1)]
        last: usize,
        /// The number of the first position: a second run continues where the first ended
        #[arg(long, default_value_t = 0)]
        start: usize,
        /// Search to the end with at most this many empty squares
        #[arg(long, default_value_t = 22)]
        end: u32,
        /// Label positions of held-back games, more carefully: to measure with, not to train on
        #[arg(long)]
        held_back: bool,
        /// The seconds apply to each phase
        #[command(flatten)]
        effort: Effort,
        #[command(flatten)]
        from: From,
    },
    /// Writes the leaves of small searches, for a teacher to evaluate (train/othello)
    Leaves {
        #[arg(long)]
        out: PathBuf,
        /// The least number of empty squares
        #[arg(long)]
        first: u32,
        /// The greatest number
        #[arg(long)]
        last: u32,
        /// Positions for each number of empty squares
        #[arg(long)]
        each: usize,
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: u16,
        #[command(flatten)]
        from: From,
    },
    /// Replaces a set's tables and heads by those trained from a teacher
    Take {
        #[arg(long)]
        out: PathBuf,
        /// The set of tables, 0 to 2
        #[arg(long)]
        set: usize,
        #[arg(long)]
        weights: PathBuf,
        /// The file that train/othello wrote
        #[arg(long)]
        network: PathBuf,
    },
    /// Fits one set of tables to labels
    Fit {
        #[arg(long)]
        out: PathBuf,
        /// The set of tables, 0 to 2
        #[arg(long)]
        set: usize,
        #[arg(long)]
        epochs: f32,
        /// Weights that provide the other sets; by default none
        #[arg(long)]
        weights: Option<PathBuf>,
        /// Folders of labels, each with its weight: DIR[=SHARE],...
        #[arg(long, value_delimiter = ',', required = true)]
        labels: Vec<String>,
        /// WTHOR databases (.wtb)
        games: Vec<PathBuf>,
    },
    /// Scales and shifts the values for each number of empty squares by held-back labels or searches
    Calibrate {
        #[arg(long)]
        out: PathBuf,
        /// The folder of labels
        #[arg(long)]
        labels: PathBuf,
        /// Seconds for searches where labels are missing
        #[arg(long)]
        seconds: u64,
        #[command(flatten)]
        from: From,
    },
    /// Rounds the numbers of rows that searches seldom look up, for a smaller file
    Coarsen {
        #[arg(long)]
        out: PathBuf,
        /// How far a row that every position looks up may be off, in steps of its numbers
        #[arg(long)]
        error: f64,
        /// Leaves of searches to count lookups in, for each number of empty squares
        #[arg(long, default_value_t = 20_000)]
        each: usize,
        #[command(flatten)]
        from: From,
    },
    /// Prints the error on held-back positions for each phase
    Report {
        #[arg(long)]
        weights: PathBuf,
        /// The folder of labels
        #[arg(long)]
        labels: PathBuf,
    },
    /// Runs `heibai bench accuracy`, also for weights that are not shipped yet
    Accuracy {
        /// By default the shipped ones
        #[arg(long)]
        weights: Option<PathBuf>,
        #[arg(long)]
        depth: u32,
        #[arg(long)]
        certainty: u8,
        /// Positions with the values of their moves (.obf)
        positions: PathBuf,
    },
    /// Plays games between two sets of weights, every opening with both colours
    Duel {
        /// Nodes per move
        #[arg(long, default_value_t = 10_000)]
        nodes: u64,
        #[command(flatten)]
        effort: Effort,
        /// A move list such as f5d6c3 in each line
        #[arg(long)]
        openings: PathBuf,
        a: PathBuf,
        b: PathBuf,
    },
    /// Prints how far searches of two depths differ, for Multi-ProbCut
    Deviations {
        #[command(flatten)]
        effort: Effort,
        #[command(flatten)]
        from: From,
    },
    /// Makes the endgame drills from self-play games
    Drills {
        /// The JSON file to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Makes the opening drills from a book in text form
    Openings {
        /// The book
        #[arg(long)]
        book: PathBuf,
        /// The JSON file to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Labels positions of 6x6 exactly, to train the evaluation there
    SixLabels {
        /// The file to write
        #[arg(long)]
        out: PathBuf,
        /// Another seed gives other positions
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The least number of empty squares
        #[arg(long, default_value_t = 8)]
        first: u32,
        /// The greatest number
        #[arg(long, default_value_t = 21)]
        last: u32,
        /// The most positions for each number of empty squares
        #[arg(long, default_value_t = 300_000)]
        each: usize,
        #[arg(long)]
        seconds: u64,
    },
    /// Fits the evaluation of 6x6 to labels
    SixFit {
        /// The weights to write
        #[arg(long)]
        out: PathBuf,
        #[arg(required = true)]
        labels: Vec<PathBuf>,
    },
    /// Plays games on 10x10 and writes their positions with the result, to train the evaluation there
    TenGames {
        /// The file to write
        #[arg(long)]
        out: PathBuf,
        /// Another seed gives other games
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Search depth in plies
        #[arg(long, default_value_t = 2)]
        depth: u32,
        #[arg(long)]
        seconds: u64,
        /// Weights to play with; by default mobility alone
        #[arg(long)]
        weights: Option<PathBuf>,
    },
    /// Fits the evaluation of 10x10 to the positions of games
    TenFit {
        /// The weights to write
        #[arg(long)]
        out: PathBuf,
        #[arg(required = true)]
        labels: Vec<PathBuf>,
    },
    /// Solves problems of the FFO suite and prints the time of each stage
    Ffo(ffo::Args),
    /// Plays games under a tournament clock of processor time: how much is left, and from where the end is proved
    Clock(clock::Args),
}

/// Weights to search with, and games to take positions from.
#[derive(Args)]
pub struct From {
    #[arg(long)]
    weights: PathBuf,
    /// WTHOR databases (.wtb)
    #[arg(required = true)]
    games: Vec<PathBuf>,
}

impl From {
    fn read(&self) -> anyhow::Result<(Weights, Vec<SolvedGame>)> {
        Ok((weights(&self.weights)?, data::read(&self.games)?))
    }
}

fn weights(path: &Path) -> anyhow::Result<Weights> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    Weights::read(&bytes).with_context(|| path.display().to_string())
}

fn write(path: &Path, weights: &Weights) -> anyhow::Result<()> {
    std::fs::write(path, weights.write()).with_context(|| path.display().to_string())
}

impl Command {
    pub fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Label { out, first, last, start, end, held_back, effort, from } => {
                let (weights, games) = from.read()?;
                let (games, weights) = (&games[..], &weights);
                let (threads, time) = (effort.threads.into(), effort.time());
                let work = label::Work { games, weights, held_back, first: start, end, threads, time };
                Ok(label::run(&out, first..(last + 1).min(PHASES), &work)?)
            }
            Command::Leaves { out, first, last, each, threads, from } => {
                let (weights, games) = from.read()?;
                Ok(leaves::run(&out, (first, last), each, threads.into(), &weights, &games)?)
            }
            Command::Take { out, set, weights: from, network } => {
                let mut taken = weights(&from)?;
                let bytes = std::fs::read(&network).with_context(|| network.display().to_string())?;
                fit::take(set, &bytes, &mut taken).map_err(anyhow::Error::msg)?;
                write(&out, &taken)
            }
            Command::Fit { out, set, epochs, weights: from, labels, games } => {
                let mut fitted = from.as_deref().map_or_else(|| Ok(Weights::zero()), weights)?;
                fit_set(&mut fitted, set, epochs, &labels, &data::read(&games)?)?;
                write(&out, &fitted)
            }
            Command::Calibrate { out, labels, seconds, from } => {
                let (mut scaled, games) = from.read()?;
                let time = std::time::Duration::from_secs(seconds);
                calibrate::run(time, &mut scaled, &labels, &games)?;
                write(&out, &scaled)
            }
            Command::Coarsen { out, error, each, from } => {
                let (mut rounded, games) = from.read()?;
                coarsen::run(&mut rounded, &games, each, error);
                write(&out, &rounded)
            }
            Command::Report { weights: from, labels } => {
                let mut tests = Vec::new();
                for phase in 0..PHASES {
                    let test = Set::read(&labels, phase)?.test;
                    if !test.is_empty() {
                        tests.push((phase, test));
                    }
                }
                fit::report(&tests, &weights(&from)?);
                Ok(())
            }
            Command::Accuracy { weights: Some(from), depth, certainty, positions } => {
                measure_accuracy(&weights(&from)?, &positions, depth, certainty)
            }
            Command::Accuracy { weights: None, depth, certainty, positions } => {
                measure_accuracy(&WEIGHTS, &positions, depth, certainty)
            }
            Command::Duel { nodes, effort, openings, a, b } => {
                let texts =
                    std::fs::read_to_string(&openings).with_context(|| openings.display().to_string())?;
                duel::run(&weights(&a)?, &weights(&b)?, nodes, effort, &texts);
                Ok(())
            }
            Command::Deviations { effort, from } => {
                let (weights, games) = from.read()?;
                deviations::run(effort, &weights, &games);
                Ok(())
            }
            Command::Drills { out } => drills::run(&out),
            Command::Openings { book, out } => openings::run(&book, &out),
            Command::SixLabels { out, seed, first, last, each, seconds } => {
                let time = std::time::Duration::from_secs(seconds);
                six::label(&out, seed, first.max(2)..=last.min(31), each, time)
            }
            Command::SixFit { out, labels } => six::fit(&out, &labels),
            Command::TenGames { out, seed, depth, seconds, weights } => {
                let time = std::time::Duration::from_secs(seconds);
                ten::games(&out, seed, depth, time, weights.as_deref())
            }
            Command::TenFit { out, labels } => ten::fit(&out, &labels),
            Command::Ffo(args) => ffo::run(&args),
            Command::Clock(args) => clock::run(&args),
        }
    }
}

fn measure_accuracy(weights: &Weights, file: &Path, depth: u32, certainty: u8) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let positions = accuracy::read(&text).with_context(|| file.display().to_string())?;
    let begin = Instant::now();
    let found = accuracy::measure(&positions, depth, certainty, weights);
    let mean = |sum| found.mean(sum);
    println!(
        "best move {:.1} %, loses {:.3}, value off by {:.3}, too high by {:+.3}; {:.1} M nodes in {:.1} s",
        100.0 * mean(found.right as i32),
        mean(found.lost),
        mean(found.off),
        mean(found.above),
        found.nodes as f64 / 1e6,
        begin.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Fits a set to its phases and to the neighbouring phase of the other set.
fn fit_set(
    weights: &mut Weights,
    number: usize,
    epochs: f32,
    folders: &[String],
    games: &[SolvedGame],
) -> anyhow::Result<()> {
    let is_in = |phase: usize| set(60 - 2 * phase as u32) == number;
    if !(0..PHASES).any(is_in) {
        bail!("there is no set {number}");
    }
    let near = |phase: usize| is_in(phase) || is_in((phase + 1).min(PHASES - 1)) || is_in(phase.max(1) - 1);
    let mut examples = if number == 0 { fit::results(games, RESULT) } else { Vec::new() };
    let mut tests = Vec::new();
    for phase in (0..PHASES).filter(|&phase| near(phase)) {
        let mut test = Vec::new();
        for folder in folders {
            let (folder, share) = folder.split_once('=').unwrap_or((folder, "1"));
            let share: f32 = share.parse().with_context(|| format!("{folder}={share}"))?;
            let labels = Set::read(Path::new(folder), phase)?;
            let worth = own_worth(phase) * share;
            let example = |p: &Labelled| Example { position: *p, head: p.board.empties(), worth };
            examples.extend(labels.train.iter().map(example));
            test.extend(&labels.test);
        }
        tests.push((phase, test));
    }
    if examples.is_empty() {
        bail!("there are no labels for set {number}");
    }
    fit::fit(number, examples, epochs, weights);
    fit::report(&tests, weights);
    Ok(())
}

/// The weight of a label: lower at the very end, where searches are exact.
fn own_worth(phase: usize) -> f32 {
    if phase < 26 { 1.0 } else { 0.4 }
}
