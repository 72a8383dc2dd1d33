//! Move strings: `f5d6c3...` (Othello), `h8h9i8...` (Gomoku), `q16d4q3...` (Go), with or without spaces and move numbers.

use crate::error::{Place, ReadError};
use crate::record::Record;
use crate::tree::{NodeId, Step, Tree};
use heibai_games::kind::{Choice, Passing};
use heibai_games::{AnyPosition, Color, Kind, Move, Point, Position};
use heibai_words::{Say, records as said};

/// Builds a record from moves without colours; forced passes may be missing. After an illegal move the colours simply
/// alternate; replaying the record then reports the error.
pub struct Recorder {
    record: Record,
    position: Option<AnyPosition>,
    next: Color,
    at: NodeId,
}

impl Recorder {
    /// Adds moves to `record`, which has none yet.
    pub fn new(record: Record) -> Recorder {
        let position = record.start().ok();
        let next = position.as_ref().map_or(Color::Black, Position::turn);
        Recorder { record, position, next, at: Tree::ROOT }
    }

    /// Adds a move of the side to move.
    pub fn push(&mut self, mv: Move) -> &mut Step {
        let color = self.mover(mv);
        self.next = !color;
        self.at = self.record.tree.add(self.at, Step::of(color, mv));
        self.last_mut()
    }

    fn mover(&mut self, mv: Move) -> Color {
        let Some(position) = &mut self.position else { return self.next };
        if mv != Move::Pass && position.must_pass() {
            position.play_unchecked(Move::Pass, &mut ());
        }
        let color = position.turn();
        if position.play(mv).is_ok() {
            return color;
        }
        self.position = None;
        self.next
    }

    /// The last step, or the root's.
    pub(crate) fn last_mut(&mut self) -> &mut Step {
        &mut self.record.tree.node_mut(self.at).step
    }

    /// The record so far.
    pub(crate) fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// The finished record.
    pub fn finish(self) -> Record {
        self.record
    }
}

/// Reads a line of moves. If the game is not given, it is Othello if all points are on 8x8 and the first four moves are
/// legal there, Go if it looks like Go, and otherwise Gomoku.
pub fn read(line: &str, kind: Option<Kind>, place: Place) -> Result<Record, ReadError> {
    let tokens = tokens(line, place)?;
    if tokens.is_empty() {
        return Err(ReadError::malformed(place, said::no_move_in_line()));
    }
    let go_size = go_size(&tokens);
    let kind = kind.unwrap_or_else(|| match go_size {
        _ if looks_like_othello(&tokens) => Kind::Othello,
        Some(_) => Kind::Go,
        None => Kind::Gomoku,
    });
    let beyond = |(_, token): &(usize, Token)| matches!(token, Token::Point(text) if kind.notation().read(text, 15).is_err());
    let mut choice = Choice::default();
    if kind == Kind::Gomoku && tokens.iter().any(beyond) {
        choice = Choice { size: Some(20), rules: Some("freestyle".to_owned()), ..choice };
    }
    if kind == Kind::Go {
        choice.size = go_size;
    }
    let rules = kind.rules(&choice).map_err(|bad| ReadError::unsupported(place, bad.text()))?;
    let size = rules.size();
    let mut recorder = Recorder::new(Record::new(rules));
    for (at, token) in tokens {
        let mv = match token {
            Token::Pass => Move::Pass,
            Token::Point(text) => {
                let bad = |bad: heibai_games::board::BadPoint| {
                    ReadError::malformed(place.after(&line[..at]), bad.text())
                };
                Move::Place(kind.notation().read(text, size).map_err(bad)?)
            }
        };
        recorder.push(mv);
    }
    Ok(recorder.finish())
}

#[derive(Clone, Copy)]
enum Token<'a> {
    Point(&'a str),
    Pass,
}

/// Whether every point is on the 8x8 board and the first four moves are legal in Othello. That is rare in other games,
/// and tolerates an error later in the game.
fn looks_like_othello(tokens: &[(usize, Token)]) -> bool {
    let Ok(rules) = Kind::Othello.rules(&Choice::default()) else { return false };
    let mut position = AnyPosition::start(&rules);
    tokens.iter().enumerate().all(|(index, (_, token))| {
        let Token::Point(text) = token else { return true };
        let point = Kind::Othello.notation().read(text, position.size());
        point.is_ok_and(|point| index >= 4 || position.play(Move::Place(point)).is_ok())
    })
}

/// In the first moves of Go, but not of Gomoku, stones are farther than this from all others.
const FAR: usize = 5;
const FIRST_MOVES: usize = 4;

/// The usual Go board that a line fits on, if it looks like Go: a pass, a point played twice, a point outside Gomoku's
/// 15x15, first stones far apart, or a game in one corner of 15x15. Go's columns have no I.
fn go_size(tokens: &[(usize, Token)]) -> Option<usize> {
    let notation = Kind::Go.notation();
    let mut points = Vec::new();
    for (_, token) in tokens {
        if let Token::Point(text) = token {
            points.push(notation.read(text, LARGEST).ok()?);
        }
    }
    // Gomoku usually begins in the centre of its board; no game of Go begins there.
    if tokens
        .first()
        .is_some_and(|(_, token)| matches!(token, Token::Point(text) if text.eq_ignore_ascii_case("h8")))
    {
        return None;
    }
    let reach = |point: &Point| (point.x(LARGEST) + 1).max(LARGEST - point.y(LARGEST));
    let size = [9, 13].into_iter().find(|&size| points.iter().all(|point| reach(point) <= size));
    let passes = points.len() < tokens.len();
    let is_again = (1..points.len()).any(|n| points[..n].contains(&points[n]));
    let is_beyond = points.iter().any(|point| reach(point) > 15);
    let apart =
        |a: Point, b: Point| a.x(LARGEST).abs_diff(b.x(LARGEST)).max(a.y(LARGEST).abs_diff(b.y(LARGEST)));
    let is_far = |&n: &usize| points[..n].iter().all(|&other| apart(points[n], other) > FAR);
    let far = (1..points.len().min(FIRST_MOVES)).filter(is_far).count();
    let at_edge = |point: &Point| point.x(LARGEST) < 2 || LARGEST - point.y(LARGEST) <= 2;
    let in_corner = size == Some(9) && points.iter().any(at_edge);
    (passes || is_again || is_beyond || far >= 2 || in_corner).then_some(size.unwrap_or(LARGEST))
}

