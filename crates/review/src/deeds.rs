//! What a Go stone does to the stones around it: by the referee, the reader of ladders and the solver of life and death.

use crate::solved::{GROUP, Solved};
use heibai_engines::go::State;
use heibai_engines::go::ladder::Reader;
use heibai_games::go::{Chain, Position as Go};
use heibai_games::{Changes, Color, Move, Point, Position};
use heibai_words::names::count_stones;
use heibai_words::{Text, hints as words};

/// Something that a stone does. Stones are listed in full, the largest chain's first; groups are given by one
/// stone each, beside the new one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// It kills a group inside the wall around it.
    Kills {
        /// The stones of its largest chain.
        stones: Vec<Point>,
        /// The points that were read.
        region: Vec<Point>,
    },
    /// A group that could be killed inside its wall lives.
    Lives {
        /// The stones of its largest chain.
        stones: Vec<Point>,
        /// The points that were read.
        region: Vec<Point>,
    },
    /// It takes stones from the board.
    Captures(Vec<Point>),
    /// Stones in atari have nowhere to run.
    Catches(Vec<Point>),
    /// Stones in atari run and are caught in a ladder.
    CatchesInLadder(Vec<Point>),
    /// Own stones that a ladder would have caught are safe from it.
    BreaksLadder(Vec<Point>),
    /// Own stones are in atari no longer, and not in a ladder either.
    Saves(Vec<Point>),
    /// Groups of the other side can no longer be joined.
    Cuts(Vec<Point>),
    /// Own groups that could be cut apart here are one.
    Connects(Vec<Point>),
    /// The other side's stones can be caught next.
    Threatens(Vec<Point>),
    /// The other side's stones have one liberty left, and can still run.
    PutsInAtari(Vec<Point>),
}

impl Deed {
    /// What is done, as it stands after the stone's name or "it".
    pub fn text(&self, name: &dyn Fn(Point) -> String) -> Text {
        let of = |stones: &[Point], sentence: fn(Text, &str) -> Text| {
            sentence(count_stones(stones.len()), &name(stones[0]))
        };
        let groups = |stones: &[Point]| {
            let names = stones.iter().map(|&at| Text::same(name(at)));
            names.reduce(words::both).unwrap_or_default()
        };
        match self {
            Deed::Kills { stones, .. } => of(stones, words::kills),
            Deed::Lives { stones, .. } => of(stones, words::lives),
            Deed::Captures(stones) => of(stones, words::captures),
            Deed::Catches(stones) => of(stones, words::catches),
            Deed::CatchesInLadder(stones) => of(stones, words::catches_in_ladder),
            Deed::BreaksLadder(stones) => of(stones, words::breaks_ladder),
            Deed::Saves(stones) => of(stones, words::saves),
            Deed::Cuts(stones) => words::cuts(groups(stones)),
            Deed::Connects(stones) => words::connects(groups(stones)),
            Deed::Threatens(stones) => of(stones, words::threatens_stones),
            Deed::PutsInAtari(stones) => of(stones, words::puts_in_atari),
        }
    }

    /// The stones that it is done to.
    pub fn stones(&self) -> &[Point] {
        match self {
            Deed::Kills { stones, .. }
            | Deed::Lives { stones, .. }
            | Deed::Captures(stones)
            | Deed::Catches(stones)
            | Deed::CatchesInLadder(stones)
            | Deed::BreaksLadder(stones)
            | Deed::Saves(stones)
            | Deed::Cuts(stones)
            | Deed::Connects(stones)
            | Deed::Threatens(stones)
            | Deed::PutsInAtari(stones) => stones,
        }
    }

    /// Whether another stone does the same to some of these stones.
    pub fn is_like(&self, other: &Deed) -> bool {
        let same_kind = std::mem::discriminant(self) == std::mem::discriminant(other);
        same_kind && self.stones().iter().any(|stone| other.stones().contains(stone))
    }
}

