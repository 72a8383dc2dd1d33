//! A small network on pattern indices: every pattern adds a row of a table to 64 sums, and a head turns them into one
//! value.
//!
//! All numbers are integers, so that every CPU level finds the same value. A value looks up 64 rows; each is one
//! cache line, and four are added as bytes before they are widened.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod simd128;

use crate::cpu::{self, Level};

/// The number of sums.
pub const WIDTH: usize = 64;
/// Units of the head.
pub const UNITS: usize = 16;
/// Tables that the patterns share.
pub const BLOCKS: usize = 7;
/// The number of patterns; some may be unused.
pub const PATTERNS: usize = 64;
/// A row's numbers lie between this and its negative.
pub const LIMIT: i8 = 31;
/// The offset of a byte from its number: four bytes then add up to less than 256.
const ABOVE: i16 = 32;
/// Bits dropped from a head's units, and from its value.
pub const UNIT_PLACES: i32 = 9;
pub const VALUE_PLACES: i32 = 8;

/// One table: a row for each index.
pub type Block = [Row; 1 << 16];

/// What a pattern adds to the sums. Bytes are arranged so that adding them as 16-bit words leaves the sums in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Row([u8; WIDTH]);

impl Row {
    pub const ZERO: Row = Row([ABOVE as u8; WIDTH]);

    /// Clamps numbers beyond the limit.
    pub fn new(numbers: [i8; WIDTH]) -> Row {
        let mut row = Row::ZERO;
        let (first, second) = numbers.split_at(WIDTH / 2);
        for ((word, first), second) in row.0.as_chunks_mut().0.iter_mut().zip(first).zip(second) {
            *word = [first, second].map(|number| ((*number).clamp(-LIMIT, LIMIT) + ABOVE as i8) as u8);
        }
        row
    }

    pub fn numbers(&self) -> [i8; WIDTH] {
        std::array::from_fn(|n| (i16::from(self.0[Row::place(n)]) - ABOVE) as i8)
    }

    /// The first half of the sums is in the low bytes of words, the second half in the high bytes.
    const fn place(n: usize) -> usize {
        2 * (n % (WIDTH / 2)) + n / (WIDTH / 2)
    }
}

/// Where each pattern looks: its table, and the entry of index 0.
pub struct Places {
    centres: [u16; PATTERNS],
    /// The byte offset of each pattern's table.
    before: [u32; PATTERNS],
}

impl Places {
    pub const fn new(blocks: [usize; PATTERNS], centres: [u16; PATTERNS]) -> Places {
        let (mut before, mut n) = ([0; PATTERNS], 0);
        while n < PATTERNS {
            assert!(blocks[n] < BLOCKS);
            before[n] = (blocks[n] * size_of::<Block>()) as u32;
            n += 1;
        }
        Places { centres, before }
    }
}

/// The layers after the sums. The absolute value of each sum goes to the units, with one row of weights if it is
/// positive and another if it is negative, and directly to the value; the units are ReLUs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Head {
    /// For pairs of sums, first all positive, then all negative: the weights of both to each unit.
    pub rows: [[[i16; 2]; UNITS]; WIDTH],
    pub straight: [[i16; WIDTH]; 2],
    pub start: [i16; WIDTH],
    pub units: [i32; UNITS],
    pub out: [i16; UNITS],
    pub value: i32,
}

impl Head {
    pub const ZERO: Head = Head {
        rows: [[[0; 2]; UNITS]; WIDTH],
        straight: [[0; WIDTH]; 2],
        start: [0; WIDTH],
        units: [0; UNITS],
        out: [0; UNITS],
        value: 0,
    };

    /// The reference that the fast twins must match.
    fn of(&self, sums: &[i16; WIDTH]) -> i32 {
        let (mut units, mut value) = (self.units, self.value);
        for (n, sum) in sums.iter().enumerate() {
            let sum = sum.wrapping_add(self.start[n]);
            for (side, size) in [sum.max(0), sum.wrapping_neg().max(0)].into_iter().enumerate() {
                for (unit, pair) in units.iter_mut().zip(&self.rows[side * WIDTH / 2 + n / 2]) {
                    *unit = unit.wrapping_add(i32::from(size) * i32::from(pair[n % 2]));
                }
                value = value.wrapping_add(i32::from(size) * i32::from(self.straight[side][n]));
            }
        }
        for (unit, &out) in units.iter().zip(&self.out) {
            let unit = (unit >> UNIT_PLACES).clamp(0, i32::from(i16::MAX));
            value = value.wrapping_add(unit * i32::from(out));
        }
        value >> VALUE_PLACES
    }
}

/// Aligned to cache lines: a vector stored across two lines is slow to reload.
#[cfg(target_arch = "x86_64")]
#[repr(align(64))]
struct Lines<T>(T);

#[cfg_attr(all(target_family = "wasm", target_feature = "simd128", not(test)), expect(dead_code))]
fn plain(indices: &[i16; PATTERNS], places: &Places, tables: &[Block; BLOCKS], head: &Head) -> i32 {
    let mut sums = [0i16; WIDTH];
    for n in 0..PATTERNS {
        let entry = places.centres[n].wrapping_add_signed(indices[n]);
        let row = &tables[places.before[n] as usize / size_of::<Block>()][usize::from(entry)];
        sums.iter_mut().zip(row.numbers()).for_each(|(sum, number)| *sum += i16::from(number));
    }
    head.of(&sums)
}

