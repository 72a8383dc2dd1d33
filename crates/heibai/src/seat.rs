//! Who sits at the board: a person, one of our players, or a foreign program.

use crate::failure::Context;
use crate::failure::words;
use heibai_arena::runner::Entrant;
use heibai_games::player::Fault;
use heibai_games::{AnyPosition, Kind, Player, Position};
use heibai_protocols::{gomocup, gtp, nboard};
use heibai_words::commands as said;
use std::time::Duration;

pub(crate) enum Seat<P: Position = AnyPosition> {
    Human,
    Program(Box<dyn Player<P>>),
}

impl Seat {
    /// `human`, or any player that `heibai_engines::players` knows.
    pub fn parse(text: &str, kind: Kind, seed: u64) -> anyhow::Result<Seat> {
        if text == "human" {
            return Ok(Seat::Human);
        }
        program(text, kind, seed).map(Seat::Program)
    }
}

impl<P: Position> Seat<P> {
    pub fn is_human(&self) -> bool {
        matches!(self, Seat::Human)
    }
}

/// The prefixes of foreign programs.
const FOREIGN: [&str; 3] = ["gtp:", "gomocup:", "nboard:"];

/// Whether this is a foreign program, which speaks a protocol.
pub fn is_foreign(text: &str) -> bool {
    FOREIGN.iter().any(|word| text.starts_with(word))
}

/// A player that is a program.
pub fn program(text: &str, kind: Kind, seed: u64) -> anyhow::Result<Box<dyn Player>> {
    patient_program(text, kind, seed, None)
}

/// The same, with an analysis of every move.
pub fn analyst(text: &str, kind: Kind, seed: u64) -> anyhow::Result<Box<dyn Player>> {
    let player = program(text, kind, seed)?;
    Ok(if is_foreign(text) { player } else { Box::new(heibai_review::EachMove::new(player)) })
}

/// A player that is a program; a foreign one may take this long for anything but a move.
fn patient_program(
    text: &str,
    kind: Kind,
    seed: u64,
    patience: Option<Duration>,
) -> anyhow::Result<Box<dyn Player>> {
    macro_rules! driver {
        ($protocol:ident, $command:expr) => {{
            let mut driver = $protocol::drive::Driver::new($command);
            driver.patience = patience.unwrap_or(driver.patience);
            Ok(Box::new(driver))
        }};
    }
    match text.split_once(':') {
        Some(("gtp", command)) => driver!(gtp, command),
        Some(("gomocup", command)) => driver!(gomocup, command),
        Some(("nboard", command)) => driver!(nboard, command),
        // The name of the players that err as people do, who have options; alone it means a person.
        None if text == "human" => Err(said::only_to_play().into()),
        _ => heibai_engines::players::parse(text, kind, seed).told(|| said::player(text)),
    }
}

/// A player for the arena, made from each game's seed; foreign programs are kept between games.
pub fn entrant<'a>(name: &str, text: &'a str, kind: Kind, patience: Option<Duration>) -> Entrant<'a> {
    let make =
        move |seed| patient_program(text, kind, seed, patience).map_err(|error| Fault::from(words(&error)));
    Entrant { name: name.to_owned(), make: Box::new(make), keep: is_foreign(text) }
}
