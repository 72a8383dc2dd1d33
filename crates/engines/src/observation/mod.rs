//! Observations: a position as planes of numbers for a network. Single states, batches, searches and players all use
//! them.

pub mod action;

use heibai_games::othello::Bits;
use heibai_games::{AnyPosition, Color, Observer, Point, Position, Rules, go, gomoku, othello};
use heibai_kernels::{prefetch, spread_floats, spread_signed_bytes};

/// A number type that observations can be made of.
pub trait Number: Copy + Send + Sync + 'static {
    const ZERO: Self;
    const ONE: Self;

    /// The nearest number of this type.
    fn nearest(value: i32) -> Self;

    /// Writes each bit as a number, the lowest of the first word first.
    fn spread(bits: &[u64], out: &mut [Self]);
}

impl Number for i8 {
    const ZERO: i8 = 0;
    const ONE: i8 = 1;

    fn nearest(value: i32) -> i8 {
        value.clamp(-127, 127) as i8
    }

    #[inline]
    fn spread(bits: &[u64], out: &mut [i8]) {
        spread_signed_bytes(bits, out);
    }
}

impl Number for f32 {
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;

    fn nearest(value: i32) -> f32 {
        value as f32
    }

    #[inline]
    fn spread(bits: &[u64], out: &mut [f32]) {
        spread_floats(bits, out);
    }
}

/// The planes of an observation, in this order: stones of the side to move and of the other side, the same for each
/// earlier board, legal points, a plane of ones if Black is to move, komi (Go), Black's forbidden points (Renju).
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub size: usize,
    pub history: usize,
    /// Komi in half points; Go only.
    komi: Option<i32>,
    forbidden: bool,
}

impl Layout {
    pub const MOST_HISTORY: usize = 16;

    pub fn new(rules: &Rules, history: usize) -> Result<Layout, String> {
        if history > Layout::MOST_HISTORY {
            let most = Layout::MOST_HISTORY;
            return Err(format!("history {history}: expected at most {most} earlier boards"));
        }
        let komi = match rules {
            Rules::Go(rules) => Some(rules.komi().0),
            _ => None,
        };
        let forbidden = matches!(rules, Rules::Gomoku(rules) if rules.variant().is_renju());
        Ok(Layout { size: rules.size(), history, komi, forbidden })
    }

    pub fn points(&self) -> usize {
        self.size * self.size
    }

    pub fn planes(&self) -> usize {
        2 * (self.history + 1) + 2 + usize::from(self.komi.is_some()) + usize::from(self.forbidden)
    }

    /// The number of values of one observation.
    pub fn values(&self) -> usize {
        self.planes() * self.points()
    }

    /// The indices of the planes that are constant over the board: Black to move, and komi where there is one.
    pub fn constant_planes(&self) -> (usize, Option<usize>) {
        let black = 2 * (self.history + 1) + 1;
        (black, self.komi.map(|_| black + 1))
    }

    pub fn names(&self) -> Vec<String> {
        let mut names = vec!["own".to_owned(), "opponent".to_owned()];
        for age in 1..=self.history {
            names.extend([format!("own-{age}"), format!("opponent-{age}")]);
        }
        names.extend(["legal".to_owned(), "black_to_move".to_owned()]);
        names.extend(self.komi.map(|_| "komi".to_owned()));
        names.extend(self.forbidden.then(|| "forbidden".to_owned()));
        names
    }

    /// Writes the observation of `position` for its side to move. `boards` are its stones and `mask` its legal
    /// actions.
    #[inline]
    pub fn write<P: Observed, T: Number>(&self, position: &P, boards: &Boards, mask: &[bool], out: &mut [T]) {
        self.write_for(position.turn(), position, boards, mask, out);
    }

    /// Like `write`, but from the side of `viewer`, whoever is to move.
    #[inline]
    pub fn write_for<P: Observed, T: Number>(
        &self,
        viewer: Color,
        position: &P,
        boards: &Boards,
        mask: &[bool],
        out: &mut [T],
    ) {
        let points = self.points();
        let (stones, rest) = out.split_at_mut(2 * (self.history + 1) * points);
        for (age, pair) in stones.chunks_exact_mut(2 * points).enumerate() {
            let (own, opponent) = pair.split_at_mut(points);
            T::spread(boards.stones(age, viewer), own);
            T::spread(boards.stones(age, !viewer), opponent);
        }
        let mut planes = rest.chunks_exact_mut(points);
        let mut next = || planes.next().unwrap_or_default();
        for (value, &legal) in next().iter_mut().zip(mask) {
            *value = if legal { T::ONE } else { T::ZERO };
        }
        next().fill(if position.turn() == Color::Black { T::ONE } else { T::ZERO });
        if let Some(komi) = self.komi {
            next().fill(T::nearest(if viewer == Color::White { komi } else { -komi }));
        }
        if self.forbidden {
            let plane = next();
            plane.fill(T::ZERO);
            position.each_forbidden(|point| plane[point.index()] = T::ONE);
        }
    }
}

