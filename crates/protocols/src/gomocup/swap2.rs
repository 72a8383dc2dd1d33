//! The decisions of swap2, by asking the player what the position is worth.

use super::message::write_point;
use heibai_games::player::Wanted;
use heibai_games::{Act, AnyPosition, Limits, Move, Player, Point, Position, Request};
use std::sync::atomic::AtomicBool;

/// First stones to offer: two black and a white one far enough apart to leave the game open. In quarters of the
/// board's side, so that every size has them.
const OFFER: [(usize, usize); 3] = [(0, 6), (2, 4), (4, 1)];

/// What to say to `SWAP2BOARD` with these stones on the board (none, three or five).
pub fn decide(player: &mut dyn Player, position: &AnyPosition, limits: &Limits) -> Result<String, String> {
    let size = position.size();
    match stones(position) {
        0 => Ok(OFFER.map(|(x, y)| write_point(offered(x, y, size), size)).join(" ")),
        3 | 5 => {
            let (mv, value) = value(player, position, limits)?;
            // The side to move has White. A player who does not like White takes Black.
            match mv {
                Move::Place(point) if value >= 0.0 => Ok(write_point(point, size)),
                _ => Ok("SWAP".to_owned()),
            }
        }
        count => Err(format!("SWAP2BOARD with {count} stones: expected none, three or five")),
    }
}

fn offered(x: usize, y: usize, size: usize) -> Point {
    // Near the edge, where a small advantage decides less.
    let scale = |v: usize| (v * (size - 1) / 12).min(size - 1);
    Point((scale(y) * size + scale(x)) as u16)
}

fn stones(position: &AnyPosition) -> usize {
    Point::all(position.size()).filter(|&point| position.stone(point).is_some()).count()
}

/// The best move and its value for the side to move.
fn value(player: &mut dyn Player, position: &AnyPosition, limits: &Limits) -> Result<(Move, f64), String> {
    let stop = AtomicBool::new(false);
    let request = Request { start: position, moves: &[], position, limits, stop: &stop };
    let analysis =
        player.analyze(&request, Wanted::default(), &mut |_| {}).map_err(|fault| fault.to_string())?;
    match analysis.candidates.first() {
        Some(best) => {
            let value = best.score.or(best.win_rate.map(|rate| rate - 0.5)).unwrap_or(0.0);
            Ok((best.mv, value))
        }
        None => match player.choose(&request).map_err(|fault| fault.to_string())?.act {
            Act::Play(mv) => Ok((mv, 0.0)),
            Act::Resign => Err("no move".to_owned()),
        },
    }
}
