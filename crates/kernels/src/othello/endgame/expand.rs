//! All moves of a position at once, with the replies each one leaves: the CPU level is chosen once per node.

macro_rules! expansion {
    ($(#[$cpu:meta])?) => {
        $(#[$cpu])?
        pub(super) fn expand(mover: u64, opponent: u64, squares: u64, out: &mut [Reply]) -> usize {
            let mut rest = squares;
            let mut count = 0;
            for place in out {
                if rest == 0 {
                    break;
                }
                let square = rest.trailing_zeros();
                rest &= rest - 1;
                let flips = flips(square, mover, opponent);
                let replies = moves::<8>(opponent ^ flips, mover ^ flips ^ 1 << square);
                *place = Reply { flips, replies, square, cost: 0 };
                count += 1;
            }
            count
        }
    };
}

pub(super) use expansion;
