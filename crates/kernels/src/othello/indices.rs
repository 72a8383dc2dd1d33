//! The incremental pattern indices of an evaluation: 64 sums, updated by one table row for each disc that a move
//! changes.

use crate::cpu::{self, Level};

/// One sum for each pattern.
pub type IndexRow = [i16; 64];

macro_rules! played {
    ($name:ident $(, #[$cpu:meta])?) => {
        $(#[$cpu])?
        fn $name(from: &IndexRow, steps: &[IndexRow; 64], square: u32, flips: u64) -> IndexRow {
            let mut sum = [0i16; 64];
            let mut rest = flips;
            while rest != 0 {
                let row = &steps[rest.trailing_zeros() as usize & 63];
                for slot in 0..64 {
                    sum[slot] = sum[slot].wrapping_add(row[slot]);
                }
                rest &= rest - 1;
            }
            let disc = &steps[square as usize & 63];
            for slot in 0..64 {
                // A flipped disc counts twice: it stops being -1 and becomes +1.
                let change = sum[slot].wrapping_mul(2).wrapping_add(disc[slot]);
                sum[slot] = from[slot].wrapping_add(change).wrapping_neg();
            }
            sum
        }
    };
}

played!(plain);
#[cfg(target_arch = "x86_64")]
played!(avx2, #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
#[cfg(target_arch = "x86_64")]
played!(
    avx512,
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl")]
);

/// The sums after the side to move places a disc on `square` and flips `flips`, negated for the other side.
#[inline]
pub fn played(from: &IndexRow, steps: &[IndexRow; 64], square: u32, flips: u64) -> IndexRow {
    match cpu::level() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the level is granted only where the processor has these instructions.
        Level::Avx2 => unsafe { avx2(from, steps, square, flips) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx512 => unsafe { avx512(from, steps, square, flips) },
        _ => plain(from, steps, square, flips),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_adds_alike() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut steps = [[0; 64]; 64];
        steps.iter_mut().flatten().for_each(|step| *step = random.i16(..));
        for _ in 0..1000 {
            let mut from = [0; 64];
            from.iter_mut().for_each(|sum| *sum = random.i16(..));
            let (square, flips) = (random.u32(..64), random.u64(..) & random.u64(..) & random.u64(..));
            let expected = plain(&from, &steps, square, flips);
            assert_eq!(played(&from, &steps, square, flips), expected);
            #[cfg(target_arch = "x86_64")]
            if cpu::best() >= Level::Avx2 {
                // SAFETY: the processor was asked.
                assert_eq!(unsafe { avx2(&from, &steps, square, flips) }, expected);
            }
        }
    }
}
