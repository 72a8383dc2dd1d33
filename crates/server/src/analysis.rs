//! Analyses and reviews of one connection, in short jobs on the engines' threads.

use crate::app::App;
use crate::error::{Answer, Code, Fail};
use crate::identity::random_seed;
use crate::room::Outbox;
use crate::work::answered;
use axum::extract::ws::Utf8Bytes;
use heibai_review::EachMove;
use heibai_table::message::error_message;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub(crate) use heibai_table::analysis::{AnalysisTask, ReviewTask};

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

/// Whom the reports of one analysis or review go to.
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

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn tell_failure(&self, done: Answer<()>) {
        if let Err(fail) = done {
            self.tell(error_message(self.re, &fail).to_string());
        }
    }
}

/// Starts an analysis; its reports go to the connection.
pub(crate) fn run(to: Listener, task: AnalysisTask) {
    tokio::spawn(async move { to.tell_failure(think_aloud(&to, task).await) });
}

/// Looks at the moves again and again, each time for longer.
async fn think_aloud(to: &Listener, mut task: AnalysisTask) -> Answer<()> {
    let began = Instant::now();
    loop {
        let (by, look) = (task.player().clone(), task.look(&to.stop));
        let (key, app) = (format!("analysis {} {} {}", to.client, by.name(), by.kind()), to.app.clone());
        // The player is kept for the next look.
        let answer = to.app.work.submit(&to.client, move || {
            let player = app.bench.take(&key).map_or_else(|| by.player(random_seed()), Ok)?;
            let (player, told) = look.ask(player);
            app.bench.put(key, player);
            told
        })?;
        let found = answered(answer).await??;
        let (message, done) = task.report(to.re, found, began.elapsed(), to.is_stopped());
        to.tell(message);
        if done {
            return Ok(());
        }
    }
}

/// Starts a review; its judgements go to the connection.
pub(crate) fn review(to: Listener, task: ReviewTask) {
    tokio::spawn(async move { to.tell_failure(judge_moves(&to, task).await) });
}

async fn judge_moves(to: &Listener, mut task: ReviewTask) -> Answer<()> {
    let mut player = EachMove(task.begin(random_seed())?);
    while let Some(question) = task.question(&to.stop) {
        // The player travels to the engines' threads and back.
        let answer = to.app.work.submit(&to.client, move || {
            let told = question.analyze(&mut player, Default::default());
            (player, told)
        })?;
        let (back, told) = answered(answer).await?;
        player = back;
        if to.is_stopped() {
            return Ok(());
        }
        if let Some(message) = task.answer(to.re, told.map_err(Fail::internal)?) {
            to.tell(message);
        }
    }
    to.tell(task.report(to.re));
    Ok(())
}
