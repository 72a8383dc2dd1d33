//! Texts about games on the wire.

use crate::wire::{Both, OutcomeView};
use heibai_games::{AnyPosition, Color, HalfPoints, Outcome, Position, Rules};
use heibai_words::results;

pub fn outcome(rules: &Rules, outcome: &Outcome) -> OutcomeView {
    OutcomeView {
        winner: outcome.winner.map(Into::into),
        reason: outcome.reason.name(),
        score: outcome.score.map(|s| Both { black: s.black.as_f64(), white: s.white.as_f64() }),
        margin: outcome.margin.map(HalfPoints::as_f64),
        text: results::settled(rules, outcome).into(),
        announced: results::announcement(rules, outcome).into(),
    }
}

/// The name of the rules, as it is chosen.
pub fn rules_name(rules: &Rules) -> String {
    rules.choice().rules.unwrap_or_default()
}

/// The board as a list of 0, 1 and 2.
pub fn cells(position: &AnyPosition) -> Vec<u8> {
    heibai_games::Point::all(position.size())
        .map(|p| match position.stone(p) {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        })
        .collect()
}