/// What the side to move does with a legal stone on `point`, the weightiest first.
pub fn deeds(before: &Go, point: Point) -> Vec<Deed> {
    let us = before.turn();
    let (mut after, mut changes) = (before.clone(), Changes::default());
    after.play_unchecked(Move::Place(point), &mut changes);
    let captured: Vec<Point> = changes.removed.iter().map(|&(at, _)| at).collect();
    let (was, is) = (Caught::on(before), Caught::on(&after));
    let stood = |stone: Point| before.stone(stone).is_some();
    // A chain counts where it was not so before.
    let new = |from: &[Chain], known: &[Chain], color: Color| -> Vec<Point> {
        let known = |chain: &Chain| known.iter().any(|other| shares_stone(other, chain));
        let mut found: Vec<&Chain> = from.iter().filter(|c| c.color == color && !known(c)).collect();
        found.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
        found.into_iter().flat_map(|chain| &chain.stones).copied().filter(|&stone| stood(stone)).collect()
    };
    let (atari_was, atari_is) = (in_atari(before), in_atari(&after));
    let caught = [&is.trapped[..], &is.laddered[..]].concat();
    let in_danger = [&caught[..], &is.catchable[..], &atari_is[..]].concat();
    let caught_before = [&was.trapped[..], &was.laddered[..]].concat();
    let mut found = of_life(before, &after, point);
    let settled: Vec<Point> = found.iter().flat_map(|deed| deed.stones().to_vec()).collect();
    // Of a group that is killed or saved nothing less is told.
    let mut tell = |stones: Vec<Point>, deed: fn(Vec<Point>) -> Deed| {
        let tells = stones.iter().any(|stone| !settled.contains(stone));
        found.extend(tells.then(|| deed(stones)));
    };
    tell(captured, Deed::Captures);
    tell(new(&is.trapped, &caught_before, !us), Deed::Catches);
    tell(new(&is.laddered, &caught_before, !us), Deed::CatchesInLadder);
    let still = |chains: &[Chain]| -> Vec<Chain> {
        chains.iter().filter(|chain| after.stone(chain.stones[0]) == Some(chain.color)).cloned().collect()
    };
    tell(new(&still(&was.catchable), &in_danger, us), Deed::BreaksLadder);
    tell(new(&still(&atari_was), &in_danger, us), Deed::Saves);
    tell(cut(before, &after, point, &is), Deed::Cuts);
    tell(joined(before, point, us), Deed::Connects);
    let was_in_danger = [&caught_before[..], &was.catchable[..], &atari_was[..]].concat();
    let threatened: Vec<Chain> =
        is.catchable.iter().filter(|chain| chain.stones.len() > 1).cloned().collect();
    tell(new(&threatened, &was_in_danger, !us), Deed::Threatens);
    tell(new(&atari_is, &[&atari_was[..], &caught[..]].concat(), !us), Deed::PutsInAtari);
    found
}

/// What the other side would do with a stone on `point`, if it were its turn.
pub fn deeds_of_other(position: &Go, point: Point) -> Vec<Deed> {
    match passed(position) {
        Some(theirs) if theirs.check(Move::Place(point)).is_ok() => deeds(&theirs, point),
        _ => Vec::new(),
    }
}

/// The same board with the other side to move, unless that ends the game.
fn passed(position: &Go) -> Option<Go> {
    let mut next = position.clone();
    next.play(Move::Pass).ok()?;
    next.outcome().is_none().then_some(next)
}

fn shares_stone(one: &Chain, other: &Chain) -> bool {
    one.color == other.color && one.stones.iter().any(|stone| other.stones.contains(stone))
}

fn in_atari(position: &Go) -> Vec<Chain> {
    position.chains().into_iter().filter(|chain| chain.liberties.len() == 1).collect()
}

/// Chains that ataris catch, as the reader of ladders finds them.
pub(crate) struct Caught {
    /// In atari, and still so if they run.
    trapped: Vec<Chain>,
    /// In atari, and caught in a ladder if they run.
    laddered: Vec<Chain>,
    /// With two liberties, and caught if the other side moves first.
    catchable: Vec<Chain>,
}

impl Caught {
    fn on(position: &Go) -> Caught {
        let mut found = Caught { trapped: Vec::new(), laddered: Vec::new(), catchable: Vec::new() };
        for (chain, moves) in ladders(position) {
            let list = match moves.is_empty() {
                false => &mut found.catchable,
                true if runs(position, &chain) => &mut found.laddered,
                true => &mut found.trapped,
            };
            list.push(chain);
        }
        found
    }
}

