//! What the arena knows of each game: how its openings are made. One struct a game.

use heibai_games::Kind;

/// How the openings of a game are made.
pub struct Registry {
    /// Lines at the edge that random openings leave alone, on a board of this size: people open around the centre in
    /// Gomoku, from the third line up in Go, anywhere in Othello.
    pub edge: fn(usize) -> usize,
    /// Moves of a balanced opening; eight are the custom of XOT.
    pub plies: usize,
    /// How far from even it may be: discs in Othello, elsewhere a chance.
    pub tolerance: f64,
}

/// How the openings of a game are made.
pub fn of(kind: Kind) -> Registry {
    match kind {
        Kind::Othello => Registry { edge: |_| 0, plies: 8, tolerance: 2.0 },
        Kind::Go => Registry { edge: |size| 2.min(size / 3), plies: 4, tolerance: 0.15 },
        Kind::Gomoku => Registry { edge: |size| (size / 2).saturating_sub(2), plies: 5, tolerance: 0.1 },
    }
}
