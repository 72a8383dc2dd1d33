//! A lock-free transposition table shared by many threads. An entry holds the whole position, so a hit is never
//! another position's.

use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

/// An entry: bounds on a position's value, how they were found, and the best moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    pub lower: i8,
    pub upper: i8,
    pub depth: u8,
    /// How certain the search was; higher is more certain.
    pub certainty: u8,
    /// Best first; [`TableEntry::NO_MOVE`] where there is none.
    pub best: [u8; 2],
    /// The logarithm of the nodes searched, for replacement.
    pub cost: u8,
}

impl TableEntry {
    pub const NO_MOVE: u8 = 255;

    fn pack(self, date: u8) -> u64 {
        let TableEntry { lower, upper, depth, certainty, best, cost } = self;
        u64::from_le_bytes([lower as u8, upper as u8, depth, certainty, best[0], best[1], cost, date])
    }

    fn unpack(data: u64) -> (TableEntry, u8) {
        let [lower, upper, depth, certainty, first, second, cost, date] = data.to_le_bytes();
        let known = TableEntry {
            lower: lower as i8,
            upper: upper as i8,
            depth,
            certainty,
            best: [first, second],
            cost,
        };
        (known, date)
    }
}

/// A position as two words.
pub type Key = [u64; 2];

const WAYS: usize = 4;
const WORDS: usize = 3;

/// Four entries. An entry is the key, each word XORed with the data, and the data; a torn entry (two threads wrote at
/// once) matches no key.
const BUCKET: usize = WAYS * WORDS;
/// Words in a cache line.
const LINE: usize = 8;

pub struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// The first word of the first bucket. It starts a cache line, so that no bucket touches three.
    start: usize,
    buckets: usize,
    /// The number of buckets in use minus one; a power of two minus one.
    mask: AtomicUsize,
    date: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most `bytes`; less if the system cannot allocate that much, but at least one bucket.
    pub fn new(bytes: usize) -> TranspositionTable {
        let most = (bytes / (BUCKET * size_of::<u64>())).max(1);
        let mut buckets = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        let refused = |buckets: usize| Vec::<u64>::new().try_reserve_exact(buckets * BUCKET + LINE).is_err();
        while buckets > 1 && refused(buckets) {
            buckets /= 2;
        }
        let words = heibai_kernels::zeros(buckets * BUCKET + LINE);
        let start = words.as_ptr().align_offset(LINE * size_of::<u64>()).min(LINE);
        TranspositionTable {
            words,
            start,
            buckets,
            mask: AtomicUsize::new(buckets - 1),
            date: AtomicU8::new(1),
        }
    }

    pub fn bytes(&self) -> usize {
        self.buckets * BUCKET * size_of::<u64>()
    }

    /// Restricts the table to a part with room for at least this many positions: a small search in a large table
    /// would wait for memory it does not need. Entries in the other parts are out of reach until the table is
    /// enlarged again.
    pub(crate) fn use_for(&self, positions: usize) {
        let wanted = positions.div_ceil(WAYS).checked_next_power_of_two().unwrap_or(self.buckets);
        self.mask.store(wanted.min(self.buckets) - 1, Ordering::Relaxed);
    }

    /// Ages all entries, so that they are the first to be replaced.
    pub fn new_search(&self) {
        let next = self.date.load(Ordering::Relaxed).wrapping_add(1).max(1);
        self.date.store(next, Ordering::Relaxed);
    }

    pub fn clear(&self) {
        for word in &self.words {
            word.store(0, Ordering::Relaxed);
        }
        self.date.store(1, Ordering::Relaxed);
    }

    /// The first word of a position's bucket.
    #[inline]
    fn place(&self, key: Key) -> usize {
        let mix = key[0].wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ key[1].wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(29);
        let mix = (mix ^ mix >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.start + ((mix >> 24) as usize & self.mask.load(Ordering::Relaxed)) * BUCKET
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        &self.words[self.place(key)..][..BUCKET]
    }

    /// Prefetches the bucket that a later `get` will read.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        let place = self.place(key);
        heibai_kernels::prefetch(&self.words, place);
        heibai_kernels::prefetch(&self.words, place + BUCKET - 1);
    }

    #[inline]
    pub fn get(&self, key: Key) -> Option<TableEntry> {
        self.bucket(key)
            .chunks_exact(WORDS)
            .find_map(|entry| matching(entry, key))
            .map(|data| TableEntry::unpack(data).0)
    }

    /// Stores a result. It is merged with an entry for the same position, depth and certainty and replaces an entry
    /// with less; otherwise it replaces the oldest and cheapest entry of the bucket.
    pub fn put(&self, key: Key, new: TableEntry) {
        let bucket = self.bucket(key);
        let date = self.date.load(Ordering::Relaxed);
        let (mut victim, mut least) = (0, u32::MAX);
        for (way, entry) in bucket.chunks_exact(WORDS).enumerate() {
            if let Some(data) = matching(entry, key) {
                let (old, _) = TableEntry::unpack(data);
                return write(entry, key, merge(old, new).pack(date));
            }
            let (old, old_date) = TableEntry::unpack(entry[2].load(Ordering::Relaxed));
            let worth = if old_date == date { 1 << 16 } else { 0 }
                + (u32::from(old.cost) << 8)
                + u32::from(old.depth);
            if worth < least {
                (victim, least) = (way, worth);
            }
        }
        write(&bucket[victim * WORDS..][..WORDS], key, new.pack(date));
    }
}

