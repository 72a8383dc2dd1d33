//! The integer under a bitboard: u64 up to 8x8, u128 for 10x10.

use std::fmt::{Debug, LowerHex};
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// An unsigned integer as a set of squares.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + LowerHex
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    const EMPTY: Self;

    /// Only the square `index`.
    fn square(index: u32) -> Self;

    /// How many squares.
    fn count(self) -> u32;

    /// The lowest square; the width of the integer if there is none.
    fn first(self) -> u32;

    /// Truncates to the width of the type.
    fn from_u128(value: u128) -> Self;

    fn to_u128(self) -> u128;

    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    #[inline]
    fn has(self, index: u32) -> bool {
        !(self & Self::square(index)).is_empty()
    }

    /// The squares of the set, lowest first.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

macro_rules! bits {
    ($integer:ty) => {
        impl Bits for $integer {
            const EMPTY: Self = 0;

            #[inline]
            fn square(index: u32) -> Self {
                1 << index
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn from_u128(value: u128) -> Self {
                value as Self
            }

            #[inline]
            fn to_u128(self) -> u128 {
                self as u128
            }
        }
    };
}

bits!(u64);
bits!(u128);

/// Iterates over the squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 ^= B::square(square);
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<B: Bits> ExactSizeIterator for Squares<B> {}
