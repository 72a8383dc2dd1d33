//! The search for processors with AVX2 and AVX-512. Inside a function with the target feature, vector intrinsics are
//! safe; only the two entry points are unsafe, and they are called after the processor was checked.

use super::fan::Keys;
use super::*;

/// The last empty square, by the four lines through it.
macro_rules! last_square {
    ($(#[$cpu:meta])?) => {
        /// How many discs the last move flips. Low byte: if made by the side with `mover`'s discs; next byte: if made
        /// by the other side, which has all other squares.
        $(#[$cpu])?
        #[inline]
        fn count_last(square: u32, mover: u64) -> u32 {
            let cross = &CROSSES[(square & 63) as usize];
            let mut counts = 0;
            for axis in 0..4 {
                let line = _pext_u64(mover, cross.squares[axis]) as usize;
                counts += u32::from(LAST_OF_BOTH[(usize::from(cross.start[axis]) + line) & 4095]);
            }
            counts
        }

        /// The key of the most promising remaining move, or `DONE`.
        $(#[$cpu])?
        #[inline]
        fn least(keys: &Keys) -> u16 {
            // SAFETY: the same bits.
            let keys = unsafe { std::mem::transmute::<Keys, __m128i>(*keys) };
            _mm_extract_epi16::<0>(_mm_minpos_epu16(keys)) as u16
        }

        /// One empty square: the exact value, or a bound sufficient for `alpha`. Branch-free, because which side can
        /// move is hard to predict.
        $(#[$cpu])?
        #[inline]
        fn last1<const N: usize>(mover: u64, alpha: i32, square: u32) -> i32 {
            let discs = 2 * mover.count_ones() as i32 - (N * N) as i32;
            let counts = count_last(square, mover);
            let own = (counts & 255) as i32;
            let other = match N {
                8 => counts >> 8,
                _ => count_last(square, !mover & area::<N>() & !(1 << square)) & 255,
            } as i32;
            // An empty square that neither side can take goes to the winner.
            let kept = if discs >= 0 { discs + 2 } else { discs };
            let passed = if other != 0 && kept > alpha { discs - 2 * other } else { kept };
            if own != 0 { discs + 2 * own + 2 } else { passed }
        }
    };
}

mod avx2 {
    use super::super::super::avx2 as vector;
    use super::super::fan::fan;
    use super::super::rays::{CROSSES, LAST_OF_BOTH, RAYS, STEPS};
    use super::*;
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn four(a: u64, b: u64, c: u64, d: u64) -> __m256i {
        _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn union(lanes: __m256i) -> u64 {
        let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn moves<const N: usize>(mover: u64, opponent: u64) -> u64 {
        vector::mobility(mover, opponent) & area::<N>()
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn flips(square: u32, mover: u64, opponent: u64) -> u64 {
        let r = &RAYS[(square & 63) as usize];
        let (up, down) = (four(r[0], r[1], r[2], r[3]), four(r[4], r[5], r[6], r[7]));
        let own = _mm256_set1_epi64x(mover as i64);
        let other = _mm256_set1_epi64x(opponent as i64);
        let zero = _mm256_setzero_si256();
        // Upwards: the first square of the ray without an opponent's disc is its lowest such bit.
        let open = _mm256_andnot_si256(other, up);
        let end = _mm256_and_si256(_mm256_and_si256(open, _mm256_sub_epi64(zero, open)), own);
        let below = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
        let up_flips = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), _mm256_and_si256(below, up));
        // Downwards it is the highest one: fill the ray from it to the border.
        let by = four(STEPS[0] as u64, STEPS[1] as u64, STEPS[2] as u64, STEPS[3] as u64);
        let open = _mm256_andnot_si256(other, down);
        let mut fill = _mm256_or_si256(open, _mm256_srlv_epi64(open, by));
        let twice = _mm256_add_epi64(by, by);
        fill = _mm256_or_si256(fill, _mm256_srlv_epi64(fill, twice));
        fill = _mm256_or_si256(fill, _mm256_srlv_epi64(fill, _mm256_add_epi64(twice, twice)));
        let end = _mm256_and_si256(_mm256_andnot_si256(_mm256_srlv_epi64(fill, by), open), own);
        let run = _mm256_andnot_si256(fill, down);
        let down_flips = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), run);
        union(_mm256_or_si256(up_flips, down_flips))
    }

    /// Whether to compute the flips of several squares together, needed or not.
    const AHEAD: bool = false;

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn flips_of_two(squares: [u32; 2], mover: u64, opponent: u64) -> [u64; 2] {
        squares.map(|square| flips(square, mover, opponent))
    }

    last_square!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
    expand::expansion!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
    last::last_squares!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
    shallow::shallow_search!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
}

mod avx512 {
    use super::super::super::avx512 as vector;
    use super::super::fans::fan;
    use super::super::rays::{CROSSES, LAST_OF_BOTH, RAYS};
    use super::*;
    use std::arch::x86_64::*;

    /// The ternary-logic tables of `a & b & c`, `(a ^ b) & c`, `a | !b`, `a | (b & c)`.
    const AND: i32 = 0b1000_0000;
    const DIFFERENT: i32 = 0b0010_1000;
    const OR_NOT: i32 = 0b1111_0011;
    const OR_BOTH: i32 = 0b1111_1000;

    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
    )]
    #[inline]
    fn moves<const N: usize>(mover: u64, opponent: u64) -> u64 {
        vector::mobility(mover, opponent) & area::<N>()
    }

    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
    )]
    #[inline]
    fn flips(square: u32, mover: u64, opponent: u64) -> u64 {
        let r = &RAYS[(square & 63) as usize];
        let four =
            |at: usize| _mm256_set_epi64x(r[at + 3] as i64, r[at + 2] as i64, r[at + 1] as i64, r[at] as i64);
        let (up, down) = (four(0), four(4));
        let own = _mm256_set1_epi64x(mover as i64);
        let other = _mm256_set1_epi64x(opponent as i64);
        let one = _mm256_set1_epi64x(1);
        // Downwards: the highest square without an opponent's disc ends the run, and the flips lie above it. The
        // lowest bit stands for a missing end.
        let open = _mm256_or_si256(_mm256_andnot_si256(other, down), one);
        let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(open));
        let end = _mm256_ternarylogic_epi64::<AND>(highest, own, down);
        let above = _mm256_sub_epi64(_mm256_setzero_si256(), end);
        let down_flips = _mm256_ternarylogic_epi64::<DIFFERENT>(above, end, down);
        // Upwards: adding one to the run carries to the lowest square without an opponent's disc.
        let carried = _mm256_add_epi64(_mm256_ternarylogic_epi64::<OR_NOT>(other, up, up), one);
        let end = _mm256_ternarylogic_epi64::<AND>(carried, own, up);
        // The squares below it; none if there is no end.
        let below = _mm256_min_epu64(_mm256_sub_epi64(end, one), end);
        let all = _mm256_ternarylogic_epi64::<OR_BOTH>(down_flips, below, up);
        let half = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
    }

    /// Whether to compute the flips of several squares together, needed or not.
    const AHEAD: bool = true;

    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
    )]
    #[inline]
    fn flips_of_two(squares: [u32; 2], mover: u64, opponent: u64) -> [u64; 2] {
        let [first, second] = squares.map(|square| &RAYS[(square & 63) as usize]);
        let side_by_side = |at: usize| {
            // SAFETY: four words of eight.
            let four = |rays: &[u64; 8]| unsafe { _mm256_loadu_si256(rays[at..at + 4].as_ptr().cast()) };
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(four(first)), four(second))
        };
        let (up, down) = (side_by_side(0), side_by_side(4));
        let own = _mm512_set1_epi64(mover as i64);
        let other = _mm512_set1_epi64(opponent as i64);
        let one = _mm512_set1_epi64(1);
        // As in `flips`.
        let open = _mm512_or_si512(_mm512_andnot_si512(other, down), one);
        let highest = _mm512_srlv_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(open));
        let end = _mm512_ternarylogic_epi64::<AND>(highest, own, down);
        let above = _mm512_sub_epi64(_mm512_setzero_si512(), end);
        let down_flips = _mm512_ternarylogic_epi64::<DIFFERENT>(above, end, down);
        let carried = _mm512_add_epi64(_mm512_ternarylogic_epi64::<OR_NOT>(other, up, up), one);
        let end = _mm512_ternarylogic_epi64::<AND>(carried, own, up);
        let below = _mm512_min_epu64(_mm512_sub_epi64(end, one), end);
        let all = _mm512_ternarylogic_epi64::<OR_BOTH>(down_flips, below, up);
        let all = _mm512_or_si512(all, _mm512_shuffle_i64x2::<0b10_11_00_01>(all, all));
        let all = _mm512_or_si512(all, _mm512_shuffle_epi32::<0b01_00_11_10>(all));
        let low = _mm_cvtsi128_si64(_mm512_castsi512_si128(all)) as u64;
        let high = _mm_cvtsi128_si64(_mm512_extracti64x2_epi64::<2>(all)) as u64;
        [low, high]
    }

    last_square!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]);
    expand::expansion!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]);
    last::last_squares!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]);
    shallow::shallow_search!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]);
}

