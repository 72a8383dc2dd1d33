//! Go where nothing is captured, cut or killed: where both sides want to play, stones that do little, and how the better
//! move stands among the stones.

use super::go::{are_near, has_near};
use super::{Cause, Mistake, OPEN, Stance};
use heibai_games::go::{Chain, Position as Go};
use heibai_games::{AnyPosition, Color, Move, Point, Position};

/// This many moves in a row in one place are a fight; with only two, a longer search often disagrees.
const FIGHT: usize = 3;
/// The largest distance at which an answer counts as played beside a move.
const CLOSE: usize = 2;
/// A chain with at most so many liberties needs more.
const FEW_LIBERTIES: usize = 3;
/// Smaller boards have no corners to speak of.
const LEAST_SIZE: usize = 9;

/// The reasons that hold, the weightiest first.
pub(super) fn find(of: &Mistake<'_>, before: &Go) -> Vec<Cause> {
    let mut found: Vec<Cause> = low_stone(of).or_else(|| touches_nothing(of)).into_iter().collect();
    found.extend(open_place(of).or_else(|| answer_there(of)).or_else(|| elsewhere(of)));
    if found.is_empty() {
        found.extend(better_stands(of, before));
    }
    found
}

/// Columns and rows between two points, whichever are more.
fn distance(a: Point, b: Point, size: usize) -> usize {
    a.x(size).abs_diff(b.x(size)).max(a.y(size).abs_diff(b.y(size)))
}

/// The line that a point is on, 1 at the edge.
fn line(point: Point, size: usize) -> usize {
    let fold = |v: usize| v.min(size - 1 - v);
    1 + fold(point.x(size)).min(fold(point.y(size)))
}

/// The stones of a position and their colours.
fn stones(position: &AnyPosition) -> impl Iterator<Item = (Point, Color)> + '_ {
    Point::all(position.size()).filter_map(|at| Some((at, position.stone(at)?)))
}

/// The points of both moves, where neither is a pass.
fn points(of: &Mistake<'_>) -> Option<(Point, Point)> {
    let Move::Place(played) = of.judged.played.mv else { return None };
    Some((played, of.better_point()?))
}

/// A stone on the first or second line with no other near it, where the better move stands higher than both.
fn low_stone(of: &Mistake<'_>) -> Option<Cause> {
    let ((played, better), size) = (points(of)?, of.before.size());
    let low = line(played, size);
    let alone = Color::BOTH.iter().all(|&color| !has_near(&of.before, played, color));
    (alone && low <= 2 && line(better, size) > 2).then_some(Cause::LowStone { line: low })
}

/// A stone on the first line that touches no other, not even diagonally, and does not slide there from an own
/// stone near the edge.
fn touches_nothing(of: &Mistake<'_>) -> Option<Cause> {
    let ((played, better), size) = (points(of)?, of.before.size());
    let touches = stones(&of.before).any(|(at, _)| distance(at, played, size) <= 1);
    let slides = stones(&of.before)
        .any(|(at, color)| color == of.us && line(at, size) <= 2 && are_near(at, played, size));
    let is_low = line(played, size) == 1 && line(better, size) > 1;
    (is_low && !touches && !slides).then_some(Cause::TouchesNothing)
}

/// The other side goes where the better move is.
fn answer_there(of: &Mistake<'_>) -> Option<Cause> {
    let ((played, better), size) = (points(of)?, of.before.size());
    let Some(Move::Place(reply)) = of.reply() else { return None };
    let is_there = of.is_reply_sure() && reply != better && distance(reply, better, size) <= CLOSE;
    let is_away = distance(played, reply, size) > CLOSE && distance(played, better, size) > CLOSE;
    (is_there && is_away).then_some(Cause::AnswerThere { reply })
}

/// A better move far from all stones, where the played one is near some.
fn open_place(of: &Mistake<'_>) -> Option<Cause> {
    let ((played, best), size) = (points(of)?, of.before.size());
    let is_open = |point: Point| stones(&of.before).all(|(at, _)| distance(at, point, size) > OPEN);
    (is_open(best) && !is_open(played)).then_some(Cause::OpenPlace)
}

