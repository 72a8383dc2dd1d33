//! Why a file cannot be read, and where; and the limits against hostile files.

use heibai_words::{Say, Text, display_as_text, names, records as said};

/// The largest game, in bytes of text. A file may hold any number of games.
pub const MAX_GAME_BYTES: usize = 64 << 20;
/// The largest number of nodes in a game tree.
pub const MAX_NODES: usize = 1 << 20;
/// The longest line of a line-based format, in bytes.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// What is wrong with the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Violates the format.
    Malformed(Text),
    /// Well-formed, but of a game, board or version that is not supported.
    Unsupported(Text),
    /// Beyond a limit of this crate.
    TooLarge(Text),
    /// Bytes that are invalid in the file's encoding.
    Encoding(Text),
    /// The source could not be read.
    Source(Text),
}

display_as_text!(Fault, Place, ReadError);

impl Say for Fault {
    fn text(&self) -> Text {
        match self {
            Fault::Malformed(reason)
            | Fault::Unsupported(reason)
            | Fault::TooLarge(reason)
            | Fault::Encoding(reason)
            | Fault::Source(reason) => reason.clone(),
        }
    }
}

/// A place in the input: lines and columns of characters from 1, or a byte offset in binary files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// In a text.
    Text {
        /// The line, from 1.
        line: u64,
        /// The character in the line, from 1.
        column: u64,
    },
    /// In a binary file: a byte offset.
    Byte(u64),
}

impl Place {
    /// The first character of a text.
    pub const START: Place = Place::Text { line: 1, column: 1 };

    /// The place after `text`.
    pub(crate) fn after(self, text: &str) -> Place {
        let Place::Text { mut line, mut column } = self else {
            let Place::Byte(at) = self else { return self };
            return Place::Byte(at + text.len() as u64);
        };
        for c in text.chars() {
            if c == '\n' {
                line += 1;
                column = 1;
            } else {
                column += 1;
            }
        }
        Place::Text { line, column }
    }

    /// The line; 0 in binary files.
    pub fn line(self) -> u64 {
        if let Place::Text { line, .. } = self { line } else { 0 }
    }

    /// The column, or the byte offset in binary files.
    pub fn column(self) -> u64 {
        match self {
            Place::Text { column, .. } => column,
            Place::Byte(at) => at,
        }
    }
}

impl Say for Place {
    fn text(&self) -> Text {
        match *self {
            Place::Text { line, column } => said::at_line(line, column),
            Place::Byte(at) => said::at_byte(at),
        }
    }
}

/// Why the input cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Where it is wrong.
    pub place: Place,
    /// What is wrong.
    pub fault: Fault,
}

impl ReadError {
    /// An error at a place.
    pub fn new(place: Place, fault: Fault) -> ReadError {
        ReadError { place, fault }
    }

    pub(crate) fn malformed(place: Place, reason: Text) -> ReadError {
        ReadError::new(place, Fault::Malformed(reason))
    }

    pub(crate) fn unsupported(place: Place, reason: Text) -> ReadError {
        ReadError::new(place, Fault::Unsupported(reason))
    }

    pub(crate) fn too_large(place: Place, reason: Text) -> ReadError {
        ReadError::new(place, Fault::TooLarge(reason))
    }
}

impl Say for ReadError {
    fn text(&self) -> Text {
        names::because(self.place.text(), self.fault.text())
    }
}

impl std::error::Error for ReadError {}

/// The next item of a stream; sets `over` at its end and after an error.
pub(crate) fn next_of<T>(
    over: &mut bool,
    next: Result<Option<T>, ReadError>,
) -> Option<Result<T, ReadError>> {
    let next = next.transpose();
    *over = !matches!(next, Some(Ok(_)));
    next
}

/// The start of a piece of input, short enough for a message.
pub(crate) fn excerpt(text: &str) -> String {
    let short: String = text.chars().take(24).collect();
    if short.len() < text.len() { format!("{short}...") } else { short }
}
