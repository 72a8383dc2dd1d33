//! Counts nodes and says when to stop: node limit, time limit, or a stop signal.

use heibai_games::Limits;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the clock and the stop signal are looked at.
const POLL: u64 = 256;

pub struct Meter<'a> {
    pub nodes: u64,
    limit: u64,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    stopped: bool,
}

impl<'a> Meter<'a> {
    pub fn new(limits: &Limits, stop: &'a AtomicBool) -> Meter<'a> {
        let share = limits.clock.map(|clock| {
            let period = clock.byo_yomi.map_or(Duration::ZERO, |(_, period)| period);
            clock.main / 30 + (clock.increment + period) * 3 / 4
        });
        let time = match (limits.move_time, share) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Meter {
            nodes: 0,
            limit: limits.nodes.unwrap_or(u64::MAX),
            // A margin for the way back to whoever holds the clock.
            deadline: time.map(|t| Instant::now() + t * 9 / 10),
            stop,
            stopped: false,
        }
    }

    /// Counts one node; true when the search must end. Once true, always true.
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.limit {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(POLL) {
            self.stopped |= self.stop.load(Ordering::Relaxed);
            self.stopped |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        self.stopped
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped
    }
}
