//! What each game brings to the engines: two structs a game, and the only `match` on the game in this crate. Names stand
//! apart from what plays, so that a program that only speaks of players is linked without them (`docs/site.md`).

use crate::characters::Character;
use crate::classic::AnyEvaluation;
use crate::data::{File, Reader};
use crate::level::Level;
use crate::openings::Opening;
use crate::players::{BadPlayer, Options};
use crate::search::End;
use crate::{go, gomoku, othello};
use heibai_games::value::Value;
use heibai_games::{AnyPosition, Kind, Move, Player, Rules};
use heibai_words::Text;

/// Makes an engine of a name, options and a seed.
pub type MakeEngine = fn(&str, &mut Options<'_>, u64) -> Result<Box<dyn Player>, BadPlayer>;

/// What is said of a game's players and openings; nothing here may lead to what plays.
pub struct Names {
    /// The names of its evaluations, the default first.
    pub evaluations: &'static [&'static str],
    /// What each level does.
    pub about_levels: [fn() -> Text; Level::ALL.len()],
    /// How each character plays.
    pub about_characters: [fn() -> Text; Character::ALL.len()],
    /// The opening that a game is in, if its moves have a name.
    pub opening: fn(&AnyPosition, &[Move]) -> Option<Opening>,
}

/// What plays a game. A fourth game fills in both structs; the compiler asks for every part.
pub struct Registry {
    /// The evaluation of one of these names.
    pub evaluation: fn(&'static str) -> Box<AnyEvaluation>,
    /// What a finished game that a generic search found is worth, in the unit of the game.
    pub value_of_end: fn(End) -> Value,
    /// Moves worth a random playout.
    pub sensible_moves: fn(&AnyPosition, &mut Vec<Move>),
    /// Moves worth a look where they are many, the likely ones first.
    pub likely_moves: fn(&AnyPosition, &mut Vec<Move>),
    /// The player of a level; the seed decides what is left to chance.
    pub level: fn(Level, u64) -> Box<dyn Player>,
    /// Hell without its proofs, where it has any: `hell:proofs=no` spares a busy machine.
    pub light_hell: Option<fn(u64) -> Box<dyn Player>>,
    /// The files that a player under these rules reads.
    pub files: fn(&Rules, Reader) -> &'static [File],
    /// The player of a character.
    pub character: fn(Character, u64) -> Box<dyn Player>,
    /// The strong engine by its name and options.
    pub engine: MakeEngine,
    /// What the opening book says of the moves of a position, best first; empty where it does not know the position.
    pub book: fn(&AnyPosition) -> Vec<(Move, Value)>,
}

/// What is said of a game's players.
pub fn names(kind: Kind) -> &'static Names {
    match kind {
        Kind::Othello => &othello::NAMES,
        Kind::Go => &go::NAMES,
        Kind::Gomoku => &gomoku::NAMES,
    }
}

/// What plays a game.
pub fn of(kind: Kind) -> &'static Registry {
    match kind {
        Kind::Othello => &othello::REGISTRY,
        Kind::Go => &go::REGISTRY,
        Kind::Gomoku => &gomoku::REGISTRY,
    }
}
