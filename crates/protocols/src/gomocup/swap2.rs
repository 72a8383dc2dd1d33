//! Answers `SWAP2BOARD` by asking the player for the decisions of the opening rule.

use super::message::write_point;
use heibai_games::gomoku::opening::Choice;
use heibai_games::{
    Act, AnyPosition, Decision, Due, Limits, Match, Move, Player, Point, Position, Rules as AnyRules,
};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The answer to these stones (none, three or five), and the game after it.
pub fn answer(
    player: &mut dyn Player,
    rules: &AnyRules,
    stones: &[Point],
    limits: &Limits,
) -> Result<(String, Match<AnyPosition>), String> {
    // The player makes up to three decisions in the time of one move.
    let limits = &Limits { move_time: limits.move_time.map(|time| time / 3), ..limits.clone() };
    let mut game = Match::new(AnyPosition::start(rules)).with_opening();
    for &point in stones {
        // Five stones mean that the opponent chose to place two more.
        if matches!(game.request(), Due::Choice { .. }) {
            game.choose(Choice::TwoMore, Duration::ZERO).map_err(|refused| refused.to_string())?;
        }
        game.play(Move::Place(point), Duration::ZERO).map_err(|illegal| illegal.to_string())?;
    }
    let stop = AtomicBool::new(false);
    if matches!(game.request(), Due::Choice { .. }) {
        let choice = match game.ask(player, limits, &stop).map_err(|fault| fault.to_string())? {
            Decision::Choose(choice) => choice,
            Decision::Act(_) => return Err("no choice".to_owned()),
        };
        game.choose(choice, Duration::ZERO).map_err(|refused| refused.to_string())?;
        if choice == Choice::Black {
            return Ok(("SWAP".to_owned(), game));
        }
    } else if !stones.is_empty() {
        return Err(format!("SWAP2BOARD with {} stones: expected none, three or five", stones.len()));
    }
    let mut said = Vec::new();
    loop {
        said.push(write_point(stone(&mut game, player, limits, &stop)?, rules.size()));
        if !matches!(game.request(), Due::Stone { .. }) {
            return Ok((said.join(" "), game));
        }
    }
}

/// Asks the player for a stone and places it.
pub fn stone(
    game: &mut Match<AnyPosition>,
    player: &mut dyn Player,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Point, String> {
    match game.ask(player, limits, stop).map_err(|fault| fault.to_string())? {
        Decision::Act(answer) => match answer.act {
            Act::Play(mv @ Move::Place(point)) => match game.play(mv, Duration::ZERO) {
                Ok(_) => Ok(point),
                Err(illegal) => Err(format!("our own move is illegal: {illegal}")),
            },
            Act::Play(Move::Pass) | Act::Resign => Err("no legal move".to_owned()),
        },
        Decision::Choose(_) => Err("no legal move".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::gomoku::{OpeningRule, Rules, Variant};
    use heibai_games::player::{Analysis, Candidate, Fault, Wanted};
    use heibai_games::value::Amount;
    use heibai_games::{Answer, Notation, Request, Value};

    /// Gives every position the same value for its mover; each point is worth 10 less than the one before it.
    struct Fixed(f64);

    impl Player for Fixed {
        fn name(&self) -> String {
            "fixed".to_owned()
        }

        fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
            let mut moves = Vec::new();
            request.position.legal_moves(&mut moves);
            Ok(Answer::of(Act::Play(moves[0])))
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
        let rules = AnyRules::Gomoku(Rules::new(15, Variant::Freestyle, OpeningRule::Swap2).unwrap());
        let points: Vec<Point> = moves.iter().map(|name| Notation::Gomoku.read(name, 15).unwrap()).collect();
        let (text, game) = answer(&mut Fixed(value), &rules, &points, &Limits::default())?;
        // The answer's stones are on the board, for the next `TURN`.
        let own = if text == "SWAP" { 0 } else { text.split(' ').count() };
        assert_eq!(game.moves().len(), moves.len() + own);
        Ok(text)
    }

    #[test]
    fn the_better_side_is_taken_and_an_even_game_gets_two_more_stones() {
        let three = ["h8", "i9", "g7"];
        assert_eq!(said(100.0, &three).unwrap(), "0,0");
        assert_eq!(said(-100.0, &three).unwrap(), "SWAP");
        // White's best point, then the one whose value for Black is nearest to 0.
        assert_eq!(said(50.0, &three).unwrap(), "0,0 6,0");
        let five = ["h8", "i9", "g7", "a1", "a2"];
        assert_eq!(said(50.0, &five).unwrap(), "0,0");
        assert_eq!(said(-50.0, &five).unwrap(), "SWAP");
        assert!(said(0.0, &three[..2]).is_err());
        assert_eq!(said(0.0, &[]).unwrap().split(' ').count(), 3);
    }
}
