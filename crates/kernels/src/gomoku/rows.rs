//! The rows of the slots and their sums by region, renewed where something changed.
//!
//! The loops are written once; the fast twins are the same loops compiled for wider registers.

use super::{Row, SLOTS, Sums, TABLE, WIDTH};
use crate::cpu::{self, Level};

/// How a slot's row is mixed with those around it, number by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mixing {
    /// Weights of the 3x3 neighbours in reading order, at most 28 in size so that sixteen bits hold every sum.
    pub weights: [Sums; 9],
    pub bias: Sums,
}

/// A set of slots, a bit each.
pub type Set = [u64; SLOTS / 64];

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

/// What is known of every slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slots {
    /// The four rows of the table that a slot adds up, each in an array of its own: a number just written is at once
    /// there to be read, which it is not as a part of a larger one.
    pub index: [[u32; SLOTS]; 4],
    /// The region of a slot.
    pub region: [u8; SLOTS],
    /// From a slot to the one below it; the border around the board must be slots that are never renewed.
    pub stride: usize,
    /// The four rows' sum, cut to 0..=127.
    pub seen: [Row; SLOTS],
    /// With mixing: the weighted sum of the neighbours, and what is made of it, again cut to 0..=127.
    pub mixed: [Sums; SLOTS],
    pub out: [Row; SLOTS],
    /// The sum of each region; room for sixteen, so that a masked index needs no check.
    pub sums: [Sums; 16],
}

impl Slots {
    pub fn new(stride: usize) -> Slots {
        Slots {
            index: [[0; SLOTS]; 4],
            region: [0; SLOTS],
            stride,
            seen: [Row::ZERO; SLOTS],
            mixed: [Sums::ZERO; SLOTS],
            out: [Row::ZERO; SLOTS],
            sums: [Sums::ZERO; 16],
        }
    }

    /// Renews the slots in `changed` and the sums.
    pub fn renew(&mut self, table: &[Row; TABLE], changed: &Set) {
        match cpu::level() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is granted only where the processor has these instructions.
            Level::Avx512 => unsafe { renew_avx512(self, table, changed) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Level::Avx2 => unsafe { renew_avx2(self, table, changed) },
            _ => renew(self, table, changed),
        }
    }

    /// The same with mixing; `around` are the slots of `changed` and all next to them.
    pub fn renew_mixed(&mut self, table: &[Row; TABLE], mixing: &Mixing, changed: &Set, around: &Set) {
        match cpu::level() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is granted only where the processor has these instructions.
            Level::Avx512 => unsafe { mixed_avx512(self, table, mixing, changed, around) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Level::Avx2 => unsafe { mixed_avx2(self, table, mixing, changed, around) },
            _ => mixed(self, table, mixing, changed, around),
        }
    }
}

/// The sum of each listed row's numbers times the weights.
pub fn weigh(rows: &[Row; SLOTS], weights: &Sums, list: &[u16], found: &mut [i32]) {
    match cpu::level() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the level is granted only where the processor has these instructions.
        Level::Avx2 | Level::Avx512 => unsafe { weigh_avx2(rows, weights, list, found) },
        _ => weigh_each(rows, weights, list, found),
    }
}

/// The sum of a slot's four rows, cut.
#[inline(always)]
fn look(index: &[[u32; SLOTS]; 4], slot: usize, table: &[Row; TABLE]) -> [i16; WIDTH] {
    let [a, b, c, d] = [0, 1, 2, 3].map(|d: usize| &table[index[d][slot] as usize & (TABLE - 1)].0);
    std::array::from_fn(|i| {
        (i16::from(a[i]) + i16::from(b[i]) + i16::from(c[i]) + i16::from(d[i])).clamp(0, 127)
    })
}

/// Puts a new row in the place of the old one, in the row and in a sum.
#[inline(always)]
fn replace(row: &mut Row, sum: &mut Sums, new: &[i16; WIDTH]) {
    for ((sum, row), &new) in sum.0.iter_mut().zip(&mut row.0).zip(new) {
        *sum = sum.wrapping_add(new - i16::from(*row));
        *row = new as i8;
    }
}

