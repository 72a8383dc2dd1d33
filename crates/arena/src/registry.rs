//! How each game's openings are made: one struct per game.

use heibai_games::Kind;

/// How the openings of a game are made.
pub struct Registry {
    /// How many lines at the edge random openings avoid on a board of this size: people open around the centre in
    /// Gomoku, from the third line up in Go, anywhere in Othello.
    pub edge: fn(usize) -> usize,
    /// Moves of a balanced opening; XOT openings in Othello have eight.
    pub plies: usize,
    /// How far from even it may be: in discs for Othello, otherwise as a win probability.
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
