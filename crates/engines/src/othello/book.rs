//! The opening book: positions with the value of every move, made by the engine itself (`heibai-train othello book`).
//!
//! A line is a position (`X` moves, `O` is the other side, 64 squares, a1 first) and its moves with their values in discs; values
//! are backed up from deeper positions of the book. Positions that symmetry makes equal stand there once.

use super::board::Bitboards;
use super::pattern::turned;
use super::player::{board_of, move_of};
use heibai_games::value::{Amount, Value};
use heibai_games::{AnyPosition, Move};
use std::collections::HashMap;
use std::sync::LazyLock;

static FILE: &str = include_str!("../../../../data/othello/book.txt");

/// The book that ships with the program.
pub(crate) static BOOK: LazyLock<Book> =
    LazyLock::new(|| Book::read(FILE).expect("the book in the program was checked when it was built"));

/// The moves of a position with their values, best first.
pub type Moves = Vec<(u32, i32)>;

/// What the book that ships says of the moves of a position, best first.
pub(super) fn of(position: &AnyPosition) -> Vec<(Move, Value)> {
    let moves = board_of(position).and_then(|board| BOOK.moves(&board)).unwrap_or_default();
    moves
        .iter()
        .map(|&(square, value)| (move_of(square), Value::estimated(Amount::Discs(value.into()))))
        .collect()
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Book {
    positions: HashMap<Bitboards, Moves>,
}

/// Which line of a book is wrong, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadBook {
    pub line: usize,
    pub reason: &'static str,
}

impl std::fmt::Display for BadBook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {} of the book: {}", self.line, self.reason)
    }
}

impl std::error::Error for BadBook {}

impl Book {
    /// Lines that begin with `#` are comments.
    pub fn read(text: &str) -> Result<Book, BadBook> {
        let mut book = Book::default();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let (board, moves) = entry(line).map_err(|reason| BadBook { line: number + 1, reason })?;
            for symmetry in 0..8 {
                let moves =
                    moves.iter().map(|&(square, value)| (turned(square as u8, symmetry).into(), value));
                book.positions.insert(turn(&board, symmetry), moves.collect());
            }
        }
        Ok(book)
    }

    /// The moves of a position, best first, if the book has it.
    pub fn moves(&self, board: &Bitboards) -> Option<&[(u32, i32)]> {
        self.positions.get(board).map(Vec::as_slice)
    }

    /// The moves that share the best value.
    pub fn best(&self, board: &Bitboards) -> Option<&[(u32, i32)]> {
        let moves = self.moves(board)?;
        Some(&moves[..moves.iter().take_while(|m| m.1 == moves[0].1).count()])
    }

    /// The line that a position takes in the file.
    pub fn line(board: &Bitboards, moves: &[(u32, i32)]) -> String {
        let disc = |square: u32| match (board.mover >> square & 1, board.opponent >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        let mut line: String = (0..64).map(disc).collect();
        for &(square, value) in moves {
            let (column, row) = (char::from(b'a' + square as u8 % 8), square / 8 + 1);
            line += &format!(" {column}{row}{value:+}");
        }
        line
    }
}

fn entry(line: &str) -> Result<(Bitboards, Moves), &'static str> {
    let mut words = line.split_whitespace();
    let discs = words.next().filter(|discs| discs.len() == 64).ok_or("expected 64 squares")?;
    let set = |disc: u8| discs.bytes().enumerate().map(|(at, d)| u64::from(d == disc) << at).sum();
    let board = Bitboards { mover: set(b'X'), opponent: set(b'O') };
    let read = |word: &str| {
        let (name, value) = word.split_at_checked(2)?;
        let [column @ b'a'..=b'h', row @ b'1'..=b'8'] = name.as_bytes() else { return None };
        let value: i32 = value.parse().ok().filter(|value| (-64..=64).contains(value))?;
        Some((u32::from(row - b'1') * 8 + u32::from(column - b'a'), value))
    };
    let mut moves: Moves = words.map(read).collect::<Option<_>>().ok_or("expected moves like f5+0")?;
    if moves.iter().fold(0, |set, m| set | 1u64 << m.0) != board.moves() || moves.is_empty() {
        return Err("expected every legal move, and no other");
    }
    moves.sort_by_key(|&(square, value)| (-value, square));
    Ok((board, moves))
}

/// The position under one of the eight symmetries.
fn turn(board: &Bitboards, symmetry: usize) -> Bitboards {
    let turn = |discs: u64| {
        let squares = (0..64u8).filter(|square| discs >> square & 1 == 1);
        squares.fold(0, |set, square| set | 1u64 << turned(square, symmetry))
    };
    Bitboards { mover: turn(board.mover), opponent: turn(board.opponent) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position after a move, and after the other side's pass where it has no move.
    fn after(board: &Bitboards, square: u32) -> (Bitboards, i32) {
        let next = board.played(square, board.flips(square));
        if next.moves() == 0 { (next.passed(), 1) } else { (next, -1) }
    }

    #[test]
    fn the_book_begins_at_the_start_and_each_position_is_reached() {
        let mut seen = std::collections::HashSet::from([Bitboards::START]);
        let mut open = vec![Bitboards::START];
        while let Some(board) = open.pop() {
            for &(square, _) in BOOK.moves(&board).expect("only positions of the book are opened") {
                let (next, _) = after(&board, square);
                if BOOK.moves(&next).is_some() && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        assert!(seen.len() > 1000, "{} positions", seen.len());
        // Half of the turned boards belong to a start with the colours the other way round.
        let reached = |board: &Bitboards| (0..8).any(|symmetry| seen.contains(&turn(board, symmetry)));
        assert!(BOOK.positions.keys().all(reached));
    }

    #[test]
    fn every_move_is_legal_and_every_value_follows_from_deeper_ones() {
        let mut deeper = 0;
        for (board, moves) in &BOOK.positions {
            for &(square, value) in moves {
                assert!(board.moves() >> square & 1 == 1);
                let (next, sign) = after(board, square);
                if let Some(replies) = BOOK.moves(&next) {
                    assert_eq!(value, sign * replies[0].1, "{}", Book::line(board, moves));
                    deeper += 1;
                }
            }
            assert!(moves.is_sorted_by_key(|m| -m.1));
        }
        assert!(deeper > 1000);
    }

    #[test]
    fn lines_read_back_and_bad_ones_are_refused() {
        let board = Bitboards::START.played(37, Bitboards::START.flips(37));
        let line = Book::line(&board, &[(43, 2), (29, -64), (45, 2)]);
        let book = Book::read(&line).expect("a good line");
        assert_eq!(book.best(&board), Some(&[(43, 2), (45, 2)][..]));
        assert_eq!(book.moves(&board), Some(&[(43, 2), (45, 2), (29, -64)][..]));
        assert_eq!(book.moves(&Bitboards::START), None);
        for (bad, reason) in [
            ("XO f5+0".to_owned(), "expected 64 squares"),
            (line.replace("d6+2", "d6"), "expected moves like f5+0"),
            (line.replace("d6+2", "d6+65"), "expected moves like f5+0"),
            (line.replace(" d6+2", ""), "expected every legal move, and no other"),
            (line.replace("d6+2", "a1+2"), "expected every legal move, and no other"),
        ] {
            let text = format!("# a comment\n{bad}");
            assert_eq!(Book::read(&text), Err(BadBook { line: 2, reason }));
        }
    }
}
