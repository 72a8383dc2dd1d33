//! The moves that decide the fate of a chain: the side to move wins with them and loses if it plays elsewhere.

use super::fate::Fate;
use super::problem::Goal;
use super::region::{Local, Region, Role};
use super::solver::{Claim, Kos, Solver};
use heibai_games::board::Point;
use heibai_games::go;

/// A chain whose fate hangs on the next move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deciding {
    pub goal: Goal,
    pub target: Point,
    /// The stones of the target's chain.
    pub stones: usize,
    /// Moves proved to win, at least one; if the budget ran out, others may be missing.
    pub moves: Vec<Point>,
    /// Whether the win needs a ko for which nobody has threats.
    pub by_ko: bool,
}

/// The fate of a position in a region, as far as `left` positions prove it; otherwise open.
pub fn read_fate(region: &Region, local: Local, left: &mut usize) -> Fate {
    let claims = [(Claim::Killed, Fate::Killed), (Claim::Lives, Fate::Lives)];
    let mut share = *left / 2;
    for (claim, fate) in claims {
        let given = share;
        let proved = Solver::new(region, claim, Kos::LoserRetakes).proves(local, &mut share);
        *left -= given - share;
        if proved {
            return fate;
        }
        share = *left;
    }
    Fate::Open
}

/// The moves with which the side to move decides the fate of the chain on `target`, read within `left` positions.
pub fn deciding(position: &go::Position, target: Point, left: &mut usize) -> Option<Deciding> {
    let (region, local) = Region::around(position, target).ok()?;
    decide(&region, local, target, left)
}

/// Like `deciding`, in a known region.
pub fn decide(region: &Region, local: Local, target: Point, left: &mut usize) -> Option<Deciding> {
    let (own, theirs) = match local.turn {
        Role::Attacker => ([Claim::Killed, Claim::Killed], Claim::Survives),
        Role::Defender => ([Claim::Lives, Claim::Survives], Claim::Killed),
    };
    // Life is better than seki, and winning without ko better than with it.
    let ways = [(own[0], Kos::LoserRetakes), (own[1], Kos::LoserRetakes), (own[0], Kos::NoThreats)];
    for (number, &(claim, kos)) in ways.iter().enumerate().filter(|&(i, way)| !ways[..i].contains(way)) {
        let mut share = *left / (ways.len() - number + 1);
        let given = share;
        let mut solver = Solver::new(region, claim, kos);
        let proved = solver.proves(local, &mut share);
        *left -= given - share;
        if !proved {
            continue;
        }
        // If the other side has no good move either, nothing is decided now.
        let lost = Solver::new(region, theirs, Kos::WinnerRetakes).proves(local.passed(), left);
        if !lost {
            return None;
        }
        let mut moves = Vec::new();
        for n in super::region::ones(region.empty(local)) {
            let mut share = *left / 4;
            let given = share;
            if let Some(after) = region.play(local, n)
                && solver.proves(after, &mut share)
            {
                moves.push(region.points()[n]);
            }
            *left -= given - share;
        }
        let first = solver.proved_moves(local).map(|n| region.points()[n]).next();
        moves.extend(first.filter(|first| !moves.contains(first)));
        let goal = if local.turn == Role::Attacker { Goal::Kill } else { Goal::Live };
        let by_ko = kos == Kos::NoThreats;
        return Some(Deciding { goal, target, stones: region.stones(), moves, by_ko });
    }
    None
}
