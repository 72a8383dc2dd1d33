//! The slots' rows, renewed where something changed, and what they weigh.

use super::{Mixing, Row, SLOTS, Set, Sums, TABLE, WIDTH};
use crate::cpu::{self, Level};

/// What is known of every slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slots {
    /// The four rows of the table that a slot adds up, each in an array of its own: a number just written is at once
    /// there to be read, which it is not as a part of a larger one.
    pub index: [[u32; SLOTS]; 4],
    /// From a slot to the one below it; the border around the board must be slots that are never renewed.
    stride: usize,
    /// The four rows' sum, cut to 0..=127.
    seen: [Row; SLOTS],
    /// The weighted sum of the neighbours.
    mixed: [Sums; SLOTS],
}

impl Slots {
    pub fn new(stride: usize) -> Slots {
        Slots { index: [[0; SLOTS]; 4], stride, seen: [Row::ZERO; SLOTS], mixed: [Sums::ZERO; SLOTS] }
    }

    /// Renews the slots in `changed`, whose rows are other ones now.
    pub fn renew(&mut self, table: &[Row; TABLE], mixing: &Mixing, changed: &Set) {
        match cpu::level() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is granted only where the processor has these instructions.
            Level::Avx512 => unsafe { renew_avx512(self, table, mixing, changed) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Level::Avx2 => unsafe { renew_avx2(self, table, mixing, changed) },
            _ => renew(self, table, mixing, changed),
        }
    }

    /// For each listed slot: what is made of the neighbours' sum, cut to 0..=127, times the weights.
    pub fn weigh(&self, mixing: &Mixing, weights: &Sums, list: &[u16], found: &mut [i32]) {
        match cpu::level() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is granted only where the processor has these instructions.
            Level::Avx2 | Level::Avx512 => unsafe { weigh_avx2(self, mixing, weights, list, found) },
            _ => weigh(self, mixing, weights, list, found),
        }
    }
}

/// The slots of a set.
#[inline(always)]
fn each(set: &Set) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                (64 * at + bit) & (SLOTS - 1)
            })
        })
    })
}

