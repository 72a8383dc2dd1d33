//! The search tree: evaluated positions, the statistics below them, and the choice of the next one to visit (PUCT).

use super::board::Cell;
use super::oracle::Opinion;
pub use super::params::SearchParams;
use super::params::USUAL_DEVIATION;
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
    /// How much the visits count: each as much as its evaluation is trusted, usually one.
    weight: f64,
    value: f64,
    lead: f64,
    utility: f64,
    squares: f64,
}

impl Sums {
    fn mean(&self, sum: f64) -> f64 {
        if self.visits == 0 { 0.0 } else { sum / self.weight }
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
    pub(super) fn deviation(&self) -> f64 {
        let n = self.weight;
        let variance = (self.mean(self.squares) - self.utility().powi(2)).max(0.0);
        ((variance * n + USUAL_DEVIATION.powi(2) * 2.0) / (n + 2.0)).sqrt()
    }

    /// The standard error of the utility.
    fn error(&self) -> f64 {
        let n = self.weight.max(1.0);
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
        tree.count(0, worth, params.weight(root, false));
        tree
    }

    fn add(&mut self, opinion: &Opinion, bias_key: Option<u64>, over: bool) -> NodeId {
        let priors = self.params.priors(opinion, self.nodes.is_empty());
        let edge = |(&(cell, _), prior)| Edge { cell, prior, child: NONE, pending: 0 };
        let edges = if over { Vec::new() } else { opinion.moves.iter().zip(priors).map(edge).collect() };
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

    /// Gives the root's moves the policy of a root, after its subtree was kept from an earlier search.
    pub fn renew_root(&mut self, opinion: &Opinion) {
        if !self.params.has_root_policy() {
            return;
        }
        let priors = self.params.priors(opinion, true);
        for edge in &mut self.nodes[0].edges {
            let found = opinion.moves.iter().zip(&priors).find(|((cell, _), _)| *cell == edge.cell);
            edge.prior = found.map_or(edge.prior, |(_, &prior)| prior);
        }
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
        let untried = self.params.untried(at == 0, node.sums.utility(), node.own, f64::from(visited));
        let pending: u32 = node.edges.iter().map(|edge| edge.pending).sum();
        let total = node.sums.weight + f64::from(pending);
        let factor = self.params.exploration(total, &node.sums) * (total + 0.01).sqrt();
        let worth = |edge: &Edge| {
            let sums = self.after(edge);
            let (visits, pending) = (sums.weight, f64::from(edge.pending));
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
        let weight = self.params.weight(opinion, over);
        self.count(leaf, worth, weight);
        for &(node, edge) in path.steps.iter().rev() {
            worth = LeafValue { value: -worth.value, lead: -worth.lead };
            self.nodes[node as usize].edges[edge].pending -= 1;
            self.count(node, worth, weight);
        }
    }

    fn count(&mut self, node: NodeId, worth: LeafValue, weight: f64) {
        let sums = &mut self.nodes[node as usize].sums;
        sums.visits += 1;
        sums.weight += weight;
        sums.value += f64::from(worth.value) * weight;
        sums.lead += f64::from(worth.lead) * weight;
        self.weigh(node);
    }

    /// Recomputes the utility of a node from its own value, corrected by the value bias, and from its children.
    fn weigh(&mut self, node: NodeId) {
        let at = &self.nodes[node as usize];
        let below = || {
            at.edges.iter().filter_map(|edge| self.nodes.get(edge.child as usize)).map(|child| &child.sums)
        };
        let (mut weight, mut utility, mut squares) = (0.0, 0.0, 0.0);
        for child in below() {
            weight += child.weight;
            utility -= child.utility;
            squares += child.squares;
        }
        if self.params.discount > 0.0 && weight > 0.0 {
            (utility, squares) = discounted(below(), weight, utility / weight, self.params.discount);
        }
        let at = &mut self.nodes[node as usize];
        let mut own = at.own;
        if let Some(share) = &mut at.bias {
            self.bias.learn(share, at.own, utility, weight);
            own += self.params.learn * self.bias.error(share);
        }
        let alone = at.sums.weight - weight;
        (at.sums.utility, at.sums.squares) = (utility + own * alone, squares + own * own * alone);
    }

    /// The root's moves, best first: by lower confidence bound among those visited most, then by visits, then by
    /// prior.
    pub fn ranked(&self) -> Vec<&Edge> {
        let most = self.edges().iter().map(|edge| self.after(edge).weight).fold(0.0, f64::max);
        let key = |edge: &Edge| {
            let sums = self.after(edge);
            let contends = sums.visits > 1 && sums.weight >= most * self.params.contend;
            let bound =
                if contends { -sums.utility() - self.params.caution * sums.error() } else { f64::MIN };
            (bound, sums.weight, edge.prior)
        };
        let mut edges: Vec<&Edge> = self.edges().iter().collect();
        edges.sort_by(|a, b| {
            let (a, b) = (key(a), key(b));
            b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)).then(b.2.total_cmp(&a.2))
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

/// The sums of utilities and of their squares below a position, with moves that turned out worse than the average
/// (`mean`) weighing less: their weights are multiplied by a power of the chance that they are not worse, then all so that
/// their sum stays `weight`.
fn discounted<'a>(below: impl Iterator<Item = &'a Sums>, weight: f64, mean: f64, power: f64) -> (f64, f64) {
    let (mut kept, mut utility, mut squares) = (0.0, 0.0, 0.0);
    for child in below.filter(|child| child.visits > 0) {
        let off = (-child.utility() - mean) / child.error();
        // The logistic function is near the normal distribution's.
        let chance = 1.0 / (1.0 + (-1.7 * off).exp());
        let factor = (chance + 1e-4).powf(power);
        kept += child.weight * factor;
        utility -= child.utility * factor;
        squares += child.squares * factor;
    }
    (utility * weight / kept, squares * weight / kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(visits: u32, mean: f64) -> Sums {
        let n = f64::from(visits);
        // Utilities are from the side that moves there.
        Sums { visits, weight: n, utility: -mean * n, squares: (mean * mean + 0.04) * n, ..Sums::default() }
    }

    #[test]
    fn bad_moves_weigh_less_and_the_weight_stays() {
        let (good, bad) = (sums(30, 0.4), sums(10, -0.4));
        let mean = (30.0 * 0.4 - 10.0 * 0.4) / 40.0;
        let (utility, squares) = discounted([&good, &bad].into_iter(), 40.0, mean, 0.25);
        assert!(utility / 40.0 > mean + 0.02 && utility / 40.0 < 0.4, "{}", utility / 40.0);
        assert!((squares / 40.0 - 0.2).abs() < 1e-9, "both have the same squares");
        let (alone, _) = discounted([&good].into_iter(), 30.0, 0.4, 0.25);
        assert!((alone / 30.0 - 0.4).abs() < 1e-9);
        let (same, _) = discounted([&good, &bad].into_iter(), 40.0, mean, 0.0);
        assert!((same / 40.0 - mean).abs() < 1e-9);
    }
}
