//! The Go player: a network, a search, and manners (when to pass, when to resign, how strong to be).

use super::analysis::{Analysis, RootMove, points};
use super::judge::judge;
use super::life::urgent::answers;
use super::oracle::{Cache, NetOracle, Oracle};
use super::ponder::{self, Oracles, Ponder};
use super::search::{Agreed, Budget, MOST_VISITS, Search};
use super::state::State;
use super::tree::{SearchParams, Tree};
use crate::search::budget::budget;
use crate::search::moment::Moment;
use crate::search::threads::lent_threads;
use heibai_games::player::{self, Fault, Limits, Thought, Wanted, Weighed};
use heibai_games::position::{Move, Outcome, Position as _};
use heibai_games::{Act, Answer, AnyPosition, Color, Kind, Player, Request, Rules, go};
use heibai_net::Network;
use heibai_words::refusals::plays_only;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The settings of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GoSettings {
    /// Visits per move unless another limit applies; 1 is the policy alone.
    pub visits: u32,
    /// Whether a time or node limit may exceed `visits`.
    pub unlimited: bool,
    pub threads: usize,
    /// 0 plays the best move found; larger numbers spread the choice over good moves.
    pub temperature: f32,
    /// A move is never played if its visits or its policy are less than this share of the best move's.
    pub least: f64,
    pub resigns: bool,
    /// Whether it thinks on the opponent's time.
    pub ponders: bool,
}

impl GoSettings {
    /// The full engine.
    pub const BEST: GoSettings = GoSettings {
        visits: 800,
        unlimited: true,
        threads: 1,
        temperature: 0.0,
        least: 0.05,
        resigns: true,
        ponders: false,
    };
}

/// A player resigns below this win rate and this far behind for three moves in a row.
const HOPELESS: f64 = 0.03;
const HOPELESS_POINTS: f64 = 8.0;

/// Below this win rate, a lost game is ended when the opponent passes.
const NO_HOPE: f64 = 0.1;

/// How often an analysis reports its progress.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// Cached answers: about 100 MB on 19x19.
const CACHED: usize = 32_768;

pub struct GoPlayer {
    name: String,
    network: Arc<Network>,
    /// Decides whether the game may end when the opponent passes.
    judge: Arc<Network>,
    oracles: Oracles,
    settings: GoSettings,
    params: SearchParams,
    random: fastrand::Rng,
    /// The tree of the last search and the game it belongs to.
    kept: Option<Kept>,
    /// The background search, and the game up to our move.
    pondering: Option<(Ponder, go::Position, Vec<Move>)>,
    hopeless: u32,
}

struct Kept {
    start: go::Position,
    moves: Vec<Move>,
    tree: Tree,
}

impl GoPlayer {
    pub fn new(name: &str, network: Arc<Network>, settings: GoSettings, seed: u64) -> GoPlayer {
        let oracles = oracles(&network, settings.threads);
        let random = fastrand::Rng::with_seed(seed);
        let (name, params) = (name.to_owned(), SearchParams::default());
        let judge = network.clone();
        GoPlayer {
            name,
            network,
            judge,
            oracles,
            settings,
            params,
            random,
            kept: None,
            pondering: None,
            hopeless: 0,
        }
    }

    /// Sets a separate network to judge finished games.
    pub fn with_judge(self, judge: Arc<Network>) -> GoPlayer {
        GoPlayer { judge, ..self }
    }

    /// Sets the parameters of its search.
    pub fn with_params(self, params: SearchParams) -> GoPlayer {
        GoPlayer { params, ..self }
    }

    /// Searches the position after `moves`.
    pub fn analyse(&mut self, start: &go::Position, moves: &[Move], budget: &Budget<'_>) -> Analysis {
        self.analyse_only(None, None, start, moves, budget)
    }

    /// Searches only some of the moves, without reading life and death.
    pub fn analyse_among(
        &mut self,
        only: &[Move],
        start: &go::Position,
        moves: &[Move],
        budget: &Budget<'_>,
    ) -> Analysis {
        self.analyse_only(Some(only), None, start, moves, budget)
    }

