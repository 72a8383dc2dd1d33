//! The twenty-six openings of Renju: three stones, the first in the centre, the second beside it.

use crate::openings::Opening;
use heibai_games::{AnyPosition, Move, Point, Position};

/// Openings are named on this board.
const SIZE: usize = 15;
const CENTRE: (i32, i32) = (7, 7);

/// Where the second and the third stone lie, seen from the first: to the right and up.
type StonePair = [(i32, i32); 2];

const fn opening(
    third: (i32, i32),
    second: (i32, i32),
    en: &'static str,
    zh: &'static str,
) -> (StonePair, Opening) {
    ([second, third], Opening { en, zh, moves: 3 })
}

const fn direct(third: (i32, i32), en: &'static str, zh: &'static str) -> (StonePair, Opening) {
    opening(third, (0, 1), en, zh)
}

const fn indirect(third: (i32, i32), en: &'static str, zh: &'static str) -> (StonePair, Opening) {
    opening(third, (1, 1), en, zh)
}

const OPENINGS: [(StonePair, Opening); 26] = [
    direct((0, 2), "Kansei (1D)", "寒星"),
    direct((1, 2), "Keigetsu (2D)", "溪月"),
    direct((2, 2), "Sosei (3D)", "疏星"),
    direct((1, 1), "Kagetsu (4D)", "花月"),
    direct((2, 1), "Zangetsu (5D)", "残月"),
    direct((1, 0), "Ugetsu (6D)", "雨月"),
    direct((2, 0), "Kinsei (7D)", "金星"),
    direct((0, -1), "Shogetsu (8D)", "松月"),
    direct((1, -1), "Kyugetsu (9D)", "丘月"),
    direct((2, -1), "Shingetsu (10D)", "新月"),
    direct((0, -2), "Zuisei (11D)", "瑞星"),
    direct((1, -2), "Sangetsu (12D)", "山月"),
    direct((2, -2), "Yusei (13D)", "游星"),
    indirect((2, 2), "Chosei (1I)", "长星"),
    indirect((2, 1), "Kyogetsu (2I)", "峡月"),
    indirect((2, 0), "Kosei (3I)", "恒星"),
    indirect((2, -1), "Suigetsu (4I)", "水月"),
    indirect((2, -2), "Ryusei (5I)", "流星"),
    indirect((1, 0), "Ungetsu (6I)", "云月"),
    indirect((1, -1), "Hogetsu (7I)", "浦月"),
    indirect((1, -2), "Rangetsu (8I)", "岚月"),
    indirect((0, -1), "Gingetsu (9I)", "银月"),
    indirect((0, -2), "Myojo (10I)", "明星"),
    indirect((-1, -1), "Shagetsu (11I)", "斜月"),
    indirect((-1, -2), "Meigetsu (12I)", "名月"),
    indirect((-2, -2), "Suisei (13I)", "彗星"),
];

/// The opening of a game on 15x15 that began on an empty board, however the board is turned.
pub fn of(start: &AnyPosition, moves: &[Move]) -> Option<Opening> {
    let empty = start.size() == SIZE && Point::all(SIZE).all(|point| start.stone(point).is_none());
    let &[first, second, third, ..] = moves else { return None };
    let away = |mv| match mv {
        Move::Place(point) => Some((point.x(SIZE) as i32 - CENTRE.0, CENTRE.1 - point.y(SIZE) as i32)),
        Move::Pass => None,
    };
    let (second, third) = (away(second)?, away(third)?);
    if !empty || away(first)? != (0, 0) {
        return None;
    }
    let turned = (0..8).map(|turn| [second, third].map(|at| turn_by(at, turn)));
    turned
        .into_iter()
        .find_map(|shape| OPENINGS.iter().find(|(known, _)| *known == shape))
        .map(|found| found.1)
}

/// One of the eight ways to turn or mirror the board.
fn turn_by((x, y): (i32, i32), turn: u8) -> (i32, i32) {
    let (x, y) = if turn & 1 == 0 { (x, y) } else { (-x, y) };
    let (x, y) = if turn & 2 == 0 { (x, y) } else { (x, -y) };
    if turn & 4 == 0 { (x, y) } else { (y, x) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Kind;
    use heibai_games::kind::Choice;

    fn named(text: &str) -> Option<&'static str> {
        let rules = Kind::Gomoku.rules(&Choice::default()).unwrap();
        let start = AnyPosition::start(&rules);
        let moves: Vec<Move> = text.split(' ').map(|name| start.read_move(name).unwrap()).collect();
        of(&start, &moves).map(|opening| opening.zh)
    }

    #[test]
    fn openings_have_their_names_however_the_board_is_turned() {
        assert_eq!(named("h8 h9 i9"), Some("花月"));
        assert_eq!(named("h8 i8 i9"), Some("花月"));
        assert_eq!(named("h8 g8 g7 a1"), Some("花月"));
        assert_eq!(named("h8 i9 i7"), Some("浦月"));
        assert_eq!(named("h8 g7 i7"), Some("浦月"));
        assert_eq!(named("h8 h9 i8"), Some("雨月"));
        assert_eq!(named("h8 i9 f6"), Some("彗星"));
        assert_eq!(named("h8 h10 i9"), None);
        assert_eq!(named("g8 h9 i9"), None);
        assert_eq!(named("h8 h9"), None);
    }

    /// Every third stone in the middle five by five squares has one name.
    #[test]
    fn twenty_six_and_no_two_alike() {
        let mut seen = std::collections::BTreeSet::new();
        for (shape, opening) in OPENINGS {
            let least = (0..8).map(|turn| shape.map(|at| turn_by(at, turn))).min();
            assert!(seen.insert(least), "{} is there twice", opening.en);
        }
        for second in [(0, 1), (1, 1)] {
            for x in -2..=2 {
                for y in -2..=2 {
                    let shape = [second, (x, y)];
                    let free = (x, y) != (0, 0) && (x, y) != second;
                    let least = (0..8).map(|turn| shape.map(|at| turn_by(at, turn))).min();
                    assert_eq!(seen.contains(&least), free, "{x} {y}");
                }
            }
        }
    }
}
