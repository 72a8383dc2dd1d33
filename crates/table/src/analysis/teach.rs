//! The teaching game: what the last move was worth, or what the other side threatens.

use super::told::{AnalysisEvent, Taught, ThreatView};
use heibai_games::AnyPosition;
use heibai_review::causes::{Threat, threats};
use serde_json::Value;

/// The answer to a lesson: the judged move, if there is one, and what threatens.
pub fn taught(ply: usize, judged: Option<Value>, threats: Vec<ThreatView>) -> Value {
    AnalysisEvent::Taught(Taught { ply, judged, threats }).message()
}

/// What the other side threatens, as it is shown.
pub fn threats_in(position: &AnyPosition) -> Vec<ThreatView> {
    let view = |Threat { text, points }: Threat| {
        let points = points.into_iter().map(|point| point.0).collect();
        ThreatView { text: text.into(), points }
    };
    threats(position).into_iter().map(view).collect()
}
