//! Players under Renju's opening rules: every step is allowed, and the engine's are good for it.

use heibai_engines::players;
use heibai_games::gomoku::opening::Choice;
use heibai_games::kind::Choice as Chosen;
use heibai_games::{Act, AnyPosition, Color, Decision, Due, Kind, Limits, Match, Point, Position};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

type Game = Match<AnyPosition>;

fn game(rule: &str, steps: &str) -> Game {
    let rules = Chosen { rules: Some(format!("renju+{rule}")), ..Chosen::default() };
    let mut game = Match::new(AnyPosition::start(&Kind::Gomoku.rules(&rules).unwrap())).with_opening();
    for step in steps.split_whitespace() {
        match Choice::from_name(step).unwrap() {
            Choice::Fifth(point) => {
                drop(game.play(heibai_games::Move::Place(point), Duration::ZERO).expect(step))
            }
            choice => drop(game.choose(choice, Duration::ZERO).expect(step)),
        }
    }
    game
}

/// Lets the player make its next step.
fn step(game: &mut Game, player: &str, nodes: u64) -> String {
    let mut player = players::parse(player, Kind::Gomoku, 1).unwrap();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    match game.ask(&mut *player, &limits, &AtomicBool::new(false)).unwrap() {
        Decision::Choose(choice) => {
            game.choose(choice, Duration::ZERO).unwrap_or_else(|why| panic!("{choice:?}: {why}"));
            choice.name()
        }
        Decision::Act(answer) => {
            let Act::Play(mv) = answer.act else { panic!("{answer:?}") };
            let name = game.position().write_move(mv);
            game.play(mv, Duration::ZERO).unwrap_or_else(|why| panic!("{name}: {why}"));
            name
        }
    }
}

#[test]
fn every_player_finds_its_way_through_every_opening_rule() {
    for rule in ["rif", "yamaguchi", "soosorv8", "taraguchi10"] {
        for player in ["best", "hard", "normal", "beginner", "random"] {
            let mut game = game(rule, "");
            let mut steps = 0;
            while game.is_opening() {
                step(&mut game, player, 3000);
                steps += 1;
                assert!(steps < 40, "{rule} {player}");
            }
            assert_eq!(game.moves().len(), 5, "{rule} {player}");
            assert_eq!(game.request().by(), Some(game.seat(Color::White)));
        }
    }
}

/// Of a strong point and a corner White picks the corner.
#[test]
fn the_worst_fifth_stone_for_black_is_picked() {
    let mut game = game("rif", "h8 i9 j10 white a1 i8 o1");
    assert_eq!(step(&mut game, "best", 20_000), "o1");
}

/// With White's fourth stone in a corner and one fifth stone to offer, Black is better.
#[test]
fn the_better_colour_is_taken_when_the_fourth_stone_is_wasted() {
    let mut few = game("soosorv8", "h8 i9 h7 white a1 offer1");
    assert_eq!(step(&mut few, "best", 60_000), "black");
}

/// Each offer differs from the earlier ones, and is not random.
#[test]
fn offers_are_good_for_black() {
    let mut game = game("rif", "h8 i9 j10 white i8");
    let offered: Vec<String> = (0..2).map(|_| step(&mut game, "best", 30_000)).collect();
    assert_eq!(game.request(), Due::Pick { by: game.seat(Color::White) });
    for name in &offered {
        let Some(Choice::Fifth(point)) = Choice::from_name(name) else { panic!("{name}") };
        let off = |a: Point| (a.x(15) as i32 - 8).abs().max((a.y(15) as i32 - 6).abs());
        assert!(off(point) <= 4, "{name} is far from the stones");
    }
}
