//! What the commands know of each game: one struct per game.

use crate::bench::{Figure, Setting};
use crate::picture::stars;
use crate::{bench, proof};
use heibai_arena::adjudication::Prover;
use heibai_games::{Kind, Limits};

/// What a game provides to the commands.
pub struct Registry {
    /// The limits of a quick look by the engine.
    pub glance: Limits,
    /// Whether players like to see how many stones each side has.
    pub counts_stones: bool,
    /// The star points of a board of this size, by column and row.
    pub stars: fn(usize) -> Vec<(usize, usize)>,
    /// Benchmarks the engine's search.
    pub bench: fn(&Setting) -> anyhow::Result<Vec<Figure>>,
    /// Proves results before the end, within a limit; `None` if the game has no prover.
    pub prover: Option<fn(u64) -> Box<Prover>>,
}

/// What a game provides to the commands.
pub fn of(kind: Kind) -> Registry {
    match kind {
        Kind::Othello => Registry {
            glance: Limits { depth: Some(8), ..Limits::default() },
            counts_stones: true,
            stars: stars::othello,
            bench: bench::othello::midgames,
            prover: Some(|limit| Box::new(move |position| proof::exact(position, limit))),
        },
        Kind::Go => Registry {
            glance: Limits { nodes: Some(16), ..Limits::default() },
            counts_stones: false,
            stars: stars::go,
            bench: bench::go::search,
            prover: None,
        },
        Kind::Gomoku => Registry {
            glance: Limits { nodes: Some(4000), ..Limits::default() },
            counts_stones: false,
            stars: stars::gomoku,
            bench: bench::gomoku::search,
            prover: Some(|limit| Box::new(move |position| proof::fours(position, limit))),
        },
    }
}
