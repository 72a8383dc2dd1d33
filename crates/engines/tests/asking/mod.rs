//! Asks a Go player for its act in a game, by a number of nodes.

use heibai_engines::go::player::GoPlayer;
use heibai_games::go::Position;
use heibai_games::position::Position as _;
use heibai_games::{Act, AnyPosition, Limits, Move, Player, Request};
use std::sync::atomic::AtomicBool;

pub fn ask(player: &mut GoPlayer, start: &Position, moves: &[Move], nodes: u64) -> Act {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    with_request(start, moves, &limits, |request| player.choose(request).unwrap().act)
}

/// Calls `then` with a request for the position after `moves`.
pub fn with_request<T>(
    start: &Position,
    moves: &[Move],
    limits: &Limits,
    then: impl FnOnce(&Request<'_>) -> T,
) -> T {
    let mut position = start.clone();
    moves.iter().for_each(|&mv| position.play(mv).unwrap());
    let (start, position) = (AnyPosition::Go(Box::new(start.clone())), AnyPosition::Go(Box::new(position)));
    let stop = AtomicBool::new(false);
    let request = Request { start: &start, moves, position: &position, limits, stop: &stop };
    then(&request)
}
