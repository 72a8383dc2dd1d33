//! Training of the Othello evaluation.
//!
//! `othello_train selfplay DIR THREADS SECONDS SEED [WEIGHTS]` plays games against itself and writes labelled
//! positions (`.pos`) into a folder, with the weights in the program or those of a file.
//!
//! `othello_train fit OUT THREADS FILE...` fits weights to WTHOR databases (`.wtb`) and labelled positions
//! (`.pos`; a folder means all files in it), by least squares with a ridge. One game of twenty is held back, and the
//! error on those is printed for each phase.

mod data;
mod fit;
mod selfplay;

use heibai_engines::othello::weights::{WEIGHTS, Weights};
use std::path::Path;
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["fit", out, threads, files @ ..] => fit::run(out, threads.parse()?, files),
        ["selfplay", out, threads, seconds, seed, weights @ ..] => {
            let read = weights.first().map(std::fs::read).transpose()?;
            let read = read.map(|bytes| Weights::read(&bytes)).transpose()?;
            selfplay::run(&selfplay::Run {
                out: Path::new(out),
                threads: threads.parse()?,
                time: Duration::from_secs(seconds.parse()?),
                seed: seed.parse()?,
                weights: read.as_ref().unwrap_or(&WEIGHTS),
            })?;
            Ok(())
        }
        _ => {
            Err("usage: othello_train fit OUT THREADS FILE... | selfplay DIR THREADS SECONDS SEED [WEIGHTS]"
                .into())
        }
    }
}
