//! Reads any format: detection, and the games of an input one by one.

use crate::error::{MAX_GAME_BYTES, MAX_LINE_BYTES, Place, ReadError};
use crate::format::Format;
use crate::json::Values;
use crate::record::Record;
use crate::text::Text;
use crate::{
    bits, diagram, ggf, json, moves, obf, pgn, position, psq, renlib, replay, rif, selfplay, sgf, wthor,
};
use heibai_games::Kind;
use heibai_words::records as said;
use std::io::{Chain, Cursor, Read};

const HEAD: usize = 64 << 10;

/// What is known about an input in advance.
#[derive(Clone, Debug, Default)]
pub struct Hint {
    /// The format; `None` to detect it.
    pub format: Option<Format>,
    /// The game, if the content does not name one.
    pub kind: Option<Kind>,
    /// The names for the numbers in a WTHOR database.
    pub names: wthor::Names,
}

impl Hint {
    /// The hint of a file name.
    pub fn from_name(name: &str) -> Hint {
        Hint { format: Format::from_file_name(name), ..Hint::default() }
    }
}

type Source<R> = Chain<Cursor<Vec<u8>>, R>;

/// The games of an input, one by one. After an error the next game follows if the format shows where it begins.
pub struct Games<R> {
    format: Format,
    kind: Option<Kind>,
    names: wthor::Names,
    reader: Reader<R>,
}

enum Reader<R> {
    Sgf(Box<sgf::Games<Source<R>>>),
    Ggf(Box<ggf::Games<Source<R>>>),
    Wthor(Box<wthor::Games<Source<R>>>),
    Lib(Box<renlib::Parts<Source<R>>>),
    Rif(Box<rif::Games<Source<R>>>),
    Pgn(Box<pgn::Games<Source<R>>>),
    Selfplay(Box<selfplay::Games<Source<R>>>),
    Json(Box<Values<Source<R>>>),
    Lines(Box<Text<Source<R>>>),
    /// A format of one game per file.
    One(Option<Box<Result<Record, ReadError>>>),
}

/// Opens an input in any format.
pub fn read_any<R: Read>(mut reader: R, hint: Hint) -> Result<Games<R>, ReadError> {
    let mut head = Vec::new();
    let got = reader.by_ref().take(HEAD as u64).read_to_end(&mut head);
    got.map_err(|error| {
        ReadError::new(Place::START, crate::Fault::Source(heibai_words::failures::system(&error)))
    })?;
    let format = hint.format.unwrap_or_else(|| detect(&head));
    let source = Cursor::new(head).chain(reader);
    let reader = match format {
        Format::Sgf => Reader::Sgf(Box::new(sgf::read(source, hint.kind))),
        Format::Ggf => Reader::Ggf(Box::new(ggf::read(source))),
        Format::Wthor => Reader::Wthor(Box::new(wthor::read(source)?)),
        Format::Lib => Reader::Lib(Box::new(renlib::read(source)?)),
        Format::Rif => Reader::Rif(Box::new(rif::read(source))),
        Format::Pgn => Reader::Pgn(Box::new(pgn::read(source))),
        Format::Selfplay => Reader::Selfplay(Box::new(selfplay::read(source))),
        Format::Json | Format::Replay => Reader::Json(Box::new(Values::new(Text::new(source)))),
        Format::Psq => Reader::One(Some(Box::new(psq::read(source)))),
        Format::Diagram => {
            let text = Text::new(source).rest(MAX_LINE_BYTES)?;
            Reader::One(Some(Box::new(diagram::read(&text, hint.kind, Place::START))))
        }
        Format::Obf | Format::Moves | Format::Position | Format::Bits => {
            Reader::Lines(Box::new(Text::new(source)))
        }
    };
    Ok(Games { format, kind: hint.kind, names: hint.names, reader })
}