#[inline(always)]
fn renew(slots: &mut Slots, table: &[Row; TABLE], changed: &Set) {
    for slot in each(changed) {
        let new = look(&slots.index, slot, table);
        let region = usize::from(slots.region[slot]) & 15;
        replace(&mut slots.seen[slot], &mut slots.sums[region], &new);
    }
}

#[inline(always)]
fn mixed(slots: &mut Slots, table: &[Row; TABLE], mixing: &Mixing, changed: &Set, around: &Set) {
    let stride = slots.stride;
    for slot in each(changed) {
        let new = look(&slots.index, slot, table);
        let mut change = Sums::ZERO;
        replace(&mut slots.seen[slot], &mut change, &new);
        for (k, weights) in mixing.weights.iter().enumerate() {
            // The slot is the k-th neighbour of this one.
            let other = (slot + SLOTS + stride + 1 - k / 3 * stride - k % 3) & (SLOTS - 1);
            for ((sum, weight), change) in slots.mixed[other].0.iter_mut().zip(&weights.0).zip(&change.0) {
                *sum = sum.wrapping_add(weight.wrapping_mul(*change));
            }
        }
    }
    for slot in each(around) {
        let sum = &slots.mixed[slot].0;
        let new = std::array::from_fn(|i| (sum[i] >> 4).saturating_add(mixing.bias.0[i]).clamp(0, 127));
        let region = usize::from(slots.region[slot]) & 15;
        replace(&mut slots.out[slot], &mut slots.sums[region], &new);
    }
}

