//! Stable discs, which can never be flipped again: a quick lower bound, good enough for cut-offs.

use std::sync::LazyLock;

const CORNERS: u64 = 0x8100_0000_0000_0081;
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

/// For an edge of eight squares with the discs `own` and `other`, the discs of `own` that no sequence of moves on
/// that edge can flip.
struct Edges {
    /// The number of a set of squares in ternary.
    ternary: [u16; 256],
    stable: [u8; 6561],
}

static EDGES: LazyLock<Edges> = LazyLock::new(Edges::new);

impl Edges {
    fn new() -> Edges {
        let mut ternary = [0; 256];
        for (bits, number) in ternary.iter_mut().enumerate() {
            *number = (0..8).map(|i| (bits as u16 >> i & 1) * 3u16.pow(i)).sum();
        }
        let mut edges = Edges { ternary, stable: [0; 6561] };
        // Fuller edges first: the result for an edge follows from those with one disc more.
        for discs in (0..=8).rev() {
            for own in 0..=255u8 {
                for other in 0..=255u8 {
                    if own & other == 0 && (own | other).count_ones() == discs {
                        let at = edges.at(own, other);
                        edges.stable[at] = edges.settle(own, other);
                    }
                }
            }
        }
        edges
    }

    fn at(&self, own: u8, other: u8) -> usize {
        usize::from(self.ternary[own as usize]) + 2 * usize::from(self.ternary[other as usize])
    }

    fn settle(&self, own: u8, other: u8) -> u8 {
        let mut stable = own;
        for square in 0..8 {
            if (own | other) >> square & 1 == 0 {
                let flips = edge_flips(square, own, other);
                stable &= self.stable[self.at(own | flips | 1 << square, other & !flips)];
                let flips = edge_flips(square, other, own);
                stable &= self.stable[self.at(own & !flips, other | flips | 1 << square)];
            }
        }
        stable
    }

    #[inline]
    fn get(&self, own: u64, other: u64) -> u64 {
        u64::from(self.stable[self.at(own as u8, other as u8)])
    }
}

fn edge_flips(square: i32, mover: u8, opponent: u8) -> u8 {
    let mut flips = 0;
    for step in [-1, 1] {
        let (mut at, mut run) = (square + step, 0);
        while (0..8).contains(&at) && opponent >> at & 1 == 1 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && mover >> at & 1 == 1 {
            flips |= run;
        }
    }
    flips
}

