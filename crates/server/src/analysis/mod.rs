//! Analysis of any position, streamed while it grows: every move is looked at in rounds that get longer, in
//! short jobs, so that many can share the engines.

mod review;
mod value;

pub(crate) use review::{Review, review};

use crate::app::App;
use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::opponent::Opponent;
use crate::room::Outbox;
use crate::socket::error_message;
use crate::view::to_json;
use crate::wire::Candidate;
use axum::extract::ws::Utf8Bytes;
use heibai_engines::classic::worth_looking_at;
use heibai_games::{AnyPosition, Match, Move};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use value::Look;

/// The first look at a move; each round takes twice as long as the one before.
const FIRST_LOOK: Duration = Duration::from_millis(10);
const LONGEST_LOOK: Duration = Duration::from_secs(4);
/// How long an analysis runs if nobody says, and at most.
const USUAL_MS: u64 = 10_000;
const MOST_MS: u64 = 600_000;
/// Moves that stay in the later rounds.
const KEPT: usize = 12;

/// The analyses of one connection, by the number the client gave them.
pub(crate) struct Analyses {
    most: usize,
    running: HashMap<u64, Arc<AtomicBool>>,
}

impl Analyses {
    pub(crate) fn new(most: usize) -> Analyses {
        Analyses { most, running: HashMap::new() }
    }

    /// A place for one more. The flag stops it; dropping all other copies of the flag frees the place.
    pub(crate) fn begin(&mut self, re: Option<u64>) -> Answer<Arc<AtomicBool>> {
        let re = re.ok_or_else(|| Fail::because(Code::BadRequest, heibai_words::server::needs_re()))?;
        self.stop(Some(re));
        self.running.retain(|_, stop| Arc::strong_count(stop) > 1);
        if self.running.len() >= self.most {
            return Err(Fail::because(Code::TooMany, heibai_words::server::analyses()));
        }
        let stop = Arc::new(AtomicBool::new(false));
        self.running.insert(re, Arc::clone(&stop));
        Ok(stop)
    }

