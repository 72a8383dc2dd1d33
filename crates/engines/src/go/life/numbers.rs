//! Proof and disproof numbers (df-pn), used by the readers of this folder.

/// How many positions at least must still be read to prove the claim, and to disprove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// Whether the position was read, not only estimated.
    pub(super) read: bool,
}

pub(super) const NEVER: u32 = 1 << 30;
pub(super) const PROVED: Numbers = Numbers { proof: 0, disproof: NEVER, read: true };
pub(super) const FAILED: Numbers = Numbers { proof: NEVER, disproof: 0, read: true };
/// The bound of a search that ends only with a proof or a disproof.
pub(super) const UNBOUNDED: Numbers = Numbers { proof: NEVER, disproof: NEVER, read: false };

impl Numbers {
    /// Combines the numbers after each move into those of a position. Where all moves count, this takes the hardest
    /// plus one for each other move instead of the sum, so that lines shared by many moves are not counted again and
    /// again.
    pub(super) fn combined(all: &[Numbers], winning: bool) -> Numbers {
        let sum = |of: fn(&Numbers) -> u32| {
            let (most, open) =
                all.iter().map(of).fold((0, 0), |(most, open), n| (most.max(n), open + u32::from(n > 0)));
            (most + u32::max(open, 1) - 1).min(NEVER)
        };
        let least = |of: fn(&Numbers) -> u32| all.iter().map(of).min().unwrap_or(NEVER);
        if winning {
            Numbers { proof: least(|n| n.proof), disproof: sum(|n| n.disproof), read: true }
        } else {
            Numbers { proof: sum(|n| n.proof), disproof: least(|n| n.disproof), read: true }
        }
    }

    /// Whether one of the numbers has reached its bound.
    pub(super) fn reaches(self, bound: Numbers) -> bool {
        self.proof >= bound.proof || self.disproof >= bound.disproof
    }

    /// The index of the move to read next, and the bound there; `self` must be `combined(all)`.
    pub(super) fn next(self, all: &[Numbers], winning: bool, bound: Numbers) -> Option<(usize, Numbers)> {
        let side = |n: &Numbers| if winning { n.proof } else { n.disproof };
        let best = (0..all.len()).min_by_key(|&i| side(&all[i]))?;
        let second = (0..all.len()).filter(|&i| i != best).map(|i| side(&all[i])).min().unwrap_or(NEVER);
        // Slightly more than the second best, so that the search does not thrash between the two.
        let more = (second + second / 4 + 1).min(NEVER);
        let below = if winning {
            let disproof = bound.disproof - self.disproof + all[best].disproof;
            Numbers { proof: bound.proof.min(more), disproof: disproof.min(NEVER), read: false }
        } else {
            let proof = bound.proof - self.proof + all[best].proof;
            Numbers { proof: proof.min(NEVER), disproof: bound.disproof.min(more), read: false }
        };
        Some((best, below))
    }
}
