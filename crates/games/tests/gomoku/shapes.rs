//! Shapes, their scores, and candidates.

use crate::reference::{DIRECTIONS, Grid, random_grid};
use heibai_games::gomoku::score::{self, Combination};
use heibai_games::gomoku::{OpeningRule, Position, Rules, Shape, Variant, candidates, shapes};
use heibai_games::{Color, Notation, Point, Position as _};

/// A line as one side sees it, from the words of the rules: `x` own, `.` empty, `#` anything else.
#[derive(Clone)]
struct Row {
    cells: Vec<u8>,
    here: usize,
    exact: bool,
}

impl Row {
    fn run(&self) -> (usize, usize) {
        let first = (0..=self.here).rev().take_while(|&i| self.cells[i] == b'x').last().unwrap();
        let last = (self.here..self.cells.len()).take_while(|&i| self.cells[i] == b'x').last().unwrap();
        (first, last)
    }

    fn is_five(&self) -> bool {
        let (first, last) = self.run();
        let length = last - first + 1;
        if self.exact { length == 5 } else { length >= 5 }
    }

    fn with(&self, q: usize) -> Row {
        let mut row = self.clone();
        row.cells[q] = b'x';
        row
    }

    fn empties(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&q| self.cells[q] == b'.')
    }

    fn makes_five(&self, q: usize) -> bool {
        self.cells.get(q) == Some(&b'.') && self.with(q).is_five()
    }

    fn is_open_four(&self) -> bool {
        let (first, last) = self.run();
        last - first == 3 && first > 0 && self.makes_five(first - 1) && self.makes_five(last + 1)
    }

    /// Whether `stones` more stones can make `goal` true.
    fn can(&self, stones: usize, goal: &dyn Fn(&Row) -> bool) -> bool {
        if stones == 0 { goal(self) } else { self.empties().any(|q| self.with(q).can(stones - 1, goal)) }
    }

    /// Whether the stones of the row, without the one added on `q`, stand side by side.
    fn unbroken_without(&self, q: usize) -> bool {
        let (first, last) = self.with(q).run();
        q == first || q == last
    }

    /// Whether the stone on `q` makes a five, with this stone in it, of which it is not an end.
    fn fills_a_gap_of_five(&self, q: usize) -> bool {
        let (first, last) = self.with(q).run();
        (first..=last - 4).any(|start| start < q && q < start + 4 && (start..start + 5).contains(&self.here))
    }

    fn shape(&self) -> Option<Shape> {
        if self.is_five() {
            return Some(Shape::Five);
        }
        if self.is_open_four() {
            return Some(Shape::OpenFour);
        }
        let fives: Vec<usize> = self.empties().filter(|&q| self.makes_five(q)).collect();
        if fives.iter().any(|&q| self.fills_a_gap_of_five(q)) {
            return Some(Shape::BrokenFour);
        }
        if !fives.is_empty() {
            return Some(Shape::ClosedFour);
        }
        let fours: Vec<usize> = self.empties().filter(|&q| self.with(q).is_open_four()).collect();
        if fours.iter().any(|&q| self.unbroken_without(q)) {
            return Some(Shape::OpenThree);
        }
        if !fours.is_empty() {
            return Some(Shape::BrokenThree);
        }
        let shapes = [
            (Shape::ClosedThree, self.can(2, &Row::is_five)),
            (Shape::OpenTwo, self.can(2, &Row::is_open_four)),
            (Shape::ClosedTwo, self.can(3, &Row::is_five)),
        ];
        shapes.into_iter().find(|&(_, holds)| holds).map(|(shape, _)| shape)
    }
}

fn reference_shapes(grid: &Grid, p: (i32, i32), own: u8, exact: bool) -> [Option<Shape>; 4] {
    DIRECTIONS.map(|(dx, dy)| {
        let see = |k: i32| match grid.at((p.0 + k * dx, p.1 + k * dy)) {
            _ if k == 0 => b'x',
            letter if letter == own => b'x',
            b'.' => b'.',
            _ => b'#',
        };
        // Six steps each way: a wall beyond changes nothing.
        Row { cells: (-6..=6).map(see).collect(), here: 6, exact }.shape()
    })
}

#[test]
fn shapes_agree_with_the_reference() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut seen = [0u32; 9];
    for _ in 0..600 {
        let grid = random_grid(&mut random);
        let board = grid.board();
        for (color, own) in [(Color::Black, b'X'), (Color::White, b'O')] {
            for variant in [Variant::Standard, Variant::Freestyle] {
                for point in board.empty_points().filter(|_| random.u8(0..8) == 0) {
                    let exact = variant == Variant::Standard;
                    let expected = reference_shapes(&grid, grid.xy(point), own, exact);
                    let found = shapes::at(&board, point, color, variant);
                    assert_eq!(found, expected, "{variant:?} {color} {point:?} {}", grid.text());
                    found.into_iter().flatten().for_each(|shape| seen[shape as usize] += 1);
                }
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 30), "every shape was met: {seen:?}");
}

fn position(black: &str, white: &str, variant: Variant) -> Position {
    let rules = Rules::new(15, variant, OpeningRule::Free).unwrap();
    let stones: Vec<(Point, Color)> = [(black, Color::Black), (white, Color::White)]
        .into_iter()
        .flat_map(|(names, color)| names.split_whitespace().map(move |name| (name, color)))
        .map(|(name, color)| (Notation::Gomoku.read(name, 15).unwrap(), color))
        .collect();
    Position::setup(&rules, &stones, Color::Black).unwrap()
}

