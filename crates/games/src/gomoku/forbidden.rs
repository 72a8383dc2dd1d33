//! Where Black may not play in Renju, by the definition of the Renju International Federation.
//!
//! A stone that makes exactly five wins, whatever else it makes. Otherwise a stone is forbidden if it
//! makes six or more in a row, two or more fours, or two or more threes. A three counts only if one more
//! stone could make it a straight four, without making a five at the same time, on a point that is not
//! itself forbidden with the three on the board. The last clause asks the same question again with two
//! more stones, as deep as it takes; every step adds stones, so it ends.
//!
//! `renju-patterns` counts threes by their outline alone, as the source documents do.

use super::board::{Board, Direction, LINES, bits, places};
use super::lines::{Made, Rows, made};
use super::patterns;
use super::rules::{Forbidden, Variant};
use crate::board::{Color, Point};

/// What a Black stone on an empty point would be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Exactly five in a row: a win, whatever else the stone makes.
    Five,
    /// Nothing that is forbidden.
    Legal,
    /// A forbidden move: Black loses by it.
    Forbidden(Forbidden),
}

impl Verdict {
    /// What is forbidden about it, if anything.
    pub const fn forbidden(self) -> Option<Forbidden> {
        match self {
            Verdict::Forbidden(kind) => Some(kind),
            Verdict::Five | Verdict::Legal => None,
        }
    }
}

/// What Black would make on the empty `point`; rule sets without forbidden moves forbid nothing.
///
/// ```
/// use heibai_games::gomoku::{Board, Forbidden, Variant, forbidden};
/// use heibai_games::{Color, Notation};
/// let at = |name| Notation::Gomoku.read(name, 15).unwrap();
/// let mut board = Board::new(15);
/// // Two open threes that would meet in H8.
/// ["G8", "F8", "H7", "H6"].map(|name| board.put(at(name), Color::Black));
/// let verdict = forbidden::verdict(&board, at("H8"), Variant::Renju);
/// assert_eq!(verdict.forbidden(), Some(Forbidden::DoubleThree));
/// ```
pub fn verdict(board: &Board, point: Point, variant: Variant) -> Verdict {
    match variant {
        Variant::Renju => {
            let made = look_at(board, point);
            at_first_sight(&made, || {
                let (x, y) = board.xy(point);
                may_hold_two_threes(&made) && Stones::new(board).has_two_threes(x, y, &made)
            })
        }
        Variant::RenjuPatterns => {
            let three = |&d: &usize| patterns::three(board, point, d).is_some();
            at_first_sight(&look_at(board, point), || (0..4).filter(three).count() >= 2)
        }
        Variant::Standard | Variant::Freestyle => Verdict::Legal,
    }
}

/// Whether Black may play on the empty `point`, now and after any White moves elsewhere. A white stone only takes rows
/// away from Black, so that no overline or four is added; but where two lines hold what may be threes it can make one of
/// them real, and then nothing is promised.
pub fn stays_legal(board: &Board, point: Point, variant: Variant) -> bool {
    match variant {
        Variant::Standard | Variant::Freestyle => true,
        Variant::RenjuPatterns => false,
        Variant::Renju => {
            let made = look_at(board, point);
            !may_hold_two_threes(&made) && at_first_sight(&made, || false).forbidden().is_none()
        }
    }
}

/// Black's forbidden points on a board, each with its kind. Points are in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForbiddenPoints {
    size: u8,
    /// One set for each kind, in the order of `Forbidden`.
    rows: [Rows; 3],
}

impl ForbiddenPoints {
    const KINDS: [Forbidden; 3] = [Forbidden::DoubleThree, Forbidden::DoubleFour, Forbidden::Overline];

    pub(super) fn none(size: usize) -> ForbiddenPoints {
        ForbiddenPoints { size: size as u8, rows: [Rows::default(); 3] }
    }

    pub(super) fn add(&mut self, x: usize, y: usize, kind: Forbidden) {
        self.rows[kind as usize].0[y] |= 1 << x;
    }

    /// Why Black may not play on `point`; `None` if that is no forbidden point.
    pub fn kind(&self, point: Point) -> Option<Forbidden> {
        let (x, y) = (point.x(self.size.into()), point.y(self.size.into()));
        Self::KINDS
            .into_iter()
            .find(|&kind| self.rows[kind as usize].0.get(y).is_some_and(|r| r >> x & 1 == 1))
    }

    pub(super) fn row(&self, y: usize) -> u16 {
        self.rows.iter().fold(0, |all, rows| all | rows.0[y])
    }

