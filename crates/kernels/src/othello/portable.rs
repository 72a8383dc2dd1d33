//! Operations on one 8x8 position without run-time dispatch: with WebAssembly SIMD if the module was built for it,
//! otherwise `scalar`.

#[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
mod twin {
    use super::super::scalar;

    /// Where `mover` may place a disc.
    #[inline(always)]
    pub fn mobility(mover: u64, opponent: u64) -> u64 {
        scalar::mobility::<u64, 8>(mover, opponent)
    }

    /// The discs that `mover` flips with a disc on the empty `square` (below 64).
    #[inline(always)]
    pub fn flips(square: u32, mover: u64, opponent: u64) -> u64 {
        scalar::flips::<u64, 8>(square, mover, opponent)
    }
}

/// Two boards in one vector: as it is, and with its rows reversed. Up on one is down on the other, so columns and
/// diagonals need only one direction. Rows are handled separately.
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod twin {
    use super::super::rays::RAYS;
    use std::arch::wasm32::*;

    const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

    /// The rays of a square towards higher squares, the second of each pair on the reversed board: column, both
    /// diagonals.
    static PAIRS: [[v128; 3]; 64] = pairs();

    const fn pairs() -> [[v128; 3]; 64] {
        let mut pairs = [[u64x2(0, 0); 3]; 64];
        let mut square = 0;
        while square < 64 {
            let rays = RAYS[square];
            // Reversed, up-left becomes down-left, and up-right becomes down-right.
            pairs[square] = [
                u64x2(rays[1], rays[5].swap_bytes()),
                u64x2(rays[2], rays[7].swap_bytes()),
                u64x2(rays[3], rays[6].swap_bytes()),
            ];
            square += 1;
        }
        pairs
    }

    /// The board and its reverse in one vector.
    #[inline(always)]
    fn both(board: u64) -> v128 {
        let twice = u64x2_splat(board);
        u8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(twice, twice)
    }

    /// The union of both boards, the second one reversed back.
    #[inline(always)]
    fn union(pair: v128) -> u64 {
        let back = u8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 15, 14, 13, 12, 11, 10, 9, 8>(pair, pair);
        u64x2_extract_lane::<0>(v128_or(pair, back))
    }

    /// The squares behind runs of `through` that begin next to `from`, towards higher squares.
    #[inline(always)]
    fn ends<const BY: u32>(from: v128, through: v128) -> v128 {
        let pair = v128_and(through, u64x2_shl(through, BY));
        let mut run = v128_and(through, u64x2_shl(from, BY));
        run = v128_or(run, v128_and(through, u64x2_shl(run, BY)));
        run = v128_or(run, v128_and(pair, u64x2_shl(run, 2 * BY)));
        run = v128_or(run, v128_and(pair, u64x2_shl(run, 2 * BY)));
        u64x2_shl(run, BY)
    }

    /// Where `mover` may place a disc.
    #[inline(always)]
    pub fn mobility(mover: u64, opponent: u64) -> u64 {
        let (from, all) = (both(mover), both(opponent));
        let inner = v128_and(all, u64x2_splat(INNER));
        let steep = v128_or(ends::<8>(from, all), v128_or(ends::<7>(from, inner), ends::<9>(from, inner)));
        // To the right a sum carries through each run; no run reaches the last column.
        let inner = opponent & INNER;
        let right = (inner & mover << 1).wrapping_add(inner) & !inner;
        let pair = inner & inner >> 1;
        let mut left = inner & mover >> 1;
        left |= inner & left >> 1;
        left |= pair & left >> 2;
        left |= pair & left >> 2;
        (union(steep) | right | left >> 1) & !(mover | opponent)
    }

    /// The discs that `mover` flips with a disc on the empty `square` (below 64).
    #[inline(always)]
    pub fn flips(square: u32, mover: u64, opponent: u64) -> u64 {
        let square = (square & 63) as usize;
        let (own, other) = (both(mover), both(opponent));
        let mut steep = u64x2_splat(0);
        for ray in PAIRS[square] {
            // Adding one below the ray carries to its first square without an opponent's disc.
            let carried = i64x2_sub(v128_or(other, v128_not(ray)), i64x2_splat(-1));
            let end = v128_and(v128_and(carried, own), ray);
            let before = v128_and(i64x2_add(end, i64x2_splat(-1)), ray);
            steep = v128_or(steep, v128_andnot(before, i64x2_eq(end, i64x2_splat(0))));
        }
        let [right, left] = [RAYS[square][0], RAYS[square][4]];
        let end = (opponent | !right).wrapping_add(1) & mover & right;
        let right = end.wrapping_sub(u64::from(end != 0)) & right;
        // To the left, the first square without an opponent's disc is the highest one.
        let end = (1_u64 << 63).wrapping_shr((left & !opponent).leading_zeros()) & mover & left;
        let left = (end.wrapping_neg() << 1) & left;
        union(steep) | right | left
    }
}

pub(super) use twin::{flips, mobility};

#[cfg(test)]
mod tests {
    use super::super::scalar;
    use super::*;

    #[test]
    fn the_twin_equals_the_scalar_one() {
        let mut random = fastrand::Rng::with_seed(12);
        for _ in 0..20_000 {
            // Boards with few, half and many discs.
            let full = (0..random.u32(0..4)).fold(random.u64(..), |discs, _| match random.bool() {
                true => discs | random.u64(..),
                false => discs & random.u64(..),
            });
            let mover = full & random.u64(..);
            let opponent = full ^ mover;
            assert_eq!(mobility(mover, opponent), scalar::mobility::<u64, 8>(mover, opponent));
            for square in (0..64).filter(|square| full >> square & 1 == 0) {
                let known = scalar::flips::<u64, 8>(square, mover, opponent);
                assert_eq!(flips(square, mover, opponent), known, "{square} {mover:x} {opponent:x}");
            }
        }
    }
}
