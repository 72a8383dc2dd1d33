//! Forbidden points: the reference, cases collected elsewhere, cases of our own, symmetries.

use crate::reference::{Grid, random_grid};
use heibai_games::gomoku::{Board, Forbidden, OpeningRule, Position, Rules, Variant, forbidden};
use heibai_games::{Color, Notation, Point, Position as _};
use heibai_testing::collection;

/// Boards of our own and all forbidden points of each, as the slow reference finds them.
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/forbidden_boards.txt");

fn written(points: impl IntoIterator<Item = (Point, Forbidden)>) -> Vec<String> {
    let mut names: Vec<String> = points
        .into_iter()
        .map(|(point, kind)| format!("{}:{}", Notation::Gomoku.write(point, 15), kind.code()))
        .collect();
    names.sort();
    names
}

fn fast(grid: &Grid, variant: Variant) -> Vec<(Point, Forbidden)> {
    forbidden::points(&grid.board(), variant).iter().collect()
}

fn read(file: &str) -> Option<String> {
    Some(std::fs::read_to_string(collection(&format!("gomoku/{file}"))?).unwrap())
}

/// One line a board: the points, what is forbidden by the definition, and what the outlines forbid.
#[test]
fn the_recorded_boards() {
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        let mut random = fastrand::Rng::with_seed(146);
        let mut text =
            "# board (row 15 first; X black, O white), forbidden by definition, by outlines\n".to_owned();
        for _ in 0..150 {
            let mut grid = random_grid(&mut random);
            let mut of = |variant| written(grid.all_forbidden(variant)).join(" ");
            let (renju, patterns) = (of(Variant::Renju), of(Variant::RenjuPatterns));
            text += &format!("{}\t{renju}\t{patterns}\n", grid.text());
        }
        std::fs::write(RECORDED, text).unwrap();
    }
    let text = std::fs::read_to_string(RECORDED).unwrap();
    let mut found = [0; 3];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [board, renju, patterns] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut grid = Grid::from_text(board);
        for (variant, expected) in [(Variant::Renju, renju), (Variant::RenjuPatterns, patterns)] {
            assert_eq!(written(fast(&grid, variant)).join(" "), expected, "{variant:?} {board}");
            assert_eq!(
                written(grid.all_forbidden(variant)).join(" "),
                expected,
                "{variant:?} {board}, reference"
            );
        }
        fast(&grid, Variant::Renju).iter().for_each(|(_, kind)| found[*kind as usize] += 1);
    }
    assert!(found.iter().all(|&count| count > 30), "every kind was met: {found:?}");
}

#[test]
fn the_collected_cases() {
    let Some(text) = read("forbidden_cases.json") else { return };
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    for case in json["cases"].as_array().unwrap() {
        let grid = Grid::from_text(case["board"].as_str().unwrap());
        let mut expected: Vec<String> = case["all_forbidden_points"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap().to_owned())
            .collect();
        expected.sort();
        assert_eq!(written(fast(&grid, Variant::Renju)), expected, "{}", case["name"]);
        assert_eq!(written(grid.clone().all_forbidden(Variant::Renju)), expected, "{}", case["name"]);
        let point = Notation::Gomoku.read(case["point"].as_str().unwrap(), 15).unwrap();
        let kind = forbidden::verdict(&grid.board(), point, Variant::Renju).forbidden();
        assert_eq!(kind.map(Forbidden::code), case["expect"].as_str(), "{}", case["name"]);
    }
}

#[test]
fn the_collected_boards() {
    let Some(text) = read("forbidden_boards_146.txt") else { return };
    let mut boards = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (board, points) = line.split_once('\t').unwrap();
        let grid = Grid::from_text(board);
        let mut expected: Vec<String> = points.split_whitespace().map(str::to_owned).collect();
        expected.sort();
        assert_eq!(written(fast(&grid, Variant::Renju)), expected, "{line}");
        boards += 1;
    }
    assert_eq!(boards, 146);
}

