//! The legal actions of a position as one set of bits, bit by action: quick to fill, to count, to draw from
//! and to write out.

use heibai_engines::observation::Observed;
use heibai_games::othello::Bits;
use heibai_games::{Kind, Move, Position, go, gomoku, othello};
use heibai_kernels::spread_bools;

/// A position that lists its legal actions fast enough for a batch.
pub trait Listed: Observed {
    const KIND: Kind;

    /// All legal actions; none when the game is over.
    fn legal(&self) -> Legal;

    /// How many moves were made, if the position remembers them; else the batch does.
    #[inline]
    fn move_count(&self) -> Option<usize> {
        None
    }

    /// The moves that the position remembers, first one first.
    fn moves(&self) -> Vec<Move> {
        Vec::new()
    }

    /// Prefetches what every move touches, where a position is large.
    #[inline]
    fn prefetch(&self) {}

    /// Second step: prefetches what this move reads.
    #[inline]
    fn prefetch_cells(&self, _next: Move) {}

    /// Third step: prefetches what those cells point to.
    #[inline]
    fn prefetch_chains(&self, _next: Move) {}
}

impl<B: Bits, const N: usize> Listed for othello::Othello<B, N> {
    const KIND: Kind = Kind::Othello;

    #[inline]
    fn legal(&self) -> Legal {
        let placements = self.placements(self.turn());
        let pass = placements.is_empty() && self.must_pass();
        Legal::from_bits(placements.to_u128() | u128::from(pass) << (N * N))
    }
}

impl Listed for go::Position {
    const KIND: Kind = Kind::Go;

    #[inline]
    fn legal(&self) -> Legal {
        let (size, mut legal, mut y) = (self.size(), Legal::default(), 0);
        self.each_legal_row(|row| {
            legal.add_row(y, size, row);
            y += 1;
        });
        legal.add_pass(size, !self.awaits_judgement());
        legal.counted(size * size + 1)
    }

    #[inline]
    fn move_count(&self) -> Option<usize> {
        Some(self.move_number())
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.last_moves().collect();
        moves.reverse();
        moves
    }

    #[inline]
    fn prefetch(&self) {
        go::Position::prefetch(self);
    }

    #[inline]
    fn prefetch_cells(&self, next: Move) {
        go::Position::prefetch_cells(self, next);
    }

    #[inline]
    fn prefetch_chains(&self, next: Move) {
        go::Position::prefetch_chains(self, next);
    }
}

impl Listed for gomoku::Position {
    const KIND: Kind = Kind::Gomoku;

    #[inline]
    fn legal(&self) -> Legal {
        let (size, mut legal, mut y) = (self.size(), Legal::default(), 0);
        self.each_legal_row(|row| {
            legal.add_row(y, size, row);
            y += 1;
        });
        legal.counted(size * size)
    }
}

/// 25 x 25 points and a pass.
const WORDS: usize = 10;

#[derive(Clone, Copy, Default)]
pub struct Legal {
    words: [u64; WORDS],
    count: u32,
}

impl Legal {
    /// From all actions at once.
    #[inline]
    pub fn from_bits(bits: u128) -> Legal {
        let mut words = [0; WORDS];
        (words[0], words[1]) = (bits as u64, (bits >> 64) as u64);
        Legal { words, count: bits.count_ones() }
    }

    /// With a row of a board, column 0 at bit 0.
    #[inline]
    pub fn add_row(&mut self, y: usize, size: usize, row: u32) {
        self.add(y * size, row.into());
    }

    /// With a pass after all points.
    #[inline]
    pub fn add_pass(&mut self, size: usize, may: bool) {
        self.add(size * size, may.into());
    }

    /// Adds fewer than 33 bits from bit `at` on.
    #[inline]
    fn add(&mut self, at: usize, bits: u64) {
        let (word, shift) = (at / 64, at % 64);
        self.words[word] |= bits << shift;
        if shift > 32 && word + 1 < WORDS {
            self.words[word + 1] |= bits >> (64 - shift);
        }
    }

    /// Counts what was added.
    #[inline]
    fn counted(mut self, actions: usize) -> Legal {
        self.count = self.words[..actions.div_ceil(64)].iter().map(|word| word.count_ones()).sum();
        self
    }

    #[inline]
    pub fn contains(&self, action: usize) -> bool {
        self.words.get(action / 64).is_some_and(|word| word >> (action % 64) & 1 == 1)
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The legal action that has `n` before it; `n` is below the count.
    #[inline]
    pub fn nth(&self, mut n: u32) -> usize {
        for (number, &word) in self.words.iter().enumerate() {
            let here = word.count_ones();
            if n < here {
                return number * 64 + nth_bit(word, n);
            }
            n -= here;
        }
        0
    }

    /// True for each legal action.
    #[inline]
    pub fn write(&self, mask: &mut [bool]) {
        spread_bools(&self.words, mask);
    }
}

/// The place of the bit that has `n` set bits below it: halves, then bits.
#[inline]
fn nth_bit(word: u64, mut n: u32) -> usize {
    let (mut left, mut at) = (word, 0);
    for half in [32, 16, 8] {
        let below = (left & ((1 << half) - 1)).count_ones();
        let above = n >= below;
        at += if above { half } else { 0 };
        left >>= if above { half } else { 0 };
        n -= if above { below } else { 0 };
    }
    (0..n).for_each(|_| left &= left - 1);
    at + left.trailing_zeros() as usize
}
