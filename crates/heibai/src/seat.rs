//! Who sits at the board: a person, one of our players, or a foreign program.

use anyhow::Context;
use heibai_arena::runner::Entrant;
use heibai_games::player::Fault;
use heibai_games::{Kind, Player};
use heibai_protocols::{gomocup, gtp, nboard};

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

/// The words before the colon that mean a foreign program.
const FOREIGN: [&str; 3] = ["gtp:", "gomocup:", "nboard:"];

/// Whether this is a program of somebody else's, spoken to over a protocol.
pub fn is_foreign(text: &str) -> bool {
    FOREIGN.iter().any(|word| text.starts_with(word))
}

/// A player that is a program.
pub fn program(text: &str, kind: Kind, seed: u64) -> anyhow::Result<Box<dyn Player>> {
    if let Some(command) = text.strip_prefix("gtp:") {
        return Ok(Box::new(gtp::drive::Driver::new(command)));
    }
    if let Some(command) = text.strip_prefix("gomocup:") {
        return Ok(Box::new(gomocup::drive::Driver::new(command)));
    }
    if let Some(command) = text.strip_prefix("nboard:") {
        return Ok(Box::new(nboard::drive::Driver::new(command)));
    }
    heibai_engines::players::parse(text, kind, seed).with_context(|| format!("player '{text}'"))
}

/// A player for the arena, made anew for each game from that game's seed; foreign programs are kept.
pub fn entrant<'a>(name: &str, text: &'a str, kind: Kind) -> Entrant<'a> {
    let make = move |seed| program(text, kind, seed).map_err(|error| Fault::Unable(format!("{error:#}")));
    Entrant { name: name.to_owned(), make: Box::new(make), keep: is_foreign(text) }
}
