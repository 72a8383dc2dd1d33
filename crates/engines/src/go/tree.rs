//! The search tree: positions that were judged, what was found below them, and how the next one to look
//! at is chosen (PUCT).

use super::board::Cell;
use super::habit::{Habits, Share};
use super::oracle::Opinion;

pub type NodeId = u32;
const NONE: NodeId = NodeId::MAX;

/// A move from a judged position.
#[derive(Clone, Debug)]
pub struct Edge {
    pub cell: Option<Cell>,
    pub prior: f32,
    child: NodeId,
    /// Searches on their way through this move, counted as losses meanwhile so that threads spread.
    pending: u32,
}

/// Sums over everything at and below a position, from the side to move there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    pub visits: u32,
    value: f64,
    lead: f64,
    utility: f64,
    squares: f64,
}

impl Sums {
    fn mean(&self, sum: f64) -> f64 {
        if self.visits == 0 { 0.0 } else { sum / f64::from(self.visits) }
    }

    /// Win minus loss, -1 to 1.
    pub fn value(&self) -> f64 {
        self.mean(self.value)
    }

    /// Points ahead.
    pub fn lead(&self) -> f64 {
        self.mean(self.lead)
    }

    pub fn utility(&self) -> f64 {
        self.mean(self.utility)
    }

    /// The standard deviation of the utility; the usual one counts as two visits.
    fn deviation(&self) -> f64 {
        let n = f64::from(self.visits);
        let variance = (self.mean(self.squares) - self.utility().powi(2)).max(0.0);
        ((variance * n + USUAL_DEVIATION.powi(2) * 2.0) / (n + 2.0)).sqrt()
    }

    /// The standard error of the utility.
    fn error(&self) -> f64 {
        let n = f64::from(self.visits).max(1.0);
        let variance = (self.mean(self.squares) - self.utility().powi(2)).max(0.0);
        // A few visits say little about their own spread: begin with a broad one.
        ((variance * n + 0.1) / (n + 1.0) / n).sqrt()
    }
}

#[derive(Clone, Debug, Default)]
struct Node {
    edges: Vec<Edge>,
    sums: Sums,
    /// The utility of what was thought of this position alone.
    own: f64,
    /// Where errors of its kind are kept.
    habit: Option<Share>,
    /// Two passes: nothing comes after.
    over: bool,
}

/// What a leaf is worth to the side to move there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    pub value: f32,
    pub lead: f32,
}

/// How a tree grows. The numbers are given in hundredths to the engine's options, so that matches can
/// compare them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Taste {
    /// How eagerly moves that were little looked at are tried.
    pub explore: f64,
    /// A move not yet tried is thought this much worse than its parent, by the share of moves tried.
    pub first_play: f64,
    /// How much winning by more is worth beside winning.
    pub score: f64,
    /// How far eagerness follows the spread of what was found: 0 not at all, 1 in proportion.
    pub spread: f64,
    /// How much of the error that was found after like moves in like surroundings is put right in advance (`habit`).
    pub learn: f64,
}

impl Default for Taste {
    fn default() -> Taste {
        Taste { explore: 1.0, first_play: 0.2, score: 0.3, spread: 0.0, learn: 0.45 }
    }
}

impl Taste {
    /// Winning counts, and a little, with less and less for more, by how much.
    fn utility(&self, worth: Worth, size: usize) -> f64 {
        let points = f64::from(worth.lead) / (2.0 * size as f64);
        f64::from(worth.value) + self.score * points.atan() * std::f64::consts::FRAC_2_PI
    }

    /// How much hope is worth at a position that was passed through `total` times.
    fn eagerness(&self, total: f64, sums: &Sums) -> f64 {
        let grown = self.explore + EXPLORE_GROWTH * ((total + EXPLORE_BASE) / EXPLORE_BASE).ln();
        grown * (1.0 + self.spread * (sums.deviation() / USUAL_DEVIATION - 1.0))
    }
}

/// How eagerness grows with the visits.
const EXPLORE_GROWTH: f64 = 0.45;
const EXPLORE_BASE: f64 = 500.0;
/// The deviation of utilities below a position that was looked at twice, before anything is known.
const USUAL_DEVIATION: f64 = 0.4;
/// Moves with at least this share of the most visits may be chosen by their lower bound.
const CONTENDERS: f64 = 0.15;
/// Standard errors below the mean at which moves are compared.
const CAUTION: f64 = 3.0;

