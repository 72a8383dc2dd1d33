//! The root of a tree: its noise, how Gumbel search shares the visits, and the result of a search.

use super::{Edge, NONE, Root, Stage, Tree};
use fastrand::Rng;
use heibai_games::Move;

/// How many visits a value is trusted for before it has any (c_visit in the Gumbel paper).
const TRUST: f64 = 50.0;
/// The longest principal variation that is reported.
const LONGEST_LINE: usize = 64;

/// Sequential halving: the moves still considered, and the visits each received in this search.
pub(super) struct Halving {
    /// Logit plus noise of every move.
    wish: Vec<f64>,
    alive: Vec<usize>,
    given: Vec<u32>,
    /// The phase ends when each move has this many visits.
    quota: u32,
    phases: u32,
}

impl Halving {
    pub(super) fn take_back(&mut self, edge: u32) {
        self.given[edge as usize] -= 1;
    }
}

/// The result for one root move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove {
    pub mv: Move,
    pub visits: u32,
    /// The mean value for the side to move; `None` without visits.
    pub mean: Option<f64>,
    pub prior: f32,
    /// The training target of the policy: the share of visits, or Gumbel's improved policy.
    pub policy: f32,
}

impl Tree {
    fn root_edges(&self) -> &[Edge] {
        &self.edges[self.nodes[0].range()]
    }

    /// The root's next edge; `None` while a phase waits for its evaluations.
    pub(super) fn root_edge(&mut self) -> Option<usize> {
        if !self.drawn {
            self.draw();
        }
        let edge = match self.halving.is_some() {
            true => self.nodes[0].first as usize + self.next_considered()?,
            false => self.best_edge(0, self.nodes[0].range(), &self.noisy),
        };
        self.begun += 1;
        Some(edge)
    }

    /// Draws the root's noise.
    fn draw(&mut self) {
        self.drawn = true;
        let count = self.root_edges().len();
        match self.params.root {
            Root::Puct { share, alpha } if share > 0.0 => {
                let noise = dirichlet(&mut self.random, alpha, count);
                let mix = |(edge, noise): (&Edge, f64)| {
                    ((1.0 - share) * f64::from(edge.prior) + share * noise) as f32
                };
                self.noisy = self.root_edges().iter().zip(noise).map(mix).collect();
            }
            Root::Puct { .. } => {}
            Root::Gumbel { considered, noise, .. } => {
                let mut draw = || noise * gumbel(&mut self.random);
                let draws: Vec<f64> = (0..count).map(|_| draw()).collect();
                let wish: Vec<f64> =
                    self.root_edges().iter().zip(draws).map(|(edge, noise)| logit(edge) + noise).collect();
                let mut alive: Vec<usize> = (0..count).collect();
                alive.sort_by(|&a, &b| wish[b].total_cmp(&wish[a]));
                alive.truncate(considered.max(1));
                let phases = alive.len().next_power_of_two().ilog2().max(1);
                self.halving = Some(Halving { wish, alive, given: vec![0; count], quota: 0, phases });
            }
        }
    }

    fn next_considered(&mut self) -> Option<usize> {
        let Halving { alive, given, quota, phases, .. } = self.halving.as_ref()?;
        if alive.iter().all(|&edge| given[edge] >= *quota) {
            if self.nodes[0].waiting > 0 {
                return None;
            }
            let mut alive = alive.clone();
            let worth = self.worths();
            alive.sort_by(|&a, &b| worth[b].total_cmp(&worth[a]));
            if *quota > 0 {
                alive.truncate((alive.len() / 2).max(2));
            }
            let quota = quota + (self.budget / (phases * alive.len() as u32)).max(1);
            let halving = self.halving.as_mut()?;
            (halving.alive, halving.quota) = (alive, quota);
        }
        let Halving { alive, given, .. } = self.halving.as_mut()?;
        let next = alive.iter().copied().min_by_key(|&edge| given[edge])?;
        given[next] += 1;
        Some(next)
    }

    /// Noise, logit and scaled value of every root move, added up.
    fn worths(&self) -> Vec<f64> {
        let values = self.scaled_values();
        let wish = self.halving.as_ref().map_or(&[][..], |halving| &halving.wish);
        wish.iter().zip(values).map(|(wish, value)| wish + value).collect()
    }

    /// What the values of the root's moves add to their logits. A move without visits gets the mixed value of search
    /// and network.
    fn scaled_values(&self) -> Vec<f64> {
        let (edges, root) = (self.root_edges(), &self.nodes[0]);
        let scale = if let Root::Gumbel { scale, .. } = self.params.root { scale } else { 1.0 };
        let (mut visits, mut mass, mut sum, mut most) = (0.0, 0.0, 0.0, 0);
        for edge in edges {
            if let Some(mean) = edge.mean() {
                visits += f64::from(edge.visits);
                mass += f64::from(edge.prior);
                sum += f64::from(edge.prior) * mean;
                most = most.max(edge.visits);
            }
        }
        let mixed = if mass > 0.0 { sum / mass } else { 0.0 };
        let unvisited = (f64::from(root.own) + visits * mixed) / (1.0 + visits);
        let scaled = |edge: &Edge| {
            let mean = edge.mean().unwrap_or(unvisited);
            (TRUST + f64::from(most)) * scale * (mean + 1.0) / 2.0
        };
        edges.iter().map(scaled).collect()
    }

