//! Checks a win by continuous fours with the rules alone: every attacking move is legal and threatens five, every
//! reply is legal and forced, and the line ends with a five or with no legal defence.

use heibai_games::gomoku::Position;
use heibai_games::{Move, Point, Position as _};

/// Why a line is not a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The move at this index is not legal.
    Illegal(usize),
    /// The move at this index does not force the defender.
    NotForced(usize),
    /// The reply at this index does not stop the five.
    WrongReply(usize),
    /// The line ends before the game is decided.
    Unfinished,
}

/// The number of attacking moves in a winning `line`, the five included. The line ends with the five, or with a four
/// that has no legal defence.
pub fn length(start: &Position, line: &[Point]) -> usize {
    let mut end = start.clone();
    let played = line.iter().all(|&point| end.play(Move::Place(point)).is_ok());
    let by_five = played && end.outcome().is_some();
    line.len().div_ceil(2) + usize::from(!by_five && !line.is_empty())
}

/// Whether `line`, begun by the side to move, wins by fours alone.
pub fn check(start: &Position, line: &[Point]) -> Result<(), Flaw> {
    let attacker = start.turn();
    let mut position = start.clone();
    for (i, &point) in line.iter().enumerate() {
        if i % 2 == 1 {
            // The previous iteration found that this reply is legal and stops a five.
            position.play(Move::Place(point)).map_err(|_| Flaw::Illegal(i))?;
            continue;
        }
        position.play(Move::Place(point)).map_err(|_| Flaw::Illegal(i))?;
        if let Some(outcome) = position.outcome() {
            return if outcome.winner == Some(attacker) { Ok(()) } else { Err(Flaw::Unfinished) };
        }
        let threats = position.fives(attacker);
        if threats.is_empty() || !position.fives(!attacker).is_empty() {
            return Err(Flaw::NotForced(i));
        }
        let may_stop = |&&point: &&Point| position.check(Move::Place(point)).is_ok();
        let defences: Vec<&Point> = threats.iter().filter(may_stop).collect();
        match line.get(i + 1) {
            Some(reply) if defences.contains(&reply) => {}
            Some(_) => return Err(Flaw::WrongReply(i + 1)),
            None if threats.len() > 1 || defences.is_empty() => return Ok(()),
            None => return Err(Flaw::Unfinished),
        }
    }
    Err(Flaw::Unfinished)
}
