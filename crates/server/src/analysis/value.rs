//! What a move or a position is worth to the side to move, by asking a player or the referee.

use crate::app::App;
use crate::engine::{Question, player};
use crate::error::{Answer, Code, Fail};
use heibai_games::player::Thought;
use heibai_games::{AnyPosition, Color, Limits, Match, Move, Outcome, Position};
use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub(crate) struct Value {
    pub score: Option<f64>,
    pub win_rate: Option<f64>,
    pub exact: bool,
    pub depth: Option<u32>,
    pub nodes: u64,
    /// The moves that follow.
    pub line: Vec<Move>,
}

impl Value {
    /// The value for the other side.
    pub(crate) fn turned(self) -> Value {
        Value { score: self.score.map(|s| -s), win_rate: self.win_rate.map(|w| 1.0 - w), ..self }
    }

    fn of_end(outcome: &Outcome, side: Color) -> Value {
        let sign = match outcome.winner {
            Some(winner) if winner == side => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
        let score = outcome.margin.map(|m| sign * m.as_f64());
        Value { score, win_rate: Some((sign + 1.0) / 2.0), exact: true, ..Value::default() }
    }

    pub(crate) fn of_thought(thought: Thought) -> Value {
        let finite = |value: Option<f64>| value.filter(|v| v.is_finite());
        Value {
            score: finite(thought.score),
            win_rate: finite(thought.win_rate),
            exact: thought.exact,
            depth: thought.depth,
            nodes: thought.nodes,
            line: thought.line,
        }
    }

    /// Orders values from worst to best: by the score where both have one, else by the expected result.
    pub(crate) fn better_than(&self, other: &Value) -> Ordering {
        match (self.score, other.score) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            _ => self.chance().total_cmp(&other.chance()),
        }
    }

    /// The expected result; an even chance where nothing is known but the sign of the score.
    fn chance(&self) -> f64 {
        let by_sign = || self.score.map_or(0.5, |s| 0.5 + 0.5 * s.signum() * f64::from(u8::from(s != 0.0)));
        self.win_rate.unwrap_or_else(by_sign)
    }

    /// How much worse this is than `best`: in the game's unit, or in hundredths of the expected result.
    pub(crate) fn loss(&self, best: &Value) -> f64 {
        let loss = match (best.score, self.score) {
            (Some(best), Some(this)) => best - this,
            _ => 100.0 * (best.chance() - self.chance()),
        };
        loss.max(0.0)
    }

    pub(crate) fn proved(&self) -> Option<&'static str> {
        let value = self.exact.then(|| self.score.or(self.win_rate.map(|w| w - 0.5)))??;
        Some(match value {
            v if v > 0.0 => "win",
            v if v < 0.0 => "loss",
            _ => "draw",
        })
    }
}

/// The value of the position of a game for the side to move.
pub(crate) async fn of_position(
    app: &App,
    client: &str,
    game: &Match<AnyPosition>,
    name: &str,
    time: Duration,
    stop: &Arc<AtomicBool>,
) -> Answer<Value> {
    let side = game.position().turn();
    if let Some(outcome) = game.outcome().or_else(|| game.position().outcome()) {
        return Ok(Value::of_end(&outcome, side));
    }
    let question = Question {
        start: game.start().clone(),
        moves: game.moves().iter().map(|m| m.mv).collect(),
        position: game.position().clone(),
        limits: Limits { move_time: Some(time), ..Limits::default() },
        stop: Arc::clone(stop),
    };
    let (key, name, inner) = (format!("analysis {client} {name}"), name.to_owned(), app.clone());
    let answer = app.work.submit(client, move || {
        let kind = question.position.kind();
        let key = format!("{key} {kind}");
        let mut player = inner.bench.take(&key).map_or_else(|| player(&name, kind), Ok)?;
        let answer = question.ask(&mut *player).map_err(Fail::internal);
        inner.bench.put(key, player);
        answer
    })?;
    let answer = answer.await.map_err(|_| Fail::from(Code::Internal))??;
    Ok(Value::of_thought(answer.thought))
}

/// The value of a move for the side that makes it.
pub(crate) async fn of_move(
    app: &App,
    client: &str,
    game: &Match<AnyPosition>,
    mv: Move,
    name: &str,
    time: Duration,
    stop: &Arc<AtomicBool>,
) -> Answer<Value> {
    let side = game.position().turn();
    let mut after = game.clone();
    after.play(mv, Duration::ZERO)?;
    if let Some(outcome) = after.outcome() {
        return Ok(Value::of_end(&outcome, side));
    }
    let value = of_position(app, client, &after, name, time, stop).await?;
    Ok(if after.position().turn() == side { value } else { value.turned() })
}
