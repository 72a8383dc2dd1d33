//! The twenty-six openings of Renju: three stones, the first in the centre, the second beside it.

use crate::openings::Opening;
use heibai_games::symmetry::Symmetry;
use heibai_games::{AnyPosition, Move, Point, Position};

/// The board size that openings are defined on.
pub(super) const SIZE: usize = 15;

/// Steps to the right and up from the centre.
pub(super) type Offset = (i32, i32);

/// The second and the third stone.
type StonePair = [Offset; 2];

/// The second stone of direct and of indirect openings.
pub(super) const SECONDS: [Offset; 2] = [(0, 1), (1, 1)];

const fn direct(third: Offset, en: &'static str, zh: &'static str) -> (StonePair, Opening) {
    ([SECONDS[0], third], Opening { en, zh, moves: 3 })
}

const fn indirect(third: Offset, en: &'static str, zh: &'static str) -> (StonePair, Opening) {
    ([SECONDS[1], third], Opening { en, zh, moves: 3 })
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

/// The second and third stones of all openings.
pub(super) fn stones() -> impl Iterator<Item = StonePair> {
    OPENINGS.iter().map(|(stones, _)| *stones)
}

/// The point at an offset from the centre.
pub(super) fn point_at(size: usize, (right, up): Offset) -> Point {
    let centre = (size / 2) as i32;
    Point(((centre - up) * size as i32 + centre + right) as u16)
}

/// The opening of a game on 15x15 that began on an empty board, under any symmetry.
pub fn of(start: &AnyPosition, moves: &[Move]) -> Option<Opening> {
    let empty = start.size() == SIZE && Point::all(SIZE).all(|point| start.stone(point).is_none());
    let &[Move::Place(first), Move::Place(second), Move::Place(third), ..] = moves else { return None };
    if !empty || first != point_at(SIZE, (0, 0)) {
        return None;
    }
    let images = images([second, third]);
    let found = OPENINGS.iter().find(|(stones, _)| images.contains(&stones.map(|at| point_at(SIZE, at))))?;
    Some(found.1)
}

/// The eight symmetric images of the second and the third stone.
fn images(stones: [Point; 2]) -> [[Point; 2]; 8] {
    Symmetry::ALL.map(|symmetry| stones.map(|point| symmetry.point(point, SIZE)))
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
        let least = |stones: StonePair| images(stones.map(|at| point_at(SIZE, at))).into_iter().min();
        let mut seen = std::collections::BTreeSet::new();
        for (stones, opening) in OPENINGS {
            assert!(seen.insert(least(stones)), "{} is there twice", opening.en);
        }
        for second in SECONDS {
            for third in (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))) {
                let free = third != (0, 0) && third != second;
                assert_eq!(seen.contains(&least([second, third])), free, "{third:?}");
            }
        }
    }
}
