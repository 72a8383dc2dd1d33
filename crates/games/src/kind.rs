//! The games as a closed list: adding a fourth makes the compiler list what it must touch.

use crate::board::{BadPoint, Color, Notation, Point};
use crate::go::score::Count;
use crate::gomoku::OpeningRule;
use crate::position::{HalfPoints, Illegal, Impossible, Move, Observer, Outcome, Position};
use crate::{go, gomoku, othello};
use std::fmt;
use std::str::FromStr;

/// The games, as a closed list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Othello, also called Reversi.
    Othello,
    /// Go, also called Weiqi or Baduk.
    Go,
    /// Gomoku with all its rule sets, Renju among them.
    Gomoku,
}

/// When a player may pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// Every move places a stone.
    Never,
    /// A player who has no other move passes, and nobody else does: a record may leave passes out.
    Forced,
    /// A pass is a move like any other.
    Free,
}

impl Kind {
    /// All games, in the order in which they are shown.
    pub const ALL: [Kind; 3] = [Kind::Othello, Kind::Go, Kind::Gomoku];

    /// The name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Othello => "othello",
            Kind::Go => "go",
            Kind::Gomoku => "gomoku",
        }
    }

    /// How the players of this game name points.
    pub const fn notation(self) -> Notation {
        match self {
            Kind::Othello => Notation::Othello,
            Kind::Go => Notation::Go,
            Kind::Gomoku => Notation::Gomoku,
        }
    }

    /// When a player may pass.
    ///
    /// ```
    /// use heibai_games::Kind;
    /// use heibai_games::kind::Passing;
    /// assert_eq!(Kind::Othello.passing(), Passing::Forced);
    /// ```
    pub const fn passing(self) -> Passing {
        match self {
            Kind::Othello => Passing::Forced,
            Kind::Go => Passing::Free,
            Kind::Gomoku => Passing::Never,
        }
    }

    /// Rules from what a person chose; everything not chosen is the game's default.
    ///
    /// ```
    /// use heibai_games::Kind;
    /// use heibai_games::kind::Choice;
    /// let small = Choice { size: Some(9), ..Choice::default() };
    /// assert_eq!(Kind::Go.rules(&small).unwrap().size(), 9);
    /// assert_eq!(Kind::Othello.rules(&Choice::default()).unwrap().size(), 8);
    /// // Renju is played on 15x15 alone.
    /// assert!(Kind::Gomoku.rules(&Choice { size: Some(19), ..Choice::default() }).is_err());
    /// ```
    pub fn rules(self, choice: &Choice) -> Result<Rules, BadRules> {
        choice.refuse_foreign(self)?;
        match self {
            Kind::Othello => {
                let mut rules = othello::Rules::new(choice.size.unwrap_or(8))?;
                if let Some(name) = &choice.rules {
                    rules = rules
                        .with_variant(name)
                        .ok_or_else(|| BadRules::unknown(name, othello::Rules::VARIANTS))?;
                }
                Ok(Rules::Othello(rules))
            }
            Kind::Go => {
                let name = choice.rules.as_deref().unwrap_or("chinese");
                let set = go::RuleSet::from_name(name)
                    .ok_or_else(|| BadRules::unknown(name, go::RuleSet::NAMES))?;
                let handicap = choice.handicap.unwrap_or(0);
                let komi = match choice.komi {
                    Some(komi) => komi_in_halves(komi)?,
                    None if handicap > 0 => HalfPoints(1),
                    None => set.komi(),
                };
                Ok(Rules::Go(go::Rules::new(choice.size.unwrap_or(19), komi, handicap)?.with_set(set)))
            }
            Kind::Gomoku => {
                let name = choice.rules.as_deref().unwrap_or("renju");
                let (variant, opening) = name.split_once('+').unwrap_or((name, "free"));
                let variant = gomoku::Variant::from_name(variant)
                    .ok_or_else(|| BadRules::unknown(variant, gomoku::Variant::NAMES))?;
                let opening = gomoku::OpeningRule::from_name(opening)
                    .ok_or_else(|| BadRules::unknown(opening, gomoku::OpeningRule::NAMES))?;
                Ok(Rules::Gomoku(gomoku::Rules::new(choice.size.unwrap_or(15), variant, opening)?))
            }
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Kind, UnknownGame> {
        match text.to_ascii_lowercase().as_str() {
            "othello" | "reversi" | "黑白棋" => Ok(Kind::Othello),
            "go" | "weiqi" | "baduk" | "围棋" => Ok(Kind::Go),
            "gomoku" | "renju" | "五子棋" => Ok(Kind::Gomoku),
            _ => Err(UnknownGame(text.to_owned())),
        }
    }
}

/// A name that no game has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(pub String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no game is called '{}': expected othello, go or gomoku", self.0)
    }
}

impl std::error::Error for UnknownGame {}

/// What a person may choose before a game; `None` is the default.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choice {
    /// The number of lines, or of squares in a row.
    pub size: Option<usize>,
    /// A rule set's name; Gomoku takes an opening rule after a plus sign: `freestyle+swap2`.
    pub rules: Option<String>,
    /// In points.
    pub komi: Option<f64>,
    /// Go: the stones that Black has before White's first move.
    pub handicap: Option<u32>,
}

