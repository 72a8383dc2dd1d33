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

/// What is known of every slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slots {
    /// The four rows of the table that a slot adds up.
    pub index: [[u32; 4]; SLOTS],
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
            index: [[0; 4]; SLOTS],
            region: [0; SLOTS],
            stride,
            seen: [Row::ZERO; SLOTS],
            mixed: [Sums::ZERO; SLOTS],
            out: [Row::ZERO; SLOTS],
            sums: [Sums::ZERO; 16],
        }
    }

    /// The rows that the sums are made of.
    pub fn rows(&self, mixing: bool) -> &[Row; SLOTS] {
        if mixing { &self.out } else { &self.seen }
    }

    /// Renews the slots in `changed` and the sums.
    pub fn renew(&mut self, table: &[Row; TABLE], changed: &[u16]) {
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
    pub fn renew_mixed(&mut self, table: &[Row; TABLE], mixing: &Mixing, changed: &[u16], around: &[u16]) {
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

/// The sum of a slot's four rows, cut.
#[inline(always)]
fn look(index: &[u32; 4], table: &[Row; TABLE]) -> [i16; WIDTH] {
    let [a, b, c, d] = index.map(|at| &table[at as usize & (TABLE - 1)].0);
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
fn renew(slots: &mut Slots, table: &[Row; TABLE], changed: &[u16]) {
    for &slot in changed {
        let slot = usize::from(slot) & (SLOTS - 1);
        let new = look(&slots.index[slot], table);
        let region = usize::from(slots.region[slot]) & 15;
        replace(&mut slots.seen[slot], &mut slots.sums[region], &new);
    }
}

#[inline(always)]
fn mixed(slots: &mut Slots, table: &[Row; TABLE], mixing: &Mixing, changed: &[u16], around: &[u16]) {
    let stride = slots.stride;
    for &slot in changed {
        let slot = usize::from(slot) & (SLOTS - 1);
        let new = look(&slots.index[slot], table);
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
    for &slot in around {
        let slot = usize::from(slot) & (SLOTS - 1);
        let sum = &slots.mixed[slot].0;
        let new = std::array::from_fn(|i| (sum[i] >> 4).saturating_add(mixing.bias.0[i]).clamp(0, 127));
        let region = usize::from(slots.region[slot]) & 15;
        replace(&mut slots.out[slot], &mut slots.sums[region], &new);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn renew_avx2(slots: &mut Slots, table: &[Row; TABLE], changed: &[u16]) {
    renew(slots, table, changed);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn renew_avx512(slots: &mut Slots, table: &[Row; TABLE], changed: &[u16]) {
    renew(slots, table, changed);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn mixed_avx2(slots: &mut Slots, table: &[Row; TABLE], mixing: &Mixing, changed: &[u16], around: &[u16]) {
    mixed(slots, table, mixing, changed, around);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn mixed_avx512(slots: &mut Slots, table: &[Row; TABLE], mixing: &Mixing, changed: &[u16], around: &[u16]) {
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
    fn inner() -> Vec<u16> {
        (0..100).map(|i| (i / 10 + 1) * 12 + i % 10 + 1).collect()
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
                    changed.iter().zip(&index).for_each(|(&slot, &index)| slots.index[slot as usize] = index);
                }
                match level {
                    Level::Scalar => {
                        renew(plain, &table, &changed);
                        mixed(both, &table, &mixing, &changed, &all_slots);
                    }
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: only available levels are asked.
                    Level::Avx2 => unsafe {
                        renew_avx2(plain, &table, &changed);
                        mixed_avx2(both, &table, &mixing, &changed, &all_slots);
                    },
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: only available levels are asked.
                    Level::Avx512 => unsafe {
                        renew_avx512(plain, &table, &changed);
                        mixed_avx512(both, &table, &mixing, &changed, &all_slots);
                    },
                    #[cfg(not(target_arch = "x86_64"))]
                    _ => {}
                }
            }
            assert!(all.iter().all(|slots| *slots == all[0]), "round {round}");
        }
    }

    #[test]
    fn changes_and_a_fresh_start_meet() {
        let mut random = fastrand::Rng::with_seed(4);
        let (table, mixing) = (table(&mut random), mixing(&mut random));
        let everywhere = inner();
        let mut slots = Slots::new(12);
        slots.renew_mixed(&table, &mixing, &everywhere, &everywhere);
        for _ in 0..20 {
            let slot = *random.choice(&everywhere).expect("there are some");
            slots.index[slot as usize] = [(); 4].map(|()| random.u32(..TABLE as u32));
            slots.renew_mixed(&table, &mixing, &[slot], &everywhere);
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
        slots.index[13] = [1, 1, 0, 0];
        slots.renew_mixed(&table, &mixing, &inner(), &inner());
        assert_eq!(slots.seen[13].0[2], 80);
        assert_eq!([13, 14, 26].map(|slot: usize| slots.out[slot].0[2]), [41, 1, 81]);
        assert_eq!(slots.sums[0].0[2], 98 + 41 + 81);
    }
}
