//! The head: the sums of all regions to units, those to a second layer of units, and those to one value.

use super::{REGIONS, Sums, WIDTH};
use crate::cpu::{self, Level};

/// Units of the first layer.
pub const UNITS: usize = GROUP * GROUPS;
/// Units of the second.
pub const LAST: usize = GROUP;
/// Units that a register holds.
const GROUP: usize = 16;
const GROUPS: usize = 2;
/// Inputs are taken two by two: for such a pair, the weights of both to every unit.
type Pair<const G: usize> = [[[i16; 2]; GROUP]; G];

#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Head {
    first: [[Pair<GROUPS>; WIDTH / 2]; REGIONS],
    second: [Pair<1>; UNITS / 2],
    pub first_bias: [i32; UNITS],
    pub second_bias: [i32; LAST],
    pub out: [i16; LAST],
    pub out_bias: i32,
}

/// What the first layer gathered, and from which sums: only regions that changed are gathered again.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Gathered {
    units: [[i32; GROUP]; GROUPS],
    sums: [Sums; REGIONS],
}

impl Head {
    pub const ZERO: Head = Head {
        first: [[[[[0; 2]; GROUP]; GROUPS]; WIDTH / 2]; REGIONS],
        second: [[[[0; 2]; GROUP]; 1]; UNITS / 2],
        first_bias: [0; UNITS],
        second_bias: [0; LAST],
        out: [0; LAST],
        out_bias: 0,
    };

    /// The weight of a number of all regions' sums to a unit.
    pub fn first(&mut self, unit: usize, input: usize) -> &mut i16 {
        let (region, number) = (input / WIDTH, input % WIDTH);
        &mut self.first[region][number / 2][unit / GROUP][unit % GROUP][number % 2]
    }

    /// The weight of a unit of the first layer to one of the second.
    pub fn second(&mut self, unit: usize, input: usize) -> &mut i16 {
        &mut self.second[input / 2][0][unit][input % 2]
    }

    /// What is gathered where all sums are 0.
    pub fn nothing(&self) -> Gathered {
        let units = [0, 1].map(|g| std::array::from_fn(|j| self.first_bias[g * GROUP + j]));
        Gathered { units, sums: [Sums::ZERO; REGIONS] }
    }

    /// The value of the sums of the first nine regions.
    pub fn value(&self, gathered: &mut Gathered, sums: &[Sums; 16]) -> i32 {
        for ((weights, old), new) in self.first.iter().zip(&mut gathered.sums).zip(sums) {
            if old != new {
                let change = std::array::from_fn(|i| new.0[i].wrapping_sub(old.0[i]));
                add(weights, &change, &mut gathered.units);
                *old = *new;
            }
        }
        let heard = |unit: i32, shift: u32| (unit >> shift).clamp(0, 2047);
        let first = std::array::from_fn(|i| heard(gathered.units[i / GROUP][i % GROUP], 8) as i16);
        let mut second = [self.second_bias];
        add(&self.second, &first, &mut second);
        let mut value = self.out_bias;
        for (&unit, &out) in second[0].iter().zip(&self.out) {
            value = value.wrapping_add(heard(unit, 10) * i32::from(out));
        }
        value >> 10
    }
}

/// Adds thirty-two inputs times their weights to the units.
fn add<const G: usize>(weights: &[Pair<G>; 16], inputs: &[i16; 32], units: &mut [[i32; GROUP]; G]) {
    match cpu::level() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the level is granted only where the processor has these instructions.
        Level::Avx512 => unsafe { add_avx512(weights, inputs, units) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: likewise.
        Level::Avx2 => unsafe { add_avx2(weights, inputs, units) },
        _ => add_plain(weights, inputs, units),
    }
}

