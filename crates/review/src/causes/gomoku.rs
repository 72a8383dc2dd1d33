//! Gomoku: fives, attacks that are proved, and the shapes that decide before there is a proof.

use super::{Cause, ForcedWin, Made, Mistake};
use crate::proofs::only_stop;
use heibai_engines::gomoku::player::searched_verdict;
use heibai_engines::gomoku::prove::{Attack, Proof, Threats, Unproved, prove, prove_from};
use heibai_games::gomoku::forbidden::{Verdict, verdict};
use heibai_games::gomoku::{Direction, Forbidden, Position as Gomoku, Shape, shapes};
use heibai_games::player::Candidate;
use heibai_games::value::{Amount, Wdl};
use heibai_games::{AnyPosition, Color, Move, Point, Position};

/// Node limits of the searches for a win by fours, and by fours and threes.
pub(crate) struct Nodes {
    fours: u64,
    threats: u64,
}

/// To explain a mistake: some tenths of a second.
const OF_A_SENTENCE: Nodes = Nodes { fours: 30_000, threats: 40_000 };
/// To explain a win that the search proved, where the first fails: a second or two.
const OF_A_PROOF: Nodes = Nodes { fours: 100_000, threats: 200_000 };
/// To prove again a win that only the search found; it leaves moves out, so one search alone is no proof. Some tenths of a
/// second, the same whatever the limits of the review are.
const OF_A_SEARCHED_WIN: u64 = 200_000;
/// For each position of a review: some hundredths.
pub(crate) const OF_A_POSITION: Nodes = Nodes { fours: 10_000, threats: 10_000 };
/// A forced loss is searched below this chance, a forced win above its complement.
const UNLIKELY: f64 = 0.3;

pub(super) fn find(of: &Mistake<'_>) -> Vec<Cause> {
    let (AnyPosition::Gomoku(before), AnyPosition::Gomoku(after), AnyPosition::Gomoku(better)) =
        (&of.before, &of.after, &of.better)
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let chance = |candidate: &Candidate| candidate.value.and_then(|value| value.expected()).unwrap_or(0.5);
    if after.outcome().is_none() && chance(&of.judged.played) < UNLIKELY {
        found.extend(match after.fives(of.them).first() {
            Some(&at) => Some(Cause::AllowsFive { at }),
            // If the better move loses by force too, the attack is no reason.
            None => forced_win(after)
                .filter(|_| better.outcome().is_some() || forced_win(better).is_none())
                .map(Cause::AllowsAttack),
        });
    }
    if chance(&of.judged.best) > 1.0 - UNLIKELY {
        found.extend(match before.fives(of.us).first() {
            Some(&at) => Some(Cause::MissesFive { at }),
            // The win must begin with the move that is called better.
            None => of
                .better_point()
                .and_then(|best| forced_win_from(&OF_A_SENTENCE, before, best))
                .map(Cause::MissesAttack),
        });
    }
    if found.is_empty() {
        found = of_search(of, before, after, better);
        found.extend(of_shapes(of, before, after));
    }
    // A proof without a line of its own.
    let is_lost = of.judged.played.value.and_then(|value| value.verdict()) == Some(Wdl::Loss);
    if found.is_empty() && is_lost && after.outcome().is_none() {
        found.extend(forced_win_within(&OF_A_PROOF, after).map(Cause::AllowsAttack));
    }
    if found.is_empty() && stands_alone(of) {
        found.push(Cause::StandsAlone);
    }
    if found.is_empty() {
        found.extend(fewer_rows(of, before));
    }
    found
}

/// A win that the search proved, but not by a chain of threats alone. Its line must lead to one: a proof that comes from the
/// transposition table has hardly any line. A longer search with empty tables must prove it again.
fn of_search(of: &Mistake<'_>, before: &Gomoku, after: &Gomoku, better: &Gomoku) -> Vec<Cause> {
    let ends = |candidate: &Candidate, wanted: Wdl| match candidate.value?.amount {
        Amount::End { verdict, in_moves } if verdict == wanted => Some(in_moves as usize),
        _ => None,
    };
    let (played, best) = (&of.judged.played, &of.judged.best);
    let mut found = Vec::new();
    if let (Some(moves), None) = (ends(played, Wdl::Loss), ends(best, Wdl::Loss))
        && leads_to_win(after, &played.line[1..])
        && is_proved_again(after, Wdl::Win)
    {
        found.push(Cause::AllowsWin { length: moves / 2, line: played.line[1..].to_vec() });
    }
    if let (Some(moves), None) = (ends(best, Wdl::Win), ends(played, Wdl::Win))
        && leads_to_win(before, &best.line)
        && is_proved_again(better, Wdl::Loss)
    {
        found.push(Cause::MissesWin { length: moves.div_ceil(2), line: best.line.clone() });
    }
    found
}

