//! The local solver: whether a side can force its goal in a region, by depth-first proof-number search (df-pn) on the
//! region's bits. For regions with too many positions to list.
//!
//! Only proofs count. A line that repeats an earlier board proves nothing, so a proof holds after any history. What
//! is not proved within the budget stays unknown.

use super::numbers::{FAILED, Numbers, PROVED, UNBOUNDED};
use super::region::{Local, Region, Role, ones};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Who may retake a ko.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kos {
    /// The losing side retakes at will, as if it had endless threats: the win needs no ko.
    LoserRetakes,
    /// Nobody has threats: a ko is retaken only after a move elsewhere.
    NoThreats,
    /// The winning side retakes at will: it wins if it wins every ko.
    WinnerRetakes,
}

/// A claim about the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It is captured.
    Killed,
    /// It lives unconditionally, or the attacker loses too much.
    Lives,
    /// It is still there after both sides pass: it lives or is in seki.
    Survives,
}

impl Claim {
    /// The side that wants the claim to hold.
    pub fn winner(self) -> Role {
        if self == Claim::Killed { Role::Attacker } else { Role::Defender }
    }
}

/// The deepest line; longer ones count as failures.
const DEEPEST: usize = 200;

/// A position of the region, its ko point, and whether the last move was a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LocalNode {
    local: Local,
    ko: Option<usize>,
    passed: bool,
}

/// A hasher for keys that are already hashes.
#[derive(Default)]
struct Ready(u64);

impl Hasher for Ready {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A claim about a region, with a table of results that later questions reuse.
pub struct Solver<'a> {
    region: &'a Region,
    claim: Claim,
    kos: Kos,
    table: HashMap<u64, Numbers, BuildHasherDefault<Ready>>,
    /// The positions on the path to the current one.
    path: Vec<u64>,
    left: usize,
}

impl<'a> Solver<'a> {
    pub fn new(region: &'a Region, claim: Claim, kos: Kos) -> Solver<'a> {
        Solver { region, claim, kos, table: HashMap::default(), path: Vec::new(), left: 0 }
    }

    /// Whether the claim is proved for a position within `left` positions, from which those read are deducted.
    pub fn proves(&mut self, local: Local, left: &mut usize) -> bool {
        let node = LocalNode { local, ko: None, passed: false };
        self.left = *left;
        self.path.clear();
        let mut found = self.look_up(&node);
        while found.proof != 0 && found.disproof != 0 && self.left > 0 {
            found = self.read(node, UNBOUNDED);
        }
        *left = self.left;
        found.proof == 0
    }

    /// The winner's moves that are already proved; call `proves` first.
    pub fn proved_moves(&self, local: Local) -> impl Iterator<Item = usize> + '_ {
        let node = LocalNode { local, ko: None, passed: false };
        let won = move |&(_, next): &(Option<usize>, LocalNode)| self.look_up(&next).proof == 0;
        self.children(&node).into_iter().filter(won).filter_map(|(n, _)| n)
    }

    fn winner(&self) -> Role {
        self.claim.winner()
    }

    /// Whether the ko rule binds a side.
    fn heeds_ko(&self, side: Role) -> bool {
        match self.kos {
            Kos::LoserRetakes => side == self.winner(),
            Kos::NoThreats => true,
            Kos::WinnerRetakes => side != self.winner(),
        }
    }

    fn key(&self, node: &LocalNode) -> u64 {
        let Local { attacker, defender, turn } = node.local;
        let words = [attacker as u64, (attacker >> 64) as u64, defender as u64, (defender >> 64) as u64];
        let rest = node.ko.map_or(0, |n| n as u64 + 1) * 4 + turn as u64 * 2 + u64::from(node.passed);
        let mix = |hash: u64, word: u64| {
            let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
        };
        let hash = words.into_iter().fold(mix(0, rest), mix);
        hash ^ (hash >> 29)
    }

