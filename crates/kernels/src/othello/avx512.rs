//! The twins of `scalar` with AVX-512: all eight directions in eight lanes. One rotation serves both ways, because no
//! run leaves the inner squares of its line, so nothing wraps around the edge.

use std::arch::x86_64::*;

/// How far each direction rotates the board to the left: four lines upwards, then the same lines downwards.
#[inline]
#[target_feature(enable = "avx512f")]
fn steps() -> __m512i {
    _mm512_setr_epi64(1, 8, 7, 9, 63, 56, 57, 55)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn double_steps() -> __m512i {
    _mm512_setr_epi64(2, 16, 14, 18, 62, 48, 50, 46)
}

/// The squares of `bits` that are not the ends of a line, for each direction.
#[inline]
#[target_feature(enable = "avx512f")]
fn inner(bits: u64) -> __m512i {
    const COLUMNS: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    const ROWS: i64 = 0x00ff_ffff_ffff_ff00;
    const BOTH: i64 = COLUMNS & ROWS;
    let masks = _mm512_setr_epi64(COLUMNS, ROWS, BOTH, BOTH, COLUMNS, ROWS, BOTH, BOTH);
    _mm512_and_si512(_mm512_set1_epi64(bits as i64), masks)
}

/// `run | (through & next)` in one instruction.
#[inline]
#[target_feature(enable = "avx512f")]
fn extend(run: __m512i, through: __m512i, next: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0b1111_1000>(run, through, next)
}

/// The unbroken runs of `through` that begin next to `from`, in every direction.
#[inline]
#[target_feature(enable = "avx512f")]
fn runs(from: __m512i, through: __m512i) -> __m512i {
    let (one, two) = (steps(), double_steps());
    let mut run = _mm512_and_si512(through, _mm512_rolv_epi64(from, one));
    run = extend(run, through, _mm512_rolv_epi64(run, one));
    let pair = _mm512_and_si512(through, _mm512_rolv_epi64(through, one));
    run = extend(run, pair, _mm512_rolv_epi64(run, two));
    extend(run, pair, _mm512_rolv_epi64(run, two))
}

/// Where `mover` may place a disc.
#[inline]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
)]
pub fn mobility(mover: u64, opponent: u64) -> u64 {
    let run = runs(_mm512_set1_epi64(mover as i64), inner(opponent));
    let ends = _mm512_reduce_or_epi64(_mm512_rolv_epi64(run, steps())) as u64;
    ends & !(mover | opponent)
}

/// The discs that `mover` flips with a disc on the empty `square` (below 64).
#[inline]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
)]
pub fn flips(square: u32, mover: u64, opponent: u64) -> u64 {
    let run = runs(_mm512_set1_epi64(1 << square), inner(opponent));
    let closed = _mm512_test_epi64_mask(_mm512_rolv_epi64(run, steps()), _mm512_set1_epi64(mover as i64));
    _mm512_reduce_or_epi64(_mm512_maskz_mov_epi64(closed, run)) as u64
}
