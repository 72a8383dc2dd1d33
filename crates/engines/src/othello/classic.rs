//! The textbook evaluations of Othello and the learned one, and what the game provides to the generic searches.

use super::endgame::Sides;
use super::pattern::Features;
use super::player::{Engine, Settings};
use super::weights::WEIGHTS;
use super::{book, characters, openings, ten};
use crate::data::{File, PlayerClass};
use crate::level::Level;
use crate::registry::{Names, Registry};
use crate::search::{Evaluation, Parts};
use heibai_games::othello::{Bits, Othello};
use heibai_games::value::{Amount, Value};
use heibai_games::{AnyPosition, Point, Position};
use heibai_words::characters as said;
use heibai_words::players::{othello_beginner, othello_best, othello_hard, othello_hell, othello_normal};

pub(crate) static NAMES: Names = Names {
    evaluations: &["weights", "discs", "mobility", "stable", "learned"],
    about_levels: [othello_beginner, othello_normal, othello_hard, othello_hell, othello_best],
    about_characters: [
        said::othello_chick,
        said::othello_rabbit,
        said::othello_kitten,
        said::othello_puppy,
        said::othello_squirrel,
        said::othello_panda,
        said::othello_fox,
        said::othello_monkey,
        said::othello_crane,
        said::othello_wolf,
        said::othello_owl,
        said::othello_dragon,
    ],
    nodes_per_ms: 1000.0,
    opening: openings::of,
};

pub(crate) static REGISTRY: Registry = Registry {
    evaluation: |name| Box::new(OthelloEvaluation(name)),
    value_of_end: |end| Value::proved(Amount::Discs(end.signed_margin())).bounded(end.bound()),
    sensible_moves: |position, moves| position.legal_moves(moves),
    likely_moves: |_, _| {},
    level: |level, seed| Box::new(Engine::of_level(level, seed)),
    light_hell: None,
    // The book is for 8x8 only; the 6x6 solver and the 10x10 evaluation have their own files.
    files: |rules, reader| match reader {
        _ if rules.size() == 6 => &[File::OthelloSix],
        _ if rules.size() == 10 => &[File::OthelloTen],
        _ if rules.size() != 8 => &[],
        PlayerClass::Level(level) if level >= Level::Hard => &[File::Othello, File::OthelloBook],
        _ => &[File::Othello],
    },
    character: characters::player,
    engine: |name, options, seed| Ok(Box::new(Engine::new(name, Settings::read(options)?, seed))),
    shares_tree: false,
    book: book::of,
};

