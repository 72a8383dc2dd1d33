//! Othello claims, checked with the referee and plain searches.

use crate::stability::stable;
use crate::{Claim, Verdict};
use heibai_engines::othello::solve::solve;
use heibai_engines::search::table::TranspositionTable;
use heibai_games::{AnyPosition, Color, Move, Point, Position};
use heibai_review::causes::Cause;
use std::sync::atomic::AtomicBool;

/// Moves of one side that a forced corner may take.
const MOVES: u32 = 3;
/// Moves of a line that a sentence shows.
const SHOWN: usize = 9;
/// So few empty squares are counted to the end by plain alpha-beta, more by the solver with an empty table.
const PLAIN: usize = 11;

pub fn check(claim: &Claim<'_>) -> Verdict {
    let (us, them) = (claim.judged.side, !claim.judged.side);
    let (after, better) = (claim.after(claim.judged.played.mv)?, claim.after(claim.judged.best.mv)?);
    let says = |holds: bool, why: &str| if holds { Ok(()) } else { Err(why.to_owned()) };
    match claim.cause {
        Cause::OpensCorner { corner } => {
            says(is_corner(&after, *corner), "no corner")?;
            says(after.turn() == them && may(&after, *corner), "the corner cannot be taken")?;
            says(!may(&better, *corner), "it could be taken after the better move too")
        }
        Cause::GivesCorner { corner, line } => {
            says(is_corner(&after, *corner) && after.turn() == them, "no corner")?;
            says(gets(&after, *corner, them, MOVES), "the corner is not forced")?;
            says(!gets(&better, *corner, them, MOVES), "it is forced after the better move too")?;
            ends_with(&after, line, *corner)
        }
        Cause::MissesCorner { corner } => {
            says(is_corner(&after, *corner) && claim.judged.best.mv == Move::Place(*corner), "no corner")
        }
        Cause::WinsCorner { corner, line } => {
            says(is_corner(&after, *corner), "no corner")?;
            says(after.stone(*corner).is_none(), "the played move takes it")?;
            says(gets(&better, *corner, us, MOVES - 1), "the corner is not forced")?;
            says(!gets(&after, *corner, us, MOVES - 1), "it is forced after the played move too")?;
            ends_with(&claim.before, line, *corner)
        }
        Cause::MustPass { reply } => {
            let answered = played(&after, *reply)?;
            says(answered.turn() == us && moves(&answered).is_empty(), "there are moves")?;
            says(answered.outcome().is_none(), "the game is over")
        }
        Cause::MakesPass => says(moves(&better).is_empty() && better.outcome().is_none(), "there are moves"),
        Cause::GivesMoves { played: now, better: then, opened } => {
            let count = |position: &AnyPosition| moves(position).len() as u32;
            says(count(&after) == *now && count(&better) == *then && now >= &(then + 3), "other figures")?;
            let earlier = turned(&claim.before)?;
            says(opened.iter().all(|&p| may(&after, p)), "a square is not open")?;
            says(
                !opened.iter().any(|&p| may(&better, p) || may(&earlier, p)),
                "a square was open all the same",
            )
        }
        Cause::LeavesFewMoves { played: now, better: then, replies, closed } => {
            let answered = expected(claim, &after, &better, replies)?;
            let figures = answered.each_ref().map(|position| moves(position).len() as u32);
            says(figures == [*now, *then], "other figures")?;
            says(then >= &(now + 3), "no difference to speak of")?;
            let without = turned(&after)?;
            says(closed.iter().all(|&p| may(&without, p)), "a square was closed already")?;
            let is_closed = |&p: &Point| answered[0].stone(p).is_none() && !may(&answered[0], p);
            says(closed.iter().all(is_closed), "a square is not closed")
        }
        Cause::FewSafeMoves { played: now, better: then, replies } => {
            let [answered, spared] = expected(claim, &after, &better, replies)?;
            says(answered.turn() == us && spared.turn() == us, "another side's turn")?;
            says(then >= &(now + 3), "no difference to speak of")?;
            says(moves(&answered).len() as u32 > 2 * now, "few moves open a corner")?;
            says(safe(&answered)? == *now && safe(&spared)? == *then, "other figures")
        }
        Cause::LeavesSafeMoves { played: now, better: then } => {
            says(after.turn() == them && better.turn() == them, "another side's turn")?;
            says(now >= &(then + 3), "no difference to speak of")?;
            says(moves(&better).len() as u32 > 2 * then, "few moves open a corner")?;
            says(safe(&after)? == *now && safe(&better)? == *then, "other figures")
        }
        Cause::LinePasses { line } => {
            says(claim.judged.played.line.starts_with(line), "another line")?;
            passes_in_one_line(claim, line, &claim.judged.best.line, us)
        }
        Cause::LineMakesPass { line } => {
            says(claim.judged.best.line.starts_with(line), "another line")?;
            passes_in_one_line(claim, line, &claim.judged.played.line, them)
        }
        Cause::StableDiscs { later, played: now, better: then, edge } => {
            let at = |line: &[Move]| played_out(&claim.before, line.get(..*later).ok_or("a short line")?);
            let (now_at, then_at) = (at(&claim.judged.played.line)?, at(&claim.judged.best.line)?);
            let count = |position: &AnyPosition| [them, us].map(|side| stable(position, side).len() as u32);
            says(count(&now_at) == *now && count(&then_at) == *then, "other figures")?;
            let lead = |[theirs, ours]: [u32; 2]| i64::from(ours) - i64::from(theirs);
            says(lead(*then) > lead(*now), "no difference to speak of")?;
            let (gained, kept) = (stable(&now_at, them), stable(&then_at, them));
            says(edge.iter().all(|p| gained.contains(p) && !kept.contains(p)), "other discs on the edge")?;
            let (size, last) = (claim.before.size(), claim.before.size() - 1);
            let along = |of: fn(Point, usize) -> usize| {
                [0, last].iter().any(|&line| edge.iter().all(|&p| of(p, size) == line))
            };
            says(edge.is_empty() || along(Point::x) || along(Point::y), "more than one edge")
        }
        Cause::LastInRegion { region, last } => {
            let mut whole = region_of(&claim.before, region[0]);
            whole.sort();
            says(claim.before.stone(region[0]).is_none() && whole == *region, "another region")?;
            let filled = |line: &[Move]| -> Result<(Color, Point), String> {
                let mut at = claim.before.clone();
                for &mv in line {
                    let (side, next) = (at.turn(), played(&at, mv)?);
                    if region.iter().all(|&p| next.stone(p).is_some()) {
                        let Move::Place(point) = mv else { return Err("a pass fills nothing".into()) };
                        return Ok((side, point));
                    }
                    at = next;
                }
                Err("the line does not fill the region".into())
            };
            says(filled(&claim.judged.played.line)? == (them, last[0]), "somebody else fills it")?;
            says(filled(&claim.judged.best.line)? == (us, last[1]), "somebody else would fill it")
        }
        Cause::NoAccess { region, theirs, ours } => {
            let mut whole = region_of(&claim.before, region[0]);
            whole.sort();
            says(claim.before.stone(region[0]).is_none() && whole == *region, "another region")?;
            let (mut at, mut seen) = (after.clone(), Vec::new());
            for &mv in &claim.judged.played.line[1..] {
                let mine = if at.turn() == us { at.clone() } else { turned(&at)? };
                says(!region.iter().any(|&p| may(&mine, p)), "the mover has a move there")?;
                if let (Move::Place(point), true) = (mv, at.turn() == them)
                    && region.contains(&point)
                {
                    seen.push(point);
                }
                at = played(&at, mv)?;
            }
            says(seen == *theirs && seen.len() >= 2, "other squares are taken")?;
            says(
                !matches!(claim.judged.played.mv, Move::Place(p) if region.contains(&p)),
                "the mover is there",
            )?;
            let mut at = claim.before.clone();
            for &mv in &claim.judged.best.line {
                if let (Move::Place(point), true) = (mv, at.turn() == us)
                    && region.contains(&point)
                {
                    return says(point == *ours, "another square of the mover");
                }
                at = played(&at, mv)?;
            }
            Err("the better line has no move there".into())
        }
        Cause::LineLosesCorner { corner, line } => {
            let before_it = played_out(&after, &line[..line.len() - 1])?;
            says(is_corner(&after, *corner) && before_it.turn() == them, "no corner of theirs")?;
            ends_with(&after, line, *corner)?;
            let mut at = claim.before.clone();
            for &mv in &claim.judged.best.line {
                says(at.turn() != them || mv != Move::Place(*corner), "it is lost with the better move too")?;
                at = played(&at, mv)?;
            }
            Ok(())
        }
        Cause::LineWinsCorner { corner, line } => {
            let before_it = played_out(&claim.before, &line[..line.len() - 1])?;
            says(is_corner(&after, *corner) && before_it.turn() == us, "no corner of the mover")?;
            says(claim.judged.best.line.starts_with(line), "another line")?;
            ends_with(&claim.before, line, *corner)?;
            let mut at = claim.before.clone();
            for &mv in &claim.judged.played.line {
                says(at.turn() != us || mv != Move::Place(*corner), "the played move gets it too")?;
                at = played(&at, mv)?;
            }
            Ok(())
        }
        Cause::LaterMobility { later, played: now, better: then } => {
            let count = |line: &[Move]| -> Result<[u32; 2], String> {
                let at = played_out(&claim.before, line.get(..*later).ok_or("the line is too short")?)?;
                let other = turned(&at)?;
                let [ours, theirs] = if at.turn() == us { [&at, &other] } else { [&other, &at] };
                Ok([ours, theirs].map(|at| moves(at).len() as u32))
            };
            let (played, best) = (&claim.judged.played.line, &claim.judged.best.line);
            says(count(played)? == *now && count(best)? == *then, "other figures")?;
            let lead = |[ours, theirs]: [u32; 2]| i64::from(ours) - i64::from(theirs);
            let is_behind = lead(*then) >= lead(*now) + 5 && now[0] < now[1];
            says(now[0] <= 8 && (is_behind || then[0] >= now[0] + 3), "no difference to speak of")
        }
        Cause::FlipsMany { played: now, better: then } => {
            let flipped = |after: &AnyPosition| {
                let turned = |&p: &Point| claim.before.stone(p) == Some(them) && after.stone(p) == Some(us);
                Point::all(after.size()).filter(turned).count() as u32
            };
            says(flipped(&after) == *now && flipped(&better) == *then, "other figures")?;
            says(now >= &(then + 3) && empty(&after).len() > 20, "no difference to speak of")
        }
        Cause::KeyPoint => {
            says(claim.judged.played.line.get(1) == Some(&claim.judged.best.mv), "another answer")?;
            says(after.check(claim.judged.best.mv).is_ok(), "nobody can play there")
        }
        Cause::LaterSafeMoves { later, played: now, better: then } => {
            let [answered, spared] = both_later(claim, *later)?;
            says(answered.turn() == us && spared.turn() == us, "another side's turn")?;
            says(then >= &(now + 3), "no difference to speak of")?;
            says(moves(&answered).len() as u32 > 2 * now, "few moves open a corner")?;
            says(safe(&answered)? == *now && safe(&spared)? == *then, "other figures")
        }
        Cause::LaterFrontier { later, played: now, better: then } => {
            let figures = both_later(claim, *later)?.map(|at| exposed(&at, us));
            says(figures == [*now, *then] && *now >= then + 3, "other figures")
        }
        Cause::Frontier { played: now, better: then } => {
            says(exposed(&after, us) == *now && exposed(&better, us) == *then && now > then, "other figures")
        }
        Cause::Parity { square, size } => {
            let region = region_of(&after, *square);
            says(region.len() as u32 == *size && size % 2 == 1 && after.turn() == them, "another region")?;
            let even = |point| region_of(&better, point).len().is_multiple_of(2);
            says(empty(&better).into_iter().all(even), "the better move leaves an odd region")
        }
        Cause::OpensAnswer { reply } => {
            says(claim.judged.played.line.get(1) == Some(&Move::Place(*reply)), "another answer")?;
            says(after.turn() == them && may(&after, *reply), "the square is not open")?;
            says(!may(&turned(&claim.before)?, *reply), "the square was open before")?;
            says(better.turn() == us || !may(&better, *reply), "it is open after the better move too")
        }
        Cause::LeavesAnswer { reply } => {
            says(claim.judged.played.line.get(1) == Some(&Move::Place(*reply)), "another answer")?;
            says(after.turn() == them && may(&after, *reply), "the square is not open")?;
            says(claim.judged.best.mv != Move::Place(*reply), "it is the better move")?;
            says(!may(&with_turn(&better, them)?, *reply), "it is open after the better move too")
        }
        Cause::ClosesNext { reply, square } => {
            says(claim.judged.played.line.get(1) == Some(reply), "another answer")?;
            says(claim.judged.best.line.get(2) == Some(&Move::Place(*square)), "another next move")?;
            says(may(&claim.before, *square), "the square was closed already")?;
            let answered = played(&after, *reply)?;
            says(answered.stone(*square).is_none(), "the square is taken")?;
            says(!may(&with_turn(&answered, us)?, *square), "the square is not closed")?;
            let spared = played_out(&claim.before, &claim.judged.best.line[..2])?;
            says(spared.turn() == us && may(&spared, *square), "it is closed after the better move too")
        }
        Cause::ResultFalls { from, to, line } => {
            let end = played_out(&claim.before, &line[..line.len().min(SHOWN)])?;
            says(Some(f64::from(exact(&end, us))) == from.score(), "the line does not keep the result")?;
            says(Some(f64::from(exact(&better, us))) == from.score(), "another result with the better move")?;
            says(Some(f64::from(exact(&after, us))) == to.score(), "another result with the played move")
        }
        other => Err(format!("{other:?} is not said of Othello")),
    }
}

