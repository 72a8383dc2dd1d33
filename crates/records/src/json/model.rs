//! The fields of the current version.

use crate::error::MAX_NODES;
use crate::error::excerpt;
use crate::record::{Ending, Record, Side};
use crate::tree::{Mark, MarkShape, Node, NodeId, Step, Tree};
use heibai_games::kind::Choice;
use heibai_games::kind::UnknownGame;
use heibai_games::{Color, HalfPoints, Kind, Move, Notation, Point, Reason, Score};
use heibai_words::{Say, Text, records as said};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::time::Duration;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameModel {
    format: String,
    version: u32,
    game: String,
    size: usize,
    rules: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    komi: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    handicap: Option<u32>,
    #[serde(default)]
    black: Player,
    #[serde(default)]
    white: Player,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    event: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    round: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    place: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    date: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    ruleset: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    time: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    started: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Result_>,
    #[serde(deserialize_with = "few_nodes")]
    nodes: Vec<NodeLine>,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Player {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    rating: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Result_ {
    winner: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<[f64; 2]>,
}

/// Lists of points are one string, separated by spaces: short, and bounded in memory.
#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct NodeLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    /// The stones set up, in order: `+d4 -e5 .c3` for Black, White, none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    setup: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    /// Seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    spent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<[Option<f64>; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<MarkLine>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    sgf: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkLine {
    point: String,
    shape: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    label: String,
}

/// Reads the list of nodes, up to the limit.
fn few_nodes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<NodeLine>, D::Error> {
    struct Few;
    impl<'de> Visitor<'de> for Few {
        type Value = Vec<NodeLine>;

        fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
            f.write_str("a list of nodes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<NodeLine>, A::Error> {
            let mut nodes = Vec::new();
            while let Some(node) = list.next_element()? {
                if nodes.len() >= MAX_NODES {
                    return Err(A::Error::custom(said::many_nodes(MAX_NODES)));
                }
                nodes.push(node);
            }
            Ok(nodes)
        }
    }
    deserializer.deserialize_seq(Few)
}

impl GameModel {
    pub(super) fn from_record(record: &Record) -> GameModel {
        let Choice { size, rules, komi, handicap } = record.rules.choice();
        let info = &record.info;
        let player = |side: &Side| Player { name: side.name.clone(), rating: side.rating.clone() };
        GameModel {
            format: "heibai".to_owned(),
            version: super::VERSION,
            game: record.kind().name().to_owned(),
            size: size.unwrap_or(record.size()),
            rules: rules.unwrap_or_default(),
            komi,
            handicap: handicap.filter(|&stones| stones > 0),
            black: player(&info.black),
            white: player(&info.white),
            name: info.game_name.clone(),
            event: info.event.clone(),
            round: info.round.clone(),
            place: info.place.clone(),
            date: info.date.clone(),
            ruleset: info.ruleset.clone(),
            time: info.time.clone(),
            started: info.started,
            ended: info.ended,
            result: info.result.as_ref().map(write_result),
            nodes: record.tree.ids().map(|id| write_node(record, id)).collect(),
        }
    }

    pub(super) fn into_record(self) -> Result<Record, Text> {
        let kind: Kind = self.game.parse().map_err(|bad: UnknownGame| bad.text())?;
        let (size, rules) = (Some(self.size), Some(self.rules));
        let choice = Choice { size, rules, komi: self.komi, handicap: self.handicap };
        let mut record = Record::new(kind.rules(&choice).map_err(|bad| bad.text())?);
        let side = |player: Player| Side { name: player.name, rating: player.rating };
        let info = &mut record.info;
        (info.black, info.white) = (side(self.black), side(self.white));
        (info.game_name, info.event, info.round) = (self.name, self.event, self.round);
        (info.place, info.date, info.ruleset, info.time) = (self.place, self.date, self.ruleset, self.time);
        (info.started, info.ended) = (self.started, self.ended);
        info.result = self.result.map(read_result).transpose()?;
        let points = Points { notation: kind.notation(), size: record.size() };
        let ids: Vec<NodeId> = {
            let count = self.nodes.len() as u32;
            let mut ids = Vec::with_capacity(count as usize);
            for (index, line) in self.nodes.into_iter().enumerate() {
                let here = |why: Text| said::in_node(index, why);
                let (parent, sgf) = (line.parent, line.sgf.clone());
                let step = points.read_step(line).map_err(here)?;
                let id = match (index, parent) {
                    (0, _) => {
                        record.tree.node_mut(Tree::ROOT).step = step;
                        Tree::ROOT
                    }
                    (_, None) => record.tree.add(ids[index - 1], step),
                    (_, Some(parent)) => {
                        let parent = ids.get(parent as usize).copied();
                        let parent = parent.ok_or_else(|| here(said::parent_after()))?;
                        record.tree.add(parent, step)
                    }
                };
                record.tree.node_mut(id).sgf = sgf.into();
                ids.push(id);
            }
            ids
        };
        if ids.is_empty() {
            return Err(said::no_node());
        }
        Ok(record)
    }
}

fn side_name(color: Color) -> String {
    color.to_string().to_ascii_lowercase()
}

fn side_named(name: &str) -> Result<Color, Text> {
    match name {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        other => Err(said::no_side(&excerpt(other), "black, white")),
    }
}

fn write_result(ending: &Ending) -> Result_ {
    Result_ {
        winner: ending.winner.map_or_else(|| "draw".to_owned(), side_name),
        reason: ending.reason.map(|reason| reason_name(reason).to_owned()),
        margin: ending.margin.map(HalfPoints::as_f64),
        score: ending.score.map(|score| [score.black.as_f64(), score.white.as_f64()]),
    }
}

fn read_result(result: Result_) -> Result<Ending, Text> {
    let winner = if result.winner == "draw" { None } else { Some(side_named(&result.winner)?) };
    let reason = match result.reason.as_deref() {
        None => None,
        Some(name) => Some(reason_named(name).ok_or_else(|| said::no_reason(name))?),
    };
    let halves = |number: f64| {
        let fits = (number * 2.0).fract() == 0.0 && number.abs() <= 10_000.0;
        if fits { Ok(HalfPoints::from_f64(number)) } else { Err(said::no_count(number)) }
    };
    let margin = result.margin.map(halves).transpose()?;
    let score = match result.score {
        Some([black, white]) => Some(Score { black: halves(black)?, white: halves(white)? }),
        None => None,
    };
    Ok(Ending { winner, reason, margin, score })
}

const REASONS: [(Reason, &str); 12] = [
    (Reason::BoardFull, "board_full"),
    (Reason::TwoPasses, "two_passes"),
    (Reason::WipeOut, "wipe_out"),
    (Reason::FiveInRow, "five_in_row"),
    (Reason::NoLegalPoint, "no_legal_point"),
    (Reason::Cycle, "cycle"),
    (Reason::Resignation, "resigned"),
    (Reason::Timeout, "timeout"),
    (Reason::IllegalMove, "illegal_move"),
    (Reason::Agreement, "agreement"),
    (Reason::Forfeit, "forfeit"),
    (Reason::CutOff, "cut_off"),
];

pub(crate) fn reason_name(reason: Reason) -> &'static str {
    REASONS.iter().find(|(known, _)| *known == reason).map_or("forfeit", |(_, name)| name)
}

