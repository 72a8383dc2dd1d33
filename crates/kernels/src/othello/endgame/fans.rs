//! The twins of the plain `fan` with AVX-512: eight moves in parallel, or four where that is enough. Vectors of half
//! the width run on three execution ports instead of two.
//!
//! Both are written once, as a macro; each width names its instructions alike.

use super::fan::{DONE, Fan, Keys, LANES};
use super::{area, corners};
use std::arch::x86_64::*;

/// Moves that the narrow vectors hold.
const FEW: usize = 4;

macro_rules! side_by_side {
    ($lanes:expr, $shift:ty) => {
        /// Extends runs along one axis in the lanes of a vector. The axis has squares `BY` apart, and `TWICE` is
        /// double that. Returns the runs of `through` next to `from`, towards higher and towards lower squares.
        #[target_feature(
                enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
            )]
        #[inline]
        fn runs<const BY: $shift, const TWICE: $shift>(from: Vector, through: Vector) -> (Vector, Vector) {
            // `run | (through & next)` in one instruction.
            const EXTEND: i32 = 0b1111_1000;
            let pair_up = and(through, up::<BY>(through));
            let pair_down = down::<BY>(pair_up);
            let mut higher = and(through, up::<BY>(from));
            let mut lower = and(through, down::<BY>(from));
            higher = ternary::<EXTEND>(higher, through, up::<BY>(higher));
            lower = ternary::<EXTEND>(lower, through, down::<BY>(lower));
            for _ in 0..2 {
                higher = ternary::<EXTEND>(higher, pair_up, up::<TWICE>(higher));
                lower = ternary::<EXTEND>(lower, pair_down, down::<TWICE>(lower));
            }
            (higher, lower)
        }

        /// Adds the discs that `disc` flips along one axis.
        #[target_feature(
                enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
            )]
        #[inline]
        fn add_flips<const BY: $shift, const TWICE: $shift>(
            flips: Vector,
            disc: Vector,
            own: Vector,
            through: Vector,
        ) -> Vector {
            let (higher, lower) = runs::<BY, TWICE>(disc, through);
            let flips = or_where(flips, meet(up::<BY>(higher), own), flips, higher);
            or_where(flips, meet(down::<BY>(lower), own), flips, lower)
        }

        /// Adds the squares where `own` could move along one axis, empty or not.
        #[target_feature(
                enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
            )]
        #[inline]
        fn add_moves<const BY: $shift, const TWICE: $shift>(moves: Vector, own: Vector, through: Vector) -> Vector {
            let (higher, lower) = runs::<BY, TWICE>(own, through);
            ternary::<0b1111_1110>(moves, up::<BY>(higher), down::<BY>(lower))
        }

        #[target_feature(
                enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
            )]
        #[inline]
        pub(super) fn fan<const N: usize>(b: (u64, u64), moves: u64, odd: u64) -> Fan {
            let all = |bits: u64| same(bits as i64);
            let (zero, one) = (all(0), all(1));
            let inner = all(0x7e7e_7e7e_7e7e_7e7e);
            // Lane i keeps the moves from the i-th on, and plays the first of them.
            let mut rest = all(moves);
            for lane in 1..$lanes {
                rest = and_where(rest, 0xff << lane, rest, minus(rest, one));
            }
            let disc = and(rest, minus(zero, rest));
            let (own, other) = (all(b.0), all(b.1));
            let through = and(other, inner);
            let mut flips = add_flips::<1, 2>(zero, disc, own, through);
            flips = add_flips::<8, 16>(flips, disc, own, other);
            flips = add_flips::<7, 14>(flips, disc, own, through);
            flips = add_flips::<9, 18>(flips, disc, own, through);
            let next = xor(other, flips);
            let waits = ternary::<0b1001_0110>(own, flips, disc);
            let through = and(waits, inner);
            let mut replies = add_moves::<1, 2>(zero, next, through);
            replies = add_moves::<8, 16>(replies, next, waits);
            replies = add_moves::<7, 14>(replies, next, through);
            replies = add_moves::<9, 18>(replies, next, through);
            let empty = without(or(next, waits), all(area::<N>()));
            replies = and(replies, empty);
            // The keys.
            let good = and(replies, all(corners::<N>()));
            let mobility = plus(count(replies), count(good));
            let mut cost = plus(up::<2>(mobility), all(4));
            cost = minus_where(cost, meet(disc, all(odd)), cost, all(2));
            cost = minus_where(cost, meet(disc, all(corners::<N>())), cost, one);
            let keys = or(up::<3>(cost), lanes());
            let made = meet(disc, disc);
            let keys = choose(all(u64::from(DONE)), made, keys);
            // A lane without a move has no discs in play, so nothing counts there.
            let replies = choose(zero, made, replies);
            // SAFETY: the words of a vector and of an array are the same bits.
            let words = |v: Vector| padded(unsafe { std::mem::transmute::<Vector, [u64; $lanes]>(v) });
            // SAFETY: as above.
            let keys = unsafe { std::mem::transmute::<__m128i, Keys>(narrow(keys)) };
            Fan { discs: words(disc), flips: words(flips), replies: words(replies), keys }
        }
    };
}

