//! Repetition: which earlier boards a move may not recreate. The ko rule is this file.
//!
//! By default no move may bring back a board that has been seen in this game, the starting board included, whoever
//! played then and whoever plays now (positional superko); `KoRule` names what other rule sets forbid. A pass leaves
//! the board alone and is never forbidden. Boards are found by a 64-bit hash, and a match of hashes forbids nothing
//! by itself: the change between the two boards is then followed stone by stone.

use super::KoRule;
use heibai_kernels::prefetch;

/// A stone put on the board or taken off: twice the cell's number, plus the colour's index.
pub(super) type Toggle = u16;

/// All boards of a game, as the toggles that lead from one to the next. At most 16 bytes a move, 2 bytes a
/// toggle (no game has more than two for each placed or starting stone) and at most 4 bytes a move, or 512,
/// for the filter.
#[derive(Debug)]
pub(super) struct Seen {
    boards: Vec<PastBoard>,
    toggles: Vec<Toggle>,
    /// A Bloom filter: each board's hash sets two bits of one word. Of the boards that were not seen it lets at most
    /// one in sixteen through, and usually one in fifty; for those all boards are looked at. It is small, because most
    /// questions end here, and games that are searched or played in batches leave little room in the cache. None
    /// before the first stone, when there is nothing to repeat.
    filter: Vec<u64>,
}

/// The board after a move; number 0 is the starting board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PastBoard {
    hash: u64,
    /// How many toggles lead to it from the starting board.
    toggles: u32,
    /// The cell of the stone that was played; 0 is a pass, or the start.
    cell: u16,
}

const FEWEST_WORDS: usize = 64;
const BOARDS_A_WORD: usize = 8;
const FEW: usize = 8;

/// The two bits of a board in its word of the filter.
const fn bits(hash: u64) -> u64 {
    1 << (hash >> 58) | 1 << (hash >> 52 & 63)
}

impl Seen {
    /// A game that starts with a board of this hash.
    pub(super) fn new(hash: u64) -> Seen {
        Seen {
            boards: vec![PastBoard { hash, toggles: 0, cell: 0 }],
            toggles: Vec::new(),
            filter: Vec::new(),
        }
    }

