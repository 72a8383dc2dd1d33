//! The engine as a player: levels, time, and board sizes.

use super::board::Bitboards;
use super::book::{self, BookMove};
use super::clock::Speed;
use super::endgame::Sides;
use super::parallel::MOST_THREADS;
use super::ponder::{self, Ponder};
use super::probcut::EXACT;
use super::search::Shared;
use super::solve::{Solution, solve_other};
use super::ten;
use super::think::{Plan, Rated, SearchResult, think_with};
use super::weights::WEIGHTS;
use crate::classic;
use crate::level::Level;
use crate::players::{BadPlayer, Options};
use crate::search::budget::{budget, share};
use crate::search::meter::Meter;
use crate::search::moment::Moment;
use crate::search::threads::lent_threads;
use crate::search::{alphabeta, below, table::TranspositionTable};
use heibai_games::othello::Bits;
use heibai_games::player::{Fault, Thought, Weighed};
use heibai_games::value::{Amount, Bound, Value};
use heibai_games::{Act, Answer, AnyPosition, Kind, Limits, Move, Player, Point, Position, Request};
use heibai_words::refusals::plays_only;
use std::sync::Arc;

/// How many moves a clock must last for before the end is solved, on boards without a trained evaluation.
const MOVES_LEFT: u32 = 8;

/// The most empty squares that are solved on 10x10: with 18 it takes some tenths of a second, and with every two more
/// about five times as long.
const LAST_ON_TEN: u32 = 18;

/// The settings of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    pub plan: Plan,
    /// The standard deviation, in discs, by which it misjudges a move: the weakness of the lower levels.
    pub blur: f64,
    /// Nodes per move, in addition to the limits of a request.
    pub nodes: Option<u64>,
    /// Size of the transposition table in bytes.
    pub hash: usize,
    pub threads: usize,
    /// Search depth on boards without a trained evaluation.
    pub plain_depth: u32,
    /// Whether the opening book is used.
    pub book: bool,
    /// How many discs worse than the best a book move may be.
    pub margin: i32,
    /// Whether it thinks on the opponent's time.
    pub ponders: bool,
}

impl Settings {
    /// Reads the options of a player's name:
    /// `depth=12,end=20,blur=80,nodes=...,threads=2,hash=256,book=no,margin=1,ponder=yes`. The defaults are those of
    /// `best`.
    pub fn read(options: &mut Options<'_>) -> Result<Settings, BadPlayer> {
        let best = level(Level::Best);
        let depth = options.number("depth", best.plan.depth.into(), 60)? as u32;
        let end = options.number("end", best.plan.end.into(), 60)? as u32;
        Ok(Settings {
            plan: Plan { depth, end, ..best.plan },
            // Hundredths of a disc.
            blur: options.number("blur", 0, 6400)? as f64 / 100.0,
            nodes: Some(options.number("nodes", u64::MAX, u64::MAX)?).filter(|&nodes| nodes < u64::MAX),
            threads: options.number("threads", 1, MOST_THREADS as u64)? as usize,
            hash: options.memory("hash", 64, 1 << 20)? << 20,
            book: options.switch("book", best.book)?,
            margin: options.number("margin", 0, 64)? as i32,
            ponders: options.switch("ponder", best.ponders)?,
            ..best
        })
    }
}

/// The settings of a level.
pub fn level(level: Level) -> Settings {
    let plan = |depth, end| Plan { depth, end, certainty: 1, end_certainty: EXACT };
    let (plan, blur, plain_depth) = match level {
        Level::Beginner => (plan(1, 2), 9.0, 1),
        Level::Normal => (plan(1, 6), 3.0, 2),
        Level::Hard => (plan(4, 10), 0.8, 4),
        Level::Hell => (plan(10, 18), 0.0, 6),
        Level::Best => (plan(18, 24), 0.0, 7),
    };
    let book = level >= Level::Hard;
    Settings {
        plan,
        blur,
        nodes: None,
        hash: 64 << 20,
        threads: lent_threads().filter(|_| level == Level::Best).unwrap_or(1),
        plain_depth,
        book,
        margin: 0,
        ponders: false,
    }
}

/// The engine behind the `Player` interface.
pub struct Engine {
    name: String,
    settings: Settings,
    table: Option<Arc<TranspositionTable>>,
    pondering: Option<Ponder>,
    random: fastrand::Rng,
    speed: Speed,
}

