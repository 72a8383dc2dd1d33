//! Interprets the nodes of an SGF game.

use super::root;
use super::syntax::{Bad, Property, points, properties, read_move, unescape, value_length};
use crate::error::{Fault, MAX_NODES, Place, ReadError};
use crate::record::Record;
use crate::tree::{Mark, MarkShape, Step, Tree};
use heibai_games::{Color, Kind};
use heibai_words::records as said;
use std::time::Duration;

/// The largest number of setup stones and marks in a game, with rectangles such as `aa:ss` expanded.
const MAX_POINTS: usize = 1 << 22;

/// A game from its `(` to its `)`.
pub(super) fn game(text: &str, place: Place, kind: Option<Kind>) -> Result<Record, ReadError> {
    let mut pieces = pieces(text);
    let fail = |at: usize, fault: Fault| ReadError::new(place.after(&text[..at]), fault);
    let malformed = |at, reason: heibai_words::Text| fail(at, Fault::Malformed(reason));
    let mut record: Option<Record> = None;
    let mut at = None;
    let mut branches = Vec::new();
    let mut listed = 0;
    for (offset, piece) in &mut pieces {
        let node = match piece {
            Piece::Open => {
                branches.push(at);
                continue;
            }
            Piece::Close => {
                at = branches.pop().flatten();
                continue;
            }
            Piece::Stray(c) => return Err(malformed(offset, said::outside_node(c))),
            Piece::Node(node) => node,
        };
        let wrong = |bad: Bad| malformed(offset + bad.at, bad.reason);
        let list: Vec<Property> = properties(node).collect::<Result<_, _>>().map_err(wrong)?;
        let Some(record) = &mut record else {
            let (rules, info, step) =
                root::head(&list, kind).map_err(|(at, fault)| fail(offset + at, fault))?;
            let mut first = Record::new(rules);
            first.info = info;
            let root = first.tree.node_mut(Tree::ROOT);
            root.step = step;
            root.sgf = node.into();
            record = Some(first);
            at = Some(Tree::ROOT);
            continue;
        };
        let Some(parent) = at else {
            return Err(malformed(offset, said::second_root()));
        };
        if record.tree.len() >= MAX_NODES {
            return Err(fail(offset, Fault::TooLarge(said::many_nodes(MAX_NODES))));
        }
        let step = step(&list, record.kind(), record.size()).map_err(wrong)?;
        listed += step.setup.len() + step.marks.len();
        if listed > MAX_POINTS {
            return Err(fail(offset, Fault::TooLarge(said::many_points(MAX_POINTS))));
        }
        let id = record.tree.add(parent, step);
        record.tree.node_mut(id).sgf = node.into();
        at = Some(id);
    }
    record.ok_or_else(|| malformed(0, said::no_node()))
}

enum Piece<'a> {
    Open,
    Close,
    Node(&'a str),
    Stray(char),
}

/// The parentheses and nodes of a game, with their offsets (of a node's text).
fn pieces(text: &str) -> impl Iterator<Item = (usize, Piece<'_>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].len() - text[at..].trim_start().len();
        let first = text[at..].chars().next()?;
        let from = at;
        at += first.len_utf8();
        Some(match first {
            '(' => (from, Piece::Open),
            ')' => (from, Piece::Close),
            ';' => {
                let length = node_length(&text[at..]);
                let node = &text[at..at + length];
                at += length;
                (from + 1, Piece::Node(node))
            }
            other => (from, Piece::Stray(other)),
        })
    })
}

/// The length of a node: up to the next `;`, `(` or `)` outside a value.
fn node_length(text: &str) -> usize {
    let mut at = 0;
    while let Some(step) = text.as_bytes()[at..].iter().position(|byte| b";()[".contains(byte)) {
        at += step;
        if text.as_bytes()[at] != b'[' {
            return at;
        }
        let Some(length) = value_length(&text[at + 1..]) else { break };
        at += length + 2;
    }
    text.len()
}

