//! Opponents to grow with: twelve characters, the same in every game, each about 200 Elo above the one before. They
//! make mistakes as people do: they read few plies, overlook moves, misjudge positions, and are careless now and
//! then.
//!
//! Their ratings are measured by `heibai ladder --scale` and kept in `scale.txt`.

mod human;
mod scale;
mod wavering;

pub(crate) use human::{HumanLike, Skill};
pub use scale::{Strength, measured, read_scale};
pub(crate) use wavering::Wavering;

use crate::registry;
use heibai_games::{Kind, Player};
use heibai_words::{Say, Text, characters as said};
use std::fmt;
use std::str::FromStr;

/// An opponent with a name and a face, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Character {
    Chick,
    Rabbit,
    Kitten,
    Puppy,
    Squirrel,
    Panda,
    Fox,
    Monkey,
    Crane,
    Wolf,
    Owl,
    Dragon,
}

impl Character {
    pub const ALL: [Character; 12] = [
        Character::Chick,
        Character::Rabbit,
        Character::Kitten,
        Character::Puppy,
        Character::Squirrel,
        Character::Panda,
        Character::Fox,
        Character::Monkey,
        Character::Crane,
        Character::Wolf,
        Character::Owl,
        Character::Dragon,
    ];

    /// The name that is typed for it.
    pub const fn name(self) -> &'static str {
        match self {
            Character::Chick => "chick",
            Character::Rabbit => "rabbit",
            Character::Kitten => "kitten",
            Character::Puppy => "puppy",
            Character::Squirrel => "squirrel",
            Character::Panda => "panda",
            Character::Fox => "fox",
            Character::Monkey => "monkey",
            Character::Crane => "crane",
            Character::Wolf => "wolf",
            Character::Owl => "owl",
            Character::Dragon => "dragon",
        }
    }

    /// Makes the player; `seed` decides everything random.
    pub fn player(self, kind: Kind, seed: u64) -> Box<dyn Player> {
        (registry::of(kind).character)(self, seed)
    }

    /// A description of how it plays.
    pub fn about(self, kind: Kind) -> Text {
        (registry::names(kind).about_characters[self as usize])()
    }
}

impl fmt::Display for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Character {
    type Err = ();

    fn from_str(text: &str) -> Result<Character, ()> {
        Character::ALL.into_iter().find(|character| character.name() == text).ok_or(())
    }
}

impl Say for Character {
    fn text(&self) -> Text {
        said::name(self.name()).unwrap_or_else(|| Text::same(self.name()))
    }
}