#[inline]
fn matching(entry: &[AtomicU64], key: Key) -> Option<u64> {
    let data = entry[2].load(Ordering::Relaxed);
    let same = entry[0].load(Ordering::Relaxed) ^ data == key[0]
        && entry[1].load(Ordering::Relaxed) ^ data.rotate_left(32) == key[1];
    (same && data != 0).then_some(data)
}

fn write(entry: &[AtomicU64], key: Key, data: u64) {
    entry[0].store(key[0] ^ data, Ordering::Relaxed);
    entry[1].store(key[1] ^ data.rotate_left(32), Ordering::Relaxed);
    entry[2].store(data, Ordering::Relaxed);
}

fn merge(old: TableEntry, new: TableEntry) -> TableEntry {
    let mut merged = new;
    if (old.depth, old.certainty) == (new.depth, new.certainty) {
        merged.lower = old.lower.max(new.lower);
        merged.upper = old.upper.min(new.upper);
        // Crossed bounds come from search instability: trust the newer one.
        if merged.lower > merged.upper {
            (merged.lower, merged.upper) = (new.lower, new.upper);
        }
        merged.cost = old.cost.max(new.cost);
    }
    if new.best[0] == TableEntry::NO_MOVE {
        merged.best = old.best;
    } else if new.best[0] != old.best[0] {
        merged.best[1] = old.best[0];
    } else {
        merged.best[1] = old.best[1];
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lower: i8, upper: i8, depth: u8, best: u8) -> TableEntry {
        TableEntry { lower, upper, depth, certainty: 0, best: [best, TableEntry::NO_MOVE], cost: 3 }
    }

    #[test]
    fn what_is_kept_is_found_and_nothing_else() {
        let table = TranspositionTable::new(1 << 16);
        assert!(table.bytes() <= 1 << 16);
        for i in 1..100 {
            table.put([i, !i], known(-3, 5, 7, 20));
            assert_eq!(table.get([i, !i]), Some(known(-3, 5, 7, 20)));
            assert_eq!(table.get([!i, i]), None);
        }
        table.clear();
        assert_eq!(table.get([1, !1]), None);
    }

    #[test]
    fn bounds_of_one_depth_narrow_and_moves_move_down() {
        let table = TranspositionTable::new(0);
        table.put([1, 2], known(-10, 64, 7, 20));
        table.put([1, 2], known(-64, 4, 7, 30));
        let merged = TableEntry { best: [30, 20], ..known(-10, 4, 7, 0) };
        assert_eq!(table.get([1, 2]), Some(merged));
        table.put([1, 2], known(6, 64, 8, 30));
        assert_eq!(table.get([1, 2]).map(|k| (k.lower, k.upper, k.best)), Some((6, 64, [30, 20])));
    }

    #[test]
    fn a_part_of_the_table_serves_like_a_small_one() {
        let table = TranspositionTable::new(1 << 16);
        let fill = || (0..512).for_each(|i| table.put([i, 7], known(0, 0, 9, 1)));
        let found = || (0..512).filter(|&i| table.get([i, 7]).is_some()).count();
        table.use_for(64);
        fill();
        assert!((32..=64).contains(&found()));
        table.use_for(usize::MAX);
        table.clear();
        fill();
        assert!(found() > 400);
    }

    #[test]
    fn old_entries_go_first() {
        let table = TranspositionTable::new(0);
        for i in 0..4 {
            table.put([i, 9], TableEntry { cost: 200, ..known(0, 0, 9, 1) });
        }
        table.new_search();
        for i in 4..8 {
            table.put([i, 9], known(0, 0, 1, 1));
        }
        assert!((4..8).all(|i| table.get([i, 9]).is_some()));
    }

    /// A table larger than any machine's memory becomes as large as possible instead of aborting the program.
    #[test]
    fn a_table_larger_than_memory_is_made_smaller() {
        let asked = 1 << 50;
        let table = TranspositionTable::new(asked);
        assert!(table.bytes() < asked && table.bytes() > 0);
    }
}