/// Whether a chain in atari gets a second liberty by running.
fn runs(position: &Go, chain: &Chain) -> bool {
    let Some(mut own) =
        (if position.turn() == chain.color { Some(position.clone()) } else { passed(position) })
    else {
        return false;
    };
    let ran = chain.liberties.first().is_some_and(|&exit| own.play(Move::Place(exit)).is_ok());
    ran && own.chain(chain.stones[0]).is_some_and(|chain| chain.liberties.len() > 1)
}

/// The chains that ataris capture, each with the first moves that do it; a chain that is in atari already has no
/// such moves.
pub(crate) fn ladders(position: &Go) -> Vec<(Chain, Vec<Point>)> {
    let board = State::new(position, &[]).board;
    let mut reader = Reader::default();
    let found = reader.ladders(&board).iter();
    let chain = |(cell, moves): &(_, Vec<_>)| {
        let moves = moves.iter().map(|&cell| board.point_of(cell)).collect();
        Some((position.chain(board.point_of(*cell))?, moves))
    };
    found.filter_map(chain).collect()
}

/// The chains of a colour, each with the number of its group. Chains that can be joined by one move at an empty
/// point other than `point`, or by several such moves, share a number.
fn components(position: &Go, color: Color, point: Point) -> Vec<(Chain, usize)> {
    let chains = position.chains().into_iter().filter(|chain| chain.color == color);
    let mut found: Vec<(Chain, usize)> = chains.enumerate().map(|(n, chain)| (chain, n)).collect();
    for one in 0..found.len() {
        for other in 0..one {
            let meets =
                found[one].0.liberties.iter().any(|at| *at != point && found[other].0.liberties.contains(at));
            let (from, to) = (found[one].1, found[other].1);
            if meets && from != to {
                found.iter_mut().filter(|(_, n)| *n == from).for_each(|(_, n)| *n = to);
            }
        }
    }
    found
}

/// For each group around `point` that cannot be joined elsewhere, one stone beside it; empty if there is only one
/// group.
fn apart(position: &Go, color: Color, point: Point) -> Vec<Point> {
    let size = position.size();
    let distance = |at: Point| at.x(size).abs_diff(point.x(size)) + at.y(size).abs_diff(point.y(size));
    let mut seen: Vec<(usize, Point)> = Vec::new();
    for (chain, number) in components(position, color, point) {
        let beside = chain.stones.iter().copied().find(|&stone| distance(stone) == 1);
        if let Some(stone) = beside.filter(|_| seen.iter().all(|(n, _)| *n != number)) {
            seen.push((number, stone));
        }
    }
    let stones: Vec<Point> = seen.into_iter().map(|(_, stone)| stone).collect();
    if stones.len() < 2 { Vec::new() } else { stones }
}

fn joined(before: &Go, point: Point, us: Color) -> Vec<Point> {
    apart(before, us, point)
}

/// The groups that a stone cuts apart: they cannot be joined, and the stone cannot be captured at once or in a ladder.
fn cut(before: &Go, after: &Go, point: Point, caught: &Caught) -> Vec<Point> {
    let is_in = |chains: &[Chain]| chains.iter().any(|chain| chain.stones.contains(&point));
    let stands =
        after.chain(point).is_some_and(|chain| chain.liberties.len() > 1) && !is_in(&caught.catchable);
    // Captured stones cut nothing, and chains that are caught need no cut.
    let lost = |stone: Point| {
        let has = |chains: &[Chain]| chains.iter().any(|chain| chain.stones.contains(&stone));
        after.stone(stone).is_none() || has(&caught.trapped) || has(&caught.laddered)
    };
    let groups = if stands { apart(after, !before.turn(), point) } else { Vec::new() };
    if groups.iter().any(|&stone| lost(stone)) { Vec::new() } else { groups }
}

