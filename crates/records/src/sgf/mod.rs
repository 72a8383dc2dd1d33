//! SGF, the Smart Game Format: collections of Go, Othello and Gomoku games with variations.
//!
//! A game is cut out of the stream (`cut`), split into nodes and properties (`syntax`), and interpreted (`meaning`).
//! Every node keeps its source, so that unknown properties are not lost and unchanged nodes are written back verbatim
//! (`write`).

pub(crate) mod cut;
mod meaning;
mod result;
mod root;
pub(crate) mod syntax;
#[cfg(test)]
mod tests;
mod write;

pub use result::{read_result, write_result};
pub use syntax::{Bad, Property, properties};
pub(crate) use write::is_understood;
pub use write::write;

use crate::error::{ReadError, next_of};
use crate::record::Record;
use crate::text::Text;
use cut::Before;
use heibai_games::Kind;
use std::io::Read;

/// The games of an SGF collection, one by one. After an error in a game the next one follows, unless the stream itself
/// failed.
pub struct Games<R> {
    text: Text<R>,
    /// The game to assume if a file does not name one.
    kind: Option<Kind>,
    before: Before,
    over: bool,
}

/// Reads a collection; `kind` is assumed if a game does not name one.
///
/// ```
/// use heibai_records::sgf;
/// let file = "(;GM[1]SZ[9];B[ee];W[cc])(;GM[1]SZ[9])";
/// let games: Vec<_> = sgf::read(file.as_bytes(), None).collect::<Result<_, _>>().unwrap();
/// assert_eq!((games.len(), games[0].tree.moves().count()), (2, 2));
/// ```
pub fn read<R: Read>(reader: R, kind: Option<Kind>) -> Games<R> {
    Games { text: Text::new(reader), kind, before: Before::AnyThenGame, over: false }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        if self.over {
            return None;
        }
        let next = cut::next_game(&mut self.text, self.before);
        self.before = Before::Blank;
        Some(next_of(&mut self.over, next)?.and_then(|(place, text)| meaning::game(&text, place, self.kind)))
    }
}
