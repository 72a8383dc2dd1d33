//! What every game promises: a position, the moves it allows, what a move changes, and how it ends.

use crate::board::{BadPoint, Color, Notation, Point};
use crate::go::score::Count;
use crate::gomoku::opening::OutOfOrder;
use crate::gomoku::{Forbidden, OpeningRule};
use std::fmt;

/// What a side does in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Move {
    /// A stone or disc on this point.
    Place(Point),
    /// No stone.
    Pass,
}

/// Why a move is refused. Nothing changes when a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegal {
    /// The point is not on the board (INVALID_POSITION).
    OffBoard,
    /// A stone stands there already (POSITION_OCCUPIED).
    Occupied,
    /// Othello: the disc would flip nothing.
    FlipsNothing,
    /// Othello: passing while a disc can be placed; Gomoku: passing at all.
    CannotPass,
    /// Go: the stone's own group would have no liberty.
    Suicide,
    /// Go: the board would be as it was after move `of_move` (0 is the starting board).
    Repetition {
        /// The number of that move.
        of_move: u32,
    },
    /// Renju: Black may not play there (FORBIDDEN_MOVE).
    Forbidden(Forbidden),
    /// An opening rule waits for a choice before the next stone.
    ChooseFirst,
    /// An opening rule wants this stone within the central square of this side.
    OutsideCentre {
        /// The length of the side.
        side: u8,
    },
    /// This fifth stone, or one that is the same by symmetry, was offered before.
    OfferedAlready,
    /// The fifth stone is picked among those that were offered.
    NotOffered,
    /// The game is over (GAME_FINISHED).
    GameOver,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::OffBoard => f.write_str("the point is not on the board"),
            Illegal::Occupied => f.write_str("the point is occupied"),
            Illegal::FlipsNothing => f.write_str("the disc would flip nothing"),
            Illegal::CannotPass => f.write_str("a pass is not allowed here"),
            Illegal::Suicide => f.write_str("the group would have no liberty"),
            Illegal::Repetition { of_move } => {
                write!(f, "the board would repeat the position after move {of_move}")
            }
            Illegal::Forbidden(kind) => write!(f, "forbidden for Black: {kind}"),
            Illegal::ChooseFirst => OutOfOrder::ChooseFirst.fmt(f),
            Illegal::OutsideCentre { side: 1 } => f.write_str("this stone is placed in the centre"),
            Illegal::OutsideCentre { side } => {
                write!(f, "this stone is placed within the central {side}x{side} square")
            }
            Illegal::OfferedAlready => {
                f.write_str("this fifth stone, or one that is the same by symmetry, was offered before")
            }
            Illegal::NotOffered => f.write_str("the fifth stone is one of those that were offered"),
            Illegal::GameOver => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for Illegal {}

/// Why stones set up by hand make no position of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// The game has no board of this size.
    Size(usize),
    /// Renju on another board than its own.
    RenjuSize(usize),
    /// A stone outside the board.
    OffBoard(Point),
    /// Two stones on one point.
    Twice(Point),
    /// Go: a group without liberties.
    NoLiberty {
        /// One of its stones.
        point: Point,
        /// The board's size.
        size: usize,
    },
    /// Go: more handicap stones than the board has places for, or a single one.
    Handicap {
        /// What was asked for.
        handicap: u32,
        /// The board's size.
        size: usize,
        /// The most that this board has points for.
        most: u32,
    },
    /// Gomoku: the game would have ended before.
    BothHaveFive,
    /// An opening rule of Renju in a game that is not Renju.
    RenjuOpening,
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Impossible::Size(size) => write!(f, "no {size}x{size} board in this game"),
            Impossible::RenjuSize(size) => write!(f, "Renju is played on 15x15, not on {size}x{size}"),
            Impossible::OffBoard(point) => write!(f, "point {} is outside the board", point.0),
            Impossible::Twice(point) => write!(f, "two stones on point {}", point.0),
            Impossible::NoLiberty { point, size } => {
                write!(f, "the group at {} has no liberty", Notation::Go.write(*point, *size))
            }
            Impossible::Handicap { handicap, size, most } => {
                write!(f, "handicap {handicap} on {size}x{size}: expected 0, or 2 to {most}")
            }
            Impossible::BothHaveFive => f.write_str("both sides have five in a row"),
            Impossible::RenjuOpening => f.write_str("this opening rule belongs to Renju"),
        }
    }
}

impl std::error::Error for Impossible {}

/// A count in halves, so that komi 7.5 and split neutral points stay whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct HalfPoints(pub i32);

impl HalfPoints {
    /// So many whole points.
    pub const fn whole(points: i32) -> HalfPoints {
        HalfPoints(points * 2)
    }

