//! Tree search with a policy and a value from outside, as in AlphaZero: PUCT below the root; at the root PUCT with
//! Dirichlet noise, or Gumbel noise with sequential halving. The tree itself evaluates nothing: `select` walks to a
//! leaf and `answer` takes the network's result for it. Several leaves may be pending; virtual loss keeps their paths
//! apart.

mod root;

use crate::observation::action;
use heibai_games::{Color, Move, Position};
use root::Halving;
use std::collections::VecDeque;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Params {
    /// The weight of the prior against the mean value (c_puct).
    pub exploration: f64,
    /// First-play urgency: an unvisited move is worth its parent's mean minus this.
    pub reduction: f64,
    /// A pending leaf counts as this many lost visits.
    pub virtual_loss: u32,
    pub root: Root,
}

/// How visits are shared among the root's moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Root {
    /// PUCT; `share` of the prior is Dirichlet noise of concentration `alpha`.
    Puct { share: f64, alpha: f64 },
    /// The `considered` best moves by logit plus Gumbel noise (times `noise`), halved repeatedly by what the search
    /// finds. `scale` weighs values against logits.
    Gumbel { considered: usize, noise: f64, scale: f64 },
}

impl Default for Params {
    fn default() -> Params {
        let root = Root::Puct { share: 0.0, alpha: 0.3 };
        Params { exploration: 1.25, reduction: 0.2, virtual_loss: 1, root }
    }
}

/// The result of a walk down the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// A leaf that waits for its evaluation.
    Leaf,
    /// The end of a game; its result is already backed up.
    Ended,
    /// Every continuation waits for a pending evaluation.
    Blocked,
}

const NONE: u32 = u32::MAX;

#[derive(Clone)]
struct Edge {
    mv: Move,
    child: u32,
    prior: f32,
    visits: u32,
    /// Pending leaves below this edge.
    waiting: u32,
    /// The sum of the values for the side to move here.
    total: f64,
}

impl Edge {
    fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.total / f64::from(self.visits))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    New,
    Waiting,
    Open,
    End,
}

#[derive(Clone)]
struct PuctNode {
    first: u32,
    edges: u32,
    /// Edges that were taken at least once come first; the next edge has the highest prior of the rest. So a walk
    /// looks at few edges. The root, whose visits follow noise, looks at all of them.
    taken: u32,
    stage: Stage,
    turn: Color,
    /// Its own evaluation plus every visit through its edges.
    visits: u32,
    waiting: u32,
    /// The sum of the values for `turn`.
    total: f64,
    /// The value from the network or the referee, for `turn`.
    own: f32,
}

impl PuctNode {
    const fn new() -> PuctNode {
        let (stage, turn) = (Stage::New, Color::Black);
        PuctNode { first: 0, edges: 0, taken: 0, stage, turn, visits: 0, waiting: 0, total: 0.0, own: 0.0 }
    }

    fn range(&self) -> Range<usize> {
        self.first as usize..(self.first + self.edges) as usize
    }

    /// Converts a value for Black to one for the side to move, and back.
    fn seen(&self, black: f64) -> f64 {
        if self.turn == Color::Black { black } else { -black }
    }
}

/// A node and the edge that was taken from it.
type Path = Vec<(u32, u32)>;

/// The tree of one game, stored in an arena of nodes and an arena of edges. The caller keeps the root position.
pub struct Tree {
    pub params: Params,
    nodes: Vec<PuctNode>,
    edges: Vec<Edge>,
    pending: VecDeque<(u32, Path)>,
    random: fastrand::Rng,
    moves: Vec<Move>,
    /// Visits of this search, and how many of them have started.
    budget: u32,
    begun: u32,
    /// Whether the root's noise was drawn.
    drawn: bool,
    /// The root's priors with Dirichlet noise; empty without.
    noisy: Vec<f32>,
    halving: Option<Halving>,
}

impl Tree {
    pub fn new(params: Params, seed: u64) -> Tree {
        Tree {
            params,
            nodes: vec![PuctNode::new()],
            edges: Vec::new(),
            pending: VecDeque::new(),
            random: fastrand::Rng::with_seed(seed),
            moves: Vec::new(),
            budget: 0,
            begun: 0,
            drawn: false,
            noisy: Vec::new(),
            halving: None,
        }
    }

