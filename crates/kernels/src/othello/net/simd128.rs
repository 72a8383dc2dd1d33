//! The twin for WebAssembly: a row is four registers, and so are the units.

use super::{ABOVE, BLOCKS, Block, Head, PATTERNS, Places, UNIT_PLACES, VALUE_PLACES};
use std::arch::wasm32::*;

/// Registers of a row.
const PARTS: usize = 4;

pub fn value(indices: &[i16; PATTERNS], places: &Places, tables: &[Block; BLOCKS], head: &Head) -> i32 {
    let above = i16x8_splat(ABOVE * PATTERNS as i16);
    let mut value = i32x4_splat(0);
    let mut units: [v128; PARTS] = std::array::from_fn(|n| longs(&head.units, n));
    for (n, sums) in sums(indices, places, tables).into_iter().enumerate() {
        let sums = i16x8_add(i16x8_sub(sums, above), shorts(&head.start, n));
        for (side, sums) in [sums, i16x8_neg(sums)].into_iter().enumerate() {
            let size = i16x8_max(sums, i16x8_splat(0));
            value = i32x4_add(value, i32x4_dot_i16x8(size, shorts(&head.straight[side], n)));
            // Four pairs of sizes, each for all units.
            let pairs = [
                i32x4_shuffle::<0, 0, 0, 0>(size, size),
                i32x4_shuffle::<1, 1, 1, 1>(size, size),
                i32x4_shuffle::<2, 2, 2, 2>(size, size),
                i32x4_shuffle::<3, 3, 3, 3>(size, size),
            ];
            for (row, pair) in head.rows[32 * side + 4 * n..].iter().zip(pairs) {
                for (part, unit) in units.iter_mut().enumerate() {
                    *unit = i32x4_add(*unit, i32x4_dot_i16x8(pair, shorts(row.as_flattened(), part)));
                }
            }
        }
    }
    let units = units.map(|unit| i32x4_shr(unit, UNIT_PLACES as u32));
    for half in 0..2 {
        // Values beyond 16 bits are clamped.
        let unit = i16x8_max(i16x8_narrow_i32x4(units[2 * half], units[2 * half + 1]), i16x8_splat(0));
        value = i32x4_add(value, i32x4_dot_i16x8(unit, shorts(&head.out, half)));
    }
    let two = i32x4_add(value, i32x4_shuffle::<2, 3, 2, 3>(value, value));
    let one = i32x4_extract_lane::<0>(two).wrapping_add(i32x4_extract_lane::<1>(two));
    one.wrapping_add(head.value) >> VALUE_PLACES
}

/// Eight short numbers.
#[inline(always)]
fn shorts(numbers: &[i16], n: usize) -> v128 {
    let numbers = &numbers[8 * n..][..8];
    // SAFETY: there are eight of them.
    unsafe { v128_load(numbers.as_ptr().cast()) }
}

/// Four long numbers.
#[inline(always)]
fn longs(numbers: &[i32], n: usize) -> v128 {
    let numbers = &numbers[4 * n..][..4];
    // SAFETY: there are four of them.
    unsafe { v128_load(numbers.as_ptr().cast()) }
}

/// All sums in order, without the bias and too large by the offset of the bytes.
#[inline(always)]
fn sums(indices: &[i16; PATTERNS], places: &Places, tables: &[Block; BLOCKS]) -> [v128; 2 * PARTS] {
    let row = |n: usize| {
        let entry = places.centres[n].wrapping_add_signed(indices[n]);
        let row = &tables[places.before[n] as usize / size_of::<Block>()][usize::from(entry)].0;
        let (parts, _) = row.as_chunks::<16>();
        // SAFETY: each part has sixteen bytes.
        [0, 1, 2, 3].map(|part| unsafe { v128_load(parts[part].as_ptr().cast()) })
    };
    // The sums of words, and of their high bytes alone.
    let mut words = [i16x8_splat(0); PARTS];
    let mut high = words;
    for four in (0..PATTERNS).step_by(4) {
        let rows = [row(four), row(four + 1), row(four + 2), row(four + 3)];
        for part in 0..PARTS {
            let [a, b, c, d] = [rows[0][part], rows[1][part], rows[2][part], rows[3][part]];
            let bytes = i8x16_add(i8x16_add(a, b), i8x16_add(c, d));
            words[part] = i16x8_add(words[part], bytes);
            high[part] = i16x8_add(high[part], u16x8_shr(bytes, 8));
        }
    }
    let low = |part: usize| i16x8_sub(words[part], i16x8_shl(high[part], 8));
    [low(0), low(1), low(2), low(3), high[0], high[1], high[2], high[3]]
}
