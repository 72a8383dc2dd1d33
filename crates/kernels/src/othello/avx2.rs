//! The twins of `scalar` with AVX2: the four lines through a square in four lanes, each walked both ways.

use std::arch::x86_64::*;

/// The distance between squares on a row, a column and the two diagonals.
#[inline]
#[target_feature(enable = "avx2")]
fn steps() -> __m256i {
    _mm256_setr_epi64x(1, 8, 7, 9)
}

/// The squares where discs can be flipped along each line: all but its ends.
#[inline]
#[target_feature(enable = "avx2")]
fn inner() -> __m256i {
    const COLUMNS: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    _mm256_setr_epi64x(COLUMNS, -1, COLUMNS, COLUMNS)
}

#[inline]
#[target_feature(enable = "avx2")]
fn broadcast(bits: u64) -> __m256i {
    _mm256_set1_epi64x(bits as i64)
}

/// The union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> u64 {
    let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    (_mm_cvtsi128_si64(pair) | _mm_extract_epi64::<1>(pair)) as u64
}

/// The unbroken runs of `through` next to `from`, on each line: towards higher squares, towards lower ones.
#[inline]
#[target_feature(enable = "avx2")]
fn runs(from: __m256i, through: __m256i) -> (__m256i, __m256i) {
    let (one, two) = (steps(), _mm256_add_epi64(steps(), steps()));
    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(from, one));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(from, one));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, one)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, one)));
    let pair_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, one));
    let pair_down = _mm256_srlv_epi64(pair_up, one);
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, two)));
        down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, two)));
    }
    (up, down)
}

/// Where `mover` may place a disc.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn mobility(mover: u64, opponent: u64) -> u64 {
    let (up, down) = runs(broadcast(mover), _mm256_and_si256(broadcast(opponent), inner()));
    let ends = _mm256_or_si256(_mm256_sllv_epi64(up, steps()), _mm256_srlv_epi64(down, steps()));
    union(ends) & !(mover | opponent)
}

/// The discs that `mover` flips with a disc on the empty `square` (below 64).
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn flips(square: u32, mover: u64, opponent: u64) -> u64 {
    let (up, down) = runs(broadcast(1 << square), _mm256_and_si256(broadcast(opponent), inner()));
    let (mover, none) = (broadcast(mover), _mm256_setzero_si256());
    let end_up = _mm256_and_si256(mover, _mm256_sllv_epi64(up, steps()));
    let end_down = _mm256_and_si256(mover, _mm256_srlv_epi64(down, steps()));
    union(_mm256_or_si256(
        _mm256_andnot_si256(_mm256_cmpeq_epi64(end_up, none), up),
        _mm256_andnot_si256(_mm256_cmpeq_epi64(end_down, none), down),
    ))
}

/// The set bit of `set` with `rank` set bits below it; none if there is no such bit.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn ranked(set: u64, rank: u32) -> u64 {
    if rank < 64 { _pdep_u64(1 << rank, set) } else { 0 }
}
