//! Static judgements of a position, point by point: evaluations, shapes, and Go's network.

use crate::error::Answer;
use crate::line::Line;
use crate::wire::{Both, Text, point_of};
use heibai_engines::laboratory::{Glance, Judged, evaluations, glance};
use heibai_games::gomoku::shapes::{self, Shape};
use heibai_games::gomoku::{self, candidates};
use heibai_games::{AnyPosition, Color, Move, Position as _};
use heibai_words::{Say, laboratory as said};
use serde::Serialize;
use utoipa::ToSchema;

/// A number on a point; `point` is absent for a pass.
#[derive(Serialize, ToSchema)]
pub struct PointValue {
    #[schema(required)]
    point: Option<u16>,
    value: f64,
}

/// One evaluation, for Black.
#[derive(Serialize, ToSchema)]
pub struct EvaluationView {
    name: &'static str,
    label: Text,
    about: Text,
    value: i32,
    /// This many units change the odds by a factor of e; for colours.
    scale: f64,
    /// What each point adds; absent if the value is not a sum over the board.
    #[schema(required)]
    parts: Option<Vec<PointValue>>,
    /// The part of the value that belongs to no point.
    rest: i32,
    /// The value after each legal move.
    after: Vec<PointValue>,
}

/// How often a shape stands on the board.
#[derive(Serialize, ToSchema)]
pub struct ShapeCount {
    label: Text,
    score: i32,
    count: Both<u32>,
}

/// What a stone on a point would be worth by Gomoku's classic scores.
#[derive(Serialize, ToSchema)]
pub struct ShapeScore {
    point: u16,
    /// Its shapes for the side to move, and those it denies the other side.
    shape: i32,
    /// Its closeness to the centre.
    place: i32,
}

/// Go's network at a glance, for Black.
#[derive(Serialize, ToSchema)]
pub struct GlanceView {
    policy: Vec<PointValue>,
    ownership: Vec<f32>,
    win_rate: f64,
    lead: f64,
}

#[derive(Serialize, ToSchema)]
pub struct Judgements {
    evaluations: Vec<EvaluationView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shapes: Vec<ShapeCount>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scores: Vec<ShapeScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<GlanceView>,
}

/// Everything that can be said of a position without search.
pub fn judgements(of: &Line) -> Answer<Judgements> {
    let game = of.play()?;
    let position = game.position();
    let moves = game.move_list();
    let (shapes, scores) = match position {
        AnyPosition::Gomoku(board) => (counted(board), scored(board)),
        _ => Default::default(),
    };
    Ok(Judgements {
        evaluations: evaluations(position).into_iter().map(evaluation).collect(),
        shapes,
        scores,
        network: glance(game.start(), &moves).map(network),
    })
}

fn evaluation(judged: Judged) -> EvaluationView {
    let (label, about) = said::evaluation(judged.name);
    let rest = judged.parts.as_ref().map_or(0, |parts| parts.rest);
    let parts = judged.parts.map(|parts| {
        let part = |(point, value): (heibai_games::Point, i32)| PointValue {
            point: Some(point.0),
            value: f64::from(value),
        };
        parts.points.into_iter().map(part).collect()
    });
    let after = |&(mv, value): &(Move, i32)| PointValue { point: point_of(mv), value: f64::from(value) };
    EvaluationView {
        name: judged.name,
        label: label.into(),
        about: about.into(),
        value: judged.value,
        scale: judged.units_per_step,
        parts,
        rest,
        after: judged.after.iter().map(after).collect(),
    }
}

/// The shapes on the board, strongest first.
fn counted(board: &gomoku::Position) -> Vec<ShapeCount> {
    let variant = board.rules().variant();
    let counts = Color::BOTH.map(|side| shapes::count(board.board(), side, variant));
    let count = |&shape: &Shape| ShapeCount {
        label: shape.text().into(),
        score: shape.score(),
        count: Both { black: counts[0][shape as usize], white: counts[1][shape as usize] },
    };
    Shape::ALL.iter().rev().map(count).filter(|c| c.count.black + c.count.white > 0).collect()
}

fn scored(board: &gomoku::Position) -> Vec<ShapeScore> {
    let score = |c: gomoku::Candidate| ShapeScore { point: c.point.0, shape: c.shape, place: c.place };
    candidates(board, &mut || 0).into_iter().map(score).collect()
}

fn network(glance: Glance) -> GlanceView {
    let policy = |&(mv, p): &(Move, f32)| PointValue { point: point_of(mv), value: f64::from(p) };
    GlanceView {
        policy: glance.policy.iter().map(policy).collect(),
        ownership: glance.ownership,
        win_rate: glance.win_rate,
        lead: glance.lead,
    }
}