fn weigh_each(rows: &[Row; SLOTS], weights: &Sums, list: &[u16], found: &mut [i32]) {
    for (&slot, found) in list.iter().zip(found) {
        let row = &rows[usize::from(slot) & (SLOTS - 1)].0;
        *found = row.iter().zip(&weights.0).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn weigh_avx2(rows: &[Row; SLOTS], weights: &Sums, list: &[u16], found: &mut [i32]) {
    use std::arch::x86_64::*;
    // SAFETY: thirty-two weights are two registers, and a row is one.
    let (weights, row) = unsafe {
        let weights: *const __m256i = weights.0.as_ptr().cast();
        ([weights.read(), weights.add(1).read()], |row: &Row| _mm256_load_si256(row.0.as_ptr().cast()))
    };
    for (&slot, found) in list.iter().zip(found) {
        let row = row(&rows[usize::from(slot) & (SLOTS - 1)]);
        let low = _mm256_madd_epi16(_mm256_cvtepi8_epi16(_mm256_castsi256_si128(row)), weights[0]);
        let high = _mm256_madd_epi16(_mm256_cvtepi8_epi16(_mm256_extracti128_si256::<1>(row)), weights[1]);
        let eight = _mm256_add_epi32(low, high);
        let four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
        let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
        *found = _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<1>(two)));
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn renew_avx2(slots: &mut Slots, table: &[Row; TABLE], changed: &Set) {
    renew(slots, table, changed);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn renew_avx512(slots: &mut Slots, table: &[Row; TABLE], changed: &Set) {
    renew(slots, table, changed);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn mixed_avx2(slots: &mut Slots, table: &[Row; TABLE], mixing: &Mixing, changed: &Set, around: &Set) {
    mixed(slots, table, mixing, changed, around);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn mixed_avx512(slots: &mut Slots, table: &[Row; TABLE], mixing: &Mixing, changed: &Set, around: &Set) {
    mixed(slots, table, mixing, changed, around);
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
        let mut start = Slots::new(12);
        start.region.iter_mut().for_each(|region| *region = random.u8(..9));
        let mut all = vec![[start.clone(), start]; cpu::available().count()];
        for round in 0..40 {
            let all_slots = inner();
            let count = if round == 0 { all_slots.len() } else { random.usize(..30) };
            let changed = random.choose_multiple(all_slots.iter().copied(), count);
            let index: Vec<[u32; 4]> =
                changed.iter().map(|_| [(); 4].map(|()| random.u32(..TABLE as u32))).collect();
            for (level, [plain, both]) in cpu::available().zip(&mut all) {
                for slots in [&mut *plain, both] {
                    for (&slot, index) in changed.iter().zip(&index) {
                        (0..4).for_each(|d| slots.index[d][slot] = index[d]);
                    }
                }
                let (changed, everywhere) = (set(&changed), set(&all_slots));
                match level {
                    Level::Scalar => {
                        renew(plain, &table, &changed);
                        mixed(both, &table, &mixing, &changed, &everywhere);
                    }
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: only available levels are asked.
                    Level::Avx2 => unsafe {
                        renew_avx2(plain, &table, &changed);
                        mixed_avx2(both, &table, &mixing, &changed, &everywhere);
                    },
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: only available levels are asked.
                    Level::Avx512 => unsafe {
                        renew_avx512(plain, &table, &changed);
                        mixed_avx512(both, &table, &mixing, &changed, &everywhere);
                    },
                    #[cfg(not(target_arch = "x86_64"))]
                    _ => {}
                }
            }
            assert!(all.iter().all(|slots| *slots == all[0]), "round {round}");
        }
    }

    #[test]
    fn rows_are_weighed_the_same() {
        let mut random = fastrand::Rng::with_seed(6);
        let rows = std::array::from_fn(|_| Row(std::array::from_fn(|_| random.i8(..))));
        let weights = Sums(std::array::from_fn(|_| random.i16(..)));
        let list: Vec<u16> = (0..100).map(|_| random.u16(..SLOTS as u16)).collect();
        let (mut plain, mut fast) = ([0; 100], [1; 100]);
        weigh_each(&rows, &weights, &list, &mut plain);
        weigh(&rows, &weights, &list, &mut fast);
        assert_eq!(plain, fast);
        let first = &rows[usize::from(list[0])].0;
        assert_eq!(plain[0], (0..WIDTH).map(|i| i32::from(first[i]) * i32::from(weights.0[i])).sum::<i32>());
    }

    #[test]
    fn changes_and_a_fresh_start_meet() {
        let mut random = fastrand::Rng::with_seed(4);
        let (table, mixing) = (table(&mut random), mixing(&mut random));
        let everywhere = set(&inner());
        let mut slots = Slots::new(12);
        slots.renew_mixed(&table, &mixing, &everywhere, &everywhere);
        for _ in 0..20 {
            let slot = *random.choice(&inner()).expect("there are some");
            slots.index.iter_mut().for_each(|index| index[slot] = random.u32(..TABLE as u32));
            slots.renew_mixed(&table, &mixing, &set(&[slot]), &everywhere);
        }
        let mut fresh = Slots { index: slots.index, ..Slots::new(12) };
        fresh.renew_mixed(&table, &mixing, &everywhere, &everywhere);
        // The border gathers sums that nobody reads; they too are the same.
        assert_eq!(fresh, slots);
    }

    #[test]
    fn mixing_by_hand() {
        let mut table: Box<[Row; TABLE]> = vec![Row::ZERO; TABLE].try_into().expect("as many");
        table[1].0[2] = 40;
        let mut weights = [Sums::ZERO; 9];
        // The neighbour above on the left, and the slot itself.
        (weights[0].0[2], weights[4].0[2]) = (16, 8);
        let mixing = Mixing { weights, bias: Sums([1; WIDTH]) };
        let mut slots = Slots::new(12);
        (slots.index[0][13], slots.index[3][13]) = (1, 1);
        slots.renew_mixed(&table, &mixing, &set(&inner()), &set(&inner()));
        assert_eq!(slots.seen[13].0[2], 80);
        assert_eq!([13, 14, 26].map(|slot: usize| slots.out[slot].0[2]), [41, 1, 81]);
        assert_eq!(slots.sums[0].0[2], 98 + 41 + 81);
    }
}
