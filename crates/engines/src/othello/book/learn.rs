//! Learning a book from games: how often each move was played and with what result, and the lines themselves as far
//! as they were played well.

use super::super::board::Bitboards;
use super::super::symmetry::least;
use super::grow::{CERTAINTY, Searchers, fresh};
use super::{Book, Key, after, board_of, canonical, kept_square};
use crate::search::table::TranspositionTable;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{self, AtomicBool};

/// Moves of games, counted by position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameTally {
    /// Games and points of each move: two points for a win of the side that moved, one for a draw.
    moves: HashMap<(Key, u8), (u32, u32)>,
    games: u32,
}

/// Which lines of the counted games to learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// A position enters the book when this many games went through it.
    pub least: u32,
    /// A line is followed until this many discs were given away on it.
    pub loss: i32,
    /// Depth of the first search of a new position.
    pub depth: u32,
    pub threads: usize,
}

/// The result of learning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Learnt {
    /// New positions.
    pub positions: usize,
    /// Moves of the book's positions whose games were counted.
    pub moves: usize,
}

/// A path to a position: the discs given away before its last move, the value of the position before that move, and
/// the sign of the next position's value.
struct Way {
    lost: i32,
    best: i8,
    sign: i8,
}

impl GameTally {
    /// Counts the first `plies` moves of a game from the usual start, not counting passes. `black` is Black's result.
    /// Returns false and counts nothing if a move is illegal.
    pub fn add(&mut self, moves: &[u32], plies: usize, black: Ordering) -> bool {
        let (mut board, mut black_moves) = (Bitboards::START, true);
        let mut found = Vec::with_capacity(moves.len().min(plies));
        for &square in moves.iter().take(plies) {
            if board.moves() == 0 {
                (board, black_moves) = (board.passed(), !black_moves);
            }
            if square > 63 || board.moves() >> square & 1 == 0 {
                return false;
            }
            let (key, turn) = least(&board);
            let points = match if black_moves { black } else { black.reverse() } {
                Ordering::Greater => 2,
                Ordering::Equal => 1,
                Ordering::Less => 0,
            };
            found.push(((key, kept_square(&key, turn, square)), points));
            (board, black_moves) = (board.played(square, board.flips(square)), !black_moves);
        }
        for (mv, points) in found {
            let sum = self.moves.entry(mv).or_default();
            *sum = (sum.0.saturating_add(1), sum.1.saturating_add(points));
        }
        self.games += 1;
        true
    }

    /// The number of games counted.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The moves by position.
    fn by_position(&self) -> HashMap<Key, Vec<(u8, u32)>> {
        let mut positions: HashMap<Key, Vec<(u8, u32)>> = HashMap::new();
        for (&(key, square), &(games, _)) in &self.moves {
            positions.entry(key).or_default().push((square, games));
        }
        positions
    }
}

impl Book {
    /// Learns from counted games. `None` if it was stopped; the book is then unchanged.
    pub fn learn(&mut self, tally: &GameTally, lesson: &Lesson, stop: &AtomicBool) -> Option<Learnt> {
        let played = tally.by_position();
        let searchers = Searchers::new(lesson.threads);
        let start = canonical(&Bitboards::START);
        let mut grown = self.clone();
        let mut learnt = Learnt::default();
        let mut ply = BTreeMap::from([(start, vec![Way { lost: 0, best: -64, sign: 1 }])]);
        while !ply.is_empty() {
            let new: Vec<Key> =
                ply.keys().filter(|key| !grown.positions.contains_key(*key)).copied().collect();
            let search = |key: &Key, table: &TranspositionTable| {
                fresh(&board_of(key), lesson.depth, CERTAINTY, table, stop)
            };
            let entries = searchers.each(&new, search);
            if stop.load(atomic::Ordering::Relaxed) {
                return None;
            }
            for (key, entry) in new.iter().zip(entries) {
                grown.positions.insert(*key, entry?.0);
            }
            learnt.positions += new.len();
            ply = grown.next_ply(&ply, &played, lesson);
        }
        for (&(key, square), &(games, points)) in &tally.moves {
            if let Some(entry) = grown.positions.get_mut(&key) {
                let sum = entry.played(square);
                sum.games = sum.games.saturating_add(games);
                sum.points = sum.points.saturating_add(points);
                learnt.moves += 1;
            }
        }
        grown.back_up();
        *self = grown;
        Some(learnt)
    }

    /// The positions after the moves played in a ply, without the lines that gave too much away.
    fn next_ply(
        &self,
        ply: &BTreeMap<Key, Vec<Way>>,
        played: &HashMap<Key, Vec<(u8, u32)>>,
        lesson: &Lesson,
    ) -> BTreeMap<Key, Vec<Way>> {
        let mut next: BTreeMap<Key, Vec<Way>> = BTreeMap::new();
        for (key, ways) in ply {
            let Some(best) = self.positions.get(key).map(|entry| entry.value) else { continue };
            let lost = ways
                .iter()
                .map(|way| way.lost + (i32::from(way.best) - i32::from(way.sign * best)).max(0))
                .min();
            let Some(lost) = lost.filter(|&lost| lost <= lesson.loss) else { continue };
            let board = board_of(key);
            for &(square, games) in played.get(key).map_or(&[][..], Vec::as_slice) {
                if games >= lesson.least
                    && let Some((child, sign)) = after(&board, square.into())
                {
                    next.entry(child).or_default().push(Way { lost, best, sign });
                }
            }
        }
        next
    }
}