/// The positions after the expected answers to both moves.
fn expected(
    claim: &Claim<'_>,
    after: &AnyPosition,
    better: &AnyPosition,
    replies: &[Move; 2],
) -> Result<[AnyPosition; 2], String> {
    let answers = [&claim.judged.played, &claim.judged.best].map(|candidate| candidate.line.get(1));
    if answers != [Some(&replies[0]), Some(&replies[1])] {
        return Err("other answers".into());
    }
    Ok([played(after, replies[0])?, played(better, replies[1])?])
}

/// The positions after so many moves of both lines.
fn both_later(claim: &Claim<'_>, later: usize) -> Result<[AnyPosition; 2], String> {
    let at = |line: &[Move]| played_out(&claim.before, line.get(..later).ok_or("the line is too short")?);
    Ok([at(&claim.judged.played.line)?, at(&claim.judged.best.line)?])
}

/// The same discs with the other side to move.
fn turned(position: &AnyPosition) -> Result<AnyPosition, String> {
    let discs: Vec<_> = Point::all(position.size()).filter_map(|p| Some((p, position.stone(p)?))).collect();
    AnyPosition::setup(&position.rules(), &discs, !position.turn()).map_err(|_| "no such position".to_owned())
}

fn with_turn(position: &AnyPosition, side: Color) -> Result<AnyPosition, String> {
    if position.turn() == side { Ok(position.clone()) } else { turned(position) }
}