impl Engine {
    pub fn new(name: impl Into<String>, settings: Settings, seed: u64) -> Engine {
        Engine {
            name: name.into(),
            settings,
            table: None,
            pondering: None,
            random: fastrand::Rng::with_seed(seed),
            speed: Speed::default(),
        }
    }

    /// The player of a level.
    pub(crate) fn of_level(wanted: Level, seed: u64) -> Engine {
        Engine::new(wanted.name(), level(wanted), seed)
    }

    /// Thinks about an 8x8 position that has a move, within the request's limits.
    fn think(&mut self, board: Bitboards, request: &Request<'_>) -> SearchResult {
        let Settings { mut plan, hash, .. } = self.settings;
        let limits = request.limits;
        let nodes = limits.nodes.into_iter().chain(self.settings.nodes).min();
        let empties = board.empties();
        let time = share(limits, empties.div_ceil(2), |left| self.speed.part(left, empties));
        // With only a node or time limit, it searches as deep as that allows.
        if self.settings.blur == 0.0 && (nodes.is_some() || time.is_some()) {
            plan = Plan { depth: 60, end: 60, ..plan };
        }
        if let Some(depth) = limits.depth {
            plan.depth = plan.depth.min(depth);
            plan.end = plan.end.min(depth);
        }
        let begun = Moment::now();
        let table = self.table.get_or_insert_with(|| Arc::new(TranspositionTable::new(hash)));
        table.new_search();
        let shared = Shared {
            table,
            weights: &WEIGHTS,
            stop: request.stop,
            deadline: time.map(|time| begun + time),
            node_limit: nodes.unwrap_or(u64::MAX),
            pool: None,
        };
        let lines = if self.settings.blur > 0.0 { usize::MAX } else { 1 };
        let threads = self.settings.threads.min(MOST_THREADS);
        let found = think_with(threads, board, &shared, &plan, lines, &mut |_| ());
        if time.is_some() && found.depth < empties {
            self.speed.note(found.nodes, begun.elapsed());
        }
        found
    }

    /// One of the book's best moves, if the book looks further than the search would.
    fn by_book(&mut self, board: &Bitboards) -> Option<Answer> {
        if !self.settings.book {
            return None;
        }
        let advice = book::current().advice(board)?;
        let depth = self.settings.plan.depth;
        let good: Vec<&BookMove> =
            advice.within(self.settings.margin).filter(|m| m.horizon >= depth).collect();
        let chosen = *good.get(below(&mut self.random, good.len().max(1)))?;
        let valued = advice.moves.iter().filter_map(|m| Some((m.square, m.value?)));
        let weighed =
            valued.map(|(square, value)| Weighed { mv: move_of(square), value: discs(value), nodes: 0 });
        let thought = Thought {
            value: chosen.value.map(discs),
            line: vec![move_of(chosen.square)],
            comment: "book".to_owned(),
            weighed: weighed.collect(),
            ..Thought::default()
        };
        Some(Answer { act: Act::Play(move_of(chosen.square)), thought })
    }

    /// Starts pondering on the position after `square`.
    fn ponder(&mut self, board: &Bitboards, square: u32) {
        let next = board.played(square, board.flips(square));
        let goes_on = next.moves() | next.passed().moves() != 0;
        let ponders = self.settings.ponders && lent_threads().is_none();
        if let Some(table) = self.table.as_ref().filter(|_| ponders && goes_on) {
            self.pondering = Some(ponder::begin(next, table.clone()));
        }
    }

    fn stop_pondering(&mut self) {
        self.pondering.take().map(Ponder::end);
    }

    fn play_eight(&mut self, board: Bitboards, request: &Request<'_>) -> Answer {
        let found = self.think(board, request);
        let best = self.pick(found.moves.iter().map(|rated| f64::from(rated.value)));
        let square = found.moves[best].square;
        let line = if best == 0 { found.line } else { vec![square] };
        self.ponder(&board, square);
        let thought = Thought {
            value: Some(proved_if(found.exact, found.score)),
            depth: Some(found.depth),
            nodes: found.nodes,
            line: line.into_iter().map(move_of).collect(),
            weighed: found
                .moves
                .iter()
                .map(|m| Weighed { mv: move_of(m.square), value: bounded(m), nodes: 0 })
                .collect(),
            comment: String::new(),
        };
        Answer { act: Act::Play(move_of(square)), thought }
    }