mod eight {
    use super::*;
    use std::arch::x86_64::{
        __m512i as Vector, _mm512_add_epi64 as plus, _mm512_and_si512 as and, _mm512_andnot_si512 as without,
        _mm512_mask_and_epi64 as and_where, _mm512_mask_mov_epi64 as choose,
        _mm512_mask_or_epi64 as or_where, _mm512_mask_sub_epi64 as minus_where, _mm512_or_si512 as or,
        _mm512_popcnt_epi64 as count, _mm512_set1_epi64 as same, _mm512_setr_epi64, _mm512_slli_epi64 as up,
        _mm512_srli_epi64 as down, _mm512_sub_epi64 as minus, _mm512_ternarylogic_epi64 as ternary,
        _mm512_test_epi64_mask as meet, _mm512_xor_si512 as xor,
    };

    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
    )]
    #[inline]
    fn lanes() -> Vector {
        _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7)
    }

    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
    )]
    #[inline]
    fn narrow(keys: Vector) -> __m128i {
        _mm512_cvtepi64_epi16(keys)
    }

    #[inline(always)]
    fn padded(words: [u64; LANES]) -> [u64; LANES] {
        words
    }

    side_by_side!(LANES, u32);
}

mod four {
    use super::*;
    use std::arch::x86_64::{
        __m256i as Vector, _mm256_add_epi64 as plus, _mm256_and_si256 as and, _mm256_andnot_si256 as without,
        _mm256_mask_and_epi64 as and_where, _mm256_mask_mov_epi64 as choose,
        _mm256_mask_or_epi64 as or_where, _mm256_mask_sub_epi64 as minus_where, _mm256_or_si256 as or,
        _mm256_popcnt_epi64 as count, _mm256_set1_epi64x as same, _mm256_setr_epi64x,
        _mm256_slli_epi64 as up, _mm256_srli_epi64 as down, _mm256_sub_epi64 as minus,
        _mm256_ternarylogic_epi64 as ternary, _mm256_test_epi64_mask as meet, _mm256_xor_si256 as xor,
    };

    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
    )]
    #[inline]
    fn lanes() -> Vector {
        _mm256_setr_epi64x(0, 1, 2, 3)
    }

    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
    )]
    #[inline]
    fn narrow(keys: Vector) -> __m128i {
        // The upper lanes hold no move.
        _mm_unpacklo_epi64(_mm256_cvtepi64_epi16(keys), _mm_set1_epi16(DONE as i16))
    }

    #[inline(always)]
    fn padded([a, b, c, d]: [u64; FEW]) -> [u64; LANES] {
        [a, b, c, d, 0, 0, 0, 0]
    }

    side_by_side!(FEW, i32);
}

/// The twin of the plain `fan`.
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
)]
#[inline]
pub(super) fn fan<const N: usize>(b: (u64, u64), moves: u64, odd: u64) -> Fan {
    if moves.count_ones() <= FEW as u32 {
        four::fan::<N>(b, moves, odd)
    } else {
        eight::fan::<N>(b, moves, odd)
    }
}
