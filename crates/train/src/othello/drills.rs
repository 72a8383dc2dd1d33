//! Makes the Othello endgame drills from the engine's self-play games.
//!
//! A drill has one best move, better than every other by at least `MARGIN` discs. From the second grade on it is not
//! the move that flips most, so counting discs does not find it. Every value is exact.

use heibai_engines::othello::solve::solve;
use heibai_engines::players;
use heibai_engines::search::table::TranspositionTable;
use heibai_games::kind::Choice;
use heibai_games::{Act, AnyPosition, Changes, Color, Kind, Limits, Match, Move, Point, Position, Request};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Empty squares of each grade.
const EMPTIES: [std::ops::RangeInclusive<usize>; 4] = [4..=6, 7..=8, 9..=10, 11..=12];
const EACH: usize = 15;
const MARGIN: i32 = 2;
/// Random moves at the start of a game.
const CHANCE: usize = 12;
const TABLE_BYTES: usize = 1 << 24;

pub fn run(out: &Path) -> anyhow::Result<()> {
    let table = TranspositionTable::new(TABLE_BYTES);
    let mut graded: [Vec<String>; 4] = Default::default();
    for seed in 1.. {
        if graded.iter().all(|drills| drills.len() >= EACH) {
            break;
        }
        // At most one drill from each game, so that no two are alike.
        let grade = (0..4).min_by_key(|&grade| graded[grade].len()).unwrap_or_default();
        let found = positions(seed).into_iter().find_map(|position| drill(&position, grade, &table));
        graded[grade].extend(found);
    }
    let lines: Vec<String> =
        graded.concat().iter().zip(1..).map(|(drill, id)| format!("{{\"id\":{id},{drill}}}")).collect();
    println!("{} drills", lines.len());
    crate::write_list(out, &lines)
}

/// The positions of a game: random first moves, then a fast player.
fn positions(seed: u64) -> Vec<AnyPosition> {
    let rules = Kind::Othello.rules(&Choice::default()).expect("the usual rules");
    let mut player = players::parse("alphabeta:depth=3", Kind::Othello, seed).expect("a player");
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Match::new(AnyPosition::start(&rules));
    let mut seen = Vec::new();
    while game.outcome().is_none() {
        let legal = legal_moves(game.position());
        let mut mv = legal[random.usize(..legal.len())];
        if game.moves().len() >= CHANCE {
            let moves = game.move_list();
            let request = Request {
                start: game.start(),
                moves: &moves,
                position: game.position(),
                limits: &Limits::default(),
                stop: &AtomicBool::new(false),
            };
            if let Ok(Act::Play(chosen)) = player.choose(&request).map(|choice| choice.act) {
                mv = chosen;
            }
        }
        seen.push(game.position().clone());
        game.play(mv, Duration::ZERO).expect("a legal move");
    }
    seen
}

fn legal_moves(position: &AnyPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn exact(position: &AnyPosition, table: &TranspositionTable) -> i32 {
    solve(position, table, 1, &AtomicBool::new(false)).expect("an exact value").score
}

/// The text of a drill of this grade, if the position makes one.
fn drill(position: &AnyPosition, grade: usize, table: &TranspositionTable) -> Option<String> {
    let empties = Point::all(8).filter(|&point| position.stone(point).is_none()).count();
    let legal = legal_moves(position);
    if !EMPTIES[grade].contains(&empties) || legal.len() < 3 {
        return None;
    }
    let mut values: Vec<(i32, usize)> = legal.iter().map(|&mv| value(position, mv, table)).collect();
    let most = values.iter().map(|&(_, flips)| flips).max()?;
    values.sort_unstable_by_key(|&(value, _)| -value);
    let [(best, flips), (second, _)] = values[..2] else { return None };
    // Even positions only: a drill that is won or lost anyway teaches little.
    let decides = best - second >= MARGIN && (best > 0) != (second > 0) && best >= 0;
    if !decides || (grade > 0 && flips == most) {
        return None;
    }
    let letter = |point| match position.stone(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '-',
    };
    let board: String = Point::all(8).map(letter).collect();
    let side = if position.turn() == Color::Black { "black" } else { "white" };
    Some(format!(
        "\"grade\":{},\"side\":\"{side}\",\"empties\":{empties},\"score\":{best},\"board\":\"{board}\"",
        grade + 1
    ))
}

/// The value of a move for its side, and how many discs it flips.
fn value(position: &AnyPosition, mv: Move, table: &TranspositionTable) -> (i32, usize) {
    let mut after = position.clone();
    let mut changes = Changes::default();
    after.play_unchecked(mv, &mut changes);
    (-exact(&after, table), changes.flipped.len())
}