#[test]
fn random_boards_agree_with_the_reference() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut found = [0; 3];
    for _ in 0..6_000 {
        let mut grid = random_grid(&mut random);
        for variant in [Variant::Renju, Variant::RenjuPatterns] {
            let expected = grid.all_forbidden(variant);
            assert_eq!(fast(&grid, variant), expected, "{variant:?} {}", grid.text());
            for (_, kind) in expected {
                found[kind as usize] += 1;
            }
        }
    }
    assert!(found.iter().all(|&n| n > 3_000), "every kind was met often: {found:?}");
}

#[test]
fn turned_boards_have_turned_points() {
    let mut random = fastrand::Rng::with_seed(8);
    for _ in 0..500 {
        let grid = random_grid(&mut random);
        for variant in [Variant::Renju, Variant::RenjuPatterns] {
            let points = fast(&grid, variant);
            for (way, turned) in grid.symmetries().iter().enumerate() {
                let mut expected: Vec<(Point, Forbidden)> = points
                    .iter()
                    .map(|&(point, kind)| {
                        let (x, y) = grid.turned(grid.xy(point), way);
                        (Point((y * 15 + x) as u16), kind)
                    })
                    .collect();
                expected.sort();
                assert_eq!(fast(turned, variant), expected, "way {way} of {}", grid.text());
            }
        }
    }
}

#[test]
fn one_point_and_the_whole_board_agree() {
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..2_000 {
        let board = random_grid(&mut random).board();
        for variant in Variant::ALL {
            let all = forbidden::points(&board, variant);
            for point in board.empty_points() {
                assert_eq!(all.kind(point), forbidden::verdict(&board, point, variant).forbidden());
            }
        }
    }
}

/// Cases of our own: black stones, white stones, the point, what it is.
#[test]
fn cases_by_hand() {
    let cases = [
        ("two threes crossing", "h10 h9 i8 j8", "", "h8", Some("33")),
        ("one of them closed", "h10 h9 i8 j8", "k8", "h8", None),
        ("one of them boxed in to five points", "h10 h9 i8 j8", "f8 l8", "h8", None),
        ("four and three is allowed", "e8 f8 g8 h9 h10", "d8", "h8", None),
        ("two fours crossing", "e8 f8 g8 h9 h10 h11", "d8 h12", "h8", Some("44")),
        ("two fours in one line, broken twice", "e8 g8 i8 k8", "", "h8", Some("44")),
        ("two fours in one line, two and two", "e8 f8 h8 k8 l8", "", "i8", Some("44")),
        ("a straight four is one four", "e8 f8 g8", "", "h8", None),
        ("a four that would only become six", "h11 h10 h9 e8 f8 g8 j8", "h12 d8", "h8", None),
        ("six in a row", "d8 e8 f8 g8 i8", "", "h8", Some("6")),
        ("five beats six", "d8 e8 f8 g8 h9 h10 h11 h12 h13", "", "h8", None),
        ("a three whose gap makes five elsewhere", "e8 f8 g4 g5 g6 g7 h9 h10", "", "h8", None),
    ];
    for (name, black, white, point, expected) in cases {
        let mut grid = Grid::new(15);
        let read = |name| Notation::Gomoku.read(name, 15).unwrap();
        for (names, letter) in [(black, b'X'), (white, b'O')] {
            for name in names.split_whitespace() {
                grid.set(grid.xy(read(name)), letter);
            }
        }
        let kind = forbidden::verdict(&grid.board(), read(point), Variant::Renju).forbidden();
        assert_eq!(kind.map(Forbidden::code), expected, "{name}");
        let reference = grid.forbidden(grid.xy(read(point)), Variant::Renju);
        assert_eq!(reference.map(Forbidden::code), expected, "{name}, reference");
    }
}

