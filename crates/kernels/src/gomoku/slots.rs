//! The incremental state of the network: the slots' rows and their mixtures, updated around each stone.

use super::layout::{Layout, cells, region};
use super::{AROUND, Mixing, REACH, REGIONS, Row, SLOTS, Sums, TABLE, WIDTH, WINDOWS};
use crate::cpu::{self, Level};
use crate::prefetch;

/// The state of every slot.
#[derive(Clone, Debug)]
pub struct Slots {
    layout: &'static Layout,
    windows: [u32; WINDOWS],
    /// The sum of the table's rows for a slot's four windows, clamped to 0..=127.
    seen: [Sums; SLOTS],
    /// The weighted sum of the neighbours.
    mixed: [Sums; SLOTS],
    /// For each region, the sum of its slots' outputs; room for sixteen, so that a masked index needs no bounds
    /// check.
    sums: [Sums; 16],
}

/// The windows of the slots around a stone.
type SlotWindows = [[u32; 4]; REACH];

/// The bits of a stone in the nine windows that contain it, from its last place in one to its first, for each pair of
/// bits.
const PATTERNS: [[u32; 9]; 4] = {
    let mut patterns = [[0; 9]; 4];
    let mut i = 0;
    while i < 36 {
        patterns[i / 9][i % 9] = (i as u32 / 9) << (16 - 2 * (i % 9));
        i += 1;
    }
    patterns
};

/// What a stone changed, as it was before: for undoing it.
#[derive(Clone, Debug)]
pub struct Saved {
    seen: [Sums; REACH],
    mixed: [Sums; AROUND],
    sums: [Sums; REGIONS],
}

impl Saved {
    pub const NOTHING: Saved =
        Saved { seen: [Sums::ZERO; REACH], mixed: [Sums::ZERO; AROUND], sums: [Sums::ZERO; REGIONS] };
}

impl Slots {
    /// The empty board.
    pub fn new(size: usize, table: &[Row; TABLE], mixing: &Mixing) -> Slots {
        let layout = Layout::of(size);
        let mut slots = Slots {
            layout,
            windows: *layout.empty,
            seen: [Sums::ZERO; SLOTS],
            mixed: [Sums::ZERO; SLOTS],
            sums: [Sums::ZERO; 16],
        };
        slots.renew(size, table, mixing);
        slots
    }

    /// The slot of a cell.
    #[inline(always)]
    pub fn slot(&self, cell: usize) -> u16 {
        self.layout.slots[cell]
    }

    /// Places a stone with these two bits on a cell, or removes it, in the windows alone.
    #[inline(always)]
    pub fn toggle(&mut self, cell: usize, bits: u32) {
        let pattern = &PATTERNS[bits as usize & 3];
        for first in self.layout.reach[cell].first {
            if let Some(windows) = self.windows[usize::from(first)..].first_chunk_mut::<9>() {
                windows.iter_mut().zip(pattern).for_each(|(window, bits)| *window ^= bits);
            }
        }
    }

    /// The windows of the listed slots. Not compiled for wider registers: the compiler would use one gather
    /// instruction, which waits until everything just written is in memory.
    #[inline(never)]
    fn look(&self, table: &[Row; TABLE], list: &[u16], found: &mut SlotWindows) {
        for (found, &slot) in found.iter_mut().zip(list) {
            let places = &self.layout.windows[usize::from(slot) & (SLOTS - 1)];
            *found = places.map(|place| self.windows[usize::from(place) & (WINDOWS - 1)]);
            found.iter().for_each(|&window| prefetch(table, window as usize));
        }
    }

    /// Recomputes everything, after stones were placed or removed in the windows alone.
    pub fn renew(&mut self, size: usize, table: &[Row; TABLE], mixing: &Mixing) {
        (self.mixed, self.seen) = ([Sums::ZERO; SLOTS], [Sums::ZERO; SLOTS]);
        let (mut found, mut saved) = ([[0; 4]; REACH], Saved::NOTHING);
        for list in self.layout.slots.chunks(REACH) {
            self.look(table, list, &mut found);
            spread(self, table, mixing, list, &found, &mut saved.seen);
        }
        self.sums = [Sums::ZERO; 16];
        for ((x, y), &slot) in cells(size).zip(&self.layout.slots) {
            let made = made(&self.mixed[usize::from(slot)], mixing);
            let sums = &mut self.sums[usize::from(region(size, (x, y)))];
            *sums = Sums(std::array::from_fn(|i| sums.0[i].wrapping_add(made.0[i])));
        }
    }

    /// Places a stone with these two bits on a cell; the old state goes to `saved`.
    pub fn enter(
        &mut self,
        table: &[Row; TABLE],
        mixing: &Mixing,
        cell: usize,
        bits: u32,
        saved: &mut Saved,
    ) {
        self.toggle(cell, bits);
        let mut found = [[0; 4]; REACH];
        self.look(table, &self.layout.reach[cell].slots, &mut found);
        match cpu::level() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is granted only where the processor has these instructions.
            Level::Avx512 => unsafe { enter_avx512(self, table, mixing, cell, &found, saved) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Level::Avx2 => unsafe { enter_avx2(self, table, mixing, cell, &found, saved) },
            _ => enter(self, table, mixing, cell, &found, saved),
        }
    }

