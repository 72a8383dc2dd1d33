//! Expands bits to numbers: each bit becomes a byte or a float, 0 or 1. Observations are kept as bits and expanded on
//! demand.

use crate::cpu::{self, Level};

/// Writes the first bits, lowest bit of the first word first: as many as `out` is long, or as `bits` has.
#[inline]
pub fn spread_bytes(bits: &[u64], out: &mut [u8]) {
    match cpu::level() {
        // SAFETY: the level says that the processor has these instructions.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { x86::bytes_avx512(bits, out) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { x86::bytes_avx2(bits, out) },
        _ => scalar::bytes(bits, out),
    }
}

/// Like [`spread_bytes`].
#[inline]
pub fn spread_signed_bytes(bits: &[u64], out: &mut [i8]) {
    // SAFETY: i8 and u8 have the same layout, and every value is valid for both.
    let out = unsafe { std::slice::from_raw_parts_mut(out.as_mut_ptr().cast::<u8>(), out.len()) };
    spread_bytes(bits, out);
}

/// Like [`spread_bytes`].
#[inline]
pub fn spread_bools(bits: &[u64], out: &mut [bool]) {
    // SAFETY: bool and u8 have the same layout, and only 0 and 1 are written.
    let out = unsafe { std::slice::from_raw_parts_mut(out.as_mut_ptr().cast::<u8>(), out.len()) };
    spread_bytes(bits, out);
}

/// Like [`spread_bytes`].
#[inline]
pub fn spread_floats(bits: &[u64], out: &mut [f32]) {
    match cpu::level() {
        // SAFETY: the level says that the processor has these instructions.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { x86::floats_avx512(bits, out) },
        _ => scalar::floats(bits, out),
    }
}

mod scalar {
    /// Eight bits as eight bytes.
    static SPREAD: [[u8; 8]; 256] = {
        let mut spread = [[0; 8]; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut bit = 0;
            while bit < 8 {
                spread[byte][bit] = (byte >> bit & 1) as u8;
                bit += 1;
            }
            byte += 1;
        }
        spread
    };

    pub(super) fn bytes(bits: &[u64], out: &mut [u8]) {
        for (chunk, &word) in out.chunks_mut(64).zip(bits) {
            for (eight, byte) in chunk.chunks_mut(8).zip(word.to_le_bytes()) {
                eight.copy_from_slice(&SPREAD[usize::from(byte)][..eight.len()]);
            }
        }
    }

    pub(super) fn floats(bits: &[u64], out: &mut [f32]) {
        for (chunk, &word) in out.chunks_mut(64).zip(bits) {
            for (eight, byte) in chunk.chunks_mut(8).zip(word.to_le_bytes()) {
                for (value, &bit) in eight.iter_mut().zip(&SPREAD[usize::from(byte)]) {
                    *value = f32::from(bit);
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn bytes_avx512(bits: &[u64], out: &mut [u8]) {
        for (chunk, &word) in out.chunks_mut(64).zip(bits) {
            let ones = _mm512_maskz_set1_epi8(word, 1);
            let here = u64::MAX >> (64 - chunk.len());
            // SAFETY: a chunk has 1 to 64 bytes, and only so many are written.
            unsafe { _mm512_mask_storeu_epi8(chunk.as_mut_ptr().cast(), here, ones) };
        }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn floats_avx512(bits: &[u64], out: &mut [f32]) {
        for (chunk, &word) in out.chunks_mut(64).zip(bits) {
            for (part, sixteen) in chunk.chunks_mut(16).enumerate() {
                let ones = _mm512_maskz_mov_ps((word >> (16 * part)) as u16, _mm512_set1_ps(1.0));
                let here = u16::MAX >> (16 - sixteen.len());
                // SAFETY: a part has 1 to 16 floats, and only so many are written.
                unsafe { _mm512_mask_storeu_ps(sixteen.as_mut_ptr(), here, ones) };
            }
        }
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn bytes_avx2(bits: &[u64], out: &mut [u8]) {
        // Byte i of 32 takes the byte of the word that holds its bit, and keeps that bit.
        let source =
            _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
        let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        for (chunk, &word) in out.chunks_mut(64).zip(bits) {
            for (part, values) in chunk.chunks_mut(32).enumerate() {
                let word = _mm256_set1_epi32((word >> (32 * part)) as i32);
                let kept = _mm256_and_si256(_mm256_shuffle_epi8(word, source), bit);
                let ones = _mm256_and_si256(_mm256_cmpeq_epi8(kept, bit), _mm256_set1_epi8(1));
                let mut all = [0; 32];
                // SAFETY: both places have 32 bytes.
                unsafe {
                    match values.len() {
                        32 => _mm256_storeu_si256(values.as_mut_ptr().cast(), ones),
                        _ => _mm256_storeu_si256(all.as_mut_ptr().cast(), ones),
                    }
                }
                if values.len() < 32 {
                    values.copy_from_slice(&all[..values.len()]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes the bits one by one.
    fn plain(bits: &[u64], length: usize) -> Vec<u8> {
        (0..length).map(|at| (bits[at / 64] >> (at % 64) & 1) as u8).collect()
    }

    #[test]
    fn every_level_spreads_like_the_plain_loop() {
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for length in (0_usize..=130).chain([225, 361, 362, 400, 625, 626]) {
            let words: Vec<u64> = (0..length.div_ceil(64))
                .map(|_| {
                    word =
                        word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    word ^ word >> 31
                })
                .collect();
            let expected = plain(&words, length);
            for level in cpu::available() {
                cpu::limit(level);
                // What follows must stay unchanged.
                let mut bytes = vec![7; length + 3];
                spread_bytes(&words, &mut bytes[..length]);
                assert_eq!((&bytes[..length], &bytes[length..]), (&expected[..], &[7; 3][..]), "{level:?}");
                let mut floats = vec![7.0; length + 3];
                spread_floats(&words, &mut floats[..length]);
                let read: Vec<u8> = floats[..length].iter().map(|&value| value as u8).collect();
                assert_eq!((&read[..], &floats[length..]), (&expected[..], &[7.0; 3][..]), "{level:?}");
                let (mut signed, mut bools) = (vec![7; length], vec![true; length]);
                spread_signed_bytes(&words, &mut signed);
                spread_bools(&words, &mut bools);
                assert!(signed.iter().zip(&expected).all(|(&one, &two)| one as u8 == two), "{level:?}");
                assert!(bools.iter().zip(&expected).all(|(&one, &two)| u8::from(one) == two), "{level:?}");
            }
        }
        cpu::limit(Level::Avx512);
    }
}