#[test]
fn outlines_count_where_the_definition_does_not() {
    // The row's three has room for five points only: no straight four, but the outline is there.
    let mut grid = Grid::new(15);
    for (name, letter) in
        [("h10", b'X'), ("h9", b'X'), ("i8", b'X'), ("j8", b'X'), ("f8", b'O'), ("l8", b'O')]
    {
        grid.set(grid.xy(Notation::Gomoku.read(name, 15).unwrap()), letter);
    }
    let point = Notation::Gomoku.read("h8", 15).unwrap();
    let kind = |variant| forbidden::verdict(&grid.board(), point, variant).forbidden();
    assert_eq!(kind(Variant::Renju), None);
    assert_eq!(kind(Variant::RenjuPatterns), Some(Forbidden::DoubleThree));
}

#[test]
fn finding_them_takes_no_memory() {
    let mut random = fastrand::Rng::with_seed(10);
    for _ in 0..200 {
        let board = random_grid(&mut random).board();
        let measured = allocation_counter::measure(|| {
            std::hint::black_box(forbidden::points(&board, Variant::Renju).iter().count());
        });
        assert_eq!(measured.count_total, 0);
    }
}

/// What stays legal for Black does so whatever White adds.
#[test]
fn white_stones_never_forbid_what_stays_legal() {
    let mut random = fastrand::Rng::with_seed(31);
    let (mut staying, mut lost) = (0, 0);
    for _ in 0..300 {
        let mut board = Board::new(15);
        let points: Vec<Point> = Point::all(15).collect();
        for _ in 0..random.usize(20..60) {
            let point = points[random.usize(0..225)];
            if board.stone(point).is_none() {
                board.put(point, if random.u8(0..3) == 0 { Color::White } else { Color::Black });
            }
        }
        let empty: Vec<Point> = board.empty_points().collect();
        let legal =
            |board: &Board, point| forbidden::verdict(board, point, Variant::Renju).forbidden().is_none();
        let kept: Vec<Point> = empty
            .iter()
            .copied()
            .filter(|&point| forbidden::stays_legal(&board, point, Variant::Renju))
            .collect();
        assert!(kept.iter().all(|&point| legal(&board, point)));
        lost += empty.iter().filter(|&&point| legal(&board, point) && !kept.contains(&point)).count();
        for _ in 0..5 {
            let mut more = board.clone();
            for _ in 0..random.usize(1..6) {
                let point = empty[random.usize(0..empty.len())];
                if more.stone(point).is_none() {
                    more.put(point, Color::White);
                }
            }
            for &point in kept.iter().filter(|&&point| more.stone(point).is_none()) {
                assert!(legal(&more, point), "{point:?} {more:?}");
                staying += 1;
            }
        }
    }
    assert!(staying > 10_000 && lost > 0, "{staying} {lost}");
}

/// A stone that threatens a five stands on one of the points of four.
#[test]
fn every_four_is_made_on_a_point_of_four() {
    let mut random = fastrand::Rng::with_seed(32);
    let mut fours = 0;
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju] {
        let rules = Rules::new(15, variant, OpeningRule::Free).unwrap();
        for _ in 0..60 {
            let mut stones: Vec<(Point, Color)> = Vec::new();
            let points: Vec<Point> = Point::all(15).collect();
            for _ in 0..random.usize(30..90) {
                let point = points[random.usize(0..225)];
                if stones.iter().all(|&(other, _)| other != point) {
                    stones.push((point, if random.bool() { Color::White } else { Color::Black }));
                }
            }
            let Ok(position) = Position::setup(&rules, &stones, Color::White) else { continue };
            for side in Color::BOTH {
                let known = position.board().points_of_four(side);
                let before = position.fives(side);
                for point in position.board().empty_points() {
                    let added = [&stones[..], &[(point, side)]].concat();
                    let Ok(next) = Position::setup(&rules, &added, side) else { continue };
                    let new = next.fives(side).into_iter().any(|five| !before.contains(&five));
                    fours += usize::from(new);
                    assert!(!new || known.contains(&point), "{point:?} {position:?}");
                }
            }
        }
    }
    assert!(fours > 1_000, "{fours}");
}
