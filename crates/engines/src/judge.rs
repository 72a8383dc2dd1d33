//! Judges the stones of a finished game: for each chain, the engine's verdict and its reason in words. Every surface
//! proposes this judgement, and people may correct it before they agree.

use crate::go::judge::{ChainVerdict, judge as judge_chains};
use crate::go::life::{Claim, Kos, Region, Role, Solver};
use crate::go::shipped;
use heibai_games::counting::{Grounds, Judgement};
use heibai_games::go::{self, life};
use heibai_games::{AnyPosition, Kind, Point, Position};
use heibai_words::Text;
use heibai_words::players::not_certain;

/// Which stones are dead; in games without dead stones, none.
pub fn judge(position: &AnyPosition) -> Judgement {
    let AnyPosition::Go(board) = position else { return Judgement::default() };
    let name = |point: Point| Kind::Go.notation().write(point, board.size());
    let found = judge_chains(board, Some(&shipped::judge()));
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

/// Only what is proved: chains that live unconditionally, stones between them that cannot make two eyes, and lone
/// stones between them that are captured even if they move first and win every ko. Everything else is unsure.
pub fn proved(position: &go::Position) -> Judgement {
    let life = life::unconditional(position);
    let lives = |chain: &go::Chain, _| matches!(life.grounds(chain.stones[0]), life::Grounds::Lives(_));
    let mut judgement = Judgement { dead: life.dead(), ..Judgement::default() };
    let mut left = PROVED_IN_ALL;
    for chain in position.chains() {
        if life.grounds(chain.stones[0]) != life::Grounds::Open {
            continue;
        }
        let is_dead = left > 0 && is_killed(position, chain.stones[0], &lives, &mut left);
        if is_dead { &mut judgement.dead } else { &mut judgement.unsure }.extend(chain.stones);
    }
    judgement.dead.sort_unstable();
    judgement.unsure.sort_unstable();
    judgement
}

/// Node limits for one chain and for the whole board: less than a second together.
const PROVED_FOR_ONE: usize = 20_000;
const PROVED_IN_ALL: usize = 100_000;

fn is_killed(
    position: &go::Position,
    stone: Point,
    is_wall: &dyn Fn(&go::Chain, usize) -> bool,
    left: &mut usize,
) -> bool {
    let Ok((region, mut local)) = Region::within(position, stone, is_wall) else { return false };
    // Next to chains that may die themselves, a capture may be a sacrifice that pays; so only regions with living
    // walls are read.
    if local.attacker != 0 || !region.is_enclosed_by(Role::Attacker) {
        return false;
    }
    local.turn = Role::Defender;
    let mut share = PROVED_FOR_ONE.min(*left);
    let given = share;
    let killed = Solver::new(&region, Claim::Killed, Kos::LoserRetakes).proves(local, &mut share);
    *left -= given - share;
    killed
}

/// The chains that a person would want to check, with reasons: dead, in seki, or unsure.
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

    /// White's chain in Black's corner has two eyes, can make two, or has its second eye taken.
    #[test]
    fn what_is_proved_needs_no_network() {
        let told = |second: &str| {
            let rows = ["X..XOO.", second, ".X.XOOO", "XXXX.O.", "XXXXXXX", ".X.X.X.", "XXXXXXX"];
            let stone = |point: Point| match rows[point.y(7)].as_bytes()[point.x(7)] {
                b'X' => Some((point, Color::Black)),
                b'O' => Some((point, Color::White)),
                _ => None,
            };
            let stones: Vec<(Point, Color)> = Point::all(7).filter_map(stone).collect();
            let rules = go::Rules::new(7, go::Rules::KOMI, 0).unwrap();
            let judgement = proved(&go::Position::setup(&rules, &stones, Color::White).unwrap());
            (judgement.dead.len(), judgement.unsure.len())
        };
        assert_eq!(told("XXXXO.O"), (0, 0), "it lives");
        assert_eq!(told("XXXXO.."), (0, 7), "it lives if it moves first");
        assert_eq!(told("XXXXO.X"), (0, 8), "a throw-in makes it a matter of both sides");
        assert_eq!(told("XXXXOOO"), (9, 0), "it has one eye");
    }

    /// A lone white stone in the corner of Black's board is dead, with a reason in both languages, and the match
    /// counts it as dead.
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
