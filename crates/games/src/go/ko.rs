//! Repetition: which earlier boards a move may not recreate. The ko rule is this file.
//!
//! By default no move may bring back a board that has been seen in this game, the starting board included, whoever
//! played then and whoever plays now (positional superko); `KoRule` names what other rule sets forbid. A pass leaves
//! the board alone and is never forbidden. Boards are found by a 64-bit hash, and a match of hashes forbids nothing
//! by itself: the change between the two boards is then followed stone by stone.

use super::KoRule;
use super::past::{PastBoard, PastBoards};
use heibai_kernels::prefetch;
use std::ops::Range;

/// A stone put on the board or taken off: twice the cell's number, plus the colour's index.
pub(super) type Toggle = u16;

/// All boards of a game, as the stones that lead from one to the next. At most 16 bytes a move, 2 bytes a captured stone
/// and 512 bytes for the filter, in games of more than 512 boards at most 4 bytes a move. What most moves touch lies
/// in the position itself.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Seen {
    /// A Bloom filter: each board's hash sets three bits of one word. Of the boards that were not seen it lets at most
    /// one in thirty through, and usually one in two hundred; for those all boards are looked at.
    filter: [u64; FEWEST_WORDS],
    boards: PastBoards,
    /// The stones that were taken off, in the order of the moves.
    captured: Vec<Toggle>,
    /// The filter of a game of more boards.
    large_filter: Vec<u64>,
}

const FEWEST_WORDS: usize = 64;
const BOARDS_A_WORD: usize = 8;
const FEW: usize = 8;

/// The three bits of a board in its word of the filter.
const fn bits(hash: u64) -> u64 {
    1 << (hash >> 58) | 1 << (hash >> 52 & 63) | 1 << (hash >> 46 & 63)
}

impl Seen {
    /// A game that starts with a board of this hash.
    pub(super) fn new(hash: u64) -> Seen {
        let boards = PastBoards::new(PastBoard { hash, captured: 0, stone: 0 });
        let (captured, large_filter) = (Vec::new(), Vec::new());
        let mut seen = Seen { boards, captured, filter: [0; FEWEST_WORDS], large_filter };
        seen.enter(hash);
        seen
    }

    /// Prefetches the newest boards, and where the older ones are.
    #[inline]
    pub(super) fn prefetch_head(&self) {
        self.boards.prefetch();
    }

