//! The transposition table. Threads share it without locks: an entry torn by two writers does not match its key and
//! counts as absent.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How a stored value bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    None,
    Lower,
    Upper,
    Exact,
}

impl Bound {
    fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => Bound::None,
        }
    }

    pub(crate) fn is_lower(self) -> bool {
        matches!(self, Bound::Lower | Bound::Exact)
    }

    pub(crate) fn is_upper(self) -> bool {
        matches!(self, Bound::Upper | Bound::Exact)
    }
}

/// The search's result for a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableEntry {
    pub value: i16,
    pub eval: i16,
    /// `NO_CELL` as `u16` if there is none.
    pub best: u16,
    /// In eighths of a ply.
    pub depth: i16,
    pub bound: Bound,
    /// The position was on a principal variation.
    pub on_pv: bool,
}

impl TableEntry {
    fn pack(self, age: u8) -> u64 {
        let depth = (self.depth + DEPTH_OFFSET).clamp(0, 1023) as u64;
        u64::from(self.value as u16)
            | u64::from(self.eval as u16) << 16
            | u64::from(self.best & 0x3ff) << 32
            | depth << 42
            | (self.bound as u64) << 52
            | u64::from(self.on_pv) << 54
            | u64::from(age & 63) << 55
            | 1 << 63
    }

    fn unpack(bits: u64) -> TableEntry {
        let best = (bits >> 32) as u16 & 0x3ff;
        TableEntry {
            value: bits as u16 as i16,
            eval: (bits >> 16) as u16 as i16,
            best: if best == 0x3ff { u16::MAX } else { best },
            depth: ((bits >> 42) as i16 & 1023) - DEPTH_OFFSET,
            bound: Bound::from_bits(bits >> 52),
            on_pv: bits >> 54 & 1 == 1,
        }
    }

    fn age(bits: u64) -> u8 {
        (bits >> 55) as u8 & 63
    }
}

const DEPTH_OFFSET: i16 = 64;
const WAYS: usize = 4;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; WAYS]);

pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU64,
}

impl TranspositionTable {
    /// A table of at most `mebibytes`, a power of two of buckets.
    pub fn new(mebibytes: usize) -> TranspositionTable {
        let most = mebibytes.max(1) * (1 << 20) / size_of::<Bucket>();
        let count = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        let mut buckets = Vec::with_capacity(count);
        heibai_kernels::prefer_large_pages(&mut buckets);
        buckets.resize_with(count, Bucket::default);
        TranspositionTable { buckets, age: AtomicU64::new(0) }
    }

    /// Begins a new search: older entries are replaced first.
    pub(crate) fn next_search(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    pub fn clear(&self) {
        for [check, data] in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            check.store(0, Relaxed);
            data.store(0, Relaxed);
        }
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    /// Prefetches the bucket of a position.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        heibai_kernels::prefetch(&self.buckets, key as usize & (self.buckets.len() - 1));
    }

    pub fn get(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).0.iter().find_map(|[check, data]| {
            let bits = data.load(Relaxed);
            (bits != 0 && check.load(Relaxed) ^ bits == key).then(|| TableEntry::unpack(bits))
        })
    }

    pub fn put(&self, key: u64, entry: TableEntry) {
        let age = self.age.load(Relaxed) as u8 & 63;
        let bucket = self.bucket(key);
        let mut worst = (i32::MAX, 0);
        for (i, [check, data]) in bucket.0.iter().enumerate() {
            let bits = data.load(Relaxed);
            if bits == 0 {
                worst = (i32::MIN, i);
                break;
            }
            let old = TableEntry::unpack(bits);
            if check.load(Relaxed) ^ bits == key {
                // A result three plies shallower does not replace one of the same search.
                let keep = entry.bound != Bound::Exact && i32::from(entry.depth) + 24 < i32::from(old.depth);
                if keep && TableEntry::age(bits) == age && entry.bound != Bound::None {
                    return;
                }
                worst = (i32::MIN, i);
                break;
            }
            let staleness = i32::from(age.wrapping_sub(TableEntry::age(bits)) & 63);
            let worth = i32::from(old.depth) - 16 * staleness;
            if worth < worst.0 {
                worst = (worth, i);
            }
        }
        let [check, data] = &bucket.0[worst.1];
        let bits = entry.pack(age);
        check.store(key ^ bits, Relaxed);
        data.store(bits, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_comes_back() {
        let table = TranspositionTable::new(1);
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..1000 {
            let entry = TableEntry {
                value: random.i16(..),
                eval: random.i16(..),
                best: random.u16(..400),
                depth: random.i16(-60..900),
                bound: Bound::from_bits(random.u64(1..4)),
                on_pv: random.bool(),
            };
            let key = random.u64(..);
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
        assert_eq!(table.get(12345), None);
        let none = TableEntry { best: u16::MAX, ..table.get(table_key(&table)).unwrap_or(SAMPLE) };
        table.put(7, none);
        assert_eq!(table.get(7).map(|e| e.best), Some(u16::MAX));
    }

    const SAMPLE: TableEntry =
        TableEntry { value: 1, eval: 2, best: 3, depth: 4, bound: Bound::Exact, on_pv: false };

    fn table_key(table: &TranspositionTable) -> u64 {
        table.put(99, SAMPLE);
        99
    }
}
