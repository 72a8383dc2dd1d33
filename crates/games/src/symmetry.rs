//! Turning and mirroring a square board: its eight symmetries, and a key that all images of a position share.

use crate::board::{Color, Point};
use crate::kind::AnyPosition;
use crate::position::{Observer, Position};

/// One of the eight turns and mirror images of a square board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

/// Bits of a symmetry; the diagonal comes last.
const LEFT_RIGHT: u8 = 1;
const TOP_BOTTOM: u8 = 2;
const DIAGONAL: u8 = 4;

impl Symmetry {
    /// All of them, the one that moves nothing first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// Where a point of a board goes.
    ///
    /// ```
    /// use heibai_games::Point;
    /// use heibai_games::symmetry::Symmetry;
    /// let corners = Symmetry::ALL.map(|symmetry| symmetry.point(Point(0), 8).0);
    /// assert_eq!(corners, [0, 7, 56, 63, 0, 56, 7, 63]);
    /// ```
    pub fn point(self, point: Point, size: usize) -> Point {
        let (mut x, mut y) = (point.x(size), point.y(size));
        if self.0 & LEFT_RIGHT != 0 {
            x = size - 1 - x;
        }
        if self.0 & TOP_BOTTOM != 0 {
            y = size - 1 - y;
        }
        if self.0 & DIAGONAL != 0 {
            (x, y) = (y, x);
        }
        Point((y * size + x) as u16)
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Symmetry {
        // Behind the diagonal, left and right become top and bottom.
        match self.0 & DIAGONAL {
            0 => self,
            _ => Symmetry(DIAGONAL | (self.0 & LEFT_RIGHT) << 1 | (self.0 & TOP_BOTTOM) >> 1),
        }
    }
}

/// The keys of the eight images of a position. As an observer it follows the moves that are played.
///
/// A key is the same in every version and on every machine, so that it may be stored.
#[derive(Clone, Debug)]
pub struct SymmetricKeys {
    size: usize,
    game: u64,
    keys: [u64; 8],
}

/// The key of a position, the same for all of its images.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymmetricKey {
    /// A hash of game, size, stones and side to move.
    pub key: u64,
    size: usize,
    /// The symmetries that lead to the image that the key is of: several where the position is symmetrical itself.
    ways: Vec<Symmetry>,
}

impl SymmetricKeys {
    /// The keys of a position.
    pub fn of(position: &AnyPosition) -> SymmetricKeys {
        let size = position.size();
        let game =
            position.kind().name().bytes().fold(size as u64, |hash, byte| mixed(hash ^ u64::from(byte)));
        let mut keys = SymmetricKeys { size, game, keys: [0; 8] };
        for point in Point::all(size) {
            if let Some(color) = position.stone(point) {
                keys.change(point, color);
            }
        }
        keys
    }

    /// The key with `turn` to move.
    ///
    /// ```
    /// use heibai_games::kind::Choice;
    /// use heibai_games::symmetry::SymmetricKeys;
    /// use heibai_games::{AnyPosition, Kind, Position};
    /// let rules = Kind::Othello.rules(&Choice::default()).unwrap();
    /// let after = |text: &str| {
    ///     let mut position = AnyPosition::start(&rules);
    ///     let first = position.read_move(text).unwrap();
    ///     position.play(first).unwrap();
    ///     SymmetricKeys::of(&position).key(position.turn()).key
    /// };
    /// // Black's four first moves are one.
    /// assert!(["d3", "c4", "e6"].iter().all(|first| after(first) == after("f5")));
    /// ```
    pub fn key(&self, turn: Color) -> SymmetricKey {
        let least = self.keys.iter().copied().min().unwrap_or_default();
        let ways = Symmetry::ALL.into_iter().zip(self.keys).filter(|&(_, key)| key == least);
        SymmetricKey {
            key: mixed(least ^ mixed(self.game ^ turn.index() as u64)),
            size: self.size,
            ways: ways.map(|(symmetry, _)| symmetry).collect(),
        }
    }

    fn change(&mut self, point: Point, color: Color) {
        for (key, symmetry) in self.keys.iter_mut().zip(Symmetry::ALL) {
            *key ^= mixed(u64::from(symmetry.point(point, self.size).0) << 1 | color.index() as u64);
        }
    }
}