/// How many moves of the side to move let the other side take no corner that it could not take before.
fn safe(position: &AnyPosition) -> Result<u32, String> {
    let theirs = turned(position)?;
    let corners: Vec<Point> = Point::all(position.size()).filter(|&p| is_corner(position, p)).collect();
    let mut count = 0;
    for at in moves(position) {
        let next = played(position, Move::Place(at))?;
        count += u32::from(!corners.iter().any(|&corner| may(&next, corner) && !may(&theirs, corner)));
    }
    Ok(count)
}

/// The side must pass after this line and nowhere in the other one, which is longer.
fn passes_in_one_line(claim: &Claim<'_>, line: &[Move], other: &[Move], side: Color) -> Verdict {
    let has_to = |at: &AnyPosition| at.turn() == side && moves(at).is_empty() && at.outcome().is_none();
    let end = played_out(&claim.before, line)?;
    if !has_to(&end) || other.len() <= line.len() {
        return Err("there are moves".into());
    }
    let mut at = claim.before.clone();
    for &mv in other {
        at = played(&at, mv)?;
        if has_to(&at) {
            return Err("there is a pass in the other line too".into());
        }
    }
    Ok(())
}

fn is_corner(position: &AnyPosition, point: Point) -> bool {
    let last = position.size() - 1;
    [point.x(last + 1), point.y(last + 1)].iter().all(|&v| v == 0 || v == last)
}

