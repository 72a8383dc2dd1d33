//! GGF, the format of the Generic Game Server: `(;GM[Othello]PB[..]..BO[8 ---.. *]B[f5//1.2]W[d6/-2.0/3]..;)`.
//!
//! A move has the square, the mover's evaluation and the seconds it took; a pass is `PA`. Between games there may be
//! any text.

use crate::error::{Place, ReadError, excerpt, next_of};
use crate::position::{color, record, stone};
use crate::record::{Ending, Record};
use crate::sgf::cut::{Before, next_game};
use crate::sgf::syntax::{Property, escape, properties, unescape_line};
use crate::text::Text;
use crate::tree::{NodeId, Step, Tree};
use heibai_games::kind::Choice;
use heibai_games::{Color, HalfPoints, Impossible, Kind, Move, Point, Position, Reason};
use heibai_words::{Say, records as said};
use std::fmt::Write;
use std::io::Read;
use std::time::Duration;

/// The games of a file, one by one.
pub struct Games<R> {
    text: Text<R>,
    before: Before,
    over: bool,
}

/// Reads a GGF file.
pub fn read<R: Read>(reader: R) -> Games<R> {
    Games { text: Text::new(reader), before: Before::AnyThenGame, over: false }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        if self.over {
            return None;
        }
        let next = next_game(&mut self.text, self.before);
        self.before = Before::Any;
        Some(next_of(&mut self.over, next)?.and_then(|(place, text)| read_game(&text, place)))
    }
}

/// Reads one game from its `(;` to its `;)`.
///
/// ```
/// use heibai_records::{Place, ggf};
/// let board = "8 ---------------------------O*------*O--------------------------- *";
/// let text = format!("(;GM[Othello]PB[a]PW[b]TY[8]BO[{board}]B[F5]W[D6];)");
/// assert_eq!(ggf::read_game(&text, Place::START).unwrap().tree.moves().count(), 2);
/// ```
pub fn read_game(text: &str, place: Place) -> Result<Record, ReadError> {
    let from = text.find(';').map_or(0, |at| at + 1);
    let to = text.rfind(')').unwrap_or(text.len());
    let inner = text.get(from..to).unwrap_or_default();
    let inner = inner.trim_end().trim_end_matches(';');
    let fail =
        |at: usize, reason: heibai_words::Text| ReadError::malformed(place.after(&text[..from + at]), reason);
    let list: Vec<Property> =
        properties(inner).collect::<Result<_, _>>().map_err(|bad| fail(bad.at, bad.reason))?;
    let find = |name: &str| list.iter().find(|property| property.spelled == name);
    let value = |name: &str| find(name).map_or_else(String::new, |p| unescape_line(p.values[0]));
    let game = value("GM");
    if !game.eq_ignore_ascii_case("othello") {
        return Err(fail(0, said::other_ggf(&excerpt(&game))));
    }
    let board = find("BO").ok_or_else(|| fail(0, said::no_ggf_board()))?;
    let mut record = read_board(board.values[0]).map_err(|reason| fail(board.at, reason))?;
    head(&mut record, &value);
    let mut at = Tree::ROOT;
    for property in list.iter().filter(|property| matches!(property.spelled, "B" | "W")) {
        let color = if property.spelled == "B" { Color::Black } else { Color::White };
        let step = read_move(color, property.values[0], record.size());
        let step = step.map_err(|reason| fail(property.at, reason))?;
        at = record.tree.add(at, step);
    }
    // Properties without a field in a record are kept as text.
    let kept: String = list.iter().filter(|p| !KNOWN.contains(&p.spelled)).map(|p| p.source).collect();
    record.tree.node_mut(Tree::ROOT).sgf = kept.into();
    Ok(record)
}

const KNOWN: &[&str] = &["GM", "PC", "DT", "PB", "PW", "RB", "RW", "TI", "RE", "BO", "B", "W", "EV", "TY"];

