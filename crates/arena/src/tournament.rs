//! Who meets whom: round robin, gauntlet, Swiss, single elimination.

use crate::runner::Fixture;
use std::collections::HashSet;

#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody against everybody.
    RoundRobin,
    /// The first against everybody else.
    Gauntlet,
    /// A number of rounds between players with similar scores.
    Swiss,
    /// The loser of a pairing is out; a drawn one is decided by a faster extra game.
    Elimination,
}

/// The time of a tie-break game, in percent of the normal time.
pub const DECIDER_PACE: u32 = 25;

/// The fixtures of `games` games between two players, colours alternating, numbered from `first`.
pub fn encounter(a: usize, b: usize, games: u64, first: u64, opening: usize) -> Vec<Fixture> {
    (0..games)
        .map(|n| {
            let (black, white) = if n % 2 == 0 { (a, b) } else { (b, a) };
            Fixture { number: first + n, black, white, opening: opening + (n / 2) as usize, pace: 100 }
        })
        .collect()
}

/// Everybody against everybody by the circle method, round by round, with a bye if the number is odd.
pub fn round_robin(players: usize) -> Vec<Vec<(usize, usize)>> {
    let seats = players + players % 2;
    let mut rounds = Vec::new();
    for round in 0..seats.saturating_sub(1) {
        let seat = |i: usize| if i == 0 { 0 } else { (round + i - 1) % (seats - 1) + 1 };
        let pairs = (0..seats / 2)
            .map(|i| (seat(i), seat(seats - 1 - i)))
            .map(|(a, b)| if round % 2 == 0 { (a, b) } else { (b, a) })
            .filter(|&(a, b)| a < players && b < players);
        rounds.push(pairs.collect());
    }
    rounds
}

/// The next Swiss round: players in order of points, nobody twice against the same opponent while that can be avoided;
/// with an odd number the last player who has not had one gets a bye. `order` is the table, best first.
pub fn swiss_round(order: &[usize], met: &HashSet<(usize, usize)>, byes: &[usize]) -> SwissRound {
    let mut order = order.to_vec();
    let bye = if order.len() % 2 == 1 {
        let at = order.iter().rposition(|player| !byes.contains(player)).unwrap_or(order.len() - 1);
        Some(order.remove(at))
    } else {
        None
    };
    let have_met = |a: usize, b: usize| met.contains(&(a.min(b), a.max(b)));
    let mut pairs = Vec::new();
    // Without repeats if the search finds a pairing; otherwise in table order.
    if !pair_up(&order, &have_met, &mut pairs, &mut 0) {
        pairs = order.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    }
    SwissRound { pairs, bye }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwissRound {
    pub pairs: Vec<(usize, usize)>,
    pub bye: Option<usize>,
}

/// Pairs the first player with the nearest in the table, then the rest likewise, with backtracking. Gives up after a
/// number of tries, because with hundreds of players it might never end.
fn pair_up(
    order: &[usize],
    have_met: &dyn Fn(usize, usize) -> bool,
    pairs: &mut Vec<(usize, usize)>,
    tries: &mut u32,
) -> bool {
    let Some((&first, rest)) = order.split_first() else { return true };
    for (at, &other) in rest.iter().enumerate() {
        *tries += 1;
        if *tries > 100_000 {
            return false;
        }
        if have_met(first, other) {
            continue;
        }
        pairs.push((first, other));
        let left: Vec<usize> = rest.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, &p)| p).collect();
        if pair_up(&left, have_met, pairs, tries) {
            return true;
        }
        pairs.pop();
    }
    false
}

/// The first round of an elimination: the strongest seeds are kept apart and get the byes.
pub fn bracket(players: usize) -> Vec<(usize, Option<usize>)> {
    let size = players.next_power_of_two().max(2);
    let mut order = vec![0];
    while order.len() < size {
        let length = order.len() * 2;
        order = order.iter().flat_map(|&seed| [seed, length - 1 - seed]).collect();
    }
    order
        .chunks_exact(2)
        .map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])))
        .map(|(a, b)| (a, (b < players).then_some(b)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_robin_is_everybody_once() {
        for players in 0..9 {
            let mut met = HashSet::new();
            for round in round_robin(players) {
                let mut busy = HashSet::new();
                for (a, b) in round {
                    assert!(busy.insert(a) && busy.insert(b));
                    assert!(met.insert((a.min(b), a.max(b))));
                }
            }
            assert_eq!(met.len(), players * players.saturating_sub(1) / 2);
        }
    }

    #[test]
    fn swiss_pairs_neighbours_that_have_not_met() {
        let met = HashSet::from([(0, 1), (2, 3)]);
        let round = swiss_round(&[0, 1, 2, 3], &met, &[]);
        assert_eq!(round.pairs, [(0, 2), (1, 3)]);
        assert_eq!(swiss_round(&[4, 1, 2], &HashSet::new(), &[2]).bye, Some(1));
    }

    #[test]
    fn a_bracket_keeps_the_best_apart() {
        assert_eq!(bracket(4), [(0, Some(3)), (1, Some(2))]);
        assert_eq!(bracket(3), [(0, None), (1, Some(2))]);
        assert_eq!(bracket(6).iter().filter(|(_, other)| other.is_none()).count(), 2);
    }
}
