//! The points worth looking at: near other stones, the best shapes first.

use super::board::{Board, MAX_SIZE, bits};
use super::position::Position;
use super::score;
use crate::board::Point;
use crate::position::{Move, Position as _};

/// How near to a stone, in each direction, a candidate lies.
const RADIUS: usize = 2;

/// A point worth looking at, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Where the stone would go.
    pub point: Point,
    /// The shapes a stone here would make for the side to move, and those it would deny the other side.
    pub shape: i32,
    /// Closeness to the centre.
    pub place: i32,
}

/// The legal points within two steps of a stone: by shape, then by place, then in the order that
/// `random` (64 random bits a call) decides. The first move of a game is the centre. Where no point near
/// a stone is legal, all legal points; none once the game is over.
pub fn candidates(position: &Position, random: &mut impl FnMut() -> u64) -> Vec<Candidate> {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let board = position.board();
    let near = near_stones(board);
    let is_near = |point: Point| {
        let (x, y) = board.xy(point);
        near[y] >> x & 1 == 1
    };
    let points = legal.iter().filter_map(|&mv| match mv {
        Move::Place(point) => Some(point),
        Move::Pass => None,
    });
    let mut chosen: Vec<Point> = points.clone().filter(|&point| is_near(point)).collect();
    if chosen.is_empty() {
        let middle = board.size() / 2;
        let centre = Point((middle * board.size() + middle) as u16);
        chosen = points.filter(|&point| board.stones() > 0 || point == centre).collect();
    }
    let mut found: Vec<(Candidate, u64)> =
        chosen.into_iter().map(|point| (judged(position, point), random())).collect();
    found.sort_by_key(|&(c, tie)| (std::cmp::Reverse((c.shape, c.place)), tie));
    found.into_iter().map(|(candidate, _)| candidate).collect()
}

fn judged(position: &Position, point: Point) -> Candidate {
    let (board, variant, side) = (position.board(), position.rules().variant(), position.turn());
    let shape = score::of_stone(board, point, side, variant) + score::of_stone(board, point, !side, variant);
    Candidate { point, shape, place: score::of_place(point, board.size()) }
}

/// The empty points near a stone, a word for each row.
fn near_stones(board: &Board) -> [u32; MAX_SIZE] {
    let mut near = [0; MAX_SIZE];
    for y in 0..board.size() {
        let stones = board.on_board()[y] & !board.empty_line(y);
        let beside = bits(stones).fold(0, |all, x| all | (0b11111 << x) >> RADIUS);
        for row in &mut near[y.saturating_sub(RADIUS)..(y + RADIUS + 1).min(board.size())] {
            *row |= beside;
        }
    }
    for (y, row) in near.iter_mut().enumerate().take(board.size()) {
        *row &= board.empty_line(y);
    }
    near
}