    /// The stored numbers of a position, or an estimate.
    fn look_up(&self, node: &LocalNode) -> Numbers {
        let key = self.key(node);
        if self.path.contains(&key) {
            return FAILED;
        }
        self.table.get(&key).copied().unwrap_or_else(|| self.guess(node))
    }

    /// Initial numbers of an unread position, from the target's liberties. Their third power needed a third of the
    /// positions that their first power needed.
    fn guess(&self, node: &LocalNode) -> Numbers {
        let local = node.local;
        let kills = self.claim == Claim::Killed;
        if self.region.is_killed(local) {
            return if kills { PROVED } else { FAILED };
        }
        if self.region.costs_too_much(local) {
            return if kills { FAILED } else { PROVED };
        }
        let far = if kills { self.region.liberties(local).pow(3) } else { 1 };
        let waits = u32::from(local.turn != self.winner());
        Numbers { proof: far + waits, disproof: 1, read: false }
    }

    /// Every move (`None` is a pass) and the position after it.
    fn children(&self, node: &LocalNode) -> Vec<(Option<usize>, LocalNode)> {
        let local = node.local;
        let heeds = self.heeds_ko(local.turn);
        let mut children = Vec::with_capacity(16);
        for n in ones(self.region.empty(local)) {
            if heeds && node.ko == Some(n) {
                continue;
            }
            if let Some((after, ko)) = self.region.play_ko(local, n) {
                let ko = ko.filter(|_| self.heeds_ko(after.turn));
                children.push((Some(n), LocalNode { local: after, ko, passed: false }));
            }
        }
        let passed = self.claim == Claim::Survives;
        children.push((None, LocalNode { local: local.passed(), ko: None, passed }));
        children
    }

    /// The result of a position read for the first time, if it is clear without a move.
    fn ended(&self, node: &LocalNode) -> Option<Numbers> {
        let kills = self.claim == Claim::Killed;
        if self.path.len() >= DEEPEST {
            return Some(FAILED);
        }
        // Life is checked only where reading goes on: it takes longer than a move.
        self.region.lives(node.local).then_some(if kills { FAILED } else { PROVED })
    }

    /// Reads a position until one of its numbers reaches the bound.
    fn read(&mut self, node: LocalNode, bound: Numbers) -> Numbers {
        let key = self.key(&node);
        self.left = self.left.saturating_sub(1);
        if !self.table.get(&key).is_some_and(|known| known.read)
            && let Some(ended) = self.ended(&node)
        {
            self.table.insert(key, ended);
            return ended;
        }
        let winning = node.local.turn == self.winner();
        let children = self.children(&node);
        self.path.push(key);
        let found = loop {
            let all: Vec<Numbers> = children.iter().map(|(mv, next)| self.after(&node, *mv, next)).collect();
            let found = Numbers::combined(&all, winning);
            if found.reaches(bound) || self.left == 0 {
                break found;
            }
            let Some((best, child_bound)) = found.next(&all, winning, bound) else { break found };
            self.read(children[best].1, child_bound);
        };
        self.path.pop();
        self.table.insert(key, found);
        found
    }

