//! What a move or a position is worth to the side to move, by asking a player or the referee.

use crate::app::App;
use crate::engine::Question;
use crate::error::{Answer, Code, Fail};
use crate::opponent::Opponent;
use heibai_games::player::{Analysis, Candidate, Thought, Wanted};
use heibai_games::{AnyPosition, Kind, Limits, Match, Move, Outcome, Player, Position, Value};
use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A look at a move or a position, told for the side to move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    pub value: Option<Value>,
    pub depth: Option<u32>,
    pub nodes: u64,
    /// The moves that follow.
    pub line: Vec<Move>,
}

impl Look {
    /// The same for the other side.
    pub(crate) fn turned(self) -> Look {
        Look { value: self.value.map(Value::turned), ..self }
    }

    fn of_end(position: &AnyPosition, outcome: &Outcome) -> Look {
        Look { value: Some(Value::of_end(position, outcome)), ..Look::default() }
    }

    pub(crate) fn of_thought(thought: Thought) -> Look {
        let Thought { value, depth, nodes, line, .. } = thought;
        Look { value: value.filter(Value::is_finite), depth, nodes, line }
    }

    pub(crate) fn of_candidate(candidate: Candidate, depth: Option<u32>) -> Look {
        let Candidate { value, nodes, line, .. } = candidate;
        Look { value: value.filter(Value::is_finite), depth, nodes, line: line.into_iter().skip(1).collect() }
    }

    pub(crate) fn is_proved(&self) -> bool {
        self.value.is_some_and(|value| value.is_proved())
    }

    /// Orders looks from worst to best; what is not known counts as even.
    pub(crate) fn better_than(&self, other: &Look) -> Ordering {
        match (&self.value, &other.value) {
            (Some(a), Some(b)) => a.compare(b),
            _ => self.chance().total_cmp(&other.chance()),
        }
    }

    /// The expected result; an even chance where nothing is known.
    fn chance(&self) -> f64 {
        self.value.and_then(|value| value.expected()).unwrap_or(0.5)
    }

    fn score(&self) -> Option<f64> {
        self.value.and_then(|value| value.score())
    }

    /// How much worse this is than `best`: in the game's unit, or in hundredths of the expected result.
    pub(crate) fn loss(&self, best: &Look) -> f64 {
        let loss = match (best.score(), self.score()) {
            (Some(best), Some(this)) => best - this,
            _ => 100.0 * (best.chance() - self.chance()),
        };
        loss.max(0.0)
    }

    /// Whether a move with this value instead of `best` is worth a word. Two short looks never quite agree:
    /// only what is more than that counts, or what is proved.
    pub(crate) fn is_mistake(&self, best: &Look, kind: Kind) -> bool {
        let (loss, chance) = (self.loss(best), best.chance() - self.chance());
        let by_score = self.score().is_some() && best.score().is_some();
        match kind {
            // A proved win that takes longer is still the win.
            Kind::Gomoku => chance >= 0.1,
            _ if self.is_proved() && best.is_proved() => loss > 0.0,
            Kind::Othello => loss >= if by_score { 2.0 } else { 5.0 },
            Kind::Go => chance >= 0.05 || (by_score && loss >= 2.0),
        }
    }

    pub(crate) fn proved(&self) -> Option<&'static str> {
        Some(self.value?.verdict()?.name())
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
) -> Answer<Look> {
    if let Some(outcome) = game.outcome().or_else(|| game.position().outcome()) {
        return Ok(Look::of_end(game.position(), &outcome));
    }
    let answer = ask(app, client, game, by, time, stop, |question, player| {
        question.ask(player).map_err(Fail::internal)
    })
    .await?;
    Ok(Look::of_thought(answer.thought))
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
) -> Answer<Look> {
    let side = game.position().turn();
    let mut after = game.clone();
    after.play(mv, Duration::ZERO)?;
    let look = of_position(app, client, &after, by, time, stop).await?;
    Ok(if after.position().turn() == side { look } else { look.turned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::value::Amount;

    fn value(score: f64, win_rate: f64, exact: bool) -> Look {
        let amount = Amount::Units { units: score, win_rate: Some(win_rate) };
        let value = if exact { Value::proved(amount) } else { Value::estimated(amount) };
        Look { value: Some(value), ..Look::default() }
    }

    #[test]
    fn a_mistake_is_more_than_the_noise_of_two_looks() {
        let mistake = |kind, played: Look, best: Look| played.is_mistake(&best, kind);
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