impl Choice {
    fn refuse_foreign(&self, kind: Kind) -> Result<(), BadRules> {
        if kind != Kind::Go && self.komi.is_some() {
            return Err(BadRules::Foreign { what: Foreign::Komi, kind });
        }
        if kind != Kind::Go && self.handicap.is_some_and(|h| h > 0) {
            return Err(BadRules::Foreign { what: Foreign::Handicap, kind });
        }
        Ok(())
    }
}

fn komi_in_halves(komi: f64) -> Result<HalfPoints, BadRules> {
    let halves = komi * 2.0;
    if !halves.is_finite() || halves.abs() > 2000.0 {
        return Err(BadRules::Komi(komi));
    }
    match halves.fract().abs() {
        0.0 => Ok(HalfPoints(halves as i32)),
        // A quarter is a Chinese komi in stones: 3¾ stones are 7.5 points.
        0.5 => Err(BadRules::KomiInStones(komi)),
        _ => Err(BadRules::Komi(komi)),
    }
}

/// Why a choice of rules is refused.
#[derive(Clone, PartialEq, Debug)]
pub enum BadRules {
    /// The game has no rule set, or no opening rule, of this name.
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: &'static [&'static str],
    },
    /// Something that only Go has.
    Foreign {
        /// What was asked for.
        what: Foreign,
        /// The game that does not have it.
        kind: Kind,
    },
    /// Not a whole number of half points.
    Komi(f64),
    /// A number of quarters, as komi is counted in stones; here it is counted in points.
    KomiInStones(f64),
    /// The game has no such board or handicap.
    Impossible(Impossible),
}

/// What only Go has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foreign {
    /// Points for White because Black moves first.
    Komi,
    /// Stones that Black has before White's first move.
    Handicap,
}

impl BadRules {
    fn unknown(name: &str, known: &'static [&'static str]) -> BadRules {
        BadRules::Unknown { name: name.to_owned(), known }
    }
}

impl fmt::Display for BadRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadRules::Unknown { name, known } => {
                write!(f, "no rule set is called '{name}': expected {}", known.join(", "))
            }
            BadRules::Foreign { what: Foreign::Komi, kind } => {
                write!(f, "komi belongs to go, not to {kind}")
            }
            BadRules::Foreign { what: Foreign::Handicap, kind } => {
                write!(f, "handicap stones belong to go, not to {kind}")
            }
            BadRules::Komi(komi) => {
                write!(f, "komi {komi} is not a number of half points within 1000")
            }
            BadRules::KomiInStones(komi) => {
                let points = komi * 2.0;
                write!(f, "komi {komi} is not a number of half points; {komi} stones are {points} points")
            }
            BadRules::Impossible(impossible) => impossible.fmt(f),
        }
    }
}

impl std::error::Error for BadRules {}

impl From<Impossible> for BadRules {
    fn from(impossible: Impossible) -> BadRules {
        BadRules::Impossible(impossible)
    }
}

/// The rules of any game.
#[derive(Clone, PartialEq, Debug)]
pub enum Rules {
    /// The rules of Othello.
    Othello(othello::Rules),
    /// The rules of Go.
    Go(go::Rules),
    /// The rules of Gomoku.
    Gomoku(gomoku::Rules),
}

impl Rules {
    /// The game that these rules belong to.
    pub const fn kind(&self) -> Kind {
        match self {
            Rules::Othello(_) => Kind::Othello,
            Rules::Go(_) => Kind::Go,
            Rules::Gomoku(_) => Kind::Gomoku,
        }
    }

    /// The number of lines, or of squares in a row.
    pub fn size(&self) -> usize {
        match self {
            Rules::Othello(rules) => rules.size(),
            Rules::Go(rules) => rules.size(),
            Rules::Gomoku(rules) => rules.size(),
        }
    }

    /// The choice that makes these rules again.
    pub fn choice(&self) -> Choice {
        let size = Some(self.size());
        match self {
            Rules::Othello(rules) => {
                Choice { size, rules: Some(rules.variant().to_owned()), ..Choice::default() }
            }
            Rules::Go(rules) => Choice {
                size,
                rules: Some(rules.set().name().to_owned()),
                komi: Some(rules.komi().as_f64()),
                handicap: Some(rules.handicap()),
            },
            Rules::Gomoku(rules) => {
                let name = match rules.opening() {
                    gomoku::OpeningRule::Free => rules.variant().name().to_owned(),
                    opening => format!("{}+{}", rules.variant().name(), opening.name()),
                };
                Choice { size, rules: Some(name), ..Choice::default() }
            }
        }
    }
}

/// A position of any game.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyPosition {
    /// Othello on 4x4.
    Othello4(othello::Othello4),
    /// Othello on 6x6.
    Othello6(othello::Othello6),
    /// Othello on 8x8.
    Othello8(othello::Othello8),
    /// Othello on 10x10.
    Othello10(othello::Othello10),
    /// Go on any board.
    Go(Box<go::Position>),
    /// Gomoku on any board.
    Gomoku(Box<gomoku::Position>),
}