/// The step of a node's properties.
pub(super) fn step(list: &[Property], kind: Kind, size: usize) -> Result<Step, Bad> {
    let mut step = Step::default();
    let mut value = None;
    for property in list {
        let first = property.values.first().copied().unwrap_or_default();
        let bad = |reason: heibai_words::Text| Bad { at: property.at, reason };
        match property.name().as_ref() {
            name @ ("B" | "W") => {
                let color = if name == "B" { Color::Black } else { Color::White };
                let mv = read_move(first, kind, size)
                    .ok_or_else(|| bad(said::no_point(name, &short(first), size)))?;
                if step.mv.replace((color, mv)).is_some() {
                    return Err(bad(said::second_move()));
                }
            }
            "AB" => set_up(&mut step, property, Some(Color::Black), kind, size)?,
            "AW" => set_up(&mut step, property, Some(Color::White), kind, size)?,
            "AE" => set_up(&mut step, property, None, kind, size)?,
            "PL" => step.turn = color(first),
            "C" => {
                if !step.comment.is_empty() {
                    step.comment.push('\n');
                }
                step.comment.push_str(&unescape(first));
            }
            "BL" => step.left[0] = seconds(first),
            "WL" => step.left[1] = seconds(first),
            "SPENT" => step.spent = seconds(first),
            "V" => value = first.trim().parse().ok().filter(|v: &f64| v.is_finite()),
            name => {
                if let Some(shape) = shape(name) {
                    mark(&mut step, property, &shape, kind, size);
                }
            }
        }
    }
    // V is for Black; a step's score is for the side that moved.
    let white = step.mv.is_some_and(|(color, _)| color == Color::White);
    step.score = value.map(|v: f64| if white { -v } else { v });
    Ok(step)
}

fn short(value: &str) -> String {
    crate::error::excerpt(value)
}

fn color(value: &str) -> Option<Color> {
    match value.trim().bytes().next()?.to_ascii_uppercase() {
        b'B' => Some(Color::Black),
        b'W' => Some(Color::White),
        _ => None,
    }
}

/// A number of seconds up to a thousand hours.
fn seconds(value: &str) -> Option<Duration> {
    let seconds: f64 = value.trim().parse().ok()?;
    (0.0..=3.6e6).contains(&seconds).then(|| Duration::from_micros((seconds * 1e6).round() as u64))
}

fn set_up(
    step: &mut Step,
    property: &Property,
    stone: Option<Color>,
    kind: Kind,
    size: usize,
) -> Result<(), Bad> {
    for value in &property.values {
        let bad = || Bad { at: property.at, reason: said::no_point(property.spelled, &short(value), size) };
        let points = points(value, kind, size).ok_or_else(bad)?;
        if step.setup.len() + points.len() > 4 * size * size {
            return Err(Bad { at: property.at, reason: said::many_stones(size) });
        }
        step.setup.extend(points.into_iter().map(|point| (point, stone)));
    }
    Ok(())
}

fn shape(name: &str) -> Option<MarkShape> {
    Some(match name {
        "MA" | "M" => MarkShape::Cross,
        "CR" => MarkShape::Circle,
        "SQ" => MarkShape::Square,
        "TR" => MarkShape::Triangle,
        "SL" => MarkShape::Selected,
        "LB" => MarkShape::Label(String::new()),
        "TB" => MarkShape::Territory(Color::Black),
        "TW" => MarkShape::Territory(Color::White),
        _ => return None,
    })
}

/// Adds marks. Those outside the board are kept only in the node's source.
fn mark(step: &mut Step, property: &Property, shape: &MarkShape, kind: Kind, size: usize) {
    for value in &property.values {
        let (at, shape) = match (shape, value.split_once(':')) {
            (MarkShape::Label(_), Some((at, label))) => (at, MarkShape::Label(unescape(label))),
            (MarkShape::Label(_), None) => continue,
            (shape, _) => (*value, shape.clone()),
        };
        let Some(points) = points(at, kind, size) else { continue };
        // Enough for every shape on every point; more is hostile.
        if step.marks.len() + points.len() > 8 * size * size {
            return;
        }
        step.marks.extend(points.into_iter().map(|point| Mark { point, shape: shape.clone() }));
    }
}
