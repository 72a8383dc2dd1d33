//! The characters of Gomoku: they overlook points, far from the last stone more than near it; the stronger ones read
//! threats and are careless now and then.

use super::level::deep;
use crate::characters::{Character, HumanLike, Skill, Wavering};
use heibai_games::{Kind, Player};

/// The player of a character. The numbers were set by the games of `heibai ladder gomoku --scale`.
pub(crate) fn player(character: Character, seed: u64) -> Box<dyn Player> {
    let name = character.name();
    let human = |depth, sight: (f64, f64), foresees, misjudges| {
        move |seed| -> Box<dyn Player> {
            // Whoever thinks one stone ahead follows the row that was just extended to its ends.
            let reach = if depth == 1 { 4 } else { 0 };
            let skill = Skill { depth, eval: "classic", notices: sight, reach, foresees, misjudges };
            Box::new(HumanLike::new(name, Kind::Gomoku, skill, seed))
        }
    };
    let reader = |depth, nodes, attention| -> Box<dyn Player> {
        let strong = move |seed| deep(name, depth, nodes, seed);
        Box::new(Wavering::new(name, attention, seed, strong, human(2, (0.97, 0.9), 0.0, 0.0)))
    };
    match character {
        // These see little of what the opponent may answer, but a row that is about to be completed catches the eye.
        Character::Chick => human(1, (0.2, 0.09), 0.12, 1.9)(seed),
        Character::Rabbit => human(1, (0.34, 0.17), 0.25, 1.4)(seed),
        Character::Kitten => human(1, (0.53, 0.31), 0.42, 0.95)(seed),
        Character::Puppy => human(1, (0.66, 0.42), 0.55, 0.6)(seed),
        // These look at every answer to the moves that they see.
        Character::Squirrel => human(2, (0.65, 0.45), 0.0, 0.35)(seed),
        Character::Panda => human(2, (0.9, 0.75), 0.0, 0.08)(seed),
        Character::Fox => human(3, (0.98, 0.94), 0.0, 0.0)(seed),
        Character::Monkey => reader(3, 10_000, 0.68),
        Character::Crane => reader(4, 20_000, 0.89),
        Character::Wolf => reader(6, 60_000, 0.975),
        Character::Owl => reader(8, 120_000, 0.995),
        Character::Dragon => reader(10, 200_000, 1.0),
    }
}
