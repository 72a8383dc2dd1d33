//! The teaching game: what the last move was worth, or what the other side threatens.

use crate::wire::Text;
use heibai_games::AnyPosition;
use heibai_review::causes::{Threat, threats};
use serde_json::{Value, json};

/// The answer to a lesson: the judged move, if there is one, and what threatens.
pub fn taught(ply: usize, judged: Option<Value>, threats: Vec<Value>) -> Value {
    json!({ "type": "taught", "ply": ply, "judged": judged, "threats": threats })
}

/// What the other side threatens, as it is shown.
pub fn threats_in(position: &AnyPosition) -> Vec<Value> {
    let view = |Threat { text, points }: Threat| {
        let points: Vec<u16> = points.into_iter().map(|point| point.0).collect();
        json!({ "text": Text::from(text), "points": points })
    };
    threats(position).into_iter().map(view).collect()
}