    /// The numbers after a move. Two passes end the reading, with the target still there.
    fn after(&self, node: &LocalNode, mv: Option<usize>, next: &LocalNode) -> Numbers {
        if mv.is_none() && node.passed { PROVED } else { self.look_up(next) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fate::{Answers, Fate};
    use super::super::region::tests::board;
    use super::*;
    use heibai_games::board::{Color, Point};

    /// The claims that hold for the chain on `target` although the other side moves first: killed, killed without
    /// threats, alive, not captured.
    fn read(rows: &[&str], target: u16) -> [bool; 4] {
        let position = board(rows, Color::Black);
        let wall = |chain: &heibai_games::go::Chain, outside: usize| {
            Some(chain.color) != heibai_games::Position::stone(&position, Point(target)) && outside > 2
        };
        let (region, mut local) = Region::within(&position, Point(target), &wall).unwrap();
        let mut proves = |claim: Claim, kos| {
            local.turn = claim.winner().other();
            Solver::new(&region, claim, kos).proves(local, &mut 20_000)
        };
        [
            proves(Claim::Killed, Kos::LoserRetakes),
            proves(Claim::Killed, Kos::NoThreats),
            proves(Claim::Lives, Kos::LoserRetakes),
            proves(Claim::Survives, Kos::LoserRetakes),
        ]
    }

    const BELOW: [&str; 5] = ["XXXXXXX", ".......", ".......", ".......", "......."];

    fn edge(first: &'static str, second: &'static str) -> Vec<&'static str> {
        [first, second].into_iter().chain(BELOW).collect()
    }

    #[test]
    fn one_eye_dies_two_live_and_a_ko_decides() {
        assert_eq!(read(&edge("XXXOO.O", "XXXOOOO"), 4), [true, true, false, false]);
        assert_eq!(read(&edge("XOO.O.O", "XXOOOOO"), 4), [false, false, true, true]);
        // The left eye is lost only if White cannot take back at C7.
        assert_eq!(read(&edge("X.O.O.O", "XXXOOOO"), 4), [false, true, false, false]);
    }

    #[test]
    fn a_race_that_the_first_mover_wins_is_not_settled() {
        // White on the left and Black in the middle have two liberties each; White on the right has more.
        let even = [".OX.O", ".OXO.", "OOXOO", "OOXOO", "OOX.O"];
        assert_eq!(read(&even, 1), [false, false, false, false]);
        // With one liberty less White loses even if it begins.
        let behind = [".OX.O", "OOXO.", "OOXOO", "OOXOO", "OOX.O"];
        assert_eq!(read(&behind, 1), [true, true, false, false]);
    }

    #[test]
    fn a_seki_is_not_captured_and_does_not_live() {
        let rows = |first: &'static str| {
            let mut rows = vec![first, "XOOOOOOOOX", "XXXXXXXXXX"];
            rows.resize(10, "..........");
            rows
        };
        // Whoever plays at C10 or H10 is captured, and five in a row would live.
        assert_eq!(read(&rows("XO.XXXX.OX"), 1), [false, false, false, true]);
        // Three in a row would not.
        assert_eq!(read(&rows("XO.XX.OOOX"), 1), [true, true, false, false]);
    }

    /// The solver and the retrograde analysis agree on random groups in a corner: the solver proves exactly the
    /// listed winners.
    #[test]
    fn proofs_agree_with_the_list_of_all_positions() {
        let mut random = fastrand::Rng::with_seed(26);
        let (mut proved, mut open) = (0, 0);
        for _ in 0..80 {
            let mut rows = vec![vec!['.'; 7]; 7];
            for (y, row) in rows.iter_mut().enumerate().take(5) {
                for (x, stone) in row.iter_mut().enumerate().take(6) {
                    let (inner, wall) = (x < 4 && y < 3, x == 5 || y == 4);
                    *stone = match random.u32(..100) {
                        _ if wall => 'X',
                        _ if !inner => 'O',
                        0..35 => 'O',
                        35..45 => 'X',
                        _ => '.',
                    };
                }
            }
            let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let turn = Color::BOTH[random.usize(..2)];
            let Some(position) = super::super::region::tests::setup(&rows, turn) else { continue };
            let Ok((region, local)) = Region::around(&position, Point(4)) else { continue };
            let Ok(answers) = Answers::solve(region.clone(), local, 60_000) else { continue };
            for local in [local, local.passed()] {
                let proves =
                    |claim| Solver::new(&region, claim, Kos::LoserRetakes).proves(local, &mut 60_000);
                let found = [proves(Claim::Killed), proves(Claim::Lives)];
                let listed = answers.fate(local);
                assert_eq!(found, [listed == Fate::Killed, listed == Fate::Lives], "{position:?} {local:?}");
                if listed == Fate::Open { open += 1 } else { proved += 1 }
            }
        }
        assert!(proved > 40 && open > 0, "{proved} proved, {open} open");
    }
}
