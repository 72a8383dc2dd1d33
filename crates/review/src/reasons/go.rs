//! What a Go stone does: captures, atari, ladders, connections and cuts, and what it takes in the opening.

use super::go_shape;
use heibai_engines::go::State;
use heibai_engines::go::ladder::Reader;
use heibai_games::go::{Chain, Position as Go};
use heibai_games::{AnyPosition, Color, Point, Position};
use heibai_words::names::count_stones;
use heibai_words::{Text, hints};

/// What the move to `point` that leads from `before` to `after` does, `captured` being the stones that it takes.
pub(super) fn facts(before: &AnyPosition, after: &AnyPosition, point: Point, captured: usize) -> Vec<Text> {
    let (AnyPosition::Go(old), AnyPosition::Go(new)) = (before, after) else { return Vec::new() };
    let us = before.turn();
    let (was, is) = (in_atari(old), in_atari(new));
    // A chain counts where it was not so before; what was captured is no longer there.
    let changed = |from: &[Chain], to: &[Chain], color: Color, on_board: &Go| -> usize {
        let is_in = |chain: &Chain| to.iter().any(|other| other.stones.contains(&chain.stones[0]));
        let stands = |chain: &Chain| on_board.stone(chain.stones[0]) == Some(color);
        let counted = from.iter().filter(|chain| chain.color == color && !is_in(chain) && stands(chain));
        counted.map(|chain| chain.stones.len()).sum()
    };
    let (attacked, saved) = (changed(&is, &was, !us, old), changed(&was, &is, us, new));
    let mut said = hints::stones(captured, attacked, saved);
    said.extend(ladders(old, new, us));
    said.extend(links(old, new, point, us));
    if said.is_empty() {
        said.extend(corner(old, point, us));
    }
    if said.is_empty() {
        said.extend(go_shape::facts(old, new, point, us));
    }
    said
}

fn in_atari(position: &Go) -> Vec<Chain> {
    position.chains().into_iter().filter(|chain| chain.liberties.len() == 1).collect()
}

/// Opponent's stones that are caught in a ladder by the move, and our own that were threatened by one and are not any more.
fn ladders(old: &Go, new: &Go, us: Color) -> Vec<Text> {
    let read = |position: &Go| -> Vec<(Chain, bool)> {
        let board = State::new(position, &[]).board;
        let mut reader = Reader::default();
        let found = reader.ladders(&board).iter();
        // A chain in atari is caught whatever it does; one with two liberties only if the attacker moves first.
        let chain = |&(cell, ref moves): &(_, Vec<_>)| {
            Some((position.chain(board.point_of(cell))?, moves.is_empty()))
        };
        found.filter_map(chain).collect()
    };
    let (was, is) = (read(old), read(new));
    let count = |of: &[(Chain, bool)], color: Color, caught: bool, gone: &[(Chain, bool)]| -> usize {
        let same = |chain: &Chain| gone.iter().any(|(other, _)| other.stones.contains(&chain.stones[0]));
        let counted = of.iter().filter(|(chain, is)| chain.color == color && *is == caught && !same(chain));
        counted.map(|(chain, _)| chain.stones.len()).sum()
    };
    let caught_before: Vec<(Chain, bool)> = was.iter().filter(|(_, caught)| *caught).cloned().collect();
    let caught = count(&is, !us, true, &caught_before);
    let saved = count(&was, us, false, &is);
    let said =
        |number: usize, sentence: fn(Text) -> Text| (number > 0).then(|| sentence(count_stones(number)));
    [said(caught, hints::catches_in_ladder), said(saved, hints::breaks_ladder)]
        .into_iter()
        .flatten()
        .collect()
}

/// Chains that meet at `point` and nowhere else: ours are connected there, the opponent's cut apart.
fn links(old: &Go, new: &Go, point: Point, us: Color) -> Vec<Text> {
    let around = |color: Color| -> Vec<Chain> {
        let chains = old.chains().into_iter();
        chains.filter(|chain| chain.color == color && chain.liberties.contains(&point)).collect()
    };
    let meet_only_here = |chains: &[Chain]| {
        let shared = |a: &Chain, b: &Chain| a.liberties.iter().filter(|p| b.liberties.contains(p)).count();
        let pairs = chains.iter().enumerate().flat_map(|(i, a)| chains[i + 1..].iter().map(move |b| (a, b)));
        chains.len() >= 2 && pairs.clone().all(|(a, b)| shared(a, b) == 1)
    };
    let (ours, theirs) = (around(us), around(!us));
    let stands = theirs.iter().all(|chain| new.stone(chain.stones[0]) == Some(!us));
    let mut said = Vec::new();
    if meet_only_here(&ours) {
        said.push(hints::connects(ours.len()));
    }
    if stands && meet_only_here(&theirs) {
        said.push(hints::cuts(theirs.len()));
    }
    said
}

