//! Review of a whole game, move by move as it is judged; what a mistake is decides `heibai_review`.

use crate::app::App;
use crate::error::{Answer, Fail};
use crate::line::Line;
use crate::opponent::Opponent;
use crate::room::Outbox;
use crate::socket::error_message;
use crate::view::to_json;
use crate::wire::{Candidate, Side, Text};
use crate::work::answered;
use axum::extract::ws::Utf8Bytes;
use heibai_games::player::{self, Wanted};
use heibai_games::{AnyPosition, Color, Match, Move, Player, Position, Request, Value};
use heibai_review::{EachMove, Judged, Review, Summary, explain, first_look};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const USUAL_MS: u64 = 300;
const MOST_MS: u64 = 60_000;

/// What to review, by whom, and how closely.
pub(crate) struct ReviewTask {
    game: Match<AnyPosition>,
    time: Duration,
    player: Opponent,
}

impl ReviewTask {
    pub(crate) fn new(of: &Line, ms_per_move: Option<u64>, player: Opponent) -> Answer<ReviewTask> {
        let game = of.play()?;
        let time = Duration::from_millis(ms_per_move.unwrap_or(USUAL_MS).clamp(1, MOST_MS));
        Ok(ReviewTask { game, time, player })
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
        if let Err(fail) = run(&app, &client, &outbox, re, &task, &stop).await {
            outbox.send(Utf8Bytes::from(to_json(&error_message(re, &fail))));
        }
    });
}

async fn run(
    app: &App,
    client: &str,
    outbox: &Outbox,
    re: Option<u64>,
    task: &ReviewTask,
    stop: &Arc<AtomicBool>,
) -> Answer<()> {
    let send = |value: serde_json::Value| outbox.send(Utf8Bytes::from(to_json(&value)));
    let moves: Vec<Move> = task.game.moves().iter().map(|played| played.mv).collect();
    let first = first_look(task.game.position().kind(), task.time);
    let mut player = EachMove(task.player.player()?);
    player.new_game(&task.game.start().rules(), Color::Black).map_err(Fail::internal)?;
    let mut review = Review::new(task.game.clone());
    while let Some(question) = review.question() {
        let limits = question.limits(&first);
        let (start, before) = (task.game.start().clone(), moves[..question.number].to_vec());
        let (position, flag) = (question.position, Arc::clone(stop));
        // The player travels to the engines' threads and back.
        let answer = app.work.submit(client, move || {
            let request =
                Request { start: &start, moves: &before, position: &position, limits: &limits, stop: &flag };
            let told = player.analyze(&request, Wanted::default(), &mut |_| {});
            (player, told)
        })?;
        let (back, told) = answered(answer).await?;
        player = back;
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        if let Some(judged) = review.answer(told.map_err(Fail::internal)?) {
            send(step(re, &task.game, judged));
        }
    }
    let report = review.report();
    let position = task.game.position();
    let mut worst: Vec<&Judged> = report.moves.iter().filter(|judged| judged.class.is_some()).collect();
    worst.sort_by(|a, b| b.lost.unwrap_or(0.0).total_cmp(&a.lost.unwrap_or(0.0)));
    let mistakes: Vec<_> = worst.into_iter().map(|judged| mistake(position, judged)).collect();
    let graph: Vec<_> = report.graph.iter().map(|(ply, value)| point(*ply, value)).collect();
    let [black, white] = report.sides.map(side);
    let sides = json!({ "black": black, "white": white });
    send(json!({ "type": "reviewed", "re": re, "graph": graph, "mistakes": mistakes, "sides": sides }));
    Ok(())
}

/// What a move gave away in the game's unit, else in hundredths of the expected result.
fn loss(judged: &Judged) -> f64 {
    let lost = judged.lost.unwrap_or(0.0);
    judged.lost_score.filter(|_| lost > 0.0).unwrap_or(100.0 * lost).max(0.0)
}

/// A judged move, as the page shows it.
fn step(re: Option<u64>, game: &Match<AnyPosition>, judged: &Judged) -> serde_json::Value {
    let position = game.position_after(judged.number);
    let view = |told: &player::Candidate| {
        let view = Candidate::new(&position, told.mv, told.value, &told.line);
        Candidate { depth: judged.analysis.depth, nodes: told.nodes, ..view }
    };
    let why: Vec<Text> = explain(game, judged).into_iter().map(Text::from).collect();
    json!({
        "type": "review", "re": re, "ply": judged.number + 1, "side": Side::from(judged.side),
        "played": view(&judged.played), "best": view(&judged.best), "loss": loss(judged), "lost": judged.lost,
        "class": judged.class.map(|class| class.name()), "why": why,
    })
}

fn mistake(position: &AnyPosition, judged: &Judged) -> serde_json::Value {
    json!({
        "ply": judged.number + 1, "side": Side::from(judged.side), "loss": loss(judged), "lost": judged.lost,
        "class": judged.class.map(|class| class.name()),
        "played": position.write_move(judged.played.mv), "best": position.write_move(judged.best.mv),
    })
}

/// A point of the graph, seen from Black.
fn point(ply: usize, value: &Value) -> serde_json::Value {
    json!({ "ply": ply, "score": value.score(), "win_rate": value.expected() })
}

fn side(summary: Summary) -> serde_json::Value {
    let [inaccuracies, mistakes, blunders] = summary.classes;
    let [opening, midgame, endgame] = summary.phases;
    json!({
        "accuracy": summary.accuracy, "opening": opening, "midgame": midgame, "endgame": endgame,
        "inaccuracies": inaccuracies, "mistakes": mistakes, "blunders": blunders,
    })
}
