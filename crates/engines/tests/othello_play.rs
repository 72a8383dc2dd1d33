//! The Othello engine as a player: its book, its pondering and their switches, and the end of the game on every size.

use heibai_engines::othello::solve::solve;
use heibai_engines::players;
use heibai_engines::search::table::TranspositionTable;
use heibai_games::value::{Amount, Value};
use heibai_games::{Act, Answer, AnyPosition, Kind, Limits, Move, Player, Position, Request, Rules, othello};
use std::sync::atomic::AtomicBool;

fn start() -> AnyPosition {
    let rules = othello::Rules::new(8).expect("the usual board");
    AnyPosition::start(&Rules::Othello(rules))
}

fn ask(player: &mut dyn Player, position: &AnyPosition) -> Answer {
    choose(player, position, &Limits { nodes: Some(2000), ..Limits::default() })
}

fn choose(player: &mut dyn Player, position: &AnyPosition, limits: &Limits) -> Answer {
    let stop = AtomicBool::new(false);
    let request = Request { start: position, moves: &[], position, limits, stop: &stop };
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

fn of_text(text: &str) -> AnyPosition {
    heibai_records::read_text(text, None).expect("a position").start().expect("which can be set up")
}

fn solved(position: &AnyPosition) -> i32 {
    solve(position, &TranspositionTable::new(1 << 22), 1, &AtomicBool::new(false))
        .expect("nothing stops it")
        .score
}

/// Seven squares are empty; j1 loses by 6 and everything else by more.
#[test]
fn the_end_on_ten_by_ten_is_played_exactly() {
    let position = of_text(
        "othello 1oooooxxx1/1ooxoxxxxo/ooxoxoxoxo/ooooxxooxo/oooxooooxo/o1ooxooxoo/1ooxooxoxo/xxooxxxoxx/xxoooxxxxo/x1oxxxxxx1 o standard",
    );
    for level in ["hard", "hell", "best"] {
        let mut player = players::parse(level, Kind::Othello, 1).expect("a player");
        let answer = choose(&mut *player, &position, &Limits::default());
        assert_eq!(position.write_move(played(&answer)), "j1", "{level}");
        assert_eq!(answer.thought.value, Some(Value::proved(Amount::Discs(-6.0))), "{level}");
    }
}

/// What the texts of the levels promise: from so many empty squares on, on every size, the value is the exact one.
#[test]
fn levels_solve_the_last_squares_on_every_size() {
    let mut random = fastrand::Rng::with_seed(10);
    for (level, size, empties) in [
        ("hard", 4, 9),
        ("hard", 6, 10),
        ("hard", 10, 10),
        ("hell", 6, 16),
        ("hell", 10, 13),
        ("best", 10, 14),
    ] {
        let rules = Rules::Othello(othello::Rules::new(size).expect("a size"));
        let mut position = AnyPosition::start(&rules);
        let mut moves = Vec::new();
        loop {
            position.legal_moves(&mut moves);
            let left =
                heibai_games::Point::all(size).filter(|&point| position.stone(point).is_none()).count();
            if left <= empties && moves.len() > 1 {
                break;
            }
            assert!(!moves.is_empty(), "the game of this seed ends too early");
            position.play(moves[random.usize(..moves.len())]).expect("a legal move");
        }
        let mut player = players::parse(level, Kind::Othello, 1).expect("a player");
        let answer = choose(&mut *player, &position, &Limits::default());
        let exact = Value::proved(Amount::Discs(f64::from(solved(&position))));
        assert_eq!(answer.thought.value, Some(exact), "{level} {size}");
    }
}

/// A limit that does not allow the end to be solved is kept, and a move comes all the same.
#[test]
fn a_small_limit_is_kept_on_boards_without_a_trained_evaluation() {
    let rules = Rules::Othello(othello::Rules::new(6).expect("a size"));
    let start = AnyPosition::start(&rules);
    let mut position = start.clone();
    let mut moves = Vec::new();
    while heibai_games::Point::all(6).filter(|&point| position.stone(point).is_none()).count() > 23 {
        position.legal_moves(&mut moves);
        position.play(moves[0]).expect("a legal move");
    }
    let mut player = players::parse("best", Kind::Othello, 1).expect("a player");
    let limits = Limits { nodes: Some(3000), ..Limits::default() };
    let answer = choose(&mut *player, &position, &limits);
    assert!(position.check(played(&answer)).is_ok());
    assert!(!answer.thought.value.is_some_and(|value| value.is_proved()), "3000 nodes prove nothing here");
}
