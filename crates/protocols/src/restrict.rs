//! The moves that an analysis may consider: `avoid` and `allow` of GTP and JSON.

use heibai_games::{AnyPosition, Color, Move, Position};

/// First moves that a side must avoid, or the only ones that it is allowed.
#[derive(Clone, PartialEq, Debug)]
pub struct Restriction {
    pub allow: bool,
    pub side: Color,
    pub moves: Vec<Move>,
}

/// The legal moves that remain for the side to move; `None` if it is not restricted, an error if none remain.
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
