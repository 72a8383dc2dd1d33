//! Gomocup's `.psq`: a header `Piskvorky 15x15, 11:11, 0`, a line `x,y,milliseconds` for each move (coordinates from 1,
//! from the top left), the two programs, how the game ended, and the rule.
//!
//! The last line begins with the rule: 0 freestyle, 1 exactly five, 4 Renju; then a name, the tournament's in Gomocup's
//! files and the rule set's in ours. Files without it are freestyle.

use crate::error::{Place, ReadError, excerpt};
use crate::moves::Recorder;
use crate::record::Record;
use crate::text::Text;
use heibai_games::kind::Choice;
use heibai_games::{Color, Kind, Move, Point};
use heibai_words::{Say, records as said};
use std::fmt::Write;
use std::io::Read;
use std::time::Duration;

/// The largest number of lines: every point of the largest board, and the other lines.
const MAX_LINES: usize = 1000;

/// Reads a PSQ file, which holds one game.
pub fn read(reader: impl Read) -> Result<Record, ReadError> {
    let mut text = Text::new(reader);
    let (place, head) =
        text.line(4096)?.ok_or_else(|| ReadError::malformed(Place::START, said::empty_file()))?;
    let size = read_size(&head).ok_or_else(|| ReadError::malformed(place, said::no_psq(&excerpt(&head))))?;
    let mut moves = Vec::new();
    let mut tail = Vec::new();
    while let Some((place, line)) = text.line(4096)? {
        if moves.len() + tail.len() > MAX_LINES {
            return Err(ReadError::too_large(place, said::many_lines(MAX_LINES)));
        }
        match read_move(&line) {
            Some((x, y, ms)) if tail.is_empty() => {
                let point = x.checked_sub(1).zip(y.checked_sub(1)).and_then(|(x, y)| Point::new(x, y, size));
                let point =
                    point.ok_or_else(|| ReadError::malformed(place, said::outside_board(x, y, size)))?;
                moves.push((point, ms));
            }
            _ => tail.push((place, line)),
        }
    }
    let names: Vec<&str> = tail.iter().map(|(_, line)| line.trim()).filter(|line| !line.is_empty()).collect();
    let rules = rules(size, names.last().copied().unwrap_or_default(), place)?;
    let mut recorder = Recorder::new(Record::new(rules));
    for (point, ms) in moves {
        recorder.push(Move::Place(point)).spent = (ms > 0).then(|| Duration::from_millis(ms));
    }
    let mut record = recorder.finish();
    let mut programs = names.iter().filter(|name| name.parse::<i64>().is_err() && !name.contains(','));
    for color in Color::BOTH {
        record.info.side_mut(color).name = programs.next().map_or_else(String::new, |name| name.to_string());
    }
    Ok(record)
}

/// Whether text begins like this format.
pub(crate) fn is_head(text: &str) -> bool {
    text.starts_with("Piskvorky")
}

fn read_size(head: &str) -> Option<usize> {
    let rest = head.trim_start_matches('\u{feff}').strip_prefix("Piskvorky")?;
    let (width, rest) = rest.trim_start().split_once('x')?;
    let height = rest.split(',').next()?;
    let (width, height): (usize, usize) = (width.trim().parse().ok()?, height.trim().parse().ok()?);
    (width == height).then_some(width)
}

fn read_move(line: &str) -> Option<(usize, usize, u64)> {
    let mut parts = line.trim().split(',').map(str::trim);
    let (x, y) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let ms: u64 = parts.next().map_or(Some(0), |ms| ms.parse().ok())?;
    parts.next().is_none().then_some((x, y, ms))
}

fn rules(size: usize, last: &str, place: Place) -> Result<heibai_games::Rules, ReadError> {
    let choice = |name: &str| Choice { size: Some(size), rules: Some(name.to_owned()), ..Choice::default() };
    let (rule, written) = last.split_once(',').unwrap_or(("0", ""));
    if let Ok(rules) = Kind::Gomoku.rules(&choice(written.trim())) {
        return Ok(rules);
    }
    let choice = match rule.trim() {
        "1" => choice("standard"),
        "4" => choice("renju"),
        _ => choice("freestyle"),
    };
    Kind::Gomoku.rules(&choice).map_err(|bad| ReadError::unsupported(place, bad.text()))
}

/// Writes the main line. Setup stones, comments and variations are lost.
///
/// ```
/// use heibai_games::Kind;
/// use heibai_records::{psq, read_text};
/// let record = read_text("h8h9i8", Some(Kind::Gomoku)).unwrap();
/// let file = psq::write(&record);
/// assert_eq!(psq::read(file.as_bytes()).unwrap().tree.moves().count(), 3);
/// ```
pub fn write(record: &Record) -> String {
    let size = record.size();
    let mut text = format!("Piskvorky {size}x{size}, 11:11, 0\n");
    for id in record.tree.main_line() {
        let step = record.tree.step(id);
        if let Some((_, Move::Place(point))) = step.mv {
            let ms = step.spent.unwrap_or_default().as_millis();
            _ = writeln!(text, "{},{},{ms}", point.x(size) + 1, point.y(size) + 1);
        }
    }
    for color in Color::BOTH {
        let name = record.info.side(color).name.replace([',', '\n', '\r'], " ");
        _ = writeln!(text, "{}", if name.trim().is_empty() { color.to_string() } else { name });
    }
    let name = record.rules.choice().rules.unwrap_or_default();
    let rule = match name.split('+').next() {
        Some("standard") => 1,
        Some("renju" | "renju-patterns") => 4,
        _ => 0,
    };
    _ = write!(text, "-1\n{rule},{name}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str =
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,3100\n7,9,1\none.zip\ntwo.zip\n-1\n0,freestyle\n";

    #[test]
    fn a_game_comes_back() {
        let record = read(GAME.as_bytes()).unwrap();
        assert_eq!(crate::moves::write(&record, false), "h8i9g7");
        assert_eq!(record.info.white.name, "two.zip");
        assert_eq!(write(&record), GAME);
        let renju = read(GAME.replace("0,freestyle", "4,renju").as_bytes()).unwrap();
        assert_eq!(renju.rules.choice().rules.as_deref(), Some("renju"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let cases = [
            ("", "an empty file"),
            ("Gomoku", "expected 'Piskvorky 15x15"),
            ("Piskvorky 15x14, 11:11, 0", "expected 'Piskvorky 15x15"),
            ("Piskvorky 1000000000x1000000000, 11:11, 0", "no 1000000000x1000000000 board"),
            ("Piskvorky 15x15, 11:11, 0\n16,1,0", "16,1 is outside the 15x15 board"),
            ("Piskvorky 15x15, 11:11, 0\n0,1,0", "0,1 is outside the 15x15 board"),
        ];
        for (text, reason) in cases {
            let error = read(text.as_bytes()).unwrap_err();
            assert!(error.to_string().contains(reason), "{text}: {error}");
        }
        let long = format!("Piskvorky 15x15, 11:11, 0\n{}", "8,8,0\n".repeat(5000));
        assert!(read(long.as_bytes()).is_err());
    }
}
