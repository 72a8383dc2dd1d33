//! The search tree: evaluated positions, the statistics below them, and the choice of the next one to visit (PUCT).

use super::board::Cell;
use super::oracle::Opinion;
use super::value_bias::{BiasShare, ValueBias};

pub type NodeId = u32;
const NONE: NodeId = NodeId::MAX;

/// A move from an evaluated position.
#[derive(Clone, Debug)]
pub struct Edge {
    pub cell: Option<Cell>,
    pub prior: f32,
    child: NodeId,
    /// Visits in progress through this move; they count as losses meanwhile (virtual loss), so that threads spread
    /// out.
    pending: u32,
}

/// Sums over a position and everything below it, from the side to move there.
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

    /// Lead in points.
    pub fn lead(&self) -> f64 {
        self.mean(self.lead)
    }

    pub fn utility(&self) -> f64 {
        self.mean(self.utility)
    }

    /// The standard deviation of the utility; the prior deviation counts as two visits.
    fn deviation(&self) -> f64 {
        let n = f64::from(self.visits);
        let variance = (self.mean(self.squares) - self.utility().powi(2)).max(0.0);
        ((variance * n + USUAL_DEVIATION.powi(2) * 2.0) / (n + 2.0)).sqrt()
    }

    /// The standard error of the utility.
    fn error(&self) -> f64 {
        let n = f64::from(self.visits).max(1.0);
        let variance = (self.mean(self.squares) - self.utility().powi(2)).max(0.0);
        // Few visits say little about their own spread, so start with a broad prior.
        ((variance * n + 0.1) / (n + 1.0) / n).sqrt()
    }
}

#[derive(Clone, Debug, Default)]
struct TreeNode {
    edges: Vec<Edge>,
    sums: Sums,
    /// The utility of the network's own evaluation of this position.
    own: f64,
    /// Its share of the value bias of similar positions.
    bias: Option<BiasShare>,
    /// The game ended by two passes.
    over: bool,
}

/// The evaluation of a leaf, for the side to move there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeafValue {
    pub value: f32,
    pub lead: f32,
}

/// The parameters of the search. The engine's options give them in hundredths, so that matches can compare them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchParams {
    /// The exploration constant of PUCT.
    pub explore: f64,
    /// First-play urgency: an unvisited move is worth this much less than its parent, times the root of the visited
    /// policy mass.
    pub first_play: f64,
    /// The weight of the score in the utility, next to winning.
    pub score: f64,
    /// How far exploration follows the spread of the utilities: 0 not at all, 1 in proportion.
    pub spread: f64,
    /// The share of the value bias that is corrected in advance (`value_bias`).
    pub learn: f64,
}

impl Default for SearchParams {
    fn default() -> SearchParams {
        SearchParams { explore: 1.0, first_play: 0.2, score: 0.3, spread: 0.0, learn: 0.45 }
    }
}

impl SearchParams {
    /// Winning, plus a little for the score, with diminishing returns.
    fn utility(&self, worth: LeafValue, size: usize) -> f64 {
        let points = f64::from(worth.lead) / (2.0 * size as f64);
        f64::from(worth.value) + self.score * points.atan() * std::f64::consts::FRAC_2_PI
    }

    /// The exploration factor at a position with `total` visits.
    fn exploration(&self, total: f64, sums: &Sums) -> f64 {
        let grown = self.explore + EXPLORE_GROWTH * ((total + EXPLORE_BASE) / EXPLORE_BASE).ln();
        grown * (1.0 + self.spread * (sums.deviation() / USUAL_DEVIATION - 1.0))
    }
}

/// How exploration grows with the visits.
const EXPLORE_GROWTH: f64 = 0.45;
const EXPLORE_BASE: f64 = 500.0;
/// The prior deviation of the utilities below a position.
const USUAL_DEVIATION: f64 = 0.4;
/// Moves with at least this share of the most visits may be chosen by their lower confidence bound.
const CONTENDERS: f64 = 0.15;
/// The lower confidence bound lies this many standard errors below the mean.
const CAUTION: f64 = 3.0;

/// The path from the root to a leaf: nodes, and the edge taken from each.
#[derive(Clone, Debug, Default)]
pub struct Path {
    steps: Vec<(NodeId, usize)>,
    /// The node at the end, if it was evaluated before (a finished game).
    known: Option<NodeId>,
}

impl Path {
    /// The moves of the path, in order.
    pub fn moves(&self, tree: &Tree) -> Vec<Option<Cell>> {
        self.steps.iter().map(|&(node, edge)| tree.nodes[node as usize].edges[edge].cell).collect()
    }
}

#[derive(Clone, Debug)]
pub struct Tree {
    size: usize,
    params: SearchParams,
    nodes: Vec<TreeNode>,
    bias: ValueBias,
    owners: Owners,
}

/// The ownership of all positions that were evaluated, summed up, from the root's side to move.
#[derive(Clone, Debug, Default)]
struct Owners {
    sum: Vec<f32>,
    seen: u32,
}

impl Owners {
    /// Adds the ownership of one position; `is_turn` if the root's side moves there. The end of a game has none.
    fn add(&mut self, ownership: &[f32], is_turn: bool) {
        if ownership.is_empty() {
            return;
        }
        let sign = if is_turn { 1.0 } else { -1.0 };
        self.sum.resize(ownership.len(), 0.0);
        self.sum.iter_mut().zip(ownership).for_each(|(sum, x)| *sum += sign * x);
        self.seen += 1;
    }
}

