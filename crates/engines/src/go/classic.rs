//! The plain evaluation of Go, and what the game provides to the generic searches.

use super::characters;
use super::players::{engine, level};
use crate::data::{File, PlayerClass};
use crate::level::Level;
use crate::registry::{Names, Registry};
use crate::search::{Evaluation, Parts};
use heibai_games::go;
use heibai_games::value::{Amount, Value};
use heibai_games::{AnyPosition, Color, Move, Point, Position};
use heibai_words::characters as said;
use heibai_words::players::{go_beginner, go_best, go_hard, go_hell, go_normal};

pub(crate) static NAMES: Names = Names {
    evaluations: &["area"],
    about_levels: [go_beginner, go_normal, go_hard, go_hell, go_best],
    about_characters: [
        said::go_chick,
        said::go_rabbit,
        said::go_kitten,
        said::go_puppy,
        said::go_squirrel,
        said::go_panda,
        said::go_fox,
        said::go_monkey,
        said::go_crane,
        said::go_wolf,
        said::go_owl,
        said::go_dragon,
    ],
    nodes_per_ms: 0.5,
    opening: |_, _| None,
};

pub(crate) static REGISTRY: Registry = Registry {
    evaluation: |_| Box::new(GoEvaluation),
    // Half points.
    value_of_end: |end| {
        let win_rate = Some(f64::from(u8::from(end.won)));
        Value::estimated(Amount::Points { lead: end.signed_margin(), win_rate }).bounded(end.bound())
    },
    sensible_moves,
    likely_moves: sensible_moves,
    level,
    light_hell: None,
    files: |_, reader| match reader {
        PlayerClass::Level(Level::Beginner | Level::Normal) => &[File::GoTiny],
        PlayerClass::Level(Level::Hard | Level::Hell) | PlayerClass::Laboratory => &[File::GoMedium],
        PlayerClass::Level(Level::Best) => &[File::GoMain, File::GoMedium],
        PlayerClass::Character => &[File::GoTiny, File::GoMedium],
        PlayerClass::Other => &[],
    },
    character: characters::player,
    engine,
    shares_tree: true,
    book: |_| Vec::new(),
};

/// All legal moves except those into one's own eyes; passes only if nothing else is left.
fn sensible_moves(position: &AnyPosition, moves: &mut Vec<Move>) {
    position.legal_moves(moves);
    moves.retain(|&mv| matches!(mv, Move::Place(point) if !is_own_eye(position, point)));
    if moves.is_empty() {
        moves.push(Move::Pass);
    }
}

/// An empty point whose neighbours, and nearly all diagonals, are stones of the side to move.
fn is_own_eye(position: &AnyPosition, point: Point) -> bool {
    let (size, own) = (position.size(), position.turn());
    let (x, y) = (point.x(size) as isize, point.y(size) as isize);
    let at = |dx: isize, dy: isize| {
        let point = Point::new(usize::try_from(x + dx).ok()?, usize::try_from(y + dy).ok()?, size)?;
        Some(position.stone(point))
    };
    let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let across = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let mine = |(dx, dy): (isize, isize)| at(dx, dy).is_none_or(|stone| stone == Some(own));
    let foreign = across.iter().filter(|&&(dx, dy)| at(dx, dy) == Some(Some(!own))).count();
    let at_edge = across.iter().any(|&(dx, dy)| at(dx, dy).is_none());
    beside.into_iter().all(mine) && foreign < if at_edge { 1 } else { 2 }
}

/// Half points.
const STEP: f64 = 16.0;

/// Stones and surrounded points on the board as it is, every stone counted as alive.
struct GoEvaluation;

impl Evaluation<AnyPosition> for GoEvaluation {
    fn name(&self) -> &str {
        "area"
    }

    fn evaluate(&self, position: &AnyPosition) -> i32 {
        let AnyPosition::Go(board) = position else { return 0 };
        let Ok(count) = go::score::count(board, &[], &[]) else { return 0 };
        let score = count.score();
        let black = score.black.0 - score.white.0 - board.rules().compensation().0;
        if position.turn() == Color::Black { black } else { -black }
    }

    /// Two half points per point of a side; the rest is komi and, under territory scoring, prisoners.
    fn parts(&self, position: &AnyPosition) -> Option<Parts> {
        let AnyPosition::Go(board) = position else { return None };
        let owners = go::score::count(board, &[], &[]).ok()?.owners;
        let territory = board.rules().set().counts_territory();
        let own = position.turn();
        let counts = |point: &Point| !territory || board.stone(*point).is_none();
        let part = |point: Point| {
            let owner = owners[point.index()]?;
            Some((point, if owner == own { 2 } else { -2 }))
        };
        let points: Vec<(Point, i32)> = Point::all(position.size()).filter(counts).filter_map(part).collect();
        let counted: i32 = points.iter().map(|&(_, part)| part).sum();
        Some(Parts { rest: self.evaluate(position) - counted, points })
    }

    fn units_per_step(&self) -> f64 {
        STEP
    }

    fn candidates(&self, position: &AnyPosition, moves: &mut Vec<Move>) {
        sensible_moves(position, moves);
    }
}
