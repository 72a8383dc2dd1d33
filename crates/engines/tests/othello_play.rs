//! The Othello engine as a player: its book, its pondering, and their switches.

use heibai_engines::players;
use heibai_games::{Act, Answer, AnyPosition, Kind, Limits, Move, Player, Position, Request, Rules, othello};
use std::sync::atomic::AtomicBool;

fn start() -> AnyPosition {
    let rules = othello::Rules::new(8).expect("the usual board");
    AnyPosition::start(&Rules::Othello(rules))
}

fn ask(player: &mut dyn Player, position: &AnyPosition) -> Answer {
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let request = Request { start: position, moves: &[], position, limits: &limits, stop: &stop };
    player.choose(&request).expect("an answer")
}

fn played(answer: &Answer) -> Move {
    let Act::Play(mv) = answer.act else { panic!("nobody resigns here") };
    mv
}

#[test]
fn strong_levels_open_by_the_book_and_weak_ones_and_book_no_do_not() {
    for (name, by_book) in [
        ("hard", true),
        ("hell", true),
        ("best", true),
        ("engine:nodes=2000", true),
        ("normal", false),
        ("engine:nodes=2000,book=no", false),
        ("engine:nodes=2000,book=0", false),
    ] {
        let mut player = players::parse(name, Kind::Othello, 1).expect("a player");
        let answer = ask(&mut *player, &start());
        assert_eq!(answer.thought.comment == "book", by_book, "{name}");
        assert_eq!(answer.thought.nodes == 0, by_book, "{name}");
    }
    let refused = players::parse("engine:book=perhaps", Kind::Othello, 1).err().expect("no such switch");
    assert!(refused.to_string().contains("expected yes or no"), "{refused}");
}

#[test]
fn a_player_that_ponders_plays_a_legal_game() {
    let mut player =
        players::parse("engine:nodes=2000,ponder=yes,hash=8", Kind::Othello, 1).expect("a player");
    let mut position = start();
    let mut random = fastrand::Rng::with_seed(3);
    let mut count = 0;
    while position.outcome().is_none() {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mv = if count % 2 == 0 {
            played(&ask(&mut *player, &position))
        } else {
            moves[random.usize(..moves.len())]
        };
        position.play(mv).expect("a legal move");
        count += 1;
    }
    assert!(count > 20);
}
