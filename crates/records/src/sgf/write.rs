//! Writes SGF. A node that still agrees with its source is written verbatim.

use super::meaning::step;
use super::result::write_result;
use super::root::head;
use super::syntax::{Property, escape, escape_composed, properties, write_point};
use crate::record::{Info, Record};
use crate::registry;
use crate::tree::{MarkShape, NodeId, Step, Tree};
use heibai_games::{AnyPosition, Color, Move, Point, Position, Rules, TimeControl};
use std::fmt::Write;
use std::time::Duration;

/// Properties with a field in a record; all others are written back as they were read.
const UNDERSTOOD: &[&str] = &[
    "B", "W", "AB", "AW", "AE", "PL", "C", "BL", "WL", "SPENT", "V", "MA", "M", "CR", "SQ", "TR", "SL", "LB",
    "TB", "TW",
];
const UNDERSTOOD_IN_ROOT: &[&str] = &[
    "GM", "FF", "CA", "AP", "SZ", "KM", "HA", "RU", "RE", "PB", "PW", "BR", "WR", "GN", "EV", "RO", "PC",
    "DT", "TM", "OT", "STARTED", "ENDED",
];

/// Whether a record has a field for a property.
pub(crate) fn is_understood(name: &str) -> bool {
    UNDERSTOOD.contains(&name) || UNDERSTOOD_IN_ROOT.contains(&name)
}

enum Pending {
    Node(NodeId),
    Open,
    Close,
}

/// One game as UTF-8 SGF.
pub fn write(record: &Record) -> String {
    let mut text = String::from("(");
    let mut tasks = vec![Pending::Node(Tree::ROOT)];
    // Without recursion, because a tree may be very deep.
    while let Some(task) = tasks.pop() {
        let id = match task {
            Pending::Open => {
                text.push('(');
                continue;
            }
            Pending::Close => {
                text.push_str(")\n");
                continue;
            }
            Pending::Node(id) => id,
        };
        text.push(';');
        write_node(&mut text, record, id);
        let children: Vec<NodeId> = record.tree.children(id).collect();
        for &child in children.iter().rev() {
            if children.len() > 1 {
                tasks.extend([Pending::Close, Pending::Node(child), Pending::Open]);
            } else {
                tasks.push(Pending::Node(child));
            }
        }
    }
    text.push_str(")\n");
    text
}

fn write_node(text: &mut String, record: &Record, id: NodeId) {
    let node = record.tree.node(id);
    let (kind, size) = (record.kind(), record.size());
    let list: Vec<Property> = properties(&node.sgf).filter_map(Result::ok).collect();
    let is_root = id == Tree::ROOT;
    let unchanged = if is_root {
        let said = head(&list, Some(kind));
        !node.sgf.is_empty()
            && said.is_ok_and(|(rules, info, step)| {
                rules == record.rules && info == record.info && step == node.step
            })
    } else {
        step(&list, kind, size).is_ok_and(|said| said == node.step)
    };
    if unchanged {
        return write_source(text, &node.sgf, &list, is_root);
    }
    if is_root {
        write_head(text, &record.rules, &record.info, &node.step);
    }
    write_step(text, &node.step, size);
    for property in &list {
        let name = property.name();
        let known =
            UNDERSTOOD.contains(&name.as_ref()) || (is_root && UNDERSTOOD_IN_ROOT.contains(&name.as_ref()));
        if !known {
            text.push_str(property.source);
        }
    }
}

/// Writes the node's source; every `CA` becomes UTF-8.
fn write_source(text: &mut String, sgf: &str, list: &[Property], is_root: bool) {
    let foreign = list.iter().filter(|property| {
        is_root && property.name() == "CA" && !property.values[0].trim().eq_ignore_ascii_case("UTF-8")
    });
    let mut written = 0;
    for ca in foreign {
        text.push_str(&sgf[written..ca.at]);
        text.push_str("CA[UTF-8]");
        written = ca.at + ca.source.len();
    }
    text.push_str(&sgf[written..]);
}

fn write_head(text: &mut String, rules: &Rules, info: &Info, step: &Step) {
    let game = registry::of(rules.kind());
    put(text, "GM", &game.sgf.to_string());
    text.push_str("FF[4]CA[UTF-8]");
    put(text, "AP", concat!("heibai:", env!("CARGO_PKG_VERSION")));
    put(text, "SZ", &rules.size().to_string());
    if let Rules::Go(go) = rules {
        put(text, "KM", &go.komi().to_string());
        if go.handicap() > 0 {
            put(text, "HA", &go.handicap().to_string());
            if step.setup.is_empty() {
                write_stones(text, "AB", &AnyPosition::start(rules), rules.size());
            }
        }
    }
    let own = rules.choice().rules.unwrap_or_default();
    let ruleset =
        if info.ruleset.is_empty() { (game.sgf_rules)(&own).unwrap_or(&own) } else { &info.ruleset };
    put(text, "RU", ruleset);
    write_info(text, info);
}

