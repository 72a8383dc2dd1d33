//! Threads that a host lends. A program starts threads of its own, as many as it likes; a browser has some workers or
//! none, and says how many of them a search may use.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Says how many threads a search that begins now may have, the one that asks included. It may wait until those of the
/// search before are back.
pub type CountThreads = fn() -> usize;

static LENT: OnceLock<CountThreads> = OnceLock::new();
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Lends the host's threads to all searches; the strongest level takes all of them, since nobody else wants them. To be
/// called once, before the first search; a later call changes nothing and returns false.
pub fn lend_threads(count: CountThreads) -> bool {
    LENT.set(count).is_ok()
}

/// From now on no more than so many of them are used.
pub fn limit_lent_threads(most: usize) {
    LIMIT.store(most, Ordering::Relaxed);
}

/// How many threads the host lends; `None` where the system's own are used.
pub fn lent_threads() -> Option<usize> {
    LENT.get().map(|count| count().min(LIMIT.load(Ordering::Relaxed)).max(1))
}

/// As many of the wanted threads as a search that begins now may have, at least one.
pub(crate) fn at_most(wanted: usize) -> usize {
    if wanted <= 1 { 1 } else { wanted.min(lent_threads().unwrap_or(usize::MAX)) }
}