    /// Prefetches what the next move writes, if the board then has this hash.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        let filter = self.filter();
        prefetch(filter, hash as usize & (filter.len() - 1));
        self.boards.prefetch_older();
    }

    /// The number of moves so far, passes included.
    pub(super) fn moves(&self) -> usize {
        self.boards.len() - 1
    }

    /// The cells of the moves so far, the last one first; 0 is a pass.
    pub(super) fn last_cells(&self) -> impl Iterator<Item = u16> {
        self.boards.iter().rev().take(self.moves()).map(|board| board.stone >> 1)
    }

    /// The newest of these boards, by its move number, that a move would recreate against the rule. `hash` is the
    /// board's after the move, `change` what the move puts on and takes off.
    #[inline]
    pub(super) fn repeated(
        &self,
        rule: KoRule,
        boards: Range<usize>,
        hash: u64,
        change: impl Fn(&mut dyn FnMut(Toggle)),
    ) -> Option<u32> {
        match rule {
            KoRule::Positional => self.find(boards, hash, change, |_| true),
            KoRule::Situational => self.find(boards, hash, change, |number| self.has_same_turn(number)),
            KoRule::Simple => self.find(boards, hash, change, |number| number + 2 == self.boards.len()),
        }
    }

    /// Whether a move brings a board back for the second time, with the same side to move, by cycles in which both
    /// sides lost as many stones: as many as they placed, and they moved as often, so that both passed as often.
    pub(super) fn closes_even_cycle(&self, hash: u64, change: impl Fn(&mut dyn FnMut(Toggle))) -> bool {
        let even = |number: usize| {
            let passed = |from: usize| {
                let numbers = (from..self.boards.len()).step_by(2);
                numbers.filter(|&number| self.boards.get(number).stone == 0).count()
            };
            self.has_same_turn(number) && passed(number + 1) == passed(number + 2)
        };
        let newest = self.find(0..self.boards.len(), hash, &change, even);
        newest.is_some_and(|newest| self.find(0..newest as usize, hash, &change, even).is_some())
    }

    /// Whether board `number` had the same side to move as the one after the next move will have.
    fn has_same_turn(&self, number: usize) -> bool {
        (self.boards.len() - number).is_multiple_of(2)
    }

    /// The newest of these boards that is `wanted` and that a move would recreate. Most are new, and those are in the
    /// cache.
    #[inline]
    fn find(
        &self,
        boards: Range<usize>,
        hash: u64,
        change: impl Fn(&mut dyn FnMut(Toggle)),
        wanted: impl Fn(usize) -> bool,
    ) -> Option<u32> {
        // A few boards are looked at faster than the filter is fetched.
        if boards.len() > FEW {
            let filter = self.filter();
            let word = filter.get(hash as usize & (filter.len() - 1))?;
            if word & bits(hash) != bits(hash) {
                return None;
            }
        }
        let accept = |number: usize| wanted(number) && self.is_same(number, &change);
        self.boards.find_last(boards, hash, accept).map(|number| number as u32)
    }

    /// Whether every stone put down since board `number`, `change` included, was taken off again, and every
    /// stone taken off put back.
    #[cold]
    fn is_same(&self, number: usize, change: &impl Fn(&mut dyn FnMut(Toggle))) -> bool {
        let mut odd = [0u64; 32];
        let mut flip = |toggle: Toggle| odd[usize::from(toggle >> 6) & 31] ^= 1 << (toggle & 63);
        let played = self.boards.iter().skip(number + 1).map(|board| board.stone);
        let captured = &self.captured[self.boards.get(number).captured as usize..];
        played.filter(|&stone| stone != 0).chain(captured.iter().copied()).for_each(&mut flip);
        change(&mut flip);
        odd == [0; 32]
    }

    /// A stone is taken off by the move that `placed` then completes.
    #[inline]
    pub(super) fn capture(&mut self, stone: Toggle) {
        self.captured.push(stone);
    }

    /// A stone was played, and the board now has this hash. The stones it took are put in the order of the points, so
    /// that nobody depends on how they were found; returns how many they are.
    #[inline]
    pub(super) fn placed(&mut self, stone: Toggle, hash: u64) -> usize {
        let before = self.boards.last().captured as usize;
        let count = self.captured.len() - before;
        if count > 1 {
            self.captured[before..].sort_unstable();
        }
        self.push(PastBoard { hash, captured: self.captured.len() as u32, stone });
        count
    }

    /// A pass: a move and the same board, with the other side to move.
    pub(super) fn passed(&mut self) {
        self.push(PastBoard { stone: 0, ..self.boards.last() });
    }

    #[inline]
    fn push(&mut self, board: PastBoard) {
        let hash = board.hash;
        self.boards.push(board);
        if self.boards.len() > self.filter().len() * BOARDS_A_WORD {
            self.grow();
        } else {
            self.enter(hash);
        }
    }

    /// The last `count` stones that were taken off, those of one move in the order of the points.
    #[inline]
    pub(super) fn last_captured(&self, count: usize) -> &[Toggle] {
        &self.captured[self.captured.len() - count..]
    }

    #[inline]
    fn filter(&self) -> &[u64] {
        if self.large_filter.is_empty() { &self.filter } else { &self.large_filter }
    }

    #[inline]
    fn enter(&mut self, hash: u64) {
        let filter = if self.large_filter.is_empty() { &mut self.filter[..] } else { &mut self.large_filter };
        let at = hash as usize & (filter.len() - 1);
        filter[at] |= bits(hash);
    }

    #[cold]
    fn grow(&mut self) {
        let words = 2 * self.filter().len();
        self.large_filter.clear();
        self.large_filter.resize(words, 0);
        self.enter_all();
    }

    fn enter_all(&mut self) {
        let filter = &mut self.large_filter;
        let mask = filter.len() - 1;
        self.boards.iter().for_each(|board| filter[board.hash as usize & mask] |= bits(board.hash));
    }
}