#[test]
fn the_numbers_of_the_document() {
    let scores = Shape::ALL.map(Shape::score);
    assert_eq!(scores, [150, 600, 2_600, 6_200, 12_000, 42_000, 55_000, 160_000, 1_000_000]);
    let bonuses = Combination::ALL.map(Combination::bonus);
    assert_eq!(bonuses, [420_000, 200_000, 120_000, 36_000, 18_000]);
    let place = |name| score::of_place(Notation::Gomoku.read(name, 15).unwrap(), 15);
    assert_eq!([place("h8"), place("h7"), place("a8"), place("a15"), place("o1")], [14, 13, 7, 0, 0]);
}

/// One line of the document's table: the stones on row 8, and what they are.
#[test]
fn each_shape_by_name() {
    let cases = [
        ("f8 g8 h8 i8 j8", "", Shape::Five),
        ("f8 g8 h8 i8", "", Shape::OpenFour),
        ("f8 g8 h8 i8", "e8", Shape::ClosedFour),
        ("f8 g8 i8 j8", "", Shape::BrokenFour),
        ("f8 h8 i8 j8", "k8", Shape::BrokenFour),
        ("f8 g8 h8", "", Shape::OpenThree),
        ("f8 g8 h8", "d8", Shape::OpenThree),
        ("f8 g8 h8", "d8 j8", Shape::ClosedThree),
        ("f8 g8 h8", "e8", Shape::ClosedThree),
        ("f8 g8 i8", "", Shape::BrokenThree),
        ("f8 g8 i8", "e8", Shape::ClosedThree),
        ("g8 h8", "", Shape::OpenTwo),
        ("g8 j8", "", Shape::OpenTwo),
        ("g8 h8", "f8", Shape::ClosedTwo),
    ];
    for (black, white, shape) in cases {
        let position = position(black, white, Variant::Standard);
        let mut expected = [0; 9];
        expected[shape as usize] = 1;
        assert_eq!(
            shapes::count(position.board(), Color::Black, Variant::Standard),
            expected,
            "{black} / {white}"
        );
    }
    let boxed = position("f8 g8 h8", "e8 j8", Variant::Standard);
    assert_eq!(shapes::count(boxed.board(), Color::Black, Variant::Standard), [0; 9], "no room for five");
}

#[test]
fn combinations_add_their_bonus_once() {
    // An open three in the row, an open three in the column, and the places of five stones.
    let crossed = position("g8 h8 i8 h9 h7", "", Variant::Freestyle);
    let diagonals = shapes::count(crossed.board(), Color::Black, Variant::Freestyle);
    let mut expected = [0; 9];
    expected[Shape::OpenThree as usize] = 2;
    expected[Shape::OpenTwo as usize] = 4;
    assert_eq!(diagonals, expected);
    let places = 14 + 4 * 13;
    let score = 2 * 12_000 + 36_000 + 4 * 600 + places;
    assert_eq!(score::classic(&crossed, Color::Black), score);
    assert_eq!(score::classic(&crossed, Color::White), -score);
}

#[test]
fn the_evaluation_sees_no_difference_in_a_mirror() {
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..400 {
        let grid = random_grid(&mut random);
        for color in Color::BOTH {
            for variant in Variant::ALL {
                let count = shapes::count(&grid.board(), color, variant);
                for turned in grid.symmetries() {
                    assert_eq!(shapes::count(&turned.board(), color, variant), count, "{}", grid.text());
                }
            }
        }
    }
}

#[test]
fn candidates_lie_near_stones_and_are_ordered() {
    let mut generator = fastrand::Rng::with_seed(5);
    let mut random = fastrand::Rng::with_seed(6);
    for _ in 0..200 {
        let grid = random_grid(&mut generator);
        if grid.stones().is_empty() {
            continue;
        }
        let rules = Rules::new(15, Variant::Renju, OpeningRule::Free).unwrap();
        let Ok(position) = Position::setup(&rules, &grid.stones(), Color::Black) else { continue };
        let found = candidates(&position, &mut || random.u64(..));
        let mut points: Vec<Point> = found.iter().map(|c| c.point).collect();
        points.sort();
        let near = |point: &Point| {
            let (x, y) = grid.xy(*point);
            let around = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| (x + dx, y + dy)));
            around.into_iter().any(|p| matches!(grid.at(p), b'X' | b'O'))
        };
        let expected: Vec<Point> = Point::all(15)
            .filter(near)
            .filter(|&point| position.check(heibai_games::Move::Place(point)).is_ok())
            .collect();
        assert_eq!(points, expected);
        assert!(found.is_sorted_by_key(|c| std::cmp::Reverse((c.shape, c.place))));
    }
}

#[test]
fn candidates_at_the_edges_of_a_game() {
    let rules = Rules::new(15, Variant::Renju, OpeningRule::Free).unwrap();
    let mut position = Position::start(&rules);
    let centre = Notation::Gomoku.read("h8", 15).unwrap();
    let found = candidates(&position, &mut || 0);
    assert_eq!(found.iter().map(|c| c.point).collect::<Vec<_>>(), [centre]);
    position.play(heibai_games::Move::Place(centre)).unwrap();
    // Ties fall as the random source says.
    let order = |seed| {
        let mut random = fastrand::Rng::with_seed(seed);
        candidates(&position, &mut || random.u64(..)).iter().map(|c| c.point).collect::<Vec<_>>()
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
    assert_eq!(order(1).len(), 24);
    let over = self::position("f8 g8 h8 i8 j8", "", Variant::Renju);
    assert!(candidates(&over, &mut || 0).is_empty());
}
