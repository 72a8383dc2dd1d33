//! The strengths a person can choose, the same names for every game.

use heibai_games::Kind;
use heibai_words::{Say, Text, players};
use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    Beginner,
    Normal,
    Hard,
    Hell,
    /// The engine without handicap, for analysis.
    Best,
}

impl Level {
    pub const ALL: [Level; 5] = [Level::Beginner, Level::Normal, Level::Hard, Level::Hell, Level::Best];

    pub const fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Normal => "normal",
            Level::Hard => "hard",
            Level::Hell => "hell",
            Level::Best => "best",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = ();

    fn from_str(text: &str) -> Result<Level, ()> {
        Level::ALL.into_iter().find(|level| level.name() == text).ok_or(())
    }
}

impl Say for Level {
    fn text(&self) -> Text {
        players::name(self.name())
    }
}

/// What `level` does in `kind`.
pub fn describe(kind: Kind, level: Level) -> Text {
    (crate::registry::names(kind).about_levels[level as usize])()
}
