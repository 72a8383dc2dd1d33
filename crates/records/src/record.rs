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
    /// The rules as the record names them, where the referee has no rule set of that name: `Japanese`.
    pub ruleset: String,
    /// The time control as the record names it.
    pub time: String,
    /// When the first clock started, in milliseconds since 1970.
    pub started: Option<u64>,
    /// `None` if the record does not say, or the game went on.
    pub result: Option<Ending>,
}

impl Info {
    /// The player of a colour.
    pub fn side(&self, color: Color) -> &Side {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The player of a colour, to be changed.
    pub(crate) fn side_mut(&mut self, color: Color) -> &mut Side {
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
    /// Stones are put on the board or taken off after the game has begun.
    SetupInGame,
}

impl Say for Unplayable {
    fn text(&self) -> Text {
        match self {
            Unplayable::Start(reason) => reason.text(),
            Unplayable::Move(reason) => reason.text(),
            Unplayable::OutOfTurn(color) => said::not_its_turn(*color),
            Unplayable::SetupInGame => said::setup_in_game(),
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

    /// The position before the first move. Where stones are set up and nothing says whose turn it is, the
    /// first move tells.
    pub fn start(&self) -> Result<AnyPosition, Impossible> {
        let root = self.tree.step(Tree::ROOT);
        let first = || self.tree.moves().next().map(|(color, _)| color).filter(|_| !root.setup.is_empty());
        start_position(&self.rules, &root.setup, root.turn.or_else(first))
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

    /// Plays the moves from the root to `id`, in the main line or a variation, through the referee.
    pub fn replay_to(&self, id: NodeId) -> Result<Match<AnyPosition>, IllegalMove> {
        let start = self.start().map_err(|reason| IllegalMove {
            number: 0,
            mv: String::new(),
            reason: Unplayable::Start(reason),
        })?;
        let mut game = Match::new(start);
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.tree.parent(id)).collect();
        path.reverse();
        let mut number = 0;
        for id in path {
            let step = self.tree.step(id);
            if id != Tree::ROOT && !step.setup.is_empty() {
                let reason = Unplayable::SetupInGame;
                return Err(IllegalMove { number: number + 1, mv: String::new(), reason });
            }
            if let Some((color, mv)) = step.mv {
                number += 1;
                play(&mut game, color, mv, step.spent.unwrap_or_default()).map_err(|reason| IllegalMove {
                    number,
                    mv: game.position().write_move(mv),
                    reason,
                })?;
            }
        }
        Ok(game)
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

fn start_position(
    rules: &Rules,
    setup: &[(Point, Option<Color>)],
    turn: Option<Color>,
) -> Result<AnyPosition, Impossible> {
    let own = AnyPosition::start(rules);
    if setup.is_empty() && turn.is_none_or(|turn| turn == own.turn()) {
        return Ok(own);
    }
    let mut stones: Vec<Option<Color>> = Point::all(own.size()).map(|point| own.stone(point)).collect();
    for &(point, stone) in setup {
        *stones.get_mut(point.index()).ok_or(Impossible::OffBoard(point))? = stone;
    }
    let stones: Vec<(Point, Color)> =
        Point::all(own.size()).filter_map(|point| Some((point, stones[point.index()]?))).collect();
    AnyPosition::setup(rules, &stones, turn.unwrap_or(own.turn()))
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
        _ => return,
    };
    // A game that its own moves ended keeps the referee's result.
    ended.ok();
}