    /// Like `analyse`, for only some of the moves. The kept tree contains no others.
    fn analyse_only(
        &mut self,
        only: Option<&[Move]>,
        agreed: Option<Agreed>,
        start: &go::Position,
        moves: &[Move],
        budget: &Budget<'_>,
    ) -> Analysis {
        let search = self.search(only, agreed, start, moves, budget);
        let analysis = Analysis::of(&search);
        self.kept = Some(Kept { start: start.clone(), moves: moves.to_vec(), tree: search.tree });
        analysis
    }

    fn search(
        &mut self,
        only: Option<&[Move]>,
        agreed: Option<Agreed>,
        start: &go::Position,
        moves: &[Move],
        budget: &Budget<'_>,
    ) -> Search {
        self.stop_pondering();
        let state = State::new(start, moves);
        let tree = self.kept.take().and_then(|kept| kept.after(start, moves, &state));
        let oracle = self.oracles[0].as_mut();
        let mut search = match tree {
            Some(tree) => Search::resume(state, tree, oracle),
            None => Search::new(state, self.params, oracle),
        };
        if let Some(only) = only {
            let board = &search.state.board;
            let place = |cell: u16| Move::Place(board.point_of(cell));
            search.tree.restrict(|cell| only.contains(&cell.map_or(Move::Pass, place)));
        }
        search.agreed = agreed;
        search.run(budget, &mut self.oracles);
        search
    }

    /// Ponders after `mv`, which is about to be played.
    fn ponder(&mut self, start: &go::Position, moves: &[Move], mv: Move) {
        let moves: Vec<Move> = moves.iter().copied().chain([mv]).collect();
        let state = State::new(start, &moves);
        if self.settings.ponders && lent_threads().is_none() && !state.is_over() {
            let known = self.kept.take().and_then(|kept| kept.after(start, &moves, &state));
            let ponder = ponder::begin(state, known, self.params, std::mem::take(&mut self.oracles));
            self.pondering = Some((ponder, start.clone(), moves));
        }
    }

    /// Stops pondering and takes over its tree.
    fn stop_pondering(&mut self) {
        if let Some((ponder, start, moves)) = self.pondering.take() {
            match ponder.end() {
                Some((tree, oracles)) => {
                    self.oracles = oracles;
                    self.kept = Some(Kept { start, moves, tree });
                }
                None => self.oracles = oracles(&self.network, self.settings.threads),
            }
        }
    }

    fn visits(&self, limits: &Limits) -> u32 {
        let asked = limits.nodes.map(|nodes| u32::try_from(nodes).unwrap_or(u32::MAX));
        let timed = limits.move_time.is_some() || limits.clock.is_some();
        match asked {
            Some(asked) if self.settings.unlimited => asked,
            Some(asked) => asked.min(self.settings.visits),
            None if timed && self.settings.unlimited => u32::MAX,
            None => self.settings.visits,
        }
    }

    /// The index of the move to play.
    fn pick(&mut self, found: &[RootMove]) -> usize {
        let temperature = f64::from(self.settings.temperature);
        if temperature <= 0.0 || found.len() < 2 {
            return 0;
        }
        // With one visit each, only the policy can decide.
        let most = found.iter().map(|c| c.visits).max().unwrap_or(0);
        let weight = |c: &RootMove| if most > 1 { f64::from(c.visits) } else { f64::from(c.prior) };
        let top = found.iter().map(weight).fold(0.0, f64::max);
        let odds: Vec<f64> = found
            .iter()
            .map(|c| {
                if weight(c) < top * self.settings.least {
                    0.0
                } else {
                    (weight(c) / top).powf(1.0 / temperature)
                }
            })
            .collect();
        let mut left = self.random.f64() * odds.iter().sum::<f64>();
        odds.iter()
            .position(|odds| {
                left -= odds;
                left < 0.0
            })
            .unwrap_or(0)
    }

    fn gives_up(&mut self, analysis: &Analysis, state_moves: usize, size: usize) -> bool {
        let lost = analysis.win_rate < HOPELESS && analysis.lead < -HOPELESS_POINTS;
        self.hopeless = if lost { self.hopeless + 1 } else { 0 };
        self.settings.resigns && self.hopeless >= 3 && state_moves > size * size / 5
    }
}

