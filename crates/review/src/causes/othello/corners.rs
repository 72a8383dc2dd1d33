//! Corners: given up or missed, at once, by force, or in the lines that the engine expects.

use super::{Cause, Mistake, SHOWN, legal, played};
use heibai_games::othello::{Region, region};
use heibai_games::player::Candidate;
use heibai_games::{AnyPosition, Color, Move, Point, Position};

/// Moves of one side within which a corner counts as forced.
const FORCED_MOVES: u32 = 3;

pub(super) fn find(of: &Mistake<'_>) -> Vec<Cause> {
    let mut found: Vec<Cause> = misses_corner(of).into_iter().collect();
    found.extend(gives_corner(of));
    if found.is_empty() {
        found.extend(wins_corner(of).or_else(|| corner_in_line(of)));
    }
    found
}

pub(in crate::causes) fn corners(size: usize) -> impl Iterator<Item = Point> {
    Point::all(size).filter(move |&point| region(point, size) == Region::Corner)
}

/// The corner that the better move takes.
fn misses_corner(of: &Mistake<'_>) -> Option<Cause> {
    let Move::Place(corner) = of.judged.best.mv else { return None };
    (region(corner, of.before.size()) == Region::Corner).then_some(Cause::MissesCorner { corner })
}

/// A corner that the other side can take at once or by force, and could not after the better move.
fn gives_corner(of: &Mistake<'_>) -> Option<Cause> {
    let may_take = |position: &AnyPosition, corner: Point| position.check(Move::Place(corner)).is_ok();
    let free = |corner: &Point| of.after.stone(*corner).is_none() && of.better.stone(*corner).is_none();
    let open: Vec<Point> = corners(of.before.size()).filter(free).collect();
    let at_once = |&&corner: &&Point| may_take(&of.after, corner) && !may_take(&of.better, corner);
    if let Some(&corner) = open.iter().find(at_once) {
        return Some(Cause::OpensCorner { corner });
    }
    open.into_iter().find_map(|corner| {
        let line = (2..=FORCED_MOVES).find_map(|moves| forces(&of.after, corner, moves))?;
        let also_after_better = forces(&of.better, corner, FORCED_MOVES).is_some();
        (!also_after_better).then_some(Cause::GivesCorner { corner, line })
    })
}

/// A corner that the better move gets by force, and the played one neither gets nor takes itself.
fn wins_corner(of: &Mistake<'_>) -> Option<Cause> {
    let wins = |after: &AnyPosition, corner: Point| against_all(after, corner, FORCED_MOVES - 1);
    corners(of.before.size()).filter(|&corner| of.after.stone(corner).is_none()).find_map(|corner| {
        let mut line = vec![of.judged.best.mv];
        line.extend(wins(&of.better, corner)?);
        wins(&of.after, corner).is_none().then_some(Cause::WinsCorner { corner, line })
    })
}

/// The corners that a side takes in a line, each with the number of moves before it.
fn taken(of: &Mistake<'_>, candidate: &Candidate, side: Color) -> Vec<(usize, Point)> {
    let mut at = of.before.clone();
    let mut taken = Vec::new();
    for (number, &mv) in candidate.line.iter().enumerate() {
        if let (Move::Place(point), true) = (mv, at.turn() == side)
            && region(point, at.size()) == Region::Corner
        {
            taken.push((number, point));
        }
        if at.play(mv).is_err() {
            break;
        }
    }
    taken
}

/// The first corner that a side takes in one line and not in the other, which is as long. The sentence shows the whole way.
fn only_in(of: &Mistake<'_>, line: &Candidate, other: &Candidate, side: Color) -> Option<(usize, Point)> {
    let spared = taken(of, other, side);
    let found = taken(of, line, side).into_iter();
    let first = found.filter(|(_, corner)| !spared.iter().any(|(_, other)| other == corner)).min();
    first.filter(|&(number, _)| number > 0 && number <= SHOWN && other.line.len() > number)
}

/// A corner that the other side takes in the expected line, and not in that of the better move; or that the mover takes
/// in the line of the better move alone.
fn corner_in_line(of: &Mistake<'_>) -> Option<Cause> {
    let (played, best) = (&of.judged.played, &of.judged.best);
    let lost = only_in(of, played, best, of.them).map(|(number, corner)| {
        let line = played.line[1..=number].to_vec();
        Cause::LineLosesCorner { corner, line }
    });
    lost.or_else(|| {
        let (number, corner) = only_in(of, best, played, of.us)?;
        Some(Cause::LineWinsCorner { corner, line: best.line[..=number].to_vec() })
    })
}

/// Whether the side to move gets the corner within so many of its own moves, whatever the other side plays: one way that
/// it goes.
fn forces(position: &AnyPosition, corner: Point, moves: u32) -> Option<Vec<Move>> {
    if position.check(Move::Place(corner)).is_ok() {
        return Some(vec![Move::Place(corner)]);
    }
    if moves <= 1 || position.outcome().is_some() {
        return None;
    }
    legal(position).into_iter().find_map(|mv| {
        let line = against_all(&played(position, mv), corner, moves - 1)?;
        Some([vec![mv], line].concat())
    })
}

/// The same before a move of the other side: the way that takes longest.
fn against_all(position: &AnyPosition, corner: Point, moves: u32) -> Option<Vec<Move>> {
    if position.outcome().is_some() || position.check(Move::Place(corner)).is_ok() {
        return None;
    }
    let mut longest: Option<Vec<Move>> = None;
    for reply in legal(position) {
        let line = [vec![reply], forces(&played(position, reply), corner, moves)?].concat();
        if longest.as_ref().is_none_or(|known| known.len() < line.len()) {
            longest = Some(line);
        }
    }
    longest
}
