//! A fourth game, written by `docs/adding-a-game.md` alone: Hex on a small board, played until the board is full.
//!
//! Black connects the top with the bottom, White the left with the right. On a full board exactly one of them has.

use heibai_games::position::{Illegal, Impossible, Move, Observer, Outcome, Reason};
use heibai_games::{Color, Notation, Point, Position};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HexRules {
    pub size: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Hex {
    rules: HexRules,
    stones: Vec<Option<Color>>,
    turn: Color,
}

impl HexRules {
    pub const ALL: [HexRules; 3] = [HexRules { size: 2 }, HexRules { size: 3 }, HexRules { size: 5 }];
}

impl Hex {
    /// The six points around a point.
    pub fn around(&self, point: Point) -> impl Iterator<Item = Point> {
        let size = self.rules.size;
        let (x, y) = (point.x(size), point.y(size));
        [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)].into_iter().filter_map(move |(dx, dy)| {
            Point::new(x.checked_add_signed(dx)?, y.checked_add_signed(dy)?, size)
        })
    }

    /// Whether a side's stones connect its two edges.
    pub fn is_connected(&self, color: Color) -> bool {
        let size = self.rules.size;
        let way = |point: Point| if color == Color::Black { point.y(size) } else { point.x(size) };
        let own = |point: &Point| self.stones[point.index()] == Some(color);
        let mut open: Vec<Point> = Point::all(size).filter(|&p| way(p) == 0).filter(own).collect();
        let mut seen = vec![false; size * size];
        while let Some(point) = open.pop() {
            if way(point) + 1 == size {
                return true;
            }
            if !std::mem::replace(&mut seen[point.index()], true) {
                open.extend(self.around(point).filter(own));
            }
        }
        false
    }
}

impl Position for Hex {
    type Rules = HexRules;

    fn start(rules: &HexRules) -> Hex {
        Hex { rules: *rules, stones: vec![None; rules.size * rules.size], turn: Color::Black }
    }

    fn setup(rules: &HexRules, stones: &[(Point, Color)], turn: Color) -> Result<Hex, Impossible> {
        let mut position = Hex { turn, ..Hex::start(rules) };
        for &(point, color) in stones {
            let place = position.stones.get_mut(point.index()).ok_or(Impossible::OffBoard(point))?;
            if place.replace(color).is_some() {
                return Err(Impossible::Twice(point));
            }
        }
        Ok(position)
    }

    fn rules(&self) -> HexRules {
        self.rules
    }

    fn notation(&self) -> Notation {
        Notation::Gomoku
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn size(&self) -> usize {
        self.rules.size
    }

    fn stone(&self, point: Point) -> Option<Color> {
        self.stones[point.index()]
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::GameOver);
        }
        let Move::Place(point) = mv else { return Err(Illegal::CannotPass) };
        match self.stones.get(point.index()) {
            None => Err(Illegal::OffBoard),
            Some(Some(_)) => Err(Illegal::Occupied),
            Some(None) => Ok(()),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        let empty = Point::all(self.rules.size).filter(|point| self.stones[point.index()].is_none());
        moves.extend(empty.map(Move::Place));
    }

    fn play_unchecked<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        if let Move::Place(point) = mv {
            self.stones[point.index()] = Some(self.turn);
            observer.placed(point, self.turn);
        }
        self.turn = !self.turn;
    }

    fn outcome(&self) -> Option<Outcome> {
        let full = self.stones.iter().all(Option::is_some);
        let winner = if self.is_connected(Color::Black) { Color::Black } else { Color::White };
        full.then(|| Outcome::win(winner, Reason::BoardFull))
    }

    fn key(&self) -> u64 {
        let cell = |stone: &Option<Color>| stone.map_or(0, |color| color.index() as u64 + 1);
        let mix = |key: u64, next: u64| (key ^ next).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
        self.stones.iter().map(cell).chain([self.turn.index() as u64]).fold(1, mix)
    }
}
