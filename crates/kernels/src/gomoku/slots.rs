//! The slots' rows, renewed where something changed, and what they weigh.

use super::layout::Layout;
use super::{Mixing, REACH, REGIONS, Row, SLOTS, Set, Sums, TABLE, WIDTH, WINDOWS};
use crate::cpu::{self, Level};

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
    layout: &'static Layout,
    values: Values,
    windows: [u32; WINDOWS],
    /// The sum of the table's rows for a slot's four windows, cut to 0..=127.
    seen: [Row; SLOTS],
    /// The same as the neighbours last took it in, and where they may have to do so again.
    taken: [Row; SLOTS],
    stale: Set,
    /// The weighted sum of the neighbours, and for sums of it what is made of that, cut to 0..=127.
    mixed: [Sums; SLOTS],
    made: [Row; SLOTS],
    /// The slots that were never mixed.
    fresh: Set,
    /// The sum of each region; room for sixteen, so that a masked index needs no check.
    sums: [Sums; 16],
}

/// The windows of the slots around a stone.
type Found = [[u32; 4]; REACH];

/// A stone in the nine windows that show it, from its last place in one to its first, for each pair of bits.
const PATTERNS: [[u32; 9]; 4] = {
    let mut patterns = [[0; 9]; 4];
    let mut i = 0;
    while i < 36 {
        patterns[i / 9][i % 9] = (i as u32 / 9) << (16 - 2 * (i % 9));
        i += 1;
    }
    patterns
};

/// The slots around a stone, and the sums, before it was there.
#[derive(Clone, Debug)]
pub struct Saved {
    rows: [Row; REACH],
    sums: [Sums; REGIONS],
}

impl Saved {
    pub const NOTHING: Saved = Saved { rows: [Row::ZERO; REACH], sums: [Sums::ZERO; REGIONS] };
}

impl Slots {
    /// The empty board.
    pub fn new(size: usize, values: Values, table: &[Row; TABLE]) -> Slots {
        let layout = Layout::of(size);
        let mut slots = Slots {
            layout,
            values,
            windows: *layout.empty,
            seen: [Row::ZERO; SLOTS],
            taken: [Row::ZERO; SLOTS],
            stale: [0; SLOTS / 64],
            mixed: [Sums::ZERO; SLOTS],
            made: [Row::ZERO; SLOTS],
            fresh: layout.inside,
            sums: [Sums::ZERO; 16],
        };
        slots.renew(table);
        slots
    }

    /// The slot of a cell.
    #[inline(always)]
    pub fn slot(&self, cell: usize) -> u16 {
        self.layout.slots[cell]
    }

    /// Puts a stone with these two bits on a cell, in the windows alone, or takes it away.
    #[inline(always)]
    pub fn toggle(&mut self, cell: usize, bits: u32) {
        let pattern = &PATTERNS[bits as usize & 3];
        for first in self.layout.reach[cell].first {
            if let Some(windows) = self.windows[usize::from(first)..].first_chunk_mut::<9>() {
                windows.iter_mut().zip(pattern).for_each(|(window, bits)| *window ^= bits);
            }
        }
    }

    /// The windows of the listed slots. Not compiled for wider registers: these would be gathered in one instruction, which waits
    /// until all that was just written is in memory.
    #[inline(never)]
    fn look(&self, list: &[u16], found: &mut Found) {
        for (found, &slot) in found.iter_mut().zip(list) {
            let places = &self.layout.windows[usize::from(slot) & (SLOTS - 1)];
            *found = places.map(|place| self.windows[usize::from(place) & (WINDOWS - 1)]);
        }
    }

    /// Renews every slot, after stones came or went in the windows alone.
    pub fn renew(&mut self, table: &[Row; TABLE]) {
        self.stale = self.layout.inside;
        let mut found = [[0; 4]; REACH];
        for list in self.layout.slots.chunks(REACH) {
            self.look(list, &mut found);
            renew(self, table, list, &found, &mut Saved::NOTHING.rows.clone());
        }
    }

