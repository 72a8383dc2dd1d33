//! The game tree: moves, variations and comments.

use heibai_games::{Color, Move, Point};
use std::time::Duration;

/// The index of a node; the root is [`Tree::ROOT`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The position in [`Tree::ids`]; 0 for the root.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// How a point is marked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MarkShape {
    /// An X.
    Cross,
    /// A ring.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// Highlighted without a shape.
    Selected,
    /// A short text on the point.
    Label(String),
    /// Territory of a colour; on a point with a stone, the stone is dead.
    Territory(Color),
}

/// A mark on a point.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// Where the mark is.
    pub point: Point,
    /// What it looks like.
    pub shape: MarkShape,
}

/// The content of a node.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Step {
    /// The move, and who makes it.
    pub mv: Option<(Color, Move)>,
    /// Stones added, or (`None`) removed, by setup.
    pub setup: Vec<(Point, Option<Color>)>,
    /// The side to move next, if it is given.
    pub turn: Option<Color>,
    /// A comment on the position.
    pub comment: String,
    /// An engine's value of the move for the side that made it, in the game's unit.
    pub score: Option<f64>,
    /// The time that the move took.
    pub spent: Option<Duration>,
    /// The time left after the move, of Black and White.
    pub left: [Option<Duration>; 2],
    /// Marks on points.
    pub marks: Vec<Mark>,
}

impl Step {
    /// A step with only a move.
    pub fn of(color: Color, mv: Move) -> Step {
        Step { mv: Some((color, mv)), ..Step::default() }
    }
}

/// A node: its content, and its SGF source.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Node {
    /// The content.
    pub step: Step,
    /// The SGF properties as they were read; empty if the node came from another format. Properties without a field in
    /// [`Step`] are only here. As long as the text agrees with `step`, SGF is written with the same spelling.
    pub sgf: Box<str>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

/// A game tree. The first child of each node is the main line; the others are variations.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// The node before the first move.
    pub const ROOT: NodeId = NodeId(0);

    /// The number of nodes, the root included.
    #[expect(clippy::len_without_is_empty, reason = "a tree always has its root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A node of this tree; panics if `id` is of another, larger tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A node of this tree, mutably.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The content of a node.
    pub fn step(&self, id: NodeId) -> &Step {
        &self.node(id).step
    }

    /// The node before the first move.
    pub fn root(&self) -> &Node {
        self.node(Tree::ROOT)
    }

    /// All nodes, parents before children.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The parent; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The children of a node, the main line's first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).first_child, |&child| self.node(child).next_sibling)
    }

    /// Adds a last child.
    pub fn add(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("trees are limited far below 2^32 nodes"));
        self.nodes.push(Node { step, parent: Some(parent), ..Node::default() });
        match self.node(parent).last_child {
            Some(last) => self.node_mut(last).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        self.node_mut(parent).last_child = Some(id);
        id
    }

    /// The main line, the root first.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(Tree::ROOT), |&id| self.node(id).first_child)
    }

    /// The last node of the main line.
    pub fn end(&self) -> NodeId {
        self.main_line().last().unwrap_or(Tree::ROOT)
    }

    /// The moves of the main line.
    ///
    /// ```
    /// use heibai_games::{Color, Kind};
    /// use heibai_records::read_text;
    /// let record = read_text("f5d6", Some(Kind::Othello)).unwrap();
    /// let colors: Vec<Color> = record.tree.moves().map(|(color, _)| color).collect();
    /// assert_eq!(colors, [Color::Black, Color::White]);
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> + '_ {
        self.main_line().filter_map(|id| self.step(id).mv)
    }

    /// Whether any node has more than one child.
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.next_sibling.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_child_is_the_main_line() {
        let mut tree = Tree::default();
        let place = |n| Step::of(Color::Black, Move::Place(Point(n)));
        let first = tree.add(Tree::ROOT, place(1));
        tree.add(Tree::ROOT, place(2));
        let deep = tree.add(first, place(3));
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [Tree::ROOT, first, deep]);
        assert_eq!(tree.children(Tree::ROOT).count(), 2);
        assert!(tree.has_variations());
        assert_eq!(tree.end(), deep);
    }
}
