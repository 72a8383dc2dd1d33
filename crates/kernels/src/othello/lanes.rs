//! Flips and mobility of many 8x8 positions at once, one position in each lane of a vector.
//!
//! Plain loops over slices whose body is the scalar code; the compiler vectorizes them for the level it compiles for.
//! This takes fewer instructions per position than one position with its directions in lanes, because nothing has to
//! be combined across lanes at the end.

use super::scalar;

/// How many positions are worked on at once.
pub const WIDTH: usize = 16;

/// One number for each position.
pub type Lanes = [u64; WIDTH];

/// Where each `mover` may place a disc.
#[inline(always)]
pub fn mobility(mover: &Lanes, opponent: &Lanes) -> Lanes {
    let mut moves = [0; WIDTH];
    for i in 0..WIDTH {
        moves[i] = scalar::mobility::<u64, 8>(mover[i], opponent[i]);
    }
    moves
}

/// Positions after a move in each lane, seen by the side that moves next, and where that side may play.
pub struct After {
    pub mover: Lanes,
    pub opponent: Lanes,
    pub moves: Lanes,
}

/// Plays `disc` (one bit, a legal move) in each lane.
#[inline(always)]
pub fn play(disc: &Lanes, mover: &Lanes, opponent: &Lanes) -> After {
    let mut after = After { mover: [0; WIDTH], opponent: [0; WIDTH], moves: [0; WIDTH] };
    for i in 0..WIDTH {
        let flips = scalar::flips_by::<u64, 8>(disc[i], mover[i], opponent[i]);
        let (next, waits) = (opponent[i] ^ flips, mover[i] ^ flips ^ disc[i]);
        after.mover[i] = next;
        after.opponent[i] = waits;
        after.moves[i] = scalar::mobility::<u64, 8>(next, waits);
    }
    after
}

/// The number of replies to `disc` in all lanes together; a lane without a reply counts as one.
#[inline(always)]
pub(crate) fn count_replies(disc: &Lanes, mover: &Lanes, opponent: &Lanes) -> u64 {
    let mut replies = 0;
    for i in 0..WIDTH {
        let flips = scalar::flips_by::<u64, 8>(disc[i], mover[i], opponent[i]);
        let moves = scalar::mobility::<u64, 8>(opponent[i] ^ flips, mover[i] ^ flips ^ disc[i]);
        replies += u64::from(moves.count_ones()).max(1);
    }
    replies
}

/// The discs that each `mover` flips with `disc` (one bit, on an empty square).
#[inline(always)]
pub fn flips(disc: &Lanes, mover: &Lanes, opponent: &Lanes) -> Lanes {
    let mut flips = [0; WIDTH];
    for i in 0..WIDTH {
        flips[i] = scalar::flips_by::<u64, 8>(disc[i], mover[i], opponent[i]);
    }
    flips
}
