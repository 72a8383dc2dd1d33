//! The levels: Beginner with random blunders, Normal with a shallow search over the classic scores, Hard with VCF, VCT
//! and an opening book, Hell with deeper searches, and `best`, the engine without handicap.

use super::board::PatternBoard;
use super::book;
use super::class::Class;
use super::engine::{Engine, Spend};
use super::opening::{Analyst, Opener};
use super::player::{
    Settings, Strong, first_move, full_thought, legal, open_position, prepare, static_thought, thought,
    unsearched,
};
use super::vcf::{Failures, Found, NO_DEPTH_LIMIT, Vcf};
use super::vct::{ProofTable, Vct};
use super::weights::Weights;
use crate::classic;
use crate::level::Level;
use crate::search::meter::Meter;
use crate::search::moment::Moment;
use crate::search::threads::lent_threads;
use crate::search::{Evaluation, alphabeta, below};
use heibai_games::by_analysis;
use heibai_games::gomoku::opening::Opening;
use heibai_games::gomoku::{Candidate, candidates, score};
use heibai_games::player::{Fault, Thought, Weighed};
use heibai_games::value::{Amount, Value};
use heibai_games::{
    Act, Answer, AnyPosition, Color, Decision, Kind, Move, Player, Point, Position, Request, Rules,
};
use std::time::Duration;

/// Hell's depth and nodes.
const HELL: (u32, u64) = (16, 400_000);

/// The player of a level; `seed` is for its random choices.
pub fn player(level: Level, seed: u64) -> Box<dyn Player> {
    match level {
        Level::Beginner => Box::new(Beginner { random: fastrand::Rng::with_seed(seed) }),
        Level::Normal => Box::new(Normal { depth: 3 }),
        Level::Hard => deep(level.name(), 4, 40_000, seed),
        Level::Hell => deep(level.name(), HELL.0, HELL.1, seed),
        Level::Best => {
            let threads = lent_threads().unwrap_or(1);
            Box::new(Strong::new("best", Settings { threads, ..Settings::default() }, seed))
        }
    }
}

/// Hell without VCF and VCT.
pub(crate) fn light_hell(seed: u64) -> Box<dyn Player> {
    Box::new(Deep { proves: false, ..Deep::new("hell:proofs=no", HELL.0, HELL.1, seed) })
}

/// A player like Hard and Hell with its own limits.
pub(crate) fn deep(name: &'static str, depth: u32, nodes: u64, seed: u64) -> Box<dyn Player> {
    Box::new(Deep::new(name, depth, nodes, seed))
}

/// Takes a five, blocks a four in 50 % and a three in 40 % of cases, and otherwise plays at random, with a preference
/// for the centre and for its own shapes.
struct Beginner {
    random: fastrand::Rng,
}

impl Beginner {
    fn block(&mut self, board: &mut PatternBoard) -> Option<usize> {
        let other = !board.turn();
        for (class, chance) in [(Class::Five, 0.5), (Class::OpenFour, 0.4)] {
            let points: Vec<usize> = board.set(other, class).iter().collect();
            if !points.is_empty() && self.random.f64() < chance {
                let point = points[below(&mut self.random, points.len())];
                return (!board.is_forbidden(point)).then_some(point);
            }
        }
        None
    }

    /// A random candidate, and the weights of all: its own twos and threes and the centre weigh more.
    fn some_point(
        &mut self,
        position: &heibai_games::gomoku::Position,
        board: &PatternBoard,
    ) -> Option<(usize, Vec<Weighed>)> {
        let mut random = || self.random.u64(..);
        let points: Vec<_> = candidates(position, &mut random)
            .into_iter()
            .filter(|c| position.check(Move::Place(c.point)).is_ok())
            .collect();
        let weight = |c: &Candidate| {
            let own = board.class(board.turn(), c.point.index());
            let shape = match own {
                Class::Nothing | Class::Weak | Class::Forbidden => 1,
                Class::OpenTwo | Class::DoubleTwo => 3,
                _ => 6,
            };
            shape * (4 + c.place.max(0) as u64)
        };
        let total: u64 = points.iter().map(weight).sum();
        let mut at = self.random.u64(..total.max(1));
        let chosen = points.iter().find(|c| {
            let w = weight(c);
            let here = at < w;
            at = at.saturating_sub(w);
            here
        });
        let mut weights: Vec<(Point, u64)> = points.iter().map(|c| (c.point, weight(c))).collect();
        weights.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        let weighed = weights.into_iter().map(|(point, weight)| Weighed {
            mv: Move::Place(point),
            value: Value::estimated(Amount::Units { units: weight as f64, win_rate: None }),
            nodes: 0,
        });
        let weighed = weighed.collect();
        Some((chosen?.point.index(), weighed))
    }
}

impl Player for Beginner {
    fn name(&self) -> String {
        "beginner".to_owned()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let position = open_position(request)?;
        if let Some(mv) = first_move(position) {
            return Ok(unsearched(position, mv));
        }
        let mut board = PatternBoard::of(position, Weights::of(position.rules().variant()));
        let five = board.set(board.turn(), Class::Five).first();
        let needed = five.or_else(|| self.block(&mut board)).map(|cell| (cell, Vec::new()));
        let (cell, weighed) = needed.or_else(|| self.some_point(position, &board)).unzip();
        let mv = legal(position, cell)?;
        let thought = Thought { weighed: weighed.unwrap_or_default(), ..static_thought(position, mv) };
        Ok(Answer { act: Act::Play(mv), thought })
    }
}

/// The classic scores, with the opponent's shapes weighted by 9/8.
struct Classic;

/// Candidates per position in Normal's search.
const WIDTH: usize = 12;

