//! Gomoku: fives, attacks that are proved, and the shapes that decide before there is a proof.

use super::{Cause, ForcedWin, Made, Mistake};
use heibai_engines::gomoku::proof::fives;
use heibai_engines::gomoku::prove::{Attack, Proof, Threats, Unproved, prove, prove_from};
use heibai_games::gomoku::forbidden::{Verdict, verdict};
use heibai_games::gomoku::{Direction, Forbidden, Position as Gomoku, Shape, shapes};
use heibai_games::{AnyPosition, Color, Move, Point, Position};

/// Nodes of a search for a win by fours, and by fours and threes: some tenths of a second.
const FOURS: u64 = 30_000;
const THREATS: u64 = 40_000;
/// Below this chance a defender may be lost by force, above it an attacker may be winning so.
const UNLIKELY: f64 = 0.3;

pub(super) fn find(of: &Mistake<'_>) -> Vec<Cause> {
    let (AnyPosition::Gomoku(before), AnyPosition::Gomoku(after), AnyPosition::Gomoku(better)) =
        (&of.before, &of.after, &of.better)
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let chance = |candidate: &heibai_games::player::Candidate| {
        candidate.value.and_then(|value| value.expected()).unwrap_or(0.5)
    };
    if after.outcome().is_none() && chance(&of.judged.played) < UNLIKELY {
        found.extend(match fives(after, of.them).first() {
            Some(&at) => Some(Cause::AllowsFive { at }),
            // Where the better move loses by force as well, the attack is no reason.
            None => forced_win(after)
                .filter(|_| better.outcome().is_some() || forced_win(better).is_none())
                .map(Cause::AllowsAttack),
        });
    }
    if chance(&of.judged.best) > 1.0 - UNLIKELY {
        found.extend(match fives(before, of.us).first() {
            Some(&at) => Some(Cause::MissesFive { at }),
            // The win must begin with the move that is called better.
            None => of.better_point().and_then(|best| forced_win_from(before, best)).map(Cause::MissesAttack),
        });
    }
    if found.is_empty() {
        found = of_shapes(of, before, after);
    }
    found
}

/// A five that was not made, or a four of the other side that was not stopped, whatever else was played.
pub(super) fn overlooked(of: &Mistake<'_>) -> Option<Cause> {
    let (AnyPosition::Gomoku(before), AnyPosition::Gomoku(after)) = (&of.before, &of.after) else {
        return None;
    };
    if after.outcome().is_some() {
        return None;
    }
    if let Some(&at) = fives(before, of.us).first() {
        return Some(Cause::MissesFive { at });
    }
    match fives(before, of.them)[..] {
        // Of two fives only one can be stopped.
        [at] if before.check(Move::Place(at)).is_ok() && after.stone(at).is_none() => {
            Some(Cause::IgnoresFour { at })
        }
        _ => None,
    }
}

/// What the next moves make, where nothing is proved.
fn of_shapes(of: &Mistake<'_>, before: &Gomoku, after: &Gomoku) -> Vec<Cause> {
    let mut found = Vec::new();
    let best = of.better_point();
    // After the played move, which may have stopped a shape itself.
    let stops = best.and_then(|best| made(after, best, of.them));
    if let Some(Move::Place(reply)) = of.reply()
        && !(Some(reply) == best && stops.is_some())
    {
        found.extend(made(after, reply, of.them).map(|made| Cause::AnswerMakes { reply, made }));
    }
    found.extend(stops.map(|made| Cause::BetterStops { made }));
    // What the played move makes as well is no reason.
    let also = match of.judged.played.mv {
        Move::Place(played) => strong_shapes(before, played, of.us),
        Move::Pass => Vec::new(),
    };
    let makes =
        best.and_then(|best| made(before, best, of.us)).filter(|made| made.shapes.first() > also.first());
    found.extend(makes.map(|made| Cause::BetterMakes { made }));
    found
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
    if color == Color::Black && position.forbidden_points().kind(point).is_some() {
        return Vec::new();
    }
    let all = shapes::at(position.board(), point, color, position.rules().variant()).into_iter().flatten();
    let mut shapes: Vec<Shape> = all.filter(|&shape| shape >= Shape::BrokenThree).collect();
    shapes.sort_by(|a, b| b.cmp(a));
    shapes
}

/// A proved win by threats of the side to move, by fours alone where that is enough.
pub(super) fn forced_win(position: &Gomoku) -> Option<ForcedWin> {
    by_either(position, &|by, nodes| prove(position, by, nodes, &|| false))
}

/// The same, where the first move is this one.
fn forced_win_from(position: &Gomoku, first: Point) -> Option<ForcedWin> {
    by_either(position, &|by, nodes| prove_from(position, first, by, nodes, &|| false))
}

fn by_either(
    position: &Gomoku,
    prove: &dyn Fn(Threats, u64) -> Result<Proof, Unproved>,
) -> Option<ForcedWin> {
    if position.outcome().is_some() {
        return None;
    }
    let proof = prove(Threats::Fours, FOURS).or_else(|_| prove(Threats::FoursAndThrees, THREATS)).ok()?;
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

/// The way through a proof that takes longest. Gives back the point where Black would have to stop the last four, if it is
/// the only one and forbidden.
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
        None => match fives(&after, position.turn())[..] {
            [stop] if position.turn() == Color::White && after.outcome().is_none() => {
                after.forbidden_points().kind(stop).map(|kind| (stop, kind))
            }
            _ => None,
        },
    }
}
