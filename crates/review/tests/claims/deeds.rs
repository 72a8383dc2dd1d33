//! What a Go stone is said to do, checked by playing it out with the referee.

use crate::Verdict;
use crate::go::{beside, chain, is_captured, played, runs_dead, taken_by};
use heibai_games::go::Position as Go;
use heibai_games::{Color, Move, Point, Position};
use heibai_review::deeds::Deed;

/// Whether the side to move does this with a stone on `at`.
pub fn check(before: &Go, at: Point, deed: &Deed) -> Verdict {
    let us = before.turn();
    let after = played(before, Move::Place(at)).ok_or("the stone may not be placed")?;
    let says = |holds: bool, why: &str| if holds { Ok(()) } else { Err(format!("{why}: {deed:?}")) };
    let stones = deed.stones();
    let each = |holds: &dyn Fn(Point) -> bool| stones.iter().all(|&stone| holds(stone));
    let owned = |color: Color| each(&|stone| before.stone(stone) == Some(color));
    let liberties = |position: &Go, stone: Point| chain(position, stone).1.len();
    match deed {
        Deed::Captures(_) => {
            let taken = taken_by(before, at);
            says(
                taken.len() == stones.len() && each(&|stone| taken.contains(&stone)),
                "other stones are taken",
            )
        }
        Deed::Catches(_) | Deed::CatchesInLadder(_) => {
            says(owned(!us), "not the other side's stones")?;
            says(each(&|stone| runs_dead(&after, stone, 200)), "they get away")
        }
        Deed::PutsInAtari(_) => {
            says(owned(!us) && each(&|stone| liberties(before, stone) > 1), "they were in atari before")?;
            says(each(&|stone| liberties(&after, stone) == 1), "they are not in atari")
        }
        Deed::Saves(_) => {
            says(owned(us) && each(&|stone| liberties(before, stone) == 1), "they were not in atari")?;
            says(each(&|stone| !catchable(&after, stone)), "they are caught all the same")
        }
        Deed::BreaksLadder(_) => {
            let without = played(before, Move::Pass).ok_or("no pass")?;
            says(owned(us) && each(&|stone| catchable(&without, stone)), "no ladder threatens them")?;
            says(each(&|stone| !catchable(&after, stone)), "they are caught all the same")
        }
        Deed::Threatens(_) => {
            says(owned(!us), "not the other side's stones")?;
            let again = played(&after, Move::Pass).ok_or("no pass")?;
            says(each(&|stone| catchable(&again, stone)), "they cannot be caught")?;
            says(each(&|stone| !catchable(before, stone)), "they could be caught before")
        }
        Deed::Connects(_) => {
            let together = chain(&after, stones[0]).0;
            says(owned(us) && each(&|stone| together.contains(&stone)), "they are not one chain")?;
            says(is_apart(before, stones), "they were one chain")
        }
        Deed::Cuts(_) => {
            says(owned(!us) && is_apart(&after, stones), "they are one chain")?;
            // Neither one move that joins them nor the capture of the stone undoes it.
            let tries = Point::all(after.size()).filter_map(|p| played(&after, Move::Place(p)));
            for next in tries {
                says(next.stone(at) == Some(us), "the stone is captured")?;
                says(is_apart(&next, stones), "they are joined at once")?;
            }
            says(beside(&after, at).iter().any(|p| stones.contains(p)), "they are elsewhere")
        }
        Deed::Lives { region, .. } => {
            let without = played(before, Move::Pass).ok_or("no pass")?;
            says(owned(us), "not the mover's stones")?;
            is_captured(&without, stones[0], region)?;
            says(is_captured(&after, stones[0], region).is_err(), "it dies all the same")
        }
        Deed::Kills { region, .. } => {
            says(owned(!us), "not the other side's stones")?;
            is_captured(&after, stones[0], region)
        }
    }
}

/// Whether no two of the stones are in one chain.
fn is_apart(position: &Go, stones: &[Point]) -> bool {
    let chains: Vec<Vec<Point>> = stones.iter().map(|&stone| chain(position, stone).0).collect();
    stones.iter().enumerate().all(|(n, _)| stones[n + 1..].iter().all(|other| !chains[n].contains(other)))
}

/// Whether the side to move, which is the other one, catches the chain by ataris.
fn catchable(position: &Go, stone: Point) -> bool {
    let liberties = chain(position, stone).1;
    match liberties.len() {
        1 => played(position, Move::Place(liberties[0])).is_some(),
        2 => liberties
            .iter()
            .any(|&at| played(position, Move::Place(at)).is_some_and(|next| runs_dead(&next, stone, 200))),
        _ => false,
    }
}