/// Whether a longer search proves this end for the side to move. The engine stops a four without a search, so the search
/// begins after the stop.
fn is_proved_again(position: &Gomoku, wanted: Wdl) -> bool {
    let (mut at, mut wanted) = (position.clone(), wanted);
    while let Some(stop) = only_stop(&at) {
        at.play_unchecked(Move::Place(stop), &mut ());
        wanted = wanted.turned();
    }
    at.outcome().is_none() && searched_verdict(&at, OF_A_SEARCHED_WIN) == Some(wanted)
}

/// Whether the side to move wins at the end of a line: by five, or by threats from its last turn on.
fn leads_to_win(position: &Gomoku, line: &[Move]) -> bool {
    let (winner, mut at, mut turn) = (position.turn(), position.clone(), None);
    for &mv in line {
        if at.play(mv).is_err() {
            return false;
        }
        if at.turn() == winner && at.outcome().is_none() {
            turn = Some(at.clone());
        }
    }
    at.outcome().is_some_and(|end| end.winner == Some(winner))
        || turn.is_some_and(|turn| forced_win(&turn).is_some())
}

/// Points on both sides of a stone that a five with it can reach.
const REACH: usize = 4;

/// Whether no stone stands on a line with the played one, near enough for both to belong to one row of five.
fn stands_alone(of: &Mistake<'_>) -> bool {
    let (Move::Place(played), size) = (of.judged.played.mv, of.before.size()) else { return false };
    let is_in_line = |at: Point| {
        let (dx, dy) = (at.x(size).abs_diff(played.x(size)), at.y(size).abs_diff(played.y(size)));
        dx.max(dy) <= REACH && (dx == 0 || dy == 0 || dx == dy)
    };
    Point::all(size).all(|at| of.before.stone(at).is_none() || !is_in_line(at))
}

/// A difference of so many open rows is a reason where nothing else is.
const ROWS_APART: u32 = 2;

/// Open twos and more that the better move makes or prevents, where the played one makes or prevents clearly fewer.
fn fewer_rows(of: &Mistake<'_>, before: &Gomoku) -> Option<Cause> {
    let (Move::Place(played), best) = (of.judged.played.mv, of.better_point()?) else { return None };
    let rows = |point: Point, color: Color| {
        let shapes = shapes_from(Shape::OpenTwo, before, point, color).into_iter();
        shapes.filter(|&shape| shape != Shape::ClosedThree).count() as u32
    };
    let sides = [of.us, of.them].map(|side| (side, rows(best, side), rows(played, side)));
    let (side, better, played) =
        sides.into_iter().max_by_key(|(_, better, played)| better.saturating_sub(*played))?;
    (better >= played + ROWS_APART).then_some(Cause::FewerRows { side, better, played })
}

/// A five that was not made, or a four of the other side that was not stopped, whatever else was played.
pub(super) fn overlooked(of: &Mistake<'_>) -> Option<Cause> {
    let (AnyPosition::Gomoku(before), AnyPosition::Gomoku(after)) = (&of.before, &of.after) else {
        return None;
    };
    if after.outcome().is_some() {
        return None;
    }
    if let Some(&at) = before.fives(of.us).first() {
        return Some(Cause::MissesFive { at });
    }
    match before.fives(of.them)[..] {
        // Of two fives only one can be stopped.
        [at] if before.check(Move::Place(at)).is_ok() && after.stone(at).is_none() => {
            Some(Cause::IgnoresFour { at })
        }
        _ => None,
    }
}

/// The shapes that the next moves make, where nothing is proved.
fn of_shapes(of: &Mistake<'_>, before: &Gomoku, after: &Gomoku) -> Vec<Cause> {
    let mut found = Vec::new();
    let best = of.better_point();
    // After the played move, which may have stopped a shape itself.
    let stops = best.and_then(|best| made(after, best, of.them));
    if let Some(Move::Place(reply)) = of.reply()
        && !(Some(reply) == best && stops.is_some())
    {
        let makes = made(after, reply, of.them).filter(is_gain);
        found.extend(makes.map(|made| Cause::AnswerMakes { reply, made }));
    }
    found.extend(stops.filter(is_gain).map(|made| Cause::BetterStops { made }));
    // What the played move makes as well is no reason.
    let also = match of.judged.played.mv {
        Move::Place(played) => strong_shapes(before, played, of.us),
        Move::Pass => Vec::new(),
    };
    let makes =
        best.and_then(|best| made(before, best, of.us)).filter(|made| made.shapes.first() > also.first());
    let makes = makes.filter(is_gain);
    found.extend(makes.map(|made| Cause::BetterMakes { made }));
    found
}

/// Whether a shape gains something: a four that can be stopped and comes with nothing else does not.
fn is_gain(made: &Made) -> bool {
    !matches!(made.shapes[..], [Shape::ClosedFour | Shape::BrokenFour])
}

