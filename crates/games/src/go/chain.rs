//! Chains as pages, engines and networks ask for them: stones and liberties, looked up when wanted.

use super::Position;
use crate::board::{Color, Point};
use crate::position::Position as _;

/// Stones of one colour that are connected along the lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Whose stones they are.
    pub color: Color,
    /// In the order of the points.
    pub stones: Vec<Point>,
    /// The empty points beside the stones, each once, in order.
    pub liberties: Vec<Point>,
}

impl Position {
    /// The chain that has a stone on this point.
    ///
    /// ```
    /// use heibai_games::go::{Position, Rules};
    /// use heibai_games::{Color, Point, Position as _};
    /// let at = |x, y| Point::new(x, y, 9).unwrap();
    /// let rules = Rules::new(9, Rules::KOMI, 0).unwrap();
    /// let stones = [(at(4, 4), Color::Black), (at(5, 4), Color::Black)];
    /// let position = Position::setup(&rules, &stones, Color::White).unwrap();
    /// let chain = position.chain(at(4, 4)).unwrap();
    /// assert_eq!((chain.stones.len(), chain.liberties.len()), (2, 6));
    /// assert!(position.chain(at(0, 0)).is_none());
    /// ```
    pub fn chain(&self, point: Point) -> Option<Chain> {
        let color = self.stone(point)?;
        let board = &self.board;
        let cells = || board.chain(board.cell(point));
        let mut stones: Vec<Point> = cells().map(|cell| board.point(cell)).collect();
        let beside = cells().flat_map(|cell| board.beside(cell));
        let mut liberties: Vec<Point> =
            beside.filter(|&n| board.is_empty(n)).map(|n| board.point(n)).collect();
        stones.sort_unstable();
        liberties.sort_unstable();
        liberties.dedup();
        Some(Chain { color, stones, liberties })
    }

    /// All chains, in the order of their first points.
    pub fn chains(&self) -> Vec<Chain> {
        let first = |point: &Point, chain: &Chain| chain.stones.first() == Some(point);
        let points = Point::all(self.size());
        points.filter_map(|point| self.chain(point).filter(|chain| first(&point, chain))).collect()
    }
}
