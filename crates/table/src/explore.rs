//! The opening tree: where a position occurs in a library, and how the games continued.

use crate::passages::{END, move_on};
use crate::wire::{Candidate, Entry, point_of};
use heibai_games::symmetry::SymmetricKeys;
use heibai_games::{AnyPosition, Position as _};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The number of games listed.
pub const LISTED: usize = 20;

/// How games ended.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Results {
    total: i64,
    black: i64,
    white: i64,
    draws: i64,
}

impl Results {
    fn add(&mut self, result: i64, count: i64) {
        self.total += count;
        match result {
            0 => self.draws += count,
            1 => self.black += count,
            2 => self.white += count,
            _ => {}
        }
    }
}

/// A move that was played in a position.
#[derive(Serialize, ToSchema)]
pub struct Continuation {
    #[schema(required)]
    point: Option<u16>,
    name: String,
    #[serde(flatten)]
    results: Results,
    /// Its value by the engine's opening book, for the side that makes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Candidate>,
}

/// A game that went through a position.
#[derive(Serialize, ToSchema)]
pub struct Through {
    #[serde(flatten)]
    pub entry: Entry,
    /// The number of moves before the position.
    pub ply: i64,
}

/// Where a position was met, turned and mirrored ones too.
#[derive(Serialize, ToSchema)]
pub struct Explored {
    #[serde(flatten)]
    results: Results,
    /// Most played first, then moves that only the book knows.
    moves: Vec<Continuation>,
    /// The latest games.
    games: Vec<Through>,
}

/// How often a position went on in one way.
#[derive(Clone, Copy, Debug)]
pub struct Continued {
    /// As in [`crate::passages::Passage`].
    pub next: i64,
    /// As [`crate::passages::result_number`] says.
    pub result: i64,
    pub count: i64,
}

/// The key that all symmetric images of a position share.
pub fn key_of(position: &AnyPosition) -> i64 {
    SymmetricKeys::of(position).key(position.turn()).key as i64
}

impl Explored {
    pub fn new(position: &AnyPosition, met: &[Continued], games: Vec<Through>) -> Explored {
        let (results, moves) = continuations(position, met);
        Explored { results, moves, games }
    }
}

/// The moves that followed a position, in the orientation of its own board.
fn continuations(position: &AnyPosition, met: &[Continued]) -> (Results, Vec<Continuation>) {
    let key = SymmetricKeys::of(position).key(position.turn());
    let mut all = Results::default();
    let mut counts: BTreeMap<i64, Results> = BTreeMap::new();
    for met in met {
        all.add(met.result, met.count);
        if met.next != END {
            counts.entry(met.next).or_default().add(met.result, met.count);
        }
    }
    let book = heibai_engines::openings::book(position);
    let mut moves: Vec<Continuation> = Vec::new();
    for (next, results) in counts {
        let Some(mv) = move_on(&key, next) else { continue };
        moves.push(Continuation { point: point_of(mv), name: position.write_move(mv), results, value: None });
    }
    for (mv, value) in book {
        // The book lists each of several symmetric moves.
        let same = |point: Option<u16>| {
            let turned = |p: u16| key.to_key(heibai_games::Point(p));
            point.map(turned) == point_of(mv).map(turned)
        };
        let value = Some(Candidate::new(position, mv, Some(value), &[mv]));
        match moves.iter_mut().find(|known| same(known.point)) {
            Some(known) => known.value = value,
            None => {
                let (point, name) = (point_of(mv), position.write_move(mv));
                moves.push(Continuation { point, name, results: Results::default(), value });
            }
        }
    }
    moves.sort_by_key(|known| std::cmp::Reverse(known.results.total));
    (all, moves)
}
