//! What the solver for wins by fours misses and what it claims wrongly, against a plain search of our own that shares
//! nothing with it but the rules: stones in an array, lines looked at cell by cell, the referee asked for
//! every black stone.

use heibai_engines::gomoku::order::{self, Threat};
use heibai_engines::gomoku::{Class, Failures, Found, PatternBoard, Vcf, Weights, proof};
use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant};
use heibai_games::{Color, Move, Notation, Point, Position as _};
use std::collections::HashSet;

const SIZE: usize = 15;

/// The plain search: every four in the order of the board, to any depth.
struct Plain {
    rules: Rules,
    cells: Vec<Option<Color>>,
    attacker: Color,
    failed: HashSet<Vec<Option<Color>>>,
    /// Positions it may still look at.
    left: usize,
}

impl Plain {
    fn new(position: &Position) -> Plain {
        let cells = Point::all(SIZE).map(|point| position.stone(point)).collect();
        let (rules, attacker) = (position.rules(), position.turn());
        Plain { rules, cells, attacker, failed: HashSet::new(), left: 3_000 }
    }

    /// Whether a stone of this colour on the cell would be part of a row that counts as five.
    fn makes_five(&self, cell: usize, color: Color) -> bool {
        let exact = self.rules.variant().needs_exactly_five(color);
        let (x, y) = ((cell % SIZE) as isize, (cell / SIZE) as isize);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| {
            let run = |sign: isize| {
                (1..)
                    .take_while(|&i| {
                        let (x, y) = (x + sign * i * dx, y + sign * i * dy);
                        let on = (0..SIZE as isize).contains(&x) && (0..SIZE as isize).contains(&y);
                        on && self.cells[y as usize * SIZE + x as usize] == Some(color)
                    })
                    .count()
            };
            let length = 1 + run(1) + run(-1);
            length == 5 || length > 5 && !exact
        })
    }

    fn fives(&self, color: Color) -> Vec<usize> {
        let empty = (0..SIZE * SIZE).filter(|&cell| self.cells[cell].is_none());
        empty.filter(|&cell| self.makes_five(cell, color)).collect()
    }

    fn is_legal(&self, cell: usize, color: Color) -> bool {
        if color == Color::White || !self.rules.variant().is_renju() {
            return true;
        }
        let stones: Vec<(Point, Color)> =
            Point::all(SIZE).zip(&self.cells).filter_map(|(p, &c)| c.map(|c| (p, c))).collect();
        let position = Position::setup(&self.rules, &stones, color).unwrap();
        position.check(Move::Place(Point(cell as u16))).is_ok()
    }

    /// Whether the attacker, to move, wins; `None` when there is too much to look at.
    fn wins(&mut self) -> Option<bool> {
        if !self.fives(self.attacker).is_empty() {
            return Some(true);
        }
        let against = self.fives(!self.attacker);
        if against.len() > 1 || self.failed.contains(&self.cells) {
            return Some(false);
        }
        self.left = self.left.checked_sub(1)?;
        let moves = match against[..] {
            [must] => vec![must],
            _ => (0..SIZE * SIZE).filter(|&cell| self.cells[cell].is_none()).collect(),
        };
        for cell in moves {
            if self.four_wins(cell)? {
                return Some(true);
            }
        }
        self.failed.insert(self.cells.clone());
        Some(false)
    }

    fn four_wins(&mut self, cell: usize) -> Option<bool> {
        self.cells[cell] = Some(self.attacker);
        let threats = self.fives(self.attacker);
        self.cells[cell] = None;
        if threats.is_empty() || !self.is_legal(cell, self.attacker) {
            return Some(false);
        }
        self.cells[cell] = Some(self.attacker);
        let wins = match threats[..] {
            [reply] if self.is_legal(reply, !self.attacker) => {
                self.cells[reply] = Some(!self.attacker);
                let wins = self.wins();
                self.cells[reply] = None;
                wins
            }
            _ => Some(true),
        };
        self.cells[cell] = None;
        wins
    }
}

/// A random position full of threes: stones in a cluster, nobody with a five.
fn random_position(variant: Variant, random: &mut fastrand::Rng) -> Position {
    let rules = Rules::new(SIZE, variant, OpeningRule::Free).unwrap();
    loop {
        let count = random.usize(16..90);
        let spread = random.usize(3..8);
        let mut stones: Vec<(Point, Color)> = Vec::new();
        while stones.len() < count.min(2 * spread * spread) {
            let (x, y) = (random.usize(7 - spread..=7 + spread), random.usize(7 - spread..=7 + spread));
            let point = Point((y * SIZE + x) as u16);
            if stones.iter().all(|&(other, _)| other != point) {
                stones.push((point, Color::BOTH[stones.len() % 2]));
            }
        }
        let turn = Color::BOTH[random.usize(..2)];
        if let Ok(position) = Position::setup(&rules, &stones, turn)
            && position.outcome().is_none()
        {
            return position;
        }
    }
}

