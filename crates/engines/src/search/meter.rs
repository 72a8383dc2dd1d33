//! Counts nodes and tells a search when to stop: at the node limit, the time limit, or a stop signal.

use super::budget::budget;
use super::moment::Moment;
use heibai_games::Limits;
use std::sync::atomic::{AtomicBool, Ordering};

/// Nodes between two checks of the clock and the stop signal.
const POLL: u64 = 256;

/// How many moves the main time of a clock must last for.
const MOVES_LEFT: u32 = 30;

pub struct Meter<'a> {
    pub nodes: u64,
    limit: u64,
    /// The node count at which to check the clock and the signal next.
    poll_at: u64,
    deadline: Option<Moment>,
    stop: &'a AtomicBool,
    stopped: bool,
}

impl<'a> Meter<'a> {
    pub fn new(limits: &Limits, stop: &'a AtomicBool) -> Meter<'a> {
        Meter {
            nodes: 0,
            limit: limits.nodes.unwrap_or(u64::MAX),
            poll_at: POLL,
            deadline: budget(limits, MOVES_LEFT).map(|budget| Moment::now() + budget.soft),
            stop,
            stopped: false,
        }
    }

    /// Counts one node; true when the search must end. Once true, always true.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.add(1)
    }

    /// Counts nodes that were visited without calling `tick`.
    #[inline]
    pub fn add(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.nodes >= self.limit {
            self.stopped = true;
        } else if self.nodes >= self.poll_at {
            self.poll_at = self.nodes + POLL;
            self.look();
        }
        self.stopped
    }

    /// Checks the clock and the stop signal now, for searches whose nodes take long.
    pub fn look(&mut self) {
        self.stopped |= self.stop.load(Ordering::Relaxed);
        self.stopped |= self.deadline.is_some_and(Moment::has_passed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }
}
