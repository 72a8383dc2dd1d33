//! Analyses and reviews of one connection, as short jobs on the engine threads.

use crate::app::App;
use crate::error::{Answer, Code, Fail};
use crate::identity::{random_seed, token_hash};
use crate::room::Outbox;
use crate::time::now_ms;
use crate::view::to_json;
use crate::work::answered;
use axum::extract::ws::Utf8Bytes;
use heibai_table::analysis::{News, taught, threats_in};
use heibai_table::message::{error_message, unreviewed};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

pub(crate) use heibai_table::analysis::{AnalysisTask, ReviewTask};

/// The number of stored reviews (the latest ones), and the size limit of one in bytes.
const KEPT: i64 = 5000;
const MOST_BYTES: usize = 2_000_000;

/// The analyses of one connection, by the number the client gave them.
pub(crate) struct Analyses {
    most: usize,
    running: HashMap<u64, Arc<AtomicBool>>,
}

impl Analyses {
    pub(crate) fn new(most: usize) -> Analyses {
        Analyses { most, running: HashMap::new() }
    }

    /// Reserves a place for one more. The flag stops it; dropping all other copies of the flag frees the place.
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

/// Where the reports of one analysis or review go.
pub(crate) struct Listener {
    pub app: App,
    pub client: String,
    pub outbox: Outbox,
    pub re: Option<u64>,
    pub stop: Arc<AtomicBool>,
}

impl Listener {
    fn tell(&self, message: String) {
        self.outbox.send(Utf8Bytes::from(message));
    }

    /// Sends a message, adding the client's number.
    fn tell_numbered(&self, mut message: Value) {
        message["re"] = json!(self.re);
        self.tell(to_json(&message));
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn tell_failure(&self, done: Answer<()>) {
        if let Err(fail) = done {
            self.tell(error_message(self.re, &fail).to_string());
        }
    }
}

/// Starts an analysis that reports to the connection.
pub(crate) fn run(to: Listener, task: AnalysisTask) {
    tokio::spawn(async move { to.tell_failure(think_aloud(&to, task).await) });
}

/// Searches the moves again and again, for longer each time.
async fn think_aloud(to: &Listener, mut task: AnalysisTask) -> Answer<()> {
    let began = Instant::now();
    loop {
        let (by, look) = (task.player().clone(), task.look(&to.stop));
        let (key, app) = (format!("analysis {} {} {}", to.client, by.name(), by.kind()), to.app.clone());
        let portable = to.app.consult_look(&look, &by, &key);
        // The player is kept for the next slice.
        let job = move || {
            let player = app.bench.take(&key).map_or_else(|| by.player(random_seed()), Ok)?;
            let (player, told) = look.ask(player);
            app.bench.put(key, player);
            told
        };
        let (_, answer) = to.app.work.submit_portable(&to.client, job, portable)?;
        let found = answered(answer).await??;
        let (message, done) = task.report(to.re, found, began.elapsed(), to.is_stopped());
        to.tell(message);
        if done {
            return Ok(());
        }
    }
}

/// Starts a review that reports to the connection, or with `only_stored` looks up a stored one.
pub(crate) fn review(to: Listener, task: ReviewTask, only_stored: bool) {
    tokio::spawn(async move { to.tell_failure(tell_review(&to, task, only_stored).await) });
}

/// Sends the stored review, or makes one and stores it.
async fn tell_review(to: &Listener, mut task: ReviewTask, only_stored: bool) -> Answer<()> {
    let key = token_hash(&task.name());
    if let Some(body) = to.app.store.review(&key).await? {
        let told: Vec<Value> = serde_json::from_str(&body).map_err(Fail::internal)?;
        told.into_iter().for_each(|message| to.tell_numbered(message));
        return Ok(());
    }
    if only_stored {
        to.tell_numbered(unreviewed(to.re));
        return Ok(());
    }
    if !judge(to, &mut task, |message| to.tell_numbered(message)).await? {
        return Ok(());
    }
    let told = task.finish();
    let body = to_json(&told);
    if body.len() <= MOST_BYTES
        && let Err(error) = to.app.store.keep_review(&key, &body, now_ms(), KEPT).await
    {
        tracing::warn!("a review could not be kept: {error}");
    }
    // A client that sees the end and asks again must find the stored review, so the end is sent last.
    told.into_iter().next_back().into_iter().for_each(|message| to.tell_numbered(message));
    Ok(())
}

/// Asks all questions of a review on the engine threads; false if it was stopped.
async fn judge(to: &Listener, task: &mut ReviewTask, mut tell: impl FnMut(Value)) -> Answer<bool> {
    let key = format!("review {} {}", to.client, token_hash(&task.name()));
    let reviewer = Arc::new(Mutex::new(Some(task.reviewer()?)));
    loop {
        while let Some(news) = task.news() {
            tell(match news {
                News::Message(message) => message,
                News::Mistake(mistake) => {
                    let portable = to.app.consult_explain(&mistake, &to.stop);
                    let job = move || mistake.explain();
                    let (_, why) = to.app.work.submit_portable(&to.client, job, portable)?;
                    task.explained(&answered(why).await?)
                }
            });
        }
        if to.is_stopped() {
            return Ok(false);
        }
        let Some((question, wanted)) = task.question(&to.stop) else { return Ok(true) };
        let portable = to.app.consult_judge(&question, wanted, task.player(), &key);
        // The player moves to an engine thread and back.
        let here = Arc::clone(&reviewer);
        let job = move || {
            let mut player = here.lock().ok().and_then(|mut kept| kept.take()).ok_or(Code::Internal)?;
            let told = question.analyze(&mut player, wanted);
            if let Ok(mut kept) = here.lock() {
                *kept = Some(player);
            }
            told.map_err(Fail::internal)
        };
        let (_, answer) = to.app.work.submit_portable(&to.client, job, portable)?;
        let told = answered(answer).await?;
        // The result of a search that was cut short is not kept.
        if !to.is_stopped() {
            task.answer(told?);
        }
    }
}

/// A question about the last position of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lesson {
    LastMove,
    Threats,
}

/// Judges the end of the game and answers the connection.
pub(crate) fn teach(to: Listener, task: ReviewTask, lesson: Lesson) {
    tokio::spawn(async move { to.tell_failure(tell_lesson(&to, task, lesson).await) });
}

async fn tell_lesson(to: &Listener, mut task: ReviewTask, lesson: Lesson) -> Answer<()> {
    let ply = task.game().moves().len();
    let message = match lesson {
        Lesson::LastMove => {
            let mut last = None;
            // The closer look at the move follows the quick one.
            if !judge(to, &mut task, |message| last = Some(message)).await? {
                return Ok(());
            }
            taught(ply, last, Vec::new())
        }
        Lesson::Threats => {
            let portable = to.app.consult_threats(task.game(), &to.stop);
            let position = task.game().position().clone();
            let job = move || threats_in(&position);
            let (_, found) = to.app.work.submit_portable(&to.client, job, portable)?;
            taught(ply, None, answered(found).await?)
        }
    };
    to.tell_numbered(message);
    Ok(())
}
