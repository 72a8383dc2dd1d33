//! What a Go stone does: its deeds to other stones, what it keeps the other side from, and what it takes in the opening.

use super::go_shape;
use crate::causes::names;
use crate::deeds::{Deed, deeds, deeds_of_other};
use heibai_games::go::Position as Go;
use heibai_games::{AnyPosition, Changes, Color, Move, Point, Position};
use heibai_words::names::count_stones;
use heibai_words::{Text, hints};

/// Deeds that are told of one stone.
const TOLD: usize = 2;
/// Captures within this many moves of the line are mentioned, if they take at least `WORTH_A_WORD` stones.
const AHEAD: usize = 9;
const WORTH_A_WORD: usize = 2;

/// What the move to `point`, the first of `line`, does.
pub(super) fn facts(before: &AnyPosition, point: Point, line: &[Move]) -> Vec<Text> {
    let AnyPosition::Go(old) = before else { return Vec::new() };
    let us = before.turn();
    let name = |at: Point| before.write_move(Move::Place(at));
    let own = deeds(old, point);
    let mut said: Vec<Text> = own.iter().take(TOLD).map(|deed| hints::it_does(deed.text(&name))).collect();
    if own.iter().all(|deed| matches!(deed, Deed::PutsInAtari(_) | Deed::Threatens(_))) {
        let other = deeds_of_other(old, point).into_iter().find(is_loud);
        said.extend(other.map(|deed| hints::otherwise(!us, deed.text(&name))));
    }
    if said.is_empty() {
        said.extend(corner(old, point, us, &name));
    }
    if said.len() < TOLD {
        said.extend(captures_later(before, line));
    }
    if said.is_empty() {
        let mut new = (**old).clone();
        new.play_unchecked(Move::Place(point), &mut ());
        said.extend(go_shape::facts(old, &new, point, us, &name));
    }
    said
}

/// Whether it is worth a word that the other side was kept from it.
fn is_loud(deed: &Deed) -> bool {
    match deed {
        Deed::PutsInAtari(stones) => stones.len() >= WORTH_A_WORD,
        _ => true,
    }
}

/// Stones that the mover captures later in the line.
fn captures_later(before: &AnyPosition, line: &[Move]) -> Option<Text> {
    let (us, mut at) = (before.turn(), before.clone());
    for (number, &mv) in line.iter().enumerate().take(AHEAD) {
        let (turn, mut changes) = (at.turn(), Changes::default());
        at.check(mv).ok()?;
        at.play_unchecked(mv, &mut changes);
        let stones: Vec<Point> = changes.removed.iter().map(|&(stone, _)| stone).collect();
        let stood = stones.iter().all(|&stone| before.stone(stone) == Some(!us));
        if number > 0 && turn == us && stones.len() >= WORTH_A_WORD && stood {
            let name = before.write_move(Move::Place(stones[0]));
            return Some(hints::line_captures(
                count_stones(stones.len()),
                &name,
                &names(before, &line[..=number]),
            ));
        }
    }
    None
}

/// A stone on the third line or higher in a corner where at most one stone stands. An empty corner is taken only far from
/// all stones: beside one the move is about that stone.
fn corner(old: &Go, point: Point, us: Color, name: &dyn Fn(Point) -> String) -> Option<Text> {
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
    let stones: Vec<(Point, Color)> =
        Point::all(size).filter(same).filter_map(|p| Some((p, old.stone(p)?))).collect();
    match stones[..] {
        [] => {
            let beside = |p: Point| old.stone(p).is_some() && go_shape::distance(p, point, size) <= 2;
            (!Point::all(size).any(beside)).then(hints::takes_empty_corner)
        }
        [(at, color)] if color == us => Some(hints::encloses_corner(&name(at))),
        [(at, _)] => Some(hints::approaches_corner(&name(at))),
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
            last = super::super::reasons(&position, mv, &[]);
            position.play(mv).unwrap();
        }
        last.iter().map(|text| text.get(language).to_owned()).collect()
    }

    #[test]
    fn atari_escape_and_capture_are_told() {
        // White's stone on E5 loses three liberties, runs, and another one is taken.
        assert_eq!(said("D5 E5 F5 A1 E6", Language::English), ["It puts 1 stone at E5 in atari."]);
        assert_eq!(said("D5 E5 F5 A1 E6 E4", Language::English), ["It gets 1 stone at E5 out of atari."]);
        assert_eq!(said("D5 E5 F5 A1 E6 A9 E4", Language::Chinese), ["此手可提掉 E5 的 1 子。"]);
        assert_eq!(said("D5 E5", Language::English), ["It attaches to D5."]);
    }

    #[test]
    fn a_chain_that_stays_in_atari_is_not_told_again() {
        assert!(!said("D5 E5 F5 A1 E6 A9 J9", Language::English).join(" ").contains("atari"));
    }

    #[test]
    fn corners_are_taken_enclosed_and_approached() {
        assert_eq!(said("C3", Language::English), ["It takes an empty corner."]);
        // Beside a stone on the middle lines it is no corner that is taken.
        assert_eq!(said("E5 E7 D7", Language::English), ["It attaches to E7."]);
        assert_eq!(said("E5 G6 F4", Language::English), ["It moves diagonally from E5."]);
        assert_eq!(said("C3 G7 C4", Language::Chinese), ["与 C3 一起守角。"]);
        assert_eq!(said("C3 G7 G6", Language::English), ["It approaches the corner of G7."]);
    }

    #[test]
    fn stones_that_meet_at_one_point_are_connected_or_cut() {
        // Black on D5 and F5, White on E4 and E6: the point between belongs to whoever plays there.
        assert_eq!(
            said("D5 E4 F5 E6 E5", Language::English),
            ["It cuts E6 and E4 apart.", "It connects D5 and F5."]
        );
    }

    #[test]
    fn ladders_are_caught_and_broken() {
        // White's stone on E5 runs to the upper right and is caught at the edge.
        assert_eq!(
            said("D5 E5 E4 J1 F4 J2 E6", Language::English),
            ["It catches 1 stone at E5 in a ladder."]
        );
        // A stone on its way breaks the ladder.
        assert_eq!(said("D5 E5 E4 J1 F4 G7", Language::Chinese), ["此手可使 E5 的 1 子免于被征吃。"]);
    }
}
