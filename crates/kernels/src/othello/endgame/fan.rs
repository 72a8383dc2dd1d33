//! The moves of one position in parallel, one in each lane of a vector: what each flips, the replies it leaves, and
//! how promising it is. This version is for every processor; `x86` has a twin.

use super::{area, corners, portable};

/// Moves processed together.
pub(super) const LANES: usize = 8;
/// The key of a lane without a move, or whose move was searched.
pub(super) const DONE: u16 = u16::MAX;
/// The order of the moves: the lowest key is searched first. The lowest three bits are the lane.
pub(super) type Keys = [u16; LANES];

/// Lanes without a move have no disc, flips or replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Fan {
    pub(super) discs: [u64; LANES],
    pub(super) flips: [u64; LANES],
    /// Where the opponent may then move.
    pub(super) replies: [u64; LANES],
    pub(super) keys: Keys,
}

/// The key of the most promising remaining move, or `DONE`; `x86` has a twin.
#[inline(always)]
pub(super) fn least(keys: &Keys) -> u16 {
    keys.iter().fold(DONE, |least, key| least.min(*key))
}

/// The keys with one move done. Returned by value, because storing one lane would stall the following load of all
/// lanes (failed store forwarding).
#[inline(always)]
pub(super) fn without(keys: &Keys, done: u16) -> Keys {
    keys.map(|key| if key == done { DONE } else { key })
}

impl Fan {
    pub(super) const EMPTY: Fan =
        Fan { discs: [0; LANES], flips: [0; LANES], replies: [0; LANES], keys: [DONE; LANES] };

    /// Moves the move to the square `disc` to the front.
    #[inline(always)]
    pub(super) fn bring_forward(&mut self, disc: u64) {
        for lane in 0..LANES {
            self.keys[lane] = if self.discs[lane] == disc { lane as u16 } else { self.keys[lane] };
        }
    }

    /// The moves that did not fit into the lanes.
    #[inline(always)]
    pub(super) fn rest(&self, moves: u64) -> u64 {
        self.discs.iter().fold(moves, |rest, disc| rest & !disc)
    }
}

/// Plays up to `LANES` of the legal `moves`, lowest squares first. Fewer replies are better, replies on corners are
/// bad, odd quadrants and corners are good.
#[inline(always)]
pub(super) fn fan<const N: usize>(b: (u64, u64), moves: u64, odd: u64) -> Fan {
    let mut fan = Fan::EMPTY;
    let mut rest = moves;
    for lane in 0..LANES {
        if rest == 0 {
            break;
        }
        let disc = rest & rest.wrapping_neg();
        rest ^= disc;
        let flips = portable::flips(disc.trailing_zeros(), b.0, b.1);
        let replies = portable::mobility(b.1 ^ flips, b.0 ^ flips ^ disc) & area::<N>();
        let mobility = u64::from(replies.count_ones() + (replies & corners::<N>()).count_ones());
        let good = u64::from(disc & odd != 0) * 2 + u64::from(disc & corners::<N>() != 0);
        let cost = 4 + 4 * mobility - good;
        (fan.discs[lane], fan.flips[lane], fan.replies[lane]) = (disc, flips, replies);
        fan.keys[lane] = (cost << 3) as u16 | lane as u16;
    }
    fan
}
