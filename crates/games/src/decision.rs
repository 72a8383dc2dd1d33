//! What a player answers when a game asks: a move, an opening stone, or a choice of colours. How a player that only
//! knows what positions are worth decides in an opening is this file.

use crate::board::Color;
use crate::due::Due;
use crate::gomoku::opening::Choice;
use crate::kind::AnyPosition;
use crate::matches::Match;
use crate::player::{Act, Answer, Candidate, Fault, Limits, Player, Request, Wanted};
use crate::position::{Move, Position as _};
use crate::value::Amount;
use std::sync::atomic::AtomicBool;

/// What a player decided.
#[derive(Clone, PartialEq, Debug)]
pub enum Decision {
    /// A move, an opening stone, or resignation.
    Act(Answer),
    /// A choice of an opening.
    Choose(Choice),
}

impl Match<AnyPosition> {
    /// Asks the player whose turn it is for what the game waits for.
    pub fn ask(
        &self,
        player: &mut dyn Player,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Decision, Fault> {
        let moves: Vec<Move> = self.moves().iter().map(|played| played.mv).collect();
        let request = Request { start: self.start(), moves: &moves, position: self.position(), limits, stop };
        match self.request() {
            due @ (Due::Stone { .. } | Due::Choice { .. }) => player.decide(&request, due),
            _ => player.choose(&request).map(Decision::Act),
        }
    }
}

/// Values this close to even are called even, in an evaluation's unit and as a part of the chance to win.
const EVEN: (f64, f64) = (60.0, 0.07);
/// Moves to choose the evenest from.
const CHOICE: usize = 12;

/// Decides by the player's own analysis: it aims at an even game where the other side will choose, and takes the better
/// colour where it may choose itself. A player that tells no values keeps the colour that is to move.
pub(crate) fn by_analysis<P: Player + ?Sized>(
    player: &mut P,
    request: &Request<'_>,
    due: Due,
) -> Result<Decision, Fault> {
    match due {
        Due::Stone { left: 1, .. } => {
            let wanted = Wanted { moves: CHOICE, ..Wanted::default() };
            let thoughts = player.analyze(request, wanted, &mut |_| {})?;
            let evenest =
                thoughts.candidates.iter().min_by(|a, b| advantage(a).abs().total_cmp(&advantage(b).abs()));
            match evenest {
                Some(candidate) => Ok(Decision::Act(Answer::of(Act::Play(candidate.mv)))),
                None => player.choose(request).map(Decision::Act),
            }
        }
        Due::Choice { options, .. } => {
            let thoughts = player.analyze(request, Wanted::default(), &mut |_| {})?;
            let best = thoughts.candidates.first();
            let (value, even) = best.map_or((0.0, false), |best| (advantage(best), is_even(best)));
            Ok(Decision::Choose(choice(request.position, value, even, options)))
        }
        _ => player.choose(request).map(Decision::Act),
    }
}

/// What to choose where the position is worth `value` to the side to move.
pub fn choice(position: &AnyPosition, value: f64, even: bool, options: &[Choice]) -> Choice {
    match position.turn() {
        _ if even && options.contains(&Choice::TwoMore) => Choice::TwoMore,
        Color::Black if value >= 0.0 => Choice::Black,
        Color::White if value < 0.0 => Choice::Black,
        _ => Choice::White,
    }
}

/// What a move is worth to its side; 0 where the player does not say.
fn advantage(candidate: &Candidate) -> f64 {
    candidate.value.map_or(0.0, |value| value.lead())
}

fn is_even(candidate: &Candidate) -> bool {
    candidate.value.is_some_and(|value| match value.amount {
        Amount::WinRate(rate) => (rate - 0.5).abs() < EVEN.1,
        _ => value.lead().abs() < EVEN.0,
    })
}
