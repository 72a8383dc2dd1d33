//! The `classic` evaluation: shapes, combinations and closeness to the centre, with the source
//! document's own numbers.
//!
//! It is the evaluation of the levels that the document describes, kept visible as such.

use super::board::Board;
use super::position::Position;
use super::rules::Variant;
use super::shapes::{self, Count, Shape};
use crate::board::{Color, Point};

impl Shape {
    /// What the shape is worth on its own.
    pub const fn score(self) -> i32 {
        match self {
            Shape::Five => 1_000_000,
            Shape::OpenFour => 160_000,
            Shape::BrokenFour => 55_000,
            Shape::ClosedFour => 42_000,
            Shape::OpenThree => 12_000,
            Shape::BrokenThree => 6_200,
            Shape::ClosedThree => 2_600,
            Shape::OpenTwo => 600,
            Shape::ClosedTwo => 150,
        }
    }
}

/// Shapes that are worth more together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combination {
    /// Two open fours.
    DoubleOpenFour,
    /// Two fours, each closed or broken.
    DoubleFour,
    /// An open four and an open three.
    OpenFourAndOpenThree,
    /// Two open threes.
    DoubleOpenThree,
    /// An open three and a broken or closed one.
    OpenThreeAndThree,
}

impl Combination {
    /// All combinations, the most valuable first.
    pub const ALL: [Combination; 5] = [
        Combination::DoubleOpenFour,
        Combination::DoubleFour,
        Combination::OpenFourAndOpenThree,
        Combination::DoubleOpenThree,
        Combination::OpenThreeAndThree,
    ];

    /// What the combination is worth on top of its shapes.
    pub const fn bonus(self) -> i32 {
        match self {
            Combination::DoubleOpenFour => 420_000,
            Combination::DoubleFour => 200_000,
            Combination::OpenFourAndOpenThree => 120_000,
            Combination::DoubleOpenThree => 36_000,
            Combination::OpenThreeAndThree => 18_000,
        }
    }

    /// Whether these shapes hold the combination.
    pub const fn is_in(self, count: &Count) -> bool {
        let open_fours = count[Shape::OpenFour as usize];
        let open_threes = count[Shape::OpenThree as usize];
        match self {
            Combination::DoubleOpenFour => open_fours >= 2,
            Combination::DoubleFour => {
                count[Shape::ClosedFour as usize] + count[Shape::BrokenFour as usize] >= 2
            }
            Combination::OpenFourAndOpenThree => open_fours >= 1 && open_threes >= 1,
            Combination::DoubleOpenThree => open_threes >= 2,
            Combination::OpenThreeAndThree => {
                open_threes >= 1
                    && count[Shape::ClosedThree as usize] + count[Shape::BrokenThree as usize] >= 1
            }
        }
    }
}

/// The score of shapes: each for itself, and once for every combination that they hold.
pub(crate) fn of_shapes(count: &Count) -> i32 {
    let single: i32 = Shape::ALL.iter().map(|&s| s.score() * count[s as usize] as i32).sum();
    let together: i32 = Combination::ALL.iter().filter(|c| c.is_in(count)).map(|c| c.bonus()).sum();
    single + together
}

/// How near a point is to the centre: 14 in the middle of 15x15, 0 in a corner.
pub fn of_place(point: Point, size: usize) -> i32 {
    let centre = (size / 2) as i32;
    let along = |coordinate: usize| centre - (coordinate as i32 - centre).abs();
    (along(point.x(size)) + along(point.y(size))).max(0)
}

/// The score of the shapes that a stone of `color` on `point` would be part of.
pub(crate) fn of_stone(board: &Board, point: Point, color: Color, variant: Variant) -> i32 {
    let mut count = [0; 9];
    for shape in shapes::at(board, point, color, variant).into_iter().flatten() {
        count[shape as usize] += 1;
    }
    of_shapes(&count)
}

/// The `classic` evaluation of a position for `side`: its shapes and places less the other side's.
pub fn classic(position: &Position, side: Color) -> i32 {
    of_side(position, side) - of_side(position, !side)
}

fn of_side(position: &Position, side: Color) -> i32 {
    let board = position.board();
    let variant = crate::position::Position::rules(position).variant();
    let places: i32 = Point::all(board.size())
        .filter(|&point| board.stone(point) == Some(side))
        .map(|point| of_place(point, board.size()))
        .sum();
    of_shapes(&shapes::count(board, side, variant)) + places
}
