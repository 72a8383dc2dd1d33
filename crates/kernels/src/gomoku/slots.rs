//! The slots' rows, renewed where something changed, and what they weigh.

use super::{Mixing, REACH, Row, SLOTS, Sums, TABLE, WIDTH};
use crate::cpu::{self, Level};

/// A set of slots, a bit each.
type Set = [u64; SLOTS / 64];

/// Of which rows the regions' sums are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// Nobody asks for sums.
    None,
    /// Of what the slots see themselves.
    Seen,
    /// Of what the neighbours make of it.
    Mixed,
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
    stride: usize,
    values: Values,
    /// The four rows' sum, cut to 0..=127.
    seen: [Row; SLOTS],
    /// The same as the neighbours last took it in, and where they may have to do so again.
    taken: [Row; SLOTS],
    stale: Set,
    /// The weighted sum of the neighbours, and for sums of it what is made of that, cut to 0..=127.
    mixed: [Sums; SLOTS],
    made: [Row; SLOTS],
    /// The slots that were ever renewed, and those that were not yet mixed since.
    inside: Set,
    fresh: Set,
    /// The sum of each region; room for sixteen, so that a masked index needs no check.
    sums: [Sums; 16],
}

/// Some slots and the sums as they were.
#[derive(Clone, Debug)]
pub struct Saved {
    rows: [Row; REACH],
    sums: [Sums; 16],
}

impl Saved {
    pub const NOTHING: Saved = Saved { rows: [Row::ZERO; REACH], sums: [Sums::ZERO; 16] };
}

impl Slots {
    pub fn new(stride: usize, values: Values) -> Slots {
        Slots {
            index: [[0; SLOTS]; 4],
            region: [0; SLOTS],
            stride,
            values,
            seen: [Row::ZERO; SLOTS],
            taken: [Row::ZERO; SLOTS],
            stale: [0; SLOTS / 64],
            mixed: [Sums::ZERO; SLOTS],
            made: [Row::ZERO; SLOTS],
            inside: [0; SLOTS / 64],
            fresh: [0; SLOTS / 64],
            sums: [Sums::ZERO; 16],
        }
    }

    /// Renews the listed slots, all different, whose rows of the table are other ones now.
    pub fn renew(&mut self, table: &[Row; TABLE], list: &[u16]) {
        for &slot in list {
            let (word, bit) = (usize::from(slot) / 64 & (SLOTS / 64 - 1), 1 << (slot % 64));
            self.stale[word] |= bit;
            self.fresh[word] |= bit & !self.inside[word];
            self.inside[word] |= bit;
        }
        match cpu::level() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is granted only where the processor has these instructions.
            Level::Avx512 => unsafe { renew_avx512(self, table, list) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Level::Avx2 => unsafe { renew_avx2(self, table, list) },
            _ => renew(self, table, list),
        }
    }

    /// Keeps what is about to be renewed: the first `REACH` listed slots.
    pub fn save(&self, list: &[u16], saved: &mut Saved) {
        for (row, &slot) in saved.rows.iter_mut().zip(list) {
            *row = self.seen[usize::from(slot) & (SLOTS - 1)];
        }
        saved.sums = self.sums;
    }

    /// Takes back the renewal before which the slots were saved, the last one that was not yet taken back.
    pub fn restore(&mut self, list: &[u16], saved: &Saved) {
        for (row, &slot) in saved.rows.iter().zip(list) {
            self.seen[usize::from(slot) & (SLOTS - 1)] = *row;
            self.stale[usize::from(slot) / 64 & (SLOTS / 64 - 1)] |= 1 << (slot % 64);
        }
        if self.values == Values::Seen {
            self.sums = saved.sums;
        }
    }

    /// Lets the neighbours take in what changed.
    fn mix(&mut self, mixing: &Mixing) {
        match cpu::level() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is granted only where the processor has these instructions.
            Level::Avx512 => unsafe { mix_avx512(self, mixing) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Level::Avx2 => unsafe { mix_avx2(self, mixing) },
            _ => mix(self, mixing),
        }
    }

    /// The sums of the regions.
    pub fn sums(&mut self, mixing: &Mixing) -> &[Sums; 16] {
        if self.values == Values::Mixed {
            self.mix(mixing);
        }
        &self.sums
    }