    /// The nearest number of halves; the caller has checked that `points` is one.
    pub fn from_f64(points: f64) -> HalfPoints {
        HalfPoints((points * 2.0).round() as i32)
    }

    /// In points: 7.5 for fifteen halves.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let magnitude = self.0.unsigned_abs();
        let half = if magnitude % 2 == 1 { ".5" } else { "" };
        write!(f, "{sign}{}{half}", magnitude / 2)
    }
}

/// What each side counted at the end: discs, area, or territory with prisoners; before komi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Score {
    /// Black's count.
    pub black: HalfPoints,
    /// White's count.
    pub white: HalfPoints,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// No empty point is left.
    BoardFull,
    /// Both sides passed, one after the other.
    TwoPasses,
    /// Othello: one side has no disc left.
    WipeOut,
    /// Gomoku: five in a row.
    FiveInRow,
    /// Gomoku: the side to move has no legal point.
    NoLegalPoint,
    /// Go with simple ko: the same board came back after a cycle; the game has no result.
    Cycle,
    /// A side gave up.
    Resignation,
    /// A side used up its time.
    Timeout,
    /// A side made a move that the rules forbid.
    IllegalMove,
    /// Both sides agreed on the result.
    Agreement,
    /// A program crashed, fell silent or broke its protocol.
    Forfeit,
    /// The game was broken off without a result, as at the longest length that a run allows.
    CutOff,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 12] = [
        Reason::BoardFull,
        Reason::TwoPasses,
        Reason::WipeOut,
        Reason::FiveInRow,
        Reason::NoLegalPoint,
        Reason::Cycle,
        Reason::Resignation,
        Reason::Timeout,
        Reason::IllegalMove,
        Reason::Agreement,
        Reason::Forfeit,
        Reason::CutOff,
    ];

    /// The reason that [`Reason::name`] writes like this.
    pub fn from_name(name: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// One word for logs, the wire and Python.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::BoardFull => "board_full",
            Reason::TwoPasses => "two_passes",
            Reason::WipeOut => "wipe_out",
            Reason::FiveInRow => "five_in_row",
            Reason::NoLegalPoint => "no_legal_point",
            Reason::Cycle => "cycle",
            Reason::Resignation => "resignation",
            Reason::Timeout => "timeout",
            Reason::IllegalMove => "illegal_move",
            Reason::Agreement => "agreement",
            Reason::Forfeit => "forfeit",
            Reason::CutOff => "cut_off",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub reason: Reason,
    /// The count, where the game is counted and was played to its end.
    pub score: Option<Score>,
    /// By how much the winner won, in points and with komi; `None` where nothing is counted.
    pub margin: Option<HalfPoints>,
}

impl Outcome {
    /// A win that is not counted: five in a row, resignation, time, a fault.
    pub const fn win(winner: Color, reason: Reason) -> Outcome {
        Outcome { winner: Some(winner), reason, score: None, margin: None }
    }

    /// A draw that is not counted.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason, score: None, margin: None }
    }

    /// The result of a count; `komi` is what White gets on top.
    pub fn counted(score: Score, komi: HalfPoints, reason: Reason) -> Outcome {
        let difference = score.black.0 - score.white.0 - komi.0;
        let winner = match difference {
            1.. => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        };
        Outcome { winner, reason, score: Some(score), margin: Some(HalfPoints(difference.abs())) }
    }

    /// 1 for a win of `side`, 0.5 for a draw, 0 for a loss.
    pub fn points(&self, side: Color) -> f64 {
        match self.winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        }
    }
}

/// Told by a position which points a move changes. The board is complete when the first call arrives:
/// nobody ever sees half a move.
pub trait Observer {
    /// A stone of `color` now stands on the empty `point`.
    fn placed(&mut self, point: Point, color: Color);
    /// The disc on `point` is now of `color`.
    fn flipped(&mut self, point: Point, color: Color);
    /// The stone of `color` on `point` was taken off.
    fn removed(&mut self, point: Point, color: Color);
}

/// Observes nothing.
impl Observer for () {
    fn placed(&mut self, _: Point, _: Color) {}
    fn flipped(&mut self, _: Point, _: Color) {}
    fn removed(&mut self, _: Point, _: Color) {}
}

/// An observer that records every change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// The stone that was placed; none after a pass.
    pub placed: Option<(Point, Color)>,
    /// The discs that changed sides, with their new colour.
    pub flipped: Vec<(Point, Color)>,
    /// The stones that were captured, with the colour they had.
    pub removed: Vec<(Point, Color)>,
}

impl Observer for Changes {
    fn placed(&mut self, point: Point, color: Color) {
        self.placed = Some((point, color));
    }

    fn flipped(&mut self, point: Point, color: Color) {
        self.flipped.push((point, color));
    }