/// One for each thread, with one cache.
fn oracles(network: &Arc<Network>, threads: usize) -> Oracles {
    let cache = Arc::new(Cache::new(CACHED));
    let oracle = |_| Box::new(NetOracle::new(network.clone(), cache.clone())) as Box<dyn Oracle>;
    (0..threads.max(1)).map(oracle).collect()
}

impl Kept {
    /// The subtree of a later position of the same game.
    fn after(self, start: &go::Position, moves: &[Move], state: &State) -> Option<Tree> {
        if self.start != *start || !moves.starts_with(&self.moves) {
            return None;
        }
        let mut tree = self.tree;
        for &mv in &moves[self.moves.len()..] {
            let cell = match mv {
                Move::Pass => None,
                Move::Place(point) => Some(state.board.cell_of(point)),
            };
            tree = tree.below(cell)?;
        }
        Some(tree)
    }
}

/// Allowance for the evaluation that is running when time is up.
const EVALUATION: Duration = Duration::from_millis(20);

/// The thinking time of a move.
fn time_for(limits: &Limits, size: usize, played: usize) -> Option<Duration> {
    // A game takes about two thirds of the points in moves; half of the rest are ours. The search ends at the soft
    // limit, two thirds of an even share.
    let left = ((size * size * 2 / 3).saturating_sub(played) / 2).clamp(20, 120);
    let time = budget(limits, left as u32 * 2 / 3)?.soft;
    Some(time - EVALUATION.min(time / 10))
}

impl Player for GoPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, _: &Rules, _: Color) -> Result<(), Fault> {
        self.stop_pondering();
        (self.kept, self.hopeless) = (None, 0);
        Ok(())
    }

    fn game_over(&mut self, _: &Outcome) {
        self.stop_pondering();
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let (AnyPosition::Go(start), AnyPosition::Go(position)) = (request.start, request.position) else {
            return Err(plays_only(Kind::Go).into());
        };
        let began = Moment::now();
        // The opponent passed: pass too if the judge is sure that we have won.
        let passed = request.moves.last() == Some(&Move::Pass);
        let judged = passed.then(|| judge(position, Some(&self.judge)));
        let sure = judged.filter(|judgement| judgement.unsure().is_empty());
        if let Some(won) = sure.as_ref().filter(|j| j.outcome.winner == Some(position.turn())) {
            let lead = won.outcome.margin.map_or(0.0, |margin| margin.as_f64());
            let thought = Thought { value: Some(points(lead, 1.0)), ..Thought::default() };
            return Ok(Answer { act: Act::Play(Move::Pass), thought });
        }
        let time = time_for(request.limits, position.size(), request.moves.len());
        let budget = Budget {
            visits: self.visits(request.limits),
            deadline: time.map(|time| began + time),
            stop: request.stop,
        };
        let analysis = self.analyse(start, request.moves, &budget);
        let mut found: Vec<RootMove> = analysis.candidates.clone();
        if found.is_empty() {
            found = self.by_policy(start, request.moves);
        }
        // The game is certainly lost and the search finds nothing: playing on would only annoy.
        if sure.is_some() && analysis.win_rate < NO_HOPE {
            return Ok(Answer { act: Act::Play(Move::Pass), thought: thought(&analysis, None) });
        }
        if self.gives_up(&analysis, request.moves.len(), position.size()) {
            return Ok(Answer { act: Act::Resign, thought: thought(&analysis, None) });
        }
        found.retain(|candidate| position.check(candidate.mv).is_ok());
        let chosen = found.get(self.pick(&found)).cloned();
        let weighed = found.iter().map(|candidate| Weighed {
            mv: candidate.mv,
            value: candidate.value(),
            nodes: u64::from(candidate.visits),
        });
        let weighed = weighed.collect();
        let mv = chosen.as_ref().map_or(Move::Pass, |candidate| candidate.mv);
        self.ponder(start, request.moves, mv);
        let thought = Thought { weighed, ..thought(&analysis, chosen.as_ref()) };
        Ok(Answer { act: Act::Play(mv), thought })
    }

    fn weighs_moves(&self) -> bool {
        true
    }

    fn analyze(
        &mut self,
        request: &Request<'_>,
        wanted: Wanted,
        report: &mut dyn FnMut(&player::Analysis),
    ) -> Result<player::Analysis, Fault> {
        let (AnyPosition::Go(start), AnyPosition::Go(position)) = (request.start, request.position) else {
            return Err(plays_only(Kind::Go).into());
        };
        let time = time_for(request.limits, position.size(), request.moves.len());
        let visits = self.visits(request.limits).max(2);
        let only = request.limits.only.as_deref();
        // If play is limited to an area, reading decides there if it can.
        let read = only.map(|only| answers(position, only, time)).filter(|read| !read.is_empty());
        let only = read.as_deref().or(only);
        if only.is_some() {
            self.stop_pondering();
            self.kept = None;
        }
        let passes = only.is_some_and(|only| only.contains(&Move::Pass));
        let agreed = self.agreed(position, start, request.moves, passes);
        // The judge's time comes on top: a short look would be over before it began.
        let end = time.map(|time| Moment::now() + time);
        loop {
            let pause = Moment::now() + BETWEEN_REPORTS;
            let deadline = Some(end.map_or(pause, |end| end.min(pause)));
            let budget = Budget { visits, deadline, stop: request.stop };
            let found = self.analyse_only(only, agreed, start, request.moves, &budget);
            let told = found.told(wanted);
            report(&told);
            let late = end.is_some_and(Moment::has_passed);
            if late || found.visits >= visits.min(MOST_VISITS) || request.stop.load(Ordering::Relaxed) {
                if only.is_some() {
                    self.kept = None;
                }
                return Ok(told);
            }
        }
    }
}