/// A fight elsewhere: both sides have stones around the better move, the engine plays several moves there, and the
/// played move is far away.
fn elsewhere(of: &Mistake<'_>) -> Option<Cause> {
    let size = of.before.size();
    let best = of.better_point()?;
    let is_there = |mv: &Move| matches!(mv, Move::Place(point) if are_near(*point, best, size));
    let line: Vec<Move> = of.judged.best.line.iter().copied().take(FIGHT).take_while(is_there).collect();
    let is_away = match of.judged.played.mv {
        Move::Place(played) => !are_near(played, best, size),
        Move::Pass => true,
    };
    let meet = Color::BOTH.iter().all(|&color| has_near(&of.before, best, color));
    let is_fight = line.len() == FIGHT && meet;
    (is_away && is_fight).then_some(Cause::Elsewhere { line })
}

/// How the better move stands, where the played one does not stand so.
fn better_stands(of: &Mistake<'_>, before: &Go) -> Option<Cause> {
    let how = stance(before, of.better_point()?)?;
    let is_same =
        matches!(of.judged.played.mv, Move::Place(played) if stance(before, played).as_ref() == Some(&how));
    (!is_same).then_some(Cause::BetterStands { how })
}

fn stance(before: &Go, point: Point) -> Option<Stance> {
    corner(before, point).or_else(|| liberties(before, point)).or_else(|| contact(before, point))
}

/// A stone on the third line or higher in a corner where at most one stone stands. An empty corner is taken only far from
/// all stones: beside one the move is about that stone.
fn corner(before: &Go, point: Point) -> Option<Stance> {
    let size = before.size();
    let reach = size / 2;
    let side = |v: usize| match v {
        _ if v < reach => Some(false),
        _ if v >= size - reach => Some(true),
        _ => None,
    };
    let quarter = |p: Point| Some((side(p.x(size))?, side(p.y(size))?));
    let own = quarter(point).filter(|_| size >= LEAST_SIZE && line(point, size) > 2)?;
    let on_board = || Point::all(size).filter_map(|p| Some((p, before.stone(p)?)));
    let inside: Vec<(Point, Color)> = on_board().filter(|&(p, _)| quarter(p) == Some(own)).collect();
    match inside[..] {
        [] => on_board().all(|(p, _)| distance(p, point, size) > 2).then_some(Stance::EmptyCorner),
        [(at, color)] if color == before.turn() => Some(Stance::Encloses(at)),
        [(at, _)] => Some(Stance::Approaches(at)),
        _ => None,
    }
}

/// Liberties that the stone gives to a chain of ours that had few, or leaves to one of theirs.
fn liberties(before: &Go, point: Point) -> Option<Stance> {
    let mut after = before.clone();
    after.play(Move::Place(point)).ok()?;
    let us = before.turn();
    let touching = |color: Color| {
        let chains = before.chains().into_iter();
        chains.filter(move |chain| chain.color == color && chain.liberties.contains(&point))
    };
    let left = |chain: &Chain| after.chain(chain.stones[0]).map_or(0, |chain| chain.liberties.len());
    let weakest = touching(us).min_by_key(|chain| chain.liberties.len());
    if let Some(chain) = weakest.filter(|c| c.liberties.len() <= FEW_LIBERTIES && left(c) > c.liberties.len())
    {
        let liberties = [chain.liberties.len(), left(&chain)];
        return Some(Stance::GainsLiberties { stones: chain.stones, liberties });
    }
    let pressed = touching(!us).filter(|chain| left(chain) == 2).max_by_key(|chain| chain.stones.len())?;
    Some(Stance::LeavesTwoLiberties(pressed.stones))
}

/// What stands beside the point.
fn contact(before: &Go, point: Point) -> Option<Stance> {
    let (us, size) = (before.turn(), before.size());
    let steps = |a: Point, b: Point| a.x(size).abs_diff(b.x(size)) + a.y(size).abs_diff(b.y(size));
    let beside = |of: Point, color: Color| {
        Point::all(size).find(|&at| steps(at, of) == 1 && before.stone(at) == Some(color))
    };
    match (beside(point, us), beside(point, !us)) {
        (Some(ours), Some(theirs)) => Some(Stance::Between([ours, theirs])),
        (None, Some(theirs)) => {
            let is_bent = Point::all(size).any(|at| {
                before.stone(at) == Some(us)
                    && steps(at, theirs) == 1
                    && distance(at, point, size) == 1
                    && steps(at, point) == 2
            });
            Some(if is_bent { Stance::BendsAround(theirs) } else { Stance::Attaches(theirs) })
        }
        _ => None,
    }
}
