//! Asks a Go player for its act in a game, by a number of nodes.

use heibai_engines::go::player::GoPlayer;
use heibai_games::go::Position;
use heibai_games::position::Position as _;
use heibai_games::{Act, AnyPosition, Limits, Move, Player, Request};
use std::sync::atomic::AtomicBool;

pub fn ask(player: &mut GoPlayer, start: &Position, moves: &[Move], nodes: u64) -> Act {
    let mut position = start.clone();
    moves.iter().for_each(|&mv| position.play(mv).unwrap());
    let (start, position) = (AnyPosition::Go(Box::new(start.clone())), AnyPosition::Go(Box::new(position)));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let request = Request { start: &start, moves, position: &position, limits: &limits, stop: &stop };
    player.choose(&request).unwrap().act
}
