//! Training of the Othello evaluation.
//!
//! `othello_train label DIR THREADS SECONDS WEIGHTS GAME-FILE...` values positions from the end of the game backwards
//! and fits weights on the way; the games are WTHOR databases (`.wtb`).
//!
//! `othello_train deviations THREADS SECONDS WEIGHTS GAME-FILE...` prints how far searches of two depths differ: what
//! Multi-ProbCut goes by.
//!
//! `othello_train calibrate OUT WEIGHTS DEVIATIONS` scales the weights by what `deviations` printed.
//!
//! `othello_train fit OUT DIR THREADS WEIGHTS GAME-FILE...` fits weights anew to what `label` left in a folder. One
//! game of twenty is held back, and the error on those is printed for each phase.

mod calibrate;
mod data;
mod deviation;
mod fit;
mod label;

use heibai_engines::othello::weights::{PHASES, Weights};
use std::path::Path;
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["label", out, threads, seconds, weights, files @ ..] => {
            let first = Weights::read(&std::fs::read(weights)?)?;
            let time = Duration::from_secs(seconds.parse()?);
            label::run(Path::new(out), threads.parse()?, time, &first, &data::read(files)?)
        }
        ["deviations", threads, seconds, weights, files @ ..] => {
            let weights = Weights::read(&std::fs::read(weights)?)?;
            let time = Duration::from_secs(seconds.parse()?);
            deviation::run(threads.parse()?, time, &weights, &data::read(files)?);
            Ok(())
        }
        ["calibrate", out, weights, deviations] => {
            let mut weights = Weights::read(&std::fs::read(weights)?)?;
            calibrate::run(&mut weights, &std::fs::read_to_string(deviations)?);
            Ok(std::fs::write(out, weights.write())?)
        }
        ["fit", out, folder, threads, weights, files @ ..] => {
            let mut fitted = Weights::read(&std::fs::read(weights)?)?;
            let games = data::read(files)?;
            let read = |phase| label::Set::read(Path::new(folder), phase, &games);
            let sets = (0..PHASES).map(read).collect::<Result<Vec<_>, _>>()?;
            // A few phases at a time, because of the memory they take.
            let threads: usize = threads.parse()?;
            for from in (0..PHASES).step_by(threads.max(1)) {
                let phases = from..(from + threads.max(1)).min(PHASES);
                fit::fit_phases(phases, &sets, threads, &games, &mut fitted);
            }
            Ok(std::fs::write(out, fitted.write())?)
        }
        _ => Err("usage: othello_train label DIR THREADS SECONDS WEIGHTS GAME-FILE... | \
                  deviations THREADS SECONDS WEIGHTS GAME-FILE... | fit OUT DIR THREADS WEIGHTS GAME-FILE..."
            .into()),
    }
}
