//! A small network on pattern indices: every pattern adds a row of a table to sixteen sums; a head makes one value of them.
//!
//! The sums are integers, and the head works on single floats in a fixed order, so that every level of processor
//! finds the same value to the last bit.

use crate::cpu::{self, Level};

/// Sums, and units of the head.
pub const WIDTH: usize = 16;
/// Tables that the patterns share.
pub const BLOCKS: usize = 7;
/// One table: a row for each index.
pub type Block = [[i8; WIDTH]; 1 << 16];

/// What follows the sums: the distance of each sum from 0 goes to sixteen units, by one row of weights above 0 and
/// another below, and straight to the value; units below 0 are silent.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub struct Head {
    pub start: [f32; WIDTH],
    /// For sums above and below 0, each sum's weights to the units.
    pub rows: [[[f32; WIDTH]; WIDTH]; 2],
    pub straight: [[f32; WIDTH]; 2],
    pub units: [f32; WIDTH],
    pub out: [f32; WIDTH],
    pub value: f32,
}

impl Head {
    pub const ZERO: Head = Head {
        start: [0.0; WIDTH],
        rows: [[[0.0; WIDTH]; WIDTH]; 2],
        straight: [[0.0; WIDTH]; 2],
        units: [0.0; WIDTH],
        out: [0.0; WIDTH],
        value: 0.0,
    };

    /// The meaning: four running sums for the units, then everything folded in halves, as the fast twin does it.
    fn of(&self, sums: &[i16; WIDTH]) -> f32 {
        let (mut units, mut parts) = ([[0.0; WIDTH]; 4], [0.0; WIDTH]);
        for h in 0..WIDTH {
            let sum = f32::from(sums[h]) + self.start[h];
            let (side, size) = (usize::from(sum < 0.0), sum.abs());
            for (unit, weight) in units[h % 4].iter_mut().zip(&self.rows[side][h]) {
                *unit += size * weight;
            }
            parts[h] = size * self.straight[side][h];
        }
        for j in 0..WIDTH {
            let unit = ((units[0][j] + units[1][j]) + (units[2][j] + units[3][j])) + self.units[j];
            parts[j] += if unit > 0.0 { unit } else { 0.0 } * self.out[j];
        }
        for half in [8, 4, 2, 1] {
            for j in 0..half {
                parts[j] += parts[j + half];
            }
        }
        parts[0] + self.value
    }
}

fn plain(entries: &[u16; 64], tables: &[Block; BLOCKS], ends: &[usize; BLOCKS], head: &Head) -> f32 {
    let mut sums = [0i16; WIDTH];
    let mut from = 0;
    for (table, &to) in tables.iter().zip(ends) {
        for &entry in &entries[from..to] {
            let row = &table[usize::from(entry)];
            (0..WIDTH).for_each(|h| sums[h] += i16::from(row[h]));
        }
        from = to;
    }
    head.of(&sums)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2(entries: &[u16; 64], tables: &[Block; BLOCKS], ends: &[usize; BLOCKS], head: &Head) -> f32 {
    use std::arch::x86_64::*;
    // SAFETY: every pointer below comes from a reference to an array of at least as many bytes as are loaded.
    let (rows, eight) = unsafe {
        (
            |row: &[i8; WIDTH]| _mm256_cvtepi8_epi16(_mm_loadu_si128(row.as_ptr().cast())),
            |from: &[f32; WIDTH], half: usize| _mm256_loadu_ps(from.as_ptr().add(8 * half)),
        )
    };
    let mut both = [_mm256_setzero_si256(); 2];
    let mut from = 0;
    for block in 0..BLOCKS {
        let (table, to) = (&tables[block], ends[block]);
        for pair in entries[from..to].chunks_exact(2) {
            both[0] = _mm256_add_epi16(both[0], rows(&table[usize::from(pair[0])]));
            both[1] = _mm256_add_epi16(both[1], rows(&table[usize::from(pair[1])]));
        }
        if (to - from) % 2 == 1 {
            both[0] = _mm256_add_epi16(both[0], rows(&table[usize::from(entries[to - 1])]));
        }
        from = to;
    }
    let sums = _mm256_add_epi16(both[0], both[1]);
    let halves = [_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums)];
    let zero = _mm256_setzero_ps();
    let (mut sizes, mut below, mut parts) = ([0.0f32; WIDTH], 0, [zero; 2]);
    for half in 0..2 {
        let whole = _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(halves[half]));
        let sum = _mm256_add_ps(whole, eight(&head.start, half));
        let minus = _mm256_cmp_ps::<_CMP_LT_OQ>(sum, zero);
        let size = _mm256_andnot_ps(_mm256_set1_ps(-0.0), sum);
        below |= _mm256_movemask_ps(minus) << (8 * half);
        // SAFETY: the array has room for both halves.
        unsafe { _mm256_storeu_ps(sizes.as_mut_ptr().add(8 * half), size) };
        let straight =
            _mm256_blendv_ps(eight(&head.straight[0], half), eight(&head.straight[1], half), minus);
        parts[half] = _mm256_mul_ps(size, straight);
    }
    let mut units = [[zero; 2]; 4];
    for h in 0..WIDTH {
        let size = _mm256_set1_ps(sizes[h]);
        let row = &head.rows[(below >> h & 1) as usize][h];
        let [low, high] = &mut units[h % 4];
        *low = _mm256_add_ps(*low, _mm256_mul_ps(size, eight(row, 0)));
        *high = _mm256_add_ps(*high, _mm256_mul_ps(size, eight(row, 1)));
    }
    for half in 0..2 {
        let sum = |a: usize, b: usize| _mm256_add_ps(units[a][half], units[b][half]);
        let unit = _mm256_add_ps(_mm256_add_ps(sum(0, 1), sum(2, 3)), eight(&head.units, half));
        let out = _mm256_mul_ps(_mm256_max_ps(unit, zero), eight(&head.out, half));
        parts[half] = _mm256_add_ps(parts[half], out);
    }
    let eights = _mm256_add_ps(parts[0], parts[1]);
    let fours = _mm_add_ps(_mm256_castps256_ps128(eights), _mm256_extractf128_ps::<1>(eights));
    let twos = _mm_add_ps(fours, _mm_movehl_ps(fours, fours));
    _mm_cvtss_f32(_mm_add_ss(twos, _mm_shuffle_ps::<1>(twos, twos))) + head.value
}

