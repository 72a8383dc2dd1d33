//! The legal actions of a position as one set of bits, bit by action: quick to fill, to count, to draw from
//! and to write out.

use heibai_engines::observation::Observed;
use heibai_games::othello::Bits;
use heibai_games::{Kind, Move, Position, go, gomoku, othello};

/// A position that lists its legal actions fast enough for a batch.
pub trait Listed: Observed {
    const KIND: Kind;

    /// All legal actions; none when the game is over.
    fn legal(&self) -> Legal;

    /// Begins to load what `prefetch` looks at.
    #[inline]
    fn prefetch_head(&self) {}

    /// Begins to load what this move will touch, where a position is large.
    #[inline]
    fn prefetch(&self, _next: Move) {}
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
        legal
    }

    #[inline]
    fn prefetch_head(&self) {
        go::Position::prefetch_head(self);
    }

    #[inline]
    fn prefetch(&self, next: Move) {
        go::Position::prefetch(self, next);
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
        legal
    }
}

/// 25 x 25 points and a pass.
const WORDS: usize = 10;

#[derive(Clone, Copy, Default)]
pub struct Legal {
    words: [u64; WORDS],
    count: u32,
}

/// Eight bits as eight truth values.
static SPREAD: [[bool; 8]; 256] = {
    let mut spread = [[false; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte][bit] = byte >> bit & 1 == 1;
            bit += 1;
        }
        byte += 1;
    }
    spread
};

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
        self.count += bits.count_ones();
        let (word, shift) = (at / 64, at % 64);
        self.words[word] |= bits << shift;
        if shift > 32 && word + 1 < WORDS {
            self.words[word + 1] |= bits >> (64 - shift);
        }
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
                let mut left = word;
                (0..n).for_each(|_| left &= left - 1);
                return number * 64 + left.trailing_zeros() as usize;
            }
            n -= here;
        }
        0
    }

    /// True for each legal action.
    #[inline]
    pub fn write(&self, mask: &mut [bool]) {
        let byte = |at: usize| (self.words[at / 8] >> (at % 8 * 8)) as u8;
        let mut chunks = mask.chunks_exact_mut(8);
        let mut at = 0;
        for chunk in &mut chunks {
            chunk.copy_from_slice(&SPREAD[usize::from(byte(at))]);
            at += 1;
        }
        let rest = chunks.into_remainder();
        if !rest.is_empty() {
            rest.copy_from_slice(&SPREAD[usize::from(byte(at))][..rest.len()]);
        }
    }
}
