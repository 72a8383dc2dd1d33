//! Checks an answer with the referee: the winner follows the solution, the loser tries every legal move in
//! the region and the pass, and the game is played under the full rules, superko included.

use super::fate::{Answers, Fate};
use super::region::{Local, Role};
use heibai_games::go;
use heibai_games::position::{Move, Position as _};

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Every line ends as it should; the number of positions visited.
    Holds(u32),
    /// Superko or anything else stops the winner.
    Fails,
    /// Too many lines to try them all.
    TooLong,
}

/// Whether `winner` wins from this position under the referee's rules, visiting at most `most` positions.
pub fn check(answers: &Answers, position: &go::Position, local: Local, winner: Role, most: u32) -> Proof {
    let mut checker = Checker { answers, winner, looked: 0, most };
    match checker.line(position, local) {
        Ok(true) => Proof::Holds(checker.looked),
        Ok(false) => Proof::Fails,
        Err(Enough) => Proof::TooLong,
    }
}

struct Enough;

struct Checker<'a> {
    answers: &'a Answers,
    winner: Role,
    looked: u32,
    most: u32,
}

impl Checker<'_> {
    fn line(&mut self, position: &go::Position, local: Local) -> Result<bool, Enough> {
        self.looked += 1;
        if self.looked > self.most {
            return Err(Enough);
        }
        let region = &self.answers.region;
        match self.answers.plies_to_end(local, self.winner) {
            None => return Ok(false),
            Some(0) => return Ok(true),
            Some(_) => {}
        }
        if local.turn == self.winner {
            let Some(n) = self.answers.finish(local) else { return Ok(false) };
            let after = region.play(local, n).expect("a move of the region");
            let mut next = position.clone();
            return match next.play(Move::Place(region.points()[n])) {
                Ok(()) => self.line(&next, after),
                Err(_) => Ok(false),
            };
        }
        let moves: Vec<(usize, Local)> = self.answers.moves(local).collect();
        for (n, after) in moves {
            let mut next = position.clone();
            // A move that superko forbids the loser only helps the winner.
            if next.play(Move::Place(region.points()[n])).is_ok() && !self.line(&next, after)? {
                return Ok(false);
            }
        }
        let mut next = position.clone();
        Ok(next.play(Move::Pass).is_err() || self.line(&next, local.passed())?)
    }
}

/// The winner by the solution, if there is one.
pub fn winner(answers: &Answers, local: Local) -> Option<Role> {
    match answers.fate(local) {
        Fate::Killed => Some(Role::Attacker),
        Fate::Lives => Some(Role::Defender),
        Fate::Open => None,
    }
}
