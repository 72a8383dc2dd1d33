//! Boards drawn with characters: one line per row from the top, with or without row numbers, column letters and frames;
//! `X`, `@`, `#` or `●` is Black, `O` or `○` White. A line such as `White to play` gives the side to move.

use crate::error::{Place, ReadError};
use crate::position::{color, flat_kind, record};
use crate::record::Record;
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Color, Kind, Point, Position};
use heibai_words::{Say, Text, records as said};
use std::fmt::Write;

/// The cells of a row; `None` if the line is no row.
pub(crate) fn row(line: &str) -> Option<Vec<Option<Color>>> {
    let inner = line.trim().trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace() || c == '|');
    let mut cells = Vec::new();
    for c in inner.chars() {
        cells.push(match c {
            'X' | 'x' | '@' | '#' | '●' => Some(Color::Black),
            'O' | 'o' | '○' => Some(Color::White),
            '.' | '·' | '+' | '*' | '-' | '_' | '×' => None,
            // Spaces and marks of the last move.
            ' ' | '\t' | '(' | ')' | '[' | ']' | '!' => continue,
            _ => return None,
        });
    }
    (cells.len() >= 2).then_some(cells)
}

/// Whether a text begins with a diagram: two rows of equal length, after at most one other line.
pub(crate) fn is_head(text: &str) -> bool {
    let mut rows = text.lines().filter(|line| !line.trim().is_empty()).take(3).map(row);
    let (first, second, third) = (rows.next().flatten(), rows.next().flatten(), rows.next().flatten());
    let alike = |a: &Option<Vec<_>>, b: &Option<Vec<_>>| {
        a.as_ref().zip(b.as_ref()).is_some_and(|(a, b)| a.len() == b.len() && a.len() <= 25)
    };
    alike(&first, &second) || alike(&second, &third)
}

/// Reads a diagram as a record without moves. `place` is where the text begins in its source.
pub fn read(text: &str, kind: Option<Kind>, place: Place) -> Result<Record, ReadError> {
    let rows: Vec<(usize, Vec<Option<Color>>)> =
        text.lines().enumerate().filter_map(|(at, line)| Some((at, row(line)?))).take(26).collect();
    let size = rows.len();
    let wrong = |line: usize, reason: Text| {
        ReadError::malformed(Place::Text { line: place.line() + line as u64, column: 1 }, reason)
    };
    if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != size) {
        return Err(wrong(*line, said::other_row(row.len(), size)));
    }
    let named = kind.map(|kind| (kind, size)).or_else(|| flat_kind(size * size));
    let (kind, size) = named.ok_or_else(|| wrong(0, said::no_game_on(size)))?;
    let cells: Vec<Option<Color>> = rows.into_iter().flat_map(|(_, row)| row).collect();
    let said = text.lines().filter(|line| row(line).is_none()).find_map(side);
    let turn = said.unwrap_or_else(|| crate::position::side_left(&cells));
    let mut choice = Choice { size: Some(size), ..Choice::default() };
    if kind == Kind::Gomoku && size != 15 {
        choice.rules = Some("freestyle".to_owned());
    }
    let rules = kind.rules(&choice).map_err(|bad| wrong(0, bad.text()))?;
    record(rules, &cells, turn).map_err(|reason| wrong(0, reason))
}

/// The side of `White to play`.
fn side(line: &str) -> Option<Color> {
    let mut words = line.split_whitespace();
    let side = color(words.next()?)?;
    (words.next()? == "to").then_some(side)
}

/// A diagram with coordinates and the side to move.
///
/// ```
/// use heibai_games::kind::Choice;
/// use heibai_games::{AnyPosition, Kind, Position};
/// use heibai_records::{Place, diagram};
/// let start = AnyPosition::start(&Kind::Othello.rules(&Choice::default()).unwrap());
/// let drawn = diagram::write(&start);
/// assert_eq!(diagram::read(&drawn, Some(Kind::Othello), Place::START).unwrap().start().unwrap(), start);
/// ```
pub fn write(position: &AnyPosition) -> String {
    let (size, notation) = (position.size(), position.kind().notation());
    let columns: Vec<String> =
        (0..size).map(|x| notation.column(x).to_ascii_uppercase().to_string()).collect();
    let mut text = format!("   {}\n", columns.join(" "));
    for y in 0..size {
        let cell = |x| match Point::new(x, y, size).and_then(|point| position.stone(point)) {
            Some(Color::Black) => "X",
            Some(Color::White) => "O",
            None => ".",
        };
        let cells: Vec<&str> = (0..size).map(cell).collect();
        _ = writeln!(text, "{:>2} {}", notation.row(y, size), cells.join(" "));
    }
    _ = writeln!(text, "{} to play", position.turn());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_boards_come_back() {
        for kind in Kind::ALL {
            let mut position = AnyPosition::start(&kind.rules(&Choice::default()).unwrap());
            let mut moves = Vec::new();
            for n in 0..12 {
                position.legal_moves(&mut moves);
                if let Some(&mv) = moves.get(n * 7 % moves.len().max(1)) {
                    position.play(mv).unwrap();
                }
            }
            let text = write(&position);
            assert!(is_head(&text), "{text}");
            let again = read(&text, None, Place::START).unwrap().start().unwrap();
            assert_eq!(write(&again), text);
        }
    }

    #[test]
    fn frames_and_numbers_are_no_points() {
        assert_eq!(row("15| . X O . |15").unwrap().len(), 4);
        assert_eq!(row("  A B C D"), None);
        let error = read("X X X\nO O\nX X X\n", None, Place::START).unwrap_err();
        assert_eq!(error.place.line(), 2);
    }
}