fn write_stones(text: &mut String, name: &str, position: &AnyPosition, size: usize) {
    text.push_str(name);
    for point in Point::all(size).filter(|&point| position.stone(point).is_some()) {
        _ = write!(text, "[{}]", write_point(point, size));
    }
}

fn write_info(text: &mut String, info: &Info) {
    let fields = [
        ("PB", &info.black.name),
        ("BR", &info.black.rating),
        ("PW", &info.white.name),
        ("WR", &info.white.rating),
        ("GN", &info.game_name),
        ("EV", &info.event),
        ("RO", &info.round),
        ("PC", &info.place),
        ("DT", &info.date),
    ];
    for (name, value) in fields {
        if !value.is_empty() {
            put(text, name, &escape(value));
        }
    }
    write_time(text, &info.time);
    for (name, time) in [("STARTED", info.started), ("ENDED", info.ended)] {
        if let Some(time) = time {
            put(text, name, &time.to_string());
        }
    }
    if let Some(result) = &info.result {
        put(text, "RE", &write_result(result));
    }
}

fn write_time(text: &mut String, time: &str) {
    let seconds = |duration: Duration| duration.as_secs_f64().to_string();
    match time.parse::<TimeControl>() {
        Ok(TimeControl::SuddenDeath { main }) => put(text, "TM", &seconds(main)),
        Ok(TimeControl::Fischer { main, increment }) => {
            put(text, "TM", &seconds(main));
            put(text, "OT", &format!("{} fischer", seconds(increment)));
        }
        Ok(TimeControl::ByoYomi { main, periods, period }) => {
            put(text, "TM", &seconds(main));
            put(text, "OT", &format!("{periods}x{} byo-yomi", seconds(period)));
        }
        _ if time.is_empty() => {}
        _ => put(text, "OT", &escape(time)),
    }
}

fn put(text: &mut String, name: &str, value: &str) {
    _ = write!(text, "{name}[{value}]");
}

fn write_step(text: &mut String, step: &Step, size: usize) {
    if let Some((color, mv)) = step.mv {
        let value = match mv {
            Move::Place(point) => write_point(point, size),
            Move::Pass => String::new(),
        };
        put(text, letter(color), &value);
    }
    for (name, stone) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
        list(text, name, step.setup.iter().filter(|s| s.1 == stone).map(|s| write_point(s.0, size)));
    }
    if let Some(turn) = step.turn {
        put(text, "PL", letter(turn));
    }
    for (name, left) in [("BL", step.left[0]), ("WL", step.left[1]), ("SPENT", step.spent)] {
        if let Some(left) = left {
            put(text, name, &left.as_secs_f64().to_string());
        }
    }
    if let Some(score) = step.score {
        let white = step.mv.is_some_and(|(color, _)| color == Color::White);
        put(text, "V", &(if white { -score } else { score }).to_string());
    }
    if !step.comment.is_empty() {
        put(text, "C", &escape(&step.comment));
    }
    write_marks(text, step, size);
}

fn write_marks(text: &mut String, step: &Step, size: usize) {
    let plain = [
        ("MA", MarkShape::Cross),
        ("CR", MarkShape::Circle),
        ("SQ", MarkShape::Square),
        ("TR", MarkShape::Triangle),
        ("SL", MarkShape::Selected),
        ("TB", MarkShape::Territory(Color::Black)),
        ("TW", MarkShape::Territory(Color::White)),
    ];
    for (name, shape) in plain {
        let marked = step.marks.iter().filter(|mark| mark.shape == shape);
        list(text, name, marked.map(|mark| write_point(mark.point, size)));
    }
    let labels = step.marks.iter().filter_map(|mark| match &mark.shape {
        MarkShape::Label(label) => {
            Some(format!("{}:{}", write_point(mark.point, size), escape_composed(label)))
        }
        _ => None,
    });
    list(text, "LB", labels);
}

fn list(text: &mut String, name: &str, values: impl Iterator<Item = String>) {
    for (index, value) in values.enumerate() {
        if index == 0 {
            text.push_str(name);
        }
        _ = write!(text, "[{value}]");
    }
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