/// A stone on the third line or higher in a corner where at most one stone stands. An empty corner is taken only far from
/// all stones: beside one the move is about that stone.
fn corner(old: &Go, point: Point, us: Color) -> Option<Text> {
    let size = old.size();
    let (reach, fold) = (size / 2, |v: usize| v.min(size - 1 - v));
    let is_corner = |p: Point| fold(p.x(size)) < reach && fold(p.y(size)) < reach;
    if size < 9 || !is_corner(point) || fold(point.x(size)).min(fold(point.y(size))) < 2 {
        return None;
    }
    let same = |p: &Point| {
        is_corner(*p)
            && (p.x(size) < reach) == (point.x(size) < reach)
            && (p.y(size) < reach) == (point.y(size) < reach)
    };
    let stones: Vec<Color> = Point::all(size).filter(same).filter_map(|p| old.stone(p)).collect();
    match stones[..] {
        [] => {
            let beside = |p: Point| old.stone(p).is_some() && go_shape::distance(p, point, size) <= 2;
            (!Point::all(size).any(beside)).then(hints::takes_empty_corner)
        }
        [color] if color == us => Some(hints::encloses_corner()),
        [_] => Some(hints::approaches_corner()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::{Kind, kind::Choice};
    use heibai_words::Language;

    /// What is said of the last of these moves on 9x9.
    fn said(moves: &str, language: Language) -> Vec<String> {
        let choice = Choice { size: Some(9), ..Choice::default() };
        let mut position = AnyPosition::start(&Kind::Go.rules(&choice).unwrap());
        let mut last = Vec::new();
        for name in moves.split_whitespace() {
            let mv = position.read_move(name).unwrap();
            last = super::super::reasons(&position, mv);
            position.play(mv).unwrap();
        }
        last.iter().map(|text| text.get(language).to_owned()).collect()
    }

    #[test]
    fn atari_escape_and_capture_are_told() {
        // White's stone on E5 loses three liberties, runs, and another one is taken.
        assert_eq!(said("D5 E5 F5 A1 E6", Language::English), ["It puts 1 stone in atari."]);
        assert_eq!(said("D5 E5 F5 A1 E6 E4", Language::English), ["It gets 1 stone out of atari."]);
        assert_eq!(said("D5 E5 F5 A1 E6 A9 E4", Language::Chinese), ["提掉 1 子。"]);
        assert_eq!(said("D5 E5", Language::English), ["It attaches to the opponent's stone."]);
    }

    #[test]
    fn a_chain_that_stays_in_atari_is_not_told_again() {
        assert!(!said("D5 E5 F5 A1 E6 A9 J9", Language::English).join(" ").contains("atari"));
    }

    #[test]
    fn corners_are_taken_enclosed_and_approached() {
        assert_eq!(said("C3", Language::English), ["It takes an empty corner."]);
        // Beside a stone on the middle lines it is no corner that is taken.
        assert_eq!(said("E5 E7 D7", Language::English), ["It attaches to the opponent's stone."]);
        assert_eq!(said("E5 G6 F4", Language::English), ["It moves diagonally from its own stone."]);
        assert_eq!(said("C3 G7 C4", Language::Chinese), ["守角。"]);
        assert_eq!(said("C3 G7 G6", Language::English), ["It approaches the opponent's corner."]);
    }

    #[test]
    fn stones_that_meet_at_one_point_are_connected_or_cut() {
        // Black on D5 and F5, White on E4 and E6: the point between belongs to whoever plays there.
        assert_eq!(
            said("D5 E4 F5 E6 E5", Language::English),
            ["It connects 2 groups.", "It cuts 2 groups of the opponent apart.",]
        );
    }

    #[test]
    fn ladders_are_caught_and_broken() {
        // White's stone on E5 runs to the upper right and is caught at the edge.
        assert_eq!(
            said("D5 E5 E4 J1 F4 J2 E6", Language::English),
            ["It puts 1 stone in atari.", "It catches 1 stone in a ladder."]
        );
        // A stone on its way breaks the ladder.
        assert_eq!(said("D5 E5 E4 J1 F4 G7", Language::Chinese), ["使 1 子不再被征吃。"]);
    }
}
