//! The twin for processors with AVX2: a row is two registers, and so are the units.

use super::{ABOVE, BLOCKS, Block, Head, Lines, PATTERNS, Places, Row, UNIT_PLACES, VALUE_PLACES, WIDTH};
use std::arch::x86_64::*;

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn value(indices: &[i16; PATTERNS], places: &Places, tables: &[Block; BLOCKS], head: &Head) -> i32 {
    let zero = _mm256_setzero_si256();
    let above = _mm256_set1_epi16(ABOVE * PATTERNS as i16);
    let mut value = zero;
    let mut sizes = Lines([0i32; WIDTH]);
    for (quarter, sums) in sums(indices, places, tables).into_iter().enumerate() {
        let sums = _mm256_add_epi16(_mm256_sub_epi16(sums, above), whole(&head.start, quarter));
        for (side, sums) in [sums, _mm256_sub_epi16(zero, sums)].into_iter().enumerate() {
            let size = _mm256_max_epi16(sums, zero);
            let part = _mm256_madd_epi16(size, whole(&head.straight[side], quarter));
            value = _mm256_add_epi32(value, part);
            // SAFETY: two sides of four quarters of 16 short numbers fill the array.
            unsafe {
                _mm256_storeu_si256(sizes.0.as_mut_ptr().cast::<__m256i>().add(4 * side + quarter), size)
            };
        }
    }
    let [first, second] = units(&sizes.0, head).map(|unit| {
        // Values beyond 16 bits are clamped below.
        _mm256_max_epi32(_mm256_srai_epi32::<UNIT_PLACES>(unit), zero)
    });
    let order = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(first, second));
    value = _mm256_add_epi32(value, _mm256_madd_epi16(order, whole(&head.out, 0)));
    let four = _mm_add_epi32(_mm256_castsi256_si128(value), _mm256_extracti128_si256::<1>(value));
    let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
    let one = _mm_add_epi32(two, _mm_shuffle_epi32::<1>(two));
    _mm_cvtsi128_si32(one).wrapping_add(head.value) >> VALUE_PLACES
}

/// Sixteen short numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn whole(numbers: &[i16], n: usize) -> __m256i {
    debug_assert!(16 * n + 16 <= numbers.len());
    // SAFETY: no caller reads beyond the last of the numbers it names.
    unsafe { _mm256_loadu_si256(numbers.as_ptr().cast::<__m256i>().add(n)) }
}

/// All sums in order, without the bias and too large by the offset of the bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn sums(indices: &[i16; PATTERNS], places: &Places, tables: &[Block; BLOCKS]) -> [__m256i; 4] {
    // The byte offsets of each pattern's row in the tables, two in a number: that halves the loads.
    let mut before = Lines([0u64; PATTERNS / 2]);
    for n in 0..PATTERNS / 8 {
        // SAFETY: eighths of lists of 64 numbers.
        unsafe {
            let index = _mm_loadu_si128(indices.as_ptr().cast::<__m128i>().add(n));
            let centre = _mm_loadu_si128(places.centres.as_ptr().cast::<__m128i>().add(n));
            let entry = _mm256_cvtepu16_epi32(_mm_add_epi16(index, centre));
            let table = _mm256_loadu_si256(places.before.as_ptr().cast::<__m256i>().add(n));
            let rows = _mm256_add_epi32(table, _mm256_slli_epi32::<6>(entry));
            _mm256_storeu_si256(before.0.as_mut_ptr().cast::<__m256i>().add(n), rows);
        }
    }
    // Through memory: extracting the numbers from the vectors one by one is slower.
    let before = std::hint::black_box(&before.0);
    // SAFETY: a table has a row of 64 bytes for every entry of 16 bits, and `Places` names only tables that are there.
    let row = |before: u64, half: usize| unsafe {
        _mm256_load_si256(
            tables.as_ptr().cast::<u8>().add(before as u32 as usize).cast::<__m256i>().add(half),
        )
    };
    // The sums of words, and of their high bytes alone.
    let mut words = [_mm256_setzero_si256(); 2];
    let mut high = words;
    for four in before.chunks_exact(2) {
        for half in 0..2 {
            let [a, b, c, d] = [four[0], four[0] >> 32, four[1], four[1] >> 32].map(|n| row(n, half));
            let bytes = _mm256_add_epi8(_mm256_add_epi8(a, b), _mm256_add_epi8(c, d));
            words[half] = _mm256_add_epi16(words[half], bytes);
            high[half] = _mm256_add_epi16(high[half], _mm256_srli_epi16::<8>(bytes));
        }
    }
    let low = [0, 1].map(|half| _mm256_sub_epi16(words[half], _mm256_slli_epi16::<8>(high[half])));
    [low[0], low[1], high[0], high[1]]
}

/// The units, from pairs of sizes.
#[inline]
#[target_feature(enable = "avx2")]
fn units(sizes: &[i32; WIDTH], head: &Head) -> [__m256i; 2] {
    // SAFETY: the units are two vectors.
    let begin = |n: usize| unsafe { _mm256_loadu_si256(head.units.as_ptr().cast::<__m256i>().add(n)) };
    // Two running sums for each half of the units.
    let mut units = [begin(0), begin(1), _mm256_setzero_si256(), _mm256_setzero_si256()];
    for n in (0..WIDTH).step_by(2) {
        let [first, second] = [n, n + 1].map(|n| (_mm256_set1_epi32(sizes[n]), head.rows[n].as_flattened()));
        units[0] = _mm256_add_epi32(units[0], _mm256_madd_epi16(first.0, whole(first.1, 0)));
        units[1] = _mm256_add_epi32(units[1], _mm256_madd_epi16(first.0, whole(first.1, 1)));
        units[2] = _mm256_add_epi32(units[2], _mm256_madd_epi16(second.0, whole(second.1, 0)));
        units[3] = _mm256_add_epi32(units[3], _mm256_madd_epi16(second.0, whole(second.1, 1)));
    }
    [_mm256_add_epi32(units[0], units[2]), _mm256_add_epi32(units[1], units[3])]
}

/// Prefetches the rows that [`value`] adds up.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn prefetch(indices: &[i16; PATTERNS], places: &Places, tables: &[Block; BLOCKS]) {
    let mut before = Lines([0u32; PATTERNS]);
    for (n, before) in before.0.iter_mut().enumerate() {
        let entry = places.centres[n].wrapping_add_signed(indices[n]);
        *before = places.before[n] + u32::from(entry) * size_of::<Row>() as u32;
    }
    let first = tables.as_ptr().cast::<i8>();
    // Through memory, as in `value`.
    for before in std::hint::black_box(&before.0) {
        _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(*before as usize));
    }
}