    fn removed(&mut self, point: Point, color: Color) {
        self.removed.push((point, color));
    }
}

/// A position of one game. It knows no undo, time, evaluation or drawing.
pub trait Position: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// What can be agreed before the first move: size, rule set, komi.
    type Rules: Clone + PartialEq + fmt::Debug + Send + Sync;

    /// The position before the first move. The rules were checked when they were made.
    fn start(rules: &Self::Rules) -> Self;

    /// Stones set up by hand, `turn` to move; refused if the game has no such position. The history is
    /// this position alone. Where the rules allow it, unreachable positions are allowed.
    fn setup(rules: &Self::Rules, stones: &[(Point, Color)], turn: Color) -> Result<Self, Impossible>;

    /// The rules that this game is played by.
    fn rules(&self) -> Self::Rules;

    /// Who moves next. Meaningless once the game is over.
    fn turn(&self) -> Color;

    /// The length of the board's side.
    fn size(&self) -> usize;

    /// What stands on a point of the board.
    fn stone(&self, point: Point) -> Option<Color>;

    /// All stones, in the order of the points.
    fn stones(&self) -> Vec<(Point, Color)> {
        Point::all(self.size()).filter_map(|point| Some((point, self.stone(point)?))).collect()
    }

    /// How the players of this game name its points.
    fn notation(&self) -> Notation;

    /// Whether a move is legal, and if not, why. Changes nothing.
    fn check(&self, mv: Move) -> Result<(), Illegal>;

    /// All legal moves, in the order of the points, a pass last; none when the game is over. `moves` is
    /// emptied first, so that one buffer serves a whole game.
    fn legal_moves(&self, moves: &mut Vec<Move>);

    /// Plays a move that the caller knows to be legal.
    fn play_unchecked<O: Observer>(&mut self, mv: Move, observer: &mut O);

    /// How the game ended by its own rules; `None` while it goes on. A Go game that ended with two passes
    /// is counted here with every stone alive; a judgement of dead stones comes from outside.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash of board and side to move. Equal positions have equal keys; the reverse is only likely.
    fn key(&self) -> u64;

    /// Whether the side to move has no choice but to pass (Othello); a match then passes for it.
    fn must_pass(&self) -> bool {
        false
    }

    /// Whether the game has ended but its count waits for a judgement of dead stones (Go).
    fn awaits_judgement(&self) -> bool {
        false
    }

    /// How the first stones are placed and the colours chosen (Gomoku); a match begun by it asks for the steps.
    fn opening_rule(&self) -> OpeningRule {
        OpeningRule::Free
    }

    /// The count with these stones, and the chains they belong to, taken off as dead or standing in seki (Go); `None`
    /// where one of them is no stone, or the game is not counted so.
    fn count(&self, _dead: &[Point], _seki: &[Point]) -> Option<Count> {
        None
    }

    /// Checks a move completely, then plays it; a refused move changes nothing.
    fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        self.check(mv)?;
        self.play_unchecked(mv, &mut ());
        Ok(())
    }

    /// A move as the players of this game write it: `d3`, `Q16`, `h8`, `pass`.
    ///
    /// ```
    /// use heibai_games::kind::Choice;
    /// use heibai_games::{AnyPosition, Kind, Position};
    /// let rules = Kind::Othello.rules(&Choice::default()).unwrap();
    /// let mut game = AnyPosition::start(&rules);
    /// let first = game.read_move("f5").unwrap();
    /// assert_eq!(game.write_move(first), "f5");
    /// game.play(first).unwrap();
    /// assert!(game.play(first).is_err());
    /// ```
    fn write_move(&self, mv: Move) -> String {
        match mv {
            Move::Place(point) => self.notation().write(point, self.size()),
            Move::Pass => "pass".to_owned(),
        }
    }

    /// Reads a move as the players of this game write it.
    fn read_move(&self, text: &str) -> Result<Move, BadPoint> {
        if text.eq_ignore_ascii_case("pass") || text.eq_ignore_ascii_case("pa") {
            return Ok(Move::Pass);
        }
        self.notation().read(text, self.size()).map(Move::Place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_written_as_people_do() {
        let text = |halves| HalfPoints(halves).to_string();
        assert_eq!([text(15), text(-1), text(0), text(-3), text(8)], ["7.5", "-0.5", "0", "-1.5", "4"]);
    }

    #[test]
    fn komi_decides_an_equal_count() {
        let score = Score { black: HalfPoints(361), white: HalfPoints(361) };
        let outcome = Outcome::counted(score, HalfPoints(15), Reason::TwoPasses);
        assert_eq!((outcome.winner, outcome.margin), (Some(Color::White), Some(HalfPoints(15))));
        assert_eq!(Outcome::counted(score, HalfPoints(0), Reason::TwoPasses).winner, None);
    }
}
