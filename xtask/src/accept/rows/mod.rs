//! The plays of each row, on the surfaces that need no browser.

mod every_game;
mod go;
mod gomoku;
mod measurement;
mod othello;
mod program;
mod second;

use super::stage::Stage;
use anyhow::{Result, bail};
use serde_json::Value;
use std::fmt::Debug;

/// Plays a row and reports what was done.
pub type Play = fn(&Stage) -> Result<String>;

/// The play of a row, if there is one.
pub fn play_of(id: &str) -> Option<Play> {
    all().find(|&(known, _)| known == id).map(|(_, play)| play)
}

/// Every row that is played.
pub fn all() -> impl Iterator<Item = (&'static str, Play)> {
    let parts: [&'static [(&'static str, Play)]; 7] = [
        every_game::PLAYS,
        othello::PLAYS,
        go::PLAYS,
        gomoku::PLAYS,
        measurement::PLAYS,
        program::PLAYS,
        second::PLAYS,
    ];
    parts.into_iter().flatten().copied()
}

/// Something that this machine lacks; the row is then not played, and says so.
#[derive(Debug)]
pub struct NotHere(pub &'static str);

impl std::fmt::Display for NotHere {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for NotHere {}

/// Both must be equal; the program's answer first.
fn same<T: PartialEq + Debug>(what: &str, program: T, reference: T) -> Result<()> {
    if program != reference {
        bail!("{what}: the program says {program:?}, the reference {reference:?}");
    }
    Ok(())
}

/// The text must contain these words.
fn says(text: &str, words: &str) -> Result<()> {
    if !text.contains(words) {
        bail!("'{words}' is not said: {text}");
    }
    Ok(())
}

/// A list of points on the wire, in order of the board.
fn points(value: &Value) -> Vec<usize> {
    let mut points: Vec<usize> =
        value.as_array().into_iter().flatten().filter_map(|v| v.as_u64()).map(|v| v as usize).collect();
    points.sort_unstable();
    points
}

/// A board on the wire.
fn cells(value: &Value) -> Vec<u8> {
    value.as_array().into_iter().flatten().filter_map(|v| v.as_u64()).map(|v| v as u8).collect()
}