fn head(record: &mut Record, value: &impl Fn(&str) -> String) {
    let info = &mut record.info;
    (info.place, info.date, info.event, info.time) = (value("PC"), value("DT"), value("EV"), value("TI"));
    (info.black.name, info.black.rating) = (value("PB"), value("RB"));
    (info.white.name, info.white.rating) = (value("PW"), value("RW"));
    info.result = read_result(&value("RE"));
}

/// `8 -------- ... *`: the size, the rows, the side to move.
fn read_board(value: &str) -> Result<Record, heibai_words::Text> {
    let mut words = value.split_whitespace();
    let size = words.next().and_then(|word| word.parse::<usize>().ok()).unwrap_or_default();
    let choice = Choice { size: Some(size), ..Choice::default() };
    let rules = Kind::Othello.rules(&choice).map_err(|bad| bad.text())?;
    let mut cells = Vec::with_capacity(size * size);
    let rest: Vec<&str> = words.collect();
    let (side, rows) = rest.split_last().ok_or_else(said::no_rows)?;
    for c in rows.iter().flat_map(|row| row.chars()) {
        if cells.len() == size * size {
            return Err(said::large_board(size));
        }
        cells.push(stone(c).ok_or_else(|| said::no_stone(c, "*, O, -"))?);
    }
    if cells.len() != size * size {
        return Err(said::other_board(cells.len(), size * size));
    }
    let turn = color(side).ok_or_else(|| said::no_side(&excerpt(side), "*, O"))?;
    record(rules, &cells, turn)
}

/// `f5/-2.0/3.5`
fn read_move(color: Color, value: &str, size: usize) -> Result<Step, heibai_words::Text> {
    let mut parts = value.split('/').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let pass = name.eq_ignore_ascii_case("pa") || name.eq_ignore_ascii_case("pass");
    let mv = if pass {
        Move::Pass
    } else {
        Move::Place(Kind::Othello.notation().read(name, size).map_err(|bad| bad.text())?)
    };
    let number = |text: Option<&str>| text?.parse::<f64>().ok().filter(|n| n.is_finite());
    let score = number(parts.next());
    let spent = number(parts.next()).filter(|s| (0.0..=3.6e6).contains(s)).map(Duration::from_secs_f64);
    Ok(Step { score, spent, ..Step::of(color, mv) })
}

/// Black's margin in discs, with `:r` resigned, `:t` time, `:s` agreed.
fn read_result(text: &str) -> Option<Ending> {
    let (number, how) = text.split_once(':').unwrap_or((text, ""));
    let margin: f64 = number.trim().parse().ok().filter(|n: &f64| n.abs() <= 100.0)?;
    let winner = match margin {
        m if m > 0.0 => Some(Color::Black),
        m if m < 0.0 => Some(Color::White),
        _ => None,
    };
    let reason = match how.trim() {
        "r" => Some(Reason::Resignation),
        "t" => Some(Reason::Timeout),
        "s" => Some(Reason::Agreement),
        _ => None,
    };
    Some(Ending { winner, reason, margin: Some(HalfPoints::from_f64(margin.abs())), score: None })
}

/// Writes the main line of a game.
pub fn write(game: &Record) -> Result<String, Impossible> {
    let start = game.start()?;
    let mut text = String::from("(;GM[Othello]");
    let info = &game.info;
    let fields = [
        ("PC", &info.place),
        ("DT", &info.date),
        ("EV", &info.event),
        ("PB", &info.black.name),
        ("PW", &info.white.name),
        ("RB", &info.black.rating),
        ("RW", &info.white.rating),
        ("TI", &info.time),
    ];
    for (name, value) in fields {
        if !value.is_empty() {
            _ = write!(text, "{name}[{}]", escape(value));
        }
    }
    _ = write!(text, "TY[{}]", start.size());
    // An unfinished game has no result in GGF.
    if let Some(ending) = info.result.as_ref().filter(|ending| ending.reason != Some(Reason::CutOff)) {
        _ = write!(text, "RE[{}]", write_result(ending));
    }
    for property in properties(&game.tree.root().sgf).flatten() {
        if !KNOWN.contains(&property.spelled) && !crate::sgf::is_understood(&property.name()) {
            text.push_str(property.source);
        }
    }
    text.push_str(&write_board(&start));
    for id in game.tree.main_line() {
        write_move(&mut text, game, id);
    }
    text.push_str(";)\n");
    Ok(text)
}