/// The largest usual board of Go.
const LARGEST: usize = 19;

fn tokens(line: &str, place: Place) -> Result<Vec<(usize, Token<'_>)>, ReadError> {
    let bytes = line.as_bytes();
    let run = |from: usize, test: fn(&u8) -> bool| bytes[from..].iter().take_while(|b| test(b)).count();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let wrong = || {
            let found: String = line[at..].chars().take(1).collect();
            ReadError::malformed(place.after(&line[..at]), said::not_a_move(&found))
        };
        match bytes[at] {
            b' ' | b'\t' | b',' => at += 1,
            b'-' if bytes.get(at + 1) == Some(&b'-') => {
                tokens.push((at, Token::Pass));
                at += 2;
            }
            b'0'..=b'9' => {
                // A move number with its full stop: `12.`
                let digits = run(at, u8::is_ascii_digit);
                if bytes.get(at + digits) != Some(&b'.') {
                    return Err(wrong());
                }
                at += digits + 1;
            }
            letter if letter.is_ascii_alphabetic() => {
                let letters = run(at, u8::is_ascii_alphabetic);
                if let Some(length) = pass_word(&line[at..at + letters]) {
                    tokens.push((at, Token::Pass));
                    at += length;
                    continue;
                }
                let digits = run(at + 1, u8::is_ascii_digit);
                if digits == 0 {
                    return Err(wrong());
                }
                tokens.push((at, Token::Point(&line[at..at + 1 + digits])));
                at += 1 + digits;
            }
            _ => return Err(wrong()),
        }
    }
    Ok(tokens)
}

/// The length of the word for a pass at the start of a text.
fn pass_word(letters: &str) -> Option<usize> {
    let lower = letters.to_ascii_lowercase();
    ["pass", "pa", "ps"].iter().find(|word| lower.starts_with(**word)).map(|word| word.len())
}

/// The main line as one string. Othello's passes are left out unless `passes` is set.
///
/// ```
/// use heibai_games::Kind;
/// use heibai_records::{moves, read_text};
/// let record = read_text("F5D6C3", Some(Kind::Othello)).unwrap();
/// assert_eq!(moves::write(&record, false), "f5d6c3");
/// ```
pub fn write(record: &Record, passes: bool) -> String {
    let (notation, size) = (record.kind().notation(), record.size());
    let mut text = String::new();
    for (_, mv) in record.tree.moves() {
        match mv {
            Move::Place(point) => text.push_str(&notation.write(point, size).to_ascii_lowercase()),
            Move::Pass if passes || record.kind().passing() != Passing::Forced => text.push_str("pass"),
            Move::Pass => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(line: &str) -> Record {
        read(line, None, Place::START).unwrap()
    }

    #[test]
    fn blanks_numbers_and_capitals_change_nothing() {
        let plain = moves("f5d6c3d3");
        assert_eq!(plain.kind(), Kind::Othello);
        for other in ["F5 D6 C3 D3", "1. f5 2. d6 3. c3 4. d3", "f5,d6,c3,d3"] {
            assert_eq!(moves(other), plain, "{other}");
        }
        assert_eq!(write(&plain, false), "f5d6c3d3");
    }

    #[test]
    fn a_line_that_othello_does_not_know_is_gomoku() {
        let record = moves("h8h9i8");
        assert_eq!((record.kind(), record.size()), (Kind::Gomoku, 15));
        assert_eq!(write(&record, false), "h8h9i8");
        assert_eq!(moves("h8t20").size(), 20);
        assert_eq!(moves("f5d6i1").kind(), Kind::Gomoku);
        assert_eq!(moves("e6f5").kind(), Kind::Gomoku);
        assert_eq!(moves("f5d6c3d3a1").kind(), Kind::Othello);
    }

    #[test]
    fn go_is_not_read_as_gomoku() {
        for (line, size) in [
            ("Q16 D4 Q4 D16 C6", 19),
            ("d4 k4 d10 k10 g3", 13),
            ("E5 C3 G3 C7 G7 B2", 9),
            ("e5 e4 pass", 9),
            ("c3 c4 d4 c5 c4", 9),
        ] {
            let record = moves(line);
            assert_eq!((record.kind(), record.size()), (Kind::Go, size), "{line}");
        }
        // Go has no column I, and no board that Gomoku has not is needed.
        for line in ["h8 i9 i7 a1", "h8 g9 j7 f6", "e5 f6 g7 h8 j10"] {
            assert_eq!(moves(line).kind(), Kind::Gomoku, "{line}");
        }
        assert_eq!(read("q16d4", Some(Kind::Gomoku), Place::START).unwrap().size(), 20);
    }

    #[test]
    fn errors_have_columns() {
        for (line, column) in [("f5d6?", 5), ("f5 d", 4), ("f5 12", 4), ("h8z9", 3), ("h8é", 3)] {
            let error = read(line, None, Place::START).unwrap_err();
            assert_eq!(error.place.column(), column, "{line}: {error}");
        }
    }
}
