//! Review of a whole game: the value of every position, the mistakes, largest first.

use super::value::{self, Look};
use crate::app::App;
use crate::error::Answer;
use crate::line::Line;
use crate::opponent::Opponent;
use crate::room::Outbox;
use crate::socket::error_message;
use crate::view::to_json;
use crate::wire::Side;
use axum::extract::ws::Utf8Bytes;
use heibai_games::matches::Played;
use heibai_games::{AnyPosition, Color, Match, Position, Value};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const USUAL_MS: u64 = 300;
const MOST_MS: u64 = 60_000;

pub(crate) struct Review {
    game: Match<AnyPosition>,
    time: Duration,
    player: Opponent,
}

impl Review {
    pub(crate) fn new(of: &Line, ms_per_move: Option<u64>, player: Opponent) -> Answer<Review> {
        let game = of.play()?;
        let time = Duration::from_millis(ms_per_move.unwrap_or(USUAL_MS).clamp(1, MOST_MS));
        Ok(Review { game, time, player })
    }

    async fn value(
        &self,
        app: &App,
        client: &str,
        game: &Match<AnyPosition>,
        stop: &Arc<AtomicBool>,
    ) -> Answer<Look> {
        value::of_position(app, client, game, &self.player, self.time, stop).await
    }
}

pub(crate) fn review(
    app: App,
    client: String,
    outbox: Outbox,
    re: Option<u64>,
    review: Review,
    stop: Arc<AtomicBool>,
) {
    tokio::spawn(async move {
        if let Err(fail) = run(&app, &client, &outbox, re, &review, &stop).await {
            outbox.send(Utf8Bytes::from(to_json(&error_message(re, &fail))));
        }
    });
}

/// The moves that a side chose, each with the game before it.
fn chosen(game: &Match<AnyPosition>) -> Answer<Vec<(usize, Match<AnyPosition>, Played)>> {
    let mut before = Match::new(game.start().clone());
    let mut list = Vec::new();
    for (index, played) in game.moves().iter().enumerate().filter(|(_, m)| !m.forced) {
        list.push((index, before.clone(), *played));
        before.play(played.mv, Duration::ZERO)?;
    }
    Ok(list)
}

async fn run(
    app: &App,
    client: &str,
    outbox: &Outbox,
    re: Option<u64>,
    review: &Review,
    stop: &Arc<AtomicBool>,
) -> Answer<()> {
    let send = |value: serde_json::Value| outbox.send(Utf8Bytes::from(to_json(&value)));
    // From the end backwards: the value after a move is known when the move is judged.
    let mut after = review.value(app, client, &review.game, stop).await?;
    let mut after_side = review.game.position().turn();
    let (mut graph, mut mistakes) = (Vec::new(), Vec::new());
    graph.push(point(review.game.moves().len(), after_side, &after));
    for (index, before, played) in chosen(&review.game)?.into_iter().rev() {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let side = played.color;
        let known = if after_side == side { after.clone() } else { after.clone().turned() };
        let mut best = review.value(app, client, &before, stop).await?;
        let position = before.position();
        let best_move = best.line.first().copied().unwrap_or(played.mv);
        best.line.drain(..best.line.len().min(1));
        // What was played may turn out better than what the shorter look found.
        let played_is_best = best_move == played.mv || known.better_than(&best).is_gt();
        let (best, best_move) = if played_is_best { (known.clone(), played.mv) } else { (best, best_move) };
        let loss = known.loss(&best);
        let view = known.candidate(position, played.mv);
        let best_view = best.candidate(position, best_move);
        if known.is_mistake(&best, position.kind()) {
            mistakes.push((
                loss,
                json!({
                    "ply": index + 1, "side": Side::from(side), "loss": loss,
                    "played": view.name, "best": best_view.name,
                }),
            ));
        }
        graph.push(point(index, side, &best));
        send(json!({
            "type": "review", "re": re, "ply": index + 1, "side": Side::from(side),
            "played": view, "best": best_view, "loss": loss,
        }));
        (after, after_side) = (best, side);
    }
    graph.reverse();
    mistakes.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mistakes: Vec<_> = mistakes.into_iter().map(|(_, m)| m).collect();
    send(json!({ "type": "reviewed", "re": re, "graph": graph, "mistakes": mistakes }));
    Ok(())
}

/// A point of the graph, seen from Black.
fn point(ply: usize, side: Color, look: &Look) -> serde_json::Value {
    let black = if side == Color::Black { look.value } else { look.value.map(Value::turned) };
    let (score, win_rate) = (black.and_then(|v| v.score()), black.and_then(|v| v.win_rate()));
    json!({ "ply": ply, "score": score, "win_rate": win_rate })
}
