//! The last four empty squares, unrolled. Every function answers "is the value above `alpha`?" for the side to move
//! and returns a bound on the correct side of it (fail soft). Squares are tried in the order given.

/// Up to four squares packed in one number, in search order, so that the list stays in a register.
#[derive(Clone, Copy)]
pub(super) struct Squares(pub(super) u32);

impl Squares {
    #[inline(always)]
    pub(super) fn get(self, number: usize) -> u32 {
        self.0 >> (8 * number) & 63
    }

    /// The squares at these places.
    #[inline(always)]
    pub(super) fn pick<const COUNT: usize>(self, places: [usize; COUNT]) -> Squares {
        Squares((0..COUNT).fold(0, |squares, number| squares | self.get(places[number]) << (8 * number)))
    }
}

/// The best value of the moves. Without a move (`NONE`): the value after a pass, or that of the finished game.
macro_rules! or_pass {
    ($best:expr, $b:expr, $passed:expr) => {
        if $best != NONE {
            $best
        } else if moves::<N>($b.1, $b.0) == 0 {
            finished::<N>($b.0, $b.1)
        } else {
            -$passed
        }
    };
}

pub(super) use or_pass;

macro_rules! last_squares {
    ($(#[$cpu:meta])?) => {
        /// The discs that a move flips, with a quick check of the neighbouring squares first.
        $(#[$cpu])?
        #[inline]
        fn flips_near(square: u32, mover: u64, opponent: u64) -> u64 {
            if NEIGHBOURS[(square & 63) as usize] & opponent == 0 { 0 } else { flips(square, mover, opponent) }
        }

        $(#[$cpu])?
        #[inline]
        fn last2<const N: usize>(b: (u64, u64), alpha: i32, s: Squares, nodes: &mut u64) -> i32 {
            let (mover, opponent) = b;
            let s = [s.get(0), s.get(1)];
            let mut best = NONE;
            *nodes += 1;
            let both = if AHEAD { flips_of_two(s, mover, opponent) } else { [0; 2] };
            let flips = if AHEAD { both[0] } else { flips_near(s[0], mover, opponent) };
            if flips != 0 {
                *nodes += 1;
                best = -last1::<N>(opponent ^ flips, -alpha - 1, s[1]);
                if best > alpha {
                    return best;
                }
            }
            let flips = if AHEAD { both[1] } else { flips_near(s[1], mover, opponent) };
            if flips != 0 {
                *nodes += 1;
                best = best.max(-last1::<N>(opponent ^ flips, -alpha - 1, s[0]));
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
        fn last3<const N: usize>(b: (u64, u64), alpha: i32, s: Squares, nodes: &mut u64) -> i32 {
            let mut best = NONE;
            *nodes += 1;
            let both = if AHEAD { flips_of_two([s.get(0), s.get(1)], b.0, b.1) } else { [0; 2] };
            let orders = [(0, s.pick([1, 2])), (1, s.pick([0, 2])), (2, s.pick([0, 1]))];
            for (number, rest) in orders {
                let square = s.get(number);
                let flips = match number {
                    0 | 1 if AHEAD => both[number],
                    _ => flips_near(square, b.0, b.1),
                };
                if flips != 0 {
                    let next = (b.1 ^ flips, b.0 ^ flips ^ 1 << square);
                    let value = -last2::<N>(next, -alpha - 1, rest, nodes);
                    if value > alpha {
                        return value;
                    }
                    best = best.max(value);
                }
            }
            $crate::othello::endgame::last::or_pass!(best, b, last3::<N>((b.1, b.0), -alpha - 1, s, nodes))
        }

        /// Four empty squares: those alone in their quadrant first, so that the others remain in pairs.
        $(#[$cpu])?
        fn last4<const N: usize>(b: (u64, u64), alpha: i32, s: Squares, nodes: &mut u64) -> i32 {
            let mut best = NONE;
            *nodes += 1;
            let orders = [
                (0, s.pick([1, 2, 3])),
                (1, s.pick([0, 2, 3])),
                (2, s.pick([3, 0, 1])),
                (3, s.pick([2, 0, 1])),
            ];
            let mut both = [0; 2];
            for (number, rest) in orders {
                let square = s.get(number);
                if AHEAD && number % 2 == 0 {
                    both = flips_of_two([square, s.get(number + 1)], b.0, b.1);
                }
                let flips = if AHEAD { both[number % 2] } else { flips_near(square, b.0, b.1) };
                if flips != 0 {
                    let next = (b.1 ^ flips, b.0 ^ flips ^ 1 << square);
                    let value = -last3::<N>(next, -alpha - 1, rest, nodes);
                    if value > alpha {
                        return value;
                    }
                    best = best.max(value);
                }
            }
            $crate::othello::endgame::last::or_pass!(best, b, last4::<N>((b.1, b.0), -alpha - 1, s, nodes))
        }
    };
}

pub(super) use last_squares;
