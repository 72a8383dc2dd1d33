//! Retrograde analysis of a region: lists every position that play in it can reach, then solves them backwards from
//! those where the target is captured or lives unconditionally.
//!
//! A side wins only if it gets there whatever the other does, even if the other retakes kos against the rule; what
//! neither can force (ko, seki) is open. The winner's own moves never repeat an earlier board with the same side to
//! move, because each brings the end nearer; `proof` checks the rest of superko.

use super::region::{Local, Region, Role, ones};
use std::collections::HashMap;
use std::fmt;

/// How a position ends with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Killed,
    Lives,
    /// Neither side can force it: ko or seki.
    Open,
}

impl Fate {
    /// The fate that means a win for this side.
    pub fn of(winner: Role) -> Fate {
        if winner == Role::Attacker { Fate::Killed } else { Fate::Lives }
    }
}

/// The position limit of a problem: it is then solved within a second or two.
pub const MOST_POSITIONS: usize = 400_000;

/// The region has more positions than were allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany;

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too many positions are possible in the region")
    }
}

impl std::error::Error for TooMany {}

const FAR: u16 = u16::MAX;

/// Distances in plies by position; `FAR` if the side does not win.
type Plies = Vec<u16>;

/// All positions of a region, solved.
pub struct Answers {
    pub region: Region,
    places: HashMap<Local, u32>,
    positions: Vec<Local>,
    after: Links,
    /// By winner: plies to capture or unconditional life.
    end: [Plies; 2],
    /// By winner: plies until it is settled.
    settled: [Plies; 2],
}

/// Adjacency lists, one for each position.
struct Links {
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Links {
    fn of(&self, at: u32) -> &[u32] {
        &self.list[self.starts[at as usize] as usize..self.starts[at as usize + 1] as usize]
    }

    fn reversed(&self) -> Links {
        let count = self.starts.len() - 1;
        let mut starts = vec![0; count + 1];
        self.list.iter().for_each(|&to| starts[to as usize + 1] += 1);
        (0..count).for_each(|i| starts[i + 1] += starts[i]);
        let (mut next, mut list) = (starts.clone(), vec![0; self.list.len()]);
        for from in 0..count as u32 {
            for &to in self.of(from) {
                list[next[to as usize] as usize] = from;
                next[to as usize] += 1;
            }
        }
        Links { starts, list }
    }
}

impl Answers {
    /// Solves every position that can arise from `root`, whoever begins, if there are at most `most`.
    pub fn solve(region: Region, root: Local, most: usize) -> Result<Answers, TooMany> {
        let mut all = Answers {
            region,
            places: HashMap::new(),
            positions: Vec::new(),
            after: Links { starts: vec![0], list: Vec::new() },
            end: [Vec::new(), Vec::new()],
            settled: [Vec::new(), Vec::new()],
        };
        all.list(root, most)?;
        let before = all.after.reversed();
        for winner in [Role::Attacker, Role::Defender] {
            let ends = (0..all.positions.len() as u32).filter(|&at| all.is_end(at, winner)).collect();
            all.end[winner as usize] = all.distances(&before, ends, winner);
        }
        for winner in [Role::Attacker, Role::Defender] {
            let ends = (0..all.positions.len() as u32).filter(|&at| all.is_settled_at(at, winner)).collect();
            all.settled[winner as usize] = all.distances(&before, ends, winner);
        }
        Ok(all)
    }

    /// Lists the positions and their successors.
    fn list(&mut self, root: Local, most: usize) -> Result<(), TooMany> {
        self.place(root);
        self.place(root.passed());
        let mut next = 0;
        while let Some(&local) = self.positions.get(next) {
            next += 1;
            if !self.region.is_killed(local) && !self.region.lives(local) {
                for n in ones(self.region.empty(local)) {
                    if let Some(after) = self.region.play(local, n) {
                        let place = self.place(after);
                        self.after.list.push(place);
                    }
                }
                let place = self.place(local.passed());
                self.after.list.push(place);
            }
            self.after.starts.push(self.after.list.len() as u32);
            if self.positions.len() > most {
                return Err(TooMany);
            }
        }
        Ok(())
    }

    fn place(&mut self, local: Local) -> u32 {
        let next = self.positions.len() as u32;
        let place = *self.places.entry(local).or_insert(next);
        if place == next {
            self.positions.push(local);
        }
        place
    }

