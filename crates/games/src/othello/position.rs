//! The laws of Othello: what may be played, what it flips, when the game is over and who won.

use super::board::Othello;
use super::rules::Rules;
use crate::board::{Color, Notation, Point};
use crate::position::{HalfPoints, Illegal, Impossible, Move, Observer, Outcome, Position, Reason, Score};
use heibai_kernels::othello::Bits;

/// The difference of discs with the empty squares given to whoever has more: the exact score that solvers and test
/// suites speak of, on a board of `squares`.
#[inline]
pub const fn exact_score(own: u32, other: u32, squares: u32) -> i32 {
    let difference = own as i32 - other as i32;
    difference + difference.signum() * (squares - own - other) as i32
}

impl<B: Bits, const N: usize> Othello<B, N> {
    /// The exact score for the side to move.
    pub fn exact_score(&self) -> i32 {
        exact_score(self.mover().count(), self.opponent().count(), (N * N) as u32)
    }

    fn is_over(&self) -> bool {
        let side = self.side();
        self.placements(side).is_empty() && self.placements(!side).is_empty()
    }

    /// Why a finished game is over. A side without discs is a wipe-out even on a full board.
    fn reason(&self) -> Reason {
        if self.mover().is_empty() != self.opponent().is_empty() {
            Reason::WipeOut
        } else if self.empties().is_empty() {
            Reason::BoardFull
        } else {
            Reason::TwoPasses
        }
    }

    /// What each side has; in a draw the empty squares are split.
    fn score(&self) -> Score {
        let [black, white] = Color::BOTH.map(|color| self.discs(color).count());
        if self.counts_empties() {
            let (squares, score) = ((N * N) as i32, exact_score(black, white, (N * N) as u32));
            return Score { black: HalfPoints(squares + score), white: HalfPoints(squares - score) };
        }
        Score { black: HalfPoints::whole(black as i32), white: HalfPoints::whole(white as i32) }
    }
}

impl<B: Bits, const N: usize> Position for Othello<B, N> {
    type Rules = Rules;

    fn start(rules: &Rules) -> Self {
        Othello::new().with_empties_to_winner(rules.empties_to_winner)
    }

    fn setup(rules: &Rules, stones: &[(Point, Color)], turn: Color) -> Result<Self, Impossible> {
        if rules.size() != N {
            return Err(Impossible::Size(rules.size()));
        }
        let mut discs = [B::EMPTY; 2];
        for &(point, color) in stones {
            if point.index() >= N * N {
                return Err(Impossible::OffBoard(point));
            }
            let square = B::square(u32::from(point.0));
            if !((discs[0] | discs[1]) & square).is_empty() {
                return Err(Impossible::Twice(point));
            }
            discs[color.index()] |= square;
        }
        let board = Othello::from_bits(discs[0], discs[1], turn)?;
        Ok(board.with_empties_to_winner(rules.empties_to_winner))
    }

    fn rules(&self) -> Rules {
        self.rules_of()
    }

    fn notation(&self) -> Notation {
        Notation::Othello
    }

    fn turn(&self) -> Color {
        self.side()
    }

    fn size(&self) -> usize {
        N
    }

    fn stone(&self, point: Point) -> Option<Color> {
        let square = u32::from(point.0);
        if point.index() >= N * N {
            return None;
        }
        Color::BOTH.into_iter().find(|&color| self.discs(color).has(square))
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        let fault = match mv {
            Move::Pass if self.must_pass() => return Ok(()),
            Move::Pass => Illegal::CannotPass,
            Move::Place(point) if !self.flips(u32::from(point.0)).is_empty() => return Ok(()),
            Move::Place(point) if point.index() >= N * N => Illegal::OffBoard,
            Move::Place(point) if self.stone(point).is_some() => Illegal::Occupied,
            Move::Place(_) => Illegal::FlipsNothing,
        };
        Err(if self.is_over() { Illegal::GameOver } else { fault })
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        let placements = self.placements(self.side());
        moves.extend(placements.squares().map(|square| Move::Place(Point(square as u16))));
        if moves.is_empty() && !self.placements(!self.side()).is_empty() {
            moves.push(Move::Pass);
        }
    }

    fn play_unchecked<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let Move::Place(point) = mv else {
            return self.pass();
        };
        let color = self.side();
        let flips = self.flips(u32::from(point.0));
        self.place(u32::from(point.0), flips);
        observer.placed(point, color);
        for square in flips.squares() {
            observer.flipped(Point(square as u16), color);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::counted(self.score(), HalfPoints(0), self.reason()))
    }

    fn key(&self) -> u64 {
        let mut key = 0x9e37_79b9_7f4a_7c15 ^ self.side().index() as u64;
        for word in [self.discs(Color::Black), self.discs(Color::White)] {
            let word = word.to_u128();
            for half in [word as u64, (word >> 64) as u64] {
                key = (key ^ half).wrapping_mul(0xd6e8_feb8_6659_fd93);
                key ^= key >> 32;
            }
        }
        key
    }

    fn must_pass(&self) -> bool {
        let side = self.side();
        self.placements(side).is_empty() && !self.placements(!side).is_empty()
    }
}
