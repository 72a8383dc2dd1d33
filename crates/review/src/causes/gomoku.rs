//! Gomoku: fives, attacks that are proved, and the shapes that decide before there is a proof.

use super::{Cause, ForcedWin, Mistake};
use heibai_engines::gomoku::proof::fives;
use heibai_engines::gomoku::prove::{Attack, Threats, prove};
use heibai_games::gomoku::{Forbidden, Position as Gomoku, Shape, shapes};
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
            None => forced_win(before).map(Cause::MissesAttack),
        });
    }
    if found.is_empty() {
        found = of_shapes(of, before, after);
    }
    found
}

/// What the next moves make, where nothing is proved.
fn of_shapes(of: &Mistake<'_>, before: &Gomoku, after: &Gomoku) -> Vec<Cause> {
    let mut found = Vec::new();
    for least in [Shape::BrokenThree, Shape::OpenTwo] {
        if let Some(Move::Place(reply)) = of.reply() {
            let shapes = made(after, reply, of.them, least);
            found.extend((!shapes.is_empty()).then_some(Cause::AnswerMakes { reply, shapes }));
        }
        if let Move::Place(best) = of.judged.best.mv {
            let (stops, makes) = (made(before, best, of.them, least), made(before, best, of.us, least));
            found.extend((!stops.is_empty()).then_some(Cause::BetterStops { shapes: stops }));
            found.extend((!makes.is_empty()).then_some(Cause::BetterMakes { shapes: makes }));
        }
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// The shapes from `least` on that a stone of `color` makes, the strongest first. A single two is nothing, and neither is
/// what Black may not play.
fn made(position: &Gomoku, point: Point, color: Color, least: Shape) -> Vec<Shape> {
    let (board, variant) = (position.board(), position.rules().variant());
    let forbidden = color == Color::Black && position.forbidden_points().kind(point).is_some();
    let all = shapes::at(board, point, color, variant).into_iter().flatten();
    let mut shapes: Vec<Shape> = all.filter(|&shape| shape >= least && shape != Shape::ClosedThree).collect();
    shapes.sort_by(|a, b| b.cmp(a));
    let too_little = shapes.len() < 2 && shapes.first().is_none_or(|&shape| shape < Shape::BrokenThree);
    if forbidden || too_little { Vec::new() } else { shapes }
}

/// A proved win by threats of the side to move, by fours alone where that is enough.
pub(super) fn forced_win(position: &Gomoku) -> Option<ForcedWin> {
    if position.outcome().is_some() {
        return None;
    }
    let never = || false;
    let proof = prove(position, Threats::Fours, FOURS, &never)
        .or_else(|_| prove(position, Threats::FoursAndThrees, THREATS, &never))
        .ok()?;
    let mut line = Vec::new();
    let forbidden = walk(position, &proof.tree, &mut line);
    Some(ForcedWin {
        length: proof.tree.length(position),
        makes: made(position, proof.tree.point, position.turn(), Shape::BrokenThree),
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