/// It wraps where the weights are out of all measure, as the fast twins do.
fn add_plain<const G: usize>(weights: &[Pair<G>; 16], inputs: &[i16; 32], units: &mut [[i32; GROUP]; G]) {
    for (weights, pair) in weights.iter().zip(inputs.chunks_exact(2)) {
        for (unit, w) in units.as_flattened_mut().iter_mut().zip(weights.as_flattened()) {
            for (&input, &w) in pair.iter().zip(w) {
                *unit = unit.wrapping_add(i32::from(input) * i32::from(w));
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn add_avx512<const G: usize>(weights: &[Pair<G>; 16], inputs: &[i16; 32], units: &mut [[i32; GROUP]; G]) {
    use std::arch::x86_64::*;
    let pairs: *const i32 = inputs.as_ptr().cast();
    // SAFETY: a group of units is one register wide, and so are the weights of a pair to it; there are sixteen pairs.
    unsafe {
        let mut sums: [[__m512i; G]; 2] = [[_mm512_setzero_si512(); G]; 2];
        for (i, weights) in weights.iter().enumerate() {
            let pair = _mm512_set1_epi32(pairs.add(i).read_unaligned());
            for (sum, group) in sums[i % 2].iter_mut().zip(weights) {
                let part = _mm512_madd_epi16(pair, _mm512_loadu_si512(group.as_ptr().cast()));
                *sum = _mm512_add_epi32(*sum, part);
            }
        }
        for (g, unit) in units.iter_mut().enumerate() {
            let old = _mm512_loadu_si512(unit.as_ptr().cast());
            let new = _mm512_add_epi32(old, _mm512_add_epi32(sums[0][g], sums[1][g]));
            _mm512_storeu_si512(unit.as_mut_ptr().cast(), new);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_avx2<const G: usize>(weights: &[Pair<G>; 16], inputs: &[i16; 32], units: &mut [[i32; GROUP]; G]) {
    use std::arch::x86_64::*;
    let pairs: *const i32 = inputs.as_ptr().cast();
    // SAFETY: a group of units is two registers wide, and so are the weights of a pair to it; there are sixteen pairs.
    unsafe {
        for (g, unit) in units.iter_mut().enumerate() {
            for half in 0..2 {
                let place: *mut __m256i = unit.as_mut_ptr().add(8 * half).cast();
                let mut sum = _mm256_loadu_si256(place);
                for (i, weights) in weights.iter().enumerate() {
                    let pair = _mm256_set1_epi32(pairs.add(i).read_unaligned());
                    let weights = _mm256_loadu_si256(weights[g].as_ptr().add(8 * half).cast());
                    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pair, weights));
                }
                _mm256_storeu_si256(place, sum);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const G: usize>(random: &mut fastrand::Rng, most: i16) {
        let mut any = || random.i16(-most..=most);
        let weights = std::array::from_fn(|_| [[(); GROUP]; G].map(|group| group.map(|()| [any(), any()])));
        let inputs = std::array::from_fn(|_| random.i16(-6223..=6223));
        let start = [[(); GROUP]; G].map(|group| group.map(|()| random.i32(-100_000..100_000)));
        let mut expected = start;
        add_plain(&weights, &inputs, &mut expected);
        #[cfg(target_arch = "x86_64")]
        for level in cpu::available().filter(|&level| level > Level::Scalar) {
            let mut units = start;
            match level {
                // SAFETY: only available levels are asked.
                Level::Avx512 => unsafe { add_avx512(&weights, &inputs, &mut units) },
                // SAFETY: likewise.
                _ => unsafe { add_avx2(&weights, &inputs, &mut units) },
            }
            assert_eq!(units, expected, "{level:?}");
        }
    }

    #[test]
    fn every_level_adds_the_same() {
        let mut random = fastrand::Rng::with_seed(5);
        for most in [1, 300, i16::MAX] {
            for _ in 0..100 {
                check::<1>(&mut random, most);
                check::<2>(&mut random, most);
            }
        }
    }

    #[test]
    fn a_value_by_hand() {
        let mut head = Box::new(Head { out_bias: 1024, ..Head::ZERO });
        // The second sum of the second region, to the twentieth unit, and that to the third of the second layer.
        (*head.first(19, 33), *head.second(2, 19)) = (100, 2048);
        (head.first_bias[19], head.second_bias[2], head.out[2]) = (-512, 1024, 512);
        let mut gathered = head.nothing();
        let mut sums = [Sums::ZERO; 16];
        assert_eq!(head.value(&mut gathered, &sums), (1024 + 512) >> 10);
        for (sum, heard) in [(20, 5), (30_000, 2047), (20, 5), (0, 0)] {
            // (2000 - 512) / 256 is 5.8, of which 5 are heard.
            sums[1].0[1] = sum;
            let last = (2 * heard + 1).min(2047);
            assert_eq!(head.value(&mut gathered, &sums), (1024 + last * 512) >> 10);
        }
        assert_eq!(gathered, head.nothing());
    }
}
