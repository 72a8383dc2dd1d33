//! The current time: the wall clock at the start, advanced by a monotonic clock.

use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

static START: LazyLock<(i64, Instant)> = LazyLock::new(|| {
    let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (wall.as_millis() as i64, Instant::now())
});

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    let (wall, began) = *START;
    wall + began.elapsed().as_millis() as i64
}

/// A moment computed before `downtimes` (from, to), shifted as if they had not happened: downtime counts against
/// nobody.
pub(crate) fn without(downtimes: &[(i64, i64)], moment: i64) -> i64 {
    moment + downtimes.iter().map(|&(began, ended)| (ended - began.max(moment)).max(0)).sum::<i64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_that_began_before_a_downtime_has_spent_nothing_in_it() {
        assert_eq!(without(&[(200, 500)], 100), 400);
        assert_eq!(without(&[(200, 500)], 300), 500);
        assert_eq!(without(&[(200, 500)], 600), 600);
        assert_eq!(without(&[(200, 500), (600, 700)], 100), 500);
    }
}
