//! The aim of a lesson's step, and what a move that misses it lacks. The referee determines what a move does; there
//! are no lists of right moves.

use heibai_engines::go::State;
use heibai_engines::go::ladder::Reader;
use heibai_engines::go::life::Walls;
use heibai_engines::othello::solve::solve;
use heibai_engines::search::table::TranspositionTable;
use heibai_games::go::{Position as Go, life};
use heibai_games::gomoku::shapes::{self, Shape};
use heibai_games::othello::{Bits, Region, region};
use heibai_games::position::Changes;
use heibai_games::{AnyPosition, Color, Move, Point, Position};
use serde::Deserialize;
use std::sync::atomic::AtomicBool;

use crate::life_practice::{Judgement, Practice};

/// What the learner's move must do. Points are written as players write them.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "aim", rename_all = "kebab-case")]
pub enum Aim {
    /// Any legal move.
    Any,
    Pass,
    /// Flip at least this many discs.
    Flip {
        count: usize,
    },
    /// Flip at most this many discs.
    FlipFew {
        most: usize,
    },
    Corner,
    /// Leave the other side no move to a corner.
    NoCorner,
    /// Place a disc that can never be flipped again.
    Safe,
    /// Leave the other side without a move, so that it must pass.
    ForcePass,
    /// Leave the other side at most this many moves.
    FewReplies {
        most: usize,
    },
    /// Keep the best possible result, to the last disc.
    KeepResult,
    /// End the game with a win.
    Win,
    /// Leave no reply that wins at once.
    NoLoss,
    /// Win on the next move, whatever the reply.
    WinNext,
    /// Leave no reply that makes an open four or five.
    NoOpenFour,
    /// Make these shapes with the stone, each on a line of its own.
    Shape {
        shapes: Vec<WantedShape>,
    },
    /// Capture at least this many stones.
    Capture {
        count: usize,
    },
    /// Put the other side's chain at this point into atari, with a stone that is not in atari itself.
    Atari {
        of: String,
    },
    /// Put the other side's chain at this point into atari, so that ataris capture it wherever it runs.
    Catch {
        of: String,
    },
    /// Give the own chain at this point at least this many liberties.
    Extend {
        of: String,
        liberties: usize,
    },
    /// Connect the own stones at both points.
    Connect {
        of: [String; 2],
    },
    /// Prevent the other side from connecting its stones at both points in one move.
    Cut {
        of: [String; 2],
    },
    /// Make the own chain at this point live unconditionally.
    Live {
        of: String,
    },
    /// Kill the other side's chain at this point, as the solver sees it.
    Kill {
        of: String,
    },
}

/// A shape that a step asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WantedShape {
    OpenThree,
    /// A four that can be blocked: in a row or with a gap.
    Four,
    OpenFour,
}

impl WantedShape {
    fn is(self, shape: Shape) -> bool {
        match self {
            WantedShape::OpenThree => matches!(shape, Shape::OpenThree | Shape::BrokenThree),
            WantedShape::Four => matches!(shape, Shape::ClosedFour | Shape::BrokenFour | Shape::OpenFour),
            WantedShape::OpenFour => shape == Shape::OpenFour,
        }
    }
}

/// What a legal move that misses the aim lacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missed {
    NotAPass,
    Flips {
        flipped: usize,
        wanted: usize,
    },
    FlipsTooMany {
        flipped: usize,
        most: usize,
    },
    NotACorner,
    /// The other side may take this corner.
    GivesCorner(Point),
    /// This reply flips the new disc.
    CanBeFlipped(Point),
    /// No reply flips the new disc at once, but a later one may.
    NotStable,
    StillMoves {
        moves: usize,
    },
    TooManyReplies {
        moves: usize,
        most: usize,
    },
    /// Discs for the learner with best play, and what was possible.
    Loses {
        left: i32,
        best: i32,
    },
    NotWon,
    /// The other side still has this many discs, and all were to be flipped.
    DiscsLeft(usize),
    /// The other side wins at once here.
    LosesAt(Point),
    /// There is no five to follow, whatever the other side does.
    NoFour,
    /// The other side replies here, and there is no win on the next move.
    AnsweredAt(Point),
    /// The other side makes an open four here.
    OpenFourAt(Point),
    /// These shapes are asked for, each on a line of its own.
    NoShape(Vec<WantedShape>),
    CapturesNothing,
    CapturesFew {
        captured: usize,
        wanted: usize,
    },
    /// The chain still has this many liberties.
    StillFree {
        liberties: usize,
    },
    /// The new stone can be captured at once.
    OwnAtari,
    /// The chain runs here, and has then this many liberties.
    RunsTo {
        at: Point,
        liberties: usize,
    },
    /// The chain would have only this many liberties.
    FewLiberties {
        liberties: usize,
        wanted: usize,
    },
    NotConnected,
    /// The other side connects its stones here.
    JoinedAt(Point),
    NotAlive,
    /// The chain is not dead; the reply that saves it, if one is needed.
    NotDead(Option<Point>),
    /// The move would retake a ko at once, which is illegal.
    RetakesKo,
}

