//! Makes the opening drills from a book in text form: positions in which one move is clearly best.
//!
//! A line of the book is a position (`X` moves, `O` is the other side, 64 squares, a1 first) and its moves with their
//! values in discs, best first, such as `f3+4`.

use anyhow::Context;
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Color, Kind, Move, Notation, Point, Position};
use std::collections::HashMap;
use std::path::Path;

/// The second best move is worse by at least this many discs.
const MARGIN: i32 = 3;
/// Discs on the board in each grade.
const GRADES: [std::ops::RangeInclusive<usize>; 4] = [5..=9, 10..=13, 14..=17, 18..=22];
const SQUARES: usize = 64;

type Moves = Vec<(usize, i32)>;

pub fn run(book: &Path, out: &Path) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(book).with_context(|| book.display().to_string())?;
    let entries: Vec<(String, Moves)> = text.lines().filter_map(entry).collect();
    let mut known = HashMap::new();
    for (board, moves) in &entries {
        for turn in 0..8 {
            let moves: Moves = moves.iter().map(|&(square, value)| (turned(square, turn), value)).collect();
            known.insert(turn_board(board, turn), moves);
        }
    }
    let mut found: Vec<(usize, String)> =
        entries.iter().filter_map(|(board, moves)| drill(board, moves, &known)).collect();
    found.sort();
    let lines: Vec<String> =
        (1..).zip(&found).map(|(id, (_, drill))| format!("{{\"id\":{id},{drill}}}")).collect();
    println!("{} openings", lines.len());
    crate::write_list(out, &lines)
}

fn entry(line: &str) -> Option<(String, Moves)> {
    let mut words = line.split_whitespace();
    let board = words.next().filter(|board| board.len() == SQUARES && !board.starts_with('#'))?;
    let read = |word: &str| {
        let (name, value) = word.split_at_checked(2)?;
        Some((Notation::Othello.read(name, 8).ok()?.index(), value.parse().ok()?))
    };
    Some((board.to_owned(), words.filter_map(read).collect()))
}

/// A square under one of the eight symmetries.
fn turned(square: usize, turn: usize) -> usize {
    let (x, y) = (square % 8, square / 8);
    let x = if turn & 1 != 0 { 7 - x } else { x };
    let y = if turn & 2 != 0 { 7 - y } else { y };
    if turn & 4 != 0 { x * 8 + y } else { y * 8 + x }
}

fn turn_board(board: &str, turn: usize) -> String {
    let mut squares = vec!['-'; SQUARES];
    board.chars().enumerate().for_each(|(square, disc)| squares[turned(square, turn)] = disc);
    squares.into_iter().collect()
}

/// The grade and the drill, if one move is clearly best.
fn drill(board: &str, moves: &Moves, known: &HashMap<String, Moves>) -> Option<(usize, String)> {
    let discs = board.chars().filter(|&disc| disc != '-').count();
    let grade = GRADES.iter().position(|grade| grade.contains(&discs))? + 1;
    if moves.len() < 3 || moves[0].1 - moves[1].1 < MARGIN {
        return None;
    }
    let (mover, side) = if discs % 2 == 0 { (Color::Black, "black") } else { (Color::White, "white") };
    let color = |disc| if disc == 'X' { mover } else { !mover };
    let stones: Vec<(Point, Color)> = (0..)
        .zip(board.chars())
        .filter(|(_, disc)| *disc != '-')
        .map(|(square, disc)| (Point(square), color(disc)))
        .collect();
    let rules = Kind::Othello.rules(&Choice::default()).ok()?;
    let position = AnyPosition::setup(&rules, &stones, mover).ok()?;
    let name = |square: usize| Notation::Othello.write(Point(square as u16), 8);
    let listed: Vec<String> =
        moves.iter().map(|&(square, value)| format!("[\"{}\",{value}]", name(square))).collect();
    let replies: Option<Vec<String>> = moves
        .iter()
        .map(|&(square, _)| {
            let mut after = position.clone();
            after.play(Move::Place(Point(square as u16))).ok()?;
            let reply = known.get(&letters(&after, after.turn(), ['X', 'O'])).and_then(|moves| moves.first());
            Some(reply.map_or("null".to_owned(), |&(square, _)| format!("\"{}\"", name(square))))
        })
        .collect();
    let board = letters(&position, Color::Black, ['X', 'O']);
    let (listed, replies) = (listed.join(","), replies?.join(","));
    let drill = format!(
        "\"grade\":{grade},\"side\":\"{side}\",\"board\":\"{board}\",\"moves\":[{listed}],\"replies\":[{replies}]"
    );
    Some((grade, drill))
}

/// The squares from a1 on, the first letter for `side`.
fn letters(position: &AnyPosition, side: Color, [own, other]: [char; 2]) -> String {
    let letter = |point| match position.stone(point) {
        Some(color) if color == side => own,
        Some(_) => other,
        None => '-',
    };
    Point::all(8).map(letter).collect()
}
