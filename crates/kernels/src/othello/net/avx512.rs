//! The twin for processors with AVX-512: a row is one register, and so are the units.

use super::{ABOVE, BLOCKS, Block, Head, Lines, PATTERNS, Places, UNIT_PLACES, VALUE_PLACES, WIDTH};
use std::arch::x86_64::*;

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl")]
pub fn value(indices: &[i16; PATTERNS], places: &Places, tables: &[Block; BLOCKS], head: &Head) -> i32 {
    let zero = _mm512_setzero_si512();
    let above = _mm512_set1_epi16(ABOVE * PATTERNS as i16);
    let mut value = zero;
    let mut sizes = Lines([0i32; WIDTH]);
    for (half, sums) in sums(indices, places, tables).into_iter().enumerate() {
        let sums = _mm512_add_epi16(_mm512_sub_epi16(sums, above), whole(&head.start, half));
        for (side, sums) in [sums, _mm512_sub_epi16(zero, sums)].into_iter().enumerate() {
            let size = _mm512_max_epi16(sums, zero);
            value = _mm512_add_epi32(value, _mm512_madd_epi16(size, whole(&head.straight[side], half)));
            // SAFETY: two sides of two halves of 32 short numbers fill the array.
            unsafe { _mm512_storeu_si512(sizes.0.as_mut_ptr().cast::<__m512i>().add(2 * side + half), size) };
        }
    }
    let units = _mm512_max_epi32(_mm512_srai_epi32::<{ UNIT_PLACES as u32 }>(units(&sizes.0, head)), zero);
    // SAFETY: there are sixteen units.
    let out = unsafe { _mm256_loadu_si256(head.out.as_ptr().cast()) };
    let out = _mm256_madd_epi16(_mm512_cvtsepi32_epi16(units), out);
    let value = _mm512_add_epi32(value, _mm512_zextsi256_si512(out));
    _mm512_reduce_add_epi32(value).wrapping_add(head.value) >> VALUE_PLACES
}

/// Thirty-two short numbers.
#[inline]
#[target_feature(enable = "avx512f")]
fn whole(numbers: &[i16], n: usize) -> __m512i {
    debug_assert!(32 * n + 32 <= numbers.len());
    // SAFETY: no caller reads beyond the last of the numbers it names.
    unsafe { _mm512_loadu_si512(numbers.as_ptr().cast::<__m512i>().add(n)) }
}

/// All sums in order, without the bias and too large by the offset of the bytes.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw")]
fn sums(indices: &[i16; PATTERNS], places: &Places, tables: &[Block; BLOCKS]) -> [__m512i; 2] {
    // The byte offsets of each pattern's row in the tables, two in a number: that halves the loads.
    let mut before = Lines([0u64; PATTERNS / 2]);
    for n in 0..PATTERNS / 16 {
        // SAFETY: quarters of lists of 64 numbers.
        unsafe {
            let index = _mm256_loadu_si256(indices.as_ptr().cast::<__m256i>().add(n));
            let centre = _mm256_loadu_si256(places.centres.as_ptr().cast::<__m256i>().add(n));
            let entry = _mm512_cvtepu16_epi32(_mm256_add_epi16(index, centre));
            let table = _mm512_loadu_si512(places.before.as_ptr().cast::<__m512i>().add(n));
            let rows = _mm512_add_epi32(table, _mm512_slli_epi32::<6>(entry));
            _mm512_storeu_si512(before.0.as_mut_ptr().cast::<__m512i>().add(n), rows);
        }
    }
    // Through memory: extracting the numbers from the vectors one by one is slower.
    let before = std::hint::black_box(&before.0);
    // SAFETY: a table has a row of 64 bytes for every entry of 16 bits, and `Places` names only tables that are there.
    let row = |before: u64| unsafe {
        _mm512_load_si512(tables.as_ptr().cast::<u8>().add(before as u32 as usize).cast::<__m512i>())
    };
    // The sums of words, and of their high bytes alone.
    let (mut words, mut high) = (_mm512_setzero_si512(), _mm512_setzero_si512());
    for four in before.chunks_exact(2) {
        let [a, b, c, d] = [four[0], four[0] >> 32, four[1], four[1] >> 32].map(row);
        let bytes = _mm512_add_epi8(_mm512_add_epi8(a, b), _mm512_add_epi8(c, d));
        words = _mm512_add_epi16(words, bytes);
        high = _mm512_add_epi16(high, _mm512_srli_epi16::<8>(bytes));
    }
    [_mm512_sub_epi16(words, _mm512_slli_epi16::<8>(high)), high]
}

/// The units, from pairs of sizes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn units(sizes: &[i32; WIDTH], head: &Head) -> __m512i {
    // SAFETY: the units are one vector.
    let begin = unsafe { _mm512_loadu_si512(head.units.as_ptr().cast()) };
    // Four running sums.
    let mut units = [begin, _mm512_setzero_si512(), _mm512_setzero_si512(), _mm512_setzero_si512()];
    for (sizes, rows) in sizes.chunks_exact(4).zip(head.rows.chunks_exact(4)) {
        for (n, unit) in units.iter_mut().enumerate() {
            let part = _mm512_madd_epi16(_mm512_set1_epi32(sizes[n]), whole(rows[n].as_flattened(), 0));
            *unit = _mm512_add_epi32(*unit, part);
        }
    }
    let [a, b, c, d] = units;
    _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d))
}