    /// The root's moves; empty before the root is evaluated.
    pub fn moves(&self) -> Vec<RootMove> {
        let told = |(edge, policy): (&Edge, f64)| RootMove {
            mv: edge.mv,
            visits: edge.visits,
            mean: edge.mean(),
            prior: edge.prior,
            policy: policy as f32,
        };
        self.root_edges().iter().zip(self.policy()).map(told).collect()
    }

    fn policy(&self) -> Vec<f64> {
        let edges = self.root_edges();
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        if visits == 0 {
            return edges.iter().map(|edge| edge.prior.into()).collect();
        }
        match self.params.root {
            Root::Puct { .. } => {
                edges.iter().map(|edge| f64::from(edge.visits) / f64::from(visits)).collect()
            }
            Root::Gumbel { .. } => {
                let values = self.scaled_values();
                softmax(edges.iter().zip(values).map(|(edge, value)| logit(edge) + value).collect())
            }
        }
    }

    /// The value of the root position for the side to move; of a finished game, for Black.
    pub fn value(&self) -> f64 {
        let root = &self.nodes[0];
        if root.visits == 0 { root.own.into() } else { root.total / f64::from(root.visits) }
    }

    /// The visits of this search and those the root had before.
    pub fn visits(&self) -> u32 {
        self.root_edges().iter().map(|edge| edge.visits).sum()
    }

    /// The move to play. With PUCT it is drawn in proportion to visits^(1/`temperature`); at 0 it is the most visited
    /// move. With Gumbel it is the last move considered, since the noise has already drawn.
    pub fn choose(&mut self, temperature: f64) -> Option<Move> {
        let edges = self.root_edges();
        let chosen = if let Some(halving) = &self.halving {
            let (worth, given) = (self.worths(), &halving.given);
            halving.alive.iter().copied().max_by(|&a, &b| {
                given[a].cmp(&given[b]).then(worth[a].total_cmp(&worth[b])).then(b.cmp(&a))
            })?
        } else if temperature > 0.0 && self.visits() > 0 {
            let logs = edges.iter().map(|edge| f64::from(edge.visits).ln() / temperature).collect();
            let chances = softmax(logs);
            let mut left = self.random.f64();
            let drawn = chances.iter().position(|chance| {
                left -= chance;
                left < 0.0
            });
            drawn.unwrap_or_else(|| self.most_visited(0).unwrap_or(0))
        } else {
            self.most_visited(0)?
        };
        Some(self.root_edges()[chosen].mv)
    }

    /// A node's most visited edge; of equals, the one with the higher prior.
    fn most_visited(&self, node: usize) -> Option<usize> {
        let edges = &self.edges[self.nodes[node].range()];
        let order = |&a: &usize, &b: &usize| {
            let (one, other) = (&edges[a], &edges[b]);
            one.visits.cmp(&other.visits).then(one.prior.total_cmp(&other.prior)).then(b.cmp(&a))
        };
        (0..edges.len()).max_by(order)
    }

    /// The principal variation by visits, starting with `first` if given.
    pub fn line(&self, first: Option<Move>) -> Vec<Move> {
        let (mut line, mut at) = (Vec::new(), 0);
        while line.len() < LONGEST_LINE && self.nodes[at].stage == Stage::Open {
            let edges = &self.edges[self.nodes[at].range()];
            let wanted = first.filter(|_| at == 0).and_then(|mv| edges.iter().position(|edge| edge.mv == mv));
            let Some(edge) = wanted.or_else(|| self.most_visited(at)).map(|best| &edges[best]) else { break };
            if edge.visits == 0 || edge.child == NONE {
                break;
            }
            line.push(edge.mv);
            at = edge.child as usize;
        }
        line
    }
}

fn logit(edge: &Edge) -> f64 {
    f64::from(edge.prior.max(f32::MIN_POSITIVE)).ln()
}

fn softmax(mut x: Vec<f64>) -> Vec<f64> {
    let most = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    x.iter_mut().for_each(|x| *x = (*x - most).exp());
    let sum: f64 = x.iter().sum();
    x.iter_mut().for_each(|x| *x /= sum);
    x
}

/// A number strictly between 0 and 1.
fn open(random: &mut Rng) -> f64 {
    random.f64().clamp(1e-15, 1.0 - 1e-15)
}

fn gumbel(random: &mut Rng) -> f64 {
    -(-open(random).ln()).ln()
}

fn normal(random: &mut Rng) -> f64 {
    let (radius, turn) = ((-2.0 * open(random).ln()).sqrt(), std::f64::consts::TAU * random.f64());
    radius * turn.cos()
}

/// A gamma-distributed number, by the method of Marsaglia and Tsang.
fn gamma(random: &mut Rng, shape: f64) -> f64 {
    if shape < 1.0 {
        return gamma(random, shape + 1.0) * open(random).powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(random);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && open(random).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

fn dirichlet(random: &mut Rng, alpha: f64, count: usize) -> Vec<f64> {
    let draws: Vec<f64> = (0..count).map(|_| gamma(random, alpha)).collect();
    let sum: f64 = draws.iter().sum();
    // If every draw underflows, the noise is uniform.
    let even = 1.0 / count as f64;
    draws.into_iter().map(|draw| if sum > 0.0 { draw / sum } else { even }).collect()
}
