//! What a move or a position is worth to the side to move, by asking a player or the referee.

use crate::app::App;
use crate::engine::Question;
use crate::error::{Answer, Code, Fail};
use crate::opponent::Opponent;
use heibai_games::player::{Analysis, Candidate, Thought, Wanted};
use heibai_games::{AnyPosition, Color, Kind, Limits, Match, Move, Outcome, Player, Position};
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

    pub(crate) fn of_candidate(candidate: Candidate, depth: Option<u32>) -> Value {
        let finite = |value: Option<f64>| value.filter(|v| v.is_finite());
        Value {
            score: finite(candidate.score),
            win_rate: finite(candidate.win_rate),
            exact: candidate.exact,
            depth,
            nodes: candidate.nodes,
            line: candidate.line.into_iter().skip(1).collect(),
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

    /// Whether a move with this value instead of `best` is worth a word. Two short looks never quite agree:
    /// only what is more than that counts, or what is proved.
    pub(crate) fn is_mistake(&self, best: &Value, kind: Kind) -> bool {
        let (loss, chance) = (self.loss(best), best.chance() - self.chance());
        let by_score = self.score.is_some() && best.score.is_some();
        match kind {
            // A proved win that takes longer is still the win.
            Kind::Gomoku => chance >= 0.1,
            _ if self.exact && best.exact => loss > 0.0,
            Kind::Othello => loss >= if by_score { 2.0 } else { 5.0 },
            Kind::Go => chance >= 0.05 || (by_score && loss >= 2.0),
        }
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
    by: &Opponent,
    time: Duration,
    stop: &Arc<AtomicBool>,
) -> Answer<Value> {
    let side = game.position().turn();
    if let Some(outcome) = game.outcome().or_else(|| game.position().outcome()) {
        return Ok(Value::of_end(&outcome, side));
    }
    let answer = ask(app, client, game, by, time, stop, |question, player| {
        question.ask(player).map_err(Fail::internal)
    })
    .await?;
    Ok(Value::of_thought(answer.thought))
}

/// What the player itself thinks of the moves of a position.
pub(crate) async fn own_analysis(
    app: &App,
    client: &str,
    game: &Match<AnyPosition>,
    by: &Opponent,
    time: Duration,
    moves: usize,
    stop: &Arc<AtomicBool>,
) -> Answer<Analysis> {
    let wanted = Wanted { moves, ownership: game.position().kind() == Kind::Go };
    ask(app, client, game, by, time, stop, move |question, player| {
        question.analyze(player, wanted).map_err(Fail::internal)
    })
    .await
}

/// Puts a question to a player on the engines' threads; the player is kept for the next question.
async fn ask<T: Send + 'static>(
    app: &App,
    client: &str,
    game: &Match<AnyPosition>,
    by: &Opponent,
    time: Duration,
    stop: &Arc<AtomicBool>,
    put: impl FnOnce(&Question, &mut dyn Player) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let question = Question {
        start: game.start().clone(),
        moves: game.moves().iter().map(|m| m.mv).collect(),
        position: game.position().clone(),
        limits: Limits { move_time: Some(time), ..Limits::default() },
        stop: Arc::clone(stop),
    };
    let kind = question.position.kind();
    let (key, by, inner) = (format!("analysis {client} {} {kind}", by.name()), by.clone(), app.clone());
    let answer = app.work.submit(client, move || {
        let mut player = inner.bench.take(&key).map_or_else(|| by.player(), Ok)?;
        let answer = put(&question, &mut *player);
        inner.bench.put(key, player);
        answer
    })?;
    answer.await.map_err(|_| Fail::from(Code::Internal))?
}

/// The value of a move for the side that makes it.
pub(crate) async fn of_move(
    app: &App,
    client: &str,
    game: &Match<AnyPosition>,
    mv: Move,
    by: &Opponent,
    time: Duration,
    stop: &Arc<AtomicBool>,
) -> Answer<Value> {
    let side = game.position().turn();
    let mut after = game.clone();
    after.play(mv, Duration::ZERO)?;
    if let Some(outcome) = after.outcome() {
        return Ok(Value::of_end(&outcome, side));
    }
    let value = of_position(app, client, &after, by, time, stop).await?;
    Ok(if after.position().turn() == side { value } else { value.turned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(score: f64, win_rate: f64, exact: bool) -> Value {
        Value { score: Some(score), win_rate: Some(win_rate), exact, ..Value::default() }
    }

    #[test]
    fn a_mistake_is_more_than_the_noise_of_two_looks() {
        let mistake = |kind, played: Value, best: Value| played.is_mistake(&best, kind);
        assert!(!mistake(Kind::Gomoku, value(-11.0, 0.49, false), value(0.0, 0.5, false)));
        assert!(mistake(Kind::Gomoku, value(-400.0, 0.3, false), value(0.0, 0.5, false)));
        assert!(!mistake(Kind::Go, value(1.0, 0.55, false), value(1.4, 0.57, false)));
        assert!(mistake(Kind::Go, value(-2.0, 0.45, false), value(0.5, 0.52, false)));
        assert!(!mistake(Kind::Othello, value(3.0, 0.6, false), value(4.0, 0.62, false)));
        assert!(mistake(Kind::Othello, value(2.0, 1.0, false), value(4.0, 1.0, false)));
        // Where both are proved, every disc counts.
        assert!(mistake(Kind::Othello, value(3.0, 1.0, true), value(4.0, 1.0, true)));
        assert!(!mistake(Kind::Gomoku, value(29_980.0, 1.0, true), value(29_990.0, 1.0, true)));
    }
}
