//! SGF syntax: properties, escapes, points.

use heibai_games::{Kind, Move, Point};
use heibai_words::{Text, records as said};
use std::borrow::Cow;

/// A property of a node: a name, and values that are still escaped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property<'a> {
    /// The name with the lower-case letters that old versions allow.
    pub spelled: &'a str,
    /// The values, without brackets.
    pub values: Vec<&'a str>,
    /// The source, from the name to the last bracket.
    pub source: &'a str,
    /// The offset in the node.
    pub at: usize,
}

impl Property<'_> {
    /// The name without lower-case letters: `AddBlack` is `AB`.
    pub fn name(&self) -> Cow<'_, str> {
        if self.spelled.bytes().any(|byte| byte.is_ascii_lowercase()) {
            Cow::Owned(self.spelled.chars().filter(|c| !c.is_ascii_lowercase()).collect())
        } else {
            Cow::Borrowed(self.spelled)
        }
    }
}

/// A syntax error in a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bad {
    /// The offset in the node.
    pub at: usize,
    /// What is wrong.
    pub reason: Text,
}

/// The properties of a node's text, in order.
pub fn properties(node: &str) -> impl Iterator<Item = Result<Property<'_>, Bad>> {
    let mut rest = node;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        if rest.is_empty() {
            return None;
        }
        let at = node.len() - rest.len();
        let found = property(rest, at);
        rest = match &found {
            Ok(property) => &rest[property.source.len()..],
            Err(_) => "",
        };
        Some(found)
    })
}

fn property(text: &str, at: usize) -> Result<Property<'_>, Bad> {
    let name = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let wrong = |offset: usize, reason: Text| Bad { at: at + offset, reason };
    if name == 0 {
        let found: String = text.chars().take(1).collect();
        return Err(wrong(0, said::not_a_property(&found)));
    }
    let mut values = Vec::new();
    let mut end = name;
    loop {
        let rest = &text[end..];
        let blank = rest.len() - rest.trim_start().len();
        if !rest[blank..].starts_with('[') {
            break;
        }
        let opened = end + blank + 1;
        let length =
            value_length(&text[opened..]).ok_or_else(|| wrong(opened - 1, said::unclosed_value()))?;
        values.push(&text[opened..opened + length]);
        end = opened + length + 1;
    }
    if values.is_empty() {
        let name = crate::error::excerpt(&text[..name]);
        return Err(wrong(0, said::no_value(&name)));
    }
    Ok(Property { spelled: &text[..name], values, source: &text[..end], at })
}

/// The length of a value up to its closing bracket.
pub(super) fn value_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().enumerate().position(|(at, byte)| {
        let closes = byte == b']' && !escaped && !goes_on(&text[at + 1..]);
        escaped = byte == b'\\' && !escaped;
        closes
    })
}

/// Whether a value continues after a bracket that should have been escaped, as in `PW[[team]名字]`: the next character
/// cannot begin a property, node or value.
pub(super) fn goes_on(rest: &str) -> bool {
    let next = rest.chars().next();
    next.is_some_and(|c| c == ']' || (!c.is_ascii() && !c.is_whitespace() && c != '\u{feff}'))
}

/// A value as text: unescaped, with uniform line ends.
pub(crate) fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                // An escaped line end is a soft line break.
                Some('\n') => _ = chars.next_if_eq(&'\r'),
                Some('\r') => _ = chars.next_if_eq(&'\n'),
                Some(other) => text.push(other),
                None => {}
            },
            '\r' => {
                chars.next_if_eq(&'\n');
                text.push('\n');
            }
            '\n' => {
                chars.next_if_eq(&'\r');
                text.push('\n');
            }
            other => text.push(other),
        }
    }
    text
}

/// A value as one line: line ends become spaces.
pub(crate) fn unescape_line(value: &str) -> String {
    unescape(value).replace('\n', " ").trim().to_owned()
}

/// Escapes a text.
pub(crate) fn escape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\\' || c == ']' {
            value.push('\\');
        }
        value.push(c);
    }
    value
}

/// Escapes a text as the second half of `point:text`.
pub(super) fn escape_composed(text: &str) -> String {
    escape(text).replace(':', "\\:")
}

/// A point: two letters from the top left, or the game's own notation in Othello and Gomoku.
pub(super) fn point(value: &str, kind: Kind, size: usize) -> Option<Point> {
    let value = value.trim();
    if let &[x, y] = value.as_bytes()
        && let (Some(x), Some(y)) = (coordinate(x), coordinate(y))
    {
        return Point::new(x, y, size);
    }
    if kind == Kind::Go { None } else { kind.notation().read(value, size).ok() }
}

fn coordinate(letter: u8) -> Option<usize> {
    match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    }
}

pub(super) fn write_point(point: Point, size: usize) -> String {
    let letter = |n: usize| (b'a' + n as u8) as char;
    [letter(point.x(size)), letter(point.y(size))].into_iter().collect()
}

/// A move: a point, or a pass (empty, or `tt` on boards up to 19x19).
pub(super) fn read_move(value: &str, kind: Kind, size: usize) -> Option<Move> {
    let value = value.trim();
    let pass = value.is_empty()
        || (value == "tt" && size <= 19)
        || value.eq_ignore_ascii_case("pass")
        || value == "--";
    if pass { Some(Move::Pass) } else { point(value, kind, size).map(Move::Place) }
}

/// The points of a list value: one point, or a rectangle `aa:cc`.
pub(super) fn points(value: &str, kind: Kind, size: usize) -> Option<Vec<Point>> {
    let Some((first, last)) = value.split_once(':') else {
        return point(value, kind, size).map(|point| vec![point]);
    };
    let (first, last) = (point(first, kind, size)?, point(last, kind, size)?);
    let (left, right) = (first.x(size).min(last.x(size)), first.x(size).max(last.x(size)));
    let (top, bottom) = (first.y(size).min(last.y(size)), first.y(size).max(last.y(size)));
    Some((top..=bottom).flat_map(|y| (left..=right).filter_map(move |x| Point::new(x, y, size))).collect())
}