    /// The forbidden points in the order of the board, each with its kind.
    pub fn iter(&self) -> impl Iterator<Item = (Point, Forbidden)> + '_ {
        let size = usize::from(self.size);
        (0..size.min(16)).flat_map(move |y| {
            bits(self.row(y).into()).filter_map(move |x| {
                let point = Point((y * size + x as usize) as u16);
                self.kind(point).map(|kind| (point, kind))
            })
        })
    }

    /// Whether nothing is forbidden.
    pub fn is_empty(&self) -> bool {
        (0..16).all(|y| self.row(y) == 0)
    }
}

/// All of Black's forbidden points on a board of up to 15x15, whoever is to move. Larger boards and rule
/// sets without forbidden moves have none.
///
/// ```
/// use heibai_games::gomoku::{Board, Variant, forbidden};
/// assert!(forbidden::points(&Board::new(15), Variant::Renju).is_empty());
/// ```
pub fn points(board: &Board, variant: Variant) -> ForbiddenPoints {
    let mut found = ForbiddenPoints::none(board.size());
    if !variant.is_renju() || board.size() > 15 {
        return found;
    }
    if variant == Variant::RenjuPatterns {
        for point in board.empty_points() {
            if let Some(kind) = verdict(board, point, variant).forbidden() {
                found.add(point.x(board.size()), point.y(board.size()), kind);
            }
        }
        return found;
    }
    let sets = Sets::new(board);
    found.rows[Forbidden::Overline as usize] = sets.overline;
    found.rows[Forbidden::DoubleFour as usize] = sets.double_four;
    if sets.two_threes != Rows::default() {
        let mut stones = Stones::new(board);
        for y in 0..board.size() {
            for x in bits(sets.two_threes.0[y].into()) {
                if stones.verdict(x as usize, y) == Verdict::Forbidden(Forbidden::DoubleThree) {
                    found.add(x as usize, y, Forbidden::DoubleThree);
                }
            }
        }
    }
    found
}

/// The whole board at once: what can be settled without looking further, and what cannot.
struct Sets {
    overline: Rows,
    double_four: Rows,
    /// Nothing of the above, no five, but two lines with what may be a three.
    two_threes: Rows,
}

impl Sets {
    fn new(board: &Board) -> Sets {
        // Five rows of nothing on either side, so that every neighbour can be looked at.
        let mut black = [0u16; 26];
        let mut empty = [0u16; 26];
        for y in 0..board.size() {
            black[y + 5] = board.lines(Color::Black)[y] as u16;
            empty[y + 5] = board.empty_line(y) as u16;
        }
        let here = Rows(std::array::from_fn(|y| empty[y + 5]));
        let lines = [
            direction::<1, 0>(&black, &empty),
            direction::<0, 1>(&black, &empty),
            direction::<1, 1>(&black, &empty),
            direction::<1, -1>(&black, &empty),
        ];
        let none = Rows::default();
        let (mut five, mut overline, mut four, mut four_twice) = (none, none, none, none);
        let (mut three, mut three_twice) = (none, none);
        for m in lines {
            five = five | m.five;
            overline = overline | m.overline;
            let fours = m.four_back | m.four_ahead;
            four_twice = four_twice | (four & fours) | (m.four_back & m.four_ahead & !m.straight);
            four = four | fours;
            let threes = m.three_back | m.three_ahead;
            three_twice = three_twice | (three & threes);
            three = three | threes;
        }
        let open = here & !five;
        let double_four = open & !overline & four_twice;
        Sets {
            overline: open & overline,
            double_four,
            two_threes: open & !overline & !double_four & three_twice,
        }
    }
}

/// The shapes made at every point in the direction (`DX`, `DY`).
#[inline(always)]
fn direction<const DX: i32, const DY: i32>(black: &[u16; 26], empty: &[u16; 26]) -> Made<Rows> {
    made(|k| seen::<DX, DY>(black, k), |k| seen::<DX, DY>(empty, k))
}

/// Each point's neighbour `k` steps in the direction (`DX`, `DY`).
#[inline(always)]
fn seen<const DX: i32, const DY: i32>(rows: &[u16; 26], k: i32) -> Rows {
    let first = (5 + k * DY) as usize;
    let shift = k * DX;
    let mut seen = [0; 16];
    for (row, &of) in seen.iter_mut().zip(&rows[first..first + 16]) {
        *row = if shift >= 0 { of >> shift } else { of << -shift };
    }
    Rows(seen)
}

/// The lines of a board in a form in which Black stones can be tried out and taken back.
pub(super) struct Stones {
    size: usize,
    black: [u32; LINES],
    empty: [u32; LINES],
}

/// The four directions lie side by side in one word: sixteen bits each, the point itself at bit 5.
pub(super) const HERE: u64 = 0x0020_0020_0020_0020;

impl Stones {
    pub(super) fn new(board: &Board) -> Stones {
        Stones { size: board.size(), black: *board.lines(Color::Black), empty: board.empty_lines() }
    }

