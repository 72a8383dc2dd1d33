//! Othello games in chess's PGN: tags such as `[Black "name"]`, then numbered moves and the score.
//!
//! ```text
//! [Event "Open"]
//! [Black "one"]
//! [White "two"]
//! [Result "34-30"]
//!
//! 1. f5 d6 2. c3 d3 {a comment} 34-30
//! ```
//!
//! Passes (`--`, `pa`, `pass`) may be left out. Variations in parentheses are skipped.

use crate::error::{MAX_GAME_BYTES, MAX_LINE_BYTES, Place, ReadError, excerpt, next_of};
use crate::moves::Recorder;
use crate::record::{Ending, Info, Record};
use crate::text::Text;
use heibai_games::kind::Choice;
use heibai_games::{HalfPoints, Kind, Move, Outcome, Reason, Score};
use heibai_words::{Say, records as said};
use std::io::Read;

/// The games of a file, one by one. After an error the next game follows.
pub struct Games<R> {
    text: Text<R>,
    /// The first tag of the next game, if it was already read.
    tag: Option<(Place, String)>,
    over: bool,
}

/// Reads the games of a file.
///
/// ```
/// use heibai_records::pgn;
/// let file = "[Black \"a\"]\n[Result \"33-31\"]\n\n1. f5 d6 2. c3\n33-31\n";
/// let game = pgn::read(file.as_bytes()).next().unwrap().unwrap();
/// assert_eq!((game.info.black.name.as_str(), game.tree.moves().count()), ("a", 3));
/// ```
pub fn read<R: Read>(reader: R) -> Games<R> {
    Games { text: Text::new(reader), tag: None, over: false }
}

/// Whether text begins like PGN: a bracket, a name and a quoted value.
pub(crate) fn is_head(text: &str) -> bool {
    text.lines().next().is_some_and(|line| tag(line.trim()).is_some())
}

