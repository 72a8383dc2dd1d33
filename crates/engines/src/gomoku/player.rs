//! The engine as a `Player`. It answers with legal moves only.

use super::board::PatternBoard;
use super::engine::{Engine, Spend, Thoughts};
use super::net::Net;
use super::opening::Opener;
use super::search::{PROVED, WIN};
use super::weights::Weights;
use crate::search::budget::{Budget, budget};
use crate::search::moment::Moment;
use heibai_games::by_analysis;
use heibai_games::gomoku::opening::Opening;
use heibai_games::player::{Analysis, Candidate, Fault, Limits, Thought, Wanted, Weighed};
use heibai_games::value::{Amount, Bound, Value, Wdl};
use heibai_games::{
    Act, Answer, AnyPosition, Color, Decision, Move, Player, Point, Position, Request, Rules,
};
use heibai_games::{Kind, gomoku};
use heibai_words::refusals::plays_only;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The engine's options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    pub threads: usize,
    /// Node limit per move, on top of the request's own limits.
    pub nodes: Option<u64>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { hash: 64, threads: 1, nodes: None }
    }
}

/// The full engine.
pub struct Strong {
    name: String,
    /// Has a small table until the first request: a memory limit may come before it.
    engine: Engine,
    /// The size of the table in MiB, until it is allocated.
    hash: Option<usize>,
    settings: Settings,
    opener: Opener,
    values: Values,
}

impl Strong {
    /// `seed` is for the stones that it offers under swap and swap2.
    pub fn new(name: &str, settings: Settings, seed: u64) -> Strong {
        let hash = Some(settings.hash.clamp(1, 1 << 16));
        Strong {
            name: name.to_owned(),
            engine: Engine::new(1),
            hash,
            settings,
            opener: Opener::new(seed),
            values: Values::OfSeveralDepths,
        }
    }

    /// The search's board of a position; also loads the network for its rules.
    fn board(&mut self, position: &gomoku::Position) -> PatternBoard {
        self.ready();
        self.engine.net = Net::of(&position.rules());
        PatternBoard::of(position, Weights::full(position.rules().variant()))
    }

    /// The board of a request's position, and the limits of its search. The first request allocates the table, which
    /// counts as its time.
    fn begin(&mut self, request: &Request<'_>, position: &gomoku::Position) -> (PatternBoard, Spend) {
        let begun = Moment::now();
        let board = self.board(position);
        (board, spend(request.limits, &self.settings).less(begun.elapsed()))
    }
}

/// What an analysis reports as the value of a line that is not proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Values {
    /// The value at the last depth; opening rules are decided by it.
    OfLastDepth,
    /// The mean chance of the last [`STEADY`] depths.
    OfSeveralDepths,
}

/// Values of successive depths scatter around their mean. With twice the nodes the chance at the last depth changes by
/// 0.063 (root mean square), the mean of the last four by 0.031, and it is about as close to a search of six times the
/// nodes: 0.090, the last depth 0.085 (docs/lab/gomoku.md).
const STEADY: usize = 4;

/// Memory beside the transposition table in MiB: 26 were measured with a network.
const BESIDE_TABLE: u64 = 40;

/// Time per move if no limit is set.
const DEFAULT_TIME: Duration = Duration::from_secs(2);
/// The main time of a clock is divided by this many moves.
const MOVES_LEFT: u32 = 25;

/// The search limits for a request.
pub fn spend(limits: &Limits, settings: &Settings) -> Spend {
    let nodes = match (limits.nodes, settings.nodes) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    let bounded = nodes.is_some() || limits.depth.is_some();
    let time = match budget(limits, MOVES_LEFT) {
        Some(Budget { soft, hard }) => Some((soft, hard)),
        None if bounded => None,
        None => Some((DEFAULT_TIME, DEFAULT_TIME)),
    };
    Spend { nodes: nodes.unwrap_or(u64::MAX), depth: limits.depth.unwrap_or(99), time }
}

/// The request's position, if it is one of this game that is not over.
pub(crate) fn open_position<'a>(request: &Request<'a>) -> Result<&'a gomoku::Position, Fault> {
    match request.position {
        AnyPosition::Gomoku(position) if position.outcome().is_none() => Ok(position),
        AnyPosition::Gomoku(_) => Err(Fault::NoMove),
        _ => Err(plays_only(Kind::Gomoku).into()),
    }
}

/// Builds the tables of a rule set before a clock runs. They are built once.
pub fn prepare(rules: &Rules) -> Result<(), Fault> {
    match rules {
        Rules::Gomoku(rules) => {
            PatternBoard::new(rules, Weights::of(rules.variant()));
            Ok(())
        }
        _ => Err(plays_only(Kind::Gomoku).into()),
    }
}

/// The centre, for the first move.
pub fn first_move(position: &gomoku::Position) -> Option<Move> {
    let size = position.size();
    let empty = Point::all(size).all(|point| position.stone(point).is_none());
    empty.then(|| Move::Place(Point((size / 2 * size + size / 2) as u16)))
}

