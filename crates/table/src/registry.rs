//! What the page offers of each game: one struct per game.

use crate::wire::Game;
use heibai_games::{Kind, go, gomoku, othello};

/// The choices before a game.
pub struct Registry {
    /// The game's name on the wire.
    pub game: Game,
    /// The usual sizes, the default first.
    pub sizes: &'static [usize],
    /// Rule sets, each with the sizes that it allows.
    pub rules: Vec<(&'static str, Vec<usize>)>,
    pub openings: &'static [&'static str],
    pub komi: Option<f64>,
    /// The most handicap stones on a board of this size.
    pub most_handicap: fn(usize) -> u32,
    /// Where players count rows from.
    pub first_row: &'static str,
    /// Whether the first stone is best placed in the centre.
    pub opens_in_centre: bool,
}

/// The choices before a game.
pub fn of(kind: Kind) -> Registry {
    match kind {
        Kind::Othello => Registry {
            game: Game::Othello,
            sizes: &[8, 4, 6, 10],
            rules: othello::Rules::VARIANTS
                .iter()
                .map(|&name| (name, othello::Rules::SIZES.to_vec()))
                .collect(),
            openings: &["free"],
            komi: None,
            most_handicap: |_| 0,
            first_row: "top",
            opens_in_centre: false,
        },
        Kind::Go => Registry {
            game: Game::Go,
            sizes: &[19, 9, 13],
            rules: go::RuleSet::NAMES.iter().map(|&name| (name, (2..=25).collect())).collect(),
            openings: &["free"],
            komi: Some(go::Rules::KOMI.as_f64()),
            most_handicap: go::Rules::most_handicap,
            first_row: "bottom",
            opens_in_centre: false,
        },
        Kind::Gomoku => {
            let free: Vec<usize> = (5..=20).collect();
            Registry {
                game: Game::Gomoku,
                sizes: &[15, 19, 20],
                rules: vec![
                    ("renju", vec![15]),
                    ("renju-patterns", vec![15]),
                    ("standard", free.clone()),
                    ("freestyle", free),
                ],
                openings: gomoku::OpeningRule::NAMES,
                komi: None,
                most_handicap: |_| 0,
                first_row: "bottom",
                opens_in_centre: true,
            }
        }
    }
}
