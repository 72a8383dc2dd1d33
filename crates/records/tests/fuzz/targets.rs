//! What is fuzzed: every reader, and playing, undoing and redoing in each game. Each target takes any
//! bytes and must neither panic nor hang. `fuzz/` runs them with coverage; `tests/fuzz/main.rs` without.
#![allow(dead_code, reason = "each program of `fuzz/` uses one target")]

use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Illegal, Kind, Match, Move, Point, Position};
use heibai_records::*;
use std::time::Duration;

/// What is read must come back the same when it is written and read again.
fn survives(record: &Record, format: Format) {
    record.replay().ok();
    let Ok(text) = write(record, format) else { return };
    let hint = Hint { format: Some(format), kind: Some(record.kind()), ..Hint::default() };
    let again = read_any(text.as_bytes(), hint).and_then(|mut games| games.next().expect("a game"));
    let again = again.unwrap_or_else(|error| panic!("{format} as written: {error}\n{text}"));
    let text_again = write(&again, format).expect("it was written before");
    assert_eq!(text_again, text, "{format} changes when it is read and written");
}

fn each(data: &[u8], format: Format) {
    let hint = Hint { format: Some(format), ..Hint::default() };
    let Ok(games) = read_any(data, hint) else { return };
    for record in games.take(50).flatten() {
        survives(&record, format);
        survives(&record, Format::Json);
        for other in Format::ALL {
            other.losses(&record);
            write(&record, other).ok();
        }
    }
}

pub fn sgf(data: &[u8]) {
    each(data, Format::Sgf);
}

pub fn ggf(data: &[u8]) {
    each(data, Format::Ggf);
}

pub fn obf(data: &[u8]) {
    obf::read(data).take(50).flatten().for_each(|record| survives(&record, Format::Obf));
}

pub fn wthor(data: &[u8]) {
    let Ok(games) = wthor::read(data) else { return };
    for game in games.take(50).flatten() {
        game.record(&wthor::Names::default()).replay().ok();
    }
}

pub fn wthor_names(data: &[u8]) {
    let half = data.len() / 2;
    wthor::Names::read(&data[..half], &data[half..]).ok();
}

pub fn psq(data: &[u8]) {
    each(data, Format::Psq);
}

pub fn json(data: &[u8]) {
    each(data, Format::Json);
}

pub fn replay(data: &[u8]) {
    each(data, Format::Replay);
}

fn line(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

pub fn moves(data: &[u8]) {
    for kind in [None, Some(Kind::Othello), Some(Kind::Go), Some(Kind::Gomoku)] {
        if let Ok(record) = moves::read(&line(data), kind, Place::START) {
            record.replay().ok();
        }
    }
}

pub fn position(data: &[u8]) {
    if let Ok(record) = position::read(&line(data), Place::START) {
        survives(&record, Format::Position);
    }
}

pub fn flat(data: &[u8]) {
    for kind in [None, Some(Kind::Othello), Some(Kind::Go), Some(Kind::Gomoku)] {
        if let Ok(record) = position::read_flat(&line(data), kind, Place::START) {
            survives(&record, Format::Position);
        }
    }
}

pub fn bits(data: &[u8]) {
    if let Ok(record) = bits::read(&line(data), Place::START) {
        survives(&record, Format::Bits);
    }
}

pub fn diagram(data: &[u8]) {
    if let Ok(record) = diagram::read(&line(data), None, Place::START) {
        survives(&record, Format::Diagram);
    }
}

pub fn any(data: &[u8]) {
    let Ok(games) = read_any(data, Hint::default()) else { return };
    for record in games.take(50).flatten() {
        record.replay().ok();
        survives(&record, Format::Json);
    }
}

/// Bytes as instructions: a move, an undo, a redo. After each, the match must agree with a replay of its
/// own moves, and the legal moves with the checks.
fn play(data: &[u8], rules: &[heibai_games::Rules]) {
    let Some((&first, data)) = data.split_first() else { return };
    let rules = &rules[first as usize % rules.len()];
    let mut game = Match::new(AnyPosition::start(rules));
    let points = rules.size() * rules.size();
    let mut legal = Vec::new();
    for pair in data.chunks_exact(2).take(400) {
        let number = usize::from(pair[0]) << 8 | usize::from(pair[1]);
        match pair[0] >> 4 {
            0 => _ = game.undo(),
            1 => _ = game.redo(),
            2 => _ = game.play(Move::Pass, Duration::ZERO),
            3 => {
                // Any number: mostly occupied points, sometimes one beyond the board.
                let mv = Move::Place(Point((number % (points + 3)) as u16));
                let before = game.clone();
                if game.play(mv, Duration::ZERO).is_err() {
                    assert_eq!(game, before, "a refused move changed the match");
                }
            }
            _ => {
                game.position().legal_moves(&mut legal);
                if let Some(&mv) = legal.get(number % legal.len().max(1)) {
                    let played = game.play(mv, Duration::ZERO);
                    assert!(matches!(played, Ok(_) | Err(Illegal::GameOver)), "{mv:?}: {played:?}");
                }
            }
        }
    }
    let count = game.moves().len();
    assert_eq!(&game.position_after(count), game.position(), "replayed moves lead elsewhere");
    game.position().legal_moves(&mut legal);
    for point in Point::all(rules.size()) {
        let mv = Move::Place(point);
        assert_eq!(legal.contains(&mv), game.position().check(mv).is_ok(), "{mv:?}");
    }
    assert!(game.position().check(Move::Place(Point(points as u16))).is_err());
    let record = Record::from_match(&game);
    assert_eq!(record.replay().expect("a played match replays").position(), game.position());
}

fn choices(kind: Kind, choices: &[(usize, Option<&str>)]) -> Vec<heibai_games::Rules> {
    let rules = |&(size, rules): &(usize, Option<&str>)| {
        let choice = Choice { size: Some(size), rules: rules.map(str::to_owned), ..Choice::default() };
        kind.rules(&choice).expect("a choice of the game's own")
    };
    choices.iter().map(rules).collect()
}

pub fn play_othello(data: &[u8]) {
    play(data, &choices(Kind::Othello, &[(8, None), (4, None), (6, None), (10, None)]));
}

pub fn play_go(data: &[u8]) {
    play(data, &choices(Kind::Go, &[(9, None), (2, None), (3, None), (5, None), (19, None), (25, None)]));
}

pub fn play_gomoku(data: &[u8]) {
    let rules = [
        (15, Some("renju")),
        (15, Some("renju-patterns")),
        (5, Some("freestyle")),
        (9, Some("standard")),
        (20, Some("freestyle")),
    ];
    play(data, &choices(Kind::Gomoku, &rules));
}

pub type Target = (&'static str, fn(&[u8]));

/// Every target with its name.
pub const ALL: [Target; 17] = [
    ("sgf", sgf),
    ("ggf", ggf),
    ("obf", obf),
    ("wthor", wthor),
    ("wthor_names", wthor_names),
    ("psq", psq),
    ("json", json),
    ("replay", replay),
    ("moves", moves),
    ("position", position),
    ("flat", flat),
    ("bits", bits),
    ("diagram", diagram),
    ("any", any),
    ("play_othello", play_othello),
    ("play_go", play_go),
    ("play_gomoku", play_gomoku),
];
