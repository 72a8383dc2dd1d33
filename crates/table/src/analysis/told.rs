//! Analyses, judged moves and whole reviews on the wire.

use crate::wire::{Both, Candidate, Side, Text};
use heibai_games::player;
use heibai_games::{AnyPosition, Color, Match, Position, Value};
use heibai_review::{Class, Explained, Judged, Report, Summary, overview, praise};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is told about a position or a game while it is looked at. Every message carries the number of its question, `re`.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum AnalysisEvent {
    Analysis(AnalysisView),
    Review(Box<ReviewStep>),
    Reviewed(Reviewed),
    Taught(Taught),
}

/// What an analysis knows so far; values are those of the side to move.
#[derive(Serialize, ToSchema)]
pub struct AnalysisView {
    #[schema(required)]
    pub re: Option<u64>,
    /// The number of moves before the position.
    pub at: usize,
    pub ms: u64,
    pub nodes: u64,
    #[schema(required)]
    pub depth: Option<u32>,
    pub done: bool,
    pub candidates: Vec<Candidate>,
    #[schema(required)]
    pub score: Option<f64>,
    #[schema(required)]
    pub win_rate: Option<f64>,
    /// The expected result for the side to move, 0 to 1, in every game.
    #[schema(required)]
    pub expected: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<&'static str>,
    pub exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership: Option<Vec<f32>>,
}

/// A judged move.
#[derive(Serialize, ToSchema)]
pub struct ReviewStep {
    pub ply: usize,
    pub side: Side,
    /// Found by the quick first pass; a final message follows.
    pub quick: bool,
    pub played: Candidate,
    pub best: Candidate,
    /// What the move lost, in the game's unit if it has one, else in hundredths of the expected result.
    pub loss: f64,
    /// The part of the expected result that it lost.
    #[schema(required)]
    pub lost: Option<f64>,
    /// The loss in words, in the unit that counted; absent if nothing was lost.
    #[schema(required)]
    pub cost: Option<Text>,
    #[schema(required)]
    pub class: Option<&'static str>,
    /// Whether lists of mistakes include it: every mistake, and moves that cost much of the score but not the result.
    pub listed: bool,
    pub why: Vec<Text>,
    /// A mistake: the lesson of the first steps that teaches what it missed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<&'static str>,
    /// The word on a move that is no mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub praise: Option<Text>,
    /// The value of the position after the move for Black.
    pub value: GraphPoint,
}

/// What a position is worth to Black.
#[derive(Serialize, ToSchema)]
pub struct GraphPoint {
    pub ply: usize,
    #[schema(required)]
    pub score: Option<f64>,
    #[schema(required)]
    pub win_rate: Option<f64>,
}

/// The end of a review.
#[derive(Serialize, ToSchema)]
pub struct Reviewed {
    pub graph: Vec<GraphPoint>,
    /// The worst first.
    pub mistakes: Vec<MistakeView>,
    /// What is said of the whole game beside its mistakes.
    pub overview: Vec<Text>,
    pub sides: Both<Accuracy>,
}

/// A mistake in the list of a whole game.
#[derive(Serialize, ToSchema)]
pub struct MistakeView {
    pub ply: usize,
    pub side: Side,
    pub loss: f64,
    #[schema(required)]
    pub lost: Option<f64>,
    pub class: &'static str,
    pub played: String,
    pub best: String,
}

/// How accurately a side played, as shares; by phase where it made moves in it.
#[derive(Serialize, ToSchema)]
pub struct Accuracy {
    #[schema(required)]
    pub accuracy: Option<f64>,
    #[schema(required)]
    pub opening: Option<f64>,
    #[schema(required)]
    pub midgame: Option<f64>,
    #[schema(required)]
    pub endgame: Option<f64>,
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
}

/// What the last move of a game was worth, or what the other side threatens now.
#[derive(Serialize, ToSchema)]
pub struct Taught {
    pub ply: usize,
    #[schema(required, value_type = Option<ReviewStep>)]
    pub judged: Option<serde_json::Value>,
    pub threats: Vec<ThreatView>,
}

/// What the other side threatens, and where.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct ThreatView {
    pub text: Text,
    pub points: Vec<u16>,
}

impl AnalysisEvent {
    /// The message without its number.
    pub(super) fn message(self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// What a move lost, in the game's unit if it has one, else in hundredths of the expected result.
fn loss(judged: &Judged) -> f64 {
    let lost = judged.lost.unwrap_or(0.0);
    judged.lost_score.filter(|_| lost > 0.0).unwrap_or(100.0 * lost).max(0.0)
}

/// A judged move; if `quick`, a closer look may follow.
pub(super) fn step(
    game: &Match<AnyPosition>,
    judged: &Judged,
    said: &Explained,
    quick: bool,
) -> serde_json::Value {
    let position = game.position_after(judged.number);
    let view = |told: &player::Candidate| {
        let view = Candidate::new(&position, told.mv, told.value, &told.line);
        Candidate { depth: judged.analysis.depth, nodes: told.nodes, ..view }
    };
    let for_black = |value: Value| if judged.side == Color::Black { value } else { value.turned() };
    let step = ReviewStep {
        ply: judged.number + 1,
        side: judged.side.into(),
        quick,
        played: view(&judged.played),
        best: view(&judged.best),
        loss: loss(judged),
        lost: judged.lost,
        cost: judged.loss().map(|loss| Text::from(loss.text(&position.rules()))),
        class: judged.class.map(|class| class.name()),
        listed: judged.is_listed(),
        why: said.why.iter().cloned().map(Text::from).collect(),
        lesson: said.lesson,
        praise: praise(&position, judged).filter(|_| !quick && said.why.is_empty()).map(Text::from),
        value: GraphPoint::new(judged.number + 1, judged.played.value.map(for_black)),
    };
    AnalysisEvent::Review(Box::new(step)).message()
}

impl GraphPoint {
    fn new(ply: usize, value: Option<Value>) -> GraphPoint {
        let score = value.and_then(|value| value.score());
        GraphPoint { ply, score, win_rate: value.and_then(|value| value.expected()) }
    }
}

/// The end of a review.
pub(super) fn finished(game: &Match<AnyPosition>, report: &Report) -> serde_json::Value {
    let position = game.position();
    let mut worst: Vec<(&Judged, Class)> =
        report.moves.iter().filter_map(|judged| Some((judged, judged.class?))).collect();
    worst.sort_by(|(a, _), (b, _)| b.lost.unwrap_or(0.0).total_cmp(&a.lost.unwrap_or(0.0)));
    let mistake = |(judged, class): (&Judged, Class)| MistakeView {
        ply: judged.number + 1,
        side: judged.side.into(),
        loss: loss(judged),
        lost: judged.lost,
        class: class.name(),
        played: position.write_move(judged.played.mv),
        best: position.write_move(judged.best.mv),
    };
    let reviewed = Reviewed {
        graph: report.graph.iter().map(|(ply, value)| GraphPoint::new(*ply, Some(*value))).collect(),
        mistakes: worst.into_iter().map(mistake).collect(),
        overview: overview(game, report).into_iter().map(Text::from).collect(),
        sides: Both::of(|side| report.sides[side.index()].into()),
    };
    AnalysisEvent::Reviewed(reviewed).message()
}

impl From<Summary> for Accuracy {
    fn from(Summary { accuracy, phases, classes, .. }: Summary) -> Accuracy {
        let [inaccuracies, mistakes, blunders] = classes;
        let [opening, midgame, endgame] = phases;
        Accuracy { accuracy, opening, midgame, endgame, inaccuracies, mistakes, blunders }
    }
}