/// A position with what observations need beyond `Position`.
pub trait Observed: Position {
    /// Black's forbidden points, whoever is to move.
    fn each_forbidden(&self, _visit: impl FnMut(Point)) {}
}

impl<B: Bits, const N: usize> Observed for othello::Othello<B, N> {}

impl Observed for go::Position {}

impl Observed for gomoku::Position {
    fn each_forbidden(&self, visit: impl FnMut(Point)) {
        self.forbidden_points().iter().map(|(point, _)| point).for_each(visit);
    }
}

impl Observed for AnyPosition {
    fn each_forbidden(&self, visit: impl FnMut(Point)) {
        if let AnyPosition::Gomoku(position) = self {
            position.each_forbidden(visit);
        }
    }
}

/// The recent boards of a game as bit sets. The newest is updated with each move's changes and lies in the struct
/// itself: batches touch that of every game in turn.
#[derive(Clone)]
#[repr(C)]
pub struct Boards {
    /// The words of a set; one bit per point.
    words: u32,
    /// The place of the last of the earlier boards.
    last: u32,
    /// Black's stones, then White's, without a gap.
    newest: [u64; 2 * MOST_WORDS],
    /// Black's and White's stones of each earlier board, in a ring buffer.
    earlier: Vec<u64>,
}

/// 25 x 25 points.
const MOST_WORDS: usize = 10;

impl Boards {
    /// Starts with the board of `position` and no earlier ones.
    pub fn new<P: Position>(position: &P, history: usize) -> Boards {
        let words = (position.size() * position.size()).div_ceil(64);
        let (newest, earlier) = ([0; 2 * MOST_WORDS], vec![0; 2 * words * history]);
        let mut boards = Boards { words: words as u32, last: 0, newest, earlier };
        for point in Point::all(position.size()) {
            if let Some(color) = position.stone(point) {
                boards.placed(point, color);
            }
        }
        boards
    }

    fn words(&self) -> usize {
        self.words as usize
    }

    /// The stones of `color`, `age` moves ago.
    #[inline]
    fn stones(&self, age: usize, color: Color) -> &[u64] {
        let words = self.words();
        let of_color = |board: usize| (2 * board + color.index()) * words;
        if age == 0 {
            return &self.newest[of_color(0)..][..words];
        }
        let (boards, last) = (self.earlier.len() / (2 * words), self.last as usize + 1);
        let at = if age <= last { last - age } else { boards + last - age };
        &self.earlier[of_color(at)..][..words]
    }

    /// Prefetches the newest board.
    #[inline]
    pub fn prefetch(&self) {
        prefetch(std::slice::from_ref(&self.words), 0);
        prefetch(&self.newest, 8);
    }

    /// Keeps the newest board as an earlier one; the next move changes it.
    #[inline]
    pub fn turn_page(&mut self) {
        let length = 2 * self.words();
        if self.earlier.is_empty() {
            return;
        }
        let next = (self.last as usize + 1) * length;
        let next = if next >= self.earlier.len() { 0 } else { next };
        self.earlier[next..next + length].copy_from_slice(&self.newest[..length]);
        self.last = (next / length) as u32;
    }

    /// The word and the bit of a point.
    #[inline]
    fn word(&mut self, point: Point, color: Color) -> (&mut u64, u64) {
        let at = color.index() * self.words() + point.index() / 64;
        (&mut self.newest[at], 1 << (point.index() % 64))
    }

    /// Goes back to the start of the game without allocating.
    pub fn restore(&mut self, start: &Boards) {
        (self.last, self.newest) = (start.last, start.newest);
        self.earlier.copy_from_slice(&start.earlier);
    }
}

impl Observer for Boards {
    #[inline]
    fn placed(&mut self, point: Point, color: Color) {
        let (word, bit) = self.word(point, color);
        *word |= bit;
    }

    #[inline]
    fn flipped(&mut self, point: Point, color: Color) {
        self.placed(point, color);
        self.removed(point, !color);
    }

    #[inline]
    fn removed(&mut self, point: Point, color: Color) {
        let (word, bit) = self.word(point, color);
        *word &= !bit;
    }
}

/// True for each legal action.
pub fn mask(position: &AnyPosition) -> Vec<bool> {
    let size = position.size();
    let mut mask = vec![false; action::count(position.kind(), size)];
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.iter().for_each(|&mv| mask[action::of(mv, size)] = true);
    mask
}
