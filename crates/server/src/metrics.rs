//! Metrics for the owner of a server: counters, times and the current state, in Prometheus text format.

use crate::app::App;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the histogram buckets, in seconds.
const BOUNDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 20.0, 60.0];

#[derive(Default)]
pub(crate) struct Times {
    /// One more than the bounds, for longer times.
    counts: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
}

impl Times {
    pub(crate) fn add(&self, time: Duration) {
        let class = BOUNDS.partition_point(|&bound| bound < time.as_secs_f64());
        self.counts[class].fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, help: &str) {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut count = 0;
        for (class, bound) in BOUNDS.iter().enumerate() {
            count += self.counts[class].load(Ordering::Relaxed);
            let _ = writeln!(out, "{name}_bucket{{le=\"{bound}\"}} {count}");
        }
        count += self.counts[BOUNDS.len()].load(Ordering::Relaxed);
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ =
            writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {seconds}\n{name}_count {count}");
    }
}

#[derive(Default)]
pub(crate) struct Metrics {
    /// Answers by the first digit of their status.
    statuses: [AtomicU64; 6],
    requests: Times,
    /// Actions of people and bots that changed a game, from request to acknowledgement.
    pub actions: Times,
    /// Messages from sockets.
    pub messages: AtomicU64,
    /// Events that could not be stored.
    pub not_stored: AtomicU64,
    /// How long engine jobs waited for a thread, and how long they took.
    pub engine_waits: Times,
    pub engine_work: Times,
}

impl Metrics {
    pub(crate) fn answered(&self, status: u16, time: Duration) {
        self.statuses[usize::from(status / 100).min(5)].fetch_add(1, Ordering::Relaxed);
        self.requests.add(time);
    }
}

impl App {
    /// Everything, as Prometheus reads it.
    pub(crate) fn metrics_text(&self) -> String {
        let mut out = String::with_capacity(8 << 10);
        let metrics = &self.metrics;
        let queue = self.work.load();
        let sockets: usize = self.connections.open();
        let gauges: [(&str, &str, f64); 9] = [
            ("heibai_games_loaded", "Games in memory.", self.room_count() as f64),
            ("heibai_sockets", "Open WebSocket connections.", sockets as f64),
            ("heibai_engine_threads", "Threads for engines.", queue.threads as f64),
            ("heibai_engine_running", "Engine jobs that run.", queue.running as f64),
            ("heibai_engine_waiting", "Engine jobs that wait for a thread.", queue.waiting as f64),
            ("heibai_games_set_aside", "Stored games that are set aside.", number(&self.set_aside)),
            (
                "heibai_low_space",
                "1 while too little room is left on the disk.",
                f64::from(self.has_space().is_err()),
            ),
            ("heibai_draining", "1 while the server is about to end.", f64::from(self.is_draining())),
            ("heibai_store_ready", "1 while events are written.", f64::from(self.store.writes())),
        ];
        for (name, help, value) in gauges.into_iter().chain(of_process()) {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
        let _ = writeln!(out, "# HELP heibai_requests_total Answers.\n# TYPE heibai_requests_total counter");
        for (class, count) in metrics.statuses.iter().enumerate().skip(1) {
            let count = count.load(Ordering::Relaxed);
            let _ = writeln!(out, "heibai_requests_total{{status=\"{class}xx\"}} {count}");
        }
        for (name, help, count) in [
            ("heibai_socket_messages_total", "Messages from sockets.", &metrics.messages),
            ("heibai_events_not_stored_total", "Events that could not be stored.", &metrics.not_stored),
        ] {
            let count = count.load(Ordering::Relaxed);
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {count}");
        }
        for (name, help, times) in [
            ("heibai_request_seconds", "From a request to its answer.", &metrics.requests),
            (
                "heibai_action_seconds",
                "From a move or another action to its acknowledgement.",
                &metrics.actions,
            ),
            (
                "heibai_engine_wait_seconds",
                "Engine jobs: from being asked to a thread.",
                &metrics.engine_waits,
            ),
            ("heibai_engine_work_seconds", "Engine jobs: time on a thread.", &metrics.engine_work),
        ] {
            times.write(&mut out, name, help);
        }
        out
    }
}

fn number(count: &std::sync::atomic::AtomicUsize) -> f64 {
    count.load(Ordering::Relaxed) as f64
}

/// What Linux reports about this process.
fn of_process() -> Vec<(&'static str, &'static str, f64)> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = |line: &str| line.split_whitespace().nth(1)?.parse::<f64>().ok();
    let memory = status.lines().find(|line| line.starts_with("VmRSS:")).and_then(kilobytes);
    let files = std::fs::read_dir("/proc/self/fd").map(|files| files.count() as f64).ok();
    let memory = memory.map(|kb| ("process_resident_memory_bytes", "Resident memory.", kb * 1024.0));
    let files = files.map(|count| ("process_open_fds", "Open file descriptors.", count));
    memory.into_iter().chain(files).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_counts_in_its_class_and_in_all_longer_ones() {
        let times = Times::default();
        for ms in [1, 3, 70_000] {
            times.add(Duration::from_millis(ms));
        }
        let mut text = String::new();
        times.write(&mut text, "t", "A time.");
        for line in [
            "t_bucket{le=\"0.001\"} 1",
            "t_bucket{le=\"0.005\"} 2",
            "t_bucket{le=\"60\"} 2",
            "t_bucket{le=\"+Inf\"} 3",
            "t_sum 70.004",
            "t_count 3",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} in {text}");
        }
    }
}