/// One of: square weights, mobility, stable discs, disc count, or the strong engine's weights (in 1/32 disc; on 4x4
/// and 6x6 the disc count).
struct OthelloEvaluation(&'static str);

impl Evaluation<AnyPosition> for OthelloEvaluation {
    fn name(&self) -> &str {
        self.0
    }

    fn evaluate(&self, position: &AnyPosition) -> i32 {
        match self.0 {
            "discs" => sum(position, |_, _| 1),
            "mobility" => difference(position, false),
            "stable" => difference(position, true),
            "learned" => learned(position),
            _ => sum(position, square_weight),
        }
    }

    fn parts(&self, position: &AnyPosition) -> Option<Parts> {
        let points = match self.0 {
            "discs" => each_disc(position, |_, _| 1).collect(),
            "mobility" | "stable" => squares(position, self.0 == "stable"),
            "learned" => return None,
            _ => each_disc(position, square_weight).collect(),
        };
        Some(Parts { points, rest: 0 })
    }

    fn units_per_step(&self) -> f64 {
        match self.0 {
            "discs" => 12.0,
            "mobility" => 6.0,
            "stable" => 8.0,
            "learned" => 6.0 * f64::from(DISC),
            _ => 60.0,
        }
    }

    fn amount(&self, number: i32) -> Amount {
        match self.0 {
            "learned" => Amount::Discs(f64::from(number) / f64::from(DISC)),
            _ => Amount::Units { units: f64::from(number), win_rate: None },
        }
    }
}

/// Units of the learned evaluation in a disc.
pub(super) const DISC: i32 = 32;

fn learned(position: &AnyPosition) -> i32 {
    match position {
        AnyPosition::Othello8(board) => {
            let features = Features::new(board.mover(), board.opponent());
            WEIGHTS.value(&features, (board.mover() | board.opponent()).count_zeros())
        }
        AnyPosition::Othello10(board) => {
            let sides = Sides { mover: board.mover(), opponent: board.opponent() };
            DISC * ten::evaluate(sides) / ten::weights::UNIT
        }
        _ => DISC * sum(position, |_, _| 1),
    }
}

/// Calls a generic function with the board of any size.
macro_rules! on_board {
    ($position:expr, $of:ident($($argument:expr),*), $otherwise:expr) => {
        match $position {
            AnyPosition::Othello4(board) => $of(board, $($argument),*),
            AnyPosition::Othello6(board) => $of(board, $($argument),*),
            AnyPosition::Othello8(board) => $of(board, $($argument),*),
            AnyPosition::Othello10(board) => $of(board, $($argument),*),
            _ => $otherwise,
        }
    };
}

/// The squares that mobility counts (legal moves) or stability (discs that can never be flipped): those of the side to
/// move, and those of the other side.
fn counted<B: Bits, const N: usize>(board: &Othello<B, N>, stable: bool) -> [B; 2] {
    let sides = [board.turn(), !board.turn()];
    if !stable {
        return sides.map(|color| board.placements(color));
    }
    let stable = board.stable();
    sides.map(|color| stable & board.discs(color))
}

/// The mobility or stability of the side to move minus that of the other side.
fn difference(position: &AnyPosition, stable: bool) -> i32 {
    fn of<B: Bits, const N: usize>(board: &Othello<B, N>, stable: bool) -> i32 {
        let [mover, opponent] = counted(board, stable).map(|squares| squares.count() as i32);
        mover - opponent
    }
    on_board!(position, of(stable), 0)
}

/// The squares that mobility or stability counts, one each; the other side's are negative.
fn squares(position: &AnyPosition, stable: bool) -> Vec<(Point, i32)> {
    fn of<B: Bits, const N: usize>(board: &Othello<B, N>, stable: bool) -> Vec<(Point, i32)> {
        let [mover, opponent] = counted(board, stable);
        let has = |squares: B, point: &Point| !(squares & B::square(u32::from(point.0))).is_empty();
        let points = |(squares, part)| {
            Point::all(N).filter(move |point| has(squares, point)).map(move |point| (point, part))
        };
        [(mover, 1), (opponent, -1)].into_iter().flat_map(points).collect()
    }
    on_board!(position, of(stable), Vec::new())
}

/// The weighted discs of the side to move minus those of the other side.
fn sum(position: &AnyPosition, weight: impl Fn(Point, usize) -> i32) -> i32 {
    each_disc(position, weight).map(|(_, weight)| weight).sum()
}

fn each_disc(
    position: &AnyPosition,
    weight: impl Fn(Point, usize) -> i32,
) -> impl Iterator<Item = (Point, i32)> {
    let (size, own) = (position.size(), position.turn());
    Point::all(size).filter_map(move |point| {
        let color = position.stone(point)?;
        let weight = weight(point, size);
        Some((point, if color == own { weight } else { -weight }))
    })
}

/// Corners are good, squares next to an empty corner bad, edges slightly good; for every board size.
fn square_weight(point: Point, size: usize) -> i32 {
    let fold = |v: usize| v.min(size - 1 - v);
    let (x, y) = (fold(point.x(size)), fold(point.y(size)));
    match (x.min(y), x.max(y)) {
        (0, 0) => 100,
        (0, 1) => -20,
        (1, 1) => -50,
        (0, _) => 10,
        (1, _) => -2,
        _ => 1,
    }
}
