//! What lasts: discs that can never be flipped, and who fills the last square of a region.

use super::{Cause, Mistake, SHOWN, figures, must_pass, positions};
use heibai_games::player::Candidate;
use heibai_games::{AnyPosition, Color, Move, Point, Position};

/// The least difference in stable discs that is a reason.
const STABLE_APART: i64 = 5;
/// With fewer empty squares than this nearly every disc is stable.
const OPEN: usize = 6;
/// From this many on, stable discs on one edge are named.
const ON_EDGE: usize = 3;
/// Parity counts once no more squares than this are empty.
const LATE: usize = 20;
/// The least number of moves that only the other side has, to be a reason.
const SPARE: usize = 2;
/// Larger regions are not filled by parity alone.
const LARGEST: usize = 7;

/// Discs of both sides that can never be flipped, as soon as they differ clearly in the lines that the engine expects.
pub(super) fn stable_discs(of: &Mistake<'_>) -> Option<Cause> {
    let [played, best] = [&of.judged.played, &of.judged.best].map(|line| positions(of, line));
    let (us, them) = (of.us.index(), of.them.index());
    (2..=SHOWN).step_by(2).find_map(|later| {
        // When the board is nearly full every disc is stable.
        let both = [figures(played.get(later)?)?, figures(best.get(later)?)?];
        if both.iter().any(|figures| figures.empty() < OPEN) {
            return None;
        }
        let [played, better] = both.map(|figures| figures.stable);
        let lead = |stable: &[Vec<Point>; 2]| stable[us].len() as i64 - stable[them].len() as i64;
        if lead(&better) - lead(&played) < STABLE_APART {
            return None;
        }
        let gained: Vec<Point> =
            played[them].iter().copied().filter(|point| !better[them].contains(point)).collect();
        let counts = |stable: [Vec<Point>; 2]| [stable[them].len() as u32, stable[us].len() as u32];
        let edge = longest_on_edge(of.before.size(), &gained);
        Some(Cause::StableDiscs { later, played: counts(played), better: counts(better), edge })
    })
}

/// The points of the edge that most of these lie on, in order.
fn longest_on_edge(size: usize, points: &[Point]) -> Vec<Point> {
    let last = size - 1;
    let edges: [fn(Point, usize, usize) -> bool; 4] = [
        |p, size, _| p.y(size) == 0,
        |p, size, last| p.y(size) == last,
        |p, size, _| p.x(size) == 0,
        |p, size, last| p.x(size) == last,
    ];
    let on = edges.map(|is_on| points.iter().copied().filter(|&p| is_on(p, size, last)).collect::<Vec<_>>());
    let longest = on.into_iter().max_by_key(Vec::len).unwrap_or_default();
    if longest.len() >= ON_EDGE { longest } else { Vec::new() }
}

/// A region that both lines fill, the other side last after the played move and the mover last after the better one.
pub(super) fn last_in_region(of: &Mistake<'_>) -> Option<Cause> {
    let regions = figures(&of.before)?.regions;
    if regions.iter().map(Vec::len).sum::<usize>() > LATE {
        return None;
    }
    let fits = |region: &&Vec<Point>| (2..=LARGEST).contains(&region.len());
    regions.iter().filter(fits).find_map(|region| {
        let (side, last) = last_to_fill(of, &of.judged.played, region)?;
        let (better_side, better_last) = last_to_fill(of, &of.judged.best, region)?;
        (side == of.them && better_side == of.us)
            .then(|| Cause::LastInRegion { region: region.clone(), last: [last, better_last] })
    })
}

/// Who places the last disc of a region in a line, and where; `None` if the line does not fill it.
fn last_to_fill(of: &Mistake<'_>, candidate: &Candidate, region: &[Point]) -> Option<(Color, Point)> {
    let mut left = region.len();
    for (at, &mv) in positions(of, candidate).iter().zip(&candidate.line) {
        if let Move::Place(point) = mv
            && region.contains(&point)
        {
            left -= 1;
            if left == 0 {
                return Some((at.turn(), point));
            }
        }
    }
    None
}

/// A region in which the mover never has a move in the expected line and the other side has two or more, and in which
/// the mover plays after the better move.
pub(super) fn no_access(of: &Mistake<'_>) -> Option<Cause> {
    let regions = figures(&of.before)?.regions;
    let fits = |region: &&Vec<Point>| (2..=LARGEST).contains(&region.len());
    regions.iter().filter(fits).find_map(|region| {
        let theirs = taken(of, &of.judged.played, region, of.them);
        let has_move = |at: &AnyPosition| {
            let moves = figures(at).map(|figures| figures.moves[of.us.index()].clone());
            moves.is_none_or(|moves| moves.iter().any(|point| region.contains(point)))
        };
        let is_shut = theirs.len() >= SPARE
            && taken(of, &of.judged.played, region, of.us).is_empty()
            && !positions(of, &of.judged.played)[1..].iter().any(has_move);
        let &ours = taken(of, &of.judged.best, region, of.us).first().filter(|_| is_shut)?;
        Some(Cause::NoAccess { region: region.clone(), theirs, ours })
    })
}

/// The squares of a region that a side takes in a line, in order.
fn taken(of: &Mistake<'_>, candidate: &Candidate, region: &[Point], side: Color) -> Vec<Point> {
    let moves = positions(of, candidate).into_iter().zip(&candidate.line);
    let placed = moves.filter_map(|(at, &mv)| match mv {
        Move::Place(point) if at.turn() == side && region.contains(&point) => Some(point),
        _ => None,
    });
    placed.collect()
}

pub(super) fn parity(of: &Mistake<'_>) -> Option<Cause> {
    let odd = |position: &AnyPosition| -> Option<Vec<Vec<Point>>> {
        Some(figures(position)?.regions.into_iter().filter(|region| region.len() % 2 == 1).collect())
    };
    let (after, better) = (odd(&of.after)?, odd(&of.better)?);
    // After a pass of the other side parity says the opposite.
    let nobody_passes = !must_pass(&of.after) && !must_pass(&of.better);
    let region = after.first()?;
    let empties: usize = figures(&of.after)?.regions.iter().map(Vec::len).sum();
    let is_reason = empties <= LATE && better.is_empty() && nobody_passes;
    is_reason.then(|| Cause::Parity { square: region[0], size: region.len() as u32 })
}