    /// Begins a search of `visits` more visits; noise is drawn anew.
    pub fn begin(&mut self, visits: u32) {
        self.cancel();
        (self.budget, self.begun, self.drawn) = (visits, 0, false);
        self.noisy.clear();
        self.halving = None;
    }

    /// Whether more visits should start, or the root is not evaluated yet.
    pub fn wants_more(&self) -> bool {
        match self.nodes[0].stage {
            Stage::New => true,
            Stage::End => false,
            Stage::Waiting | Stage::Open => self.begun < self.budget,
        }
    }

    /// The number of pending leaves.
    pub fn waiting(&self) -> usize {
        self.pending.len()
    }

    /// Walks to a leaf, playing moves on `position` (the root's) with `play`; at a leaf, `position` is the leaf's.
    pub fn select<P: Position>(&mut self, position: &mut P, mut play: impl FnMut(&mut P, Move)) -> Walk {
        let mut path = Path::new();
        let mut at = 0;
        loop {
            match self.nodes[at].stage {
                Stage::New => break,
                Stage::Waiting => {
                    self.withdraw(&path);
                    return Walk::Blocked;
                }
                Stage::End => {
                    self.settle(at, &path);
                    return Walk::Ended;
                }
                Stage::Open => {}
            }
            let chosen = if at == 0 { self.root_edge() } else { Some(self.inner_edge(at)) };
            let Some(edge) = chosen else { return Walk::Blocked };
            self.edges[edge].waiting += 1;
            self.nodes[at].waiting += 1;
            path.push((at as u32, edge as u32));
            play(position, self.edges[edge].mv);
            if self.edges[edge].child == NONE {
                self.edges[edge].child = self.nodes.len() as u32;
                self.nodes.push(PuctNode::new());
            }
            at = self.edges[edge].child as usize;
        }
        self.reach(at, path, position)
    }

    /// Lists the moves of a new node, or finds that the game is over there.
    fn reach<P: Position>(&mut self, at: usize, path: Path, position: &P) -> Walk {
        position.legal_moves(&mut self.moves);
        let node = &mut self.nodes[at];
        if self.moves.is_empty() {
            let black = position.outcome().map_or(0.5, |outcome| outcome.points(Color::Black));
            (node.stage, node.turn, node.own) = (Stage::End, Color::Black, (2.0 * black - 1.0) as f32);
            self.settle(at, &path);
            return Walk::Ended;
        }
        (node.stage, node.turn) = (Stage::Waiting, position.turn());
        (node.first, node.edges, node.taken) = (self.edges.len() as u32, self.moves.len() as u32, 0);
        let edge = |&mv: &Move| Edge { mv, child: NONE, prior: 0.0, visits: 0, waiting: 0, total: 0.0 };
        self.edges.extend(self.moves.iter().map(edge));
        self.pending.push_back((at as u32, path));
        Walk::Leaf
    }

    /// The legal moves of the leaf that `select` found last.
    pub fn leaf_moves(&self) -> &[Move] {
        &self.moves
    }

    /// Takes the network's result for the leaf that has waited longest: logits by action, and the value for the side
    /// to move, from -1 to 1.
    pub fn answer(&mut self, size: usize, logits: &[f32], value: f32) {
        let Some((at, path)) = self.pending.pop_front() else { return };
        let at = at as usize;
        let edges = &mut self.edges[self.nodes[at].range()];
        let logit = |edge: &Edge| logits[action::of(edge.mv, size)];
        let most = edges.iter().map(logit).fold(f32::NEG_INFINITY, f32::max);
        // Without any finite logit all moves are equally likely.
        let weight = |edge: &Edge| if most.is_finite() { (logit(edge) - most).exp() } else { 1.0 };
        edges.iter_mut().for_each(|edge| edge.prior = weight(edge));
        let sum: f32 = edges.iter().map(|edge| edge.prior).sum();
        edges.iter_mut().for_each(|edge| edge.prior /= sum);
        (self.nodes[at].stage, self.nodes[at].own) = (Stage::Open, value);
        if at > 0 {
            self.bring_forward(at);
        }
        self.settle(at, &path);
    }

    /// Backs up the value of the node at the end of `path`.
    fn settle(&mut self, at: usize, path: &Path) {
        let leaf = &mut self.nodes[at];
        leaf.visits += 1;
        leaf.total += f64::from(leaf.own);
        let black = leaf.seen(f64::from(leaf.own));
        for &(node, edge) in path {
            let (node, edge) = (&mut self.nodes[node as usize], &mut self.edges[edge as usize]);
            let value = node.seen(black);
            (node.waiting, edge.waiting) = (node.waiting - 1, edge.waiting - 1);
            (node.visits, edge.visits) = (node.visits + 1, edge.visits + 1);
            (node.total, edge.total) = (node.total + value, edge.total + value);
        }
    }

