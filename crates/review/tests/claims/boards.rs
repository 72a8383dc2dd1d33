//! What boards of Othello show is true of any two moves, whatever an engine thinks of them.

use crate::Claim;
use crate::othello::{check, moves, played};
use heibai_games::kind::Choice;
use heibai_games::player::{Analysis, Candidate};
use heibai_games::value::Amount;
use heibai_games::{AnyPosition, Kind, Match, Move, Position, Value};
use heibai_review::causes::{Cause, causes};
use heibai_review::{Class, Judged, phase};
use std::time::Duration;

/// Two moves with an answer each, as if an engine had called one of them better: what the board shows is true of any.
fn compared(game: &Match<AnyPosition>, random: &mut fastrand::Rng) -> Option<Judged> {
    let before = game.position();
    let mut line = |mv: Move| {
        let replies = moves(&played(before, mv).ok()?);
        Some(vec![mv, Move::Place(*replies.get(random.usize(..replies.len().max(1)))?)])
    };
    let choices = moves(before);
    let [best, made] = [choices.first()?, choices.last()?].map(|&at| line(Move::Place(at)));
    let candidate = |line: Vec<Move>, discs: f64| Candidate {
        mv: line[0],
        value: Some(Value::estimated(Amount::Discs(discs))),
        nodes: 0,
        prior: None,
        line,
    };
    let (best, played) = (candidate(best?, 10.0), candidate(made?, -10.0));
    let number = game.moves().len();
    Some(Judged {
        number,
        side: before.turn(),
        phase: phase(before, number),
        lost: Some(1.0),
        lost_score: None,
        class: Some(Class::Blunder),
        analysis: Analysis::default(),
        ownership: [None, None],
        is_reply_sure: None,
        played,
        best,
    })
}

/// It was said that "all but 1 move" open a corner where there was only one move and none opened a corner.
#[test]
fn few_safe_moves_are_told_only_where_the_others_open_a_corner() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut told_of_safe_moves = 0;
    for _ in 0..100 {
        let rules = Kind::Othello.rules(&Choice::default()).unwrap();
        let mut game = Match::new(AnyPosition::start(&rules));
        while game.outcome().is_none() {
            let choices = moves(game.position());
            game.play(Move::Place(choices[random.usize(..choices.len())]), Duration::ZERO).unwrap();
            if game.moves().len() < 40 || game.outcome().is_some() {
                continue;
            }
            let Some(judged) = compared(&game, &mut random) else { continue };
            for cause in causes(&game, &judged) {
                let is_of_safe_moves =
                    matches!(cause, Cause::FewSafeMoves { .. } | Cause::LeavesSafeMoves { .. });
                told_of_safe_moves += usize::from(is_of_safe_moves);
                let claim =
                    Claim { before: game.position().clone(), judged: &judged, cause: &cause, visits: 0 };
                assert_eq!(check(&claim), Ok(()), "{}", cause.text(game.position(), &judged).en);
            }
        }
    }
    assert!(told_of_safe_moves > 0, "{told_of_safe_moves}");
}
