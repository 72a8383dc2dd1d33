//! The decisions of swap2, by asking the player what the position is worth.

use super::message::write_point;
use heibai_games::player::{Candidate, Wanted};
use heibai_games::value::Amount;
use heibai_games::{AnyPosition, Limits, Move, Player, Point, Position, Request};
use std::sync::atomic::AtomicBool;

/// First stones to offer: two black and a white one far enough apart to leave the game open. In quarters of the
/// board's side, so that every size has them.
const OFFER: [(usize, usize); 3] = [(0, 6), (2, 4), (4, 1)];

/// Values this close to even are called even, in the engine's unit and as a part of the chance to win.
const EVEN: (f64, f64) = (60.0, 0.07);
/// Moves to choose the evenest from.
const CHOICE: usize = 12;

/// What to say to `SWAP2BOARD` with these stones on the board (none, three or five).
pub fn decide(player: &mut dyn Player, position: &AnyPosition, limits: &Limits) -> Result<String, String> {
    let size = position.size();
    // Up to two questions are asked of the player within the time of one move.
    let limits = &Limits { move_time: limits.move_time.map(|time| time / 2), ..limits.clone() };
    let count = stones(position);
    match count {
        0 => Ok(OFFER.map(|(x, y)| write_point(offered(x, y, size), size)).join(" ")),
        3 | 5 => {
            let best = best(player, position, limits)?;
            // The side to move has White. A player who does not like White takes Black; where neither side is
            // better, two more stones leave the choice to the other player.
            match best.mv {
                Move::Place(white) if count == 3 && is_even(&best) => {
                    let black = evenest(player, position, best.mv, limits)?;
                    Ok(format!("{} {}", write_point(white, size), write_point(black, size)))
                }
                Move::Place(point) if value(&best) >= 0.0 => Ok(write_point(point, size)),
                _ => Ok("SWAP".to_owned()),
            }
        }
        count => Err(format!("SWAP2BOARD with {count} stones: expected none, three or five")),
    }
}

fn offered(x: usize, y: usize, size: usize) -> Point {
    // Near the edge, where a small advantage decides less.
    let scale = |v: usize| (v * (size - 1) / 12).min(size - 1);
    Point((scale(y) * size + scale(x)) as u16)
}

fn stones(position: &AnyPosition) -> usize {
    Point::all(position.size()).filter(|&point| position.stone(point).is_some()).count()
}

/// What a move is worth to its side.
fn value(candidate: &Candidate) -> f64 {
    candidate.value.map_or(0.0, |value| value.lead())
}

fn is_even(candidate: &Candidate) -> bool {
    match candidate.value.map(|value| value.amount) {
        Some(Amount::WinRate(rate)) => (rate - 0.5).abs() < EVEN.1,
        Some(_) => value(candidate).abs() < EVEN.0,
        None => false,
    }
}

/// What the player thinks of the moves of a position, best first.
fn candidates(
    player: &mut dyn Player,
    position: &AnyPosition,
    moves: usize,
    limits: &Limits,
) -> Result<Vec<Candidate>, String> {
    let stop = AtomicBool::new(false);
    let request = Request { start: position, moves: &[], position, limits, stop: &stop };
    let wanted = Wanted { moves, ..Wanted::default() };
    let analysis = player.analyze(&request, wanted, &mut |_| {}).map_err(|fault| fault.to_string())?;
    Ok(analysis.candidates)
}

fn best(player: &mut dyn Player, position: &AnyPosition, limits: &Limits) -> Result<Candidate, String> {
    candidates(player, position, 1, limits)?.into_iter().next().ok_or("no move".to_owned())
}

/// The point of Black's stone after White's `mv` that leaves the game nearest to even.
fn evenest(
    player: &mut dyn Player,
    position: &AnyPosition,
    mv: Move,
    limits: &Limits,
) -> Result<Point, String> {
    let mut next = position.clone();
    next.play(mv).map_err(|illegal| illegal.to_string())?;
    let found = candidates(player, &next, CHOICE, limits)?;
    let nearest = found.iter().min_by(|a, b| value(a).abs().total_cmp(&value(b).abs()));
    match nearest.map(|candidate| candidate.mv) {
        Some(Move::Place(point)) => Ok(point),
        _ => Err("no move".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::gomoku::{OpeningRule, Position as Gomoku, Rules, Variant};
    use heibai_games::player::{Analysis, Fault};
    use heibai_games::{Answer, Notation, Value};

    /// Thinks every position worth the same to its mover, and its points ever better from the first on.
    struct Fixed(f64);

    impl Player for Fixed {
        fn name(&self) -> String {
            "fixed".to_owned()
        }

        fn choose(&mut self, _: &Request<'_>) -> Result<Answer, Fault> {
            Err(Fault::Silent)
        }

        fn analyze(
            &mut self,
            request: &Request<'_>,
            wanted: Wanted,
            _: &mut dyn FnMut(&Analysis),
        ) -> Result<Analysis, Fault> {
            let mut moves = Vec::new();
            request.position.legal_moves(&mut moves);
            let candidate = |(i, &mv): (usize, &Move)| Candidate {
                mv,
                value: Some(Value::estimated(Amount::Units {
                    units: self.0 - 10.0 * i as f64,
                    win_rate: None,
                })),
                nodes: 1,
                prior: None,
                line: vec![mv],
            };
            let candidates = moves.iter().take(wanted.moves).enumerate().map(candidate).collect();
            Ok(Analysis { candidates, ..Analysis::default() })
        }
    }

    fn said(value: f64, moves: &[&str]) -> Result<String, String> {
        let rules = Rules::new(15, Variant::Freestyle, OpeningRule::Swap2).unwrap();
        let mut game = AnyPosition::Gomoku(Box::new(Gomoku::start(&rules)));
        for name in moves {
            game.play(Move::Place(Notation::Gomoku.read(name, 15).unwrap())).unwrap();
        }
        decide(&mut Fixed(value), &game, &Limits::default())
    }

    #[test]
    fn the_better_side_is_taken_and_an_even_game_gets_two_more_stones() {
        let three = ["h8", "i9", "g7"];
        assert_eq!(said(100.0, &three).unwrap(), "0,0");
        assert_eq!(said(-100.0, &three).unwrap(), "SWAP");
        // White's best point, then the one that Black thinks nearest to nothing: the sixth from the second on.
        assert_eq!(said(50.0, &three).unwrap(), "0,0 6,0");
        let five = ["h8", "i9", "g7", "a1", "a2"];
        assert_eq!(said(50.0, &five).unwrap(), "0,0");
        assert_eq!(said(-50.0, &five).unwrap(), "SWAP");
        assert!(said(0.0, &three[..2]).is_err());
        assert_eq!(said(0.0, &[]).unwrap().split(' ').count(), 3);
    }
}
