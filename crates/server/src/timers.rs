//! Timers: when to look at a game again, because its clock runs out or an engine should have moved.

use crate::app::App;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;
use tokio::sync::mpsc;

type Timer = (i64, String);

pub(crate) struct Timers {
    entries: mpsc::UnboundedSender<Timer>,
}

impl Timers {
    pub(crate) fn new() -> (Timers, mpsc::UnboundedReceiver<Timer>) {
        let (entries, receiver) = mpsc::unbounded_channel();
        (Timers { entries }, receiver)
    }

    /// Schedules a look at `game` at `moment`.
    pub(crate) fn at(&self, moment: i64, game: &str) {
        // Without a receiver the server is shutting down, and nobody needs to look any more.
        let _ = self.entries.send((moment, game.to_owned()));
    }
}

/// Looks at games when their time has come. A game that moved on meanwhile is left alone.
pub(crate) async fn run(app: App, mut entries: mpsc::UnboundedReceiver<Timer>) {
    let mut heap: BinaryHeap<Reverse<Timer>> = BinaryHeap::new();
    loop {
        let now = crate::time::now_ms();
        while heap.peek().is_some_and(|Reverse((moment, _))| *moment <= now) {
            if let Some(Reverse((_, game))) = heap.pop() {
                let app = app.clone();
                tokio::spawn(async move { app.look_at(&game).await });
            }
        }
        let next = heap.peek().map_or(Duration::from_secs(3600), |Reverse((moment, _))| {
            Duration::from_millis((moment - now).clamp(1, 3_600_000) as u64)
        });
        tokio::select! {
            entry = entries.recv() => match entry {
                Some(entry) => heap.push(Reverse(entry)),
                None => return,
            },
            () = tokio::time::sleep(next) => {}
        }
    }
}
