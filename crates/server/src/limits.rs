//! Limits per client, and rate limiting.

use crate::error::{Answer, Fail};
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The server's limits. The defaults suit a server for friends; tests and measurements set their own.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a socket message.
    pub message: usize,
    /// Messages per second on one connection, and the burst after a pause.
    pub messages: (f64, f64),
    /// Requests per second of one client, and the burst.
    pub requests: (f64, f64),
    /// Requests and messages per second from one address, however many clients it has, and the burst.
    pub address: (f64, f64),
    /// New guests per second from one address, and the burst.
    pub guests: (f64, f64),
    /// Unfinished games of one client.
    pub open_games: usize,
    /// Connections of one client.
    pub connections: usize,
    /// Analyses at once on one connection.
    pub analyses: usize,
    /// Waiting and running engine jobs of one client.
    pub jobs: usize,
    /// Waiting engine jobs of everybody. Beyond it, no new game against an engine starts and nobody gets a hint or an
    /// analysis.
    pub waiting: usize,
    /// Engine threads.
    pub threads: usize,
    /// Bytes of records that one client may keep.
    pub library: u64,
    /// Bytes of records per second from one address, and the burst.
    pub imports: (f64, f64),
    /// Chat messages per second of one person, and the burst.
    pub chat: (f64, f64),
    /// How long a client may leave an answer unread.
    pub unread: Duration,
    /// Free bytes required on the database's disk; with less, nothing new is stored.
    pub free_space: u64,
    /// The largest SQLite file in bytes.
    pub database: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            body: 4 << 20,
            message: 64 << 10,
            messages: (30.0, 60.0),
            requests: (50.0, 200.0),
            address: (400.0, 2000.0),
            guests: (1.0, 60.0),
            open_games: 50,
            connections: 8,
            analyses: 2,
            jobs: 64,
            waiting: 50 * cores,
            threads: cores,
            library: 32 << 20,
            imports: (64_000.0, 32e6),
            chat: (0.5, 5.0),
            unread: Duration::from_secs(30),
            free_space: 256 << 20,
            database: 1 << 40,
        }
    }
}

impl Limits {
    /// No limits per client; sizes stay limited.
    pub fn none() -> Limits {
        let free = (1e9, 1e9);
        let many = usize::MAX;
        Limits {
            messages: free,
            requests: free,
            address: free,
            guests: free,
            open_games: 1 << 40,
            connections: many,
            jobs: many,
            waiting: many,
            library: 1 << 60,
            imports: (1e12, 1e12),
            chat: free,
            ..Limits::default()
        }
    }
}

/// A token bucket.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    left: f64,
    filled: Instant,
}

impl Bucket {
    pub(crate) fn new(limit: (f64, f64), now: Instant) -> Bucket {
        Bucket { left: limit.1, filled: now }
    }

    /// Takes a token, or returns the time until there is one.
    pub(crate) fn take(&mut self, limit: (f64, f64), now: Instant) -> Result<(), Duration> {
        self.take_many(1.0, limit, now)
    }

    fn take_many(&mut self, count: f64, (rate, most): (f64, f64), now: Instant) -> Result<(), Duration> {
        let gained = now.saturating_duration_since(self.filled).as_secs_f64() * rate;
        self.left = (self.left + gained).min(most);
        self.filled = now;
        if self.left >= count {
            self.left -= count;
            return Ok(());
        }
        Err(Duration::from_secs_f64((count - self.left) / rate))
    }
}

/// Buckets by client.
pub(crate) struct Buckets {
    limit: (f64, f64),
    clients: Mutex<HashMap<String, Bucket>>,
}

/// Above this many clients, full buckets are dropped.
const REMEMBERED: usize = 10_000;

impl Buckets {
    pub(crate) fn new(limit: (f64, f64)) -> Buckets {
        Buckets { limit, clients: Mutex::default() }
    }

    pub(crate) fn take(&self, client: &str) -> Answer<()> {
        self.take_many(client, 1.0)
    }

    pub(crate) fn take_many(&self, client: &str, count: f64) -> Answer<()> {
        let now = Instant::now();
        let mut clients = self.clients.lock().unwrap_or_else(|e| e.into_inner());
        if clients.len() > REMEMBERED {
            let refill = Duration::from_secs_f64(self.limit.1 / self.limit.0);
            clients.retain(|_, bucket| now.saturating_duration_since(bucket.filled) < refill);
        }
        let bucket = match clients.get_mut(client) {
            Some(bucket) => bucket,
            None => clients.entry(client.to_owned()).or_insert_with(|| Bucket::new(self.limit, now)),
        };
        bucket.take_many(count, self.limit, now).map_err(|wait| Fail::retry(wait.as_millis() as u64 + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_lets_a_burst_pass_and_then_the_rate() {
        let limit = (10.0, 3.0);
        let start = Instant::now();
        let mut bucket = Bucket::new(limit, start);
        assert!((0..3).all(|_| bucket.take(limit, start).is_ok()));
        let wait = bucket.take(limit, start).unwrap_err();
        assert!(wait <= Duration::from_millis(100) && wait > Duration::from_millis(90), "{wait:?}");
        assert!(bucket.take(limit, start + wait).is_ok());
        assert!(bucket.take(limit, start + wait).is_err());
    }
}
