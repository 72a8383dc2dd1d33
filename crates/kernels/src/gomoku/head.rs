//! The head of the network: from the sums of all regions to a first layer of units, a second layer, and one value.

use super::{REGIONS, Sums, WIDTH};
use crate::cpu::{self, Level};

/// Units of the first layer.
pub const UNITS: usize = GROUP * GROUPS;
/// Units of the second layer.
pub const LAST: usize = GROUP;
/// Units per register.
const GROUP: usize = 16;
const GROUPS: usize = 2;
/// Inputs are taken in pairs: for each pair, the weights of both to every unit.
type Pair<const G: usize> = [[[i16; 2]; GROUP]; G];
/// The accumulated units, in groups.
type Groups<const G: usize> = [[i32; GROUP]; G];

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

/// The accumulator of the first layer, and the sums it was made from: only regions that changed are added again.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Gathered {
    units: Groups<GROUPS>,
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

    /// The weight from one number of the regions' sums to a unit.
    pub fn first(&mut self, unit: usize, input: usize) -> &mut i16 {
        let (region, number) = (input / WIDTH, input % WIDTH);
        &mut self.first[region][number / 2][unit / GROUP][unit % GROUP][number % 2]
    }

    /// The weight from a unit of the first layer to one of the second.
    pub fn second(&mut self, unit: usize, input: usize) -> &mut i16 {
        &mut self.second[input / 2][0][unit][input % 2]
    }

    /// The accumulator for sums of 0.
    pub fn nothing(&self) -> Gathered {
        let units = [0, 1].map(|g| std::array::from_fn(|j| self.first_bias[g * GROUP + j]));
        Gathered { units, sums: [Sums::ZERO; REGIONS] }
    }

    /// The value of the sums of the first nine regions.
    pub fn value(&self, gathered: &mut Gathered, sums: &[Sums; 16]) -> i32 {
        match cpu::level() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is granted only where the processor has these instructions.
            Level::Avx512 => unsafe { value_avx512(self, gathered, sums) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Level::Avx2 => unsafe { value_avx2(self, gathered, sums) },
            _ => value_by(self, gathered, sums, add_plain, add_plain),
        }
    }
}

/// The value, by functions that multiply thirty-two inputs by their weights and add them to units.
#[inline(always)]
fn value_by(
    head: &Head,
    gathered: &mut Gathered,
    sums: &[Sums; 16],
    add_first: impl Fn(&[Pair<GROUPS>; 16], &[i16; 32], &mut Groups<GROUPS>),
    add_second: impl Fn(&[Pair<1>; 16], &[i16; 32], &mut Groups<1>),
) -> i32 {
    for ((weights, old), new) in head.first.iter().zip(&mut gathered.sums).zip(sums) {
        if old != new {
            let change = std::array::from_fn(|i| new.0[i].wrapping_sub(old.0[i]));
            add_first(weights, &change, &mut gathered.units);
            *old = *new;
        }
    }
    let heard = |unit: i32, shift: u32| (unit >> shift).clamp(0, 2047);
    let first = std::array::from_fn(|i| heard(gathered.units[i / GROUP][i % GROUP], 8) as i16);
    let mut second = [head.second_bias];
    add_second(&head.second, &first, &mut second);
    let mut value = head.out_bias;
    for (&unit, &out) in second[0].iter().zip(&head.out) {
        value = value.wrapping_add(heard(unit, 10) * i32::from(out));
    }
    value >> 10
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
fn value_avx512(head: &Head, gathered: &mut Gathered, sums: &[Sums; 16]) -> i32 {
    value_by(head, gathered, sums, |w, i, u| add_avx512(w, i, u), |w, i, u| add_avx512(w, i, u))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn value_avx2(head: &Head, gathered: &mut Gathered, sums: &[Sums; 16]) -> i32 {
    value_by(head, gathered, sums, |w, i, u| add_avx2(w, i, u), |w, i, u| add_avx2(w, i, u))
}

/// Wraps on overflow, as the fast twins do.
fn add_plain<const G: usize>(weights: &[Pair<G>; 16], inputs: &[i16; 32], units: &mut Groups<G>) {
    for (weights, pair) in weights.iter().zip(inputs.chunks_exact(2)) {
        for (unit, w) in units.as_flattened_mut().iter_mut().zip(weights.as_flattened()) {
            for (&input, &w) in pair.iter().zip(w) {
                *unit = unit.wrapping_add(i32::from(input) * i32::from(w));
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn add_avx512<const G: usize>(weights: &[Pair<G>; 16], inputs: &[i16; 32], units: &mut Groups<G>) {
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
#[inline]
#[target_feature(enable = "avx2")]
fn add_avx2<const G: usize>(weights: &[Pair<G>; 16], inputs: &[i16; 32], units: &mut Groups<G>) {
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

    #[test]
    fn every_level_finds_the_same_value() {
        let mut random = fastrand::Rng::with_seed(5);
        for most in [1, 300, i16::MAX] {
            let mut head = Box::new(Head::ZERO);
            (0..UNITS * 288).for_each(|i| *head.first(i / 288, i % 288) = random.i16(-most..=most));
            (0..LAST * UNITS).for_each(|i| *head.second(i / UNITS, i % UNITS) = random.i16(-most..=most));
            head.first_bias.iter_mut().for_each(|bias| *bias = random.i32(-100_000..100_000));
            head.out.iter_mut().for_each(|weight| *weight = random.i16(-500..=500));
            let mut gathered = vec![head.nothing(); cpu::available().count()];
            let mut sums = [Sums::ZERO; 16];
            for _ in 0..50 {
                for sums in sums.iter_mut().take(random.usize(..9)) {
                    *sums = Sums(std::array::from_fn(|_| random.i16(0..=3175)));
                }
                let expected =
                    value_by(&head, &mut head.nothing(), &sums, add_plain::<GROUPS>, add_plain::<1>);
                for (level, gathered) in cpu::available().zip(&mut gathered) {
                    let value = match level {
                        #[cfg(target_arch = "x86_64")]
                        // SAFETY: only available levels are asked.
                        Level::Avx512 => unsafe { value_avx512(&head, gathered, &sums) },
                        #[cfg(target_arch = "x86_64")]
                        // SAFETY: likewise.
                        Level::Avx2 => unsafe { value_avx2(&head, gathered, &sums) },
                        _ => value_by(&head, gathered, &sums, add_plain, add_plain),
                    };
                    assert_eq!(value, expected, "{level:?}");
                }
            }
            assert!(gathered.iter().all(|other| *other == gathered[0]));
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
            // (2000 - 512) / 256 is 5.8, which is rounded down to 5.
            sums[1].0[1] = sum;
            let last = (2 * heard + 1).min(2047);
            assert_eq!(head.value(&mut gathered, &sums), (1024 + last * 512) >> 10);
        }
        assert_eq!(gathered, head.nothing());
    }
}
