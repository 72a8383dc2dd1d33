//! The classic evaluation (a score for each shape), and Gomoku's entry in the registry of games.

use super::characters;
use super::level::{light_hell, player};
use super::openings;
use super::player::{Settings, Strong};
use crate::data::{File, PlayerClass};
use crate::level::Level;
use crate::registry::{Names, Registry};
use crate::search::{Evaluation, Parts};
use heibai_games::gomoku::{self, Shape, Variant, score, shapes};
use heibai_games::value::{Amount, Value, Wdl};
use heibai_games::{AnyPosition, Color, Move, Point, Position, Rules};
use heibai_words::characters as said;
use heibai_words::players::{gomoku_beginner, gomoku_best, gomoku_hard, gomoku_hell, gomoku_normal};

pub(crate) static NAMES: Names = Names {
    evaluations: &["classic"],
    about_levels: [gomoku_beginner, gomoku_normal, gomoku_hard, gomoku_hell, gomoku_best],
    about_characters: [
        said::gomoku_chick,
        said::gomoku_rabbit,
        said::gomoku_kitten,
        said::gomoku_puppy,
        said::gomoku_squirrel,
        said::gomoku_panda,
        said::gomoku_fox,
        said::gomoku_monkey,
        said::gomoku_crane,
        said::gomoku_wolf,
        said::gomoku_owl,
        said::gomoku_dragon,
    ],
    nodes_per_ms: 100.0,
    opening: openings::of,
};

pub(crate) static REGISTRY: Registry = Registry {
    evaluation: |_| Box::new(GomokuEvaluation),
    value_of_end: |end| {
        let verdict = if end.won { Wdl::Win } else { Wdl::Loss };
        Value::estimated(Amount::End { verdict, in_moves: end.ply })
    },
    sensible_moves: |position, moves| position.legal_moves(moves),
    likely_moves: |position, moves| {
        if let AnyPosition::Gomoku(board) = position {
            let likely = gomoku::candidates(board, &mut || 0).into_iter();
            *moves = likely.map(|candidate| Move::Place(candidate.point)).collect();
        }
    },
    level: player,
    light_hell: Some(light_hell),
    files: |rules, reader| {
        let Rules::Gomoku(rules) = rules else { return &[] };
        let net = reader == PlayerClass::Level(Level::Best);
        match (rules.variant(), net) {
            (Variant::Freestyle, false) => &[File::Freestyle],
            (Variant::Freestyle, true) => &[File::Freestyle, File::FreestyleFull, File::FreestyleNet],
            (Variant::Standard, false) => &[File::Standard],
            (Variant::Standard, true) => &[File::Standard, File::StandardNet],
            (Variant::Renju | Variant::RenjuPatterns, false) => &[File::Renju],
            (Variant::Renju | Variant::RenjuPatterns, true) => {
                &[File::Renju, File::RenjuFull, File::RenjuNet]
            }
        }
    },
    character: characters::player,
    engine: |name, options, seed| {
        let nodes = options.number("nodes", u64::MAX, u64::MAX)?;
        let threads = options.number("threads", 1, 256)? as usize;
        let hash = options.memory("hash", 64, 65_536)?;
        let nodes = Some(nodes).filter(|&nodes| nodes < u64::MAX);
        Ok(Box::new(Strong::new(name, Settings { hash, threads, nodes }, seed)))
    },
    shares_tree: false,
    book: |_| Vec::new(),
};

/// The score of an open three.
const STEP: f64 = 12_000.0;

/// The classic shape scores of both sides.
struct GomokuEvaluation;

impl Evaluation<AnyPosition> for GomokuEvaluation {
    fn name(&self) -> &str {
        "classic"
    }

    fn evaluate(&self, position: &AnyPosition) -> i32 {
        let AnyPosition::Gomoku(position) = position else { return 0 };
        score::classic(position, position.turn())
    }

    /// Each stone by its place. Shapes belong to several stones at once, so they are in `rest`.
    fn parts(&self, position: &AnyPosition) -> Option<Parts> {
        let (size, own) = (position.size(), position.turn());
        let part = |point: Point| {
            let color = position.stone(point)?;
            let place = score::of_place(point, size);
            Some((point, if color == own { place } else { -place }))
        };
        let points: Vec<(Point, i32)> = Point::all(size).filter_map(part).collect();
        let places: i32 = points.iter().map(|&(_, part)| part).sum();
        Some(Parts { rest: self.evaluate(position) - places, points })
    }

    fn units_per_step(&self) -> f64 {
        STEP
    }

    /// Points near stones, the best shapes first; ties stay in the order of the points.
    fn candidates(&self, position: &AnyPosition, moves: &mut Vec<Move>) {
        let AnyPosition::Gomoku(board) = position else { return position.legal_moves(moves) };
        let near = gomoku::candidates(board, &mut || 0);
        moves.clear();
        moves.extend(near.iter().take(MOST_CANDIDATES).map(|candidate| Move::Place(candidate.point)));
        if moves.is_empty() {
            position.legal_moves(moves);
        }
    }

    /// A point where either side would make a five or an open four catches the eye.
    fn glances(&self, position: &AnyPosition, mv: Move) -> i32 {
        let (AnyPosition::Gomoku(gomoku), Move::Place(point)) = (position, mv) else { return 1 };
        let variant = gomoku.rules().variant();
        let shapes = Color::BOTH.map(|side| shapes::at(gomoku.board(), point, side, variant));
        let has = |wanted: Shape| shapes.iter().flatten().any(|shape| *shape == Some(wanted));
        match () {
            () if has(Shape::Five) => 4,
            () if has(Shape::OpenFour) => 2,
            () => 1,
        }
    }
}

/// Candidates per position in the generic searches; the others are far behind in shape.
const MOST_CANDIDATES: usize = 24;