/// The way from the root to a leaf: nodes, and the edge taken from each.
#[derive(Clone, Debug, Default)]
pub struct Path {
    steps: Vec<(NodeId, usize)>,
    /// The node at the end if it was judged before (a finished game).
    known: Option<NodeId>,
}

impl Path {
    /// The moves of the way, in order.
    pub fn moves(&self, tree: &Tree) -> Vec<Option<Cell>> {
        self.steps.iter().map(|&(node, edge)| tree.nodes[node as usize].edges[edge].cell).collect()
    }
}

#[derive(Clone, Debug)]
pub struct Tree {
    size: usize,
    taste: Taste,
    nodes: Vec<Node>,
    habits: Habits,
}

impl Tree {
    /// A tree of one judged position on a board of `size`.
    pub fn new(size: usize, taste: Taste, root: &Opinion) -> Tree {
        let mut tree = Tree { size, taste, nodes: Vec::new(), habits: Habits::default() };
        tree.add(root, None, false);
        let worth = Worth { value: root.value, lead: root.lead };
        tree.count(0, worth);
        tree
    }

    fn add(&mut self, opinion: &Opinion, habit: Option<u64>, over: bool) -> NodeId {
        let edge = |&(cell, prior): &(Option<Cell>, f32)| Edge { cell, prior, child: NONE, pending: 0 };
        let edges = if over { Vec::new() } else { opinion.moves.iter().map(edge).collect() };
        let own = self.taste.utility(Worth { value: opinion.value, lead: opinion.lead }, self.size);
        let habit = habit.filter(|_| self.taste.learn > 0.0 && !over).map(|key| self.habits.share(key));
        self.nodes.push(Node { edges, sums: Sums::default(), own, habit, over });
        (self.nodes.len() - 1) as NodeId
    }

    pub fn root(&self) -> &Sums {
        &self.nodes[0].sums
    }

    pub fn edges(&self) -> &[Edge] {
        &self.nodes[0].edges
    }

    /// Leaves only some of the root's moves.
    pub fn restrict(&mut self, wanted: impl Fn(Option<Cell>) -> bool) {
        self.nodes[0].edges.retain(|edge| wanted(edge.cell));
    }

    /// What was found after a move, from the side that then moves.
    pub fn after(&self, edge: &Edge) -> Sums {
        self.nodes.get(edge.child as usize).map(|node| node.sums).unwrap_or_default()
    }

    /// Goes down from the root to a position that is not judged yet, and marks the way.
    pub fn descend(&mut self) -> Path {
        let mut path = Path::default();
        let mut at: NodeId = 0;
        loop {
            let Some(chosen) = self.choose(at) else {
                path.known = Some(at);
                return path;
            };
            let edge = &mut self.nodes[at as usize].edges[chosen];
            edge.pending += 1;
            path.steps.push((at, chosen));
            if edge.child == NONE {
                return path;
            }
            at = edge.child;
            if self.nodes[at as usize].over {
                path.known = Some(at);
                return path;
            }
        }
    }

    /// The edge with the best sum of what was found and what is still hoped for.
    fn choose(&self, at: NodeId) -> Option<usize> {
        let node = &self.nodes[at as usize];
        let visited: f32 =
            node.edges.iter().filter(|e| e.child != NONE || e.pending > 0).map(|e| e.prior).sum();
        let untried = node.sums.utility() - self.taste.first_play * f64::from(visited).sqrt();
        let pending: u32 = node.edges.iter().map(|edge| edge.pending).sum();
        let total = f64::from(node.sums.visits + pending);
        let hope = self.taste.eagerness(total, &node.sums) * (total + 0.01).sqrt();
        let worth = |edge: &Edge| {
            let sums = self.after(edge);
            let (visits, pending) = (f64::from(sums.visits), f64::from(edge.pending));
            let found = if visits + pending == 0.0 {
                untried
            } else {
                (-sums.utility() * visits - pending) / (visits + pending)
            };
            found + hope * f64::from(edge.prior) / (1.0 + visits + pending)
        };
        let best = node.edges.iter().map(worth).enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        best.map(|(edge, _)| edge)
    }

