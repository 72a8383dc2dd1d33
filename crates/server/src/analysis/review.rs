//! Review of a whole game, move by move as it is judged; what a mistake is decides `heibai_review`. A finished review is
//! stored and never made twice.

use super::told::{finished, step};
use crate::app::App;
use crate::error::{Answer, Fail};
use crate::identity::token_hash;
use crate::line::Line;
use crate::opponent::Opponent;
use crate::room::Outbox;
use crate::socket::error_message;
use crate::time::now_ms;
use crate::view::to_json;
use crate::wire::point_of;
use crate::work::answered;
use axum::extract::ws::Utf8Bytes;
use heibai_games::{AnyPosition, Color, Match, Move, Player, Position, Request};
use heibai_review::{EDITION, EachMove, Judged, Review, explain, first_look};
use heibai_words::Text;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const USUAL_MS: u64 = 300;
const MOST_MS: u64 = 60_000;
/// Reviews that are kept, the latest ones, and the bytes of one.
const KEPT: i64 = 5000;
const MOST_BYTES: usize = 2_000_000;

/// What to review, by whom, and how closely.
pub(crate) struct ReviewTask {
    pub(super) game: Match<AnyPosition>,
    pub(super) time: Duration,
    pub(super) player: Opponent,
}

impl ReviewTask {
    pub(crate) fn new(of: &Line, ms_per_move: Option<u64>, player: Opponent) -> Answer<ReviewTask> {
        let game = of.play()?;
        let time = Duration::from_millis(ms_per_move.unwrap_or(USUAL_MS).clamp(1, MOST_MS));
        Ok(ReviewTask { game, time, player })
    }

    /// The name of this review in the store: the game, who reviews it and how closely, and the edition of what is said.
    fn key(&self) -> String {
        let mut line = Line::of(self.game.start());
        line.moves = self.game.moves().iter().map(|played| point_of(played.mv)).collect();
        let (version, name, ms) = (env!("CARGO_PKG_VERSION"), self.player.name(), self.time.as_millis());
        token_hash(&format!("{version} {EDITION} {name} {ms} {}", to_json(&line)))
    }
}

pub(crate) fn review(
    app: App,
    client: String,
    outbox: Outbox,
    re: Option<u64>,
    task: ReviewTask,
    stop: Arc<AtomicBool>,
) {
    tokio::spawn(async move {
        if let Err(fail) = tell(&app, &client, &outbox, re, &task, &stop).await {
            outbox.send(Utf8Bytes::from(to_json(&error_message(re, &fail))));
        }
    });
}

/// Tells the stored review, or makes one and stores it.
async fn tell(
    app: &App,
    client: &str,
    outbox: &Outbox,
    re: Option<u64>,
    task: &ReviewTask,
    stop: &Arc<AtomicBool>,
) -> Answer<()> {
    let send = |mut value: Value| {
        value["re"] = json!(re);
        outbox.send(Utf8Bytes::from(to_json(&value)));
    };
    let key = task.key();
    if let Some(body) = app.store.review(&key).await? {
        let told: Vec<Value> = serde_json::from_str(&body).map_err(Fail::internal)?;
        told.into_iter().for_each(send);
        return Ok(());
    }
    let Some(told) = make(app, client, task, stop, &send).await? else { return Ok(()) };
    let body = to_json(&told);
    if body.len() <= MOST_BYTES
        && let Err(error) = app.store.keep_review(&key, &body, now_ms(), KEPT).await
    {
        tracing::warn!("a review could not be kept: {error}");
    }
    // Whoever hears of the end and asks again finds what was kept.
    told.into_iter().next_back().into_iter().for_each(send);
    Ok(())
}

/// Makes a review, tells its steps, and gives back what is to be kept of it, its end last; `None` if it was stopped.
async fn make(
    app: &App,
    client: &str,
    task: &ReviewTask,
    stop: &Arc<AtomicBool>,
    send: &impl Fn(Value),
) -> Answer<Option<Vec<Value>>> {
    let mut review = Review::new(task.game.clone());
    let mut asked = Asked::new(app, client, task, stop)?;
    let (mut quick, mut kept) = (0, Vec::new());
    loop {
        for judged in &review.first_pass()[quick..] {
            send(step(&task.game, judged, &[], true));
        }
        quick = review.first_pass().len();
        for judged in &review.judged()[kept.len()..] {
            let said = asked.explain(judged).await?;
            let told = step(&task.game, judged, &said, false);
            send(told.clone());
            kept.push(told);
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if !asked.next(&mut review).await? {
            break;
        }
    }
    kept.push(finished(&task.game, &review.report()));
    Ok(Some(kept))
}

/// A player that answers the questions of a review on the engines' threads.
pub(super) struct Asked<'a> {
    app: &'a App,
    client: &'a str,
    task: &'a ReviewTask,
    stop: &'a Arc<AtomicBool>,
    moves: Vec<Move>,
    /// Travels to the engines' threads and back.
    player: Option<EachMove>,
}

impl<'a> Asked<'a> {
    pub(super) fn new(
        app: &'a App,
        client: &'a str,
        task: &'a ReviewTask,
        stop: &'a Arc<AtomicBool>,
    ) -> Answer<Asked<'a>> {
        let mut player = EachMove(task.player.reviewer()?);
        player.new_game(&task.game.start().rules(), Color::Black).map_err(Fail::internal)?;
        let moves = task.game.moves().iter().map(|played| played.mv).collect();
        Ok(Asked { app, client, task, stop, moves, player: Some(player) })
    }

    /// Answers the next question; false if there is none, or nobody wants the answer any more.
    pub(super) async fn next(&mut self, review: &mut Review) -> Answer<bool> {
        let (Some(question), Some(mut player)) = (review.question(), self.player.take()) else {
            return Ok(false);
        };
        let first = first_look(self.task.game.position().kind(), self.task.time);
        let (start, before) = (self.task.game.start().clone(), question.moves(&self.moves));
        let flag = Arc::clone(self.stop);
        let answer = self.app.work.submit(self.client, move || {
            let limits = question.limits(&first);
            let request = Request {
                start: &start,
                moves: &before,
                position: &question.position,
                limits: &limits,
                stop: &flag,
            };
            let told = player.analyze(&request, question.wanted(1), &mut |_| {});
            (player, told)
        })?;
        let (player, told) = answered(answer).await?;
        self.player = Some(player);
        // What was thought in a hurry is not kept.
        if !self.stop.load(Ordering::Relaxed) {
            review.answer(told.map_err(Fail::internal)?);
        }
        Ok(true)
    }

    /// Why a move was bad, found on the engines' threads.
    pub(super) async fn explain(&mut self, judged: &Judged) -> Answer<Vec<Text>> {
        if judged.class.is_none() {
            return Ok(Vec::new());
        }
        let (game, judged) = (self.task.game.clone(), judged.clone());
        answered(self.app.work.submit(self.client, move || explain(&game, &judged))?).await
    }
}
