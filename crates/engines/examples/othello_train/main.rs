//! Training of the Othello evaluation.
//!
//! `othello_train fit OUT THREADS FILE...` fits weights to WTHOR databases (`.wtb`) and labelled positions
//! (`.pos`), by least squares with a ridge; one game of twenty is held back and its error printed.

mod data;
mod fit;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["fit", out, threads, files @ ..] => fit::run(out, threads.parse()?, files),
        _ => Err("usage: othello_train fit OUT THREADS FILE...".into()),
    }
}