/// The value of a position whose patterns look up `entries`; those before `ends[n]` and not before `ends[n - 1]`
/// look into table `n`. Never rounded differently: no step depends on the processor.
#[inline]
pub fn value(entries: &[u16; 64], tables: &[Block; BLOCKS], ends: &[usize; BLOCKS], head: &Head) -> f32 {
    match cpu::level() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the level is granted only where the processor has these instructions.
        Level::Avx2 | Level::Avx512 => unsafe { avx2(entries, tables, ends, head) },
        _ => plain(entries, tables, ends, head),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_head(random: &mut fastrand::Rng) -> Head {
        let mut any = || random.f32() - 0.5;
        Head {
            start: std::array::from_fn(|_| any()),
            rows: std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| any()))),
            straight: std::array::from_fn(|_| std::array::from_fn(|_| any())),
            units: std::array::from_fn(|_| any()),
            out: std::array::from_fn(|_| any()),
            value: any(),
        }
    }

    #[test]
    fn every_level_finds_the_same_bits() {
        let mut random = fastrand::Rng::with_seed(7);
        let tables: Box<[Block; BLOCKS]> = vec![[[0; WIDTH]; 1 << 16]; BLOCKS].try_into().expect("as many");
        let mut tables = tables;
        tables.iter_mut().flatten().flatten().for_each(|weight| *weight = random.i8(..));
        let ends = [4, 12, 16, 20, 24, 28, 64];
        for _ in 0..300 {
            let head = random_head(&mut random);
            let entries = std::array::from_fn(|_| random.u16(..));
            let expected = plain(&entries, &tables, &ends, &head);
            assert!(expected.is_finite());
            assert_eq!(value(&entries, &tables, &ends, &head).to_bits(), expected.to_bits());
        }
    }

    #[test]
    fn a_head_by_hand() {
        let mut head = Head { value: 1.0, ..Head::ZERO };
        head.start[3] = 0.5;
        head.rows[1][3][2] = 2.0;
        (head.units[2], head.out[2]) = (-1.0, 10.0);
        head.straight[0][3] = 4.0;
        let sums = |third: i16| std::array::from_fn(|h| if h == 3 { third } else { 0 });
        // Above 0 the sum goes straight to the value; below 0 to the third unit, which is silent at first.
        assert_eq!(head.of(&sums(1)), 1.0 + 4.0 * 1.5);
        assert_eq!(head.of(&sums(-1)), 1.0);
        assert_eq!(head.of(&sums(-2)), 1.0 + 10.0 * (2.0 * 1.5 - 1.0));
    }
}
