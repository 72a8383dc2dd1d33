//! Many people against engines on few cores: how long they wait for an answer, measured on a server and predicted by
//! a small simulation of its queue. The measurement of `heibai bench crowd`; docs/scale.md plans with it.

use super::{Client, LiveSeen, LoadError, http};
use serde_json::json;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// A crowd that plays Go on 19x19 against one level.
#[derive(Clone, Debug)]
pub struct Crowd {
    pub address: SocketAddr,
    pub people: usize,
    pub level: String,
    /// How long each person thinks, on average.
    pub pause: Duration,
    pub time: Duration,
}

/// How long people waited.
#[derive(Clone, Debug, Default)]
pub struct CrowdReport {
    /// From a person's move to the engine's, sorted, without those that started in the first half of the time.
    pub waits: Vec<Duration>,
    /// The server's own metrics of its engines.
    pub threads: usize,
    pub answers: u64,
    pub mean_work: Duration,
}

/// A model of a server's queue: people think, ask, and wait for one of the cores.
#[derive(Clone, Copy, Debug)]
pub struct QueueModel {
    pub people: usize,
    pub cores: usize,
    pub pause: Duration,
    /// The time of an answer on a core.
    pub work: Duration,
}

impl QueueModel {
    /// The waits of everybody in the second half of `time`, sorted. First come, first served; pauses are between half
    /// and one and a half times the average.
    pub fn simulate(&self, time: Duration, seed: u64) -> Vec<Duration> {
        let mut random = fastrand::Rng::with_seed(seed);
        let us = |time: Duration| time.as_micros() as u64;
        let (pause, work, end) = (us(self.pause), us(self.work), us(time));
        let mut next_pause = || (pause as f64 * (0.5 + random.f64())) as u64;
        let mut asks: BinaryHeap<Reverse<u64>> = (0..self.people).map(|_| Reverse(next_pause())).collect();
        let mut free: BinaryHeap<Reverse<u64>> = (0..self.cores.max(1)).map(|_| Reverse(0)).collect();
        let mut waits = Vec::new();
        while let (Some(Reverse(asked)), Some(Reverse(idle))) = (asks.pop(), free.pop()) {
            let answered = asked.max(idle) + work;
            if answered > end {
                break;
            }
            if asked > end / 2 {
                waits.push(Duration::from_micros(answered - asked));
            }
            free.push(Reverse(answered));
            asks.push(Reverse(answered + next_pause()));
        }
        waits.sort_unstable();
        waits
    }
}

/// Lets the crowd play and measures; for a caller without a runtime.
pub fn watch_crowd(crowd: &Crowd) -> Result<CrowdReport, LoadError> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(run(crowd))
}

async fn run(crowd: &Crowd) -> Result<CrowdReport, LoadError> {
    let gate = Arc::new(Semaphore::new(super::SETTING_UP));
    let mut tasks = tokio::task::JoinSet::new();
    let end = Instant::now() + crowd.time;
    for number in 0..crowd.people {
        let (crowd, gate) = (crowd.clone(), Arc::clone(&gate));
        tasks.spawn(async move { person(&crowd, number, &gate, end).await });
    }
    let mut report = CrowdReport::default();
    while let Some(ended) = tasks.join_next().await {
        report.waits.extend(ended??);
    }
    report.waits.sort_unstable();
    let (_, figures) = http(crowd.address, "GET", "/metrics", "", "").await?;
    let figures = String::from_utf8(figures)?;
    let figure = |name: &str| {
        let line = figures.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|value| value.parse::<f64>().ok()).ok_or(format!("no {name} among the figures"))
    };
    report.threads = figure("heibai_engine_threads")? as usize;
    let count = figure("heibai_engine_work_seconds_count")?.max(1.0);
    report.answers = count as u64;
    report.mean_work = Duration::from_secs_f64(figure("heibai_engine_work_seconds_sum")? / count);
    Ok(report)
}

/// One person: thinks, plays anywhere, waits for the engine.
async fn person(
    crowd: &Crowd,
    number: usize,
    gate: &Semaphore,
    end: Instant,
) -> Result<Vec<Duration>, LoadError> {
    let mut random = fastrand::Rng::with_seed(number as u64);
    let turn = gate.acquire().await?;
    let mut client = Client::connect(crowd.address).await?;
    let seats = json!({
        "kind": "go", "size": 19, "black": { "who": "me" },
        "white": { "who": "engine", "player": crowd.level },
    });
    let game = client.post("/api/games", &seats).await?;
    let id = game["id"].as_str().ok_or("no game")?.to_owned();
    client.send(&json!({ "type": "watch", "game": id })).await?;
    client.until(|seen| seen.kind == "game").await?;
    drop(turn);
    let mut live: LiveSeen = serde_json::from_value(game["live"].clone())?;
    let mut waits = Vec::new();
    loop {
        tokio::time::sleep(crowd.pause.mul_f64(0.5 + random.f64())).await;
        let asked = Instant::now();
        let left = end.saturating_duration_since(asked);
        if left.is_zero() || live.legal.is_empty() {
            return Ok(waits);
        }
        let point = live.legal[random.usize(..live.legal.len())];
        let act =
            json!({ "type": "act", "re": 1, "game": id, "do": "move", "point": point, "ply": live.ply });
        client.send(&act).await?;
        let wanted = live.ply + 2;
        let answered = client.until(|seen| seen.live.as_ref().is_some_and(|live| live.ply >= wanted));
        let Ok(seen) = tokio::time::timeout(left, answered).await else { return Ok(waits) };
        if left < crowd.time / 2 {
            waits.push(asked.elapsed());
        }
        live = seen?.live.ok_or("no state")?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::percentile;

    #[test]
    fn a_full_queue_makes_everybody_wait_for_everybody() {
        let queue = |people, cores, pause| QueueModel {
            people,
            cores,
            pause: Duration::from_secs(pause),
            work: Duration::from_secs(1),
        };
        let median =
            |queue: QueueModel| percentile(&queue.simulate(Duration::from_secs(4000), 1), 0.5).as_secs_f64();
        // Nobody thinks: each waits until all the others were served.
        assert_eq!(median(queue(100, 2, 0)), 50.0);
        // Thinking time shortens the wait accordingly: 50 s less 10 s.
        assert!((median(queue(100, 2, 10)) - 40.0).abs() < 1.0);
        // With a core for everybody nobody waits.
        assert_eq!(median(queue(20, 20, 5)), 1.0);
    }
}
