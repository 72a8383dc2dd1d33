//! Games of our own replay, and those of strong players, all but one that was played by other rules.

use heibai_games::go::{Position, Rules};
use heibai_games::{Color, Illegal, Move, Point, Position as _};
use heibai_testing::collection;

/// Games of our own, played until every point is owned by unconditional life.
const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../records/tests/data/finished_go.sgf");

/// The properties of the main line in order; enough of SGF for this file and no more.
fn properties(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let (mut name, mut last) = (String::new(), String::new());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '[' => {
                let mut value = String::new();
                while let Some(c) = chars.next().filter(|&c| c != ']') {
                    value.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
                }
                if !name.is_empty() {
                    last = std::mem::take(&mut name);
                }
                found.push((last.clone(), value));
            }
            c if c.is_ascii_uppercase() => name.push(c),
            _ => {}
        }
    }
    found
}

fn mv(value: &str, size: usize) -> Move {
    match value.as_bytes() {
        [] | b"tt" if value.is_empty() || size <= 19 => Move::Pass,
        [x, y] => Move::Place(Point::new(usize::from(x - b'a'), usize::from(y - b'a'), size).unwrap()),
        _ => panic!("not a move: {value}"),
    }
}

/// Plays a game to its end, or to the first refused move: its number and the reason. Returns the number of
/// moves.
fn replay(game: &str) -> Result<usize, (usize, Illegal)> {
    let properties = properties(game);
    let value = |name: &str| properties.iter().find(|p| p.0 == name).map(|p| p.1.as_str());
    let size: usize = value("SZ").map_or(19, |size| size.parse().unwrap());
    let rules = Rules::new(size, Rules::KOMI, 0).unwrap();
    let stone = |p: &(String, String)| match (p.0.as_str(), mv(&p.1, size)) {
        ("AB", Move::Place(point)) => Some((point, Color::Black)),
        ("AW", Move::Place(point)) => Some((point, Color::White)),
        _ => None,
    };
    let set: Vec<_> = properties.iter().filter(|p| p.0 == "AB" || p.0 == "AW").filter_map(stone).collect();
    let moves: Vec<_> = properties.iter().filter(|p| p.0 == "B" || p.0 == "W").collect();
    let turn = |name: &str| if name == "B" { Color::Black } else { Color::White };
    let first = moves.first().map_or(Color::Black, |m| turn(&m.0));
    let mut position = Position::setup(&rules, &set, first).unwrap();
    for (number, (color, value)) in moves.iter().enumerate() {
        assert_eq!(position.turn(), turn(color), "move {}", number + 1);
        position.play(mv(value, size)).map_err(|reason| (number + 1, reason))?;
    }
    Ok(moves.len())
}

/// The games of a collection, the moves that they have together, and what was refused: game, move and reason.
fn replay_all(text: &str) -> (usize, usize, Vec<(usize, usize, Illegal)>) {
    let games: Vec<&str> = text.split("(;").filter(|game| !game.trim().is_empty()).collect();
    let (mut moves, mut refused) = (0, Vec::new());
    for (number, game) in games.iter().enumerate() {
        match replay(game) {
            Ok(count) => moves += count,
            Err((at, reason)) => refused.push((number + 1, at, reason)),
        }
    }
    (games.len(), moves, refused)
}

#[test]
fn games_of_our_own_replay() {
    let text = std::fs::read_to_string(OWN).unwrap();
    let (games, moves, refused) = replay_all(&text);
    assert!(games > 8 && moves > 60 * games, "{games} games, {moves} moves");
    assert_eq!(refused, []);
    // A stone on the point of the first one is refused there and nowhere else.
    let first = text.find(";B[").unwrap();
    let again = text.replacen("])", &format!("]{})", &text[first..first + 6]), 1);
    let refused = replay_all(&again).2;
    assert!(matches!(refused[..], [(1, _, Illegal::GameOver | Illegal::Occupied)]), "{refused:?}");
}

#[test]
fn games_of_strong_players_replay() {
    let Some(path) = collection("go/scored_games_500.sgfs") else { return };
    let bytes = std::fs::read(path).unwrap();
    let (games, moves, refused) = replay_all(&String::from_utf8_lossy(&bytes));
    println!("{games} games, {moves} moves; refused: {refused:?}");
    assert_eq!(games, 500);
    // A triple ko, played by Japanese rules, which let the board come back.
    assert_eq!(refused, [(294, 297, Illegal::Repetition { of_move: 291 })]);
}