/// The threes and fours that a stone of `color` makes and where they go on; nothing where Black may not play, or wins.
fn made(position: &Gomoku, point: Point, color: Color) -> Option<Made> {
    let shapes = strong_shapes(position, point, color);
    let &strongest = shapes.first().filter(|&&shape| shape != Shape::Five)?;
    let (size, variant, mut board) = (position.size(), position.rules().variant(), position.board().clone());
    board.put(point, color);
    let along =
        shapes::at(&board, point, color, variant).iter().position(|&shape| shape == Some(strongest))?;
    let (dx, dy) = Direction::ALL[along].step();
    let mut around = (-4..=4).filter_map(|step| {
        let (x, y) = (point.x(size) as i32 + step * dx, point.y(size) as i32 + step * dy);
        Point::new(usize::try_from(x).ok()?, usize::try_from(y).ok()?, size)
    });
    let wanted = if strongest >= Shape::ClosedFour { Shape::Five } else { Shape::OpenFour };
    let may_play =
        |at| color == Color::White || !matches!(verdict(&board, at, variant), Verdict::Forbidden(_));
    let goes_on = |&at: &Point| {
        board.stone(at).is_none()
            && shapes::at(&board, at, color, variant)[along] == Some(wanted)
            && may_play(at)
    };
    let next = around.find(goes_on)?;
    Some(Made { shapes, next })
}

/// The threes, fours and fives that a stone of `color` makes, the strongest first.
fn strong_shapes(position: &Gomoku, point: Point, color: Color) -> Vec<Shape> {
    shapes_from(Shape::BrokenThree, position, point, color)
}

/// The shapes of this strength and more that a stone of `color` makes, the strongest first; none where it is forbidden.
fn shapes_from(least: Shape, position: &Gomoku, point: Point, color: Color) -> Vec<Shape> {
    if color == Color::Black && position.forbidden_points().kind(point).is_some() {
        return Vec::new();
    }
    let all = shapes::at(position.board(), point, color, position.rules().variant()).into_iter().flatten();
    let mut shapes: Vec<Shape> = all.filter(|&shape| shape >= least).collect();
    shapes.sort_by(|a, b| b.cmp(a));
    shapes
}

/// A proved win by threats of the side to move, by fours alone where that is enough.
pub(super) fn forced_win(position: &Gomoku) -> Option<ForcedWin> {
    forced_win_within(&OF_A_SENTENCE, position)
}

/// Like [`forced_win`], with other node limits.
pub(crate) fn forced_win_within(nodes: &Nodes, position: &Gomoku) -> Option<ForcedWin> {
    by_either(nodes, position, &|by, nodes| prove(position, by, nodes, &|| false))
}

/// A forced win that begins with `first`.
pub(crate) fn forced_win_from(nodes: &Nodes, position: &Gomoku, first: Point) -> Option<ForcedWin> {
    by_either(nodes, position, &|by, nodes| prove_from(position, first, by, nodes, &|| false))
}

fn by_either(
    nodes: &Nodes,
    position: &Gomoku,
    prove: &dyn Fn(Threats, u64) -> Result<Proof, Unproved>,
) -> Option<ForcedWin> {
    if position.outcome().is_some() {
        return None;
    }
    let proof = prove(Threats::Fours, nodes.fours);
    let proof = proof.or_else(|_| prove(Threats::FoursAndThrees, nodes.threats)).ok()?;
    let mut line = Vec::new();
    let forbidden = walk(position, &proof.tree, &mut line);
    Some(ForcedWin {
        length: proof.tree.length(position),
        makes: strong_shapes(position, proof.tree.point, position.turn()),
        proof,
        line,
        forbidden,
    })
}

/// Appends the longest line of a proof. Returns the point where Black would have to stop the last four, if it is the only one
/// and forbidden.
fn walk(position: &Gomoku, tree: &Attack, line: &mut Vec<Point>) -> Option<(Point, Forbidden)> {
    line.push(tree.point);
    let mut after = position.clone();
    after.play(Move::Place(tree.point)).ok()?;
    let next = |reply: Point| {
        let mut next = after.clone();
        next.play(Move::Place(reply)).ok().map(|()| next)
    };
    let longest = tree
        .replies
        .iter()
        .filter_map(|(reply, attack)| Some((attack.length(&next(*reply)?), *reply, attack)))
        .max_by_key(|&(length, reply, _)| (length, std::cmp::Reverse(reply)));
    match longest {
        Some((_, reply, attack)) => {
            line.push(reply);
            walk(&next(reply)?, attack, line)
        }
        None => match after.fives(position.turn())[..] {
            [stop] if position.turn() == Color::White && after.outcome().is_none() => {
                after.forbidden_points().kind(stop).map(|kind| (stop, kind))
            }
            _ => None,
        },
    }
}