fn write_result(ending: &Ending) -> String {
    let points = ending.margin.map_or(1.0, HalfPoints::as_f64);
    let margin = match ending.winner {
        Some(Color::Black) => points,
        Some(Color::White) => -points,
        None => 0.0,
    };
    let how = match ending.reason {
        Some(Reason::Resignation) => ":r",
        Some(Reason::Timeout) => ":t",
        Some(Reason::Agreement) => ":s",
        _ => "",
    };
    format!("{margin:+.3}{how}")
}

fn write_board(start: &heibai_games::AnyPosition) -> String {
    let size = start.size();
    let mut text = format!("BO[{size}");
    for point in Point::all(size) {
        if point.x(size) == 0 {
            text.push(' ');
        }
        text.push(start.stone(point).map_or('-', letter));
    }
    _ = write!(text, " {}]", letter(start.turn()));
    text
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => '*',
        Color::White => 'O',
    }
}

fn write_move(text: &mut String, game: &Record, id: NodeId) {
    let step = game.tree.step(id);
    let Some((color, mv)) = step.mv else { return };
    let name = match mv {
        Move::Place(point) => Kind::Othello.notation().write(point, game.size()),
        Move::Pass => "PA".to_owned(),
    };
    _ = write!(text, "{}[{name}", if color == Color::Black { 'B' } else { 'W' });
    if step.score.is_some() || step.spent.is_some() {
        _ = write!(text, "/{}", step.score.map_or_else(String::new, |score| score.to_string()));
    }
    if let Some(spent) = step.spent {
        _ = write!(text, "/{}", spent.as_secs_f64());
    }
    text.push(']');
}

/// Whether text begins like GGF: SGF numbers its games, GGF names them.
pub(crate) fn is_head(text: &str) -> bool {
    text.to_ascii_lowercase().contains("gm[othello]")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(;GM[Othello]PC[GGS/os]DT[2026.11.15]PB[one]PW[two]RB[2197.01]RW[2199.72]TI[05:00//02:00]\
        TY[8]RE[-2.000:r]KT[x]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[f5//1.25]W[d6/-2.5/0.5]B[c3];)\n";

    #[test]
    fn a_game_comes_back() {
        let text = format!("1 {GAME}2 {GAME}");
        let games: Vec<Record> = read(text.as_bytes()).collect::<Result<_, _>>().unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(write(&games[0]).unwrap(), GAME);
        assert_eq!(games[0].tree.step(Tree::ROOT), &Step::default());
        assert_eq!(games[0].info.result.unwrap().winner, Some(Color::White));
    }

    #[test]
    fn errors_have_places() {
        let cases = [
            (GAME.replace("Othello", "Chess"), "expected GM[Othello]"),
            (GAME.replace("BO[8", "BO[9"), "no 9x9 board"),
            (GAME.replace("---O*---", "---O?---"), "'?' stands for no stone"),
            (GAME.replace("---O*---", "---O*--"), "a board of 63 squares"),
            (GAME.replace("f5", "f9"), "outside the 8x8 board"),
            (GAME.replace(";)", ""), "the file ends with 1 open"),
        ];
        for (text, reason) in cases {
            let error = read(text.as_bytes()).next().unwrap().unwrap_err();
            assert!(error.to_string().contains(reason), "{error}");
        }
    }
}