    fn is_end(&self, at: u32, winner: Role) -> bool {
        let local = self.positions[at as usize];
        match winner {
            Role::Attacker => self.region.is_killed(local),
            Role::Defender => !self.region.is_killed(local) && self.after.of(at).is_empty(),
        }
    }

    fn wins(&self, at: u32, winner: Role) -> bool {
        self.end[winner as usize][at as usize] != FAR
    }

    /// Settled: whatever the loser plays, the winner could even pass once.
    fn is_settled_at(&self, at: u32, winner: Role) -> bool {
        let spare = |&next: &u32| {
            let passed = self.positions[next as usize].passed();
            self.is_end(next, winner)
                || self.places.get(&passed).is_some_and(|&passed| self.wins(passed, winner))
        };
        self.wins(at, winner)
            && (self.is_end(at, winner)
                || (self.positions[at as usize].turn != winner && self.after.of(at).iter().all(spare)))
    }

    /// Plies from every position to one of `ends` that the winner can force.
    fn distances(&self, before: &Links, ends: Vec<u32>, winner: Role) -> Plies {
        let mut plies = vec![FAR; self.positions.len()];
        let mut open: Vec<u32> =
            (0..self.positions.len() as u32).map(|at| self.after.of(at).len() as u32).collect();
        ends.iter().for_each(|&at| plies[at as usize] = 0);
        let mut found = ends;
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            for &from in before.of(at) {
                if plies[from as usize] != FAR {
                    continue;
                }
                let place = from as usize;
                open[place] -= 1;
                if self.positions[place].turn == winner || open[place] == 0 {
                    plies[place] = plies[at as usize] + 1;
                    found.push(from);
                }
            }
        }
        plies
    }

    fn at(&self, local: Local) -> Option<usize> {
        self.places.get(&local).map(|&place| place as usize)
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// The fate of a position; positions that cannot arise are open.
    pub fn fate(&self, local: Local) -> Fate {
        let winner = [Role::Attacker, Role::Defender]
            .into_iter()
            .find(|&side| self.at(local).is_some_and(|at| self.end[side as usize][at] != FAR));
        winner.map_or(Fate::Open, Fate::of)
    }

    /// Plies until this side has captured the target or made it live unconditionally, if it wins.
    pub(crate) fn plies_to_end(&self, local: Local, winner: Role) -> Option<u16> {
        self.at(local).map(|at| self.end[winner as usize][at]).filter(|&plies| plies != FAR)
    }

    /// Plies until this side's win is settled, so that it could pass once, if it wins.
    pub fn plies_to_settle(&self, local: Local, winner: Role) -> Option<u16> {
        self.at(local).map(|at| self.settled[winner as usize][at]).filter(|&plies| plies != FAR)
    }

    /// The legal placements of the side to move, and the positions after them.
    pub fn moves(&self, local: Local) -> impl Iterator<Item = (usize, Local)> + '_ {
        ones(self.region.empty(local)).filter_map(move |n| Some((n, self.region.play(local, n)?)))
    }

    /// The winner's move that ends it soonest.
    pub fn finish(&self, local: Local) -> Option<usize> {
        let key = |&(_, after): &(usize, Local)| self.plies_to_end(after, local.turn).unwrap_or(FAR);
        self.moves(local).min_by_key(key).filter(|found| key(found) != FAR).map(|(n, _)| n)
    }

    /// The winner's move that settles it soonest.
    pub fn settle(&self, local: Local) -> Option<usize> {
        let key = |&(_, after): &(usize, Local)| {
            let settle = self.plies_to_settle(after, local.turn).unwrap_or(FAR);
            (settle, self.plies_to_end(after, local.turn).unwrap_or(FAR))
        };
        self.moves(local).min_by_key(key).filter(|found| key(found).0 != FAR).map(|(n, _)| n)
    }

    /// The loser's move that holds out longest; `None` is a pass, where every stone loses sooner.
    pub fn resist(&self, local: Local) -> Option<usize> {
        let winner = local.turn.other();
        let key = |after: Local| {
            let settle = self.plies_to_settle(after, winner).unwrap_or(FAR);
            (settle, self.plies_to_end(after, winner).unwrap_or(FAR))
        };
        let best = self.moves(local).max_by_key(|&(_, after)| key(after));
        best.filter(|&(_, after)| key(after) >= key(local.passed())).map(|(n, _)| n)
    }
}
