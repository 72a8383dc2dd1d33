//! Othello positions with scored moves (OBF): a flat board, the side to move, and the score of each move:
//! `--XXXXX--OOO... X; G8:+18; H1:+12;`. Lines that begin with `%` or `#` are comments.
//!
//! The moves become children of the root, in order, with their scores in discs for the side to move. An entry `--` (no
//! move) is skipped.

use crate::error::{MAX_LINE_BYTES, Place, ReadError, excerpt, next_of};
use crate::position::{read_flat, write_flat};
use crate::record::Record;
use crate::text::Text;
use crate::tree::{Step, Tree};
use heibai_games::{Impossible, Kind, Move, Position};
use heibai_words::{Say, records as said};
use std::io::Read;

/// The problems of a file, one per line.
pub struct Problems<R> {
    text: Text<R>,
    over: bool,
}

/// Reads an OBF file.
pub fn read<R: Read>(reader: R) -> Problems<R> {
    Problems { text: Text::new(reader), over: false }
}

impl<R: Read> Iterator for Problems<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        while !self.over {
            match next_of(&mut self.over, self.text.line(MAX_LINE_BYTES))? {
                Ok((_, line)) if line.trim().is_empty() || line.starts_with(['%', '#']) => {}
                found => return Some(found.and_then(|(place, line)| read_line(&line, place))),
            }
        }
        None
    }
}

/// Reads one problem.
pub fn read_line(line: &str, place: Place) -> Result<Record, ReadError> {
    let line = line.split_once('%').map_or(line, |(line, _)| line);
    let (board, entries) = line.split_once(';').unwrap_or((line, ""));
    let mut record = read_flat(board, Some(Kind::Othello), place)?;
    let position = record.start().map_err(|reason| ReadError::malformed(place, reason.text()))?;
    let turn = position.turn();
    let mut at = board.len() + 1;
    for entry in entries.split(';') {
        let here = || place.after(&line[..at.min(line.len())]);
        let text = entry.trim();
        if !text.is_empty() && !text.starts_with("--") {
            let (mv, score) = read_entry(text, record.size()).map_err(|r| ReadError::malformed(here(), r))?;
            record.tree.add(Tree::ROOT, Step { score, ..Step::of(turn, mv) });
        }
        at += entry.len() + 1;
    }
    Ok(record)
}

fn read_entry(entry: &str, size: usize) -> Result<(Move, Option<f64>), heibai_words::Text> {
    let (mv, score) = match entry.split_once(':') {
        Some((mv, score)) => (mv.trim(), Some(score.trim())),
        None => (entry, None),
    };
    let mv = if mv.eq_ignore_ascii_case("pass") || mv.eq_ignore_ascii_case("ps") {
        Move::Pass
    } else {
        Move::Place(Kind::Othello.notation().read(mv, size).map_err(|bad| bad.text())?)
    };
    let Some(score) = score else { return Ok((mv, None)) };
    let number = score.parse::<i32>().ok().filter(|score| score.abs() <= 1000);
    number.map(|n| (mv, Some(f64::from(n)))).ok_or_else(|| said::no_score(&excerpt(score)))
}

/// Writes a problem: the start of a record, and its first moves with their scores.
pub fn write(record: &Record) -> Result<String, Impossible> {
    let mut line = write_flat(&record.start()?);
    line.push(';');
    for child in record.tree.children(Tree::ROOT) {
        let step = record.tree.step(child);
        let Some((_, mv)) = step.mv else { continue };
        let name = match mv {
            Move::Place(point) => Kind::Othello.notation().write(point, record.size()).to_ascii_uppercase(),
            Move::Pass => "PASS".to_owned(),
        };
        let score = step.score.map_or_else(String::new, |score| format!(":{score:+}"));
        line.push_str(&format!(" {name}{score};"));
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Color;

    const LINE: &str =
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; D8:-4;";

    #[test]
    fn a_problem_comes_back() {
        let text = format!("% a remark\n{LINE}\n\n# another\n{LINE}\n");
        let problems: Vec<_> = read(text.as_bytes()).collect::<Result<_, _>>().unwrap();
        assert_eq!(problems.len(), 2);
        assert_eq!(write(&problems[0]).unwrap(), LINE);
        let first = problems[0].tree.children(Tree::ROOT).next().unwrap();
        let step = problems[0].tree.step(first);
        assert_eq!((step.mv.unwrap().0, step.score), (Color::Black, Some(38.0)));
    }

    #[test]
    fn errors_name_the_line_and_column() {
        let text = format!("{LINE}\n{} Z9:+1;", &LINE[..67]);
        let error = read(text.as_bytes()).nth(1).unwrap().unwrap_err();
        assert_eq!((error.place.line(), error.place.column()), (2, 68));
        for bad in ["", "--X", "X; A2:+38"] {
            assert!(read_line(bad, Place::START).is_err(), "{bad}");
        }
        assert!(read_line(&LINE.replace("+38", "+99999999999"), Place::START).is_err());
    }
}