#[test]
fn the_solver_finds_what_a_plain_search_finds_and_nothing_else() {
    let mut random = fastrand::Rng::with_seed(20);
    let mut failures = Failures::new(12);
    for variant in [Variant::Renju, Variant::Freestyle, Variant::Standard, Variant::RenjuPatterns] {
        let (mut won, mut lost, mut long) = (0, 0, 0);
        while won + lost < 150 {
            let position = random_position(variant, &mut random);
            let mut board = PatternBoard::of(&position, Weights::of(variant));
            // Wins at once are no test.
            if board.is_decided() && random.usize(..20) > 0 {
                continue;
            }
            let Some(expected) = Plain::new(&position).wins() else { continue };
            failures.clear();
            let found = Vcf::new(&mut board, &mut failures, u64::MAX, &|| false).any();
            let Found::Win(line) = found else {
                assert_eq!(found, Found::Nothing);
                assert!(!expected, "missed: {position:?}");
                lost += 1;
                continue;
            };
            assert!(expected, "claimed: {position:?}");
            let line: Vec<Point> = line.into_iter().map(|cell| Point(cell as u16)).collect();
            assert_eq!(proof::check(&position, &line), Ok(()), "{position:?}");
            won += 1;
            long += usize::from(line.len() >= 7);
        }
        println!("{}: {won} won, {long} of them in four moves or more; {lost} without a win", variant.name());
        assert!(won >= 20 && lost >= 20 && long >= 5, "{won} {lost} {long}");
    }
}

/// Against a four-three the search tries only moves that can help. Every other move must lose to fours.
#[test]
fn moves_left_out_against_a_four_three_lose_to_fours() {
    let mut random = fastrand::Rng::with_seed(17);
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju] {
        let (mut seen, mut left_out) = (0, 0);
        while seen < 25 {
            let position = random_position(variant, &mut random);
            let mut board = PatternBoard::of(&position, Weights::of(variant));
            let (own, other) = (board.turn(), !board.turn());
            let quiet = [(own, Class::Five), (other, Class::Five), (other, Class::OpenFour)];
            let calm = quiet.iter().all(|&(color, class)| board.count(color, class) == 0);
            if !calm || !order::four_three_wins(&board, other) {
                continue;
            }
            seen += 1;
            let helpful = order::candidates(&board, Threat::FourThree);
            for cell in board.near().without(&helpful).iter().collect::<Vec<_>>() {
                if board.is_forbidden(cell) {
                    continue;
                }
                left_out += 1;
                board.play(cell);
                let found = Vcf::new(&mut board, &mut Failures::new(10), 10_000, &|| false).any();
                board.undo();
                assert!(matches!(found, Found::Win(_)), "{variant:?} {position:?}: {}", Point(cell as u16).0);
            }
        }
        assert!(left_out > 200, "{variant:?}: only {left_out} moves were left out");
    }
}

/// Composed wins of sixteen moves and more: far longer than games bring forth.
#[test]
fn long_wins_are_found_with_few_nodes() {
    let mut failures = Failures::new(16);
    for (name, variant) in [("long-renju.txt", Variant::Renju), ("long-freestyle.txt", Variant::Freestyle)] {
        let path = format!("{}/../../data/vcf/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.lines().count() >= 16, "{name}");
        let rules = Rules::new(SIZE, variant, OpeningRule::Free).unwrap();
        for line in text.lines() {
            let starts = line.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i);
            let starts: Vec<usize> = starts.chain([line.len()]).collect();
            let names = starts.windows(2).map(|pair| &line[pair[0]..pair[1]]);
            let points = names.map(|name| Notation::Gomoku.read(name, SIZE).unwrap());
            let stones: Vec<(Point, Color)> = points.zip(Color::BOTH.into_iter().cycle()).collect();
            let position = Position::setup(&rules, &stones, Color::BOTH[stones.len() % 2]).unwrap();
            let mut board = PatternBoard::of(&position, Weights::of(variant));
            failures.clear();
            let found = Vcf::new(&mut board, &mut failures, 200_000, &|| false).any();
            let Found::Win(cells) = found else { panic!("{name} {line}: {found:?}") };
            let cells: Vec<Point> = cells.into_iter().map(|cell| Point(cell as u16)).collect();
            assert!(cells.len() >= 31, "{name} {line}: {}", cells.len());
            assert_eq!(proof::check(&position, &cells), Ok(()), "{name} {line}");
        }
    }
}
