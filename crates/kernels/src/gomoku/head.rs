//! The head: the sums of all regions to sixteen units, and those to one value.

use super::{REGIONS, Sums, WIDTH};
use crate::cpu::{self, Level};

pub const UNITS: usize = 16;
/// The sums are taken two by two.
pub const PAIRS: usize = REGIONS * WIDTH / 2;

#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Head {
    /// For each pair of sums, the weights of both to every unit.
    pub weights: [[[i16; 2]; UNITS]; PAIRS],
    pub bias: [i32; UNITS],
    pub out: [i16; UNITS],
    pub out_bias: i32,
}

impl Head {
    pub const ZERO: Head =
        Head { weights: [[[0; 2]; UNITS]; PAIRS], bias: [0; UNITS], out: [0; UNITS], out_bias: 0 };

    /// The value of the sums of the first nine regions, none of which is below 0.
    #[inline]
    pub fn value(&self, sums: &[Sums; 16]) -> i32 {
        let units = match cpu::level() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is granted only where the processor has these instructions.
            Level::Avx512 => unsafe { units_avx512(self, sums) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Level::Avx2 => unsafe { units_avx2(self, sums) },
            _ => units(self, sums),
        };
        let mut value = self.out_bias;
        for (unit, &out) in units.iter().zip(&self.out) {
            value = value.wrapping_add((unit >> 8).clamp(0, 2047) * i32::from(out));
        }
        value >> 10
    }
}

/// What the units gather. It wraps where the weights are out of all measure, as the fast twins do.
fn units(head: &Head, sums: &[Sums; 16]) -> [i32; UNITS] {
    let mut units = head.bias;
    for (pair, weights) in head.weights.iter().enumerate() {
        let [a, b] = [0, 1].map(|i| i32::from(sums[pair / (WIDTH / 2)].0[pair % (WIDTH / 2) * 2 + i]));
        for (unit, w) in units.iter_mut().zip(weights) {
            *unit = unit.wrapping_add(a * i32::from(w[0]) + b * i32::from(w[1]));
        }
    }
    units
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn units_avx512(head: &Head, sums: &[Sums; 16]) -> [i32; UNITS] {
    use std::arch::x86_64::*;
    let mut units = [_mm512_setzero_si512(); 4];
    // SAFETY: the sums are at least as many as the pairs, and each pair has a full register of weights.
    unsafe {
        units[0] = _mm512_loadu_si512(head.bias.as_ptr().cast());
        let pairs: *const i32 = sums.as_ptr().cast();
        for pair in 0..PAIRS {
            let both = _mm512_set1_epi32(pairs.add(pair).read());
            let weights = _mm512_loadu_si512(head.weights.as_ptr().add(pair).cast());
            units[pair % 4] = _mm512_add_epi32(units[pair % 4], _mm512_madd_epi16(both, weights));
        }
    }
    let [a, b, c, d] = units;
    let all = _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d));
    let mut result = [0; UNITS];
    // SAFETY: the array is one register wide.
    unsafe { _mm512_storeu_si512(result.as_mut_ptr().cast(), all) };
    result
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn units_avx2(head: &Head, sums: &[Sums; 16]) -> [i32; UNITS] {
    use std::arch::x86_64::*;
    let mut units = [_mm256_setzero_si256(); 2];
    let mut result = [0; UNITS];
    // SAFETY: the sums are at least as many as the pairs; biases, the weights of a pair and the result have two registers
    // each.
    unsafe {
        for (half, unit) in units.iter_mut().enumerate() {
            *unit = _mm256_loadu_si256(head.bias.as_ptr().add(8 * half).cast());
        }
        let pairs: *const i32 = sums.as_ptr().cast();
        for pair in 0..PAIRS {
            let both = _mm256_set1_epi32(pairs.add(pair).read());
            let weights: *const __m256i = head.weights.as_ptr().add(pair).cast();
            for (half, unit) in units.iter_mut().enumerate() {
                let part = _mm256_madd_epi16(both, _mm256_loadu_si256(weights.add(half)));
                *unit = _mm256_add_epi32(*unit, part);
            }
        }
        for (half, unit) in units.into_iter().enumerate() {
            _mm256_storeu_si256(result.as_mut_ptr().add(8 * half).cast(), unit);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_gathers_the_same() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut head = Box::new(Head::ZERO);
        for most in [1, 300, i16::MAX] {
            head.weights.iter_mut().flatten().flatten().for_each(|w| *w = random.i16(-most..=most));
            head.bias.iter_mut().for_each(|b| *b = random.i32(-100_000..100_000));
            for _ in 0..100 {
                let sums = std::array::from_fn(|_| Sums(std::array::from_fn(|_| random.i16(0..=6223))));
                let expected = units(&head, &sums);
                #[cfg(target_arch = "x86_64")]
                for level in cpu::available() {
                    let found = match level {
                        Level::Scalar => expected,
                        // SAFETY: only available levels are asked.
                        Level::Avx2 => unsafe { units_avx2(&head, &sums) },
                        // SAFETY: likewise.
                        Level::Avx512 => unsafe { units_avx512(&head, &sums) },
                    };
                    assert_eq!(found, expected, "{level:?}");
                }
            }
        }
    }

    #[test]
    fn a_value_by_hand() {
        let mut head = Box::new(Head { out_bias: 1024, ..Head::ZERO });
        // The second sum of the second region, to the fourth unit.
        head.weights[16][3][1] = 100;
        (head.bias[3], head.out[3]) = (-512, 512);
        let mut sums = [Sums::ZERO; 16];
        assert_eq!(head.value(&sums), 1);
        sums[1].0[1] = 20;
        // (2000 - 512) / 256 is 5.8, of which 5 are heard.
        assert_eq!(head.value(&sums), (1024 + 5 * 512) >> 10);
        sums[1].0[1] = 30_000;
        assert_eq!(head.value(&sums), (1024 + 2047 * 512) >> 10);
    }
}
