//! Settles verdicts by reading: enclosed chains are solved by proof, whoever moves first.

use super::believed::{self, RACE_POSITIONS};
use super::board::FastBoard;
use super::judge::{ChainVerdict, Grounds, Status};
use super::life::{Claim, Kos, Region, Solver};
use heibai_games::board::Point;
use heibai_games::go;

/// Enclosed chains judged with less certainty than this are read.
const READ_BELOW: f32 = 0.9;
/// Others are read where mistakes are easy: in a region with few empty points, or a small chain with very few.
const SMALL: usize = 3;
const FEW_EMPTY: u32 = 12;
const VERY_FEW_EMPTY: u32 = 6;
/// Regions with more empty points than this are not read.
pub(super) const MOST_EMPTY: u32 = 22;
/// Position limits for one claim about one chain and for the whole board: less than a second.
const MOST_READ: usize = 20_000;
const MOST_IN_ALL: usize = 120_000;

/// The certainty of a reading, which depends on the walls being alive; that is not always proved.
pub(super) const READ: f32 = 0.95;
/// The same if it also depends on there being no ko threats.
const READ_BUT_FOR_KO: f32 = 0.75;
/// The certainty of a verdict that reading could not settle.
const UNSETTLED: f32 = 0.35;

/// Reads around the chains that are hard to judge, and settles those it can.
pub(super) fn read_out(position: &go::Position, board: &FastBoard, verdicts: &mut [ChainVerdict]) {
    let (mut left, mut races) = (MOST_IN_ALL, RACE_POSITIONS);
    let tied = tied(position, verdicts);
    for i in 0..verdicts.len() {
        if verdicts[i].certainty >= 1.0 {
            continue;
        }
        let is_wall = |chain: &go::Chain, _| {
            let place = verdicts.binary_search_by_key(&chain.stones[0], |v| v.stones[0]);
            place.is_ok_and(|i| verdicts[i].grounds == Grounds::TwoEyes || tied[i])
        };
        let proved = read_chain(position, &verdicts[i], &is_wall, &mut left);
        let read =
            proved.or_else(|| believed::read(position, board, (&verdicts[i], verdicts), &tied, &mut races));
        if let Some((status, grounds, certainty)) = read {
            let verdict = &mut verdicts[i];
            (verdict.status, verdict.grounds, verdict.certainty) = (status, grounds, certainty);
        }
    }
}

/// Which chains share two liberties with a chain that has two eyes: if one is taken, they connect at the other.
fn tied(position: &go::Position, verdicts: &[ChainVerdict]) -> Vec<bool> {
    let liberties: Vec<Vec<Point>> = verdicts
        .iter()
        .map(|v| position.chain(v.stones[0]).map(|chain| chain.liberties).unwrap_or_default())
        .collect();
    let shared =
        |a: usize, b: usize| liberties[a].iter().filter(|point| liberties[b].contains(point)).count();
    let is_eyed = |i: usize, b: usize| {
        verdicts[b].grounds == Grounds::TwoEyes && verdicts[b].color == verdicts[i].color
    };
    (0..verdicts.len()).map(|i| (0..verdicts.len()).any(|b| is_eyed(i, b) && shared(i, b) >= 2)).collect()
}

type Read = Option<(Status, Grounds, f32)>;

/// The fate of a chain, if it is the same whoever moves first and can be proved. `None` if it is not enclosed, or if
/// there is no reason to doubt.
fn read_chain(
    position: &go::Position,
    verdict: &ChainVerdict,
    is_wall: &dyn Fn(&go::Chain, usize) -> bool,
    left: &mut usize,
) -> Read {
    let most_empty = match verdict.stones.len() {
        _ if verdict.certainty < READ_BELOW => MOST_EMPTY,
        ..=SMALL => VERY_FEW_EMPTY,
        _ => FEW_EMPTY,
    };
    let (region, mut local) = Region::within(position, verdict.stones[0], is_wall).ok()?;
    if region.empty(local).count_ones() > most_empty {
        return None;
    }
    let mut ran_out = false;
    let mut proves = |claim: Claim, kos: Kos| {
        // The losing side moves first.
        local.turn = claim.winner().other();
        let mut share = MOST_READ.min(*left);
        let given = share;
        let proved = Solver::new(&region, claim, kos).proves(local, &mut share);
        *left -= given - share;
        ran_out |= share == 0;
        proved
    };
    if proves(Claim::Killed, Kos::LoserRetakes) {
        return Some((Status::Dead, Grounds::ReadDead, READ));
    }
    // If the attacker has stones at risk, the defender may succeed without living.
    if region.is_safe() && proves(Claim::Lives, Kos::LoserRetakes) {
        return Some((Status::Alive, Grounds::ReadAlive, READ));
    }
    if proves(Claim::Survives, Kos::LoserRetakes) {
        return Some((Status::Alive, Grounds::NotCaptured, READ));
    }
    if proves(Claim::Killed, Kos::NoThreats) {
        return Some((Status::Dead, Grounds::LosesWithoutThreats, READ_BUT_FOR_KO));
    }
    if proves(Claim::Survives, Kos::NoThreats) {
        return Some((Status::Alive, Grounds::NotCaptured, READ_BUT_FOR_KO));
    }
    // If all lines were read, what is not proved dead stays on the board.
    let grounds =
        if verdict.status == Status::Alive { verdict.grounds.clone() } else { Grounds::HasTerritory };
    (!ran_out).then(|| (Status::Alive, grounds, verdict.certainty.min(UNSETTLED)))
}
