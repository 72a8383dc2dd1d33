//! What each game provides to the engines: two structs per game, and the only `match` on the game in this crate.
//! Names are kept apart from the engines, so that a program that only names players is linked without them
//! (`docs/site.md`).

use crate::characters::Character;
use crate::classic::AnyEvaluation;
use crate::data::{File, PlayerClass};
use crate::level::Level;
use crate::openings::Opening;
use crate::players::{BadPlayer, Options};
use crate::search::End;
use crate::{go, gomoku, othello};
use heibai_games::value::Value;
use heibai_games::{AnyPosition, Kind, Move, Player, Rules};
use heibai_words::Text;

/// Makes an engine from a name, options and a seed.
pub type MakeEngine = fn(&str, &mut Options<'_>, u64) -> Result<Box<dyn Player>, BadPlayer>;

/// Names and descriptions of a game's players and openings; nothing here may refer to an engine.
pub struct Names {
    /// The names of its evaluations, the default first.
    pub evaluations: &'static [&'static str],
    /// A description of each level.
    pub about_levels: [fn() -> Text; Level::ALL.len()],
    /// A description of each character.
    pub about_characters: [fn() -> Text; Character::ALL.len()],
    /// About how many nodes its engine searches in a millisecond on one core; in Go these are evaluations of the network.
    pub nodes_per_ms: f64,
    /// The opening that a game is in, if its moves have a name.
    pub opening: fn(&AnyPosition, &[Move]) -> Option<Opening>,
}

/// The engines of a game. A fourth game fills in both structs; the compiler asks for every part.
pub struct Registry {
    /// The evaluation with this name.
    pub evaluation: fn(&'static str) -> Box<AnyEvaluation>,
    /// The value of a finished game that a generic search found, in the game's unit.
    pub value_of_end: fn(End) -> Value,
    /// Moves that random playouts choose from.
    pub sensible_moves: fn(&AnyPosition, &mut Vec<Move>),
    /// Moves to look at where there are many, likeliest first.
    pub likely_moves: fn(&AnyPosition, &mut Vec<Move>),
    /// The player of a level; the seed decides everything random.
    pub level: fn(Level, u64) -> Box<dyn Player>,
    /// The level Hell without its solvers, if it has any: `hell:proofs=no`, for busy machines.
    pub light_hell: Option<fn(u64) -> Box<dyn Player>>,
    /// The files that a player reads under these rules.
    pub files: fn(&Rules, PlayerClass) -> &'static [File],
    /// The player of a character.
    pub character: fn(Character, u64) -> Box<dyn Player>,
    /// The strong engine, by name and options.
    pub engine: MakeEngine,
    /// Whether threads share a tree, so that a search with several of them finds something else each time.
    pub shares_tree: bool,
    /// The opening book's moves for a position, best first; empty if the position is not in the book.
    pub book: fn(&AnyPosition) -> Vec<(Move, Value)>,
}

/// The names and descriptions of a game.
pub fn names(kind: Kind) -> &'static Names {
    match kind {
        Kind::Othello => &othello::NAMES,
        Kind::Go => &go::NAMES,
        Kind::Gomoku => &gomoku::NAMES,
    }
}

/// The engines of a game.
pub fn of(kind: Kind) -> &'static Registry {
    match kind {
        Kind::Othello => &othello::REGISTRY,
        Kind::Go => &go::REGISTRY,
        Kind::Gomoku => &gomoku::REGISTRY,
    }
}
