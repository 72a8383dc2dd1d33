//! The check of a proof: whether it wins against every defence, by the rules alone.

use super::{Attack, legal_points, played};
use heibai_games::gomoku::{Position, forbidden};
use heibai_games::{Color, Move, Point, Position as _};
use std::collections::HashMap;
use std::sync::Arc;

/// The defender escapes after this line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Escape(pub Vec<Point>);

/// Whether the tree wins against every defence; uses only the rules.
pub fn check(start: &Position, tree: &Attack) -> Result<(), Escape> {
    Referee::new(&|| false).check(start, tree)
}

/// The replies to an attack without a four that may matter to `part`, the line of fours that follows: a mark for each
/// point of the board. It wins against every other reply, and is not played through against each. `None` where that
/// cannot be said.
///
/// A reply does not matter if it lies on no point of the line and on no five that it threatens, and if it makes no four
/// with the replies in the line, so that the defender never gains a move. Black may play the moves of the line whatever
/// White adds; if the reply forbids Black to stop a four, that is a win too.
pub(super) fn touched(after: &Position, part: &Attack) -> Option<Vec<bool>> {
    let (size, attacker, variant) = (after.size(), !after.turn(), after.rules().variant());
    let points = size * size;
    // So that Black always has a legal move.
    if after.board().stones() > points / 2 {
        return None;
    }
    let stones: Vec<(Point, Color)> =
        Point::all(size).filter_map(|point| Some((point, after.stone(point)?))).collect();
    let mut position = Position::setup(&after.rules(), &stones, attacker).ok()?;
    let mut defended = after.board().clone();
    let mut touched = vec![false; points];
    let mut part = part;
    loop {
        touched[part.point.index()] = true;
        if attacker == Color::Black && !forbidden::stays_legal(position.board(), part.point, variant) {
            return None;
        }
        let next = played(&position, part.point)?;
        if let Some(outcome) = next.outcome() {
            if outcome.winner == Some(attacker) {
                break;
            }
            return None;
        }
        let fives = next.fives_along(attacker, part.point);
        fives.iter().for_each(|five| touched[five.index()] = true);
        if fives.is_empty() || !next.fives(!attacker).is_empty() {
            return None;
        }
        let [stop] = fives[..] else { break };
        position = played(&next, stop)?;
        defended.put(stop, !attacker);
        let listed = part.replies.iter().find(|(reply, _)| *reply == stop).map(|(_, next)| next);
        part = listed.or(part.otherwise.as_ref())?;
    }
    defended.points_of_four(!attacker).into_iter().for_each(|point| touched[point.index()] = true);
    Some(touched)
}

/// Checks trees, and remembers which parts win in which positions.
pub(super) struct Referee<'a> {
    /// The parts are kept, so that no address is used again.
    won: HashMap<(u64, *const Attack), Arc<Attack>>,
    /// Polled: an interrupted check ends with an empty escape.
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Referee<'a> {
    pub(super) fn new(stop: &'a dyn Fn() -> bool) -> Referee<'a> {
        Referee { won: HashMap::new(), stop }
    }

    pub(super) fn check(&mut self, start: &Position, tree: &Attack) -> Result<(), Escape> {
        let near_win = !start.fives(start.turn()).is_empty();
        self.attack(start, tree, &start.fives(!start.turn()), near_win)
    }

    /// `open` are the defender's fives before the move; `near_win` says whether the attacker has fives already.
    fn attack(
        &mut self,
        start: &Position,
        tree: &Attack,
        open: &[Point],
        near_win: bool,
    ) -> Result<(), Escape> {
        let escape = |line: &[Point]| Err(Escape([&[tree.point], line].concat()));
        let attacker = start.turn();
        let Some(after) = played(start, tree.point) else { return escape(&[]) };
        if let Some(outcome) = after.outcome() {
            return if outcome.winner == Some(attacker) { Ok(()) } else { escape(&[]) };
        }
        if let Some(&five) = open.iter().find(|&&five| five != tree.point) {
            return escape(&[five]);
        }
        let threats = if near_win { after.fives(attacker) } else { after.fives_along(attacker, tree.point) };
        let replies = match threats[..] {
            [] if (self.stop)() => return Err(Escape(Vec::new())),
            [] => legal_points(&after),
            // Any other reply loses to the five.
            [stop] if after.check(Move::Place(stop)).is_ok() => vec![stop],
            _ => return Ok(()),
        };
        let usual = tree.otherwise.as_ref().filter(|_| threats.is_empty());
        let touched = usual.and_then(|usual| touched(&after, usual));
        for reply in replies {
            let listed = tree.replies.iter().find(|(point, _)| *point == reply).map(|(_, attack)| attack);
            if listed.is_none() && touched.as_ref().is_some_and(|touched| !touched[reply.index()]) {
                continue;
            }
            let (Some(answer), Some(next)) = (listed.or(tree.otherwise.as_ref()), played(&after, reply))
            else {
                return escape(&[reply]);
            };
            // The attacker's five was stopped; the defender's can only come from this reply.
            let open = next.fives_along(!attacker, reply);
            let checked = match threats.is_empty() {
                true => self.part(&next, &open, answer),
                false if next.outcome().is_some() => return escape(&[reply]),
                false => self.attack(&next, answer, &open, false),
            };
            checked.or_else(|Escape(line)| escape(&[&[reply], &line[..]].concat()))?;
        }
        Ok(())
    }

    /// Whether `part` wins in `next`, a position after a reply to an attack that left the defender no five.
    pub(super) fn wins(&mut self, next: &Position, part: &Arc<Attack>) -> bool {
        self.part(next, &next.fives(!next.turn()), part).is_ok()
    }

    /// The check of a part that stands where the attacker has no five; what has won there before is not played through
    /// again.
    fn part(&mut self, next: &Position, open: &[Point], part: &Arc<Attack>) -> Result<(), Escape> {
        if next.outcome().is_some() {
            return Err(Escape(Vec::new()));
        }
        let place = (next.key(), Arc::as_ptr(part));
        if !self.won.contains_key(&place) {
            self.attack(next, part, open, false)?;
            self.won.insert(place, part.clone());
        }
        Ok(())
    }
}