    /// The index of the move that a level chooses when it misjudges the values (best first, in discs).
    fn pick(&mut self, values: impl Iterator<Item = f64>) -> usize {
        let blur = self.settings.blur;
        if blur == 0.0 {
            return 0;
        }
        let blurred = values.map(|value| value + blur * crate::search::noise(&mut self.random)).enumerate();
        blurred.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(number, _)| number)
    }

    /// The exact value if the level solves this many empty squares, within half of the request's limits.
    fn solved(&mut self, request: &Request<'_>) -> Option<Solution> {
        let (position, limits) = (request.position, request.limits);
        let empty = Point::all(position.size()).filter(|&point| position.stone(point).is_none()).count();
        let most = if position.size() == 10 { LAST_ON_TEN } else { u32::MAX };
        let end = self.settings.plan.end.min(limits.depth.unwrap_or(u32::MAX)).min(most);
        if empty > end as usize {
            return None;
        }
        let nodes = limits.nodes.into_iter().chain(self.settings.nodes).min();
        let half = Limits {
            nodes: nodes.map(|nodes| nodes.div_ceil(2)),
            move_time: budget(limits, MOVES_LEFT).map(|time| time.soft / 2),
            ..Limits::default()
        };
        let table = self.table.get_or_insert_with(|| Arc::new(TranspositionTable::new(self.settings.hash)));
        table.new_search();
        solve_other(position, table, &mut Meter::new(&half, request.stop), &mut |_| ())
    }

    /// Boards other than 8x8: solved exactly near the end, otherwise a search without the 8x8 tables.
    fn play_other(&mut self, request: &Request<'_>, moves: &[Move]) -> Answer {
        let nodes = request.limits.nodes.into_iter().chain(self.settings.nodes).min();
        let mut meter = Meter::new(&Limits { nodes, ..request.limits.clone() }, request.stop);
        if let Some(solution) = self.solved(request)
            && let Some(best) = solution.best
        {
            let thought = Thought {
                value: Some(proved_if(true, solution.score)),
                depth: Some(solution.line.len() as u32),
                nodes: solution.nodes,
                line: solution.line,
                ..Thought::default()
            };
            return Answer { act: Act::Play(best), thought };
        }
        let wanted = request.limits.depth.unwrap_or(u32::MAX);
        let depth = wanted.min(self.settings.plain_depth);
        if let AnyPosition::Othello10(board) = request.position {
            let sides = Sides { mover: board.mover(), opponent: board.opponent() };
            // With only a node or time limit, it searches as deep as that allows.
            let limited = nodes.is_some() || budget(request.limits, MOVES_LEFT).is_some();
            let depth = if limited && self.settings.blur == 0.0 { wanted } else { depth };
            return self.play_ten(sides, depth, &mut meter, moves[0]);
        }
        let evaluation = classic::evaluation(Kind::Othello, None).expect("Othello has an evaluation");
        let found = alphabeta::search(request.position, depth, &*evaluation, &mut meter);
        let mut answer = Answer::of(Act::Play(moves[0]));
        if let Some(found) = found {
            answer.act = Act::Play(found.line[0]);
            answer.thought = classic::thought_of(Kind::Othello, &*evaluation, found);
        }
        answer.thought.nodes = meter.nodes;
        answer
    }

    /// The midgame of 10x10; returns `fallback` if there is no time to search.
    fn play_ten(&mut self, sides: Sides, depth: u32, meter: &mut Meter<'_>, fallback: Move) -> Answer {
        let every_move = self.settings.blur > 0.0;
        let found = ten::search(sides, depth, every_move, &ten::weights::WEIGHTS, meter);
        let Some(found) = found else { return Answer::of(Act::Play(fallback)) };
        let discs = |rated: &Rated| f64::from(rated.value) / f64::from(ten::weights::UNIT);
        let value = |rated: &Rated| {
            Value::estimated(Amount::Discs(discs(rated))).bounded(if rated.sure {
                Bound::Exact
            } else {
                Bound::AtMost
            })
        };
        let place = |square: u32| Move::Place(Point(square as u16));
        let best = self.pick(found.moves.iter().map(discs));
        let mv = place(found.moves[best].square);
        let line = found.line.iter().map(|square| square.map_or(Move::Pass, place));
        let thought = Thought {
            value: Some(value(&found.moves[best])),
            depth: Some(found.depth),
            nodes: meter.nodes,
            line: if best == 0 { line.collect() } else { vec![mv] },
            weighed: found
                .moves
                .iter()
                .map(|rated| Weighed { mv: place(rated.square), value: value(rated), nodes: 0 })
                .collect(),
            comment: String::new(),
        };
        Answer { act: Act::Play(mv), thought }
    }
}