/// From this probability of a pass on, an analysis asks how the board would be counted.
const MAY_PASS: f32 = 0.02;

impl GoPlayer {
    /// How a board would be counted if nobody played on, where a pass is asked about or likely and the judge is sure. People stop
    /// while dead stones stand, so that an analysis must not call their pass a blunder. Under territory scoring, the
    /// search itself knows who holds what.
    fn agreed(
        &mut self,
        position: &go::Position,
        start: &go::Position,
        moves: &[Move],
        asked: bool,
    ) -> Option<Agreed> {
        let state = State::new(start, moves);
        let mut is_likely = || {
            let opinion = self.oracles[0].judge(&state);
            opinion.moves.iter().any(|&(cell, prior)| cell.is_none() && prior >= MAY_PASS)
        };
        if state.counts_territory() || !(asked || state.passes() > 0 || is_likely()) {
            return None;
        }
        let judged = judge(position, Some(&self.judge));
        let margin = judged.outcome.margin.filter(|_| judged.unsure().is_empty())?.as_f64() as f32;
        let lead = if judged.outcome.winner == Some(Color::White) { -margin } else { margin };
        Some(Agreed { board: state.board.hash(), lead })
    }

    /// The policy's moves, best first, when nothing was searched.
    fn by_policy(&mut self, start: &go::Position, moves: &[Move]) -> Vec<RootMove> {
        let state = State::new(start, moves);
        let opinion = self.oracles[0].judge(&state);
        let candidate = |&(cell, prior): &(Option<u16>, f32)| {
            let mv = cell.map_or(Move::Pass, |cell| Move::Place(state.board.point_of(cell)));
            let (value, lead) = (f64::from(opinion.value), f64::from(opinion.lead));
            RootMove { mv, visits: 0, prior, win_rate: f64::midpoint(1.0, value), lead, line: vec![mv] }
        };
        let mut found: Vec<RootMove> = opinion.moves.iter().map(candidate).collect();
        found.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        found
    }
}

fn thought(analysis: &Analysis, chosen: Option<&RootMove>) -> Thought {
    let line = chosen.map(|candidate| candidate.line.clone()).unwrap_or_default();
    Thought {
        value: Some(chosen.map_or(points(analysis.lead, analysis.win_rate), RootMove::value)),
        depth: Some(line.len() as u32),
        nodes: u64::from(analysis.visits),
        line,
        ..Thought::default()
    }
}
