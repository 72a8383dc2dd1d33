//! The names of openings, and which opening a game is in.

use heibai_games::{AnyPosition, Move, Value};
use heibai_words::{Say, Text};

/// An opening's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    pub en: &'static str,
    /// The English name where no Chinese one is usual.
    pub zh: &'static str,
    /// How many moves of the game belong to it.
    pub moves: usize,
}

impl Say for Opening {
    fn text(&self) -> Text {
        Text { zh: self.zh.to_owned(), en: self.en.to_owned() }
    }
}

/// What the engine's opening book says of the moves of a position, best first.
pub fn book(position: &AnyPosition) -> Vec<(Move, Value)> {
    (crate::registry::of(position.kind()).book)(position)
}

/// The opening that a game is in, if its moves have a name.
pub fn of(start: &AnyPosition, moves: &[Move]) -> Option<Opening> {
    (crate::registry::names(start.kind()).opening)(start, moves)
}
