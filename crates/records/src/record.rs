//! A game as it is written down: rules, players, result, and the tree of moves; and its way through the
//! referee.

use crate::tree::{NodeId, Step, Tree};
use heibai_games::matches::Played;
use heibai_games::{
    AnyPosition, Color, HalfPoints, Illegal, Impossible, Kind, Match, Move, Outcome, Point, Position, Reason,
    Rules, Score,
};
use heibai_words::{Say, Text, records as said};
use std::fmt;
use std::time::Duration;

/// One side as the record names it. Empty texts say nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Side {
    /// As the record spells it.
    pub name: String,
    /// A rank or a rating: `5d`, `2143`.
    pub rating: String,
}

/// How a game ended, as far as the record says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// `None` is a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub reason: Option<Reason>,
    /// By how much, in points.
    pub margin: Option<HalfPoints>,
    /// What each side counted.
    pub score: Option<Score>,
}

impl Ending {
    /// An ending without a count.
    pub const fn new(winner: Option<Color>, reason: Option<Reason>) -> Ending {
        Ending { winner, reason, margin: None, score: None }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        let Outcome { winner, reason, score, margin } = outcome;
        Ending { winner, reason: Some(reason), margin, score }
    }
}

/// What stands at the head of a record. Empty texts say nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Who plays Black.
    pub black: Side,
    /// Who plays White.
    pub white: Side,
    /// A title.
    pub game_name: String,
    /// The tournament.
    pub event: String,
    /// The round of the tournament.
    pub round: String,
    /// Where it was played.
    pub place: String,
    /// As written: `2026-11-15`.
    pub date: String,
    /// The rules as the record names them, where the referee has no rule set of that name: `Ing`.
    pub ruleset: String,
    /// The time control as the record names it.
    pub time: String,
    /// When the first clock started, in milliseconds since 1970.
    pub started: Option<u64>,
    /// When the game ended, in milliseconds since 1970.
    pub ended: Option<u64>,
    /// `None` if the record does not say, or the game went on.
    pub result: Option<Ending>,
}