    /// Prefetches what the next move writes, if the board then has this hash.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(&self.filter, hash as usize & self.filter.len().wrapping_sub(1));
        prefetch(&self.boards, self.boards.len() - 1);
        prefetch(&self.toggles, self.toggles.len().wrapping_sub(1));
    }

    /// The number of moves so far, passes included.
    pub(super) fn moves(&self) -> usize {
        self.boards.len() - 1
    }

    /// The cells of the moves so far, the last one first; 0 is a pass.
    pub(super) fn last_cells(&self) -> impl Iterator<Item = u16> {
        self.boards[1..].iter().rev().map(|board| board.cell)
    }

    /// The earlier board, by its move number, that a move would recreate against the rule, if it is not before board
    /// `since`. `hash` is the board's after the move, `change` what the move puts on and takes off.
    #[inline]
    pub(super) fn repeated(
        &self,
        rule: KoRule,
        since: usize,
        hash: u64,
        change: impl Fn(&mut dyn FnMut(Toggle)),
    ) -> Option<u32> {
        match rule {
            KoRule::Positional => self.find(since, hash, change, |_| true),
            KoRule::Situational => self.find(since, hash, change, |number| self.has_same_turn(number)),
            KoRule::Simple => self.find(since, hash, change, |number| number + 2 == self.boards.len()),
        }
    }

    /// Whether a move brings a board back for the second time, with the same side to move, by cycles in which both
    /// sides lost as many stones: as many as they placed, and they moved as often, so that both passed as often.
    pub(super) fn closes_even_cycle(&self, hash: u64, change: impl Fn(&mut dyn FnMut(Toggle))) -> bool {
        let even = |number: usize| {
            let passed =
                |from: usize| self.boards[from..].iter().step_by(2).filter(|board| board.cell == 0).count();
            self.has_same_turn(number) && passed(number + 1) == passed(number + 2)
        };
        let first = self.find(0, hash, &change, even);
        first.is_some_and(|first| {
            self.find(0, hash, &change, |number| number != first as usize && even(number)).is_some()
        })
    }

    /// Whether board `number` had the same side to move as the one after the next move will have.
    fn has_same_turn(&self, number: usize) -> bool {
        (self.boards.len() - number).is_multiple_of(2)
    }

    /// The first board from `since` on that is `wanted` and that a move would recreate.
    #[inline]
    fn find(
        &self,
        since: usize,
        hash: u64,
        change: impl Fn(&mut dyn FnMut(Toggle)),
        wanted: impl Fn(usize) -> bool,
    ) -> Option<u32> {
        let boards = self.boards.get(since..)?;
        // A few boards are looked at faster than the filter is fetched.
        if boards.len() > FEW {
            let word = self.filter.get(hash as usize & self.filter.len().wrapping_sub(1))?;
            if word & bits(hash) != bits(hash) {
                return None;
            }
        }
        let is_wanted = |number: usize| wanted(number) && self.is_same(number, &change);
        let mut numbers = (since..).zip(boards).filter(|(_, board)| board.hash == hash);
        numbers.find(|&(number, _)| is_wanted(number)).map(|(number, _)| number as u32)
    }

    /// Whether every stone put down since board `number`, `change` included, was taken off again, and every
    /// stone taken off put back.
    #[cold]
    fn is_same(&self, number: usize, change: &impl Fn(&mut dyn FnMut(Toggle))) -> bool {
        let mut odd = [0u64; 32];
        let mut flip = |toggle: Toggle| odd[usize::from(toggle >> 6) & 31] ^= 1 << (toggle & 63);
        self.toggles[self.boards[number].toggles as usize..].iter().for_each(|&toggle| flip(toggle));
        change(&mut flip);
        odd == [0; 32]
    }

    /// A stone is put on or taken off by the move that `placed` then completes.
    #[inline]
    pub(super) fn toggle(&mut self, toggle: Toggle) {
        self.toggles.push(toggle);
    }

    /// How many stones were put on and taken off so far.
    pub(super) fn toggles(&self) -> usize {
        self.toggles.len()
    }

    /// A stone was played on `cell`, and the board now has this hash. The stones it took are put in the order
    /// of the points, so that nobody depends on how they were found.
    #[inline]
    pub(super) fn placed(&mut self, cell: u16, hash: u64) {
        let before = self.boards[self.boards.len() - 1].toggles as usize;
        if self.toggles.len() > before + 2 {
            self.toggles[before + 1..].sort_unstable();
        }
        self.push(PastBoard { hash, toggles: self.toggles.len() as u32, cell });
    }

    /// A pass: a move and the same board, with the other side to move.
    pub(super) fn passed(&mut self) {
        let last = self.boards[self.boards.len() - 1];
        if self.filter.is_empty() {
            self.boards.push(PastBoard { cell: 0, ..last });
        } else {
            self.push(PastBoard { cell: 0, ..last });
        }
    }

    #[inline]
    fn push(&mut self, board: PastBoard) {
        let hash = board.hash;
        self.boards.push(board);
        if self.boards.len() > self.filter.len() * BOARDS_A_WORD {
            self.grow();
        } else {
            self.enter(hash);
        }
    }

    /// What the last move put on and took off, the placed stone first, the others in the order of the
    /// points; empty after a pass.
    pub(super) fn last_change(&self) -> &[Toggle] {
        match self.boards[..] {
            [.., before, last] => &self.toggles[before.toggles as usize..last.toggles as usize],
            _ => &[],
        }
    }

    #[inline]
    fn enter(&mut self, hash: u64) {
        let mask = self.filter.len() - 1;
        self.filter[hash as usize & mask] |= bits(hash);
    }

    #[cold]
    fn grow(&mut self) {
        // Passes before the first stone are not entered when they come, and may be many.
        let words = self.boards.len().div_ceil(BOARDS_A_WORD).next_power_of_two() * 2;
        self.filter = vec![0; FEWEST_WORDS.max(words)];
        self.enter_all();
    }

    fn enter_all(&mut self) {
        (0..self.boards.len()).for_each(|number| self.enter(self.boards[number].hash));
    }
}

/// Two games are the same if the same moves made the same changes.
impl PartialEq for Seen {
    fn eq(&self, other: &Seen) -> bool {
        self.boards == other.boards && self.toggles == other.toggles
    }
}

impl Clone for Seen {
    fn clone(&self) -> Seen {
        Seen { boards: self.boards.clone(), toggles: self.toggles.clone(), filter: self.filter.clone() }
    }

    /// Keeps the memory that is there: playouts start from the same position again and again, and the
    /// table need not grow again each time.
    fn clone_from(&mut self, source: &Seen) {
        self.boards.clone_from(&source.boards);
        self.toggles.clone_from(&source.toggles);
        if self.filter.len() > source.filter.len() {
            self.filter.fill(0);
            self.enter_all();
        } else {
            self.filter.clone_from(&source.filter);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(seen: &mut Seen, hash: u64, toggles: &[Toggle]) {
        toggles.iter().for_each(|&toggle| seen.toggle(toggle));
        seen.placed(toggles[0] >> 1, hash);
    }

    fn repeated(seen: &Seen, hash: u64, toggles: &[Toggle]) -> Option<u32> {
        seen.repeated(KoRule::Positional, 0, hash, |flip| toggles.iter().for_each(|&toggle| flip(toggle)))
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
        let takes_all = |rule| seen.repeated(rule, 0, 1, |flip| [100, 103, 107].into_iter().for_each(flip));
        assert_eq!(takes_all(KoRule::Positional), Some(0));
        assert_eq!(takes_all(KoRule::Situational), Some(0), "four moves: the same side is to move");
        assert_eq!(takes_all(KoRule::Simple), None, "more than two boards ago");
        let takes_last = |rule| seen.repeated(rule, 0, 3, |flip| flip(107));
        let first = |rule| seen.repeated(rule, 0, 2, |flip| [103, 107].into_iter().for_each(flip));
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