    pub(crate) fn stop(&mut self, re: Option<u64>) {
        if let Some(stop) = re.and_then(|re| self.running.remove(&re)) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn stop_all(&mut self) {
        self.running.drain().for_each(|(_, stop)| stop.store(true, Ordering::Relaxed));
    }
}

/// What to analyse, and for how long.
pub(crate) struct Task {
    game: Match<AnyPosition>,
    time: Duration,
    player: Opponent,
    lines: usize,
}

impl Task {
    pub(crate) fn new(of: &Line, ms: Option<u64>, player: Opponent, lines: Option<usize>) -> Answer<Task> {
        let game = of.play()?;
        if game.outcome().is_some() || game.is_counting() {
            return Err(Code::GameFinished.into());
        }
        let time = Duration::from_millis(ms.unwrap_or(USUAL_MS).min(MOST_MS));
        Ok(Task { game, time, player, lines: lines.unwrap_or(3).clamp(1, 20) })
    }
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    re: Option<u64>,
    at: usize,
    ms: u64,
    nodes: u64,
    depth: Option<u32>,
    done: bool,
    candidates: &'a [Candidate],
    score: Option<f64>,
    win_rate: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<&'static str>,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f32>>,
}

/// Starts an analysis; its reports go to the connection.
pub(crate) fn run(
    app: App,
    client: String,
    outbox: Outbox,
    re: Option<u64>,
    task: Task,
    stop: Arc<AtomicBool>,
) {
    tokio::spawn(async move {
        let ended = match think_aloud(&app, &client, &outbox, re, &task, &stop).await {
            Ok(false) => rounds(&app, &client, &outbox, re, &task, &stop).await,
            Ok(true) => Ok(()),
            Err(fail) => Err(fail),
        };
        if let Err(fail) = ended {
            outbox.send(Utf8Bytes::from(to_json(&error_message(re, &fail))));
        }
    });
}

/// Lets the player itself analyse, in ever longer looks; `false` if it only ever tells of one move.
async fn think_aloud(
    app: &App,
    client: &str,
    outbox: &Outbox,
    re: Option<u64>,
    task: &Task,
    stop: &Arc<AtomicBool>,
) -> Answer<bool> {
    let began = Instant::now();
    let game = &task.game;
    let choices = worth_looking_at(game.position()).len();
    let mut look = FIRST_LOOK * 10;
    loop {
        let look_now = look.min(task.time);
        let found =
            value::own_analysis(app, client, game, &task.player, look_now, KEPT.max(task.lines), stop)
                .await?;
        // A short look on a busy machine may find no more than one move; who knows the owners does analyse.
        if found.candidates.len() < choices.min(2) && found.ownership.is_none() {
            return Ok(false);
        }
        let depth = found.depth;
        let candidates = found.candidates.into_iter();
        let values: Vec<(Move, Look)> = candidates.map(|c| (c.mv, Look::of_candidate(c, depth))).collect();
        look = (look * 2).min(LONGEST_LOOK);
        let settled = values.iter().all(|(_, look)| look.is_proved());
        let late = stop.load(Ordering::Relaxed) || began.elapsed() + look / 2 > task.time;
        report(outbox, re, task, &values, found.ownership, (began.elapsed(), settled || late));
        if settled || late {
            return Ok(true);
        }
    }
}

/// Looks at every move by itself: for players without an analysis of their own.
async fn rounds(
    app: &App,
    client: &str,
    outbox: &Outbox,
    re: Option<u64>,
    task: &Task,
    stop: &Arc<AtomicBool>,
) -> Answer<()> {
    let began = Instant::now();
    let position = task.game.position();
    let mut moves = worth_looking_at(position);
    let mut found: Vec<(Move, Look)> = Vec::new();
    let mut look = FIRST_LOOK;
    let over = |look: Duration| stop.load(Ordering::Relaxed) || began.elapsed() + look / 2 > task.time;
    loop {
        for &mv in &moves {
            if over(look) && found.len() >= moves.len().min(task.lines) {
                break;
            }
            let value = value::of_move(app, client, &task.game, mv, &task.player, look, stop).await?;
            match found.iter_mut().find(|(m, _)| *m == mv) {
                Some((_, known)) => *known = value,
                None => found.push((mv, value)),
            }
        }
        found.sort_by(|(_, a), (_, b)| b.better_than(a));
        let settled = found.iter().all(|(_, look)| look.is_proved());
        let done = over(look * 2) || settled;
        report(outbox, re, task, &found, None, (began.elapsed(), done));
        if done {
            return Ok(());
        }
        moves = found.iter().map(|(m, _)| *m).take(KEPT.max(task.lines)).collect();
        look = (look * 2).min(LONGEST_LOOK);
    }
}

fn report(
    outbox: &Outbox,
    re: Option<u64>,
    task: &Task,
    found: &[(Move, Look)],
    ownership: Option<Vec<f32>>,
    (spent, done): (Duration, bool),
) {
    let position = task.game.position();
    let candidates: Vec<Candidate> = found.iter().map(|(mv, value)| value.candidate(position, *mv)).collect();
    let best = found.first().map(|(_, value)| value);
    let worth = best.and_then(|look| look.value);
    let report = Report {
        kind: "analysis",
        re,
        at: task.game.moves().len(),
        ms: spent.as_millis() as u64,
        nodes: found.iter().map(|(_, value)| value.nodes).sum(),
        depth: best.and_then(|b| b.depth),
        done,
        score: worth.and_then(|value| value.score()),
        win_rate: worth.and_then(|value| value.win_rate()),
        proved: best.and_then(Look::proved),
        exact: best.is_some_and(Look::is_proved),
        candidates: &candidates,
        ownership,
    };
    outbox.send(Utf8Bytes::from(to_json(&report)));
}

impl Look {
    /// The move with this value, as the page shows it.
    pub(crate) fn candidate(&self, position: &AnyPosition, mv: Move) -> Candidate {
        let line: Vec<Move> = std::iter::once(mv).chain(self.line.iter().copied()).collect();
        let told = Candidate::new(position, mv, self.value, &line);
        Candidate { depth: self.depth, nodes: self.nodes, ..told }
    }
}