impl Info {
    /// Sets when the game began, in milliseconds since 1970, and with it the date (in UTC).
    ///
    /// ```
    /// let mut info = heibai_records::Info::default();
    /// info.set_started(1_800_000_000_000);
    /// assert_eq!(info.date, "2027-01-15");
    /// ```
    pub fn set_started(&mut self, ms: u64) {
        self.started = Some(ms);
        let mut days = ms / 86_400_000;
        let is_leap =
            |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        // 400 years have a whole number of days.
        let mut year = 1970 + days / 146_097 * 400;
        days %= 146_097;
        while days >= 365 + u64::from(is_leap(year)) {
            days -= 365 + u64::from(is_leap(year));
            year += 1;
        }
        let february = 28 + u64::from(is_leap(year));
        let mut month = 1;
        for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
            if days < length {
                break;
            }
            days -= length;
            month += 1;
        }
        self.date = format!("{year:04}-{month:02}-{:02}", days + 1);
    }

    /// The player of a colour.
    pub fn side(&self, color: Color) -> &Side {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The player of a colour, to be changed.
    pub fn side_mut(&mut self, color: Color) -> &mut Side {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

/// A game as it is written down. The root of the tree holds the stones that stand before the first move,
/// where they differ from the game's own start.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The game and its rules.
    pub rules: Rules,
    /// Players, result, and what else stands at the head.
    pub info: Info,
    /// Moves, variations and comments.
    pub tree: Tree,
}

/// Why a record does not replay. Move 0 is the starting position.
#[derive(Clone, PartialEq, Debug)]
pub struct IllegalMove {
    /// Which move it is, from 1.
    pub number: usize,
    /// The move as the players write it; empty if the fault is not in a move.
    pub mv: String,
    /// What is wrong with it.
    pub reason: Unplayable,
}

/// Why the referee cannot follow a record.
#[derive(Clone, PartialEq, Debug)]
pub enum Unplayable {
    /// The stones at the start make no position of the game.
    Start(Impossible),
    /// The referee refuses the move.
    Move(Illegal),
    /// It is the other side's turn.
    OutOfTurn(Color),
}

impl Say for Unplayable {
    fn text(&self) -> Text {
        match self {
            Unplayable::Start(reason) => reason.text(),
            Unplayable::Move(reason) => reason.text(),
            Unplayable::OutOfTurn(color) => said::not_its_turn(*color),
        }
    }
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl Say for IllegalMove {
    fn text(&self) -> Text {
        let why = self.reason.text();
        match (self.number, self.mv.as_str()) {
            (0, _) => said::in_start(why),
            (number, "") => said::in_move(number, why),
            (number, mv) => said::in_named_move(number, mv, why),
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for IllegalMove {}

impl Record {
    /// An empty record of a game under these rules.
    pub fn new(rules: Rules) -> Record {
        Record { rules, info: Info::default(), tree: Tree::default() }
    }

    /// The game.
    pub fn kind(&self) -> Kind {
        self.rules.kind()
    }

    /// The number of lines, or of squares in a row.
    pub fn size(&self) -> usize {
        self.rules.size()
    }

    /// The position before the first move of the main line. Stones may be set up in any node before it. Where nothing says
    /// whose turn it then is, the first move tells.
    pub fn start(&self) -> Result<AnyPosition, Impossible> {
        let mut setup = Setup::of(AnyPosition::start(&self.rules));
        for step in self.tree.main_line().map(|id| self.tree.step(id)) {
            setup.add(step)?;
            if let Some((color, _)) = step.mv {
                return setup.position(Some(color));
            }
        }
        setup.position(None)
    }

    /// Whether stones are set up or the turn is changed after the first move of the main line: a new start.
    pub fn starts_anew(&self) -> bool {
        let mut steps = self.tree.main_line().map(|id| self.tree.step(id));
        let begun = steps.by_ref().find(|step| step.mv.is_some());
        begun.is_some() && steps.any(|step| !step.setup.is_empty())
    }

    /// The same game from its last start on the main line, without what came before it; the game itself where it never starts
    /// anew.
    pub fn since_last_start(&self) -> Record {
        let anew = self.tree.main_line().filter(|&id| !self.tree.step(id).setup.is_empty()).last();
        let start = anew.filter(|_| self.starts_anew()).and_then(|id| Some((id, self.replay_to(id).ok()?)));
        let Some((from, game)) = start else { return self.clone() };
        let mut record = Record::from_position(game.start());
        record.info = self.info.clone();
        let mut places = std::collections::HashMap::from([(from, Tree::ROOT)]);
        for id in self.tree.ids() {
            let parent = self.tree.parent(id).and_then(|parent| places.get(&parent).copied());
            if let Some(parent) = parent {
                let place = record.tree.add(parent, self.tree.step(id).clone());
                record.tree.node_mut(place).sgf = self.tree.node(id).sgf.clone();
                places.insert(id, place);
            }
        }
        record
    }

    /// Plays the main line through the referee, with the end that the record states.
    ///
    /// ```
    /// use heibai_games::Kind;
    /// use heibai_records::read_text;
    /// // The second move is illegal, and the error says which one it was.
    /// let record = read_text("f5f5", Some(Kind::Othello)).unwrap();
    /// assert!(record.replay().is_err());
    /// ```
    pub fn replay(&self) -> Result<Match<AnyPosition>, IllegalMove> {
        let end = self.tree.end();
        let mut game = self.replay_to(end)?;
        if let Some(ending) = &self.info.result {
            conclude(&mut game, ending);
        }
        Ok(game)
    }

    /// Plays the moves from the root to `id`, in the main line or a variation, through the referee. Stones that are set up
    /// on the way are a new start: the match begins with them.
    pub fn replay_to(&self, id: NodeId) -> Result<Match<AnyPosition>, IllegalMove> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.tree.parent(id)).collect();
        path.reverse();
        self.replay_path(path, usize::MAX)
    }

    /// Plays the main line up to the position before move `number`, which counts from 1. What follows is not looked at.
    pub fn replay_before(&self, number: usize) -> Result<Match<AnyPosition>, IllegalMove> {
        self.replay_path(self.tree.main_line(), number.saturating_sub(1))
    }

    fn replay_path(
        &self,
        path: impl IntoIterator<Item = NodeId>,
        count: usize,
    ) -> Result<Match<AnyPosition>, IllegalMove> {
        let mut game = Match::new(AnyPosition::start(&self.rules));
        let mut setup: Option<Setup> = None;
        let mut number = 0;
        let fault =
            |number, reason| IllegalMove { number, mv: String::new(), reason: Unplayable::Start(reason) };
        for step in path.into_iter().map(|id| self.tree.step(id)) {
            if step.mv.is_some() && number == count {
                break;
            }
            // A fault in what is set up before the first move is one of the start.
            let here = if number == 0 { 0 } else { number + 1 };
            let turned = step.turn.is_some_and(|turn| turn != game.position().turn());
            if setup.is_some() || !step.setup.is_empty() || turned {
                let setup = setup.get_or_insert_with(|| Setup::of(game.position().clone()));
                setup.add(step).map_err(|reason| fault(here, reason))?;
            }
            if let Some((color, mv)) = step.mv {
                if let Some(setup) = setup.take() {
                    game = Match::new(setup.position(Some(color)).map_err(|reason| fault(here, reason))?);
                }
                number += 1;
                play(&mut game, color, mv, step.spent.unwrap_or_default()).map_err(|reason| IllegalMove {
                    number,
                    mv: game.position().write_move(mv),
                    reason,
                })?;
            }
        }
        if let Some(setup) = setup {
            let here = if number == 0 { 0 } else { number + 1 };
            game = Match::new(setup.position(None).map_err(|reason| fault(here, reason))?);
        }
        Ok(game)
    }

    /// The result that the moves give, where the record states another one. Only a game that its own moves ended can
    /// contradict its record; a count of Go needs a judgement and cannot.
    pub fn disputed(&self, game: &Match<AnyPosition>) -> Option<Outcome> {
        let stated = self.info.result.as_ref()?;
        let position = game.position();
        let outcome = position.outcome().filter(|_| !position.awaits_judgement())?;
        // In Othello the empty squares may or may not count for the winner.
        let whole = position.exact_score().map(|score| HalfPoints::whole(score.abs()));
        let fits = |margin| Some(margin) == outcome.margin || Some(margin) == whole;
        let agrees =
            stated.winner == outcome.winner && (outcome.margin.is_none() || stated.margin.is_none_or(fits));
        (!agrees).then_some(outcome)
    }

    /// The time that each side took, Black's first, as far as it is written down.
    pub fn time_used(&self) -> [Duration; 2] {
        let mut used = [Duration::ZERO; 2];
        for step in self.tree.main_line().map(|id| self.tree.step(id)) {
            if let (Some((color, _)), Some(spent)) = (step.mv, step.spent) {
                used[color.index()] += spent;
            }
        }
        used
    }

    /// A match as a record, from its start to where it stands. What was chosen in an opening is its opening in SGF:
    /// `ON[swap2 more black]`.
    pub fn from_match(game: &Match<AnyPosition>) -> Record {
        let mut record = Record::new(game.start().rules());
        record.tree.node_mut(Tree::ROOT).step = start_step(game.start());
        let mut at = Tree::ROOT;
        for &Played { mv, color, forced, spent } in game.moves() {
            let spent = (!forced && !spent.is_zero()).then_some(spent);
            at = record.tree.add(at, Step { spent, ..Step::of(color, mv) });
        }
        if !game.choices().is_empty() {
            let rule = game.start().opening_rule().name();
            let said: String = game.choices().iter().map(|c| format!(" {}", c.choice.name())).collect();
            record.tree.node_mut(Tree::ROOT).sgf = format!("ON[{rule}{said}]").into();
        }
        record.info.result = game.outcome().map(Ending::from);
        record
    }

    /// A single position as a record without moves.
    ///
    /// ```
    /// use heibai_games::kind::Choice;
    /// use heibai_games::{AnyPosition, Kind, Position};
    /// use heibai_records::Record;
    /// let start = AnyPosition::start(&Kind::Gomoku.rules(&Choice::default()).unwrap());
    /// assert_eq!(Record::from_position(&start).start().unwrap(), start);
    /// ```
    pub fn from_position(position: &AnyPosition) -> Record {
        let mut record = Record::new(position.rules());
        record.tree.node_mut(Tree::ROOT).step = start_step(position);
        record
    }
}

/// The root's step for a starting position: empty where it is the game's own start.
fn start_step(position: &AnyPosition) -> Step {
    let own = AnyPosition::start(&position.rules());
    let size = position.size();
    let setup: Vec<_> = Point::all(size)
        .filter(|&point| position.stone(point) != own.stone(point))
        .map(|point| (point, position.stone(point)))
        .collect();
    let turn = (!setup.is_empty() || position.turn() != own.turn()).then(|| position.turn());
    Step { setup, turn, ..Step::default() }
}

/// Stones that are put on the board of a position by hand.
struct Setup {
    position: AnyPosition,
    stones: Vec<Option<Color>>,
    changed: bool,
    turn: Option<Color>,
}

impl Setup {
    fn of(position: AnyPosition) -> Setup {
        let stones = Point::all(position.size()).map(|point| position.stone(point)).collect();
        Setup { position, stones, changed: false, turn: None }
    }

    fn add(&mut self, step: &Step) -> Result<(), Impossible> {
        for &(point, stone) in &step.setup {
            *self.stones.get_mut(point.index()).ok_or(Impossible::OffBoard(point))? = stone;
        }
        self.changed |= !step.setup.is_empty();
        self.turn = step.turn.or(self.turn);
        Ok(())
    }

    /// The position that was set up; who moves first is `mover` where nothing says otherwise.
    fn position(self, mover: Option<Color>) -> Result<AnyPosition, Impossible> {
        let turn = self.turn.or(mover.filter(|_| self.changed)).unwrap_or(self.position.turn());
        if !self.changed && turn == self.position.turn() {
            return Ok(self.position);
        }
        let points = Point::all(self.position.size());
        let stones: Vec<_> = points.filter_map(|point| Some((point, self.stones[point.index()]?))).collect();
        AnyPosition::setup(&self.position.rules(), &stones, turn)
    }
}

fn play(game: &mut Match<AnyPosition>, color: Color, mv: Move, spent: Duration) -> Result<(), Unplayable> {
    // A forced pass that is written out: the match has already made it.
    let passed = game.moves().last().is_some_and(|last| last.forced && last.color == color);
    if mv == Move::Pass && passed {
        return Ok(());
    }
    if game.outcome().is_none() && game.position().turn() != color {
        return Err(Unplayable::OutOfTurn(color));
    }
    game.play(mv, spent).map(|_| ()).map_err(Unplayable::Move)
}

/// Ends a game as the record says, where the moves alone did not end it.
fn conclude(game: &mut Match<AnyPosition>, ending: &Ending) {
    let Ending { winner, reason, margin, score } = *ending;
    if game.is_counting() && winner.is_some() == margin.is_some_and(|m| m.0 != 0) {
        let counted = Outcome { winner, reason: Reason::TwoPasses, score, margin };
        game.settle(counted).ok();
        return;
    }
    let ended = match (winner, reason) {
        (Some(winner), Some(Reason::Resignation)) => game.resign(!winner),
        (Some(winner), Some(Reason::Timeout)) => game.time_out(!winner),
        (Some(winner), Some(reason @ (Reason::IllegalMove | Reason::Forfeit))) => {
            game.forfeit(!winner, reason)
        }
        (winner, Some(Reason::Agreement)) => game.agree(winner),
        (None, Some(Reason::CutOff)) => game.cut_off(),
        _ => return,
    };
    // A game that its own moves ended keeps the referee's result.
    ended.ok();
}
