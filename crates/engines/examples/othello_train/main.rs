//! Training of the Othello evaluation.
//!
//! `label DIR FIRST LAST START END THREADS SECONDS WEIGHTS GAME-FILE...` values positions of these phases, from number START
//! on, for so many seconds each, and adds them to the files in DIR; with at most END empty squares by searches to the end. The
//! games are WTHOR databases (`.wtb`). `test` does the same with positions of held-back games, with more care.
//!
//! `leaves OUT FIRST LAST EACH THREADS WEIGHTS GAME-FILE...` writes, for each of these numbers of empty squares, EACH positions
//! where small searches end: for a teacher to value (train/othello). `take OUT SET WEIGHTS NETWORK` puts the tables and heads
//! that learnt from the teacher in the place of a set's.
//!
//! `fit OUT SET EPOCHS WEIGHTS|new DIR[=SHARE],... GAME-FILE...` fits one set of tables to the labels in the folders, which
//! count by their share, and writes WEIGHTS with that set replaced to OUT.
//!
//! `calibrate OUT SECONDS WEIGHTS DIR GAME-FILE...` scales and shifts the values of each number of empty squares by what
//! held-back positions, or searches, say of them.
//!
//! `report WEIGHTS DIR` prints the error on held-back positions for each phase.
//!
//! `accuracy WEIGHTS FILE.obf DEPTH CERTAINTY` is `heibai bench accuracy` for weights that are not shipped yet.
//!
//! `duel WEIGHTS WEIGHTS NODES THREADS SECONDS OPENINGS` plays games between two sets of weights.
//!
//! `deviations THREADS SECONDS WEIGHTS GAME-FILE...` prints how far searches of two depths differ: what Multi-ProbCut goes by.

mod calibrate;
mod data;
mod deviation;
mod duel;
mod label;
mod leaves;
mod train;

use data::{Game, Labelled};
use heibai_engines::othello::accuracy;
use heibai_engines::othello::weights::{PHASES, Weights, set};
use label::Set;
use std::path::Path;
use std::time::{Duration, Instant};
use train::Example;

/// What the result of a game counts for a position of it.
const RESULT: f32 = 0.3;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let weights = |path: &str| Ok::<Weights, Failure>(Weights::read(&std::fs::read(path)?)?);
    match arguments.as_slice() {
        [kind @ ("label" | "test"), out, first, last, start, end, threads, seconds, from, files @ ..] => {
            let phases = first.parse()?..(last.parse::<usize>()? + 1).min(PHASES);
            let work = label::Work {
                games: &data::read(files)?,
                weights: &weights(from)?,
                held_back: *kind == "test",
                first: start.parse()?,
                end: end.parse()?,
                threads: threads.parse()?,
                time: Duration::from_secs(seconds.parse()?),
            };
            Ok(label::run(Path::new(out), phases, &work)?)
        }
        ["leaves", out, first, last, each, threads, from, files @ ..] => {
            let empties = (first.parse()?, last.parse()?);
            let games = data::read(files)?;
            Ok(leaves::run(Path::new(out), empties, each.parse()?, threads.parse()?, &weights(from)?, &games)?)
        }
        ["take", out, number, from, network] => {
            let mut taken = weights(from)?;
            train::take(number.parse()?, &std::fs::read(network)?, &mut taken)?;
            Ok(std::fs::write(out, taken.write())?)
        }
        ["fit", out, number, epochs, from, folder, files @ ..] => {
            let mut fitted = if *from == "new" { Weights::zero() } else { weights(from)? };
            let games = data::read(files)?;
            fit(&mut fitted, number.parse()?, epochs.parse()?, folder, &games)?;
            Ok(std::fs::write(out, fitted.write())?)
        }
        ["calibrate", out, seconds, from, folder, files @ ..] => {
            let mut scaled = weights(from)?;
            let time = Duration::from_secs(seconds.parse()?);
            calibrate::run(time, &mut scaled, Path::new(folder), &data::read(files)?)?;
            Ok(std::fs::write(out, scaled.write())?)
        }
        ["accuracy", from, file, depth, certainty] => {
            let positions = accuracy::read(&std::fs::read_to_string(file)?)?;
            let begin = Instant::now();
            let found = accuracy::measure(&positions, depth.parse()?, certainty.parse()?, &weights(from)?);
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
        ["duel", a, b, nodes, threads, seconds, openings] => {
            let texts = std::fs::read_to_string(openings)?;
            let time = Duration::from_secs(seconds.parse()?);
            duel::run(&weights(a)?, &weights(b)?, nodes.parse()?, threads.parse()?, time, &texts);
            Ok(())
        }
        ["report", from, folder] => {
            let mut tests = Vec::new();
            for phase in 0..PHASES {
                let test = Set::read(Path::new(folder), phase)?.test;
                if !test.is_empty() {
                    tests.push((phase, test));
                }
            }
            train::report(&tests, &weights(from)?);
            Ok(())
        }
        ["deviations", threads, seconds, from, files @ ..] => {
            let time = Duration::from_secs(seconds.parse()?);
            deviation::run(threads.parse()?, time, &weights(from)?, &data::read(files)?);
            Ok(())
        }
        _ => Err(
            "usage: othello_train label|test DIR FIRST LAST START END THREADS SECONDS WEIGHTS GAME-FILE... | \
                  leaves OUT FIRST LAST EACH THREADS WEIGHTS GAME-FILE... | take OUT SET WEIGHTS NETWORK | \
                  fit OUT SET EPOCHS WEIGHTS|new DIR[=SHARE],... GAME-FILE... | \
                  calibrate OUT SECONDS WEIGHTS DIR GAME-FILE... | report WEIGHTS DIR | \
                  accuracy WEIGHTS FILE DEPTH CERTAINTY | \
                  duel WEIGHTS WEIGHTS NODES THREADS SECONDS OPENINGS | \
                  deviations THREADS SECONDS WEIGHTS GAME-FILE..."
                .into(),
        ),
    }
}

/// Fits a set to its phases and to their neighbour in the other set.
fn fit(
    weights: &mut Weights,
    number: usize,
    epochs: f32,
    folder: &str,
    games: &[Game],
) -> Result<(), Failure> {
    let is_in = |phase: usize| set(60 - 2 * phase as u32) == number;
    let near = |phase: usize| is_in(phase) || is_in((phase + 1).min(PHASES - 1)) || is_in(phase.max(1) - 1);
    let mut examples = if number == 0 { train::results(games, RESULT) } else { Vec::new() };
    let mut tests = Vec::new();
    for phase in (0..PHASES).filter(|&phase| near(phase)) {
        let mut test = Vec::new();
        for folder in folder.split(',') {
            let (folder, share) = folder.split_once('=').unwrap_or((folder, "1"));
            let share: f32 = share.parse()?;
            let labels = Set::read(Path::new(folder), phase)?;
            let worth = own_worth(phase) * share;
            let example = |p: &Labelled| Example { position: *p, head: p.board.empties(), worth };
            examples.extend(labels.train.iter().map(example));
            test.extend(&labels.test);
        }
        tests.push((phase, test));
    }
    train::fit(number, examples, epochs, weights);
    train::report(&tests, weights);
    Ok(())
}

/// What a label counts: the very end, where searches are exact, less.
fn own_worth(phase: usize) -> f32 {
    if phase < 26 { 1.0 } else { 0.4 }
}
