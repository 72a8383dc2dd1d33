//! Analysis of any position, streamed while it grows: every move is looked at again and again for longer, in short
//! jobs, so that many can share the engines.

mod review;
mod teach;
mod told;

pub(crate) use review::{ReviewTask, review};
pub(crate) use teach::{Lesson, teach};

use crate::app::App;
use crate::engine::Question;
use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::opponent::Opponent;
use crate::room::Outbox;
use crate::socket::error_message;
use crate::view::to_json;
use crate::wire::Candidate;
use crate::work::answered;
use axum::extract::ws::Utf8Bytes;
use heibai_games::player::{self, Analysis, Wanted};
use heibai_games::value::Wdl;
use heibai_games::{AnyPosition, Kind, Limits, Match, Value};
use heibai_review::EachMove;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The first look at all moves; each takes twice as long as the one before.
const FIRST_LOOK: Duration = Duration::from_millis(100);
const LONGEST_LOOK: Duration = Duration::from_secs(4);
/// How long an analysis runs if nobody says, and at most.
const USUAL_MS: u64 = 10_000;
const MOST_MS: u64 = 600_000;
/// Moves that a player with an analysis of its own is asked for; of others every move is looked at.
const OWN_MOVES: usize = 12;
const MOST_MOVES: usize = 64;

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
pub(crate) struct AnalysisTask {
    game: Match<AnyPosition>,
    time: Duration,
    player: Opponent,
    lines: usize,
}

impl AnalysisTask {
    pub(crate) fn new(
        of: &Line,
        ms: Option<u64>,
        player: Opponent,
        lines: Option<usize>,
    ) -> Answer<AnalysisTask> {
        let game = of.play()?;
        if game.outcome().is_some() || game.is_counting() {
            return Err(Code::GameFinished.into());
        }
        let time = Duration::from_millis(ms.unwrap_or(USUAL_MS).min(MOST_MS));
        Ok(AnalysisTask { game, time, player, lines: lines.unwrap_or(3).clamp(1, 20) })
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
    task: AnalysisTask,
    stop: Arc<AtomicBool>,
) {
    tokio::spawn(async move {
        if let Err(fail) = think_aloud(&app, &client, &outbox, re, &task, &stop).await {
            outbox.send(Utf8Bytes::from(to_json(&error_message(re, &fail))));
        }
    });
}

/// Looks at the moves again and again, each time for longer.
async fn think_aloud(
    app: &App,
    client: &str,
    outbox: &Outbox,
    re: Option<u64>,
    task: &AnalysisTask,
    stop: &Arc<AtomicBool>,
) -> Answer<()> {
    let began = Instant::now();
    let mut time = FIRST_LOOK;
    let mut before = None;
    loop {
        let found = look(app, client, task, time.min(task.time), stop).await?;
        time = (time * 2).min(LONGEST_LOOK);
        let proved = |candidate: &player::Candidate| candidate.value.is_some_and(|value| value.is_proved());
        // A player that looks no deeper however long it may has said everything.
        let settled = found.candidates.iter().all(proved) || before.as_ref() == Some(&found);
        let late = stop.load(Ordering::Relaxed) || began.elapsed() + time / 2 > task.time;
        report(outbox, re, task, &found, (began.elapsed(), settled || late));
        if settled || late {
            return Ok(());
        }
        before = Some(found);
    }
}

/// One look at all moves on the engines' threads; the player is kept for the next one.
async fn look(
    app: &App,
    client: &str,
    task: &AnalysisTask,
    time: Duration,
    stop: &Arc<AtomicBool>,
) -> Answer<Analysis> {
    let game = &task.game;
    let question = Question {
        start: game.start().clone(),
        moves: game.moves().iter().map(|m| m.mv).collect(),
        position: game.position().clone(),
        limits: Limits { move_time: Some(time), ..Limits::default() },
        stop: Arc::clone(stop),
    };
    let (by, kind, lines) = (task.player.clone(), question.position.kind(), task.lines);
    let (key, inner) = (format!("analysis {client} {} {kind}", by.name()), app.clone());
    let answer = app.work.submit(client, move || {
        let player = inner.bench.take(&key).map_or_else(|| by.player(), Ok)?;
        let moves = if player.weighs_moves() { OWN_MOVES.max(lines) } else { MOST_MOVES };
        let mut player = EachMove(player);
        let told = question.analyze(&mut player, Wanted { moves, ownership: kind == Kind::Go });
        inner.bench.put(key, player.0);
        told.map_err(Fail::internal)
    })?;
    answered(answer).await?
}

fn report(
    outbox: &Outbox,
    re: Option<u64>,
    task: &AnalysisTask,
    found: &Analysis,
    (spent, done): (Duration, bool),
) {
    let position = task.game.position();
    let candidate = |told: &player::Candidate| {
        let view = Candidate::new(position, told.mv, told.value, &told.line);
        Candidate { depth: found.depth, nodes: told.nodes, ..view }
    };
    let candidates: Vec<Candidate> = found.candidates.iter().map(candidate).collect();
    let best = found.candidates.first().and_then(|best| best.value).filter(Value::is_finite);
    let report = Report {
        kind: "analysis",
        re,
        at: task.game.moves().len(),
        ms: spent.as_millis() as u64,
        nodes: found.nodes,
        depth: found.depth,
        done,
        score: best.and_then(|value| value.score()),
        win_rate: best.and_then(|value| value.win_rate()),
        proved: best.and_then(|value| value.verdict()).map(Wdl::name),
        exact: best.is_some_and(|value| value.is_proved()),
        candidates: &candidates,
        ownership: found.ownership.clone(),
    };
    outbox.send(Utf8Bytes::from(to_json(&report)));
}