/// The value of a move without a search: the end of the game, or the linear evaluation after it.
pub(crate) fn static_thought(position: &gomoku::Position, mv: Move) -> Thought {
    let mut after = position.clone();
    after.play_unchecked(mv, &mut ());
    let value = match after.outcome() {
        Some(outcome) if outcome.winner.is_some() => value_of(WIN - 1),
        Some(_) => Value::proved(Amount::End { verdict: Wdl::Draw, in_moves: 1 }),
        None => {
            let board = PatternBoard::of(&after, Weights::of(after.rules().variant()));
            let tempo = board.weights().tempo[board.turn().index()];
            value_of((-board.sum() - i32::from(tempo)).clamp(1 - PROVED, PROVED - 1))
        }
    };
    Thought { value: Some(value), line: vec![mv], ..Thought::default() }
}

/// An answer without a search.
pub(crate) fn unsearched(position: &gomoku::Position, mv: Move) -> Answer {
    Answer { act: Act::Play(mv), thought: static_thought(position, mv) }
}

/// The move if it is legal, else any legal move.
pub fn legal(position: &gomoku::Position, cell: Option<usize>) -> Result<Move, Fault> {
    let wanted = cell.map(|cell| Move::Place(Point(cell as u16)));
    if let Some(mv) = wanted
        && position.check(mv).is_ok()
    {
        return Ok(mv);
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.first().copied().ok_or(Fault::NoMove)
}

/// So many units are one step of the logistic curve of the win probability.
const CHANCE_STEP: f64 = 200.0;

/// Who wins for the side to move, where a search of the full engine proves it. It begins with empty tables, so that its
/// result depends on the position and the nodes alone.
pub fn searched_verdict(position: &gomoku::Position, nodes: u64) -> Option<Wdl> {
    let mut player = Strong::new("verdict", Settings { hash: 16, ..Settings::default() }, 1);
    let board = player.board(position);
    let thoughts = player.engine.think(&board, Spend::nodes(nodes), 1, &AtomicBool::new(false));
    value_of(thoughts.lines.first()?.value).verdict()
}

/// The win probability of a value.
pub fn win_rate(value: i32) -> f64 {
    match value {
        PROVED.. => 1.0,
        v if v <= -PROVED => 0.0,
        v => 1.0 / (1.0 + (-f64::from(v) / CHANCE_STEP).exp()),
    }
}

/// The value of a line: its end where that is proved, else the mean chance of the last depths. By rank, so that better lines
/// keep better values.
fn steady(thoughts: &Thoughts, rank: usize) -> Value {
    let last = thoughts.lines[rank].value;
    let recent = thoughts.depths.iter().rev().filter_map(|lines| lines.get(rank).copied()).take(STEADY);
    let chances: Vec<f64> = recent.map(win_rate).collect();
    if last.abs() >= PROVED || chances.is_empty() {
        return value_of(last);
    }
    let mean = chances.iter().sum::<f64>() / chances.len() as f64;
    let units =
        (CHANCE_STEP * (mean / (1.0 - mean)).ln()).clamp(f64::from(1 - PROVED), f64::from(PROVED - 1));
    Value::estimated(Amount::Units { units: units.round(), win_rate: Some(mean) })
}

/// A value of the search as a `Value`.
pub(crate) fn value_of(value: i32) -> Value {
    if value.abs() >= PROVED {
        let verdict = if value > 0 { Wdl::Win } else { Wdl::Loss };
        return Value::proved(Amount::End { verdict, in_moves: (WIN - value.abs()).max(0) as u32 });
    }
    Value::estimated(Amount::Units { units: f64::from(value), win_rate: Some(win_rate(value)) })
}

/// A line of the search as a `Thought`.
pub fn thought(value: i32, depth: u32, nodes: u64, cells: &[usize]) -> Thought {
    Thought {
        value: Some(value_of(value)),
        depth: Some(depth),
        nodes,
        line: cells.iter().map(|&cell| Move::Place(Point(cell as u16))).collect(),
        comment: match value.abs() >= PROVED {
            true => format!("{} in {}", if value > 0 { "wins" } else { "loses" }, WIN - value.abs()),
            false => String::new(),
        },
        weighed: Vec::new(),
    }
}

/// The best line as a `Thought`, with the values of the other root moves.
pub fn full_thought(thoughts: &Thoughts) -> Thought {
    let Some(best) = thoughts.lines.first() else { return Thought::default() };
    let weighed = thoughts.weighed.iter().map(|&(cell, value, at_most)| Weighed {
        mv: Move::Place(Point(cell as u16)),
        value: value_of(value).bounded(if at_most { Bound::AtMost } else { Bound::Exact }),
        nodes: 0,
    });
    Thought { weighed: weighed.collect(), ..thought(best.value, best.depth, thoughts.nodes, &best.cells) }
}

impl Player for Strong {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, rules: &Rules, _color: Color) -> Result<(), Fault> {
        self.engine.clear();
        prepare(rules)?;
        if let Rules::Gomoku(rules) = rules {
            Net::of(rules);
            Weights::full(rules.variant());
        }
        Ok(())
    }

    fn ready(&mut self) {
        if let Some(hash) = self.hash.take() {
            self.engine = Engine::new(hash);
            self.engine.threads = self.settings.threads.clamp(1, 256);
        }
    }

    fn limit_memory(&mut self, bytes: Option<u64>) {
        let room = bytes.map_or(usize::MAX, |bytes| (bytes >> 20).saturating_sub(BESIDE_TABLE) as usize);
        self.engine = Engine::new(1);
        self.hash = Some(self.settings.hash.min(room).clamp(1, 1 << 16));
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let position = open_position(request)?;
        if let Some(mv) = first_move(position) {
            return Ok(unsearched(position, mv));
        }
        let (board, spend) = self.begin(request, position);
        let thoughts = self.engine.think(&board, spend, 1, request.stop);
        let best = thoughts.lines.first();
        let mv = legal(position, best.and_then(|line| line.cells.first().copied()))?;
        Ok(Answer { act: Act::Play(mv), thought: full_thought(&thoughts) })
    }

    fn decide(&mut self, request: &Request<'_>, opening: &Opening) -> Result<Decision, Fault> {
        if opening.rule().is_renju() {
            self.values = Values::OfLastDepth;
            let decision = by_analysis(self, request, opening);
            self.values = Values::OfSeveralDepths;
            return decision;
        }
        let (board, spend) = self.begin(request, open_position(request)?);
        self.opener.decide(&mut self.engine, &board, request, opening, spend)
    }

    fn weighs_moves(&self) -> bool {
        true
    }

    fn analyze(
        &mut self,
        request: &Request<'_>,
        wanted: Wanted,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        let position = open_position(request)?;
        let (board, spend) = self.begin(request, position);
        let values = self.values;
        let analysis = analysis(&mut self.engine, &board, position, request, spend, wanted, values);
        report(&analysis);
        Ok(analysis)
    }
}