pub(crate) fn reason_named(name: &str) -> Option<Reason> {
    REASONS.iter().find(|(_, known)| *known == name).map(|(reason, _)| *reason)
}

fn write_node(record: &Record, id: NodeId) -> NodeLine {
    let Node { step, sgf, .. } = record.tree.node(id);
    let (notation, size) = (record.kind().notation(), record.size());
    let name = |point: Point| notation.write(point, size);
    let parent = record.tree.parent(id).map(NodeId::number);
    let setup: Vec<String> = step
        .setup
        .iter()
        .map(|&(point, stone)| {
            let sign = stone.map_or('.', |color| if color == Color::Black { '+' } else { '-' });
            format!("{sign}{}", name(point))
        })
        .collect();
    let seconds = |duration: Duration| duration.as_secs_f64();
    NodeLine {
        parent: parent.filter(|&parent| parent + 1 != id.number()),
        color: step.mv.map(|(color, _)| side_name(color)),
        mv: step.mv.map(|(_, mv)| match mv {
            Move::Place(point) => name(point),
            Move::Pass => "pass".to_owned(),
        }),
        setup: setup.join(" "),
        turn: step.turn.map(side_name),
        comment: step.comment.clone(),
        score: step.score,
        spent: step.spent.map(seconds),
        left: step.left.iter().any(Option::is_some).then(|| step.left.map(|left| left.map(seconds))),
        marks: step.marks.iter().map(|mark| write_mark(mark, &name)).collect(),
        sgf: sgf.to_string(),
    }
}