    /// Undoes the last stone.
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

    /// The sums of the regions.
    pub fn sums(&self) -> &[Sums; 16] {
        &self.sums
    }

    /// For each listed slot: its output times the weights.
    pub fn weigh(&self, mixing: &Mixing, weights: &Sums, list: &[u16], found: &mut [i32]) {
        match cpu::level() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is granted only where the processor has these instructions.
            Level::Avx2 | Level::Avx512 => unsafe { weigh_avx2(self, mixing, weights, list, found) },
            _ => weigh(self, mixing, weights, list, found),
        }
    }
}

// Written once: the fast twins are the same loops compiled for wider registers.

/// The output of a slot from its neighbours' sum: clamped to 0..=127.
#[inline(always)]
fn made(mixed: &Sums, mixing: &Mixing) -> Sums {
    Sums(std::array::from_fn(|i| (mixed.0[i] >> 4).saturating_add(mixing.bias.0[i]).clamp(0, 127)))
}

#[inline(always)]
fn enter(
    slots: &mut Slots,
    table: &[Row; TABLE],
    mixing: &Mixing,
    cell: usize,
    found: &SlotWindows,
    saved: &mut Saved,
) {
    let reach = &slots.layout.reach[cell];
    saved.sums.copy_from_slice(&slots.sums[..REGIONS]);
    // The outputs of all slots around are first subtracted from the sums and added back when they are recomputed.
    let mut changes = [Sums::ZERO; REGIONS];
    let mut start = 0;
    for (&(_, end), change) in reach.regions.iter().zip(&mut changes) {
        let (list, kept) =
            (&reach.around[start..usize::from(end)], &mut saved.mixed[start..usize::from(end)]);
        let mut sum = Sums::ZERO;
        for (&slot, kept) in list.iter().zip(kept) {
            *kept = slots.mixed[usize::from(slot) & (SLOTS - 1)];
            let old = made(kept, mixing);
            sum = Sums(std::array::from_fn(|i| sum.0[i].wrapping_sub(old.0[i])));
        }
        *change = sum;
        start = usize::from(end);
    }
    spread(slots, table, mixing, &reach.slots, found, &mut saved.seen);
    start = 0;
    for (&(region, end), change) in reach.regions.iter().zip(&changes) {
        let mut sum = *change;
        for &slot in &reach.around[start..usize::from(end)] {
            let new = made(&slots.mixed[usize::from(slot) & (SLOTS - 1)], mixing);
            sum = Sums(std::array::from_fn(|i| sum.0[i].wrapping_add(new.0[i])));
        }
        let sums = &mut slots.sums[usize::from(region) & 15];
        *sums = Sums(std::array::from_fn(|i| sums.0[i].wrapping_add(sum.0[i])));
        start = usize::from(end);
    }
}

/// Recomputes the listed slots, whose windows are given, updates their neighbours, and saves the old rows.
#[inline(always)]
fn spread(
    slots: &mut Slots,
    table: &[Row; TABLE],
    mixing: &Mixing,
    list: &[u16],
    found: &SlotWindows,
    saved: &mut [Sums; REACH],
) {
    let stride = slots.layout.stride;
    for ((&slot, windows), saved) in list.iter().zip(found).zip(saved) {
        let slot = usize::from(slot) & (SLOTS - 1);
        let [a, b, c, d] = windows.map(|window| &table[window as usize & (TABLE - 1)].0);
        let new = Sums(std::array::from_fn(|i| {
            (i16::from(a[i]) + i16::from(b[i]) + i16::from(c[i]) + i16::from(d[i])).clamp(0, 127)
        }));
        let old = slots.seen[slot];
        (*saved, slots.seen[slot]) = (old, new);
        let change: [i16; WIDTH] = std::array::from_fn(|i| new.0[i] - old.0[i]);
        for (k, weights) in mixing.weights.iter().enumerate() {
            // The slot is the k-th neighbour of this one.
            let other = (slot + SLOTS + stride + 1 - k / 3 * stride - k % 3) & (SLOTS - 1);
            let sum = &mut slots.mixed[other];
            *sum = Sums(std::array::from_fn(|i| sum.0[i].wrapping_add(weights.0[i].wrapping_mul(change[i]))));
        }
    }
}

