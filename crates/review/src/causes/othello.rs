//! Othello: corners at once and by force, passes, mobility, the frontier, parity.

use super::say::SHOWN;
use super::{Cause, Mistake};
use heibai_games::othello::{Bits, Othello, Region, region};
use heibai_games::player::Candidate;
use heibai_games::{AnyPosition, Color, Kind, Move, Point, Position};

/// Moves of one side within which a corner counts as forced.
const FORCED_MOVES: u32 = 3;
/// From this much on a difference in discs beside empty squares is a reason.
const FRONTIER_APART: u32 = 3;
/// Parity is worth a word once so few squares are empty.
const LATE: u32 = 20;

pub(super) fn find(of: &Mistake<'_>) -> Vec<Cause> {
    if of.before.kind() != Kind::Othello {
        return Vec::new();
    }
    let mut found = Vec::new();
    found.extend(misses_corner(of));
    found.extend(gives_corner(of));
    if found.is_empty() {
        found.extend(wins_corner(of));
    }
    if found.is_empty() {
        found.extend(corner_in_line(of));
    }
    // Who must pass has no moves: that says more than their number.
    found.extend(passes(of).or_else(|| mobility(of)));
    found.extend(parity(of));
    if found.is_empty() {
        found.extend(later_mobility(of).or_else(|| frontier(of)));
    }
    found
}

pub(super) fn corners(size: usize) -> impl Iterator<Item = Point> {
    Point::all(size).filter(move |&point| region(point, size) == Region::Corner)
}

fn legal(position: &AnyPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn played(position: &AnyPosition, mv: Move) -> AnyPosition {
    let mut after = position.clone();
    after.play_unchecked(mv, &mut ());
    after
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

/// The position so many moves later in a line, if it is the mover's turn there.
fn later(of: &Mistake<'_>, candidate: &Candidate, count: usize) -> Option<AnyPosition> {
    let mut at = of.before.clone();
    for &mv in candidate.line.get(..count)? {
        at.play(mv).ok()?;
    }
    (at.turn() == of.us && at.outcome().is_none()).then_some(at)
}

fn later_mobility(of: &Mistake<'_>) -> Option<Cause> {
    [4, 6, 8].into_iter().find_map(|count| {
        let [played, better] = [&of.judged.played, &of.judged.best].map(|line| later(of, line, count));
        let [played, better] = [placements(&played?), placements(&better?)];
        is_clearly_less(played, better).then_some(Cause::LaterMobility { later: count, played, better })
    })
}

fn placements(position: &AnyPosition) -> u32 {
    legal(position).iter().filter(|&&mv| mv != Move::Pass).count() as u32
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

fn must_pass(position: &AnyPosition) -> bool {
    position.outcome().is_none() && legal(position) == [Move::Pass]
}

fn passes(of: &Mistake<'_>) -> Option<Cause> {
    let reply = of.reply().filter(|&reply| reply != Move::Pass)?;
    if must_pass(&played(&of.after, reply)) {
        return Some(Cause::MustPass { reply });
    }
    (must_pass(&of.better) && !must_pass(&of.after)).then_some(Cause::MakesPass)
}

/// Whether a difference in moves is worth a word: three at least, and a third of the smaller number.
fn is_clearly_less(less: u32, more: u32) -> bool {
    more >= less + 3 && 3 * more >= 4 * less
}

/// The moves of one side, whichever differ more: the other side's at once, or the mover's after the best answers.
fn mobility(of: &Mistake<'_>) -> Option<Cause> {
    let replies = [of.reply()?, of.better_reply()?];
    let theirs = [&of.after, &of.better].map(placements);
    let ours =
        [(&of.after, replies[0]), (&of.better, replies[1])].map(|(at, mv)| placements(&played(at, mv)));
    let gives = is_clearly_less(theirs[1], theirs[0]);
    let leaves = is_clearly_less(ours[0], ours[1]);
    if gives && (!leaves || theirs[0].abs_diff(theirs[1]) >= ours[0].abs_diff(ours[1])) {
        return Some(Cause::GivesMoves { played: theirs[0], better: theirs[1] });
    }
    leaves.then_some(Cause::LeavesFewMoves { played: ours[0], better: ours[1], replies })
}

/// What is counted with the bits of a board.
struct Figures {
    empties: u32,
    frontier: u32,
    /// The regions with an odd number of empty squares: a square of each, and how many.
    odd: Vec<(Point, u32)>,
}

fn figures(position: &AnyPosition, side: Color) -> Option<Figures> {
    fn of<B: Bits, const N: usize>(board: &Othello<B, N>, side: Color) -> Figures {
        let regions = board.empty_regions().into_iter().filter(|region| region.odd);
        Figures {
            empties: board.empties().count(),
            frontier: board.frontier(side).count(),
            odd: regions.map(|r| (Point(r.squares.first() as u16), r.squares.count())).collect(),
        }
    }
    Some(match position {
        AnyPosition::Othello4(board) => of(board, side),
        AnyPosition::Othello6(board) => of(board, side),
        AnyPosition::Othello8(board) => of(board, side),
        AnyPosition::Othello10(board) => of(board, side),
        _ => return None,
    })
}

fn parity(of: &Mistake<'_>) -> Option<Cause> {
    let (after, better) = (figures(&of.after, of.us)?, figures(&of.better, of.us)?);
    // After a pass of the other side parity says the opposite.
    let nobody_passes = !must_pass(&of.after) && !must_pass(&of.better);
    let &(square, size) = after.odd.first()?;
    let is_reason = after.empties <= LATE && better.odd.is_empty() && nobody_passes;
    is_reason.then_some(Cause::Parity { square, size })
}

fn frontier(of: &Mistake<'_>) -> Option<Cause> {
    let [played, better] = [&of.after, &of.better].map(|position| figures(position, of.us));
    let (played, better) = (played?.frontier, better?.frontier);
    (played >= better + FRONTIER_APART).then_some(Cause::Frontier { played, better })
}
