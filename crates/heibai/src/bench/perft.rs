//! Move generation: leaves of the Othello tree with bulk counting.

use super::{Figure, Setting, Stopwatch};
use heibai_games::othello::Othello8;
use heibai_games::perft::{Passes, perft8};

pub fn run(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let depth = if setting.quick { 9 } else { 11 };
    let began = Stopwatch::start();
    let leaves = perft8(&Othello8::new(), depth, Passes::Count);
    let name = format!("othello 8x8, depth {depth}");
    Ok(vec![Figure::rate(name, leaves, began.cpu_seconds(), "leaves/s")])
}
