//! A position of Gomoku or Renju: whose turn it is, what may be played, and whether somebody has won.

use super::board::{Board, bits, point_at};
use super::forbidden::{self, ForbiddenPoints};
use super::rules::{OpeningRule, Rules};
use crate::board::{Color, Notation, Point};
use crate::position::{Illegal, Impossible, Move, Observer, Outcome, Reason};

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Open,
    Won(Color),
    Full,
    /// Every empty point is forbidden to the side to move.
    Stuck,
}

/// A position of Gomoku or Renju. It needs no memory beyond itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    board: Board,
    rules: Rules,
    turn: Color,
    state: State,
    key: u64,
}

impl Position {
    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The stones of the winning row, from one end to the other; empty if nobody has five.
    ///
    /// ```
    /// use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant};
    /// use heibai_games::{Move, Notation, Position as _};
    /// let rules = Rules::new(15, Variant::Freestyle, OpeningRule::Free).unwrap();
    /// let mut game = Position::start(&rules);
    /// for name in ["D8", "D1", "E8", "E1", "F8", "F1", "G8", "G1", "H8"] {
    ///     game.play(Move::Place(Notation::Gomoku.read(name, 15).unwrap())).unwrap();
    /// }
    /// assert_eq!(game.winning_line().len(), 5);
    /// ```
    pub fn winning_line(&self) -> Vec<Point> {
        let State::Won(winner) = self.state else { return Vec::new() };
        let five = self.board.find_five(winner, self.rules.variant().needs_exactly_five(winner));
        five.map_or(Vec::new(), |(line, first, last)| {
            (first..=last).map(|bit| point_at(line, bit, self.board.size())).collect()
        })
    }

    /// The points on which `side` makes five with one move, whoever is to move; none once somebody has won. A five is
    /// never forbidden.
    pub fn fives(&self, side: Color) -> Vec<Point> {
        self.fives_on(side, None)
    }

    /// Those of [`Position::fives`] that lie on a line with `point`: all that a stone there can have made.
    pub fn fives_along(&self, side: Color, point: Point) -> Vec<Point> {
        self.fives_on(side, Some(point))
    }

    fn fives_on(&self, side: Color, through: Option<Point>) -> Vec<Point> {
        if matches!(self.state, State::Won(_)) {
            return Vec::new();
        }
        self.board.points_of_five(side, self.rules.variant().needs_exactly_five(side), through)
    }

    /// Black's forbidden points, whoever is to move; none in rule sets without them and after the end.
    pub fn forbidden_points(&self) -> ForbiddenPoints {
        if self.state == State::Open {
            forbidden::points(&self.board, self.rules.variant())
        } else {
            ForbiddenPoints::none(self.board.size())
        }
    }

    /// Calls `visit` with each row from the top: the points where the side to move may place a stone, column
    /// 0 at bit 0. All rows are empty when the game is over.
    #[inline]
    pub fn each_legal_row(&self, mut visit: impl FnMut(u32)) {
        let open = if self.is_over() { 0 } else { u32::MAX };
        let forbidden = self.is_restricted().then(|| self.forbidden_points());
        for y in 0..self.board.size() {
            let refused = forbidden.as_ref().map_or(0, |points| u32::from(points.row(y)));
            visit(self.board.empty_line(y) & !refused & open);
        }
    }

    /// Whether the side to move has forbidden points to mind.
    pub(super) fn is_restricted(&self) -> bool {
        self.turn == Color::Black && self.rules.variant().is_renju()
    }

    /// Whether every empty point is forbidden. The first one is nearly always allowed, so that this
    /// costs one look.
    fn is_stuck(&self) -> bool {
        let variant = self.rules.variant();
        let may_play = |point| forbidden::verdict(&self.board, point, variant).forbidden().is_none();
        !self.board.empty_points().any(may_play)
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.state != State::Open
    }
}

impl crate::position::Position for Position {
    type Rules = Rules;

    fn start(rules: &Rules) -> Position {
        let board = Board::new(rules.size());
        Position { board, rules: *rules, turn: Color::Black, state: State::Open, key: 0 }
    }