/// The first column as eight bits, row 1 in the lowest.
#[inline]
fn column(board: u64) -> u64 {
    (board & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Eight bits as the first column.
#[inline]
fn spread(bits: u64) -> u64 {
    // Copies of the byte, one bit kept in each row; adding 0x7f carries it to the row's last column.
    let kept = bits.wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (kept + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

/// Full lines through each square, by axis: row, column, both diagonals.
#[inline]
fn full_lines(discs: u64) -> [u64; 4] {
    let mut row = discs;
    row &= row >> 4;
    row &= row >> 2;
    row &= row >> 1;
    let row = (row & 0x0101_0101_0101_0101).wrapping_mul(0xff);
    let mut column = discs;
    column &= column.rotate_right(8);
    column &= column.rotate_right(16);
    column &= column.rotate_right(32);
    [row, column, full_diagonals::<7>(discs), full_diagonals::<9>(discs)]
}

/// Squares whose diagonal of step `BY` (7 or 9) is full: emptiness is propagated along it.
#[inline]
fn full_diagonals<const BY: u32>(discs: u64) -> u64 {
    let (up, down) = match BY {
        7 => (0x7f7f_7f7f_7f7f_7f7f, 0xfefe_fefe_fefe_fefe),
        _ => (0xfefe_fefe_fefe_fefe, 0x7f7f_7f7f_7f7f_7f7f),
    };
    let (mut rising, mut falling) = (!discs, !discs);
    let (mut pass_up, mut pass_down) = (up, down);
    let mut by = BY;
    for _ in 0..3 {
        rising |= pass_up & rising << by;
        falling |= pass_down & falling >> by;
        pass_up &= pass_up << by;
        pass_down &= pass_down >> by;
        by *= 2;
    }
    !(rising | falling)
}

/// Stable discs of `own`; finds not all of them.
pub fn stable(own: u64, other: u64) -> u64 {
    let edges = &*EDGES;
    let mut stable = edges.get(own & 0xff, other & 0xff)
        | edges.get(own >> 56, other >> 56) << 56
        | spread(edges.get(column(own), column(other)))
        | spread(edges.get(column(own >> 7), column(other >> 7))) << 7;
    let full = full_lines(own | other);
    stable |= own & INNER & full[0] & full[1] & full[2] & full[3];
    stable |= own & CORNERS;
    if stable == 0 {
        return 0;
    }
    let inner = own & INNER;
    loop {
        let row = stable >> 1 | stable << 1 | full[0];
        let column = stable >> 8 | stable << 8 | full[1];
        let rising = stable >> 7 | stable << 7 | full[2];
        let falling = stable >> 9 | stable << 9 | full[3];
        let more = stable | row & column & rising & falling & inner;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// An upper bound for `mover` on 8x8 by the stable discs of `opponent`, if it is not above `alpha`.
#[inline]
pub fn bound(mover: u64, opponent: u64, alpha: i32) -> Option<i32> {
    // Usually the opponent has too few discs, stable or not.
    if 64 - 2 * opponent.count_ones() as i32 > alpha {
        return None;
    }
    let most = 64 - 2 * stable(opponent, mover).count_ones() as i32;
    (most <= alpha).then_some(most)
}

/// Stable discs of `own` on a smaller board in the middle of this one, whose squares are `area`; the squares outside
/// count as stable. Finds not all of them.
#[inline]
pub fn within(area: u64, own: u64, other: u64) -> u64 {
    let full = full_lines(own | other | !area);
    let mut firm = !area;
    loop {
        let row = firm >> 1 | firm << 1 | full[0];
        let column = firm >> 8 | firm << 8 | full[1];
        let rising = firm >> 7 | firm << 7 | full[2];
        let falling = firm >> 9 | firm << 9 | full[3];
        let more = firm | row & column & rising & falling & own;
        if more == firm {
            return firm & area;
        }
        firm = more;
    }
}

/// Like [`bound`], on a smaller board.
#[inline]
pub fn bound_within(area: u64, mover: u64, opponent: u64, alpha: i32) -> Option<i32> {
    let squares = area.count_ones() as i32;
    if squares - 2 * opponent.count_ones() as i32 > alpha {
        return None;
    }
    let most = squares - 2 * within(area, opponent, mover).count_ones() as i32;
    (most <= alpha).then_some(most)
}

#[cfg(test)]
mod tests {
    use super::super::scalar::{flips, mobility};
    use super::*;

    /// In random games, with passes anywhere, no disc called stable is ever flipped.
    #[test]
    fn stable_discs_stay() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut found = 0;
        for _ in 0..300 {
            let (mut mover, mut opponent) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
            let mut promised = [0u64; 2];
            for ply in 0..120 {
                let moves = mobility::<u64, 8>(mover, opponent);
                if moves != 0 {
                    let square = (0..random.u32(..moves.count_ones())).fold(moves, |m, _| m & (m - 1));
                    let square = square.trailing_zeros();
                    let flips = flips::<u64, 8>(square, mover, opponent);
                    mover ^= flips ^ 1 << square;
                    opponent ^= flips;
                }
                (mover, opponent) = (opponent, mover);
                let (first, second) = if ply % 2 == 0 { (mover, opponent) } else { (opponent, mover) };
                assert_eq!([promised[0] & !first, promised[1] & !second], [0, 0]);
                promised[0] |= stable(first, second);
                promised[1] |= stable(second, first);
            }
            found += promised[0].count_ones() + promised[1].count_ones();
        }
        assert!(found > 300 * 30, "a finished game has many stable discs");
    }

    #[test]
    fn a_full_board_is_stable() {
        assert_eq!(stable(0xff00_ff00_ff00_ff00, !0xff00_ff00_ff00_ff00).count_ones(), 32);
        assert_eq!(stable(1, 0), 1);
        assert_eq!(stable(0b10, 0b1), 0);
    }
}
