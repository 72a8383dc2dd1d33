//! Flips and mobility of many 8x8 positions at once, one position in each lane of a vector.
//!
//! Plain loops over slices whose body is the scalar code: the compiler turns them into vector instructions
//! of the level that it is compiling for. A position costs fewer instructions this way than with its
//! directions side by side, because nothing has to be gathered from the lanes at the end.

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

/// What each `mover` flips with `disc` (one bit, on an empty square).
#[inline(always)]
pub fn flips(disc: &Lanes, mover: &Lanes, opponent: &Lanes) -> Lanes {
    let mut flips = [0; WIDTH];
    for i in 0..WIDTH {
        flips[i] = scalar::flips_by::<u64, 8>(disc[i], mover[i], opponent[i]);
    }
    flips
}