    fn setup(rules: &Rules, stones: &[(Point, Color)], turn: Color) -> Result<Position, Impossible> {
        let mut position = Position::start(rules);
        for &(point, color) in stones {
            if !position.board.contains(point) {
                return Err(Impossible::OffBoard(point));
            }
            if position.board.stone(point).is_some() {
                return Err(Impossible::Twice(point));
            }
            position.board.put(point, color);
            position.key ^= key(color, point);
        }
        position.turn = turn;
        if turn == Color::White {
            position.key ^= WHITE_TO_MOVE;
        }
        let has_five =
            |color| position.board.find_five(color, rules.variant().needs_exactly_five(color)).is_some();
        position.state = match Color::BOTH.map(has_five) {
            [true, true] => {
                return Err(Impossible::BothHaveFive);
            }
            [true, false] => State::Won(Color::Black),
            [false, true] => State::Won(Color::White),
            [false, false] if position.board.is_full() => State::Full,
            [false, false] if position.is_restricted() && position.is_stuck() => State::Stuck,
            [false, false] => State::Open,
        };
        Ok(position)
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn opening_rule(&self) -> OpeningRule {
        let empty = Point::all(self.size()).all(|point| self.stone(point).is_none());
        if empty && self.turn == Color::Black { self.rules.opening() } else { OpeningRule::Free }
    }

    fn notation(&self) -> Notation {
        Notation::Gomoku
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn size(&self) -> usize {
        self.board.size()
    }

    fn stone(&self, point: Point) -> Option<Color> {
        if self.board.contains(point) { self.board.stone(point) } else { None }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.state != State::Open {
            return Err(Illegal::GameOver);
        }
        let Move::Place(point) = mv else { return Err(Illegal::CannotPass) };
        if !self.board.contains(point) {
            return Err(Illegal::OffBoard);
        }
        if self.board.stone(point).is_some() {
            return Err(Illegal::Occupied);
        }
        if self.is_restricted()
            && let Some(kind) = forbidden::verdict(&self.board, point, self.rules.variant()).forbidden()
        {
            return Err(Illegal::Forbidden(kind));
        }
        Ok(())
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        let (size, mut y) = (self.board.size(), 0);
        self.each_legal_row(|row| {
            moves.extend(bits(row).map(|x| Move::Place(Point((y * size + x as usize) as u16))));
            y += 1;
        });
    }

    #[inline]
    fn play_unchecked<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let Move::Place(point) = mv else { return };
        let color = self.turn;
        let won = self.board.put_for_five(point, color, self.rules.variant().needs_exactly_five(color));
        self.key ^= key(color, point) ^ WHITE_TO_MOVE;
        self.turn = !color;
        self.state = if won {
            State::Won(color)
        } else if self.board.is_full() {
            State::Full
        } else if self.is_restricted() && self.is_stuck() {
            State::Stuck
        } else {
            State::Open
        };
        observer.placed(point, color);
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.state {
            State::Open => None,
            State::Won(winner) => Some(Outcome::win(winner, Reason::FiveInRow)),
            State::Full => Some(Outcome::draw(Reason::BoardFull)),
            State::Stuck => Some(Outcome::draw(Reason::NoLegalPoint)),
        }
    }

    fn key(&self) -> u64 {
        self.key
    }
}

/// Random numbers for hashing, made when the program is built (splitmix64).
const fn random_number(index: u64) -> u64 {
    let mut z = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(not(target_family = "wasm"))]
static KEYS: [[u64; 400]; 2] = {
    let mut keys = [[0; 400]; 2];
    let mut i = 0;
    while i < 400 {
        keys[0][i] = random_number(2 * i as u64);
        keys[1][i] = random_number(2 * i as u64 + 1);
        i += 1;
    }
    keys
};

#[cfg(not(target_family = "wasm"))]
fn key(color: Color, point: Point) -> u64 {
    KEYS[color.index()][point.index()]
}

/// A table of random numbers cannot be compressed: where the program is fetched they are computed.
#[cfg(target_family = "wasm")]
fn key(color: Color, point: Point) -> u64 {
    random_number(2 * point.index() as u64 + color.index() as u64)
}

const WHITE_TO_MOVE: u64 = random_number(800);
