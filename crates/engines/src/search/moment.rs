//! The clock of a search. This crate reads time only here, so that a host without a system clock, such as WebAssembly
//! in a browser, can lend its own.

use std::ops::Add;
use std::sync::OnceLock;
use std::time::Duration;

/// Reads a monotonic clock: the time since some fixed moment.
pub type ReadClock = fn() -> Duration;

static LENT: OnceLock<ReadClock> = OnceLock::new();

/// Lends the host's clock to all searches. Call it once, before the first search; later calls change nothing and
/// return false.
pub fn lend_clock(read: ReadClock) -> bool {
    LENT.set(read).is_ok()
}

/// A moment on the searches' clock.
///
/// ```
/// use heibai_engines::search::moment::Moment;
/// use std::time::Duration;
/// let begun = Moment::now();
/// assert!(begun.has_passed());
/// assert!(!(begun + Duration::from_secs(3600)).has_passed());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment(Duration);

impl Moment {
    pub fn now() -> Moment {
        Moment(LENT.get().map_or_else(system_clock, |read| read()))
    }

    /// The time since this moment.
    pub fn elapsed(self) -> Duration {
        Moment::now().0.saturating_sub(self.0)
    }

    /// Whether this deadline has passed.
    pub fn has_passed(self) -> bool {
        Moment::now() >= self
    }
}

impl Add<Duration> for Moment {
    type Output = Moment;

    fn add(self, time: Duration) -> Moment {
        Moment(self.0.saturating_add(time))
    }
}

#[cfg(not(target_family = "wasm"))]
fn system_clock() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// There is no system clock here. Each reading adds a millisecond, so that a search with a deadline ends.
#[cfg(target_family = "wasm")]
fn system_clock() -> Duration {
    use std::sync::atomic::{AtomicU64, Ordering};
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    Duration::from_millis(LOOKS.fetch_add(1, Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_too_far_away_never_passes() {
        let never = Moment::now() + Duration::MAX;
        assert!(!never.has_passed());
        assert_eq!(never + Duration::MAX, never);
        assert_eq!(never.elapsed(), Duration::ZERO);
    }

    #[test]
    fn the_clock_never_goes_back() {
        let moments: Vec<Moment> = (0..1000).map(|_| Moment::now()).collect();
        assert!(moments.is_sorted());
        assert!(moments[0].elapsed() >= moments[999].elapsed());
    }
}
