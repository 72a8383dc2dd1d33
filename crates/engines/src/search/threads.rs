//! Threads lent by the host. A program may start as many threads as it likes; a browser has a few workers or none and
//! says how many of them a search may use.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns how many threads a search that begins now may use, including the calling one. It may block until the
/// threads of the previous search are back.
pub type CountThreads = fn() -> usize;

static LENT: OnceLock<CountThreads> = OnceLock::new();
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Lends the host's threads to all searches; the strongest level uses all of them, since nobody else needs them. Call
/// it once, before the first search; later calls change nothing and return false.
pub fn lend_threads(count: CountThreads) -> bool {
    LENT.set(count).is_ok()
}

/// Uses no more than this many of them from now on.
pub fn limit_lent_threads(most: usize) {
    LIMIT.store(most, Ordering::Relaxed);
}

/// How many threads the host lends; `None` if the system's own threads are used.
pub fn lent_threads() -> Option<usize> {
    LENT.get().map(|count| count().min(LIMIT.load(Ordering::Relaxed)).max(1))
}

/// How many of the `wanted` threads a search that begins now may use, at least one.
pub(crate) fn at_most(wanted: usize) -> usize {
    if wanted <= 1 { 1 } else { wanted.min(lent_threads().unwrap_or(usize::MAX)) }
}