    /// For each listed slot: what is made of the neighbours' sum, cut to 0..=127, times the weights.
    pub fn weigh(&mut self, mixing: &Mixing, weights: &Sums, list: &[u16], found: &mut [i32]) {
        self.mix(mixing);
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

/// Puts a new row in the place of the old one, in the row and in a sum.
#[inline(always)]
fn replace(row: &mut Row, sum: &mut Sums, new: &[i16; WIDTH]) {
    for ((sum, row), &new) in sum.0.iter_mut().zip(&mut row.0).zip(new) {
        *sum = sum.wrapping_add(new - i16::from(*row));
        *row = new as i8;
    }
}

/// Written once: the fast twins are the same loops compiled for wider registers.
#[inline(always)]
fn renew(slots: &mut Slots, table: &[Row; TABLE], list: &[u16]) {
    for &slot in list {
        let slot = usize::from(slot) & (SLOTS - 1);
        let [a, b, c, d] = [0, 1, 2, 3].map(|d: usize| &table[slots.index[d][slot] as usize & (TABLE - 1)].0);
        let new = std::array::from_fn(|i| {
            (i16::from(a[i]) + i16::from(b[i]) + i16::from(c[i]) + i16::from(d[i])).clamp(0, 127)
        });
        if slots.values == Values::Seen {
            let region = usize::from(slots.region[slot]) & 15;
            replace(&mut slots.seen[slot], &mut slots.sums[region], &new);
        } else {
            slots.seen[slot] = Row(new.map(|number| number as i8));
        }
    }
}

#[inline(always)]
fn mix(slots: &mut Slots, mixing: &Mixing) {
    let stride = slots.stride;
    let mut touched = std::mem::take(&mut slots.fresh);
    for slot in each(&slots.stale) {
        let (new, old) = (slots.seen[slot], slots.taken[slot]);
        if new == old {
            continue;
        }
        slots.taken[slot] = new;
        touched[slot / 64] |= 1 << (slot % 64);
        let change: [i16; WIDTH] = std::array::from_fn(|i| i16::from(new.0[i]) - i16::from(old.0[i]));
        for (k, weights) in mixing.weights.iter().enumerate() {
            // The slot is the k-th neighbour of this one.
            let other = (slot + SLOTS + stride + 1 - k / 3 * stride - k % 3) & (SLOTS - 1);
            for ((sum, weight), change) in slots.mixed[other].0.iter_mut().zip(&weights.0).zip(&change) {
                *sum = sum.wrapping_add(weight.wrapping_mul(*change));
            }
        }
    }
    slots.stale = [0; SLOTS / 64];
    if slots.values != Values::Mixed {
        return;
    }
    let mut around = widen(&widen(&touched, 1), stride);
    around.iter_mut().zip(&slots.inside).for_each(|(word, inside)| *word &= inside);
    for slot in each(&around) {
        let sum = &slots.mixed[slot].0;
        let new = std::array::from_fn(|i| (sum[i] >> 4).saturating_add(mixing.bias.0[i]).clamp(0, 127));
        replace(&mut slots.made[slot], &mut slots.sums[usize::from(slots.region[slot]) & 15], &new);
    }
}

/// A set and all that is `by` below or above one of its slots.
#[inline(always)]
fn widen(set: &Set, by: usize) -> Set {
    std::array::from_fn(|i| {
        let below = if i > 0 { set[i - 1] >> (64 - by) } else { 0 };
        let above = if i + 1 < set.len() { set[i + 1] << (64 - by) } else { 0 };
        set[i] | set[i] << by | below | set[i] >> by | above
    })
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn renew_avx2(slots: &mut Slots, table: &[Row; TABLE], list: &[u16]) {
    renew(slots, table, list);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn renew_avx512(slots: &mut Slots, table: &[Row; TABLE], list: &[u16]) {
    renew(slots, table, list);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn mix_avx2(slots: &mut Slots, mixing: &Mixing) {
    mix(slots, mixing);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn mix_avx512(slots: &mut Slots, mixing: &Mixing) {
    mix(slots, mixing);
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

    fn all() -> Vec<u16> {
        inner().into_iter().map(|slot| slot as u16).collect()
    }

    #[test]
    fn every_level_finds_the_same_slots() {
        let mut random = fastrand::Rng::with_seed(3);
        let (table, mixing) = (table(&mut random), mixing(&mut random));
        for values in [Values::None, Values::Seen, Values::Mixed] {
            let mut start = Slots::new(12, values);
            start.region.iter_mut().for_each(|region| *region = random.u8(..9));
            start.renew(&table, &all());
            let mut every = vec![start; cpu::available().count()];
            for round in 0..30 {
                let count = random.usize(..30);
                let changed = random.choose_multiple(all(), count);
                let index: Vec<[u32; 4]> =
                    changed.iter().map(|_| [(); 4].map(|()| random.u32(..TABLE as u32))).collect();
                for (level, slots) in cpu::available().zip(&mut every) {
                    for (&slot, index) in changed.iter().zip(&index) {
                        (0..4).for_each(|d| slots.index[d][usize::from(slot)] = index[d]);
                        slots.stale[usize::from(slot) / 64] |= 1 << (slot % 64);
                    }
                    match level {
                        #[cfg(target_arch = "x86_64")]
                        // SAFETY: only available levels are asked.
                        Level::Avx512 => unsafe {
                            renew_avx512(slots, &table, &changed);
                            mix_avx512(slots, &mixing);
                        },
                        #[cfg(target_arch = "x86_64")]
                        // SAFETY: likewise.
                        Level::Avx2 => unsafe {
                            renew_avx2(slots, &table, &changed);
                            mix_avx2(slots, &mixing);
                        },
                        _ => {
                            renew(slots, &table, &changed);
                            mix(slots, &mixing);
                        }
                    }
                }
                assert!(every.iter().all(|slots| *slots == every[0]), "{values:?}, round {round}");
            }
            let weights = Sums(std::array::from_fn(|_| random.i16(..)));
            let (mut plain, mut fast) = ([0; 100], [1; 100]);
            weigh(&every[0], &mixing, &weights, &all(), &mut plain);
            every[0].weigh(&mixing, &weights, &all(), &mut fast);
            assert_eq!(plain, fast);
        }
    }

    #[test]
    fn changes_taken_back_and_a_fresh_start_meet() {
        let mut random = fastrand::Rng::with_seed(4);
        let (table, mixing) = (table(&mut random), mixing(&mut random));
        for values in [Values::Seen, Values::Mixed] {
            let mut slots = Slots::new(12, values);
            slots.region.iter_mut().for_each(|region| *region = random.u8(..9));
            slots.renew(&table, &all());
            let mut saved = Saved::NOTHING;
            for _ in 0..40 {
                let changed = random.choose_multiple(all(), REACH);
                let before = slots.index;
                slots.save(&changed, &mut saved);
                for &slot in &changed {
                    slots.index.iter_mut().for_each(|index| index[usize::from(slot)] = random.u32(..1 << 18));
                }
                slots.renew(&table, &changed);
                if random.bool() {
                    slots.sums(&mixing);
                }
                if random.bool() {
                    slots.index = before;
                    slots.restore(&changed, &saved);
                }
                let mut fresh =
                    Slots { index: slots.index, region: slots.region, ..Slots::new(12, values) };
                fresh.renew(&table, &all());
                assert_eq!(fresh.sums(&mixing), slots.clone().sums(&mixing));
                // The border gathers sums that nobody reads; they too are the same.
                let mixed = |mut slots: Slots| {
                    slots.mix(&mixing);
                    slots
                };
                assert_eq!(mixed(fresh), mixed(slots.clone()));
            }
        }
    }

    #[test]
    fn a_weight_and_a_sum_by_hand() {
        let mut table: Box<[Row; TABLE]> = vec![Row::ZERO; TABLE].try_into().expect("as many");
        table[1].0[2] = 40;
        let mut mixing = Mixing { weights: [Sums::ZERO; 9], bias: Sums([1; WIDTH]) };
        // The neighbour above on the left, and the slot itself.
        (mixing.weights[0].0[2], mixing.weights[4].0[2]) = (16, 8);
        for (values, sum) in [(Values::Seen, 80), (Values::Mixed, 98 + 41 + 81)] {
            let mut slots = Slots::new(12, values);
            (slots.index[0][13], slots.index[3][13]) = (1, 1);
            slots.renew(&table, &all());
            let mut weights = Sums::ZERO;
            weights.0[2] = -100;
            let mut found = [0; 3];
            slots.weigh(&mixing, &weights, &[13, 14, 26], &mut found);
            assert_eq!(found, [-4100, -100, -8100]);
            assert_eq!(slots.sums(&mixing)[0].0[2], sum);
        }
    }
}