/// Calls the same method on whichever position it is.
macro_rules! each {
    ($any:expr, $position:ident => $call:expr) => {
        match $any {
            AnyPosition::Othello4($position) => $call,
            AnyPosition::Othello6($position) => $call,
            AnyPosition::Othello8($position) => $call,
            AnyPosition::Othello10($position) => $call,
            AnyPosition::Go($position) => $call,
            AnyPosition::Gomoku($position) => $call,
        }
    };
}

impl AnyPosition {
    /// The game that this position belongs to.
    pub const fn kind(&self) -> Kind {
        match self {
            AnyPosition::Othello4(_)
            | AnyPosition::Othello6(_)
            | AnyPosition::Othello8(_)
            | AnyPosition::Othello10(_) => Kind::Othello,
            AnyPosition::Go(_) => Kind::Go,
            AnyPosition::Gomoku(_) => Kind::Gomoku,
        }
    }

    /// Othello: discs ahead for the side to move, the empty squares counted for whoever has more.
    pub fn exact_score(&self) -> Option<i32> {
        match self {
            AnyPosition::Othello4(board) => Some(board.exact_score()),
            AnyPosition::Othello6(board) => Some(board.exact_score()),
            AnyPosition::Othello8(board) => Some(board.exact_score()),
            AnyPosition::Othello10(board) => Some(board.exact_score()),
            AnyPosition::Go(_) | AnyPosition::Gomoku(_) => None,
        }
    }

    /// [`Position::write_move`], without the trait at hand.
    pub fn write_move(&self, mv: Move) -> String {
        Position::write_move(self, mv)
    }

    /// [`Position::read_move`], without the trait at hand.
    pub fn read_move(&self, text: &str) -> Result<Move, BadPoint> {
        Position::read_move(self, text)
    }
}

impl Position for AnyPosition {
    type Rules = Rules;

    fn notation(&self) -> Notation {
        self.kind().notation()
    }

    fn start(rules: &Rules) -> AnyPosition {
        match rules {
            Rules::Othello(rules) => match rules.size() {
                4 => AnyPosition::Othello4(Position::start(rules)),
                6 => AnyPosition::Othello6(Position::start(rules)),
                10 => AnyPosition::Othello10(Position::start(rules)),
                _ => AnyPosition::Othello8(Position::start(rules)),
            },
            Rules::Go(rules) => AnyPosition::Go(Box::new(Position::start(rules))),
            Rules::Gomoku(rules) => AnyPosition::Gomoku(Box::new(Position::start(rules))),
        }
    }

    fn setup(rules: &Rules, stones: &[(Point, Color)], turn: Color) -> Result<AnyPosition, Impossible> {
        Ok(match rules {
            Rules::Othello(rules) => match rules.size() {
                4 => AnyPosition::Othello4(Position::setup(rules, stones, turn)?),
                6 => AnyPosition::Othello6(Position::setup(rules, stones, turn)?),
                10 => AnyPosition::Othello10(Position::setup(rules, stones, turn)?),
                _ => AnyPosition::Othello8(Position::setup(rules, stones, turn)?),
            },
            Rules::Go(rules) => AnyPosition::Go(Box::new(Position::setup(rules, stones, turn)?)),
            Rules::Gomoku(rules) => AnyPosition::Gomoku(Box::new(Position::setup(rules, stones, turn)?)),
        })
    }

    fn rules(&self) -> Rules {
        match self {
            AnyPosition::Othello4(position) => Rules::Othello(position.rules()),
            AnyPosition::Othello6(position) => Rules::Othello(position.rules()),
            AnyPosition::Othello8(position) => Rules::Othello(position.rules()),
            AnyPosition::Othello10(position) => Rules::Othello(position.rules()),
            AnyPosition::Go(position) => Rules::Go(position.rules()),
            AnyPosition::Gomoku(position) => Rules::Gomoku(position.rules()),
        }
    }

    fn turn(&self) -> Color {
        each!(self, position => position.turn())
    }

    fn size(&self) -> usize {
        each!(self, position => position.size())
    }

    fn stone(&self, point: Point) -> Option<Color> {
        each!(self, position => position.stone(point))
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        each!(self, position => position.check(mv))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        each!(self, position => position.legal_moves(moves))
    }

    fn play_unchecked<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        each!(self, position => position.play_unchecked(mv, observer))
    }

    fn outcome(&self) -> Option<Outcome> {
        each!(self, position => position.outcome())
    }

    fn key(&self) -> u64 {
        each!(self, position => position.key())
    }

    fn must_pass(&self) -> bool {
        each!(self, position => position.must_pass())
    }

    fn awaits_judgement(&self) -> bool {
        each!(self, position => position.awaits_judgement())
    }

    fn opening_rule(&self) -> OpeningRule {
        each!(self, position => position.opening_rule())
    }

    fn count(&self, dead: &[Point], seki: &[Point]) -> Option<Count> {
        each!(self, position => position.count(dead, seki))
    }
}
