//! What reading settles of a judgement: chains that the network leaves unsure are solved where a living wall
//! encloses them, and capture races are read out.

use super::board::FastBoard;
use super::judge::{ChainVerdict, Grounds, Status};
use super::life::{Answers, Claim, Fate, Kos, Race, Region, enclosed};
use heibai_games::board::Point;
use heibai_games::go;
use heibai_games::position::Position as _;

/// Chains that are judged from less than this are read out where a living wall encloses them.
const READ_BELOW: f32 = 0.7;
/// Positions read for one chain; more would take too long.
const MOST_READ: usize = 150_000;

/// Reads around the chains that are hard to judge, and settles those that reading settles.
pub(super) fn read_out(position: &go::Position, board: &FastBoard, verdicts: &mut [ChainVerdict]) {
    let mut left = RACE_POSITIONS;
    for i in 0..verdicts.len() {
        if verdicts[i].certainty >= READ_BELOW {
            continue;
        }
        let stone = verdicts[i].stones[0];
        let solved = read_chain(position, stone, verdicts);
        let read = solved.or_else(|| race(position, board, stone, verdicts, &mut left));
        if let Some((status, grounds, certainty)) = read {
            let verdict = &mut verdicts[i];
            (verdict.status, verdict.grounds, verdict.certainty) = (status, grounds, certainty);
        }
    }
}

/// What is read out rests on the wall being alive, which is not proved.
const READ: f32 = 0.95;
/// What rests on there being no threat for a ko as well.
const READ_BUT_FOR_KO: f32 = 0.6;

/// A chain that breathes elsewhere at this many points and is thought alive is a wall.
const WALL_LIBERTIES: usize = 3;

fn is_wall(verdicts: &[ChainVerdict], chain: &go::Chain, outside: usize) -> bool {
    let found = verdicts.iter().find(|v| v.stones[0] == chain.stones[0]);
    found.is_some_and(|v| {
        let alive = v.status == Status::Alive && v.certainty >= READ_BELOW;
        v.grounds == Grounds::TwoEyes || (alive && outside >= WALL_LIBERTIES)
    })
}

type Read = Option<(Status, Grounds, f32)>;

/// What happens to a chain whoever moves first, if that is the same: all positions of its region are solved.
fn read_chain(position: &go::Position, stone: Point, verdicts: &[ChainVerdict]) -> Read {
    let is_wall = |chain: &go::Chain, outside: usize| is_wall(verdicts, chain, outside);
    let (region, local) = Region::within(position, stone, &is_wall).ok()?;
    let is_safe = region.is_safe();
    let answers = Answers::solve(region, local, MOST_READ).ok()?;
    match (answers.fate(local), answers.fate(local.passed())) {
        (Fate::Killed, Fate::Killed) => Some((Status::Dead, Grounds::ReadDead, READ)),
        // Where the attacker has stones at risk, the defender's success may be no life.
        (Fate::Lives, Fate::Lives) if is_safe => Some((Status::Alive, Grounds::ReadAlive, READ)),
        _ => None,
    }
}

/// Points of a region in which a race is read, and the empty ones among them.
const RACE_POINTS: usize = 160;
const RACE_EMPTY: usize = 20;
/// Positions read in all races of a board: some tenths of a second.
const RACE_POSITIONS: usize = 16_000;

/// A chain beside a race that is thought alive as surely as this is a wall.
const SAFE: f32 = 0.95;

/// Whether a chain shares two liberties with one that has two eyes: if one is taken, it connects at the other.
fn is_tied(position: &go::Position, chain: &go::Chain, verdicts: &[ChainVerdict]) -> bool {
    let eyed = verdicts.iter().filter(|v| v.color == chain.color && v.grounds == Grounds::TwoEyes);
    eyed.filter_map(|v| position.chain(v.stones[0]))
        .any(|other| other.liberties.iter().filter(|liberty| chain.liberties.contains(liberty)).count() >= 2)
}

/// The same for regions that are too large to be solved: only what is proved counts.
fn race(
    position: &go::Position,
    board: &FastBoard,
    stone: Point,
    verdicts: &[ChainVerdict],
    left: &mut usize,
) -> Read {
    let target = position.chain(stone)?;
    let is_wall = |chain: &go::Chain, outside: usize| {
        let found = verdicts.iter().find(|v| v.stones[0] == chain.stones[0]);
        let is_safe = found.is_some_and(|v| v.status == Status::Alive && v.certainty >= SAFE);
        // Who shares no liberty with the target is no party to the race.
        let apart = outside > 0 && !chain.liberties.iter().any(|liberty| target.liberties.contains(liberty));
        is_wall(verdicts, chain, outside) || is_tied(position, chain, verdicts) || (is_safe && apart)
    };
    let enclosed = enclosed(position, stone, &is_wall, RACE_POINTS).ok()?;
    let empty = enclosed.points.iter().filter(|&&point| position.stone(point).is_none()).count();
    let race = Race::new(board, stone, &enclosed).filter(|_| empty <= RACE_EMPTY)?;
    let mut proves = |claim, kos, most| race.proves(claim, kos, most, left);
    if proves(Claim::Killed, Kos::AtWill, RACE_POSITIONS / 4) {
        return Some((Status::Dead, Grounds::ReadDead, READ));
    }
    if enclosed.at_risk.is_empty() && proves(Claim::Lives, Kos::AtWill, RACE_POSITIONS / 4) {
        return Some((Status::Alive, Grounds::ReadAlive, READ));
    }
    let lost = proves(Claim::Killed, Kos::WithoutThreats, RACE_POSITIONS);
    lost.then_some((Status::Dead, Grounds::LosesWithoutThreats, READ_BUT_FOR_KO))
}