fn write_mark(mark: &Mark, name: &impl Fn(Point) -> String) -> MarkLine {
    let (shape, label) = match &mark.shape {
        MarkShape::Label(label) => ("label", label.clone()),
        other => (shape_name(other), String::new()),
    };
    MarkLine { point: name(mark.point), shape: shape.to_owned(), label }
}

const SHAPES: [(MarkShape, &str); 7] = [
    (MarkShape::Cross, "cross"),
    (MarkShape::Circle, "circle"),
    (MarkShape::Square, "square"),
    (MarkShape::Triangle, "triangle"),
    (MarkShape::Selected, "selected"),
    (MarkShape::Territory(Color::Black), "black_territory"),
    (MarkShape::Territory(Color::White), "white_territory"),
];

fn shape_name(shape: &MarkShape) -> &'static str {
    SHAPES.iter().find(|(known, _)| known == shape).map_or("label", |(_, name)| name)
}

/// Reads the points of a game.
struct Points {
    notation: Notation,
    size: usize,
}

impl Points {
    fn point(&self, name: &str) -> Result<Point, Text> {
        self.notation.read(name, self.size).map_err(|bad| bad.text())
    }

    fn read_step(&self, line: NodeLine) -> Result<Step, Text> {
        let mut step = Step { comment: line.comment, score: line.score, ..Step::default() };
        step.mv = match (line.color, line.mv) {
            (None, None) => None,
            (Some(color), Some(mv)) if mv == "pass" => Some((side_named(&color)?, Move::Pass)),
            (Some(color), Some(mv)) => Some((side_named(&color)?, Move::Place(self.point(&mv)?))),
            _ => return Err(said::half_a_move()),
        };
        for word in line.setup.split_whitespace() {
            let stone = match word.as_bytes()[0] {
                b'+' => Some(Color::Black),
                b'-' => Some(Color::White),
                b'.' => None,
                _ => return Err(said::no_sign(&excerpt(word))),
            };
            step.setup.push((self.point(&word[1..])?, stone));
        }
        step.turn = line.turn.as_deref().map(side_named).transpose()?;
        step.spent = line.spent.map(seconds).transpose()?;
        if let Some([black, white]) = line.left {
            step.left = [black.map(seconds).transpose()?, white.map(seconds).transpose()?];
        }
        for mark in line.marks {
            let shape = match SHAPES.iter().find(|(_, name)| *name == mark.shape) {
                Some((shape, _)) => shape.clone(),
                None if mark.shape == "label" => MarkShape::Label(mark.label),
                None => return Err(said::no_mark(&excerpt(&mark.shape))),
            };
            step.marks.push(Mark { point: self.point(&mark.point)?, shape });
        }
        Ok(step)
    }
}

fn seconds(number: f64) -> Result<Duration, Text> {
    Duration::try_from_secs_f64(number).map_err(|_| said::no_seconds(number))
}
