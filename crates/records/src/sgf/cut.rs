//! Splits a stream of SGF text into games.

use super::syntax::goes_on;
use crate::error::{MAX_GAME_BYTES, Place, ReadError};
use crate::text::Text;
use heibai_words::records as said;
use std::io::Read;

/// What may come before a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Before {
    /// Any text, but a game must follow: before the first game.
    AnyThenGame,
    /// White space, or the end: between games.
    Blank,
    /// Any text, or the end.
    Any,
}

/// The text of the next game from `(` to its `)`, with its place; `None` at the end.
pub(crate) fn next_game<R: Read>(
    text: &mut Text<R>,
    before: Before,
) -> Result<Option<(Place, String)>, ReadError> {
    if !find_start(text, before)? {
        return Ok(None);
    }
    let place = text.place();
    let mut scan = Scan::default();
    let mut at = 0;
    loop {
        if let Some(end) = scan.run(text.waiting(), at) {
            return Ok(Some((place, text.take(end).to_owned())));
        }
        at = text.waiting().len();
        if at > MAX_GAME_BYTES {
            return Err(ReadError::too_large(place, said::large_game(MAX_GAME_BYTES)));
        }
        if !text.more()? {
            return Err(unfinished(place, text.waiting(), &scan));
        }
    }
}

fn unfinished(place: Place, game: &str, scan: &Scan) -> ReadError {
    if scan.in_value && !scan.closing {
        let opened = place.after(&game[..scan.opened]);
        return ReadError::malformed(opened, said::open_value());
    }
    ReadError::malformed(place.after(game), said::open_trees(scan.depth))
}

/// Skips to the next `(`; false if there is none.
fn find_start<R: Read>(text: &mut Text<R>, before: Before) -> Result<bool, ReadError> {
    let mut skipped = 0;
    loop {
        let waiting = text.waiting();
        let blank = waiting.len() - waiting.trim_start_matches(is_blank).len();
        if let Some(at) = opening(waiting) {
            if before == Before::Blank && at != blank {
                return Err(stray(text, blank));
            }
            text.take(at);
            return Ok(true);
        }
        // A '(' at the end may open a game whose ';' was not read yet.
        let keep = waiting.rfind('(').filter(|&at| waiting[at + 1..].chars().all(is_blank));
        let skip = keep.unwrap_or(waiting.len());
        if before == Before::Blank && blank < waiting.len() && keep != Some(blank) {
            return Err(stray(text, blank));
        }
        skipped += skip;
        text.take(skip);
        if skipped > MAX_GAME_BYTES || text.waiting().len() > MAX_GAME_BYTES {
            return Err(ReadError::malformed(text.place(), said::nothing_opens()));
        }
        if !text.more()? {
            return no_start(text, before);
        }
    }
}

fn no_start<R: Read>(text: &mut Text<R>, before: Before) -> Result<bool, ReadError> {
    let blank = text.waiting().chars().all(is_blank);
    match before {
        Before::Any => Ok(false),
        Before::Blank if blank => Ok(false),
        _ => Err(ReadError::malformed(text.place(), said::no_game())),
    }
}

fn stray<R: Read>(text: &mut Text<R>, blank: usize) -> ReadError {
    text.take(blank);
    let found: String = text.waiting().chars().take(1).collect();
    ReadError::malformed(text.place(), said::between_games(&found))
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}' || c == '\0'
}

/// The offset of the first `(` that is followed by `;`.
fn opening(text: &str) -> Option<usize> {
    let mut candidate = None;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => candidate = candidate.or(Some(at)),
            b';' if candidate.is_some() => return candidate,
            _ if byte.is_ascii_whitespace() => {}
            _ => candidate = None,
        }
    }
    None
}

/// Tracks brackets and parentheses across chunks of text.
#[derive(Default)]
struct Scan {
    depth: usize,
    in_value: bool,
    escaped: bool,
    /// The last byte was a bracket that closes a value, unless the next character continues it.
    closing: bool,
    opened: usize,
}

impl Scan {
    /// Continues at byte `from`; returns the end of the game if it is reached.
    fn run(&mut self, text: &str, from: usize) -> Option<usize> {
        for (at, byte) in text.bytes().enumerate().skip(from) {
            if std::mem::take(&mut self.closing) {
                self.in_value = goes_on(&text[at..]);
            }
            if self.in_value {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b']' => self.closing = true,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'[' => (self.in_value, self.opened) = (true, at),
                b'(' => self.depth += 1,
                b')' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return Some(at + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }
}