impl Evaluation<AnyPosition> for Classic {
    fn name(&self) -> &str {
        "classic"
    }

    fn evaluate(&self, position: &AnyPosition) -> i32 {
        let AnyPosition::Gomoku(position) = position else { return 0 };
        let own = score::classic(position, position.turn());
        let other = score::classic(position, !position.turn());
        own - other - other / 8
    }

    fn candidates(&self, position: &AnyPosition, moves: &mut Vec<Move>) {
        moves.clear();
        let AnyPosition::Gomoku(gomoku) = position else { return };
        let all = candidates(gomoku, &mut || 0);
        let legal = all.into_iter().map(|c| Move::Place(c.point)).filter(|&mv| gomoku.check(mv).is_ok());
        moves.extend(legal.take(WIDTH));
        if moves.is_empty() {
            gomoku.legal_moves(moves);
        }
    }
}

/// Alpha-beta search over the classic scores.
struct Normal {
    depth: u32,
}

impl Player for Normal {
    fn name(&self) -> String {
        "normal".to_owned()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let position = open_position(request)?;
        if let Some(mv) = first_move(position) {
            return Ok(unsearched(position, mv));
        }
        let depth = request.limits.depth.map_or(self.depth, |depth| depth.min(self.depth));
        let mut meter = Meter::new(request.limits, request.stop);
        let found = alphabeta::search(request.position, depth, &Classic, &mut meter);
        let thought =
            found.map_or_else(Thought::default, |found| classic::thought_of(Kind::Gomoku, &Classic, found));
        let thought = Thought { depth: Some(depth), nodes: meter.nodes, ..thought };
        let cell = match thought.line.first() {
            Some(Move::Place(point)) => Some(point.index()),
            _ => None,
        };
        let mv = legal(position, cell)?;
        Ok(Answer { act: Act::Play(mv), thought })
    }
}

/// Hard and Hell: the book for the first ten moves, then VCF and VCT, then the engine's search with limited depth.
struct Deep {
    name: &'static str,
    depth: u32,
    nodes: u64,
    engine: Engine,
    proofs: ProofTable,
    failures: Failures,
    random: fastrand::Rng,
    opener: Opener,
    /// Whether VCF and VCT run before the search.
    proves: bool,
}

impl Deep {
    fn new(name: &'static str, depth: u32, nodes: u64, seed: u64) -> Deep {
        let (random, opener) = (fastrand::Rng::with_seed(seed), Opener::new(seed));
        let proofs = ProofTable::new(if nodes > 100_000 { 16 } else { 12 });
        let (engine, failures) = (Engine::new(16), Failures::new(16));
        Deep { name, depth, nodes, engine, proofs, failures, random, opener, proves: true }
    }

    fn spend(&self, request: &Request<'_>) -> Spend {
        let settings = Settings { nodes: Some(self.nodes), ..Settings::default() };
        let spend = super::player::spend(request.limits, &settings);
        Spend { depth: spend.depth.min(self.depth), ..spend }
    }

    /// A proved win by fours or by threats.
    fn proof(&mut self, board: &mut PatternBoard, stop: &dyn Fn() -> bool) -> Option<Vec<usize>> {
        let mut vcf = Vcf::new(board, &mut self.failures, self.nodes / 8, stop);
        if let Found::Win(cells) = vcf.solve(NO_DEPTH_LIMIT) {
            return Some(cells);
        }
        match Vct::new(board, &mut self.proofs, self.nodes / 20, stop).solve() {
            Found::Win(cells) => Some(cells),
            _ => None,
        }
    }
}

impl Player for Deep {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn new_game(&mut self, rules: &Rules, _color: Color) -> Result<(), Fault> {
        self.engine.clear();
        self.failures.clear();
        prepare(rules)
    }

    fn decide(&mut self, request: &Request<'_>, opening: &Opening) -> Result<Decision, Fault> {
        if opening.rule().is_renju() {
            let (depth, nodes) = (self.depth, self.nodes);
            return by_analysis(&mut Analyst { engine: &mut self.engine, depth, nodes }, request, opening);
        }
        let position = open_position(request)?;
        let board = PatternBoard::of(position, Weights::of(position.rules().variant()));
        let spend = self.spend(request);
        self.opener.decide(&mut self.engine, &board, request, opening, spend)
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let position = open_position(request)?;
        let mut board = PatternBoard::of(position, Weights::of(position.rules().variant()));
        if let Some(cell) = book::move_of(&board, &mut self.random) {
            return Ok(unsearched(position, legal(position, Some(cell))?));
        }
        let mut spend = self.spend(request);
        let began = Moment::now();
        let end = spend.time.map(|(_, hard)| began + hard / 4);
        let stop =
            || request.stop.load(std::sync::atomic::Ordering::Relaxed) || end.is_some_and(Moment::has_passed);
        if self.proves
            && !board.is_decided()
            && let Some(cells) = self.proof(&mut board, &stop)
        {
            let value = super::search::WIN - cells.len() as i32;
            let thought = thought(value, cells.len() as u32, 0, &cells);
            let mv = legal(position, cells.first().copied())?;
            return Ok(Answer { act: Act::Play(mv), thought });
        }
        // The solvers have used some of the time.
        let left = |time: Duration| time.saturating_sub(began.elapsed()).max(Duration::from_millis(1));
        spend.time = spend.time.map(|(soft, hard)| (left(soft), left(hard)));
        let thoughts = self.engine.think(&board, spend, 1, request.stop);
        let best = thoughts.lines.first();
        let mv = legal(position, best.and_then(|line| line.cells.first().copied()))?;
        Ok(Answer { act: Act::Play(mv), thought: full_thought(&thoughts) })
    }
}
