//! Problems, practice and drills: what is asked of a learner, and how each move is judged.
//!
//! A solver or the referee judges every move, never a list of moves alone. This crate shows no text: [`Goal`] and
//! [`Comment`] say what is meant, and the surfaces find the words.

mod exercise;
mod go;
mod gomoku;
mod help;
mod mistake;
mod openings;
mod othello;
mod rating;
mod schedule;
mod shelf;
pub mod steps;

pub use exercise::Exercise;
pub use go::practice as life_practice;
pub use gomoku::practice as fours_practice;
pub use help::{HELP_STEPS, Help, help};
pub use mistake::better_move;
pub use rating::Rating;
pub use schedule::Progress;
pub use shelf::{Shelf, daily, shelf, shelves};

use heibai_games::{Illegal, Move, Point};
use std::fmt;
use steps::{Find, Missed};

/// Problems have grades from 1 to this.
pub const GRADES: usize = 4;

/// What the learner is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Win by continuous fours in this many moves.
    WinByFours {
        length: usize,
    },
    /// Win by continuous fours, one of which Black cannot answer because the point is forbidden.
    Trap {
        length: usize,
    },
    /// Win by fours and threes in this many moves; only the first move is asked for.
    WinByThreats {
        length: usize,
    },
    /// Leave the opponent no win by fours.
    StopFours,
    /// Point at all forbidden points; nothing is played.
    FindForbidden {
        count: usize,
    },
    Kill(Point),
    Live(Point),
    /// Win a capturing race: the stone on this point is captured first.
    Race(Point),
    /// Bring the stone on this point back to living stones.
    Connect(Point),
    /// Keep the best result to the end: this many discs for the learner.
    KeepDiscs(i32),
    /// Go: keep the best count until nothing is left to gain: this many points for the learner, without komi.
    KeepPoints(i32),
    /// Find the best move of an opening.
    BestOpening,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Solved,
    Right,
    /// Not played, but answered by its refutation; another move may be tried.
    Wrong,
    /// The try is over.
    Failed,
}

impl Verdict {
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::Right => "right",
            Verdict::Wrong => "wrong",
            Verdict::Failed => "failed",
        }
    }

    pub(crate) const fn is_good(self) -> bool {
        matches!(self, Verdict::Solved | Verdict::Right)
    }
}

/// Why a move is judged so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comment {
    GoOn,
    Five,
    NoFour,
    /// A four after which there is no win any more.
    NoWin,
    /// The exercise is over already.
    Over,
    /// The threats win, for example like this.
    ThreatsWin(Vec<Point>),
    NoThreatsWin,
    Defended,
    /// The opponent still wins by fours, for example like this.
    StillWins(Vec<Point>),
    AllFound,
    /// This point is forbidden.
    Forbidden(Point),
    NotForbidden,
    Alive,
    Dead,
    RaceWon,
    Saved,
    Elsewhere,
    /// Only a ko or a seki, although the goal can be reached for certain.
    KoOrSeki,
    RefutedBy(Point),
    /// It fails even without a reply.
    FailsAlone,
    /// The game ended with this many discs for the learner, the best possible.
    KeptDiscs(i32),
    /// The best that is still possible; `best` was possible.
    LostDiscs {
        left: i32,
        best: i32,
    },
    /// Nothing is left to gain: this many points for the learner, the best possible.
    KeptPoints(i32),
    /// The same in points as [`Comment::LostDiscs`].
    LostPoints {
        left: i32,
        best: i32,
    },
    /// A step of a lesson: legal, but not what was asked for.
    Missed(Missed),
    /// A lesson that asks for points: this is not one of them.
    NotThisPoint(Find),
    LessonDone,
    /// An opening: how many discs worse the move is than the best, according to the book's searches.
    OpeningLoses(i32),
    /// The better move was found.
    Better,
    /// There is a better move.
    NotBetter,
}

/// The answer to a try.
#[derive(Clone, PartialEq, Debug)]
pub struct Tried {
    pub verdict: Verdict,
    /// How many moves of the learner were right, and how many there are.
    pub step: usize,
    pub steps: usize,
    /// All moves of the exercise so far, including replies: the start of the next try. Where the learner only points
    /// at points, those found.
    pub moves: Vec<Move>,
    /// How many moves were on the board before this one, including forced passes.
    pub known: usize,
    pub comment: Comment,
    /// A wrong move and its refutation, from the position where it was tried.
    pub refutation: Vec<Move>,
    /// The right continuation.
    pub solution: Option<Vec<Move>>,
}

impl Tried {
    /// The answer to a problem with one move; refutation and solution are included if the move is wrong.
    pub(crate) fn one_move(
        mv: Move,
        right: bool,
        comment: Comment,
        refutation: Vec<Move>,
        solution: Vec<Move>,
    ) -> Tried {
        Tried {
            verdict: if right { Verdict::Solved } else { Verdict::Wrong },
            step: usize::from(right),
            steps: 1,
            moves: if right { vec![mv] } else { Vec::new() },
            known: 0,
            comment,
            refutation: if right { Vec::new() } else { refutation },
            solution: (!right).then_some(solution),
        }
    }

    /// The answer where the learner points at a set of points, one after another. `comment` receives whether this
    /// point is right and whether it was the last.
    pub(crate) fn pointing(
        all: &[Point],
        moves: &[Move],
        comment: impl FnOnce(Point, Verdict) -> Comment,
    ) -> Result<Tried, Refused> {
        let shown = points_of(moves)?;
        let (&last, before) = shown.split_last().ok_or(Refused::OtherMoves)?;
        let is_new = |(i, point): (usize, &Point)| !before[..i].contains(point) && all.contains(point);
        if !before.iter().enumerate().all(is_new) || before.contains(&last) {
            return Err(Refused::OtherMoves);
        }
        let right = all.contains(&last);
        let found = if right { &shown[..] } else { before };
        let verdict = match right {
            true if found.len() == all.len() => Verdict::Solved,
            true => Verdict::Right,
            false => Verdict::Wrong,
        };
        let left = all.iter().filter(|point| !found.contains(point)).map(|&point| Move::Place(point));
        Ok(Tried {
            verdict,
            step: found.len(),
            steps: all.len(),
            moves: found.iter().copied().map(Move::Place).collect(),
            known: 0,
            comment: comment(last, verdict),
            refutation: Vec::new(),
            solution: (!right).then(|| left.collect()),
        })
    }
}

/// Why a try is not judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The moves do not follow this exercise.
    OtherMoves,
    CannotPass,
    Illegal(Illegal),
    /// The shipped problem is invalid.
    Broken(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::OtherMoves => f.write_str("these are not the moves of this exercise"),
            Refused::CannotPass => f.write_str("a pass is no answer to this problem"),
            Refused::Illegal(illegal) => illegal.fmt(f),
            Refused::Broken(why) => write!(f, "the shipped problem is broken: {why}"),
        }
    }
}

impl std::error::Error for Refused {}

impl From<Illegal> for Refused {
    fn from(illegal: Illegal) -> Refused {
        Refused::Illegal(illegal)
    }
}

/// The points of moves without passes.
fn points_of(moves: &[Move]) -> Result<Vec<Point>, Refused> {
    let point = |&mv: &Move| match mv {
        Move::Place(point) => Ok(point),
        Move::Pass => Err(Refused::CannotPass),
    };
    moves.iter().map(point).collect()
}

fn broken(error: impl fmt::Display) -> Refused {
    Refused::Broken(error.to_string())
}
