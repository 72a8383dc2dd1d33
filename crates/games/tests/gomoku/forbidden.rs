//! Forbidden points: the reference, cases collected elsewhere, cases of our own, symmetries.

use crate::reference::{Grid, random_grid};
use heibai_games::gomoku::{Forbidden, Variant, forbidden};
use heibai_games::{Notation, Point};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/gomoku");

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
    let text = std::fs::read_to_string(format!("{DATA}/{file}")).ok();
    if text.is_none() {
        println!("{DATA}/{file} is not here: nothing compared");
    }
    text
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
