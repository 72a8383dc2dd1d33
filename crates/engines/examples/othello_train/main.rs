//! Training of the Othello evaluation.
//!
//! `othello_train label DIR FIRST LAST THREADS SECONDS WEIGHTS GAME-FILE...` values positions of these phases, for so many
//! seconds each; the games are WTHOR databases (`.wtb`). Phases before 23 need weights for the ones after them.
//!
//! `othello_train fit OUT SET EPOCHS WEIGHTS|new DIR GAME-FILE...` fits one set of tables to the labels in the folder and
//! writes WEIGHTS with that set replaced to OUT. One game of twenty is held back, and the error on those is printed for
//! each phase.
//!
//! `othello_train calibrate OUT SECONDS WEIGHTS GAME-FILE...` scales and shifts the values of each phase by what searches
//! say of them.
//!
//! `othello_train accuracy WEIGHTS FILE.obf DEPTH CERTAINTY` is `heibai bench accuracy` for weights that are not shipped yet.
//!
//! `othello_train deviations THREADS SECONDS WEIGHTS GAME-FILE...` prints how far searches of two depths differ: what
//! Multi-ProbCut goes by.

mod calibrate;
mod data;
mod deviation;
mod label;
mod train;

use data::{Game, Labelled};
use heibai_engines::othello::accuracy;
use heibai_engines::othello::weights::{PHASES, Weights, set};
use label::Set;
use std::path::Path;
use std::time::Duration;
use train::Example;

/// What an exact label counts for the phase before its own.
const NEIGHBOUR: f32 = 0.5;
/// What the result of a game counts for a position of it.
const RESULT: f32 = 0.3;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let weights = |path: &str| Ok::<Weights, Failure>(Weights::read(&std::fs::read(path)?)?);
    match arguments.as_slice() {
        ["label", out, first, last, threads, seconds, from, files @ ..] => {
            let (first, last): (usize, usize) = (first.parse()?, last.parse()?);
            let time = Duration::from_secs(seconds.parse()?);
            let phases = first..(last + 1).min(PHASES);
            Ok(label::run(
                Path::new(out),
                phases,
                threads.parse()?,
                time,
                &weights(from)?,
                &data::read(files)?,
            )?)
        }
        ["fit", out, number, epochs, from, folder, files @ ..] => {
            let mut fitted = if *from == "new" { Weights::zero() } else { weights(from)? };
            let games = data::read(files)?;
            fit(&mut fitted, number.parse()?, epochs.parse()?, folder, &games)?;
            Ok(std::fs::write(out, fitted.write())?)
        }
        ["calibrate", out, seconds, from, files @ ..] => {
            let mut scaled = weights(from)?;
            calibrate::run(Duration::from_secs(seconds.parse()?), &mut scaled, &data::read(files)?);
            Ok(std::fs::write(out, scaled.write())?)
        }
        ["accuracy", from, file, depth, certainty] => {
            let positions = accuracy::read(&std::fs::read_to_string(file)?)?;
            let found = accuracy::measure(&positions, depth.parse()?, certainty.parse()?, &weights(from)?);
            let mean = |sum| found.mean(sum);
            println!(
                "best move {:.1} %, loses {:.3}, value off by {:.3}, too high by {:+.3}; {:.1} M nodes",
                100.0 * mean(found.right as i32),
                mean(found.lost),
                mean(found.off),
                mean(found.above),
                found.nodes as f64 / 1e6
            );
            Ok(())
        }
        ["deviations", threads, seconds, from, files @ ..] => {
            let time = Duration::from_secs(seconds.parse()?);
            deviation::run(threads.parse()?, time, &weights(from)?, &data::read(files)?);
            Ok(())
        }
        _ => Err("usage: othello_train label DIR FIRST LAST THREADS SECONDS WEIGHTS GAME-FILE... | \
                  fit OUT SET EPOCHS WEIGHTS|new DIR GAME-FILE... | \
                  calibrate OUT SECONDS WEIGHTS GAME-FILE... | accuracy WEIGHTS FILE DEPTH CERTAINTY | \
                  deviations THREADS SECONDS WEIGHTS GAME-FILE..."
            .into()),
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
        let labels = Set::read(Path::new(folder), phase, games)?;
        let positions: Vec<Labelled> = labels.train.into_iter().flatten().collect();
        let worth = |earlier: u32, worth| {
            let example =
                move |p: &Labelled| Example { position: *p, head: p.board.empties() + earlier, worth };
            positions.iter().map(example)
        };
        examples.extend(worth(0, own_worth(phase)));
        if phase == label::EXACT_PHASE {
            // The best labels near the phases whose own labels are worse.
            examples.extend(worth(2, NEIGHBOUR));
        }
        tests.push((phase, labels.test.into_iter().flatten().collect()));
    }
    train::fit(number, examples, epochs, weights);
    train::report(&tests, weights);
    Ok(())
}

/// What a label counts: searched ones less than exact ones, and the very end, where searches are exact, less again.
fn own_worth(phase: usize) -> f32 {
    match phase {
        ..label::EXACT_PHASE => 0.5,
        label::EXACT_PHASE..26 => 1.0,
        _ => 0.4,
    }
}
