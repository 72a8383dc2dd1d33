//! Reading inside walls that are only assumed to live: chains the network is unsure about are solved or read as
//! capture races. Where that settles nothing, the network's opinion stands.

use super::board::FastBoard;
use super::judge::{ChainVerdict, Grounds, Status};
use super::life::race::Race;
use super::life::{Answers, Claim, Fate, Kos, Region};
use heibai_games::go;

/// Chains judged with less certainty than this are read.
const READ_BELOW: f32 = 0.7;
/// Position limit for one chain; more would take too long.
const MOST_READ: usize = 150_000;
/// The certainty of a reading, which depends on the wall being alive.
const READ: f32 = 0.95;
/// The same if it also depends on there being no ko threats.
const READ_BUT_FOR_KO: f32 = 0.72;
/// A chain that is thought alive and has this many liberties elsewhere is a wall.
const WALL_LIBERTIES: usize = 3;
/// A chain next to a race counts as a wall if it is thought alive with this certainty.
const SAFE: f32 = 0.95;
/// The largest region in which a race is read: points, and empty ones among them.
const RACE_SIZE: (usize, usize) = (160, 20);
/// Position limit for all races of a board: some tenths of a second.
pub(super) const RACE_POSITIONS: usize = 16_000;

pub(super) type Read = Option<(Status, Grounds, f32)>;

/// The verdict of reading on a chain that the network is unsure about.
pub(super) fn read(
    position: &go::Position,
    board: &FastBoard,
    (verdict, verdicts): (&ChainVerdict, &[ChainVerdict]),
    tied: &[bool],
    left: &mut usize,
) -> Read {
    if verdict.certainty >= READ_BELOW {
        return None;
    }
    solve(position, verdict, verdicts).or_else(|| race(position, board, (verdict, verdicts), tied, left))
}

fn place(verdicts: &[ChainVerdict], chain: &go::Chain) -> Option<usize> {
    verdicts.binary_search_by_key(&chain.stones[0], |v| v.stones[0]).ok()
}

/// Whether a chain of the attacker is a wall.
fn is_wall(verdict: &ChainVerdict, outside: usize) -> bool {
    let alive = verdict.status == Status::Alive && verdict.certainty >= READ_BELOW;
    verdict.grounds == Grounds::TwoEyes || (alive && outside >= WALL_LIBERTIES)
}

/// The fate of a chain, if it is the same whoever moves first: all positions of its region are solved.
fn solve(position: &go::Position, verdict: &ChainVerdict, verdicts: &[ChainVerdict]) -> Read {
    let wall = |chain: &go::Chain, outside: usize| {
        let found = place(verdicts, chain).map(|i| &verdicts[i]);
        chain.color != verdict.color && found.is_some_and(|v| is_wall(v, outside))
    };
    let (region, local) = Region::within(position, verdict.stones[0], &wall).ok()?;
    let is_safe = region.is_safe();
    let answers = Answers::solve(region, local, MOST_READ).ok()?;
    match (answers.fate(local), answers.fate(local.passed())) {
        (Fate::Killed, Fate::Killed) => Some((Status::Dead, Grounds::ReadDead, READ)),
        // If the attacker has stones at risk, the defender may succeed without living.
        (Fate::Lives, Fate::Lives) if is_safe => Some((Status::Alive, Grounds::ReadAlive, READ)),
        _ => None,
    }
}

/// Like `solve`, for regions too large to be solved: only proofs count.
fn race(
    position: &go::Position,
    board: &FastBoard,
    (verdict, verdicts): (&ChainVerdict, &[ChainVerdict]),
    tied: &[bool],
    left: &mut usize,
) -> Read {
    let target = position.chain(verdict.stones[0])?;
    let wall = |chain: &go::Chain, outside: usize| {
        let Some(i) = place(verdicts, chain).filter(|_| chain.color != target.color) else { return false };
        let is_safe = verdicts[i].status == Status::Alive && verdicts[i].certainty >= SAFE;
        // A chain that shares no liberty with the target takes no part in the race.
        let apart = outside > 0 && !chain.liberties.iter().any(|liberty| target.liberties.contains(liberty));
        is_wall(&verdicts[i], outside) || tied[i] || (is_safe && apart)
    };
    let race = Race::around(position, board, target.stones[0], &wall, RACE_SIZE).ok()??;
    let mut proves = |claim, kos, most| race.proves(claim, kos, most, left);
    if proves(Claim::Killed, Kos::LoserRetakes, RACE_POSITIONS / 4) {
        return Some((Status::Dead, Grounds::ReadDead, READ));
    }
    if race.is_safe() && proves(Claim::Lives, Kos::LoserRetakes, RACE_POSITIONS / 4) {
        return Some((Status::Alive, Grounds::ReadAlive, READ));
    }
    let lost = proves(Claim::Killed, Kos::NoThreats, RACE_POSITIONS);
    lost.then_some((Status::Dead, Grounds::LosesWithoutThreats, READ_BUT_FOR_KO))
}
