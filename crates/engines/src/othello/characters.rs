//! The characters of Othello: the weaker ones judge by one simple idea each, the stronger ones by the engine's eyes with
//! misjudgements.

use super::player::{Engine, Settings, level};
use super::probcut::EXACT;
use super::think::Plan;
use crate::characters::{Character, HumanLike, Skill};
use crate::level::Level;
use heibai_games::{Kind, Player};

/// The player of a character. The numbers were set by the games of `heibai ladder othello --scale`.
pub(crate) fn player(character: Character, seed: u64) -> Box<dyn Player> {
    let name = character.name();
    let human = |depth, eval, sight: (f64, f64), misjudges| -> Box<dyn Player> {
        let skill = Skill { depth, eval, notices: sight, misjudges };
        Box::new(HumanLike::new(name, Kind::Othello, skill, seed))
    };
    let engine = |depth, end, blur| -> Box<dyn Player> {
        let plan = Plan { depth, end, certainty: 1, end_certainty: EXACT };
        let settings = Settings { plan, blur, plain_depth: depth.min(4), ..level(Level::Normal) };
        Box::new(Engine::new(name, settings, seed))
    };
    match character {
        // Takes as many discs as it can.
        Character::Chick => human(1, "discs", (0.9, 0.6), 0.5),
        // Likes corners, and does not see every danger beside them.
        Character::Rabbit => human(1, "weights", (0.8, 0.6), 1.2),
        Character::Kitten => human(1, "weights", (0.95, 0.85), 0.4),
        // Wants to have many moves.
        Character::Puppy => human(1, "mobility", (0.95, 0.9), 0.5),
        Character::Squirrel => human(2, "mobility", (1.0, 0.95), 0.3),
        Character::Panda => engine(1, 6, 3.5),
        Character::Fox => engine(1, 8, 2.2),
        Character::Monkey => engine(2, 8, 1.7),
        Character::Crane => engine(3, 10, 1.2),
        Character::Wolf => engine(4, 10, 0.8),
        Character::Owl => engine(5, 12, 0.5),
        Character::Dragon => engine(7, 14, 0.3),
    }
}