fn may(position: &AnyPosition, at: Point) -> bool {
    position.check(Move::Place(at)).is_ok()
}

/// The squares where the side to move may place a disc.
pub(crate) fn moves(position: &AnyPosition) -> Vec<Point> {
    Point::all(position.size()).filter(|&at| may(position, at)).collect()
}

pub(crate) fn played(position: &AnyPosition, mv: Move) -> Result<AnyPosition, String> {
    let mut next = position.clone();
    next.play(mv).map_err(|why| format!("not legal: {why}"))?;
    Ok(next)
}

/// Whether `side` gets the corner within so many moves of its own, whatever the other side does.
fn gets(position: &AnyPosition, corner: Point, side: Color, left: u32) -> bool {
    if position.stone(corner).is_some() || position.outcome().is_some() || left == 0 {
        return false;
    }
    let own = position.turn() == side;
    if own && may(position, corner) {
        return true;
    }
    let mut choices: Vec<Move> = moves(position).into_iter().map(Move::Place).collect();
    if choices.is_empty() {
        choices.push(Move::Pass);
    }
    let left = if own { left - 1 } else { left };
    let mut after = choices.into_iter().filter_map(|mv| played(position, mv).ok());
    let reaches = |next: AnyPosition| gets(&next, corner, side, left);
    if own { after.any(reaches) } else { after.all(reaches) }
}