impl SymmetricKey {
    /// A point as the image of the key has it. Points that the position's own symmetry makes equal become one.
    pub fn to_key(&self, point: Point) -> Point {
        self.ways.iter().map(|way| way.point(point, self.size)).min().unwrap_or(point)
    }

    /// A point of the key's image on the board of this position; one of several that symmetry makes equal.
    pub fn from_key(&self, point: Point) -> Point {
        self.ways.iter().map(|way| way.inverse().point(point, self.size)).min().unwrap_or(point)
    }
}

impl Observer for SymmetricKeys {
    fn placed(&mut self, point: Point, color: Color) {
        self.change(point, color);
    }

    fn flipped(&mut self, point: Point, color: Color) {
        self.change(point, !color);
        self.change(point, color);
    }

    fn removed(&mut self, point: Point, color: Color) {
        self.change(point, color);
    }
}

/// The finalizer of SplitMix64: every bit of the answer depends on every bit of the number.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::{Choice, Kind};
    use crate::position::Move;

    #[test]
    fn a_symmetry_and_its_inverse_move_nothing() {
        for size in [4, 15, 19] {
            for symmetry in Symmetry::ALL {
                let there_and_back = |p| symmetry.inverse().point(symmetry.point(p, size), size);
                assert!(Point::all(size).all(|p| there_and_back(p) == p), "{symmetry:?}");
            }
        }
    }

    /// A game and its seven images, each played through the referee by itself, have the same keys all the way; and the
    /// next move is the same one in each.
    #[test]
    fn the_images_of_a_game_have_the_same_keys() {
        let mut random = 7u64;
        for kind in Kind::ALL {
            let choice = Choice { size: (kind == Kind::Go).then_some(7), ..Choice::default() };
            let start = AnyPosition::start(&kind.rules(&choice).unwrap());
            let size = start.size();
            for symmetry in Symmetry::ALL {
                let stones: Vec<(Point, Color)> = Point::all(size)
                    .filter_map(|p| Some((symmetry.point(p, size), start.stone(p)?)))
                    .collect();
                let image = AnyPosition::setup(&start.rules(), &stones, start.turn()).unwrap();
                let (mut one, mut other) = (start.clone(), image);
                let (mut keys, mut others) = (SymmetricKeys::of(&one), SymmetricKeys::of(&other));
                let mut legal = Vec::new();
                while one.outcome().is_none() {
                    let (key, image) = (keys.key(one.turn()), others.key(other.turn()));
                    assert_eq!(key.key, image.key, "{kind} {symmetry:?}");
                    assert_eq!(keys.keys, SymmetricKeys::of(&one).keys, "kept up move by move");
                    one.legal_moves(&mut legal);
                    random = mixed(random);
                    let mv = legal[(random % legal.len() as u64) as usize];
                    let turned = match mv {
                        Move::Place(p) => Move::Place(symmetry.point(p, size)),
                        Move::Pass => Move::Pass,
                    };
                    if let (Move::Place(a), Move::Place(b)) = (mv, turned) {
                        assert_eq!(key.to_key(a), image.to_key(b));
                        assert_eq!(key.to_key(key.from_key(key.to_key(a))), key.to_key(a));
                    }
                    assert_eq!(one.check(mv), Ok(()));
                    assert_eq!(other.check(turned), Ok(()));
                    one.play_unchecked(mv, &mut keys);
                    other.play_unchecked(turned, &mut others);
                }
            }
        }
    }

    #[test]
    fn keys_differ_by_turn_size_and_game() {
        let key = |kind: Kind, size, turn| {
            let rules = kind.rules(&Choice { size: Some(size), rules: None, ..Choice::default() }).unwrap();
            SymmetricKeys::of(&AnyPosition::start(&rules)).key(turn).key
        };
        let mut keys = vec![
            key(Kind::Go, 15, Color::Black),
            key(Kind::Go, 15, Color::White),
            key(Kind::Go, 9, Color::Black),
            key(Kind::Gomoku, 15, Color::Black),
        ];
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 4);
    }

    /// Keys are stored: a change here would need every index to be made anew.
    #[test]
    fn keys_stay_as_they_are() {
        let rules = Kind::Othello.rules(&Choice::default()).unwrap();
        assert_eq!(
            SymmetricKeys::of(&AnyPosition::start(&rules)).key(Color::Black).key,
            0x67f5_2882_6058_3ccd
        );
    }
}
