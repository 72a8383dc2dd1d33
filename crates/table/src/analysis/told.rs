//! Judged moves and whole reviews as clients read them.

use crate::wire::{Candidate, Side, Text};
use heibai_games::player;
use heibai_games::{AnyPosition, Match, Value};
use heibai_review::{Judged, Report, Summary};
use heibai_words::Say;
use serde_json::json;

/// What a move gave away in the game's unit, else in hundredths of the expected result.
fn loss(judged: &Judged) -> f64 {
    let lost = judged.lost.unwrap_or(0.0);
    judged.lost_score.filter(|_| lost > 0.0).unwrap_or(100.0 * lost).max(0.0)
}

/// A judged move; after a `quick` look only, a closer one may follow.
pub(super) fn step(
    game: &Match<AnyPosition>,
    judged: &Judged,
    why: &[heibai_words::Text],
    quick: bool,
) -> serde_json::Value {
    let position = game.position_after(judged.number);
    let view = |told: &player::Candidate| {
        let view = Candidate::new(&position, told.mv, told.value, &told.line);
        Candidate { depth: judged.analysis.depth, nodes: told.nodes, ..view }
    };
    let why: Vec<Text> = why.iter().cloned().map(Text::from).collect();
    json!({
        "type": "review", "ply": judged.number + 1, "side": Side::from(judged.side), "quick": quick,
        "played": view(&judged.played), "best": view(&judged.best), "loss": loss(judged), "lost": judged.lost,
        "cost": judged.loss().map(|loss| Text::from(loss.text())),
        "class": judged.class.map(|class| class.name()), "why": why,
        "value": point(judged.number + 1, &for_black(judged)),
    })
}

/// What the position after a judged move is worth to Black.
fn for_black(judged: &Judged) -> Option<Value> {
    let value = judged.played.value?;
    Some(if judged.side == heibai_games::Color::Black { value } else { value.turned() })
}

/// The end of a review.
pub(super) fn finished(game: &Match<AnyPosition>, report: &Report) -> serde_json::Value {
    let position = game.position();
    let mut worst: Vec<&Judged> = report.moves.iter().filter(|judged| judged.class.is_some()).collect();
    worst.sort_by(|a, b| b.lost.unwrap_or(0.0).total_cmp(&a.lost.unwrap_or(0.0)));
    let mistakes: Vec<_> = worst.into_iter().map(|judged| mistake(position, judged)).collect();
    let graph: Vec<_> = report.graph.iter().map(|(ply, value)| point(*ply, &Some(*value))).collect();
    let [black, white] = report.sides.map(side);
    json!({
        "type": "reviewed", "graph": graph, "mistakes": mistakes, "sides": { "black": black, "white": white },
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
fn point(ply: usize, value: &Option<Value>) -> serde_json::Value {
    json!({
        "ply": ply, "score": value.and_then(|value| value.score()), "win_rate": value.and_then(|value| value.expected()),
    })
}

fn side(summary: Summary) -> serde_json::Value {
    let [inaccuracies, mistakes, blunders] = summary.classes;
    let [opening, midgame, endgame] = summary.phases;
    json!({
        "accuracy": summary.accuracy, "opening": opening, "midgame": midgame, "endgame": endgame,
        "inaccuracies": inaccuracies, "mistakes": mistakes, "blunders": blunders,
    })
}
