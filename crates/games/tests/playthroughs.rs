//! Playthroughs: one seeded game for each game, size and rule set, with every public fact of every
//! position, kept in `tests/data/playthroughs`. A change of the rules shows as a change of these files, to
//! be read like code; `BLESS=1 cargo test -p heibai-games --test playthroughs` writes them anew.

use heibai_games::kind::{Choice, Kind, Rules};
use heibai_games::othello::{Bits, Othello};
use heibai_games::position::Changes;
use heibai_games::{AnyPosition, Color, Illegal, Match, Move, Point, Position};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

/// The file's name and the rules of its game.
fn every_game() -> Vec<(String, Rules)> {
    let chosen = [
        (Kind::Othello, 4, "standard"),
        (Kind::Othello, 6, "standard"),
        (Kind::Othello, 8, "standard"),
        (Kind::Othello, 8, "empties-to-winner"),
        (Kind::Othello, 10, "standard"),
        (Kind::Go, 3, "chinese"),
        (Kind::Go, 5, "chinese"),
        (Kind::Go, 9, "chinese"),
        (Kind::Gomoku, 15, "renju"),
        (Kind::Gomoku, 15, "renju-patterns"),
        (Kind::Gomoku, 6, "standard"),
        (Kind::Gomoku, 15, "standard"),
        (Kind::Gomoku, 6, "freestyle"),
        (Kind::Gomoku, 20, "freestyle"),
    ];
    let make = |(kind, size, name): (Kind, usize, &str)| {
        let choice = Choice { size: Some(size), rules: Some(name.to_owned()), ..Choice::default() };
        (format!("{kind}-{size}-{name}"), kind.rules(&choice).expect("a legal choice"))
    };
    chosen.into_iter().map(make).collect()
}

/// Of three random legal moves the one nearest to the centre: games with contact, not scattered stones. A
/// side that may pass does so once the game is `late`.
fn choose(position: &AnyPosition, late: bool, rng: &mut fastrand::Rng) -> Option<Move> {
    if late && position.check(Move::Pass).is_ok() {
        return Some(Move::Pass);
    }
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let size = position.size();
    let far = |v: usize| (2 * v).abs_diff(size - 1);
    let distance = |mv: &Move| match *mv {
        Move::Place(point) => far(point.x(size)).max(far(point.y(size))),
        Move::Pass => usize::MAX,
    };
    (0..3).filter_map(|_| rng.choice(&legal).copied()).min_by_key(distance)
}

/// The board: `X` Black, `O` White, `+` legal for the side to move, `.` empty and refused.
fn diagram(position: &AnyPosition) -> String {
    let (size, notation) = (position.size(), position.kind().notation());
    let mut text = String::from("   ");
    (0..size).for_each(|x| text.push(notation.column(x)));
    for y in 0..size {
        let _ = write!(text, "\n{:2} ", notation.row(y, size));
        for x in 0..size {
            let point = Point::new(x, y, size).expect("on the board");
            text.push(match position.stone(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if position.check(Move::Place(point)).is_ok() => '+',
                None => '.',
            });
        }
    }
    text
}

