//! One game of Othello between two players by name: `cargo run -p heibai-engines --example one_game hard beginner`.

use heibai_engines::players;
use heibai_games::kind::Choice;
use heibai_games::{Act, AnyPosition, Kind, Limits, Match, Position, Request};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut names = std::env::args().skip(1);
    let mut player = |default: &str, seed| {
        players::parse(&names.next().unwrap_or(default.to_owned()), Kind::Othello, seed)
    };
    let mut players = [player("normal", 1)?, player("beginner", 2)?];
    let mut game = Match::new(AnyPosition::start(&Kind::Othello.rules(&Choice::default())?));
    while game.outcome().is_none() {
        let moves = game.move_list();
        let request = Request {
            start: game.start(),
            moves: &moves,
            position: game.position(),
            limits: &Limits::default(),
            stop: &AtomicBool::new(false),
        };
        let turn = game.position().turn();
        match players[turn.index()].choose(&request)?.act {
            Act::Play(mv) => _ = game.play(mv, Duration::ZERO)?,
            _ => break,
        }
    }
    println!("{:?} after {} moves", game.outcome(), game.moves().len());
    Ok(())
}
