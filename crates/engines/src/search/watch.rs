//! Observing a search: the searches in this folder report every node, cut-off and playout to an observer. The result
//! does not depend on the observer.

use super::WIN;
use heibai_games::{Color, Move};

/// Receives the events of a search. Every method does nothing by default; `()` observes nothing and costs nothing.
pub trait TreeObserver {
    /// A search to this depth begins at the root.
    fn iteration(&mut self, _depth: u32) {}

    /// The iteration is finished and its result counts.
    fn finished(&mut self, _depth: u32, _value: i32) {}

    /// A node is entered by a move (the root by none), with the window of the side to move there.
    fn enter(&mut self, _mv: Option<Move>, _turn: Color, _window: (i32, i32)) {}

    /// A cut-off: these moves are not searched.
    fn cut(&mut self, _rest: &[Move]) {}

    /// The node is left with its value for the side to move there.
    fn leave(&mut self, _value: i32, _left: Left) {}

    /// A tree search added a node below `parent`. The root is node 0; later nodes are numbered in order.
    fn expand(&mut self, _parent: usize, _mv: Move, _mover: Color) {}

    /// A tree search judged a position at this node. Black's points are backed up to the root.
    fn judged(&mut self, _node: usize, _black: f64) {}
}

impl TreeObserver for () {}

/// How a node got its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// By the evaluation.
    Evaluated,
    /// The game is over.
    Over,
    /// All its moves were searched.
    Searched,
    /// A beta cut-off: one of its moves was too good for the opponent to allow this node.
    Cut,
}

/// A node of a recorded search.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceNode {
    pub parent: Option<u32>,
    pub mv: Option<Move>,
    pub turn: Color,
    pub ply: u32,
    /// For the side to move; `None` if the window is open on this side.
    pub alpha: Option<i32>,
    pub beta: Option<i32>,
    /// For the side to move.
    pub value: i32,
    pub left: Left,
    /// The node's number in the whole search, from 1, and the number of nodes entered by the time it was left.
    pub entered: u64,
    pub left_at: u64,
    /// The moves that a cut-off skipped.
    pub cut: Vec<Move>,
}

impl TraceNode {
    /// The size of its subtree, including itself.
    pub fn below(&self) -> u64 {
        self.left_at - self.entered + 1
    }
}

/// One depth of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration {
    pub depth: u32,
    pub value: i32,
    pub nodes: u64,
    pub cut_offs: u64,
}

/// Records a minimax or alpha-beta search: the tree of its last finished iteration, in order of entry.
#[derive(Debug, Default)]
pub struct Trace {
    pub nodes: Vec<TraceNode>,
    pub iterations: Vec<Iteration>,
    growing: Vec<TraceNode>,
    open: Vec<u32>,
    /// Nodes so far, including earlier iterations, and how many of them were finished games.
    pub entered: u64,
    pub over: u64,
    before: u64,
    cut_offs: u64,
}

impl Trace {
    /// The nodes of a subtree, down to the depth at which there are at most `most`: at least `root` and its children.
    pub fn part(&self, root: usize, most: usize) -> Vec<usize> {
        let Some(top) = self.nodes.get(root) else { return Vec::new() };
        let end = root + top.below() as usize;
        let within = |plies: u32| (root..end).filter(move |&n| self.nodes[n].ply <= top.ply + plies);
        let deepest = (root..end).map(|n| self.nodes[n].ply - top.ply).max().unwrap_or(0);
        let plies = (1..=deepest).rev().find(|&plies| within(plies).count() <= most).unwrap_or(1);
        within(plies).collect()
    }

    /// The node that these moves lead to.
    pub fn find(&self, path: &[Move]) -> Option<usize> {
        path.iter().try_fold(0, |at, &mv| {
            let end = at + self.nodes.get(at)?.below() as usize;
            (at + 1..end).find(|&n| self.nodes[n].parent == Some(at as u32) && self.nodes[n].mv == Some(mv))
        })
    }
}

fn closed(bound: i32) -> Option<i32> {
    (bound.abs() < 2 * WIN).then_some(bound)
}

impl TreeObserver for Trace {
    fn iteration(&mut self, _depth: u32) {
        self.growing.clear();
        self.open.clear();
        (self.before, self.cut_offs) = (self.entered, 0);
    }

    fn finished(&mut self, depth: u32, value: i32) {
        self.nodes = std::mem::take(&mut self.growing);
        let nodes = self.entered - self.before;
        self.iterations.push(Iteration { depth, value, nodes, cut_offs: self.cut_offs });
    }

    fn enter(&mut self, mv: Option<Move>, turn: Color, (alpha, beta): (i32, i32)) {
        self.entered += 1;
        let parent = self.open.last().copied();
        self.open.push(self.growing.len() as u32);
        self.growing.push(TraceNode {
            parent,
            mv,
            turn,
            ply: self.open.len() as u32 - 1,
            alpha: closed(alpha),
            beta: closed(beta),
            value: 0,
            left: Left::Searched,
            entered: self.entered,
            left_at: self.entered,
            cut: Vec::new(),
        });
    }

    fn cut(&mut self, rest: &[Move]) {
        self.cut_offs += 1;
        if let Some(&at) = self.open.last() {
            self.growing[at as usize].cut = rest.to_vec();
        }
    }

    fn leave(&mut self, value: i32, left: Left) {
        self.over += u64::from(left == Left::Over);
        if let Some(at) = self.open.pop() {
            let node = &mut self.growing[at as usize];
            (node.value, node.left, node.left_at) = (value, left, self.entered);
        }
    }
}

/// Records a Monte Carlo tree search: its nodes, and the node that each playout judged. Visits and means after any
/// number of playouts follow from these.
#[derive(Debug, Default)]
pub struct TreeTrace {
    /// Parent, move and mover. Node `n` is at index `n - 1`; the root is not stored.
    pub nodes: Vec<(u32, Move, Color)>,
    /// The node of each playout, and Black's points.
    pub judged: Vec<(u32, f64)>,
}

impl TreeObserver for TreeTrace {
    fn expand(&mut self, parent: usize, mv: Move, mover: Color) {
        self.nodes.push((parent as u32, mv, mover));
    }

    fn judged(&mut self, node: usize, black: f64) {
        self.judged.push((node as u32, black));
    }
}
