//! Othello under a tournament clock, five minutes a game. The clock is simulated: every look at it takes a fixed time, so
//! that a game takes the same course on every machine, however busy.

use heibai_engines::players;
use heibai_engines::search::moment::{Moment, lend_clock};
use heibai_games::player::Remaining;
use heibai_games::{Act, AnyPosition, Kind, Limits, Move, Player, Position, Request, Rules, othello};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A search looks at the clock once for 256 of its upper nodes: a machine some hundred times slower than ours.
const LOOK: Duration = Duration::from_millis(25);
const GAME: Duration = Duration::from_secs(300);

static LOOKS: AtomicU64 = AtomicU64::new(0);

fn simulated() -> Duration {
    LOOK * LOOKS.fetch_add(1, Ordering::Relaxed) as u32
}

fn choose(player: &mut dyn Player, position: &AnyPosition, limits: &Limits) -> (Move, bool) {
    let stop = AtomicBool::new(false);
    let request = Request { start: position, moves: &[], position, limits, stop: &stop };
    let answer = player.choose(&request).expect("an answer");
    let Act::Play(mv) = answer.act else { panic!("nobody resigns here") };
    (mv, answer.thought.value.is_some_and(|value| value.is_proved()))
}

/// What is left of five minutes after a game, and with how many empty squares the value was first proved.
fn game(opening: &str, side: usize) -> (Duration, usize) {
    let rules = Rules::Othello(othello::Rules::new(8).expect("the usual board"));
    let mut position = AnyPosition::start(&rules);
    for name in opening.as_bytes().chunks_exact(2) {
        let name = std::str::from_utf8(name).expect("ASCII");
        let mv = position.read_move(name).expect("a square");
        position.play(mv).expect("a legal move");
    }
    let mut timed = players::parse("engine:book=no,hash=16", Kind::Othello, 1).expect("a player");
    let mut other = players::parse("hard", Kind::Othello, 2).expect("a player");
    let (mut left, mut solved) = (GAME, 0);
    while position.outcome().is_none() {
        if position.turn().index() != side {
            let (mv, _) = choose(&mut *other, &position, &Limits::default());
            position.play(mv).expect("a legal move");
            continue;
        }
        let clock = Remaining { main: left, increment: Duration::ZERO, byo_yomi: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let begun = Moment::now();
        let (mv, proved) = choose(&mut *timed, &position, &limits);
        let spent = begun.elapsed();
        assert!(spent < left, "lost on time: {spent:?} of {left:?}");
        left -= spent;
        if proved && solved == 0 {
            let points = heibai_games::Point::all(8);
            solved = points.filter(|&point| position.stone(point).is_none()).count();
        }
        position.play(mv).expect("a legal move");
    }
    (left, solved)
}

/// The game leaves 48 % of the time, and its end is solved with 22 empty squares.
#[test]
fn five_minutes_are_never_exceeded_and_the_end_is_solved() {
    assert!(lend_clock(simulated), "nothing has looked at the clock yet");
    let (left, solved) = game("f5d6c3d3c4", 0);
    let share = left.as_secs_f64() / GAME.as_secs_f64();
    println!("{:.0} % left, solved with {solved} empty squares", 100.0 * share);
    assert!(share < 0.6, "{:.0} % of the time is left unused", 100.0 * share);
    assert!(solved >= 20, "proved with {solved} empty squares only");
}