impl Tree {
    /// A tree of one evaluated position on a board of `size`.
    pub fn new(size: usize, params: SearchParams, root: &Opinion) -> Tree {
        let mut tree =
            Tree { size, params, nodes: Vec::new(), bias: ValueBias::default(), owners: Owners::default() };
        tree.add(root, None, false);
        tree.owners.add(&root.ownership, true);
        let worth = LeafValue { value: root.value, lead: root.lead };
        tree.count(0, worth);
        tree
    }

    fn add(&mut self, opinion: &Opinion, bias_key: Option<u64>, over: bool) -> NodeId {
        let edge = |&(cell, prior): &(Option<Cell>, f32)| Edge { cell, prior, child: NONE, pending: 0 };
        let edges = if over { Vec::new() } else { opinion.moves.iter().map(edge).collect() };
        let own = self.params.utility(LeafValue { value: opinion.value, lead: opinion.lead }, self.size);
        let bias = bias_key.filter(|_| self.params.learn > 0.0 && !over).map(|key| self.bias.share(key));
        self.nodes.push(TreeNode { edges, sums: Sums::default(), own, bias, over });
        (self.nodes.len() - 1) as NodeId
    }

    pub fn root(&self) -> &Sums {
        &self.nodes[0].sums
    }

    pub fn edges(&self) -> &[Edge] {
        &self.nodes[0].edges
    }

    /// Keeps only some of the root's moves.
    pub fn restrict(&mut self, wanted: impl Fn(Option<Cell>) -> bool) {
        self.nodes[0].edges.retain(|edge| wanted(edge.cell));
    }

    /// The sums after a move, from the side that then moves.
    pub fn after(&self, edge: &Edge) -> Sums {
        self.nodes.get(edge.child as usize).map(|node| node.sums).unwrap_or_default()
    }

    /// Walks from the root to a position that is not evaluated yet and adds virtual loss on the path.
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

    /// The edge with the highest PUCT score.
    fn choose(&self, at: NodeId) -> Option<usize> {
        let node = &self.nodes[at as usize];
        let visited: f32 =
            node.edges.iter().filter(|e| e.child != NONE || e.pending > 0).map(|e| e.prior).sum();
        let untried = node.sums.utility() - self.params.first_play * f64::from(visited).sqrt();
        let pending: u32 = node.edges.iter().map(|edge| edge.pending).sum();
        let total = f64::from(node.sums.visits + pending);
        let factor = self.params.exploration(total, &node.sums) * (total + 0.01).sqrt();
        let worth = |edge: &Edge| {
            let sums = self.after(edge);
            let (visits, pending) = (f64::from(sums.visits), f64::from(edge.pending));
            let found = if visits + pending == 0.0 {
                untried
            } else {
                (-sums.utility() * visits - pending) / (visits + pending)
            };
            found + factor * f64::from(edge.prior) / (1.0 + visits + pending)
        };
        let best = node.edges.iter().map(worth).enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        best.map(|(edge, _)| edge)
    }

    /// Adds an evaluated position at the end of a path and backs its value up. `bias_key` is the value-bias key of the
    /// last move and its surroundings.
    pub fn grow(&mut self, path: &Path, opinion: &Opinion, bias_key: Option<u64>, over: bool) {
        let mut worth = LeafValue { value: opinion.value, lead: opinion.lead };
        let leaf = match (path.known, path.steps.last()) {
            (Some(known), _) => known,
            (None, Some(&(parent, edge))) => match self.nodes[parent as usize].edges[edge].child {
                NONE => {
                    let leaf = self.add(opinion, bias_key, over);
                    self.nodes[parent as usize].edges[edge].child = leaf;
                    leaf
                }
                // Another thread was faster.
                child => child,
            },
            (None, None) => return,
        };
        self.owners.add(&opinion.ownership, path.steps.len().is_multiple_of(2));
        self.count(leaf, worth);
        for &(node, edge) in path.steps.iter().rev() {
            worth = LeafValue { value: -worth.value, lead: -worth.lead };
            self.nodes[node as usize].edges[edge].pending -= 1;
            self.count(node, worth);
        }
    }

    fn count(&mut self, node: NodeId, worth: LeafValue) {
        let sums = &mut self.nodes[node as usize].sums;
        sums.visits += 1;
        sums.value += f64::from(worth.value);
        sums.lead += f64::from(worth.lead);
        self.weigh(node);
    }

    /// Recomputes the utility of a node from its own value, corrected by the value bias, and from its children.
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
        if let Some(share) = &mut at.bias {
            self.bias.learn(share, at.own, utility, visits);
            own += self.params.learn * self.bias.error(share);
        }
        let alone = f64::from(at.sums.visits - visits);
        (at.sums.utility, at.sums.squares) = (utility + own * alone, squares + own * own * alone);
    }

    /// The root's moves, best first: by lower confidence bound among those visited most, then by visits, then by
    /// prior.
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

    /// The principal variation after one of the root's moves.
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

    /// The subtree below a move of the root, if it was visited.
    pub fn below(&self, cell: Option<Cell>) -> Option<Tree> {
        let edge = self.edges().iter().find(|edge| edge.cell == cell)?;
        self.nodes.get(edge.child as usize).filter(|node| !node.over)?;
        let mut kept = vec![edge.child];
        let mut nodes: Vec<TreeNode> = Vec::new();
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
        let owners = Owners::default();
        Some(Tree { size: self.size, params: self.params, nodes, bias: self.bias.clone(), owners })
    }

    /// Who holds each point on average over the positions that were searched, from the root's side to move. After a
    /// move was made only the positions searched since count; before any, the evaluation of the root is the answer.
    pub fn ownership(&self, root: &[f32]) -> Vec<f32> {
        match self.owners.seen {
            0 => root.to_vec(),
            seen => self.owners.sum.iter().map(|x| x / seen as f32).collect(),
        }
    }
}