fn points(position: &AnyPosition, points: impl IntoIterator<Item = Point>) -> String {
    let names: Vec<String> =
        points.into_iter().map(|point| position.write_move(Move::Place(point))).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

fn changes(position: &AnyPosition, changes: &Changes) -> String {
    let list = |list: &[(Point, Color)]| points(position, list.iter().map(|&(point, _)| point));
    format!("flipped {}, removed {}", list(&changes.flipped), list(&changes.removed))
}

/// Empty points that are refused for another reason than that nothing is flipped.
fn refusals(position: &AnyPosition) -> String {
    let mut text = String::new();
    for point in Point::all(position.size()) {
        match position.check(Move::Place(point)) {
            Ok(()) | Err(Illegal::Occupied | Illegal::FlipsNothing | Illegal::GameOver) => {}
            Err(reason) => {
                let _ = writeln!(text, "refused {}: {reason}", position.write_move(Move::Place(point)));
            }
        }
    }
    text
}

fn othello_facts<B: Bits, const N: usize>(board: &Othello<B, N>, any: &AnyPosition) -> String {
    let squares = |set: B| points(any, set.squares().map(|square| Point(square as u16)));
    let (black, white) = board.to_a8_first();
    let mut text = format!("{:?}, A8-first {black:#x} {white:#x}\n", board.phase());
    for color in Color::BOTH {
        let discs = board.discs(color);
        let _ = writeln!(
            text,
            "{color}: discs {}, mobility {}, frontier {}, stable {}",
            discs.squares().len(),
            board.mobility(color),
            board.frontier(color).squares().len(),
            squares(board.stable() & discs),
        );
    }
    let regions = board.empty_regions();
    let sizes: Vec<String> = regions.iter().map(|r| r.squares.squares().len().to_string()).collect();
    let _ = writeln!(text, "empty regions {}", sizes.join(" "));
    text
}

fn own_facts(position: &AnyPosition) -> String {
    match position {
        AnyPosition::Othello4(board) => othello_facts(board, position),
        AnyPosition::Othello6(board) => othello_facts(board, position),
        AnyPosition::Othello8(board) => othello_facts(board, position),
        AnyPosition::Othello10(board) => othello_facts(board, position),
        AnyPosition::Go(go) => {
            let [black, white] = Color::BOTH.map(|color| go.captured(color));
            let repeated = points(position, go.forbidden_by_repetition());
            format!("captured Black {black}, White {white}; repetition {repeated}\n")
        }
        AnyPosition::Gomoku(gomoku) => match gomoku.winning_line() {
            line if line.is_empty() => String::new(),
            line => format!("five {}\n", points(position, line)),
        },
    }
}

/// Everything that can be asked of a position.
fn facts(position: &AnyPosition) -> String {
    let mut text = diagram(position) + "\n" + &refusals(position) + &own_facts(position);
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let pass = position.check(Move::Pass).is_ok();
    let _ = match position.outcome() {
        None => writeln!(text, "{} to move, {} legal, pass {pass}", position.turn(), legal.len()),
        Some(outcome) => writeln!(text, "{outcome:?}, awaits judgement {}", position.awaits_judgement()),
    };
    text
}

fn playthrough(rules: &Rules) -> String {
    let mut rng = fastrand::Rng::with_seed(2026);
    let mut game = Match::new(AnyPosition::start(rules));
    let mut text = format!("{rules:?}\n\n{}", facts(game.position()));
    while game.outcome().is_none() && !game.is_counting() {
        let late = game.moves().len() > 5 * rules.size() * rules.size() / 4;
        let Some(mv) = choose(game.position(), late, &mut rng) else { break };
        let (side, number) = (game.position().turn(), game.moves().len() + 1);
        let turn = game.play(mv, Duration::ZERO).expect("legal");
        let name = game.position().write_move(mv);
        let _ = writeln!(text, "\n{number}. {side} {name}: {}", changes(game.position(), &turn.changes));
        if let Some(passed) = turn.passed {
            let _ = writeln!(text, "{passed} passes");
        }
        text += &facts(game.position());
    }
    text
}

fn file(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/playthroughs");
    PathBuf::from(folder).join(name).with_extension("txt")
}

/// The first line where two texts differ.
fn difference(expected: &str, actual: &str) -> String {
    let mut lines = (1..).zip(expected.lines().zip(actual.lines()));
    match lines.find(|(_, (a, b))| a != b) {
        Some((number, (a, b))) => format!("line {number}\n  was: {a}\n  now: {b}"),
        None => "one is longer than the other".to_owned(),
    }
}

#[test]
fn every_game_plays_as_written() {
    let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    let mut wrong = Vec::new();
    for (name, rules) in every_game() {
        let actual = playthrough(&rules);
        if bless {
            std::fs::create_dir_all(file(&name).parent().expect("has a folder")).expect("can be made");
            std::fs::write(file(&name), &actual).expect("can be written");
        }
        let expected = std::fs::read_to_string(file(&name)).unwrap_or_default().replace("\r\n", "\n");
        if expected != actual {
            wrong.push(format!("{name}: {}", difference(&expected, &actual)));
        }
    }
    assert!(wrong.is_empty(), "{}\nBLESS=1 accepts the change", wrong.join("\n"));
}
