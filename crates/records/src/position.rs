//! Positions in one line.
//!
//! Our own notation, like chess's FEN: `othello 8/8/8/3ox3/3xo3/8/8/8 x`, rows from the top, `x` Black, `o` White,
//! numbers for empty points, then the side to move, then the rule set, and for Go the komi. And the flat notation of
//! problem collections: one character per point, then the side to move.

use crate::error::{Place, ReadError, excerpt};
use crate::record::Record;
use crate::tree::{Step, Tree};
use heibai_games::kind::Choice;
use heibai_games::kind::UnknownGame;
use heibai_games::{AnyPosition, Color, Kind, Point, Position, Rules};
use heibai_words::{Say, Text, records as said};

/// A position in our own notation.
///
/// ```
/// use heibai_games::kind::Choice;
/// use heibai_games::{AnyPosition, Kind, Position};
/// use heibai_records::{Place, position};
/// let start = AnyPosition::start(&Kind::Go.rules(&Choice::default()).unwrap());
/// let line = position::write(&start);
/// assert!(line.starts_with("go "));
/// assert_eq!(position::read(&line, Place::START).unwrap().start().unwrap(), start);
/// ```
pub fn write(position: &AnyPosition) -> String {
    let rules = position.rules();
    let size = position.size();
    let mut line = format!("{} ", rules.kind());
    for y in 0..size {
        if y > 0 {
            line.push('/');
        }
        let mut empty = 0;
        for x in 0..size {
            let stone = Point::new(x, y, size).and_then(|point| position.stone(point));
            if let Some(color) = stone {
                push_count(&mut line, &mut empty);
                line.push(letter(color));
            } else {
                empty += 1;
            }
        }
        push_count(&mut line, &mut empty);
    }
    line.push(' ');
    line.push(letter(position.turn()));
    line.push_str(&extras(&rules));
    line
}

fn push_count(line: &mut String, empty: &mut usize) {
    if *empty > 0 {
        line.push_str(&empty.to_string());
        *empty = 0;
    }
}

pub(crate) const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'x',
        Color::White => 'o',
    }
}

fn extras(rules: &Rules) -> String {
    let choice = rules.choice();
    let name = choice.rules.unwrap_or_default();
    match choice.komi {
        Some(komi) => format!(" {name} {komi}"),
        None => format!(" {name}"),
    }
}

/// Reads our own notation.
pub fn read(line: &str, place: Place) -> Result<Record, ReadError> {
    read_of(line, None, place)
}

/// Whether a line begins with the rows, without the name of a game.
pub(crate) fn is_rows(line: &str) -> bool {
    let rows = line.split_whitespace().next().unwrap_or_default();
    rows.contains('/') && rows.chars().all(|c| c == '/' || c.is_ascii_digit() || stone(c).is_some())
}

/// Like [`read`], but the name of the game may be missing: then it is `kind`, or the usual game of that size.
pub fn read_of(line: &str, kind: Option<Kind>, place: Place) -> Result<Record, ReadError> {
    let mut words = words(line);
    let wrong = |at: usize, reason: Text| ReadError::malformed(place.after(&line[..at]), reason);
    let mut word = |what: Text| words.next().ok_or_else(|| wrong(line.len(), said::ends_before(what)));
    let (at, first) = word(said::game_name())?;
    let (named, (rows_at, rows)) = match is_rows(line) {
        true => (kind, (at, first)),
        false => {
            let kind = first.parse().map_err(|bad: UnknownGame| wrong(at, bad.text()))?;
            (Some(kind), word(said::board_rows())?)
        }
    };
    let (cells, size) = read_rows(rows).map_err(|(at, reason)| wrong(rows_at + at, reason))?;
    let kind = named.or_else(|| Some(flat_kind(cells.len())?.0));
    let kind = kind.ok_or_else(|| wrong(rows_at, said::odd_board(cells.len())))?;
    let (at, turn) = word(said::side_to_move())?;
    let turn = color(turn).ok_or_else(|| wrong(at, said::no_side(&excerpt(turn), "x, o")))?;
    let mut choice = Choice { size: Some(size), ..Choice::default() };
    let mut rules_at = rows_at;
    if let Some((at, name)) = words.next() {
        rules_at = at;
        choice.rules = Some(name.to_owned());
    }
    if let Some((at, komi)) = words.next() {
        let number = komi.parse().ok().filter(|_| kind == Kind::Go);
        choice.komi = Some(number.ok_or_else(|| wrong(at, said::komi_text(&excerpt(komi))))?);
    }
    if let Some((at, more)) = words.next() {
        return Err(wrong(at, said::after_end(&excerpt(more))));
    }
    if choice.rules.is_none() && kind == Kind::Gomoku && size != 15 {
        choice.rules = Some("freestyle".to_owned());
    }
    let rules = kind.rules(&choice).map_err(|bad| wrong(rules_at, bad.text()))?;
    record(rules, &cells, turn).map_err(|reason| wrong(rows_at, reason))
}

fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

type Cells = Vec<Option<Color>>;

fn read_rows(rows: &str) -> Result<(Cells, usize), (usize, Text)> {
    let size = rows.split('/').count();
    if size > 25 {
        return Err((0, said::many_rows(size)));
    }
    let mut cells = Vec::with_capacity(size * size);
    let mut at = 0;
    for (y, row) in rows.split('/').enumerate() {
        let mut empty = 0;
        let begin = cells.len();
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                empty = (empty * 10 + digit as usize).min(99);
                continue;
            }
            let stone = stone(c).flatten();
            let stone = stone.ok_or_else(|| (at, said::odd_character(c, y + 1)))?;
            cells.extend(std::iter::repeat_n(None, empty));
            cells.push(Some(stone));
            empty = 0;
        }
        cells.extend(std::iter::repeat_n(None, empty));
        let length = cells.len() - begin;
        if length != size {
            return Err((at, said::row_length(y + 1, length, size)));
        }
        at += row.len() + 1;
    }
    Ok((cells, size))
}

/// A record that starts from these stones.
pub(crate) fn record(rules: Rules, cells: &[Option<Color>], turn: Color) -> Result<Record, Text> {
    let stones: Vec<(Point, Color)> =
        (0..).map(Point).zip(cells).filter_map(|(point, &stone)| Some((point, stone?))).collect();
    // Checked here, so that an invalid position gives an error with a place.
    let own = AnyPosition::start(&rules);
    let same = Point::all(rules.size()).all(|point| own.stone(point) == cells[point.index()]);
    let mut record = Record::new(rules);
    if same && turn == own.turn() {
        return Ok(record);
    }
    AnyPosition::setup(&record.rules, &stones, turn).map_err(|reason| reason.text())?;
    let setup = Point::all(record.size())
        .filter(|&point| own.stone(point) != cells[point.index()])
        .map(|point| (point, cells[point.index()]))
        .collect();
    record.tree.node_mut(Tree::ROOT).step = Step { setup, turn: Some(turn), ..Step::default() };
    Ok(record)
}

/// The meaning of a character of a flat board; `Some(None)` is an empty point.
pub(crate) fn stone(c: char) -> Option<Option<Color>> {
    match c {
        'x' | 'X' | '*' | 'b' | 'B' | '@' | '●' => Some(Some(Color::Black)),
        'o' | 'O' | 'w' | 'W' | '○' => Some(Some(Color::White)),
        '-' | '.' | '_' | '+' => Some(None),
        _ => None,
    }
}

/// A side to move: `x`, `b`, `Black`.
pub(crate) fn color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "black" => return Some(Color::Black),
        "white" => return Some(Color::White),
        _ => {}
    }
    let mut chars = word.chars();
    let stone = stone(chars.next()?)?;
    if chars.next().is_some() { None } else { stone }
}

/// The usual game on a board of this many points, and its size.
pub(crate) fn flat_kind(points: usize) -> Option<(Kind, usize)> {
    let size = (1..=25).find(|size| size * size == points)?;
    match size {
        4 | 6 | 8 | 10 => Some((Kind::Othello, size)),
        9 | 13 | 19 => Some((Kind::Go, size)),
        15 => Some((Kind::Gomoku, size)),
        _ => None,
    }
}