/// The only legal move, with a static value of the position after it.
fn forced(position: &AnyPosition, mv: Move) -> Answer {
    let mut after = position.clone();
    after.play_unchecked(mv, &mut ());
    let value = match after.outcome() {
        Some(outcome) => Value::of_end(&after, &outcome),
        None => {
            let learned = classic::evaluation(Kind::Othello, Some("learned")).expect("a known name");
            let discs = f64::from(learned.evaluate(&after)) / f64::from(super::classic::DISC);
            Value::estimated(Amount::Discs(discs.round()))
        }
    };
    let value = if after.turn() == position.turn() { value } else { value.turned() };
    Answer {
        act: Act::Play(mv),
        thought: Thought { value: Some(value), line: vec![mv], ..Thought::default() },
    }
}

/// An estimate from the search or the book.
fn discs(value: i32) -> Value {
    Value::estimated(Amount::Discs(f64::from(value)))
}

/// A search result, proved if `exact`.
fn proved_if(exact: bool, value: i32) -> Value {
    if exact { Value::proved(Amount::Discs(f64::from(value))) } else { discs(value) }
}

/// The value of a move; only an upper bound if it was not searched exactly.
fn bounded(rated: &Rated) -> Value {
    discs(rated.value).bounded(if rated.sure { Bound::Exact } else { Bound::AtMost })
}

/// A square of the engine's board as a move; 64 is a pass.
pub fn move_of(square: u32) -> Move {
    if square < 64 { Move::Place(Point(square as u16)) } else { Move::Pass }
}

/// A square of the 8x8 board as a move on the smaller board in its middle.
pub(crate) fn small_move(square: u32, size: usize) -> Move {
    let margin = (8 - size as u32) / 2;
    let (x, y) = (square % 8, square / 8);
    match Point::new(x.wrapping_sub(margin) as usize, y.wrapping_sub(margin) as usize, size) {
        Some(point) if square < 64 => Move::Place(point),
        _ => Move::Pass,
    }
}

/// A 4x4 or 6x6 position in the middle of the 8x8 board.
pub fn embedded(position: &AnyPosition) -> Option<Bitboards> {
    let size = position.size();
    if size > 6 {
        return None;
    }
    let margin = (8 - size) / 2;
    let mut board = Bitboards { mover: 0, opponent: 0 };
    for point in Point::all(size) {
        let square = 1u64 << ((point.y(size) + margin) * 8 + point.x(size) + margin);
        match position.stone(point) {
            Some(color) if color == position.turn() => board.mover |= square,
            Some(_) => board.opponent |= square,
            None => {}
        }
    }
    Some(board)
}

/// The engine's board of an 8x8 position.
pub fn board_of(position: &AnyPosition) -> Option<Bitboards> {
    let AnyPosition::Othello8(position) = position else { return None };
    Some(Bitboards {
        mover: position.mover().to_u128() as u64,
        opponent: position.opponent().to_u128() as u64,
    })
}

impl Player for Engine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, rules: &heibai_games::Rules, _color: heibai_games::Color) -> Result<(), Fault> {
        if !matches!(rules, heibai_games::Rules::Othello(_)) {
            return Err(plays_only(Kind::Othello).into());
        }
        self.stop_pondering();
        // Table entries of an earlier game must not decide this one.
        if let Some(table) = &self.table {
            table.clear();
        }
        Ok(())
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        if request.position.kind() != Kind::Othello {
            return Err(plays_only(Kind::Othello).into());
        }
        self.stop_pondering();
        let mut moves = Vec::new();
        request.position.legal_moves(&mut moves);
        match (&moves[..], board_of(request.position)) {
            ([], _) => Err(Fault::NoMove),
            ([only], _) => Ok(forced(request.position, *only)),
            (_, Some(board)) => Ok(self.by_book(&board).unwrap_or_else(|| self.play_eight(board, request))),
            _ => Ok(self.play_other(request, &moves)),
        }
    }
}
