//! The teaching game: the value of the last move, or the other side's threats.

use super::told::{AnalysisEvent, Taught, ThreatView};
use heibai_games::AnyPosition;
use heibai_review::causes::{Threat, threats};
use serde_json::Value;

/// The answer: the judged move, if there is one, and the threats.
pub fn taught(ply: usize, judged: Option<Value>, threats: Vec<ThreatView>) -> Value {
    AnalysisEvent::Taught(Taught { ply, judged, threats }).message()
}

/// The other side's threats, as they are shown.
pub fn threats_in(position: &AnyPosition) -> Vec<ThreatView> {
    let view = |Threat { text, points }: Threat| {
        let points = points.into_iter().map(|point| point.0).collect();
        ThreatView { text: text.into(), points }
    };
    threats(position).into_iter().map(view).collect()
}
