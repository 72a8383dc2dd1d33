//! A game record: rules, players, result and the tree of moves; and its replay through the rules.

use crate::sgf::write_result;
use crate::tree::{NodeId, Step, Tree};
use heibai_games::matches::Played;
use heibai_games::{
    AnyPosition, Color, HalfPoints, Illegal, Impossible, Kind, Match, Move, Outcome, Point, Position, Reason,
    Rules, Score,
};
use heibai_words::{Say, Text, display_as_text, names, records as said, results};
use std::time::Duration;

/// A player as the record names it. Empty texts are unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Side {
    /// As the record spells it.
    pub name: String,
    /// A rank or a rating: `5d`, `2143`.
    pub rating: String,
}

/// How a game ended, as far as the record tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// `None` is a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub reason: Option<Reason>,
    /// The winning margin in points.
    pub margin: Option<HalfPoints>,
    /// The score of each side.
    pub score: Option<Score>,
}

impl Ending {
    /// An ending without a score.
    pub const fn new(winner: Option<Color>, reason: Option<Reason>) -> Ending {
        Ending { winner, reason, margin: None, score: None }
    }

    /// The result in words.
    pub fn text(&self, rules: &Rules) -> Text {
        let Ending { winner, margin, score, .. } = *self;
        match (self.reason, winner) {
            (Some(reason), _) => results::result(rules, &Outcome { winner, reason, score, margin }),
            // A count made elsewhere, under whatever rules, is kept as written.
            (None, Some(side)) if margin.is_some() => {
                names::with_remark(results::wins(side), Text::same(write_result(self)))
            }
            (None, Some(side)) => results::wins(side),
            (None, None) => results::drawn(),
        }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        let Outcome { winner, reason, score, margin } = outcome;
        Ending { winner, reason: Some(reason), margin, score }
    }
}

/// The header of a record. Empty texts are unknown.
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
    /// The record's name of the rules, if it is none of our rule sets: `Ing`.
    pub ruleset: String,
    /// The time control as written.
    pub time: String,
    /// When the first clock started, in milliseconds since 1970.
    pub started: Option<u64>,
    /// When the game ended, in milliseconds since 1970.
    pub ended: Option<u64>,
    /// `None` if it is unknown or the game is unfinished.
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

    /// The player of a colour, mutably.
    pub fn side_mut(&mut self, color: Color) -> &mut Side {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

/// A game record. The root of the tree holds the stones set up before the first move, if the start is not the game's
/// usual one.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The game and its rules.
    pub rules: Rules,
    /// The header: players, result and more.
    pub info: Info,
    /// Moves, variations and comments.
    pub tree: Tree,
}

/// Why a record cannot be replayed. Number 0 is the start position.
#[derive(Clone, PartialEq, Debug)]
pub struct IllegalMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The move in the game's notation; empty if the fault is in a setup.
    pub mv: String,
    /// What is wrong with it.
    pub reason: Unplayable,
}

/// What is wrong with a move or a setup.
#[derive(Clone, PartialEq, Debug)]
pub enum Unplayable {
    /// The stones set up are no valid position.
    Start(Impossible),
    /// The move is illegal.
    Move(Illegal),
    /// It is the other side's turn.
    OutOfTurn(Color),
}

display_as_text!(Unplayable, IllegalMove);

impl Say for Unplayable {
    fn text(&self) -> Text {
        match self {
            Unplayable::Start(reason) => reason.text(),
            Unplayable::Move(reason) => reason.text(),
            Unplayable::OutOfTurn(color) => said::not_its_turn(*color),
        }
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

    /// The board size.
    pub fn size(&self) -> usize {
        self.rules.size()
    }

    /// The position before the first move of the main line. Stones may be set up in any node before it. If the side to
    /// move is not given, it follows from the first move.
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

    /// Whether stones are set up after the first move of the main line, which is a new start.
    pub fn starts_anew(&self) -> bool {
        let mut steps = self.tree.main_line().map(|id| self.tree.step(id));
        let begun = steps.by_ref().find(|step| step.mv.is_some());
        begun.is_some() && steps.any(|step| !step.setup.is_empty())
    }

    /// The record from the last new start of the main line on; the whole record if there is none.
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

    /// Plays the main line through the rules, and ends the game as the record says.
    ///
    /// ```
    /// use heibai_games::Kind;
    /// use heibai_records::read_text;
    /// // The second move is illegal.
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

    /// Plays the moves from the root to `id`, on the main line or a variation. Stones set up on the way are a new start:
    /// the match begins there.
    pub fn replay_to(&self, id: NodeId) -> Result<Match<AnyPosition>, IllegalMove> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.tree.parent(id)).collect();
        path.reverse();
        self.replay_path(path, usize::MAX)
    }

    /// Plays the main line up to the position before move `number`, counted from 1. The rest is not checked.
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
            // A fault in the setup before the first move has number 0.
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

    /// The result of the moves, if the record states another one. Only a game that ended by its moves can contradict
    /// its record; a Go score depends on a judgement and cannot.
    pub fn disputed(&self, game: &Match<AnyPosition>) -> Option<Outcome> {
        let stated = self.info.result.as_ref()?;
        let position = game.position();
        let outcome = position.outcome().filter(|_| !position.awaits_judgement())?;
        // In Othello the margin may or may not include the empty squares.
        let whole = position.exact_score().map(|score| HalfPoints::whole(score.abs()));
        let fits = |margin| Some(margin) == outcome.margin || Some(margin) == whole;
        let agrees =
            stated.winner == outcome.winner && (outcome.margin.is_none() || stated.margin.is_none_or(fits));
        (!agrees).then_some(outcome)
    }

    /// The recorded thinking time of Black and White.
    pub fn time_used(&self) -> [Duration; 2] {
        let mut used = [Duration::ZERO; 2];
        for step in self.tree.main_line().map(|id| self.tree.step(id)) {
            if let (Some((color, _)), Some(spent)) = (step.mv, step.spent) {
                used[color.index()] += spent;
            }
        }
        used
    }

    /// A match as a record. Choices of an opening rule become the SGF property `ON[swap2 more black]`.
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

    /// A position as a record without moves.
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

/// The root's step for a start position: empty if it is the game's usual start.
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

/// A position that is being set up.
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

    /// The position that was set up, with `mover` to move unless the setup says otherwise.
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
    // The match has already made a forced pass.
    let passed = game.moves().last().is_some_and(|last| last.forced && last.color == color);
    if mv == Move::Pass && passed {
        return Ok(());
    }
    if game.outcome().is_none() && game.position().turn() != color {
        return Err(Unplayable::OutOfTurn(color));
    }
    game.play(mv, spent).map(|_| ()).map_err(Unplayable::Move)
}

/// Ends a game as the record says, if its moves did not end it.
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
    // A game that ended by its moves keeps that result.
    ended.ok();
}
