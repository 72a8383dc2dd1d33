//! The characters of Othello: the weaker ones judge by one simple idea each, the stronger ones by the engine's
//! evaluation with misjudgements.

use super::player::{Engine, Settings, level};
use super::probcut::EXACT;
use super::think::Plan;
use crate::characters::{Character, HumanLike, Skill};
use crate::level::Level;
use heibai_games::{Kind, Player};

/// The player of a character. Its numbers were tuned by the games of `heibai ladder othello --scale`.
pub(crate) fn player(character: Character, seed: u64) -> Box<dyn Player> {
    let name = character.name();
    let human = |depth, eval, sight: (f64, f64), misjudges| -> Box<dyn Player> {
        let skill = Skill { depth, eval, notices: sight, reach: 0, foresees: 0.0, misjudges };
        Box::new(HumanLike::new(name, Kind::Othello, skill, seed))
    };
    let engine = |depth, end, blur| -> Box<dyn Player> {
        let plan = Plan { depth, end, certainty: 1, end_certainty: EXACT };
        let settings = Settings { plan, blur, plain_depth: depth.min(4), ..level(Level::Normal) };
        Box::new(Engine::new(name, settings, seed))
    };
    match character {
        // Takes as many discs as it can.
        Character::Chick => human(1, "discs", (0.94, 0.7), 0.4),
        // Wants to have many moves, and does not know what a corner is.
        Character::Rabbit => human(2, "mobility", (1.0, 1.0), 0.05),
        // Likes corners and avoids the squares beside them.
        Character::Kitten => human(2, "weights", (0.95, 0.88), 0.27),
        Character::Puppy => human(3, "weights", (0.99, 0.98), 0.03),
        // Judges by the learned evaluation, at a glance.
        Character::Squirrel => human(1, "learned", (0.95, 0.9), 0.97),
        // Judges better, and overlooks more.
        Character::Panda => human(1, "learned", (0.92, 0.86), 0.5),
        Character::Fox => engine(1, 7, 2.0),
        Character::Monkey => engine(2, 8, 1.85),
        Character::Crane => engine(3, 9, 1.6),
        Character::Wolf => engine(4, 10, 1.3),
        Character::Owl => engine(5, 12, 0.65),
        Character::Dragon => engine(7, 14, 0.25),
    }
}