/// Detects the format from the beginning of an input.
///
/// ```
/// use heibai_records::{Format, detect};
/// assert_eq!(detect(b"(;GM[1]FF[4]SZ[19])"), Format::Sgf);
/// assert_eq!(detect(b"f5d6c3"), Format::Moves);
/// ```
pub fn detect(head: &[u8]) -> Format {
    if wthor::is_header(head) {
        return Format::Wthor;
    }
    if renlib::is_header(head) {
        return Format::Lib;
    }
    if selfplay::is_head(head) {
        return Format::Selfplay;
    }
    // Without its zeros, UTF-16 looks like ASCII.
    let plain: Vec<u8> = head.iter().copied().filter(|&byte| byte != 0).collect();
    let text = String::from_utf8_lossy(&plain);
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\u{fffd}');
    match text.chars().next() {
        Some('(') if ggf::is_head(text) => Format::Ggf,
        Some('(') => Format::Sgf,
        Some('[') if pgn::is_head(text) => Format::Pgn,
        Some('{' | '[') if replay::is_head(text) => Format::Replay,
        Some('{' | '[') => Format::Json,
        _ if psq::is_head(text) => Format::Psq,
        _ if rif::is_head(text) => Format::Rif,
        _ if text.contains("(;") => {
            if ggf::is_head(text) {
                Format::Ggf
            } else {
                Format::Sgf
            }
        }
        _ if diagram::is_head(text) => Format::Diagram,
        _ => detect_line(text.lines().find(|line| !is_remark(line)).unwrap_or_default()),
    }
}

fn is_remark(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with(['#', '%'])
}

fn detect_line(line: &str) -> Format {
    let line = line.trim();
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let named = first.parse::<Kind>().is_ok();
    let board = first.trim_end_matches(';');
    let flat = board.chars().count() >= 16 && board.chars().all(|c| position::stone(c).is_some());
    match line {
        _ if named || position::is_rows(line) => Format::Position,
        _ if bits::is_line(line) => Format::Bits,
        _ if flat => Format::Obf,
        _ => Format::Moves,
    }
}

fn read_line(line: &str, kind: Option<Kind>, place: Place) -> Result<Record, ReadError> {
    let blank = line.len() - line.trim_start().len();
    let place = place.after(&line[..blank]);
    let line = line.trim();
    match detect_line(line) {
        Format::Position => position::read_of(line, kind, place),
        Format::Bits => bits::read(line, place),
        Format::Obf if line.contains(';') => obf::read_line(line, place),
        Format::Obf => position::read_flat(line, kind, place),
        _ => moves::read(line, kind, place),
    }
}

impl<R: Read> Games<R> {
    /// The format that was given or detected.
    pub fn format(&self) -> Format {
        self.format
    }

    fn next_line(&mut self) -> Option<Result<Record, ReadError>> {
        let Reader::Lines(text) = &mut self.reader else { return None };
        loop {
            match text.line(MAX_LINE_BYTES) {
                Ok(Some((_, line))) if is_remark(&line) => {}
                Ok(Some((place, line))) => return Some(read_line(&line, self.kind, place)),
                Ok(None) => return None,
                Err(error) => {
                    self.reader = Reader::One(None);
                    return Some(Err(error));
                }
            }
        }
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        match &mut self.reader {
            Reader::Sgf(games) => games.next(),
            Reader::Ggf(games) => games.next(),
            Reader::Wthor(games) => Some(games.next()?.map(|game| game.record(&self.names))),
            Reader::Lib(parts) => parts.next(),
            Reader::Rif(games) => games.next(),
            Reader::Pgn(games) => games.next(),
            Reader::Selfplay(games) => games.next_record(),
            Reader::Json(values) => Some(values.next()?.and_then(|(place, text)| {
                if replay::is_head(&text) && !text.contains("\"format\"") {
                    replay::read(&text, place)
                } else {
                    json::read_game(&text, place)
                }
            })),
            Reader::One(game) => game.take().map(|game| *game),
            Reader::Lines(_) => self.next_line(),
        }
    }
}

/// Reads one game from text in any format: a position, moves, or a whole file.
///
/// ```
/// use heibai_games::Kind;
/// use heibai_records::read_text;
/// let record = read_text("f5d6c3d3c4", Some(Kind::Othello)).unwrap();
/// assert_eq!(record.tree.moves().count(), 5);
/// assert_eq!(record.replay().unwrap().moves().len(), 5);
/// ```
pub fn read_text(text: &str, kind: Option<Kind>) -> Result<Record, ReadError> {
    if text.len() > MAX_GAME_BYTES {
        return Err(ReadError::too_large(Place::START, said::more_than_a_game()));
    }
    let mut games = read_any(text.as_bytes(), Hint { kind, ..Hint::default() })?;
    games.next().unwrap_or_else(|| Err(ReadError::malformed(Place::START, said::empty_text())))
}