/// Reads a flat board with an optional side to move; without one, it follows from the number of stones.
pub fn read_flat(line: &str, kind: Option<Kind>, place: Place) -> Result<Record, ReadError> {
    let mut words = words(line);
    let wrong = |at: usize, reason: Text| ReadError::malformed(place.after(&line[..at]), reason);
    let (at, board) = words.next().ok_or_else(|| wrong(0, said::no_board()))?;
    let points = board.chars().count();
    let named = kind.and_then(|kind| Some((kind, (1..=25).find(|size| size * size == points)?)));
    let Some((kind, size)) = named.or_else(|| flat_kind(points)) else {
        return Err(wrong(at, said::odd_board(points)));
    };
    let mut cells = Vec::with_capacity(points);
    for (index, c) in board.char_indices() {
        let cell = stone(c).ok_or_else(|| wrong(at + index, said::no_stone(c, "X, O, -, .")))?;
        cells.push(cell);
    }
    let turn = match words.next() {
        Some((at, word)) => {
            let word = word.trim_end_matches(';');
            color(word).ok_or_else(|| wrong(at, said::no_side(&excerpt(word), "X, O")))?
        }
        None => side_left(&cells),
    };
    if let Some((at, more)) = words.next() {
        return Err(wrong(at, said::after_end(&excerpt(more))));
    }
    let mut choice = Choice { size: Some(size), ..Choice::default() };
    if kind == Kind::Gomoku && size != 15 {
        choice.rules = Some("freestyle".to_owned());
    }
    let rules = kind.rules(&choice).map_err(|bad| wrong(at, bad.text()))?;
    record(rules, &cells, turn).map_err(|reason| wrong(at, reason))
}

/// Whose turn the number of stones suggests: White's if Black has more.
pub(crate) fn side_left(cells: &[Option<Color>]) -> Color {
    let count = |color| cells.iter().filter(|&&cell| cell == Some(color)).count();
    if count(Color::Black) > count(Color::White) { Color::White } else { Color::Black }
}

/// A flat board with its side to move: `X` Black, `O` White.
pub(crate) fn write_flat(position: &AnyPosition) -> String {
    let cell = |point| match position.stone(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '-',
    };
    let board: String = Point::all(position.size()).map(cell).collect();
    format!("{board} {}", letter(position.turn()).to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back() {
        let lines = [
            "go 9/9/2x6/9/4o4/9/9/9/9 o chinese 7.5",
            "go 19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/18x x chinese 6.5",
            "gomoku 15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o renju",
            "gomoku 5/5/2x2/5/5 o freestyle+swap2",
        ];
        for line in lines {
            let record = read(line, Place::START).unwrap();
            assert_eq!(write(&record.start().unwrap()), line);
        }
    }

    /// 000 12.2 writes a position without the name of its game.
    #[test]
    fn rows_without_the_name_of_a_game_are_read() {
        let start = "8/8/8/3ox3/3xo3/8/8/8 x";
        for kind in [None, Some(Kind::Othello)] {
            let record = read_of(start, kind, Place::START).unwrap();
            assert_eq!(write(&record.start().unwrap()), format!("othello {start} standard"));
        }
        let go = read_of("9/9/2X6/9/9/9/9/9/9 w chinese 6.5", Some(Kind::Go), Place::START).unwrap();
        assert_eq!(write(&go.start().unwrap()), "go 9/9/2x6/9/9/9/9/9/9 o chinese 6.5");
        assert!(read_of("7/7/7/7/7/7/7 x", None, Place::START).is_err(), "no game suggests itself");
        assert!(read_of("7/7/7/7/7/7/7 x", Some(Kind::Othello), Place::START).is_err());
        assert!(read_of("7/7/7/7/7/7/7 x", Some(Kind::Gomoku), Place::START).is_ok());
    }

    #[test]
    fn what_is_wrong_has_a_column() {
        let cases = [
            ("chess 8 x", 1, "no game is called 'chess'"),
            ("othello 8/8 x", 9, "row 1 has 8 points, the board has 2 rows"),
            ("gomoku 5/5/5/5/5 z freestyle", 18, "'z' is no side"),
            ("gomoku 5/5/5/5/5 x chess", 20, "no rule set is called 'chess'"),
            ("gomoku 5/5/5/5/5 x freestyle 7.5", 30, "'7.5' is no komi"),
            ("gomoku 5/5/5/5/5", 17, "the line ends before the side to move"),
            ("go 4q/5/5/5/5 x", 4, "'q' in row 1"),
            ("go 99999999999999999999 x", 4, "row 1 has 99 points"),
        ];
        for (line, column, reason) in cases {
            let error = read(line, Place::START).unwrap_err();
            assert_eq!(error.place.column(), column, "{line}: {error}");
            assert!(error.fault.to_string().contains(reason), "{line}: {error}");
        }
    }

    #[test]
    fn flat_boards_name_their_game_by_their_size() {
        let board = format!("{}X{}", ".".repeat(112), ".".repeat(112));
        let record = read_flat(&board, None, Place::START).unwrap();
        assert_eq!(record.kind(), Kind::Gomoku);
        assert_eq!(record.start().unwrap().turn(), Color::White);
        assert!(read_flat(&"-".repeat(65), None, Place::START).is_err());
    }
}
