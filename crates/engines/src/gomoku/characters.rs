//! The characters of Gomoku: they overlook points, far from the last stone more than near it; the stronger ones read
//! threats and are careless now and then.

use super::level::deep;
use crate::characters::{Character, HumanLike, Skill, Wavering};
use heibai_games::{Kind, Player};

/// The player of a character. The numbers were set by the games of `heibai ladder gomoku --scale`.
pub(crate) fn player(character: Character, seed: u64) -> Box<dyn Player> {
    let name = character.name();
    let human = |depth, sight: (f64, f64), misjudges| {
        move |seed| -> Box<dyn Player> {
            let skill = Skill { depth, eval: "classic", notices: sight, misjudges };
            Box::new(HumanLike::new(name, Kind::Gomoku, skill, seed))
        }
    };
    let reader = |depth, nodes, attention| -> Box<dyn Player> {
        let strong = move |seed| deep(name, depth, nodes, seed);
        Box::new(Wavering::new(name, attention, seed, strong, human(2, (0.97, 0.9), 0.0)))
    };
    match character {
        Character::Chick => human(1, (0.3, 0.15), 1.5)(seed),
        Character::Rabbit => human(1, (0.55, 0.32), 0.8)(seed),
        Character::Kitten => human(1, (0.74, 0.5), 0.35)(seed),
        Character::Puppy => human(1, (0.95, 0.85), 0.05)(seed),
        Character::Squirrel => human(2, (0.84, 0.68), 0.1)(seed),
        Character::Panda => human(2, (0.89, 0.75), 0.08)(seed),
        Character::Fox => human(2, (0.97, 0.92), 0.0)(seed),
        Character::Monkey => human(3, (0.98, 0.95), 0.0)(seed),
        Character::Crane => reader(3, 10_000, 0.6),
        Character::Wolf => reader(4, 20_000, 0.82),
        Character::Owl => reader(6, 80_000, 0.97),
        Character::Dragon => reader(10, 160_000, 1.0),
    }
}
