//! The search for processors with AVX2 and with AVX-512. Within a function that promises the feature the
//! vector instructions are safe; only the two entrances are not, and they come after a look at the processor.

use super::*;

/// The places of a line's discs, side by side, and how many of them the last move flips.
macro_rules! count_last {
    ($(#[$cpu:meta])?) => {
        $(#[$cpu])?
        #[inline]
        fn count_last(square: u32, mover: u64) -> i32 {
            let lines = &LINES[(square & 63) as usize];
            let row = mover >> (square & 56) & 0xff;
            let mut count = i32::from(LAST[(square & 7) as usize][row as usize]);
            for axis in 0..3 {
                let line = _pext_u64(mover, lines.squares[axis]);
                count += i32::from(LAST[usize::from(lines.place[axis] & 7)][(line & 255) as usize]);
            }
            count
        }
    };
}

mod avx2 {
    use super::super::super::avx2 as vector;
    use super::super::fan::fan;
    use super::super::rays::{LAST, LINES, RAYS, STEPS};
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
        // Upwards: the first square of the ray that is not the opponent's is its lowest such bit.
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

    count_last!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
    expand::expansion!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
    last::last_squares!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
    shallow::shallow_search!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
}

mod avx512 {
    use super::super::super::avx512 as vector;
    use super::super::fans::fan;
    use super::super::rays::{LAST, LINES, RAYS};
    use super::*;
    use std::arch::x86_64::*;

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
        // Downwards: the highest square that is not the opponent's ends the run; the flips lie above it.
        let open = _mm256_andnot_si256(other, down);
        let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(open));
        let end = _mm256_and_si256(highest, own);
        let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));
        let down_flips = _mm256_and_si256(above, down);
        // Upwards the lowest one ends it; the flips lie below it.
        let open = _mm256_andnot_si256(other, up);
        let below = _mm256_add_epi64(open, _mm256_set1_epi64x(-1));
        // open & -open & own = (open & !(open - 1)) & own
        let end = _mm256_and_si256(_mm256_andnot_si256(below, open), own);
        let found = _mm256_test_epi64_mask(end, end);
        // Squares of the ray below its first open one: the ray and not (open | above open).
        let run = _mm256_maskz_andnot_epi64(found, open, _mm256_and_si256(_mm256_xor_si256(below, open), up));
        let all = _mm256_or_si256(down_flips, run);
        let half = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
    }

    count_last!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]);
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