pub(super) fn solve_avx2<const N: usize>(b: (u64, u64), alpha: i32, state: &mut Endgame) -> i32 {
    // SAFETY: called only at level AVX2, which `cpu` grants after finding all these features.
    unsafe { avx2::solve::<N>(b, alpha, state) }
}

pub(super) fn solve_avx512<const N: usize>(b: (u64, u64), alpha: i32, state: &mut Endgame) -> i32 {
    // SAFETY: called only at level AVX-512, which `cpu` grants after finding all these features.
    unsafe { avx512::solve::<N>(b, alpha, state) }
}

#[cfg(test)]
pub(super) fn fan_avx512<const N: usize>(b: (u64, u64), moves: u64, odd: u64) -> Fan {
    // SAFETY: called only where `cpu` found AVX-512 with all these features.
    unsafe { super::fans::fan::<N>(b, moves, odd) }
}

pub(super) fn expand_avx2(mover: u64, opponent: u64, squares: u64, out: &mut [Reply]) -> usize {
    // SAFETY: called only at level AVX2, which `cpu` grants after finding all these features.
    unsafe { avx2::expand(mover, opponent, squares, out) }
}

pub(super) fn expand_avx512(mover: u64, opponent: u64, squares: u64, out: &mut [Reply]) -> usize {
    // SAFETY: called only at level AVX-512, which `cpu` grants after finding all these features.
    unsafe { avx512::expand(mover, opponent, squares, out) }
}
