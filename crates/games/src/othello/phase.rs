//! Opening, midgame, endgame: by how many discs have been placed.

use super::board::Othello;
use heibai_kernels::othello::Bits;

/// On 8x8 moves 1 to 16 are the opening, 17 to 48 the midgame, the rest the endgame; other boards have the
/// same shares of their moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Moves 1 to 16 on 8x8.
    Opening,
    /// Moves 17 to 48 on 8x8.
    Midgame,
    /// The rest.
    Endgame,
}

impl Phase {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Midgame => "midgame",
            Phase::Endgame => "endgame",
        }
    }
}

impl<B: Bits, const N: usize> Othello<B, N> {
    /// How many discs have been placed since the four of the start.
    pub fn placed(&self) -> u32 {
        (self.mover() | self.opponent()).count().saturating_sub(4)
    }

    /// The phase that the next move belongs to.
    ///
    /// ```
    /// use heibai_games::othello::{Othello8, Phase};
    /// assert_eq!(Othello8::new().phase(), Phase::Opening);
    /// ```
    pub fn phase(&self) -> Phase {
        let all = (N * N - 4) as u32;
        match self.placed() * 60 {
            done if done < 16 * all => Phase::Opening,
            done if done < 48 * all => Phase::Midgame,
            _ => Phase::Endgame,
        }
    }
}