    /// Undoes a walk that found no leaf.
    fn withdraw(&mut self, path: &Path) {
        for &(node, edge) in path {
            self.nodes[node as usize].waiting -= 1;
            self.edges[edge as usize].waiting -= 1;
        }
        if let Some(&(_, edge)) = path.first() {
            self.begun -= 1;
            if let Some(halving) = &mut self.halving {
                halving.take_back(edge - self.nodes[0].first);
            }
        }
    }

    /// Drops all pending leaves.
    pub fn cancel(&mut self) {
        while let Some((at, path)) = self.pending.pop_front() {
            self.nodes[at as usize].stage = Stage::New;
            self.withdraw(&path);
        }
    }

    /// The next edge of a node below the root.
    fn inner_edge(&mut self, at: usize) -> usize {
        let node = &self.nodes[at];
        let (range, taken) = (node.range(), node.taken as usize);
        let edge = self.best_edge(at, range.start..range.end.min(range.start + taken + 1), &[]);
        if edge == range.start + taken {
            self.nodes[at].taken += 1;
            self.bring_forward(at);
        }
        edge
    }

    /// Swaps the likeliest of the untaken edges to the front of them.
    fn bring_forward(&mut self, at: usize) {
        let node = &self.nodes[at];
        let rest = &mut self.edges[node.range()][node.taken as usize..];
        let mut best = 0;
        for (number, edge) in rest.iter().enumerate() {
            if edge.prior > rest[best].prior {
                best = number;
            }
        }
        if best > 0 {
            rest[..=best].rotate_right(1);
        }
    }

    /// The edge with the highest PUCT score in a range, the first of equals; `priors`, if given, replace the node's
    /// own.
    fn best_edge(&self, at: usize, among: Range<usize>, priors: &[f32]) -> usize {
        let (node, loss, first) = (&self.nodes[at], self.params.virtual_loss, among.start);
        let visits = f64::from(node.visits - 1 + loss * node.waiting);
        let scale = self.params.exploration * visits.max(1.0).sqrt();
        let unvisited = node.total / f64::from(node.visits) - self.params.reduction;
        let mut best = (f64::NEG_INFINITY, 0);
        for (number, edge) in self.edges[among].iter().enumerate() {
            let lost = loss * edge.waiting;
            let count = f64::from(edge.visits + lost);
            let mean = if count > 0.0 { (edge.total - f64::from(lost)) / count } else { unvisited };
            let prior = f64::from(*priors.get(number).unwrap_or(&edge.prior));
            let score = mean + scale * prior / (1.0 + count);
            if score > best.0 {
                best = (score, number);
            }
        }
        first + best.1
    }

    /// Makes the position after `mv` the root and keeps its subtree. Without `reuse`, or if there is none, the tree
    /// starts anew.
    pub fn advance(&mut self, mv: Move, reuse: bool) {
        self.begin(0);
        let edge = self.edges[self.nodes[0].range()].iter().find(|edge| edge.mv == mv);
        match edge.map(|edge| edge.child).filter(|&child| child != NONE && reuse) {
            Some(child) => self.keep(child),
            None => self.clear(),
        }
    }

    /// Clears everything but the random state.
    pub fn clear(&mut self) {
        self.pending.clear();
        self.edges.clear();
        self.nodes.clear();
        self.nodes.push(PuctNode::new());
        self.begin(0);
    }

    /// Copies the subtree of a node into new arenas.
    fn keep(&mut self, root: u32) {
        let (mut nodes, mut edges) = (Vec::new(), Vec::new());
        let mut order = vec![root];
        while let Some(&old) = order.get(nodes.len()) {
            let mut node = self.nodes[old as usize].clone();
            let below = node.range();
            node.first = edges.len() as u32;
            for edge in &self.edges[below] {
                let mut edge = edge.clone();
                if edge.child != NONE {
                    order.push(edge.child);
                    edge.child = order.len() as u32 - 1;
                }
                edges.push(edge);
            }
            nodes.push(node);
        }
        (self.nodes, self.edges) = (nodes, edges);
    }
}