fn played_out(position: &AnyPosition, line: &[Move]) -> Result<AnyPosition, String> {
    line.iter().try_fold(position.clone(), |at, &mv| played(&at, mv))
}

fn ends_with(position: &AnyPosition, line: &[Move], corner: Point) -> Verdict {
    let mut at = position.clone();
    for &mv in line {
        at = played(&at, mv)?;
    }
    if line.last() == Some(&Move::Place(corner)) { Ok(()) } else { Err("the line ends elsewhere".into()) }
}

fn around(position: &AnyPosition, of: Point) -> impl Iterator<Item = Point> {
    let size = position.size();
    Point::all(size).filter(move |p| {
        *p != of && p.x(size).abs_diff(of.x(size)) <= 1 && p.y(size).abs_diff(of.y(size)) <= 1
    })
}

fn empty(position: &AnyPosition) -> Vec<Point> {
    Point::all(position.size()).filter(|&p| position.stone(p).is_none()).collect()
}

/// Discs of `side` with an empty square beside them.
fn exposed(position: &AnyPosition, side: Color) -> u32 {
    let is_exposed = |&p: &Point| {
        position.stone(p) == Some(side) && around(position, p).any(|n| position.stone(n).is_none())
    };
    Point::all(position.size()).filter(is_exposed).count() as u32
}

/// The empty squares that hang together with this one.
fn region_of(position: &AnyPosition, from: Point) -> Vec<Point> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(&at) = found.get(next) {
        next += 1;
        for n in around(position, at).filter(|&n| position.stone(n).is_none()) {
            if !found.contains(&n) {
                found.push(n);
            }
        }
    }
    found
}

/// The result for `side` with best play, in discs.
pub(crate) fn exact(position: &AnyPosition, side: Color) -> i32 {
    let score = if empty(position).len() <= PLAIN {
        count_out(position, -64, 64)
    } else {
        let table = TranspositionTable::new(1 << 24);
        solve(position, &table, 1, &AtomicBool::new(false)).expect("a solution").score
    };
    if position.turn() == side { score } else { -score }
}

/// Plain alpha-beta to the last disc, for the side to move.
fn count_out(position: &AnyPosition, low: i32, high: i32) -> i32 {
    if position.outcome().is_some() {
        return position.exact_score().expect("Othello");
    }
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let mut best = low;
    for mv in legal {
        let next = played(position, mv).expect("a legal move");
        best = best.max(-count_out(&next, -high, -best));
        if best >= high {
            break;
        }
    }
    best
}