    /// Adds a judged position at the end of a way and counts it on the whole way. `habit` names the last move and
    /// its surroundings.
    pub fn grow(&mut self, path: &Path, opinion: &Opinion, habit: Option<u64>, over: bool) {
        let mut worth = Worth { value: opinion.value, lead: opinion.lead };
        let leaf = match (path.known, path.steps.last()) {
            (Some(known), _) => known,
            (None, Some(&(parent, edge))) => match self.nodes[parent as usize].edges[edge].child {
                NONE => {
                    let leaf = self.add(opinion, habit, over);
                    self.nodes[parent as usize].edges[edge].child = leaf;
                    leaf
                }
                // Another thread was faster.
                child => child,
            },
            (None, None) => return,
        };
        self.count(leaf, worth);
        for &(node, edge) in path.steps.iter().rev() {
            worth = Worth { value: -worth.value, lead: -worth.lead };
            self.nodes[node as usize].edges[edge].pending -= 1;
            self.count(node, worth);
        }
    }

    fn count(&mut self, node: NodeId, worth: Worth) {
        let sums = &mut self.nodes[node as usize].sums;
        sums.visits += 1;
        sums.value += f64::from(worth.value);
        sums.lead += f64::from(worth.lead);
        self.weigh(node);
    }

    /// The utility of a node from its own, put right by what is known of its kind, and from those below it.
    fn weigh(&mut self, node: NodeId) {
        let at = &self.nodes[node as usize];
        let below = at.edges.iter().filter_map(|edge| self.nodes.get(edge.child as usize));
        let (mut visits, mut utility, mut squares) = (0, 0.0, 0.0);
        for child in below {
            visits += child.sums.visits;
            utility -= child.sums.utility;
            squares += child.sums.squares;
        }
        let at = &mut self.nodes[node as usize];
        let mut own = at.own;
        if let Some(share) = &mut at.habit {
            self.habits.learn(share, at.own, utility, visits);
            own += self.taste.learn * self.habits.error(share);
        }
        let alone = f64::from(at.sums.visits - visits);
        (at.sums.utility, at.sums.squares) = (utility + own * alone, squares + own * own * alone);
    }

    /// The root's moves, best first: by the lower confidence bound among those looked at most, then by
    /// visits, then by prior.
    pub fn ranked(&self) -> Vec<&Edge> {
        let most = self.edges().iter().map(|edge| self.after(edge).visits).max().unwrap_or(0);
        let key = |edge: &Edge| {
            let sums = self.after(edge);
            let contends = sums.visits > 1 && f64::from(sums.visits) >= f64::from(most) * CONTENDERS;
            let bound = if contends { -sums.utility() - CAUTION * sums.error() } else { f64::MIN };
            (bound, sums.visits, edge.prior)
        };
        let mut edges: Vec<&Edge> = self.edges().iter().collect();
        edges.sort_by(|a, b| {
            let (a, b) = (key(a), key(b));
            b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)).then(b.2.total_cmp(&a.2))
        });
        edges
    }

    /// The moves that are expected after one of the root's.
    pub fn line(&self, edge: &Edge) -> Vec<Option<Cell>> {
        let mut line = vec![edge.cell];
        let mut at = edge.child;
        while let Some(node) = self.nodes.get(at as usize) {
            let next = node.edges.iter().max_by_key(|edge| self.after(edge).visits);
            let Some(next) = next.filter(|edge| self.after(edge).visits > 0) else { break };
            line.push(next.cell);
            at = next.child;
        }
        line
    }

    /// The part of the tree below a move of the root, if it was looked at.
    pub fn below(&self, cell: Option<Cell>) -> Option<Tree> {
        let edge = self.edges().iter().find(|edge| edge.cell == cell)?;
        self.nodes.get(edge.child as usize).filter(|node| !node.over)?;
        let mut kept = vec![edge.child];
        let mut nodes: Vec<Node> = Vec::new();
        let mut next = 0;
        while let Some(&id) = kept.get(next) {
            next += 1;
            let mut node = self.nodes[id as usize].clone();
            for edge in node.edges.iter_mut().filter(|edge| edge.child != NONE) {
                kept.push(edge.child);
                edge.child = (kept.len() - 1) as NodeId;
            }
            nodes.push(node);
        }
        Some(Tree { size: self.size, taste: self.taste, nodes, habits: self.habits.clone() })
    }
}