    /// Puts a Black stone on an empty point, or takes it back.
    pub(super) fn toggle(&mut self, x: usize, y: usize) {
        for place in places(x, y, self.size) {
            self.black[place.line] ^= 1 << place.bit;
            self.empty[place.line] ^= 1 << place.bit;
        }
    }

    pub(super) fn look(&self, x: usize, y: usize) -> Made<u64> {
        look(x, y, self.size, &self.black, |line| self.empty[line])
    }

    /// What a Black stone on the empty point would be.
    pub(super) fn verdict(&mut self, x: usize, y: usize) -> Verdict {
        let made = self.look(x, y);
        at_first_sight(&made, || may_hold_two_threes(&made) && self.has_two_threes(x, y, &made))
    }

    fn has_two_threes(&mut self, x: usize, y: usize, made: &Made<u64>) -> bool {
        self.toggle(x, y);
        let mut left = ((made.three_back | made.three_ahead) & HERE).count_ones();
        let mut counted = 0;
        for d in 0..4 {
            let here = 0x20u64 << (16 * d);
            if (made.three_back | made.three_ahead) & here == 0 {
                continue;
            }
            let real = (made.three_back & here != 0 && self.straight_four_allowed(x, y, d, -1))
                || (made.three_ahead & here != 0 && self.straight_four_allowed(x, y, d, 1));
            counted += u32::from(real);
            left -= 1;
            if counted >= 2 || counted + left < 2 {
                break;
            }
        }
        self.toggle(x, y);
        counted >= 2
    }

    /// Whether the stone that makes the straight four, at the nearest empty point on one side of the
    /// stone just tried, is neither forbidden nor a five.
    fn straight_four_allowed(&mut self, x: usize, y: usize, d: usize, sign: i32) -> bool {
        let (x, y) = self.nearest_empty(x, y, d, sign);
        self.verdict(x, y) == Verdict::Legal
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// How many Black stones stand in a row from a Black stone on, itself included.
    pub(super) fn run(&self, x: usize, y: usize, d: usize, sign: i32) -> i32 {
        let place = places(x, y, self.size)[d];
        let line = self.black[place.line];
        let run = if sign > 0 {
            (line >> place.bit).trailing_ones()
        } else {
            (line << (31 - place.bit)).leading_ones()
        };
        run as i32
    }

    /// The first point along a line that holds no Black stone; the shapes made it known to be empty.
    pub(super) fn nearest_empty(&self, x: usize, y: usize, d: usize, sign: i32) -> (usize, usize) {
        let (dx, dy) = Direction::ALL[d].step();
        let steps = sign * self.run(x, y, d, sign);
        ((x as i32 + steps * dx) as usize, (y as i32 + steps * dy) as usize)
    }
}

/// What a Black stone on the empty point would make in its four lines, at the bits of `HERE`.
#[inline]
fn look(x: usize, y: usize, size: usize, black: &[u32; LINES], empty: impl Fn(usize) -> u32) -> Made<u64> {
    let (mut black_around, mut empty_around) = (0, 0);
    for (d, place) in places(x, y, size).into_iter().enumerate() {
        let window = |line: u32| ((u64::from(line) << 5) >> place.bit & 0x7ff) << (16 * d);
        black_around |= window(black[place.line]);
        empty_around |= window(empty(place.line));
    }
    let see = |word: u64, k: i32| if k >= 0 { word >> k } else { word << -k };
    made(|k| see(black_around, k), |k| see(empty_around, k))
}

/// The same on a board.
#[inline]
pub(super) fn look_at(board: &Board, point: Point) -> Made<u64> {
    let (x, y) = board.xy(point);
    look(x, y, board.size(), board.lines(Color::Black), |line| board.empty_line(line))
}

/// The verdict on a stone that makes these shapes; `double_three` is asked only if nothing else decides.
#[inline]
fn at_first_sight(made: &Made<u64>, double_three: impl FnOnce() -> bool) -> Verdict {
    if made.five & HERE != 0 {
        return Verdict::Five;
    }
    if made.overline & HERE != 0 {
        return Verdict::Forbidden(Forbidden::Overline);
    }
    if fours(made) >= 2 {
        return Verdict::Forbidden(Forbidden::DoubleFour);
    }
    if double_three() {
        return Verdict::Forbidden(Forbidden::DoubleThree);
    }
    Verdict::Legal
}

/// Whether two lines hold what becomes a straight four with one more stone, allowed or not.
fn may_hold_two_threes(made: &Made<u64>) -> bool {
    ((made.three_back | made.three_ahead) & HERE).count_ones() >= 2
}

/// How many fours the stone would make; a straight four is one, two in one line are two.
pub(super) fn fours(made: &Made<u64>) -> u32 {
    let both = made.four_back & made.four_ahead & !made.straight & HERE;
    ((made.four_back | made.four_ahead) & HERE).count_ones() + both.count_ones()
}