/// Two games are the same if the same moves made the same changes.
impl PartialEq for Seen {
    fn eq(&self, other: &Seen) -> bool {
        self.boards == other.boards && self.captured == other.captured
    }
}

impl Clone for Seen {
    fn clone(&self) -> Seen {
        let (boards, captured) = (self.boards.clone(), self.captured.clone());
        Seen { boards, captured, filter: self.filter, large_filter: self.large_filter.clone() }
    }

    /// Keeps the memory that is there: playouts start from the same position again and again.
    fn clone_from(&mut self, source: &Seen) {
        self.boards.clone_from(&source.boards);
        self.captured.clone_from(&source.captured);
        self.filter = source.filter;
        self.large_filter.clone_from(&source.large_filter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(seen: &mut Seen, hash: u64, toggles: &[Toggle]) {
        toggles[1..].iter().for_each(|&stone| seen.capture(stone));
        seen.placed(toggles[0], hash);
    }

    fn repeated(seen: &Seen, hash: u64, toggles: &[Toggle]) -> Option<u32> {
        seen.repeated(KoRule::Positional, 0..seen.boards.len(), hash, |flip| {
            toggles.iter().for_each(|&toggle| flip(toggle))
        })
    }

    #[test]
    fn equal_hashes_of_different_boards_forbid_nothing() {
        let mut seen = Seen::new(7);
        play(&mut seen, 7, &[100]);
        play(&mut seen, 7, &[103]);
        assert_eq!(repeated(&seen, 7, &[105]), None);
        assert_eq!(repeated(&seen, 7, &[104, 103]), None);
        assert_eq!(repeated(&seen, 7, &[103]), Some(1), "the board after move 1, behind two equal hashes");
        assert_eq!(repeated(&seen, 7, &[103, 100]), Some(0), "the starting board");
        assert_eq!(repeated(&seen, 8, &[103]), None, "another hash cannot be the same board");
    }

    #[test]
    fn a_rule_forbids_its_own_boards() {
        let mut seen = Seen::new(1);
        play(&mut seen, 2, &[100]);
        play(&mut seen, 3, &[103]);
        play(&mut seen, 4, &[107]);
        let takes_all = |rule| {
            seen.repeated(rule, 0..seen.boards.len(), 1, |flip| [100, 103, 107].into_iter().for_each(flip))
        };
        assert_eq!(takes_all(KoRule::Positional), Some(0));
        assert_eq!(takes_all(KoRule::Situational), Some(0), "four moves: the same side is to move");
        assert_eq!(takes_all(KoRule::Simple), None, "more than two boards ago");
        let takes_last = |rule| seen.repeated(rule, 0..seen.boards.len(), 3, |flip| flip(107));
        let first =
            |rule| seen.repeated(rule, 0..seen.boards.len(), 2, |flip| [103, 107].into_iter().for_each(flip));
        assert_eq!(takes_last(KoRule::Simple), Some(2));
        assert_eq!((first(KoRule::Positional), first(KoRule::Situational)), (Some(1), None));
    }

    #[test]
    fn boards_are_found_after_the_table_has_grown() {
        let mut seen = Seen::new(0);
        for number in 1..=5000u64 {
            let toggle = (number % 1900) as Toggle + 100;
            play(&mut seen, number.wrapping_mul(0x9e37_79b9_7f4a_7c15), &[toggle]);
            if number % 7 == 0 {
                seen.passed();
            }
        }
        let last = seen.moves();
        assert_eq!(last, 5000 + 5000 / 7);
        let hash = 4999u64.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let undone = (5000 % 1900) as Toggle + 100;
        assert_eq!(repeated(&seen, hash, &[undone]), Some(last as u32 - 1));
    }
}
