//! Overlays of a board: each game's own concepts, from its referee.

use crate::error::Answer;
use crate::facts;
use crate::line::Line;
use crate::wire::{Both, ForbiddenView, Side};
use heibai_games::go::life::unconditional;
use heibai_games::gomoku::shapes::{self, Shape};
use heibai_games::othello::{Bits, Othello, Region};
use heibai_games::{AnyPosition, Color, Point, Position, go, gomoku};
use heibai_words::{Say, Text};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub struct Squares {
    corner: Vec<u16>,
    x: Vec<u16>,
    c: Vec<u16>,
    edge: Vec<u16>,
    centre: Vec<u16>,
}

#[derive(Serialize, ToSchema)]
pub struct EmptyRegion {
    points: Vec<u16>,
    odd: bool,
}

#[derive(Serialize, ToSchema)]
pub struct ShapeAt {
    point: u16,
    side: Side,
    shape: &'static str,
    zh: String,
    en: String,
    score: i32,
}

#[derive(Serialize, ToSchema)]
pub struct Group {
    points: Vec<u16>,
    side: Side,
    liberties: usize,
    /// Whether it lives unconditionally.
    alive: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Overlays {
    Othello {
        stable: Vec<u16>,
        /// Whether these are all stable discs, or only those proved without search.
        stable_exact: bool,
        frontier: Vec<u16>,
        mobility: Both<Vec<u16>>,
        potential: Both<u32>,
        regions: Vec<EmptyRegion>,
        squares: Box<Squares>,
        /// The phase of the next move: `opening`, `midgame` or `endgame`.
        phase: &'static str,
    },
    Gomoku {
        shapes: Vec<ShapeAt>,
        forbidden: Vec<ForbiddenView>,
    },
    Go {
        groups: Vec<Group>,
    },
}

pub fn overlays(of: &Line) -> Answer<Overlays> {
    let game = of.play()?;
    let position = game.position();
    Ok(match position {
        AnyPosition::Othello4(board) => othello(board),
        AnyPosition::Othello6(board) => othello(board),
        AnyPosition::Othello8(board) => othello(board),
        AnyPosition::Othello10(board) => othello(board),
        AnyPosition::Go(board) => groups(board),
        AnyPosition::Gomoku(board) => gomoku(board),
    })
}

fn points<B: Bits>(squares: B, size: usize) -> Vec<u16> {
    let has = |p: &Point| !(squares & B::square(u32::from(p.0))).is_empty();
    Point::all(size).filter(has).map(|p| p.0).collect()
}

/// Position limit for finding all stable discs: a few milliseconds, since any guest may ask.
const STABLE_POSITIONS: usize = 5_000;

fn othello<B: Bits, const N: usize>(board: &Othello<B, N>) -> Overlays {
    let of = |wanted: Region| points(Othello::<B, N>::squares_of(wanted), N);
    let frontier = board.frontier(Color::Black) | board.frontier(Color::White);
    let regions = board.empty_regions().into_iter();
    let (stable, stable_exact) = board.stable_within(STABLE_POSITIONS);
    Overlays::Othello {
        stable: points(stable, N),
        stable_exact,
        frontier: points(frontier, N),
        mobility: Both::of(|side| points(board.placements(side), N)),
        potential: Both::of(|side| board.potential_mobility(side).count()),
        regions: regions.map(|r| EmptyRegion { points: points(r.squares, N), odd: r.odd }).collect(),
        squares: Box::new(Squares {
            corner: of(Region::Corner),
            x: of(Region::XSquare),
            c: of(Region::CSquare),
            edge: of(Region::Edge),
            centre: of(Region::Centre),
        }),
        phase: board.phase().name(),
    }
}

fn groups(board: &go::Position) -> Overlays {
    let life = unconditional(board);
    let group = |chain: go::Chain| Group {
        alive: chain.stones.first().is_some_and(|s| life.chains.iter().any(|l| l.stones.contains(s))),
        points: chain.stones.iter().map(|p| p.0).collect(),
        side: chain.color.into(),
        liberties: chain.liberties.len(),
    };
    Overlays::Go { groups: board.chains().into_iter().map(group).collect() }
}

/// The shapes that a stone on each empty point would make, for both sides; points that make none are left out.
fn gomoku(board: &gomoku::Position) -> Overlays {
    let variant = board.rules().variant();
    let mut found = Vec::new();
    for point in board.board().empty_points() {
        for side in Color::BOTH {
            for shape in shapes::at(board.board(), point, side, variant).into_iter().flatten() {
                let Text { zh, en } = shape.text();
                let (point, side, score) = (point.0, side.into(), shape.score());
                found.push(ShapeAt { point, side, shape: shape_code(shape), zh, en, score });
            }
        }
    }
    let points = gomoku::forbidden::points(board.board(), variant);
    let view = |found: (Point, gomoku::Forbidden)| facts::forbidden_view(board, found);
    Overlays::Gomoku { shapes: found, forbidden: points.iter().map(view).collect() }
}

const fn shape_code(shape: Shape) -> &'static str {
    match shape {
        Shape::Five => "five",
        Shape::OpenFour => "open_four",
        Shape::ClosedFour => "closed_four",
        Shape::BrokenFour => "broken_four",
        Shape::OpenThree => "open_three",
        Shape::ClosedThree => "closed_three",
        Shape::BrokenThree => "broken_three",
        Shape::OpenTwo => "open_two",
        Shape::ClosedTwo => "closed_two",
    }
}
