//! Which moves an analysis may tell of: what `avoid` and `allow` mean, in GTP and in JSON.

use heibai_games::{AnyPosition, Color, Move, Position};

/// Moves that a side shall not begin with, or the only ones it may begin with.
#[derive(Clone, PartialEq, Debug)]
pub struct Restriction {
    pub allow: bool,
    pub side: Color,
    pub moves: Vec<Move>,
}

/// The legal moves that are left to the side to move; `None` if nothing restricts it, an error if nothing is left.
pub fn left(position: &AnyPosition, restrictions: &[Restriction]) -> Result<Option<Vec<Move>>, String> {
    let mut ours = restrictions.iter().filter(|restriction| restriction.side == position.turn()).peekable();
    if ours.peek().is_none() {
        return Ok(None);
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for restriction in ours {
        moves.retain(|mv| restriction.moves.contains(mv) == restriction.allow);
    }
    if moves.is_empty() { Err("no legal move is left to look at".to_owned()) } else { Ok(Some(moves)) }
}
