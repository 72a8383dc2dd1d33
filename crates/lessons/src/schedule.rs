//! Spaced repetition: when a problem comes back. The intervals grow with every success.

const DAY_MS: i64 = 86_400_000;
/// The longest interval in days: about twice a year.
const LONGEST_DAYS: i64 = 180;
/// After this many successes in a row a problem counts as learnt.
const LEARNT: i64 = 4;

/// How often a problem was solved and failed, and when it is due again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    pub solved: i64,
    pub failed: i64,
    /// Times solved since it was last failed.
    pub streak: i64,
    /// In milliseconds since 1970.
    pub due: i64,
}

impl Progress {
    /// A solved problem comes back after 1, 3, 7, 15 … days, a failed one the same day.
    #[must_use]
    pub fn after(self, solved: bool, now: i64) -> Progress {
        let streak = if solved { self.streak + 1 } else { 0 };
        let days = ((1_i64 << streak.min(10)) - 1).min(LONGEST_DAYS);
        Progress {
            solved: self.solved + i64::from(solved),
            failed: self.failed + i64::from(!solved),
            streak,
            due: now + days * DAY_MS,
        }
    }

    /// Whether it was solved often enough in a row that it need not come back soon.
    pub fn is_learnt(self) -> bool {
        self.streak >= LEARNT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learnt_comes_back_later_and_later() {
        let mut progress = Progress::default();
        let mut days = Vec::new();
        for solved in [true, true, true, false, true] {
            progress = progress.after(solved, 0);
            days.push(progress.due / DAY_MS);
        }
        assert_eq!(days, [1, 3, 7, 0, 1]);
        assert_eq!((progress.solved, progress.failed, progress.is_learnt()), (4, 1, false));
    }
}