#[inline(always)]
fn leave(slots: &mut Slots, cell: usize, saved: &Saved) {
    let reach = &slots.layout.reach[cell];
    slots.sums[..REGIONS].copy_from_slice(&saved.sums);
    for (row, &slot) in saved.seen.iter().zip(&reach.slots) {
        slots.seen[usize::from(slot) & (SLOTS - 1)] = *row;
    }
    for (row, &slot) in saved.mixed.iter().zip(&reach.around) {
        slots.mixed[usize::from(slot) & (SLOTS - 1)] = *row;
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn enter_avx2(
    slots: &mut Slots,
    table: &[Row; TABLE],
    mixing: &Mixing,
    cell: usize,
    found: &SlotWindows,
    saved: &mut Saved,
) {
    enter(slots, table, mixing, cell, found, saved);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn enter_avx512(
    slots: &mut Slots,
    table: &[Row; TABLE],
    mixing: &Mixing,
    cell: usize,
    found: &SlotWindows,
    saved: &mut Saved,
) {
    enter(slots, table, mixing, cell, found, saved);
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

fn weigh(slots: &Slots, mixing: &Mixing, weights: &Sums, list: &[u16], found: &mut [i32]) {
    for (&slot, found) in list.iter().zip(found) {
        let row = made(&slots.mixed[usize::from(slot) & (SLOTS - 1)], mixing).0;
        *found =
            row.iter().zip(&weights.0).map(|(&number, &weight)| i32::from(number) * i32::from(weight)).sum();
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

    /// Everything that is ever read; the border accumulates sums too.
    fn known(slots: &Slots) -> (Vec<[Sums; 2]>, [Sums; 16]) {
        let of = |&slot: &u16| [slots.seen[usize::from(slot)], slots.mixed[usize::from(slot)]];
        (all().iter().map(of).collect(), slots.sums)
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
        let mut every = vec![Slots::new(15, &table, &mixing); cpu::available().count()];
        let mut saved = Saved::NOTHING;
        for (round, (cell, bits)) in stones(&mut random, 60).into_iter().enumerate() {
            for (level, slots) in cpu::available().zip(&mut every) {
                let mut found = [[0; 4]; REACH];
                slots.toggle(cell, bits);
                slots.look(&table, &slots.layout.reach[cell].slots, &mut found);
                match level {
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: only available levels are asked.
                    Level::Avx512 => unsafe {
                        enter_avx512(slots, &table, &mixing, cell, &found, &mut saved);
                        leave_avx512(slots, cell, &saved);
                        enter_avx512(slots, &table, &mixing, cell, &found, &mut saved);
                    },
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: likewise.
                    Level::Avx2 => unsafe {
                        enter_avx2(slots, &table, &mixing, cell, &found, &mut saved);
                        leave_avx2(slots, cell, &saved);
                        enter_avx2(slots, &table, &mixing, cell, &found, &mut saved);
                    },
                    _ => enter(slots, &table, &mixing, cell, &found, &mut saved),
                }
            }
            assert!(every.iter().all(|slots| known(slots) == known(&every[0])), "round {round}");
        }
        let weights = Sums(std::array::from_fn(|_| random.i16(..)));
        let (mut plain, mut fast) = ([0; 225], [1; 225]);
        weigh(&every[0], &mixing, &weights, &all(), &mut plain);
        every[0].weigh(&mixing, &weights, &all(), &mut fast);
        assert_eq!(plain, fast);
    }

    #[test]
    fn changes_taken_back_and_a_fresh_start_meet() {
        let mut random = fastrand::Rng::with_seed(4);
        let (table, mixing) = (table(&mut random), mixing(&mut random));
        let mut slots = Slots::new(15, &table, &mixing);
        let (mut saved, mut kept) = (Saved::NOTHING, Vec::new());
        for (cell, bits) in stones(&mut random, 80) {
            slots.enter(&table, &mixing, cell, bits, &mut saved);
            if random.bool() {
                slots.leave(cell, bits, &saved);
            } else {
                kept.push((cell, bits));
            }
            let mut fresh = Slots::new(15, &table, &mixing);
            kept.iter().for_each(|&(cell, bits)| fresh.toggle(cell, bits));
            fresh.renew(15, &table, &mixing);
            assert!(known(&fresh) == known(&slots), "{kept:?}");
        }
        assert!(kept.len() > 20);
    }

    #[test]
    fn a_weight_and_a_sum_by_hand() {
        let mut table: Box<[Row; TABLE]> = vec![Row::ZERO; TABLE].try_into().expect("as many");
        // A black stone in the middle of a line, seen in four directions.
        table[1 << 8].0[2] = 20;
        let mut mixing = Mixing { weights: [Sums::ZERO; 9], bias: Sums([1; WIDTH]) };
        // The neighbour above on the left, and the slot itself.
        (mixing.weights[0].0[2], mixing.weights[4].0[2]) = (16, 8);
        let mut slots = Slots::new(15, &table, &mixing);
        slots.enter(&table, &mixing, 7 * 15 + 7, 1, &mut Saved::NOTHING.clone());
        let mut weights = Sums::ZERO;
        weights.0[2] = -100;
        let mut found = [0; 3];
        let list = [7 * 15 + 7, 7 * 15 + 8, 8 * 15 + 8].map(|cell| slots.slot(cell));
        slots.weigh(&mixing, &weights, &list, &mut found);
        assert_eq!(found, [-4100, -100, -8100]);
        assert_eq!(slots.sums()[4].0[2], 23 + 41 + 81);
    }
}