    /// Puts a stone with these two bits on a cell; what was before is kept in `saved`.
    pub fn enter(&mut self, table: &[Row; TABLE], cell: usize, bits: u32, saved: &mut Saved) {
        self.toggle(cell, bits);
        let mut found = [[0; 4]; REACH];
        self.look(&self.layout.reach[cell].slots, &mut found);
        match cpu::level() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is granted only where the processor has these instructions.
            Level::Avx512 => unsafe { enter_avx512(self, table, cell, &found, saved) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Level::Avx2 => unsafe { enter_avx2(self, table, cell, &found, saved) },
            _ => enter(self, table, cell, &found, saved),
        }
    }

    /// Takes back the stone that came last.
    pub fn leave(&mut self, cell: usize, bits: u32, saved: &Saved) {
        self.toggle(cell, bits);
        match cpu::level() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is granted only where the processor has these instructions.
            Level::Avx512 => unsafe { leave_avx512(self, cell, saved) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Level::Avx2 => unsafe { leave_avx2(self, cell, saved) },
            _ => leave(self, cell, saved),
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

// Written once: the fast twins are the same loops compiled for wider registers.

#[inline(always)]
fn enter(slots: &mut Slots, table: &[Row; TABLE], cell: usize, found: &Found, saved: &mut Saved) {
    let reach = &slots.layout.reach[cell];
    slots.stale = both(&slots.stale, &reach.set);
    saved.sums.copy_from_slice(&slots.sums[..REGIONS]);
    renew(slots, table, &reach.slots, found, &mut saved.rows);
}

#[inline(always)]
fn leave(slots: &mut Slots, cell: usize, saved: &Saved) {
    let reach = &slots.layout.reach[cell];
    slots.stale = both(&slots.stale, &reach.set);
    if slots.values == Values::Seen {
        slots.sums[..REGIONS].copy_from_slice(&saved.sums);
    }
    for (row, &slot) in saved.rows.iter().zip(&reach.slots) {
        slots.seen[usize::from(slot) & (SLOTS - 1)] = *row;
    }
}

/// Renews the listed slots, whose windows were found, and keeps what they were.
#[inline(always)]
fn renew(slots: &mut Slots, table: &[Row; TABLE], list: &[u16], found: &Found, saved: &mut [Row; REACH]) {
    for ((&slot, windows), saved) in list.iter().zip(found).zip(saved) {
        let slot = usize::from(slot) & (SLOTS - 1);
        let [a, b, c, d] = windows.map(|window| &table[window as usize & (TABLE - 1)].0);
        let new = std::array::from_fn(|i| {
            (i16::from(a[i]) + i16::from(b[i]) + i16::from(c[i]) + i16::from(d[i])).clamp(0, 127)
        });
        *saved = slots.seen[slot];
        if slots.values == Values::Seen {
            let region = usize::from(slots.layout.region[slot]) & 15;
            replace(&mut slots.seen[slot], &mut slots.sums[region], &new);
        } else {
            slots.seen[slot] = Row(new.map(|number| number as i8));
        }
    }
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
fn mix(slots: &mut Slots, mixing: &Mixing) {
    let stride = slots.layout.stride;
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
    around.iter_mut().zip(&slots.layout.inside).for_each(|(word, inside)| *word &= inside);
    for slot in each(&around) {
        let sum = &slots.mixed[slot].0;
        let new = std::array::from_fn(|i| (sum[i] >> 4).saturating_add(mixing.bias.0[i]).clamp(0, 127));
        let region = usize::from(slots.layout.region[slot]) & 15;
        replace(&mut slots.made[slot], &mut slots.sums[region], &new);
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

#[inline(always)]
fn both(a: &Set, b: &Set) -> Set {
    std::array::from_fn(|i| a[i] | b[i])
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
fn enter_avx2(slots: &mut Slots, table: &[Row; TABLE], cell: usize, found: &Found, saved: &mut Saved) {
    enter(slots, table, cell, found, saved);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn enter_avx512(slots: &mut Slots, table: &[Row; TABLE], cell: usize, found: &Found, saved: &mut Saved) {
    enter(slots, table, cell, found, saved);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn leave_avx2(slots: &mut Slots, cell: usize, saved: &Saved) {
    leave(slots, cell, saved);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn leave_avx512(slots: &mut Slots, cell: usize, saved: &Saved) {
    leave(slots, cell, saved);
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

    fn all() -> Vec<u16> {
        Layout::of(15).slots.clone()
    }

    /// Stones on different cells, with their bits.
    fn stones(random: &mut fastrand::Rng, count: usize) -> Vec<(usize, u32)> {
        let cells = random.choose_multiple(0..225, count);
        cells.into_iter().map(|cell| (cell, random.u32(1..3))).collect()
    }

    #[test]
    fn every_level_finds_the_same_slots() {
        let mut random = fastrand::Rng::with_seed(3);
        let (table, mixing) = (table(&mut random), mixing(&mut random));
        for values in [Values::None, Values::Seen, Values::Mixed] {
            let mut every = vec![Slots::new(15, values, &table); cpu::available().count()];
            let mut saved = Saved::NOTHING;
            for (round, (cell, bits)) in stones(&mut random, 40).into_iter().enumerate() {
                for (level, slots) in cpu::available().zip(&mut every) {
                    let mut found = [[0; 4]; REACH];
                    slots.toggle(cell, bits);
                    slots.look(&slots.layout.reach[cell].slots, &mut found);
                    match level {
                        #[cfg(target_arch = "x86_64")]
                        // SAFETY: only available levels are asked.
                        Level::Avx512 => unsafe {
                            enter_avx512(slots, &table, cell, &found, &mut saved);
                            leave_avx512(slots, cell, &saved);
                            enter_avx512(slots, &table, cell, &found, &mut saved);
                            mix_avx512(slots, &mixing);
                        },
                        #[cfg(target_arch = "x86_64")]
                        // SAFETY: likewise.
                        Level::Avx2 => unsafe {
                            enter_avx2(slots, &table, cell, &found, &mut saved);
                            leave_avx2(slots, cell, &saved);
                            enter_avx2(slots, &table, cell, &found, &mut saved);
                            mix_avx2(slots, &mixing);
                        },
                        _ => {
                            enter(slots, &table, cell, &found, &mut saved);
                            mix(slots, &mixing);
                        }
                    }
                }
                assert!(every.iter().all(|slots| *slots == every[0]), "{values:?}, round {round}");
            }
            let weights = Sums(std::array::from_fn(|_| random.i16(..)));
            let (mut plain, mut fast) = ([0; 225], [1; 225]);
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
            let mut slots = Slots::new(15, values, &table);
            let mut saved = Saved::NOTHING;
            let mut kept = Vec::new();
            for (cell, bits) in stones(&mut random, 60) {
                slots.enter(&table, cell, bits, &mut saved);
                if random.bool() {
                    slots.sums(&mixing);
                }
                if random.bool() {
                    slots.leave(cell, bits, &saved);
                } else {
                    kept.push((cell, bits));
                }
                let mut fresh = Slots::new(15, values, &table);
                kept.iter().for_each(|&(cell, bits)| fresh.toggle(cell, bits));
                fresh.sums = [Sums::ZERO; 16];
                fresh.seen = [Row::ZERO; SLOTS];
                fresh.renew(&table);
                // The border gathers sums that nobody reads; they too are the same.
                let mixed = |mut slots: Slots| {
                    slots.mix(&mixing);
                    slots
                };
                assert_eq!(mixed(fresh), mixed(slots.clone()));
            }
            assert!(kept.len() > 20);
        }
    }

    #[test]
    fn a_weight_and_a_sum_by_hand() {
        let mut table: Box<[Row; TABLE]> = vec![Row::ZERO; TABLE].try_into().expect("as many");
        // A black stone in the middle of a line, seen in four directions.
        table[1 << 8].0[2] = 20;
        let mut mixing = Mixing { weights: [Sums::ZERO; 9], bias: Sums([1; WIDTH]) };
        // The neighbour above on the left, and the slot itself.
        (mixing.weights[0].0[2], mixing.weights[4].0[2]) = (16, 8);
        for (values, sum) in [(Values::Seen, 80), (Values::Mixed, 23 + 41 + 81)] {
            let mut slots = Slots::new(15, values, &table);
            slots.enter(&table, 7 * 15 + 7, 1, &mut Saved::NOTHING.clone());
            let mut weights = Sums::ZERO;
            weights.0[2] = -100;
            let mut found = [0; 3];
            let list = [7 * 15 + 7, 7 * 15 + 8, 8 * 15 + 8].map(|cell| slots.slot(cell));
            slots.weigh(&mixing, &weights, &list, &mut found);
            assert_eq!(found, [-4100, -100, -8100]);
            assert_eq!(slots.sums(&mixing)[4].0[2], sum);
        }
    }
}