/// The largest group near the stone that it kills or saves, inside the wall around it and solved exhaustively; at
/// most one.
fn of_life(before: &Go, after: &Go, point: Point) -> Vec<Deed> {
    let (us, size) = (before.turn(), before.size());
    let near = |chain: &Chain| {
        let close =
            |at: &Point| at.x(size).abs_diff(point.x(size)).max(at.y(size).abs_diff(point.y(size))) <= NEAR;
        chain.stones.len() >= GROUP && chain.stones.iter().any(close)
    };
    let Some(without) = passed(before) else { return Vec::new() };
    let mut groups: Vec<Chain> = before.chains().into_iter().filter(near).collect();
    groups.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
    let deed = |chain: Chain| {
        let stone = *chain.stones.iter().find(|&&stone| after.stone(stone) == Some(chain.color))?;
        let with = Solved::of(after, stone)?;
        let old = Solved::of(&without, stone).filter(|solved| solved.holds(point))?;
        let (stones, region) = (chain.stones, old.points().to_vec());
        match chain.color == us {
            true => (old.is_killed() && with.lives()).then_some(Deed::Lives { stones, region }),
            false => (with.is_killed() && !old.is_killed()).then_some(Deed::Kills { stones, region }),
        }
    };
    groups.into_iter().find_map(deed).into_iter().collect()
}

/// A group is near if one of its stones is within this distance.
const NEAR: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::{AnyPosition, Kind, kind::Choice};

    /// A board of 9x9 with these stones.
    fn board(black: &str, white: &str, turn: Color) -> Go {
        let rules = Kind::Go.rules(&Choice { size: Some(9), ..Choice::default() }).unwrap();
        let start = AnyPosition::start(&rules);
        let stones = |names: &str, color: Color| -> Vec<(Point, Color)> {
            names.split_whitespace().map(|name| (at(&start, name), color)).collect()
        };
        let stones = [stones(black, Color::Black), stones(white, Color::White)].concat();
        match AnyPosition::setup(&rules, &stones, turn).unwrap() {
            AnyPosition::Go(board) => *board,
            _ => unreachable!(),
        }
    }

    fn at(position: &AnyPosition, name: &str) -> Point {
        match position.read_move(name).unwrap() {
            Move::Place(point) => point,
            Move::Pass => panic!("{name}"),
        }
    }

    fn said(board: &Go, point: &str) -> Vec<String> {
        let any = AnyPosition::Go(Box::new(board.clone()));
        let name = |point: Point| any.write_move(Move::Place(point));
        deeds(board, at(&any, point)).iter().map(|deed| deed.text(&name).en).collect()
    }

    #[test]
    fn the_vital_point_of_three_in_the_corner_kills_and_saves() {
        let (black, white) = ("A3 B3 C3 D3 E3 E2 E1", "A2 B2 C2 D2 D1");
        assert_eq!(said(&board(black, white, Color::Black), "B1"), ["kills the group at A2 (5 stones)"]);
        assert_eq!(said(&board(black, white, Color::White), "B1"), ["makes the group at A2 live (5 stones)"]);
        assert!(said(&board(black, white, Color::Black), "G7").is_empty());
    }

    #[test]
    fn groups_that_can_be_joined_elsewhere_are_not_cut() {
        let cut = said(&board("D5 D6 F5", "E4 E6", Color::Black), "E5");
        assert_eq!(cut, ["cuts E6 and E4 apart", "connects D5 and F5"]);
        // By way of G4 and G6 they hang together all the same.
        let around = said(&board("D5 D6 F5", "E4 E6 G4 G6 G5", Color::Black), "E5");
        assert!(!around.iter().any(|deed| deed.starts_with("cuts")), "{around:?}");
        // A stone that is taken at once cuts nothing.
        let taken = said(&board("B2", "D5 F5 E4 A1", Color::Black), "E5");
        assert!(!taken.iter().any(|deed| deed.starts_with("cuts")), "{taken:?}");
    }

    #[test]
    fn stones_that_run_are_caught_in_a_ladder_and_others_without_one() {
        assert_eq!(
            said(&board("A2 C1 D1", "B1", Color::Black), "B2"),
            ["catches 1 stone at B1, with no way out"]
        );
        assert_eq!(said(&board("D5 E4 F4", "E5", Color::Black), "E6"), ["catches 1 stone at E5 in a ladder"]);
    }
}