/// The value of a position whose patterns have these indices.
#[inline]
pub fn value(indices: &[i16; PATTERNS], places: &Places, tables: &[Block; BLOCKS], head: &Head) -> i32 {
    match cpu::level() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the level is granted only where the processor has these instructions.
        Level::Avx512 => unsafe { avx512::value(indices, places, tables, head) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx2 => unsafe { avx2::value(indices, places, tables, head) },
        #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
        _ => simd128::value(indices, places, tables, head),
        #[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
        _ => plain(indices, places, tables, head),
    }
}

/// Prefetches what [`value`] will look up, if the processor can. Evaluating mostly waits for memory.
#[inline]
pub fn prefetch(indices: &[i16; PATTERNS], places: &Places, tables: &[Block; BLOCKS]) {
    #[cfg(target_arch = "x86_64")]
    if cpu::level() >= Level::Avx2 {
        // SAFETY: the level is granted only where the processor has these instructions.
        unsafe { avx2::prefetch(indices, places, tables) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (indices, places, tables);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_head(random: &mut fastrand::Rng) -> Head {
        let mut any = || random.i16(-8191..=8191);
        Head {
            rows: [(); WIDTH].map(|()| [(); UNITS].map(|()| [any(), any()])),
            straight: [(); 2].map(|()| [(); WIDTH].map(|()| any())),
            start: [(); WIDTH].map(|()| any()),
            units: [(); UNITS].map(|()| 1000 * i32::from(any())),
            out: [(); UNITS].map(|()| any()),
            value: 1000 * i32::from(any()),
        }
    }

    /// Every level that runs here, against the reference.
    fn check(
        expected: i32,
        indices: &[i16; PATTERNS],
        places: &Places,
        tables: &[Block; BLOCKS],
        head: &Head,
    ) {
        assert_eq!(value(indices, places, tables, head), expected);
        for level in cpu::available() {
            let found = match level {
                #[cfg(target_arch = "x86_64")]
                // SAFETY: only available levels are asked.
                Level::Avx512 => unsafe { avx512::value(indices, places, tables, head) },
                #[cfg(target_arch = "x86_64")]
                // SAFETY: as above.
                Level::Avx2 => unsafe { avx2::value(indices, places, tables, head) },
                _ => plain(indices, places, tables, head),
            };
            assert_eq!(found, expected, "{level:?}");
        }
    }

    #[test]
    fn every_level_finds_the_same_value() {
        let mut random = fastrand::Rng::with_seed(7);
        let tables: Vec<Block> = vec![[Row::ZERO; 1 << 16]; BLOCKS];
        let mut tables: Box<[Block; BLOCKS]> = tables.try_into().expect("as many");
        let mut numbers = || std::array::from_fn(|_| random.i8(-LIMIT..=LIMIT));
        tables.iter_mut().flatten().for_each(|row| *row = Row::new(numbers()));
        let places = Places::new([(); PATTERNS].map(|()| random.usize(..BLOCKS)), [9; PATTERNS]);
        for _ in 0..300 {
            let head = random_head(&mut random);
            let indices = [(); PATTERNS].map(|()| random.i16(..));
            check(plain(&indices, &places, &tables, &head), &indices, &places, &tables, &head);
        }
        // The largest sums of all, of either sign.
        for limit in [LIMIT, -LIMIT] {
            tables.iter_mut().flatten().for_each(|row| *row = Row::new([limit; WIDTH]));
            let head = random_head(&mut random);
            let expected = head.of(&[PATTERNS as i16 * i16::from(limit); WIDTH]);
            check(expected, &[0; PATTERNS], &places, &tables, &head);
        }
    }

    #[test]
    fn rows_keep_their_numbers() {
        let numbers: [i8; WIDTH] = std::array::from_fn(|n| (n as i8 - 32).max(-LIMIT));
        assert_eq!(Row::new(numbers).numbers(), numbers);
        assert_eq!(Row::ZERO.numbers(), [0; WIDTH]);
        assert_eq!(Row::new([100; WIDTH]).numbers(), [LIMIT; WIDTH]);
    }

    #[test]
    fn a_head_by_hand() {
        let mut head = Head { value: 256, ..Head::ZERO };
        head.start[3] = 5;
        head.rows[WIDTH / 2 + 1][2][1] = 512;
        (head.units[2], head.out[2]) = (-512, 2560);
        head.straight[0][3] = 1024;
        let sums = |third: i16| std::array::from_fn(|n| if n == 3 { third } else { 0 });
        // A positive sum goes directly to the value; a negative one to the third unit, which is inactive at first.
        assert_eq!(head.of(&sums(1)), 1 + 4 * 6);
        assert_eq!(head.of(&sums(-6)), 1);
        assert_eq!(head.of(&sums(-8)), 1 + 10 * (3 - 1));
    }
}