/// The best moves among those that the request allows, with their variations.
pub(super) fn analysis(
    engine: &mut Engine,
    board: &PatternBoard,
    position: &gomoku::Position,
    request: &Request<'_>,
    spend: Spend,
    wanted: Wanted,
    values: Values,
) -> Analysis {
    if let Some(only) = &request.limits.only {
        let barred = Point::all(position.size()).filter(|&point| !only.contains(&Move::Place(point)));
        engine.barred = barred.map(Point::index).collect();
    }
    let thoughts = engine.think(board, spend, wanted.moves.max(1), request.stop);
    let barred = std::mem::take(&mut engine.barred);
    let candidates = thoughts.lines.iter().enumerate().filter_map(|(rank, line)| {
        let thought = thought(line.value, line.depth, thoughts.nodes, &line.cells);
        let value = match values {
            Values::OfLastDepth => thought.value,
            Values::OfSeveralDepths => Some(steady(&thoughts, rank)),
        };
        let mv = *thought.line.first()?;
        position.check(mv).ok()?;
        let candidate = Candidate { mv, value, nodes: thoughts.nodes, prior: None, line: thought.line };
        (!barred.contains(line.cells.first()?)).then_some(candidate)
    });
    let candidates: Vec<Candidate> = candidates.collect();
    let depth = thoughts.lines.first().map(|line| line.depth);
    Analysis { candidates, depth, nodes: thoughts.nodes, ..Analysis::default() }
}

#[cfg(test)]
mod tests {
    use super::super::engine::Variation;
    use super::*;

    #[test]
    fn allocating_the_table_counts_as_time_and_not_as_nodes() {
        let millis = Duration::from_millis;
        let spend = Spend { time: Some((millis(70), millis(100))), ..Spend::nodes(500) };
        let left = spend.less(millis(80));
        assert_eq!((left.time, left.nodes, left.depth), (Some((millis(0), millis(20))), 500, spend.depth));
        assert_eq!(Spend::nodes(500).less(millis(80)).time, None);
    }

    #[test]
    fn an_analysis_tells_the_mean_chance_of_the_last_depths_or_the_proof() {
        let of = |depths: &[&[i32]]| {
            let lines = depths.last().unwrap().iter();
            let lines = lines.map(|&value| Variation { value, depth: 9, cells: vec![0] }).collect();
            Thoughts { lines, depths: depths.iter().map(|d| d.to_vec()).collect(), ..Thoughts::default() }
        };
        let chance = |thoughts: &Thoughts, rank| steady(thoughts, rank).expected().unwrap();
        // The first depth is too long ago.
        let thoughts = of(&[&[9000], &[200, 0], &[-200, -300], &[0, -10], &[0, -20]]);
        assert!((chance(&thoughts, 0) - 0.5).abs() < 1e-9 && chance(&thoughts, 1) < 0.5);
        assert_eq!(steady(&thoughts, 0).score(), Some(0.0));
        assert_eq!(steady(&of(&[&[0], &[30], &[WIN - 9]]), 0), value_of(WIN - 9));
        assert_eq!(chance(&of(&[&[9000], &[PROVED - 1]]), 0), 1.0);
        // A move that needed no search has no depths.
        let unsearched = Thoughts { depths: Vec::new(), ..of(&[&[0]]) };
        assert_eq!(steady(&unsearched, 0), value_of(0));
    }
}
