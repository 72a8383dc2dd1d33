//! The last four empty squares, written out. Every function answers "is the value above `alpha`?" for the side to
//! move and returns a bound on the right side of it (fail soft). Squares are tried in the order given.

macro_rules! last_squares {
    ($(#[$cpu:meta])?) => {
        /// One empty square: the exact value, or a bound that is enough for `alpha`.
        $(#[$cpu])?
        #[inline]
        fn last1<const N: usize>(mover: u64, alpha: i32, square: u32) -> i32 {
            let total = (N * N) as i32;
            let discs = 2 * mover.count_ones() as i32 - total;
            let flips = count_last(square, mover);
            if flips != 0 {
                return discs + 2 * flips + 2;
            }
            // An empty square that nobody can take goes to the winner.
            let kept = if discs >= 0 { discs + 2 } else { discs };
            if kept <= alpha {
                return kept;
            }
            let opponent = !mover & area::<N>() & !(1 << square);
            let flips = count_last(square, opponent);
            if flips != 0 { discs - 2 * flips } else { kept }
        }

        $(#[$cpu])?
        #[inline]
        fn last2<const N: usize>(b: (u64, u64), alpha: i32, s: [u32; 2], nodes: &mut u64) -> i32 {
            let (mover, opponent) = b;
            let mut best = NONE;
            *nodes += 1;
            if NEIGHBOURS[(s[0] & 63) as usize] & opponent != 0 {
                let flips = flips(s[0], mover, opponent);
                if flips != 0 {
                    *nodes += 1;
                    best = -last1::<N>(opponent ^ flips, -alpha - 1, s[1]);
                    if best > alpha {
                        return best;
                    }
                }
            }
            if NEIGHBOURS[(s[1] & 63) as usize] & opponent != 0 {
                let flips = flips(s[1], mover, opponent);
                if flips != 0 {
                    *nodes += 1;
                    best = best.max(-last1::<N>(opponent ^ flips, -alpha - 1, s[0]));
                }
            }
            if best == NONE { pass2::<N>(b, alpha, s, nodes) } else { best }
        }

        /// The side to move must pass.
        $(#[$cpu])?
        #[cold]
        fn pass2<const N: usize>(b: (u64, u64), alpha: i32, s: [u32; 2], nodes: &mut u64) -> i32 {
            let (mover, opponent) = b;
            let mut best = -NONE;
            let first = flips(s[0], opponent, mover);
            if first != 0 {
                *nodes += 1;
                best = last1::<N>(mover ^ first, alpha, s[1]);
                if best <= alpha {
                    return best;
                }
            }
            let second = flips(s[1], opponent, mover);
            if second != 0 {
                *nodes += 1;
                best = best.min(last1::<N>(mover ^ second, alpha, s[0]));
            }
            if best == -NONE { finished::<N>(mover, opponent) } else { best }
        }

        $(#[$cpu])?
        fn last3<const N: usize>(b: (u64, u64), alpha: i32, s: [u32; 3], nodes: &mut u64) -> i32 {
            let mut best = NONE;
            *nodes += 1;
            for (square, rest) in [(s[0], [s[1], s[2]]), (s[1], [s[0], s[2]]), (s[2], [s[0], s[1]])] {
                if NEIGHBOURS[(square & 63) as usize] & b.1 == 0 {
                    continue;
                }
                let flips = flips(square, b.0, b.1);
                if flips != 0 {
                    let next = (b.1 ^ flips, b.0 ^ flips ^ 1 << square);
                    let value = -last2::<N>(next, -alpha - 1, rest, nodes);
                    if value > alpha {
                        return value;
                    }
                    best = best.max(value);
                }
            }
            if best != NONE {
                return best;
            }
            if moves::<N>(b.1, b.0) == 0 {
                return finished::<N>(b.0, b.1);
            }
            -last3::<N>((b.1, b.0), -alpha - 1, s, nodes)
        }

        /// Four empty squares: those alone in their quadrant first, so that the rest stays in pairs.
        $(#[$cpu])?
        fn last4<const N: usize>(b: (u64, u64), alpha: i32, s: [u32; 4], nodes: &mut u64) -> i32 {
            let mut best = NONE;
            *nodes += 1;
            let orders = [
                (s[0], [s[1], s[2], s[3]]),
                (s[1], [s[0], s[2], s[3]]),
                (s[2], [s[3], s[0], s[1]]),
                (s[3], [s[2], s[0], s[1]]),
            ];
            for (square, rest) in orders {
                if NEIGHBOURS[(square & 63) as usize] & b.1 == 0 {
                    continue;
                }
                let flips = flips(square, b.0, b.1);
                if flips != 0 {
                    let next = (b.1 ^ flips, b.0 ^ flips ^ 1 << square);
                    let value = -last3::<N>(next, -alpha - 1, rest, nodes);
                    if value > alpha {
                        return value;
                    }
                    best = best.max(value);
                }
            }
            if best != NONE {
                return best;
            }
            if moves::<N>(b.1, b.0) == 0 {
                return finished::<N>(b.0, b.1);
            }
            -last4::<N>((b.1, b.0), -alpha - 1, s, nodes)
        }
    };
}

pub(super) use last_squares;