/// A move that was made, with what an aim needs to judge it.
pub(super) struct Made<'a> {
    pub before: &'a AnyPosition,
    pub mv: Move,
    pub after: &'a AnyPosition,
    pub changes: &'a Changes,
}

impl Made<'_> {
    fn learner(&self) -> Color {
        self.before.turn()
    }

    fn point(&self, name: &str) -> Point {
        match self.before.read_move(name) {
            Ok(Move::Place(point)) => point,
            _ => panic!("'{name}' is no point of the lesson's board"),
        }
    }

    /// The other side's replies, with the position after each.
    fn replies(&self) -> impl Iterator<Item = (Point, AnyPosition, Changes)> {
        let mut legal = Vec::new();
        self.after.legal_moves(&mut legal);
        legal.into_iter().filter_map(|mv| {
            let Move::Place(point) = mv else { return None };
            let (mut next, mut changes) = (self.after.clone(), Changes::default());
            next.play_unchecked(mv, &mut changes);
            Some((point, next, changes))
        })
    }

    fn placed(&self) -> Option<Point> {
        self.changes.placed.map(|(point, _)| point)
    }

    /// What the move lacks; `None` if it achieves `aim`.
    pub fn missing(&self, aim: &Aim) -> Option<Missed> {
        match aim {
            Aim::Any => None,
            Aim::Pass => (self.mv != Move::Pass).then_some(Missed::NotAPass),
            Aim::Win => {
                let won = self.after.outcome().is_some_and(|o| o.winner == Some(self.learner()));
                (!won).then(|| self.not_won())
            }
            Aim::NoLoss => {
                let wins =
                    |next: &AnyPosition| next.outcome().is_some_and(|o| o.winner == Some(!self.learner()));
                self.replies().find(|(_, next, _)| wins(next)).map(|(point, ..)| Missed::LosesAt(point))
            }
            Aim::Flip { .. }
            | Aim::FlipFew { .. }
            | Aim::Corner
            | Aim::NoCorner
            | Aim::Safe
            | Aim::ForcePass
            | Aim::FewReplies { .. }
            | Aim::KeepResult => self.missing_in_discs(aim),
            Aim::WinNext | Aim::NoOpenFour | Aim::Shape { .. } => self.missing_in_rows(aim),
            _ => self.missing_in_chains(aim),
        }
    }

    /// Why the game is not won: where discs are flipped, because the other side still has some.
    fn not_won(&self) -> Missed {
        if self.changes.flipped.is_empty() {
            return Missed::NotWon;
        }
        let stones = self.after.stones().into_iter();
        Missed::DiscsLeft(stones.filter(|&(_, color)| color != self.learner()).count())
    }

    fn missing_in_discs(&self, aim: &Aim) -> Option<Missed> {
        let size = self.after.size();
        let is_corner = |&point: &Point| region(point, size) == Region::Corner;
        let flipped = self.changes.flipped.len();
        match *aim {
            Aim::Flip { count } => (flipped < count).then_some(Missed::Flips { flipped, wanted: count }),
            Aim::FlipFew { most } => (flipped > most).then_some(Missed::FlipsTooMany { flipped, most }),
            Aim::Corner => (!self.placed().is_some_and(|p| is_corner(&p))).then_some(Missed::NotACorner),
            Aim::NoCorner => self.replies().map(|(point, ..)| point).find(is_corner).map(Missed::GivesCorner),
            Aim::Safe => {
                let own = self.placed()?;
                let flips = |changes: &Changes| changes.flipped.iter().any(|&(p, _)| p == own);
                let reply = self.replies().find(|(_, _, c)| flips(c)).map(|(point, ..)| point);
                let missed = reply.map_or(Missed::NotStable, Missed::CanBeFlipped);
                (!is_stable(self.after, own)).then_some(missed)
            }
            Aim::ForcePass => {
                let moves = self.replies().count();
                (!self.after.must_pass()).then_some(Missed::StillMoves { moves })
            }
            Aim::FewReplies { most } => {
                let moves = self.replies().count();
                (moves > most).then_some(Missed::TooManyReplies { moves, most })
            }
            _ => {
                let best = exact(self.before, self.learner())?;
                let left = exact(self.after, self.learner())?;
                (left < best).then_some(Missed::Loses { left, best })
            }
        }
    }

    fn missing_in_rows(&self, aim: &Aim) -> Option<Missed> {
        let AnyPosition::Gomoku(after) = self.after else { return Some(Missed::NotWon) };
        let (side, variant) = (self.learner(), after.rules().variant());
        match aim {
            Aim::Shape { shapes } => {
                let mut found = shapes::at(after.board(), self.placed()?, side, variant);
                // Each requested shape needs a line of its own.
                let mut take = |wanted: &WantedShape| {
                    let line = found.iter_mut().find(|line| line.is_some_and(|shape| wanted.is(shape)));
                    line.and_then(Option::take).is_some()
                };
                (!shapes.iter().all(&mut take)).then(|| Missed::NoShape(shapes.clone()))
            }
            Aim::WinNext if after.fives(side).is_empty() => Some(Missed::NoFour),
            Aim::WinNext => {
                let lost = |next: &AnyPosition| match next {
                    _ if next.outcome().is_some() => true,
                    AnyPosition::Gomoku(next) => next.fives(side).is_empty(),
                    _ => true,
                };
                self.replies().find(|(_, next, _)| lost(next)).map(|(point, ..)| Missed::AnsweredAt(point))
            }
            _ => {
                let strong = |point: Point| {
                    let found = shapes::at(after.board(), point, !side, variant);
                    found.contains(&Some(Shape::OpenFour)) || found.contains(&Some(Shape::Five))
                };
                self.replies().map(|(point, ..)| point).find(|&p| strong(p)).map(Missed::OpenFourAt)
            }
        }
    }

    fn missing_in_chains(&self, aim: &Aim) -> Option<Missed> {
        let AnyPosition::Go(after) = self.after else { return Some(Missed::NotWon) };
        let liberties = |point| after.chain(point).map_or(0, |chain| chain.liberties.len());
        let joined = |position: &AnyPosition, [a, b]: &[String; 2]| match position {
            AnyPosition::Go(go) => {
                go.chain(self.point(a)).is_some_and(|chain| chain.stones.contains(&self.point(b)))
            }
            _ => false,
        };
        match aim {
            Aim::Capture { count } => match self.changes.removed.len() {
                0 => Some(Missed::CapturesNothing),
                captured if captured < *count => Some(Missed::CapturesFew { captured, wanted: *count }),
                _ => None,
            },
            Aim::Atari { of } => match liberties(self.point(of)) {
                1 if self.placed().is_some_and(|p| liberties(p) > 1) => None,
                1 => Some(Missed::OwnAtari),
                liberties => Some(Missed::StillFree { liberties }),
            },
            Aim::Catch { of } => self.gets_away(after, self.point(of)),
            Aim::Extend { of, liberties: wanted } => {
                let liberties = liberties(self.point(of));
                (liberties < *wanted).then_some(Missed::FewLiberties { liberties, wanted: *wanted })
            }
            Aim::Connect { of } => (!joined(self.after, of)).then_some(Missed::NotConnected),
            Aim::Cut { of } => self
                .replies()
                .find(|(_, next, _)| joined(next, of))
                .map(|(point, ..)| Missed::JoinedAt(point)),
            Aim::Live { of } => {
                let target = self.point(of);
                let alive = life::unconditional(after).chains.iter().any(|c| c.stones.contains(&target));
                (!alive).then_some(Missed::NotAlive)
            }
            Aim::Kill { of } => self.not_dead(self.point(of)),
            _ => Some(Missed::NotWon),
        }
    }

    /// What the chain at `target` has left, unless it is in atari and ataris capture it to the end.
    fn gets_away(&self, after: &Go, target: Point) -> Option<Missed> {
        let chain = after.chain(target)?;
        if chain.liberties.len() > 1 {
            return Some(Missed::StillFree { liberties: chain.liberties.len() });
        }
        let board = State::new(after, &[]).board;
        let mut reader = Reader::default();
        let is_caught =
            reader.ladders(&board).iter().any(|&(cell, _)| chain.stones.contains(&board.point_of(cell)));
        let at = *chain.liberties.first()?;
        let mut next = after.clone();
        next.play_unchecked(Move::Place(at), &mut ());
        let liberties = next.chain(target).map_or(0, |chain| chain.liberties.len());
        (!is_caught).then_some(Missed::RunsTo { at, liberties })
    }

    fn not_dead(&self, target: Point) -> Option<Missed> {
        let (AnyPosition::Go(before), Some(point)) = (self.before, self.placed()) else {
            return Some(Missed::NotDead(None));
        };
        let practice = Practice::new((**before).clone(), target, Walls::Attackers);
        match practice.map(|practice| practice.validate_move(point)) {
            Ok(Judgement::Solved | Judgement::Right) => None,
            Ok(Judgement::Wrong { refutation }) => Some(Missed::NotDead(refutation)),
            _ => Some(Missed::NotDead(None)),
        }
    }
}

/// Whether the disc on this square can never be flipped again.
fn is_stable(position: &AnyPosition, at: Point) -> bool {
    let square = u32::from(at.0);
    match position {
        AnyPosition::Othello4(board) => board.stable().has(square),
        AnyPosition::Othello6(board) => board.stable().has(square),
        AnyPosition::Othello8(board) => board.stable().has(square),
        AnyPosition::Othello10(board) => board.stable().has(square),
        _ => false,
    }
}

/// Discs for `side` with best play.
fn exact(position: &AnyPosition, side: Color) -> Option<i32> {
    let table = TranspositionTable::new(1 << 16);
    let solution = solve(position, &table, 1, &AtomicBool::new(false)).ok()?;
    Some(if position.turn() == side { solution.score } else { -solution.score })
}
