//! Games as records: what the library shows of them, and reading back what a client edited.

use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::table::Table;
use crate::wire::{ChangesView, Side, move_of, point_of};
use heibai_games::{Color, Move, Point, Position, Rules};
use heibai_records::{Ending, Format, Mark, MarkShape, NodeId, Place, Record, Step, Tree, json};
use heibai_words::{Text, server as said};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A node of a game tree on the wire; parents come first.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct NodeView {
    pub parent: Option<usize>,
    /// The node's number in the record; nodes added by a client have none. What the record knows of a node beyond
    /// these fields is kept under its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u32>,
    /// A forced pass; without a number, the record does not contain it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
    /// Absent if the node makes no move; null is a pass.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none", with = "maybe_pass")]
    #[schema(value_type = Option<u16>)]
    pub played: Option<Option<u16>>,
    #[serde(default)]
    pub name: String,
    pub side: Option<Side>,
    #[serde(default)]
    pub comment: String,
    #[serde(default)]
    pub marks: Vec<MarkView>,
    #[serde(default)]
    #[schema(value_type = Vec<Vec<u16>>)]
    pub setup: Vec<(u16, u8)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent_ms: Option<u64>,
    /// What the move changes on the board; sent to clients only, and absent where the referee cannot follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<ChangesView>,
    /// Who moves next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
}

