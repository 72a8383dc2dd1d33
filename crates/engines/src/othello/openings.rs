//! The names of openings on 8x8.

use super::board::Bitboards;
use super::player::board_of;
use super::symmetry::canonical;
use crate::openings::Opening;
use heibai_games::{AnyPosition, Color, Move, Point, Position};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A line `moves | English | Chinese`; the Chinese name is left out where none is usual.
static FILE: &str = include_str!("../../../../data/othello/openings.txt");

/// Keyed by position, so that rotated boards and transposed moves are found too.
static OPENINGS: LazyLock<HashMap<[u64; 2], Opening>> = LazyLock::new(|| {
    let lines = FILE.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(entry).collect()
});

fn entry(line: &'static str) -> Option<([u64; 2], Opening)> {
    let mut parts = line.split('|').map(str::trim);
    let (moves, en) = (parts.next()?, parts.next()?);
    let mut board = Bitboards::START;
    for name in moves.as_bytes().chunks_exact(2) {
        board = played(board, u32::from(name[1] - b'1') * 8 + u32::from(name[0] - b'a'))?;
    }
    Some((canonical(&board), Opening { en, zh: parts.next().unwrap_or(en), moves: moves.len() / 2 }))
}

fn played(board: Bitboards, square: u32) -> Option<Bitboards> {
    (board.moves() >> (square & 63) & 1 == 1).then(|| board.played(square, board.flips(square)))
}

/// The name of a position, whatever moves led to it.
pub fn of_board(board: &Bitboards) -> Option<Opening> {
    OPENINGS.get(&canonical(board)).copied()
}

/// The opening of a game on 8x8 from the usual start: the last named position that it went through.
pub fn name(moves: &[Move]) -> Option<Opening> {
    let mut board = Bitboards::START;
    let mut found = None;
    for mv in moves {
        let Move::Place(Point(square)) = *mv else { break };
        let Some(next) = played(board, square.into()) else { break };
        board = next;
        found = of_board(&board).or(found);
    }
    found
}

/// Like `name`, for any start; only 8x8 from the usual start has names.
pub fn of(start: &AnyPosition, moves: &[Move]) -> Option<Opening> {
    let usual = board_of(start) == Some(Bitboards::START) && start.turn() == Color::Black;
    usual.then(|| name(moves)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        let square = |name: &[u8]| Point(u16::from(name[1] - b'1') * 8 + u16::from(name[0] - b'a'));
        text.as_bytes().chunks_exact(2).map(|name| Move::Place(square(name))).collect()
    }

    #[test]
    fn every_line_of_the_file_is_a_game() {
        let lines = FILE.lines().filter(|line| !line.starts_with('#'));
        assert!(lines.clone().all(|line| entry(line).is_some()));
        assert_eq!(OPENINGS.len(), lines.count(), "no position has two names");
        assert!(OPENINGS.len() >= 40);
    }

    #[test]
    fn a_game_is_named_by_its_last_known_position() {
        let named = |text: &str| name(&moves(text)).map(|opening| (opening.en, opening.zh, opening.moves));
        assert_eq!(named("f5"), None);
        assert_eq!(named("f5f6"), Some(("Diagonal Opening", "斜向开局", 2)));
        assert_eq!(named("f5d6c3d3c4"), Some(("Tiger", "虎", 5)));
        // The same game on a rotated board, and with moves after the named ones.
        assert_eq!(named("c4e3f6e6f5"), Some(("Tiger", "虎", 5)));
        assert_eq!(named("f5d6c3d3c4b5"), Some(("Tiger", "虎", 5)));
        assert_eq!(named("f5d6c3d3c4f4f6f3"), Some(("COMP'OTH", "COMP'OTH", 8)));
    }

    #[test]
    fn other_starts_and_bad_moves_have_no_name() {
        assert_eq!(name(&moves("a1f6")), None);
        assert_eq!(name(&[Move::Pass]), None);
        assert_eq!(name(&[]), None);
    }
}
