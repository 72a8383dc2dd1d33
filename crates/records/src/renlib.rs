//! RenLib's `.lib`: a tree of Renju openings in a binary file.
//!
//! A header of 20 bytes (`FF RenLib FF`, version 3.0 to 3.4), then the nodes in depth-first order, two bytes each: the
//! point (column 1 to 15 in the low half, row from the top 0 to 14 in the high half; 0 is the root or a pass) and
//! flags. Texts follow their node, are zero-terminated and padded to pairs of bytes. Older files without a header begin
//! with the node h8.
//!
//! A very large library is read as several records, each with the moves that lead to its part.

use crate::coding::decode_chinese;
use crate::error::{Fault, Place, ReadError};
use crate::record::Record;
use crate::tree::{Mark, MarkShape, NodeId, Step, Tree};
use heibai_games::kind::Choice;
use heibai_games::{Color, Kind, Move, Point};
use heibai_words::{Say, failures, records as said};
use std::io::{self, Read, Write};

const MAGIC: &[u8; 8] = b"\xffRenLib\xff";
const HEADER: usize = 20;
/// The newest supported version; it is also the one written.
const VERSION: (u8, u8) = (3, 4);
/// The node h8, with which files without a header begin.
const H8: u8 = 0x78;
const SIZE: usize = 15;

/// A sibling of this node follows after its subtree.
const DOWN: u8 = 0x80;
/// The branch ends with this node.
const RIGHT: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
/// The node is no move, but a text on its point.
const NO_MOVE: u8 = 0x02;
/// Two more bytes of flags follow.
const EXTENSION: u8 = 0x01;
/// In the second byte of the extension: a text on the point.
const BOARD_TEXT: u8 = 0x01;
/// Separates the first line of a comment from the others.
const SECOND_LINE: char = '\u{8}';

/// Nodes in one record of a larger library.
const PART: usize = 1 << 18;
/// The longest line of play: a full board, and passes.
const DEEPEST: usize = 512;
/// The longest text.
const MAX_TEXT: usize = 1 << 20;

