//! The boards of a game in their order, as the hashes and stones that `ko` looks at.
//!
//! A batch steps through many games in turn, and the TLB covers few pages. So the newest boards lie in the
//! position itself, and the older ones are touched only by every fourth move.

use super::ko::Toggle;
use heibai_kernels::{prefetch, prefetch_end};
use std::ops::Range;

/// The board after a move; number 0 is the starting board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct PastBoard {
    pub(super) hash: u64,
    /// How many stones were captured before it.
    pub(super) captured: u32,
    /// The stone that was played; 0 is a pass, or the start.
    pub(super) stone: Toggle,
}

/// A few more than are moved, because the last ones are looked at most.
const NEWEST: usize = 7;
/// How many boards move to the older ones at once: a cache line.
const MOVED: usize = 4;

#[derive(Debug)]
#[repr(C)]
pub(super) struct PastBoards {
    newest: [PastBoard; NEWEST],
    older: Vec<PastBoard>,
    /// How many of `newest` are boards; never none.
    count: u32,
}

impl PastBoards {
    pub(super) fn new(start: PastBoard) -> PastBoards {
        let mut newest = [PastBoard::default(); NEWEST];
        newest[0] = start;
        PastBoards { newest, older: Vec::new(), count: 1 }
    }

    /// Prefetches the newest boards, and where the older ones are.
    #[inline]
    pub(super) fn prefetch(&self) {
        prefetch(&self.newest, 0);
        prefetch(&self.newest, 4);
        prefetch(std::slice::from_ref(&self.count), 0);
    }

    /// Prefetches where the older boards go on, if the next move makes one.
    #[inline]
    pub(super) fn prefetch_older(&self) {
        if self.count as usize == NEWEST - 1 {
            prefetch_end(&self.older);
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.older.len() + self.count as usize
    }

    #[inline]
    fn newest(&self) -> &[PastBoard] {
        &self.newest[..(self.count as usize).min(NEWEST)]
    }

    /// The present board.
    #[inline]
    pub(super) fn last(&self) -> PastBoard {
        self.newest[self.count as usize - 1]
    }

    #[inline]
    pub(super) fn get(&self, number: usize) -> PastBoard {
        match number.checked_sub(self.older.len()) {
            Some(number) => self.newest[number],
            None => self.older[number],
        }
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &PastBoard> {
        self.older.iter().chain(self.newest())
    }

    #[inline]
    pub(super) fn push(&mut self, board: PastBoard) {
        self.newest[self.count as usize] = board;
        self.count += 1;
        if self.count as usize == NEWEST {
            self.older.extend_from_slice(&self.newest[..MOVED]);
            self.newest.copy_within(MOVED.., 0);
            self.count -= MOVED as u32;
        }
    }

    /// The newest board of a range that has this hash and that `accept` takes, by its number.
    #[inline]
    pub(super) fn find_last(
        &self,
        range: Range<usize>,
        hash: u64,
        accept: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let older = self.older.len();
        let find = |boards: &[PastBoard], first: usize| {
            let mut found = boards.iter().enumerate().rev().filter(|(_, board)| board.hash == hash);
            found.find(|&(at, _)| accept(first + at)).map(|(at, _)| first + at)
        };
        let start = range.start.max(older);
        let newest = self.newest().get(start - older..range.end.saturating_sub(older));
        newest.and_then(|newest| find(newest, start)).or_else(|| {
            let older = self.older.get(range.start..range.end.min(older))?;
            find(older, range.start)
        })
    }
}

impl PartialEq for PastBoards {
    fn eq(&self, other: &PastBoards) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Clone for PastBoards {
    fn clone(&self) -> PastBoards {
        PastBoards { older: self.older.clone(), ..*self }
    }

    /// Keeps the memory that is there.
    fn clone_from(&mut self, source: &PastBoards) {
        self.older.clone_from(&source.older);
        (self.newest, self.count) = (source.newest, source.count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(number: usize) -> PastBoard {
        PastBoard { hash: number as u64 % 5, captured: 0, stone: number as Toggle }
    }

    #[test]
    fn boards_are_found_wherever_they_lie() {
        let mut past = PastBoards::new(board(0));
        let mut plain = vec![board(0)];
        for number in 1..60 {
            past.push(board(number));
            plain.push(board(number));
            assert_eq!((past.len(), past.last()), (plain.len(), board(number)));
            assert!(past.iter().eq(plain.iter()) && (0..=number).all(|at| past.get(at) == plain[at]));
            for start in 0..=plain.len() {
                for end in start..=plain.len() {
                    let accept = |at: usize| at % 3 != 1;
                    let found = (start..end).rev().find(|&at| plain[at].hash == 2 && accept(at));
                    assert_eq!(past.find_last(start..end, 2, accept), found, "{start}..{end} of {number}");
                }
            }
        }
    }
}
