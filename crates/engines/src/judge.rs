//! The judgement of a finished game as every surface proposes it: the engine's opinion of each chain, with its grounds in
//! words. People may correct it before they agree.

use crate::go::judge::{ChainVerdict, judge as judge_chains};
use crate::go::shipped;
use heibai_games::counting::{Grounds, Judgement};
use heibai_games::{AnyPosition, Kind, Point, Position};
use heibai_words::Text;
use heibai_words::players::not_certain;

/// Which stones are dead; in games without dead stones, none.
pub fn judge(position: &AnyPosition) -> Judgement {
    let AnyPosition::Go(board) = position else { return Judgement::default() };
    let name = |point: Point| Kind::Go.notation().write(point, board.size());
    let found = judge_chains(board, Some(&shipped::main()));
    let told = |verdict: &ChainVerdict| {
        let words = verdict.grounds.words(verdict.color, name);
        let Text { zh: chinese, en: english } = if verdict.is_unsure() { not_certain(words) } else { words };
        Grounds { stone: verdict.stones[0], english, chinese }
    };
    Judgement {
        dead: found.dead(),
        seki: found.seki(),
        unsure: found.unsure(),
        grounds: found.verdicts.iter().map(told).collect(),
    }
}

/// The grounds of the chains that a person would want to look at: dead, in seki, or unsure.
pub fn worth_telling(judgement: &Judgement) -> impl Iterator<Item = &Grounds> {
    let Judgement { dead, seki, unsure, grounds } = judgement;
    let told = move |said: &&Grounds| [dead, seki, unsure].iter().any(|stones| stones.contains(&said.stone));
    grounds.iter().filter(told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::kind::Choice;
    use heibai_games::{Color, Match, Move};
    use std::time::Duration;

    /// A lone white stone in the corner of Black's board: dead, with grounds in both languages, and the match counts
    /// it so.
    #[test]
    fn a_judgement_names_the_dead_with_its_grounds() {
        let rules = Kind::Go.rules(&Choice { size: Some(5), ..Choice::default() }).unwrap();
        let wall = [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (1, 3), (3, 3), (2, 4), (2, 2)];
        let mut stones: Vec<(Point, Color)> =
            wall.iter().map(|&(x, y)| (Point::new(x, y, 5).unwrap(), Color::Black)).collect();
        let lone = Point::new(4, 4, 5).unwrap();
        stones.push((lone, Color::White));
        let mut game = Match::new(AnyPosition::setup(&rules, &stones, Color::Black).unwrap());
        for _ in 0..2 {
            game.play(Move::Pass, Duration::ZERO).unwrap();
        }
        let judgement = judge(game.position());
        assert_eq!(judgement.dead, [lone]);
        let told: Vec<&Grounds> = worth_telling(&judgement).collect();
        assert!(told.iter().any(|said| said.stone == lone && !said.english.is_empty()), "{told:?}");
        assert!(told.len() < judgement.grounds.len(), "what lives for certain goes without saying");
        let score = game.propose(judgement).unwrap().count().score();
        assert_eq!((score.black.as_f64(), score.white.as_f64()), (25.0, 0.0));
        let othello = AnyPosition::start(&Kind::Othello.rules(&Choice::default()).unwrap());
        assert_eq!(judge(&othello), Judgement::default());
    }
}
