//! A match of two players: every opening twice with colours swapped, and the score so far.

use crate::elo::{Pairs, Tally};
use crate::log::LogEntry;
use crate::runner::Fixture;
use heibai_games::Color;
use std::collections::BTreeMap;

/// The games of a match between entrants 0 and 1: pairs from the same opening, the first has Black first.
pub fn fixtures(games: u64) -> Vec<Fixture> {
    let fixture = |number: u64| {
        let swapped = number % 2 == 1;
        let (black, white) = if swapped { (1, 0) } else { (0, 1) };
        Fixture { number, black, white, opening: (number / 2) as usize, pace: 100 }
    };
    (0..games).map(fixture).collect()
}

/// The score so far, from the first entrant's side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    pub tally: Tally,
    pub pairs: Pairs,
    /// Games lost on time, by an illegal move or by a protocol error.
    pub faults: u64,
}

impl Standing {
    /// Adds up entries; a pair counts once both its games are finished.
    pub fn of<'e>(entries: impl IntoIterator<Item = &'e LogEntry>) -> Standing {
        let mut standing = Standing::default();
        let mut halves: BTreeMap<u64, f64> = BTreeMap::new();
        for entry in entries {
            let opens = entry.game.is_multiple_of(2);
            let first = if opens != entry.swapped { Color::Black } else { Color::White };
            let points = entry.points(first);
            standing.tally.add(points);
            standing.faults += u64::from(entry.fault.is_some());
            let pair = entry.game / 2;
            match halves.remove(&pair) {
                Some(other) => standing.pairs[((points + other) * 2.0) as usize] += 1,
                None => {
                    halves.insert(pair, points);
                }
            }
        }
        standing
    }
}