/// The name and the value of `[Name "value"]`.
fn tag(line: &str) -> Option<(&str, String)> {
    let (name, value) = line.strip_prefix('[')?.split_once(char::is_whitespace)?;
    let value = value.trim().strip_suffix(']')?.trim().strip_prefix('"')?.strip_suffix('"')?;
    let named = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    named.then(|| (name, value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

impl<R: Read> Games<R> {
    fn next_game(&mut self) -> Result<Option<(Info, Place, String)>, ReadError> {
        let mut info = Info::default();
        let (mut tagged, mut moves, mut place) = (false, String::new(), None);
        loop {
            let line = match self.tag.take() {
                Some(tag) => Some(tag),
                None => self.text.line(MAX_LINE_BYTES)?,
            };
            let Some((at, line)) = line else {
                let found = tagged || place.is_some();
                return Ok(found.then(|| (info, place.unwrap_or(self.text.place()), moves)));
            };
            match tag(line.trim()) {
                Some(_) if place.is_some() => {
                    self.tag = Some((at, line));
                    return Ok(Some((info, place.unwrap_or(at), moves)));
                }
                Some((name, value)) => {
                    tagged = true;
                    set(&mut info, name, value);
                }
                None if line.trim().is_empty() && place.is_none() => {}
                None if moves.len() + line.len() > MAX_GAME_BYTES => {
                    return Err(ReadError::too_large(at, said::large_game(MAX_GAME_BYTES)));
                }
                None => {
                    place.get_or_insert(at);
                    moves.push_str(&line);
                    moves.push('\n');
                }
            }
        }
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        if self.over {
            return None;
        }
        let next = self.next_game();
        let game = next_of(&mut self.over, next)?;
        Some(game.and_then(|(info, place, moves)| read_moves(info, &moves, place)))
    }
}

fn set(info: &mut Info, name: &str, value: String) {
    // In PGN `?` means unknown.
    let value = if value.chars().all(|c| matches!(c, '?' | '.')) { String::new() } else { value };
    match name.to_ascii_lowercase().as_str() {
        "black" => info.black.name = value,
        "white" => info.white.name = value,
        "blackelo" | "blackrating" => info.black.rating = value,
        "whiteelo" | "whiterating" => info.white.rating = value,
        "event" => info.event = value,
        "site" => info.place = value,
        "round" => info.round = value,
        "date" => info.date = value.replace('.', "-"),
        "timecontrol" => info.time = value,
        "result" => info.result = read_result(&value),
        _ => {}
    }
}

/// `34-30`: Black's discs and White's; also `1-0`, `0-1` and `1/2-1/2`.
fn read_result(text: &str) -> Option<Ending> {
    if text.trim() == "1/2-1/2" {
        return Some(Ending::new(None, None));
    }
    let (black, white) = text.trim().split_once('-')?;
    let discs = |text: &str| text.trim().parse::<i32>().ok().filter(|discs| (0..=100).contains(discs));
    let score = Score { black: HalfPoints::whole(discs(black)?), white: HalfPoints::whole(discs(white)?) };
    let counted = Outcome::counted(score, HalfPoints(0), Reason::BoardFull);
    let is_count = score.black.0 + score.white.0 > 2;
    let ending = Ending::new(counted.winner, None);
    Some(if is_count { Ending { margin: counted.margin, score: Some(score), ..ending } } else { ending })
}

fn read_moves(info: Info, text: &str, place: Place) -> Result<Record, ReadError> {
    let rules =
        Kind::Othello.rules(&Choice::default()).map_err(|bad| ReadError::malformed(place, bad.text()))?;
    let mut record = Record::new(rules);
    let size = record.size();
    record.info = info;
    let mut recorder = Recorder::new(record);
    for (at, word) in words(text) {
        let wrong = |reason| ReadError::malformed(place.after(&text[..at]), reason);
        match word {
            Word::Comment(words) => recorder.last_mut().comment.push_str(words.trim()),
            Word::Open => return Err(wrong(said::unclosed_remark())),
            Word::Plain(word) => {
                let name = word.trim_start_matches(|c: char| c.is_ascii_digit());
                let name = if name.starts_with('.') { name.trim_start_matches('.') } else { word };
                let name = name.trim_end_matches(['!', '?', '+', '#']);
                if name.is_empty() || name.starts_with('$') || name == "*" {
                    continue;
                }
                if let Some(ending) = read_result(name) {
                    recorder.record_mut().info.result.get_or_insert(ending);
                    continue;
                }
                let passes = ["--", "pa", "ps", "pass"];
                let mv = if passes.iter().any(|pass| name.eq_ignore_ascii_case(pass)) {
                    Move::Pass
                } else {
                    let point = Kind::Othello.notation().read(name, size);
                    Move::Place(point.map_err(|_| wrong(said::not_a_move(&excerpt(name))))?)
                };
                recorder.push(mv);
            }
        }
    }
    Ok(recorder.finish())
}

enum Word<'a> {
    Plain(&'a str),
    Comment(&'a str),
    /// An unclosed comment or variation.
    Open,
}

/// The words and comments of a text, with their offsets; variations are skipped.
fn words(text: &str) -> impl Iterator<Item = (usize, Word<'_>)> {
    let mut at = 0;
    let mut depth = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let blank = rest.len() - rest.trim_start().len();
            let (from, rest) = (at + blank, &rest[blank..]);
            let first = rest.chars().next();
            let (length, word) = match first {
                None if depth > 0 => (usize::MAX - from, Word::Open),
                None => return None,
                Some('{') => match rest.find('}') {
                    Some(end) => (end + 1, Word::Comment(&rest[1..end])),
                    None => (usize::MAX - from, Word::Open),
                },
                Some(';') => {
                    let end = rest.find('\n').unwrap_or(rest.len());
                    (end, Word::Comment(&rest[1..end]))
                }
                Some(bracket @ ('(' | ')')) => {
                    depth = if bracket == '(' { depth + 1 } else { usize::saturating_sub(depth, 1) };
                    at = from + 1;
                    continue;
                }
                Some(_) => {
                    let ends = |c: char| c.is_whitespace() || "{;()".contains(c);
                    let end = rest.find(ends).unwrap_or(rest.len());
                    (end, Word::Plain(&rest[..end]))
                }
            };
            at = from + length;
            if depth == 0 || matches!(word, Word::Open) {
                return Some((from, word));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Color;

    const FILE: &str = "[Event \"Open\"]\n[Date \"2026.11.16\"]\n[Round \"?\"]\n[Black \"a \\\"b\\\"\"]\n[White \"c\"]\n\
        [Result \"40-24\"]\n\n1. f5 d6 {usual}\n2. c3 (2. d3 c3) d3 3.C4! 40-24\n\n\
        [Black \"d\"]\n[Result \"0-1\"]\n1. F5 D6\n3. C3 *\n";

    #[test]
    fn othello_pgn_is_read() {
        let games: Vec<Record> = read(FILE.as_bytes()).collect::<Result<_, _>>().unwrap();
        assert_eq!(crate::detect(FILE.as_bytes()), crate::Format::Pgn);
        let lines: Vec<String> = games.iter().map(|game| crate::moves::write(game, false)).collect();
        assert_eq!(lines, ["f5d6c3d3c4", "f5d6c3"]);
        let info = &games[0].info;
        assert_eq!(
            (info.black.name.as_str(), info.date.as_str(), info.round.as_str()),
            ("a \"b\"", "2026-11-16", "")
        );
        let ending = info.result.unwrap();
        assert_eq!((ending.winner, ending.margin), (Some(Color::Black), Some(HalfPoints::whole(16))));
        let second = games[0].tree.main_line().nth(2).unwrap();
        assert_eq!(games[0].tree.step(second).comment, "usual");
        let ending = games[1].info.result.unwrap();
        assert_eq!((ending.winner, ending.margin), (Some(Color::White), None));
    }

    #[test]
    fn errors_have_places_and_the_next_game_follows() {
        let file = FILE.replace("c3 (2.", "z3 (2.");
        let games: Vec<_> = read(file.as_bytes()).collect();
        let error = games[0].clone().unwrap_err();
        assert_eq!((error.place.line(), error.place.column()), (9, 4), "{error}");
        assert!(games[1].is_ok());
        for open in ["1. f5 {never", "1. f5 (2. d6"] {
            assert!(read(open.as_bytes()).next().unwrap().is_err(), "{open}");
        }
    }
}