/// A field that may be absent, null or a number, which mean different things.
mod maybe_pass {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &Option<Option<u16>>, to: S) -> Result<S::Ok, S::Error> {
        value.unwrap_or_default().serialize(to)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Option<u16>>, D::Error> {
        Option::deserialize(from).map(Some)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MarkView {
    pub point: u16,
    /// cross, circle, square, triangle, selected, label, black, white (territory)
    pub shape: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

fn mark_view(mark: &Mark) -> MarkView {
    let (shape, label) = match &mark.shape {
        MarkShape::Cross => ("cross", ""),
        MarkShape::Circle => ("circle", ""),
        MarkShape::Square => ("square", ""),
        MarkShape::Triangle => ("triangle", ""),
        MarkShape::Selected => ("selected", ""),
        MarkShape::Label(text) => ("label", text.as_str()),
        MarkShape::Territory(Color::Black) => ("black", ""),
        MarkShape::Territory(Color::White) => ("white", ""),
    };
    MarkView { point: mark.point.0, shape: shape.to_owned(), label: label.to_owned() }
}

fn mark_of(view: &MarkView) -> Answer<Mark> {
    let shape = match view.shape.as_str() {
        "cross" => MarkShape::Cross,
        "circle" => MarkShape::Circle,
        "square" => MarkShape::Square,
        "triangle" => MarkShape::Triangle,
        "selected" => MarkShape::Selected,
        "label" => MarkShape::Label(view.label.clone()),
        "black" => MarkShape::Territory(Color::Black),
        "white" => MarkShape::Territory(Color::White),
        other => return Err(Fail::because(Code::BadRecord, said::mark(other))),
    };
    Ok(Mark { point: Point(view.point), shape })
}

/// The record of a game, with names, times and engines' evaluations.
pub fn record_of(table: &Table) -> Record {
    let mut record = Record::from_match(&table.game);
    record.info.black.name = table.seat(Color::Black).name().to_owned();
    record.info.white.name = table.seat(Color::White).name().to_owned();
    record.info.time = table.setup.clock.clone().unwrap_or_default();
    record.info.set_started(u64::try_from(table.created).unwrap_or_default());
    record.info.ended = table.ended.and_then(|at| u64::try_from(at).ok());
    let line: Vec<NodeId> = record.tree.main_line().skip(1).collect();
    for (id, note) in line.into_iter().zip(&table.notes) {
        record.tree.node_mut(id).step.score = note.score;
    }
    record
}

pub fn read_stored(body: &str) -> Answer<Record> {
    json::read_game(body, Place::START)
        .map_err(|e| Fail::internal(format_args!("a stored record cannot be read: {e}")))
}

/// The main line of a record, in the form that the rest of the API takes.
pub fn line_of(record: &Record) -> Line {
    let choice = record.rules.choice();
    let own = heibai_games::AnyPosition::start(&record.rules);
    // If the referee refuses the start, the game's usual start is shown.
    let start = record.start().unwrap_or_else(|_| own.clone());
    let cell = |color: Color| color.index() as u8 + 1;
    let set_up = start != own;
    let stones = Point::all(start.size()).filter_map(|p| start.stone(p).map(|color| (p.0, cell(color))));
    Line {
        kind: record.kind().into(),
        rules: choice.rules,
        size: choice.size,
        komi: choice.komi,
        handicap: choice.handicap,
        stones: if set_up { stones.collect() } else { Vec::new() },
        turn: set_up.then(|| start.turn().into()),
        moves: record.tree.moves().map(|(_, mv)| point_of(mv)).collect(),
    }
}

/// The content of a node, without its place in the tree.
pub fn node_view(record: &Record, id: NodeId) -> NodeView {
    let step = record.tree.step(id);
    let name = |mv: Move| match mv {
        Move::Place(point) => record.kind().notation().write(point, record.size()),
        Move::Pass => "pass".to_owned(),
    };
    NodeView {
        at: Some(id.number()),
        played: step.mv.map(|(_, mv)| point_of(mv)),
        name: step.mv.map(|(_, mv)| name(mv)).unwrap_or_default(),
        side: step.mv.map(|(color, _)| color.into()),
        comment: step.comment.clone(),
        marks: step.marks.iter().map(mark_view).collect(),
        setup: step.setup.iter().map(|(p, c)| (p.0, c.map_or(0, |c| c.index() as u8 + 1))).collect(),
        score: step.score,
        spent_ms: step.spent.map(|spent| spent.as_millis() as u64),
        ..NodeView::default()
    }
}

/// More nodes than a person creates.
pub(crate) const MOST_NODES: usize = 50_000;

/// Reads a tree that a client edited. Every point must be on the board and every parent before its child. Nodes of
/// the record keep what clients do not see.
pub fn tree_from(nodes: &[NodeView], record: &Record) -> Answer<Tree> {
    if nodes.len() > MOST_NODES {
        return Err(Code::TooLarge.into());
    }
    let known: Vec<NodeId> = record.tree.ids().collect();
    let mut tree = Tree::default();
    let mut ids: Vec<NodeId> = Vec::with_capacity(nodes.len());
    for (place, view) in nodes.iter().enumerate() {
        let mut step = step_of(view, place, record)?;
        let old = view.at.and_then(|at| known.get(at as usize)).map(|&id| record.tree.node(id));
        if let Some(old) = old {
            (step.turn, step.left) = (old.step.turn, old.step.left);
        }
        let id = match view.parent {
            None if place == 0 => {
                step.turn = record.tree.root().step.turn;
                tree.node_mut(Tree::ROOT).step = step;
                Tree::ROOT
            }
            Some(parent) if parent < place && view.forced && view.at.is_none() => ids[parent],
            Some(parent) if parent < place => tree.add(ids[parent], step),
            _ => return Err(bad(place, said::parent_not_first())),
        };
        // A forced pass without a number is no node, and the root is the record's own even if the client does not say
        // so.
        let old = if place == 0 { Some(record.tree.root()) } else { old };
        if let Some(old) = old {
            tree.node_mut(id).sgf = old.sgf.clone();
        }
        ids.push(id);
    }
    Ok(tree)
}

/// Adds a client's nodes to a record's tree. A parent is a node of that tree or one added before; existing nodes do
/// not change.
pub fn add_to(record: &mut Record, nodes: &[NodeView]) -> Answer<()> {
    let mut ids: Vec<NodeId> = record.tree.ids().collect();
    if ids.len() + nodes.len() > MOST_NODES {
        return Err(Code::TooLarge.into());
    }
    for view in nodes {
        let place = ids.len();
        let step = step_of(view, place, record)?;
        let parent = view.parent.and_then(|parent| ids.get(parent).copied());
        let parent = parent.ok_or_else(|| bad(place, said::parent_not_first()))?;
        ids.push(record.tree.add(parent, step));
    }
    Ok(())
}

fn bad(place: usize, why: Text) -> Fail {
    Fail::because(Code::BadRecord, heibai_words::records::in_node(place, why))
}

fn step_of(view: &NodeView, place: usize, record: &Record) -> Answer<Step> {
    let area = record.size().pow(2);
    let on_board = |point: u16| usize::from(point) < area;
    let mut step = Step { comment: view.comment.clone(), score: view.score, ..Step::default() };
    step.spent = view.spent_ms.map(std::time::Duration::from_millis);
    if let Some(point) = view.played {
        let side = view.side.ok_or_else(|| bad(place, said::no_side()))?;
        if point.is_some_and(|p| !on_board(p)) {
            return Err(bad(place, heibai_words::refusals::off_board()));
        }
        step.mv = Some((side.into(), move_of(point)));
    }
    for &(point, cell) in &view.setup {
        let color = [None, Some(Color::Black), Some(Color::White)].get(usize::from(cell)).copied();
        let color = color.filter(|_| on_board(point)).ok_or_else(|| bad(place, said::bad_setup()))?;
        step.setup.push((Point(point), color));
    }
    for mark in &view.marks {
        let read = mark_of(mark).ok().filter(|_| on_board(mark.point));
        step.marks.push(read.ok_or_else(|| bad(place, said::bad_mark()))?);
    }
    Ok(step)
}

/// The result of a record in words.
pub fn result_of(rules: &Rules, ending: Option<&Ending>) -> (Text, &'static str) {
    let Some(ending) = ending else { return (Text::default(), "") };
    let winner = match ending.winner {
        Some(Color::Black) => "black",
        Some(Color::White) => "white",
        None => "draw",
    };
    (ending.text(rules), winner)
}

/// The usual ending of a file's name.
pub fn extension(format: Format) -> &'static str {
    match format {
        Format::Json | Format::Replay => "json",
        Format::Moves | Format::Position | Format::Bits | Format::Diagram => "txt",
        other => other.name(),
    }
}
