//! Players with a learned network: one looks one move ahead, the other searches a tree.

use super::Learned;
use crate::observation::{Boards, mask};
use crate::search::meter::Meter;
use crate::search::puct::{Params, Tree, Walk};
use heibai_games::player::{Analysis, Candidate, Fault, Thought, Wanted, Weighed};
use heibai_games::value::{Amount, Value};
use heibai_games::{Act, Answer, AnyPosition, Color, Move, Player, Position, Request, Rules};
use heibai_net::Scratch;
use heibai_words::refusals::taught_otherwise;
use std::sync::Arc;

/// Leaves that a residual network evaluates in one batch; larger batches weaken the search at the same number of
/// visits.
const TOGETHER: usize = 4;
/// Visits of a residual network's search unless the name says otherwise.
const USUAL_VISITS: u32 = 400;

pub struct LearnedPlayer {
    name: String,
    network: Arc<Learned>,
    /// Visits of a search; 0 plays the move with the best value one ply ahead.
    visits: u32,
    seed: u64,
    scratch: Scratch,
}

/// A position with its recent boards.
#[derive(Clone)]
pub(super) struct ObservedGame {
    pub(super) position: AnyPosition,
    pub(super) boards: Boards,
}

impl ObservedGame {
    pub(super) fn play(&mut self, mv: Move) {
        self.boards.turn_page();
        self.position.play_unchecked(mv, &mut self.boards);
    }

    pub(super) fn observe(&self, network: &Learned) -> Vec<f32> {
        let mut planes = vec![0.0; network.layout.values()];
        network.layout.write(&self.position, &self.boards, &mask(&self.position), &mut planes);
        planes
    }
}

impl LearnedPlayer {
    /// Without `visits`, a network of two hidden layers looks one move ahead and a residual network searches.
    pub fn new(name: &str, network: Arc<Learned>, visits: Option<u32>, seed: u64) -> LearnedPlayer {
        let usual = if network.is_residual() { USUAL_VISITS } else { 0 };
        let (name, visits) = (name.to_owned(), visits.unwrap_or(usual));
        LearnedPlayer { name, network, visits, seed, scratch: Scratch::default() }
    }

    fn check(&self, rules: &Rules) -> Result<(), Fault> {
        if *rules != self.network.rules {
            return Err(taught_otherwise().into());
        }
        Ok(())
    }

    fn seen(&self, request: &Request<'_>) -> Result<ObservedGame, Fault> {
        self.check(&request.position.rules())?;
        let history = self.network.layout.history;
        if history == 0 {
            let position = request.position.clone();
            return Ok(ObservedGame { boards: Boards::new(&position, 0), position });
        }
        let mut seen =
            ObservedGame { position: request.start.clone(), boards: Boards::new(request.start, history) };
        request.moves.iter().for_each(|&mv| seen.play(mv));
        Ok(seen)
    }

    /// Every legal move, best first.
    fn weigh(&mut self, request: &Request<'_>) -> Result<Analysis, Fault> {
        let seen = self.seen(request)?;
        let analysis = if self.visits == 0 { self.look_ahead(&seen) } else { self.search(&seen, request) };
        if analysis.candidates.is_empty() {
            return Err(Fault::NoMove);
        }
        Ok(analysis)
    }

    fn look_ahead(&mut self, seen: &ObservedGame) -> Analysis {
        let mut moves = Vec::new();
        seen.position.legal_moves(&mut moves);
        let mut worths = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut child = seen.clone();
            child.play(mv);
            let worth = match child.position.outcome() {
                Some(end) => 2.0 * end.points(seen.position.turn()) as f32 - 1.0,
                None => {
                    let told = self.network.evaluate(&mut self.scratch, &[child.observe(&self.network)]);
                    told.first().map_or(0.0, |(_, value)| -value)
                }
            };
            worths.push((mv, worth));
        }
        worths.sort_by(|a, b| b.1.total_cmp(&a.1));
        let candidate = |&(mv, worth): &(Move, f32)| Candidate {
            mv,
            value: chance(worth.into()),
            nodes: 1,
            prior: None,
            line: vec![mv],
        };
        let (candidates, nodes) = (worths.iter().map(candidate).collect(), worths.len() as u64);
        Analysis { candidates, depth: Some(1), nodes, ..Analysis::default() }
    }

    fn search(&mut self, seen: &ObservedGame, request: &Request<'_>) -> Analysis {
        let mut tree = Tree::new(Params::default(), self.seed);
        let mut meter = Meter::new(request.limits, request.stop);
        let together = if self.network.is_residual() { TOGETHER } else { 1 };
        tree.begin(self.visits);
        // The root is always evaluated, so that even a stopped search has the network's own opinion.
        while tree.wants_more() && (!meter.is_stopped() || tree.moves().is_empty()) {
            let mut leaves = Vec::with_capacity(together);
            while leaves.len() < together && tree.wants_more() && !meter.is_stopped() {
                let mut leaf = seen.clone();
                let ObservedGame { position, boards } = &mut leaf;
                let step = tree.select(position, |position, mv| {
                    boards.turn_page();
                    position.play_unchecked(mv, boards);
                });
                match step {
                    Walk::Blocked => break,
                    Walk::Leaf => leaves.push(leaf.observe(&self.network)),
                    Walk::Ended => {}
                }
                meter.tick();
            }
            let told = self.network.evaluate(&mut self.scratch, &leaves);
            told.iter().for_each(|(logits, value)| tree.answer(seen.position.size(), logits, *value));
            meter.look();
        }
        analysis(&tree, meter.nodes)
    }
}

/// The tree's analysis of its root, most visited move first.
fn analysis(tree: &Tree, nodes: u64) -> Analysis {
    let mut moves = tree.moves();
    moves.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.prior.total_cmp(&a.prior)));
    let candidates = moves.iter().map(|told| Candidate {
        mv: told.mv,
        // Without a visit only the prior is known.
        value: told.mean.and_then(chance),
        nodes: told.visits.into(),
        prior: Some(told.prior.into()),
        line: if told.visits > 0 { tree.line(Some(told.mv)) } else { vec![told.mv] },
    });
    Analysis { candidates: candidates.collect(), nodes, ..Analysis::default() }
}

fn chance(worth: f64) -> Option<Value> {
    Some(Value::estimated(Amount::WinRate((1.0 + worth) / 2.0)))
}

impl Player for LearnedPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, rules: &Rules, _color: Color) -> Result<(), Fault> {
        self.check(rules)
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let Analysis { candidates, depth, nodes, .. } = self.weigh(request)?;
        let best = candidates[0].clone();
        let weighed = |told: &Candidate| Some(Weighed { mv: told.mv, value: told.value?, nodes: told.nodes });
        let weighed = candidates.iter().filter_map(weighed).collect();
        let comment = String::new();
        let thought = Thought { value: best.value, depth, nodes, line: best.line, comment, weighed };
        Ok(Answer { act: Act::Play(best.mv), thought })
    }

    fn weighs_moves(&self) -> bool {
        true
    }

    fn analyze(
        &mut self,
        request: &Request<'_>,
        _: Wanted,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        let analysis = self.weigh(request)?;
        report(&analysis);
        Ok(analysis)
    }
}
