//! The opening book: positions reached from the start, each with its value, the depth of its search, and how often
//! and how well its moves were played in games.
//!
//! Positions that are equal by symmetry are stored once. A move to a position of the book has that position's value;
//! for the other moves, one search finds the best of them. Values are in discs, for the side to move.

mod file;
mod grow;
mod learn;

pub use file::BadBook;
pub use grow::{CERTAINTY, Grown, Growth, grow};
pub use learn::{GameTally, Learnt, Lesson};

use super::board::Bitboards;
use super::player::{self, move_of};
use super::probcut::EXACT;
use super::symmetry::{canonical, equal_squares, least, turned_back, turned_square};
use crate::data::File;
use heibai_games::value::{Amount, Value};
use heibai_games::{AnyPosition, Move};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

static CURRENT: LazyLock<RwLock<Arc<Book>>> = LazyLock::new(|| {
    let shipped =
        Book::read(File::OthelloBook.bytes()).expect("the book in the program was checked when it was built");
    RwLock::new(Arc::new(shipped))
});

/// The book that players use: the shipped one, or its replacement.
pub fn current() -> Arc<Book> {
    CURRENT.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The book's moves for a position, best first.
pub(super) fn of(position: &AnyPosition) -> Vec<(Move, Value)> {
    let advice = player::board_of(position).and_then(|board| current().advice(&board));
    let moves = advice.into_iter().flat_map(|advice| advice.moves);
    moves
        .filter_map(|m| Some((move_of(m.square), Value::estimated(Amount::Discs(m.value?.into())))))
        .collect()
}

/// Makes players use this book from now on.
pub fn replace(book: Book) {
    *CURRENT.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(book);
}

/// The canonical position, the side to move first.
pub(crate) type Key = [u64; 2];

/// Published results that no search of ours proves: the start is a draw (Takizawa, "Othello is Solved", 2023), and so
/// is its first move (the four first moves are symmetric).
const PUBLISHED: [(&[u32], i8); 2] = [(&[], 0), (&[37], 0)];

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Book {
    positions: BTreeMap<Key, Entry>,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct Entry {
    value: i8,
    proved: bool,
    /// The best of the moves that left the book when it was searched; `None` if there are none.
    rest: Option<Searched>,
    /// Moves to positions of the book, and moves played in games; sorted by square.
    moves: Vec<Played>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Searched {
    square: u8,
    value: i8,
    depth: u8,
    certainty: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Played {
    square: u8,
    /// The value of the position after the move, for the side that moved; `None` if it is not in the book.
    value: Option<i8>,
    games: u32,
    /// Two points for a win of the side that moved, one for a draw.
    points: u32,
}

impl Entry {
    fn has(&self, square: u8) -> bool {
        self.moves.iter().any(|m| m.square == square && m.value.is_some())
    }

    /// The search of the moves that leave the book, while its best move still does.
    fn leaf(&self) -> Option<&Searched> {
        self.rest.as_ref().filter(|rest| !self.has(rest.square))
    }

    fn played(&mut self, square: u8) -> &mut Played {
        let at = self.moves.partition_point(|m| m.square < square);
        if self.moves.get(at).is_none_or(|m| m.square != square) {
            self.moves.insert(at, Played { square, ..Played::default() });
        }
        &mut self.moves[at]
    }
}

/// The book's entry for a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// For the side to move, in discs.
    pub value: i32,
    pub proved: bool,
    /// Depth and certainty of the search of the moves that leave the book; `None` if no move does.
    pub search: Option<(u32, u8)>,
    /// Best first; moves without a value follow, by number of games.
    pub moves: Vec<BookMove>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    pub square: u32,
    /// For the side that moves; `None` for a move known only from games.
    pub value: Option<i32>,
    /// Whether the position after it is in the book.
    pub in_book: bool,
    /// How far the value looks: plies of the best line through the book plus those of the search at its end.
    pub horizon: u32,
    pub games: u32,
    /// Two points for a win of the side that moved, one for a draw.
    pub points: u32,
}

impl Advice {
    /// The moves worth at most `margin` discs less than the best.
    pub fn within(&self, margin: i32) -> impl Iterator<Item = &BookMove> {
        let best = self.moves.first().and_then(|m| m.value);
        self.moves
            .iter()
            .filter(move |m| m.value.zip(best).is_some_and(|(value, best)| value + margin >= best))
    }
}

impl Book {
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The book's entry for a position, with moves in the orientation of this board.
    pub fn advice(&self, board: &Bitboards) -> Option<Advice> {
        let (key, turn) = least(board);
        let entry = self.positions.get(&key)?;
        let canonical = board_of(&key);
        let mut moves = Vec::new();
        let mut add = |square: u8, value: Option<i8>, in_book, horizon, games, points| {
            let mut equal = turned_back(equal_squares(&canonical, square.into()), turn);
            while equal != 0 {
                let square = equal.trailing_zeros();
                moves.push(BookMove { square, value: value.map(i32::from), in_book, horizon, games, points });
                equal &= equal - 1;
            }
        };
        for m in &entry.moves {
            let leaf = entry.leaf().filter(|leaf| leaf.square == m.square);
            let (value, horizon) = match (m.value, leaf) {
                (Some(value), _) => (Some(value), 1 + self.horizon_after(&canonical, m.square)),
                (None, Some(leaf)) => (Some(leaf.value), leaf.depth.into()),
                (None, None) => (None, 0),
            };
            add(m.square, value, m.value.is_some(), horizon, m.games, m.points);
        }
        if let Some(leaf) = entry.leaf().filter(|leaf| entry.moves.iter().all(|m| m.square != leaf.square)) {
            add(leaf.square, Some(leaf.value), false, leaf.depth.into(), 0, 0);
        }
        moves.sort_by_key(|m| {
            (m.value.map_or(i32::MAX, |value| -value), std::cmp::Reverse(m.games), m.square)
        });
        let search = entry.leaf().map(|leaf| (leaf.depth.into(), leaf.certainty));
        Some(Advice { value: entry.value.into(), proved: entry.proved, search, moves })
    }

    fn horizon_after(&self, board: &Bitboards, square: u8) -> u32 {
        match after(board, square.into()) {
            Some((key, _)) => self.horizon(&key),
            None => 0,
        }
    }

    /// How far the value of a position looks along its principal variation.
    fn horizon(&self, key: &Key) -> u32 {
        let board = board_of(key);
        let Some(entry) = self.positions.get(key) else { return 0 };
        if entry.proved {
            return board.empties();
        }
        let best = entry.moves.iter().filter(|m| m.value.is_some()).max_by_key(|m| m.value);
        match (best, entry.leaf()) {
            (Some(best), leaf) if leaf.is_none_or(|leaf| Some(leaf.value) < best.value) => {
                1 + self.horizon_after(&board, best.square)
            }
            (_, leaf) => leaf.map_or(0, |leaf| leaf.depth.into()),
        }
    }

    /// The positions with their entries, as stored in the file: for exports.
    pub fn iter(&self) -> impl Iterator<Item = (Bitboards, Advice)> + '_ {
        let boards = self.positions.keys().map(board_of);
        boards.filter_map(|board| Some((board, self.advice(&board)?)))
    }

    /// Backs values up: every move gets the value of the position it leads to, and every position that of its best
    /// move.
    pub fn back_up(&mut self) {
        let published: BTreeMap<Key, i8> = PUBLISHED.iter().filter_map(published).collect();
        let mut keys: Vec<Key> = self.positions.keys().copied().collect();
        keys.sort_by_key(|key| board_of(key).empties());
        for key in keys {
            let board = board_of(&key);
            let mut linked = Vec::new();
            let mut proved = true;
            for (square, child, sign) in children(&board) {
                if let Some(next) = child.and_then(|child| self.positions.get(&child)) {
                    proved &= next.proved;
                    linked.push((square, sign * next.value));
                }
            }
            let Some(entry) = self.positions.get_mut(&key) else { continue };
            for &(square, value) in &linked {
                entry.played(square).value = Some(value);
            }
            let leaf = entry.leaf().copied();
            let values = linked.iter().map(|m| m.1).chain(leaf.map(|leaf| leaf.value));
            let all_linked = children(&board).count() == linked.len();
            let end = |leaf: Searched| leaf.certainty == EXACT && u32::from(leaf.depth) >= board.empties();
            proved &= all_linked || leaf.is_some_and(end);
            if let Some(&value) = published.get(&key) {
                (entry.value, entry.proved) = (value, true);
            } else if let Some(value) = values.max() {
                (entry.value, entry.proved) = (value, proved);
            }
        }
    }
}

fn published((moves, value): &(&[u32], i8)) -> Option<(Key, i8)> {
    let play = |board: Bitboards, &square: &u32| board.played(square, board.flips(square));
    Some((canonical(&moves.iter().fold(Bitboards::START, play)), *value))
}

fn board_of(&[mover, opponent]: &Key) -> Bitboards {
    Bitboards { mover, opponent }
}

/// The position after a move (and a forced pass), and the sign of its value for the side that moved; `None` if the
/// game is over.
fn after(board: &Bitboards, square: u32) -> Option<(Key, i8)> {
    let next = board.played(square, board.flips(square));
    match (next.moves(), next.passed().moves()) {
        (0, 0) => None,
        (0, _) => Some((canonical(&next.passed()), 1)),
        _ => Some((canonical(&next), -1)),
    }
}

/// The moves, one of each symmetric group, with the position after each and the sign of its value.
fn children(board: &Bitboards) -> impl Iterator<Item = (u8, Option<Key>, i8)> + '_ {
    let moves = board.moves();
    let squares = (0..64u32).filter(move |square| moves >> square & 1 == 1);
    let first = |square: &u32| equal_squares(board, *square).trailing_zeros() == *square;
    squares.filter(first).map(|square| match after(board, square) {
        Some((key, sign)) => (square as u8, Some(key), sign),
        None => (square as u8, None, 1),
    })
}

/// A move as the book stores it: on the canonical position, the first of equal moves.
fn kept_square(key: &Key, turn: usize, square: u32) -> u8 {
    let there = turned_square(square, turn);
    equal_squares(&board_of(key), there.into()).trailing_zeros() as u8
}

#[cfg(test)]
mod tests;
