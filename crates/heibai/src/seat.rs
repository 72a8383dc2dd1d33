//! Who sits at the board: a person, one of our players, or a foreign program.

use anyhow::Context;
use heibai_games::{Kind, Player};

pub enum Seat {
    Human,
    Program(Box<dyn Player>),
}

impl Seat {
    /// `human`, or any player that `heibai_engines::players` knows.
    pub fn parse(text: &str, kind: Kind, seed: u64) -> anyhow::Result<Seat> {
        if text == "human" {
            return Ok(Seat::Human);
        }
        program(text, kind, seed).map(Seat::Program)
    }

    pub fn is_human(&self) -> bool {
        matches!(self, Seat::Human)
    }
}

/// A player that is a program.
pub fn program(text: &str, kind: Kind, seed: u64) -> anyhow::Result<Box<dyn Player>> {
    heibai_engines::players::parse(text, kind, seed).with_context(|| format!("player '{text}'"))
}
