//! The positions of a record for the library's index; positions that are equal by symmetry share a key.

use heibai_games::symmetry::{SymmetricKey, SymmetricKeys};
use heibai_games::{Color, Match, Move, Point, Position};
use heibai_records::Record;

/// A record at one of the positions of its main line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Passage {
    /// The position's key, an unsigned number stored as signed.
    pub hash: i64,
    pub ply: i64,
    /// The next move in the orientation of the key; or [`PASS`], or [`END`].
    pub next: i64,
}

pub const PASS: i64 = -1;
pub const END: i64 = -2;

/// The winner as a number that the index groups by.
pub fn result_number(winner: &str) -> i64 {
    match winner {
        "draw" => 0,
        "black" => 1,
        "white" => 2,
        _ => UNKNOWN,
    }
}

/// The result of an unfinished game, or of one that does not state it.
pub const UNKNOWN: i64 = 3;

/// How many moves of a game are indexed.
const LONGEST: usize = 1000;

/// What the library stores of a record besides the record itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Digest {
    /// The board at the end of the main line, one digit per point.
    pub board: String,
    pub passages: Vec<Passage>,
}

/// Walks through a record's main line, up to its first illegal move.
pub fn digest(record: &Record) -> Digest {
    let played = match record.replay() {
        Ok(game) => Some(game),
        Err(illegal) => record.replay_before(illegal.number).ok(),
    };
    let Some(game) = played else { return Digest::default() };
    let mut position = game.start().clone();
    let mut keys = SymmetricKeys::of(&position);
    let mut passages = Vec::with_capacity(game.moves().len() + 1);
    for (ply, played) in game.moves().iter().take(LONGEST).enumerate() {
        let key = keys.key(position.turn());
        passages.push(Passage { hash: key.key as i64, ply: ply as i64, next: number(&key, played.mv) });
        position.play_unchecked(played.mv, &mut keys);
    }
    if game.moves().len() <= LONGEST {
        let key = keys.key(position.turn());
        passages.push(Passage { hash: key.key as i64, ply: passages.len() as i64, next: END });
    }
    Digest { board: digits(&game), passages }
}

fn number(key: &SymmetricKey, mv: Move) -> i64 {
    match mv {
        Move::Place(point) => i64::from(key.to_key(point).0),
        Move::Pass => PASS,
    }
}

/// The move of an indexed number, in the orientation of a position with this key; `None` for the end.
pub fn move_on(key: &SymmetricKey, next: i64) -> Option<Move> {
    match next {
        PASS => Some(Move::Pass),
        END => None,
        point => u16::try_from(point).ok().map(|point| Move::Place(key.from_key(Point(point)))),
    }
}

/// The board of a match, one digit per point.
pub fn digits<P: Position>(game: &Match<P>) -> String {
    let position = game.position();
    let digit = |point| match position.stone(point) {
        None => '0',
        Some(Color::Black) => '1',
        Some(Color::White) => '2',
    };
    Point::all(position.size()).map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Kind;
    use heibai_records::read_text;

    fn of(moves: &str, kind: Kind) -> Digest {
        digest(&read_text(moves, Some(kind)).unwrap())
    }

    #[test]
    fn a_mirrored_game_goes_through_the_same_positions() {
        let hashes = |moves: &str| of(moves, Kind::Othello).passages;
        assert_eq!(hashes("f5d6c3d3c4"), hashes("d3c5f6f5e6"));
        assert_ne!(hashes("f5d6c3d3c4")[5], hashes("f5d6c3d3c5")[5]);
        assert_eq!(hashes("f5d6").iter().map(|p| p.ply).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(hashes("f5d6")[2].next, END);
    }

    /// A position reached in a different order is the same one.
    #[test]
    fn the_order_of_moves_does_not_matter() {
        let last = |moves: &str| of(moves, Kind::Gomoku).passages.last().copied().unwrap();
        assert_eq!(last("h8a1h9a2"), last("h9a2h8a1"));
    }

    #[test]
    fn an_illegal_move_ends_what_is_indexed() {
        let digest = of("f5d6a1", Kind::Othello);
        assert_eq!(digest.passages.len(), 3);
        assert_eq!(digest.board.len(), 64);
        assert_eq!(digest.board.matches('1').count() + digest.board.matches('2').count(), 6);
    }

    #[test]
    fn the_next_move_is_found_again_on_a_turned_board() {
        let one = read_text("f5d6c3", Some(Kind::Othello)).unwrap().replay().unwrap();
        let turned = read_text("d3c5", Some(Kind::Othello)).unwrap().replay().unwrap();
        let passage = of("f5d6c3", Kind::Othello).passages[2];
        let key = SymmetricKeys::of(turned.position()).key(turned.position().turn());
        assert_eq!(key.key as i64, passage.hash);
        let mv = move_on(&key, passage.next).unwrap();
        assert_eq!(turned.position().write_move(mv), "f6");
        assert_eq!(one.moves().len(), 3);
    }
}