/// Written once: the fast twins are the same loops compiled for wider registers.
#[inline(always)]
fn renew(slots: &mut Slots, table: &[Row; TABLE], mixing: &Mixing, changed: &Set) {
    let stride = slots.stride;
    for slot in each(changed) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|d: usize| &table[slots.index[d][slot] as usize & (TABLE - 1)].0);
        let mut change = [0; WIDTH];
        for (i, (change, old)) in change.iter_mut().zip(&mut slots.seen[slot].0).enumerate() {
            let sum = i16::from(a[i]) + i16::from(b[i]) + i16::from(c[i]) + i16::from(d[i]);
            let new = sum.clamp(0, 127);
            *change = new - i16::from(*old);
            *old = new as i8;
        }
        for (k, weights) in mixing.weights.iter().enumerate() {
            // The slot is the k-th neighbour of this one.
            let other = (slot + SLOTS + stride + 1 - k / 3 * stride - k % 3) & (SLOTS - 1);
            for ((sum, weight), change) in slots.mixed[other].0.iter_mut().zip(&weights.0).zip(&change) {
                *sum = sum.wrapping_add(weight.wrapping_mul(*change));
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn renew_avx2(slots: &mut Slots, table: &[Row; TABLE], mixing: &Mixing, changed: &Set) {
    renew(slots, table, mixing, changed);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn renew_avx512(slots: &mut Slots, table: &[Row; TABLE], mixing: &Mixing, changed: &Set) {
    renew(slots, table, mixing, changed);
}

fn weigh(slots: &Slots, mixing: &Mixing, weights: &Sums, list: &[u16], found: &mut [i32]) {
    for (&slot, found) in list.iter().zip(found) {
        let mixed = &slots.mixed[usize::from(slot) & (SLOTS - 1)].0;
        let row = mixed
            .iter()
            .zip(&mixing.bias.0)
            .map(|(sum, &bias)| (sum >> 4).saturating_add(bias).clamp(0, 127));
        *found = row.zip(&weights.0).map(|(number, &weight)| i32::from(number) * i32::from(weight)).sum();
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn weigh_avx2(slots: &Slots, mixing: &Mixing, weights: &Sums, list: &[u16], found: &mut [i32]) {
    use std::arch::x86_64::*;
    // SAFETY: thirty-two numbers on a boundary of 64 bytes are two registers.
    let halves = |sums: &Sums| unsafe {
        let first: *const __m256i = sums.0.as_ptr().cast();
        [first.read(), first.add(1).read()]
    };
    let (bias, weights) = (halves(&mixing.bias), halves(weights));
    let (zero, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(127));
    for (&slot, found) in list.iter().zip(found) {
        let mixed = halves(&slots.mixed[usize::from(slot) & (SLOTS - 1)]);
        let mut parts = [zero; 2];
        for half in 0..2 {
            let made = _mm256_adds_epi16(_mm256_srai_epi16::<4>(mixed[half]), bias[half]);
            let cut = _mm256_min_epi16(_mm256_max_epi16(made, zero), most);
            parts[half] = _mm256_madd_epi16(cut, weights[half]);
        }
        let eight = _mm256_add_epi32(parts[0], parts[1]);
        let four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
        let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
        *found = _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<1>(two)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(random: &mut fastrand::Rng) -> Box<[Row; TABLE]> {
        let rows: Vec<Row> = (0..TABLE).map(|_| Row(std::array::from_fn(|_| random.i8(..)))).collect();
        rows.try_into().expect("as many")
    }

    fn mixing(random: &mut fastrand::Rng) -> Mixing {
        Mixing {
            weights: std::array::from_fn(|_| Sums(std::array::from_fn(|_| random.i16(-28..=28)))),
            bias: Sums(std::array::from_fn(|_| random.i16(-300..=300))),
        }
    }

    /// Ten by ten slots inside a border, twelve to a row.
    fn inner() -> Vec<usize> {
        (0..100).map(|i| (i / 10 + 1) * 12 + i % 10 + 1).collect()
    }

    fn set(slots: &[usize]) -> Set {
        let mut set = [0; SLOTS / 64];
        slots.iter().for_each(|slot| set[slot / 64] |= 1 << (slot % 64));
        set
    }

    #[test]
    fn every_level_finds_the_same_slots() {
        let mut random = fastrand::Rng::with_seed(3);
        let (table, mixing) = (table(&mut random), mixing(&mut random));
        let mut all = vec![Slots::new(12); cpu::available().count()];
        for round in 0..40 {
            let count = if round == 0 { 100 } else { random.usize(..30) };
            let changed = random.choose_multiple(inner(), count);
            let index: Vec<[u32; 4]> =
                changed.iter().map(|_| [(); 4].map(|()| random.u32(..TABLE as u32))).collect();
            for (level, slots) in cpu::available().zip(&mut all) {
                for (&slot, index) in changed.iter().zip(&index) {
                    (0..4).for_each(|d| slots.index[d][slot] = index[d]);
                }
                match level {
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: only available levels are asked.
                    Level::Avx512 => unsafe { renew_avx512(slots, &table, &mixing, &set(&changed)) },
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: likewise.
                    Level::Avx2 => unsafe { renew_avx2(slots, &table, &mixing, &set(&changed)) },
                    _ => renew(slots, &table, &mixing, &set(&changed)),
                }
            }
            assert!(all.iter().all(|slots| *slots == all[0]), "round {round}");
        }
        let weights = Sums(std::array::from_fn(|_| random.i16(..)));
        let list: Vec<u16> = inner().iter().map(|&slot| slot as u16).collect();
        let (mut plain, mut fast) = ([0; 100], [1; 100]);
        weigh(&all[0], &mixing, &weights, &list, &mut plain);
        all[0].weigh(&mixing, &weights, &list, &mut fast);
        assert_eq!(plain, fast);
    }

    #[test]
    fn changes_and_a_fresh_start_meet() {
        let mut random = fastrand::Rng::with_seed(4);
        let (table, mixing) = (table(&mut random), mixing(&mut random));
        let everywhere = set(&inner());
        let mut slots = Slots::new(12);
        slots.renew(&table, &mixing, &everywhere);
        for _ in 0..20 {
            let slot = *random.choice(&inner()).expect("there are some");
            slots.index.iter_mut().for_each(|index| index[slot] = random.u32(..TABLE as u32));
            slots.renew(&table, &mixing, &set(&[slot]));
        }
        let mut fresh = Slots { index: slots.index, ..Slots::new(12) };
        fresh.renew(&table, &mixing, &everywhere);
        // The border gathers sums that nobody reads; they too are the same.
        assert_eq!(fresh, slots);
    }

    #[test]
    fn a_weight_by_hand() {
        let mut table: Box<[Row; TABLE]> = vec![Row::ZERO; TABLE].try_into().expect("as many");
        table[1].0[2] = 40;
        let mut mixing = Mixing { weights: [Sums::ZERO; 9], bias: Sums([1; WIDTH]) };
        // The neighbour above on the left, and the slot itself.
        (mixing.weights[0].0[2], mixing.weights[4].0[2]) = (16, 8);
        let mut slots = Slots::new(12);
        (slots.index[0][13], slots.index[3][13]) = (1, 1);
        slots.renew(&table, &mixing, &set(&inner()));
        let mut weights = Sums::ZERO;
        weights.0[2] = -100;
        let mut found = [0; 3];
        slots.weigh(&mixing, &weights, &[13, 14, 26], &mut found);
        assert_eq!(found, [-4100, -100, -8100]);
    }
}