/// Whether a file begins with RenLib's header.
pub(crate) fn is_header(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

/// The records of a library: one, or several parts of a large one.
pub struct Parts<R> {
    bytes: Bytes<R>,
    record: Record,
    /// The nodes from the root to the parent of the next node.
    path: Vec<NodeId>,
    /// The lengths of the path at which siblings follow.
    waiting: Vec<usize>,
    begun: bool,
    ended: bool,
    /// Whether the record has nodes beyond the moves that lead to its part.
    fresh: bool,
    part: usize,
}

/// Opens a library.
pub fn read<R: Read>(reader: R) -> Result<Parts<R>, ReadError> {
    parts_of(reader, PART)
}

fn parts_of<R: Read>(reader: R, part: usize) -> Result<Parts<R>, ReadError> {
    let mut bytes = Bytes { reader, at: 0, next: Vec::new() };
    let mut head = Vec::new();
    while head.len() < HEADER
        && let Some(byte) = bytes.byte()?
    {
        head.push(byte);
    }
    if !is_header(&head) || head.len() < HEADER {
        if head.first() != Some(&H8) {
            return Err(ReadError::malformed(Place::Byte(0), said::no_library()));
        }
        // No header: these bytes are nodes.
        head.reverse();
        bytes.at = 0;
        bytes.next = head;
    } else if (head[8], head[9]) > VERSION {
        return Err(ReadError::unsupported(Place::Byte(8), said::newer_library(head[8], head[9])));
    }
    let record = empty(Place::Byte(0))?;
    let (path, waiting) = (vec![Tree::ROOT], Vec::new());
    Ok(Parts { bytes, record, path, waiting, begun: false, ended: false, fresh: true, part })
}

fn empty(place: Place) -> Result<Record, ReadError> {
    let rules = Kind::Gomoku.rules(&Choice::default());
    Ok(Record::new(rules.map_err(|bad| ReadError::unsupported(place, bad.text()))?))
}

impl<R: Read> Parts<R> {
    /// Reads one node into the tree; false at the end of the file.
    fn node(&mut self) -> Result<bool, ReadError> {
        let at = Place::Byte(self.bytes.at);
        let Some(point) = self.bytes.byte()? else { return Ok(false) };
        self.fresh = true;
        let flags = self.bytes.need()?;
        let extension =
            if flags & EXTENSION == 0 { [0; 2] } else { [self.bytes.need()?, self.bytes.need()?] };
        let is_root = point == 0 && !std::mem::replace(&mut self.begun, true);
        let mv = match (point & 15, point >> 4) {
            (0, 0) => Move::Pass,
            (column @ 1.., row @ ..15) => {
                Move::Place(Point(u16::from(row) * SIZE as u16 + u16::from(column) - 1))
            }
            _ => return Err(ReadError::malformed(at, said::no_square(point))),
        };
        if self.path.len() > DEEPEST {
            return Err(ReadError::too_large(at, said::long_branch(DEEPEST)));
        }
        let parent = self.path.last().copied().unwrap_or(Tree::ROOT);
        let is_text = flags & NO_MOVE != 0;
        let tree = &mut self.record.tree;
        let node = match (is_root, is_text) {
            (true, _) => Tree::ROOT,
            (false, true) => parent,
            (false, false) => {
                let color = if self.path.len() % 2 == 1 { Color::Black } else { Color::White };
                tree.add(parent, Step::of(color, mv))
            }
        };
        if flags & (COMMENT | OLD_COMMENT) != 0 {
            let comment = self.bytes.text(flags & OLD_COMMENT != 0)?;
            let comment = comment.replace("\r\n", "\n").replace(SECOND_LINE, "\n");
            self.record.tree.node_mut(node).step.comment = comment.trim_end().to_owned();
        }
        if extension[1] & BOARD_TEXT != 0 {
            let text = self.bytes.text(false)?;
            self.mark(parent, mv, MarkShape::Label(text));
        }
        if flags & MARK != 0 {
            self.mark(node, mv, MarkShape::Circle);
        }
        if is_root {
            return Ok(true);
        }
        self.path.push(node);
        if flags & DOWN != 0 {
            self.waiting.push(self.path.len() - 1);
        }
        if flags & RIGHT != 0
            && let Some(length) = self.waiting.pop()
        {
            self.path.truncate(length);
        }
        Ok(true)
    }

    fn mark(&mut self, node: NodeId, mv: Move, shape: MarkShape) {
        if let Move::Place(point) = mv {
            self.record.tree.node_mut(node).step.marks.push(Mark { point, shape });
        }
    }

    /// Returns the record and begins a new one with the moves that lead to the next node.
    fn next_part(&mut self) -> Result<Record, ReadError> {
        let mut record = empty(Place::Byte(self.bytes.at))?;
        let mut path = vec![Tree::ROOT];
        for pair in self.path.windows(2) {
            let parent = path.last().copied().unwrap_or(Tree::ROOT);
            // A text node is in the path as its parent.
            path.push(match self.record.tree.step(pair[1]).mv {
                Some((color, mv)) if pair[1] != pair[0] => record.tree.add(parent, Step::of(color, mv)),
                _ => parent,
            });
        }
        (self.path, self.fresh) = (path, false);
        Ok(std::mem::replace(&mut self.record, record))
    }
}

impl<R: Read> Iterator for Parts<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        while !self.ended {
            match self.node() {
                Ok(true) if self.record.tree.len() >= self.part => return Some(self.next_part()),
                Ok(true) => {}
                Ok(false) => {
                    self.ended = true;
                    return self.fresh.then(|| self.next_part());
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

/// The bytes of a file, with their offset.
struct Bytes<R> {
    reader: R,
    at: u64,
    /// Bytes already read, in reverse order.
    next: Vec<u8>,
}

impl<R: Read> Bytes<R> {
    fn byte(&mut self) -> Result<Option<u8>, ReadError> {
        if self.next.is_empty() {
            let mut chunk = vec![0; 1 << 16];
            let got = loop {
                match self.reader.read(&mut chunk) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    got => break got,
                }
            };
            let count = got.map_err(|error| {
                ReadError::new(Place::Byte(self.at), Fault::Source(failures::system(&error)))
            })?;
            chunk.truncate(count);
            chunk.reverse();
            self.next = chunk;
        }
        let byte = self.next.pop();
        self.at += u64::from(byte.is_some());
        Ok(byte)
    }

    fn need(&mut self) -> Result<u8, ReadError> {
        self.byte()?.ok_or_else(|| ReadError::malformed(Place::Byte(self.at), said::cut_short()))
    }

    /// A zero-terminated text with its padding; in the first versions (`old`) the last byte has its high bit set
    /// instead.
    fn text(&mut self, old: bool) -> Result<String, ReadError> {
        let begin = self.at;
        let mut bytes = Vec::new();
        loop {
            let byte = self.need()?;
            if old || byte != 0 {
                bytes.push(if old { byte & 0x7f } else { byte });
            }
            if if old { byte >= 0x80 } else { byte == 0 } {
                break;
            }
            if bytes.len() > MAX_TEXT {
                return Err(ReadError::too_large(Place::Byte(begin), said::large_game(MAX_TEXT)));
            }
        }
        if (self.at - begin) % 2 == 1 {
            self.need()?;
        }
        Ok(decode(&bytes))
    }
}

/// The encoding of texts is not stated: UTF-8 if they are valid UTF-8, else GB18030.
fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => decode_chinese(bytes),
    }
}

/// Writes a record as a library.
///
/// ```
/// use heibai_games::Kind;
/// use heibai_records::{read_text, renlib};
/// let record = read_text("h8i9j10", Some(Kind::Gomoku)).unwrap();
/// let mut file = Vec::new();
/// renlib::write(&record, &mut file).unwrap();
/// assert_eq!(renlib::read(&file[..]).unwrap().next().unwrap().unwrap().tree.moves().count(), 3);
/// ```
pub fn write(record: &Record, out: &mut impl Write) -> io::Result<()> {
    let mut header = [0xff; HEADER];
    header[..8].copy_from_slice(MAGIC);
    (header[8], header[9]) = VERSION;
    out.write_all(&header)?;
    let tree = &record.tree;
    // The entries still to be written, and whether a sibling follows each.
    let mut open = vec![(Entry::Node(Tree::ROOT), false)];
    while let Some((entry, has_sibling)) = open.pop() {
        let children = match entry {
            Entry::Node(id) => entries(tree, id),
            Entry::Label(..) => Vec::new(),
        };
        let mut flags = u8::from(has_sibling) * DOWN + u8::from(children.is_empty()) * RIGHT;
        let (mv, comment, label) = match entry {
            Entry::Node(id) => {
                let step = tree.step(id);
                let mv = step.mv.map_or(Move::Pass, |(_, mv)| mv);
                let is_circle =
                    |mark: &Mark| Move::Place(mark.point) == mv && mark.shape == MarkShape::Circle;
                flags |= u8::from(step.marks.iter().any(is_circle)) * MARK;
                (mv, comment_of(&step.comment), tree.parent(id).and_then(|parent| label(tree, parent, mv)))
            }
            Entry::Label(parent, point) => {
                flags |= NO_MOVE;
                (Move::Place(point), String::new(), label(tree, parent, Move::Place(point)))
            }
        };
        flags |= u8::from(!comment.is_empty()) * COMMENT + u8::from(label.is_some()) * EXTENSION;
        out.write_all(&[byte_of(mv), flags])?;
        if label.is_some() {
            out.write_all(&[0, BOARD_TEXT])?;
        }
        let comment = Some(comment).filter(|text| !text.is_empty());
        for text in [comment, label.map(str::to_owned)].into_iter().flatten() {
            let mut bytes: Vec<u8> = text.bytes().filter(|&byte| byte != 0).collect();
            bytes.resize(bytes.len() / 2 * 2 + 2, 0);
            out.write_all(&bytes)?;
        }
        let last = children.len().saturating_sub(1);
        open.extend(children.into_iter().enumerate().rev().map(|(index, entry)| (entry, index < last)));
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Entry {
    Node(NodeId),
    /// A text on a point where no child of this node plays.
    Label(NodeId, Point),
}

/// The children of a node, then its texts on other points.
fn entries(tree: &Tree, id: NodeId) -> Vec<Entry> {
    let is_played = |point: Point| {
        tree.children(id).any(|child| tree.step(child).mv.is_some_and(|(_, mv)| mv == Move::Place(point)))
    };
    let texts = tree.step(id).marks.iter().filter_map(|mark| match mark.shape {
        MarkShape::Label(_) if !is_played(mark.point) => Some(Entry::Label(id, mark.point)),
        _ => None,
    });
    tree.children(id).map(Entry::Node).chain(texts).collect()
}

fn label(tree: &Tree, node: NodeId, mv: Move) -> Option<&str> {
    tree.step(node).marks.iter().find_map(|mark| match &mark.shape {
        MarkShape::Label(text) if Move::Place(mark.point) == mv => Some(text.as_str()),
        _ => None,
    })
}

fn comment_of(comment: &str) -> String {
    match comment.split_once('\n') {
        Some((first, others)) => format!("{first}{SECOND_LINE}{}", others.replace('\n', "\r\n")),
        None => comment.to_owned(),
    }
}

fn byte_of(mv: Move) -> u8 {
    match mv {
        Move::Place(point) => (16 * point.y(SIZE) + point.x(SIZE) + 1) as u8,
        Move::Pass => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_text;

    const TREE: &str = "(;GM[4]SZ[15]C[root\nsecond](;B[hh]C[one line](;W[ig]LB[jf:A][aa:here];B[jf]CR[jf])\
        (;W[hg];B[ii](;W[gg])(;W[gh])))(;B[gg];W[hh]))";

    fn written(record: &Record) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(record, &mut bytes).unwrap();
        bytes
    }

    fn moves_to(tree: &Tree, id: NodeId) -> Vec<(Color, Move)> {
        let way = std::iter::successors(Some(id), |&id| tree.parent(id));
        way.filter_map(|id| tree.step(id).mv).collect()
    }

    fn branches(record: &Record) -> Vec<Vec<(Color, Move)>> {
        record.tree.ids().map(|id| moves_to(&record.tree, id)).collect()
    }

    #[test]
    fn a_tree_with_comments_and_texts_comes_back() {
        let record = read_text(TREE, None).unwrap();
        let bytes = written(&record);
        assert!(is_header(&bytes));
        let parts: Vec<Record> = read(&bytes[..]).unwrap().map(Result::unwrap).collect();
        assert_eq!(parts.len(), 1);
        let again = &parts[0];
        assert_eq!(branches(again), branches(&record));
        for (a, b) in again.tree.ids().zip(record.tree.ids()) {
            let (a, b) = (again.tree.step(a), record.tree.step(b));
            assert_eq!((&a.comment, a.marks.len()), (&b.comment, b.marks.len()));
            assert!(b.marks.iter().all(|mark| a.marks.contains(mark)), "{a:?} {b:?}");
        }
        assert_eq!(written(again), bytes, "the same bytes again");
    }

    /// The parts of a large library hold all of its branches, and no part exceeds the limit.
    #[test]
    fn a_large_library_is_read_in_parts() {
        let record = read_text(TREE, None).unwrap();
        let bytes = written(&record);
        let all: std::collections::BTreeSet<String> =
            branches(&record).iter().map(|branch| format!("{branch:?}")).collect();
        for part in 3..10 {
            let parts: Vec<Record> = parts_of(&bytes[..], part).unwrap().map(Result::unwrap).collect();
            assert!(parts.iter().all(|record| record.tree.len() <= part + 4), "{part}");
            assert!(parts.len() > 1, "{part}");
            let found: std::collections::BTreeSet<String> =
                parts.iter().flat_map(branches).map(|branch| format!("{branch:?}")).collect();
            assert_eq!(found, all, "{part}");
        }
    }

    /// Bytes as RenLib writes them: h8, then i9 with j10 below it and h9 beside it.
    #[test]
    fn flags_are_read_as_renlib_writes_them() {
        let mut bytes = written(&read_text("h8", Some(Kind::Gomoku)).unwrap());
        bytes.truncate(HEADER);
        bytes.extend([0, 0, 0x78, 0, 0x69, DOWN, 0x5a, RIGHT, 0x68, RIGHT | COMMENT]);
        bytes.extend(b"ab\0\0");
        let record = read(&bytes[..]).unwrap().next().unwrap().unwrap();
        assert_eq!(crate::moves::write(&record, false), "h8i9j10");
        let h9 = record.tree.ids().last().unwrap();
        assert_eq!(record.tree.step(h9).comment, "ab");
        assert_eq!(moves_to(&record.tree, h9).len(), 2);
        // A file without the header begins with h8.
        let bare = &bytes[HEADER + 2..];
        let record = read(bare).unwrap().next().unwrap().unwrap();
        assert_eq!(crate::moves::write(&record, false), "h8i9j10");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let head = &written(&read_text("h8", Some(Kind::Gomoku)).unwrap())[..HEADER];
        let with = |rest: &[u8]| [head, rest].concat();
        let mut newer = head.to_vec();
        newer[9] = 9;
        assert!(read(&newer[..]).err().unwrap().to_string().contains("3.9"));
        assert!(read(&b"!<arch>"[..]).is_err() && read(&b""[..]).is_err());
        for rest in [&[0x78][..], &[0x70, 0], &[0xff, 0], &[0x78, COMMENT, b'a'], &[0x78, EXTENSION, 0]] {
            let bytes = with(rest);
            assert!(read(&bytes[..]).unwrap().next().unwrap().is_err(), "{rest:?}");
        }
        let deep = with(&[0x78, 0].repeat(5000));
        assert!(read(&deep[..]).unwrap().next().unwrap().is_err());
    }
}
