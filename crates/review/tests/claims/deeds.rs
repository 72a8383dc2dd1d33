//! What a Go stone is said to do, checked by playing it out with the referee.

use crate::Verdict;
use crate::go::{beside, chain, is_captured, played, runs_dead, taken_by};
use heibai_games::go::Position as Go;
use heibai_games::{Color, Move, Point, Position};
use heibai_review::causes::Stance;
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

/// Whether the stone of the side to move on `at` stands so; `after` is the board with it.
pub fn check_stance(before: &Go, after: &Go, at: Point, how: &Stance) -> Verdict {
    let (us, size) = (before.turn(), before.size());
    let says = |holds: bool| if holds { Ok(()) } else { Err(format!("it does not stand so: {how:?}")) };
    let stands = |p: Point, color: Color| before.stone(p) == Some(color);
    // The stones of the quarter of the board that the point is in; the middle lines belong to none.
    let half = |v: usize| (2 * v + 1).cmp(&size);
    let is_quarter = half(at.x(size)).is_ne() && half(at.y(size)).is_ne();
    let is_same = |p: &Point| half(p.x(size)) == half(at.x(size)) && half(p.y(size)) == half(at.y(size));
    let inside = || Point::all(size).filter(is_same).filter(|&p| before.stone(p).is_some());
    let liberties = |position: &Go, stones: &[Point]| {
        let (found, liberties) = chain(position, stones[0]);
        let is_whole = position != before || found.len() == stones.len();
        (is_whole && stones.iter().all(|p| found.contains(p))).then_some(liberties.len())
    };
    let near = beside(before, at);
    match how {
        Stance::EmptyCorner => says(is_quarter && inside().next().is_none()),
        Stance::Encloses(p) => says(is_quarter && stands(*p, us) && inside().eq([*p])),
        Stance::Approaches(p) => says(is_quarter && stands(*p, !us) && inside().eq([*p])),
        Stance::GainsLiberties { stones, liberties: [few, more] } => {
            says(stands(stones[0], us) && few < more)?;
            says(liberties(before, stones) == Some(*few) && liberties(after, stones) == Some(*more))
        }
        Stance::LeavesTwoLiberties(stones) => {
            says(stands(stones[0], !us) && liberties(before, stones) == Some(3))?;
            says(liberties(after, stones) == Some(2))
        }
        Stance::Between([ours, theirs]) => {
            says(near.contains(ours) && stands(*ours, us) && near.contains(theirs) && stands(*theirs, !us))
        }
        Stance::BendsAround(p) => {
            says(near.contains(p) && stands(*p, !us))?;
            let diagonal = |q: &Point| q.x(size) != at.x(size) && q.y(size) != at.y(size);
            says(beside(before, *p).iter().any(|q| stands(*q, us) && diagonal(q)))
        }
        Stance::Attaches(p) => {
            says(near.contains(p) && stands(*p, !us) && near.iter().all(|&q| !stands(q, us)))
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
