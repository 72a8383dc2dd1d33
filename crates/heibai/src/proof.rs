//! Proofs that end a game early: Othello solved exactly, Gomoku won by continuous fours.

use crate::registry;
use heibai_arena::adjudication::Prover;
use heibai_engines::gomoku::{Failures, Found, PatternBoard, Vcf, Weights, proof};
use heibai_engines::othello::solve::solve;
use heibai_engines::search::table::TranspositionTable;
use heibai_games::{AnyPosition, HalfPoints, Kind, Outcome, Point, Position, Reason};
use std::sync::atomic::AtomicBool;

/// The prover of a game: Othello within `limit` empty squares, Gomoku within `limit` nodes. Go has none.
pub fn prover(kind: Kind, limit: u64) -> anyhow::Result<Box<Prover>> {
    let prover = registry::of(kind).prover;
    Ok(prover.ok_or_else(heibai_words::reports::nothing_proved)?(limit))
}

/// The table size of one endgame; with the few empty squares that make sense here, more would not help.
const HASH: usize = 4 << 20;

pub fn exact(position: &AnyPosition, limit: u64) -> Option<Outcome> {
    let empty = Point::all(position.size()).filter(|&point| position.stone(point).is_none()).count();
    if empty as u64 > limit || position.outcome().is_some() {
        return None;
    }
    let solution = solve(position, &TranspositionTable::new(HASH), 1, &AtomicBool::new(false)).ok()?;
    let side = position.turn();
    let winner = match solution.score {
        1.. => Some(side),
        0 => None,
        _ => Some(!side),
    };
    let margin = Some(HalfPoints::whole(solution.score.abs()));
    Some(Outcome { winner, reason: Reason::Agreement, score: None, margin })
}

pub fn fours(position: &AnyPosition, limit: u64) -> Option<Outcome> {
    let AnyPosition::Gomoku(position) = position else { return None };
    if position.outcome().is_some() {
        return None;
    }
    let mut board = PatternBoard::of(position, Weights::of(position.rules().variant()));
    let mut failures = Failures::new(12);
    let Found::Win(cells) = Vcf::new(&mut board, &mut failures, limit, &|| false).any() else { return None };
    let line: Vec<Point> = cells.iter().map(|&cell| Point(cell as u16)).collect();
    // The referee checks the line.
    proof::check(position, &line).ok()?;
    Some(Outcome::win(position.turn(), Reason::Agreement))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::kind::Choice;
    use heibai_games::{Color, Move};

    /// A game proved at ten empty squares ends as proved when it is solved again after each best move.
    #[test]
    fn a_proved_endgame_ends_as_proved() {
        let rules = Kind::Othello.rules(&Choice::default()).unwrap();
        let mut random = fastrand::Rng::with_seed(8);
        let prove = prover(Kind::Othello, 10).unwrap();
        let (mut proved, mut moves) = (0, Vec::new());
        while proved < 5 {
            let mut position = AnyPosition::start(&rules);
            let found = loop {
                if position.outcome().is_some() {
                    break None;
                }
                if let Some(found) = prove(&position) {
                    break Some(found);
                }
                position.legal_moves(&mut moves);
                position.play(moves[random.usize(..moves.len())]).unwrap();
            };
            let Some(found) = found else { continue };
            proved += 1;
            while position.outcome().is_none() {
                let best = solve(&position, &TranspositionTable::new(HASH), 1, &AtomicBool::new(false))
                    .unwrap()
                    .best;
                position.play(best.unwrap_or(Move::Pass)).unwrap();
            }
            assert_eq!(position.outcome().unwrap().winner, found.winner);
        }
    }

    #[test]
    fn four_in_a_row_is_a_proved_win_and_a_quiet_board_is_none() {
        let rules = Kind::Gomoku.rules(&Choice::default()).unwrap();
        let mut position = AnyPosition::start(&rules);
        let prove = prover(Kind::Gomoku, 1000).unwrap();
        for (number, name) in ["h8", "a1", "i8", "a3", "j8", "a5"].into_iter().enumerate() {
            assert_eq!(prove(&position), None, "before move {number}");
            position.play(position.read_move(name).unwrap()).unwrap();
        }
        assert_eq!(prove(&position).and_then(|outcome| outcome.winner), Some(Color::Black));
        assert!(prover(Kind::Go, 5).is_err());
    }
}
