//! The geometry of a board: rays, neighbours, quadrants; flips along rays, and stable discs.

use super::Sides;
use heibai_games::othello::Bits;

/// The four axes: a step to the right, down, down to the left, down to the right.
const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];

/// Tables that depend only on the board size.
pub struct Geometry {
    pub all: u128,
    pub corners: u128,
    /// Each corner with the squares next to it.
    beside: [(u128, u128); 4],
    /// For each square its neighbours, except those from which nothing can be flipped.
    neighbours: Vec<u128>,
    /// For each square the four rays towards higher squares, in the order of the axes, then the opposite four.
    rays: Vec<[u128; 8]>,
    quadrants: [u128; 4],
    axes: [Axis; 4],
}

/// A step along an axis, both ways.
struct Axis {
    by: u32,
    /// The squares that have a square before them, and after them, on this axis.
    has_before: u128,
    has_after: u128,
}

impl Geometry {
    pub fn new<const N: usize>() -> Geometry {
        let size = N as i32;
        let on_board = |x: i32, y: i32| (0..size).contains(&x) && (0..size).contains(&y);
        let bit = |x: i32, y: i32| 1u128 << (y * size + x);
        let squares = || (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        let set = |wanted: &dyn Fn(i32, i32) -> bool| {
            squares().filter(|&(x, y)| wanted(x, y)).fold(0, |set, (x, y)| set | bit(x, y))
        };
        let ray = |x: i32, y: i32, (dx, dy): (i32, i32)| {
            let steps = (1..size).map(|i| (x + i * dx, y + i * dy));
            steps.take_while(|&(x, y)| on_board(x, y)).fold(0, |ray, (x, y)| ray | bit(x, y))
        };
        let rays: Vec<[u128; 8]> = squares()
            .map(|(x, y)| {
                std::array::from_fn(|i| {
                    let (dx, dy) = AXES[i % 4];
                    ray(x, y, if i < 4 { (dx, dy) } else { (-dx, -dy) })
                })
            })
            .collect();
        let useful = |ray: &u128, nearest: u128| if ray.count() > 1 { ray & nearest } else { 0 };
        let neighbours = squares().zip(&rays).map(|((x, y), rays)| {
            let near = set(&|nx, ny| (nx - x).abs().max((ny - y).abs()) == 1);
            rays.iter().fold(0, |all, ray| all | useful(ray, near))
        });
        let edge = |v: i32| v.min(size - 1 - v);
        let half = size / 2;
        Geometry {
            all: set(&|_, _| true),
            corners: set(&|x, y| edge(x) == 0 && edge(y) == 0),
            beside: [(0, 0), (size - 1, 0), (0, size - 1), (size - 1, size - 1)]
                .map(|(x, y)| (bit(x, y), set(&|nx, ny| (nx - x).abs().max((ny - y).abs()) == 1))),
            neighbours: neighbours.collect(),
            quadrants: std::array::from_fn(|i| {
                set(&|x, y| usize::from(x >= half) + 2 * usize::from(y >= half) == i)
            }),
            axes: AXES.map(|(dx, dy)| Axis {
                by: (dy * size + dx) as u32,
                has_before: set(&|x, y| on_board(x - dx, y - dy)),
                has_after: set(&|x, y| on_board(x + dx, y + dy)),
            }),
            rays,
        }
    }

    /// The discs that `mover` flips with a disc on the empty `square`; none if the move is illegal.
    #[inline]
    pub fn flips(&self, square: u32, mover: u128, opponent: u128) -> u128 {
        if self.neighbours[square as usize] & opponent == 0 {
            return 0;
        }
        let rays = &self.rays[square as usize];
        let mut flips = 0;
        for ray in &rays[..4] {
            // The nearest square without a disc of the opponent.
            let end = ray & !opponent;
            let nearest = end & end.wrapping_neg();
            if nearest & mover != 0 {
                flips |= ray & (nearest - 1);
            }
        }
        for ray in &rays[4..] {
            let end = ray & !opponent;
            if end != 0 {
                let nearest = 1u128 << (127 - end.leading_zeros());
                if nearest & mover != 0 {
                    flips |= ray & !(nearest | (nearest - 1));
                }
            }
        }
        flips
    }

    /// The squares next to corners that are not among `discs`.
    pub fn beside_empty_corners(&self, discs: u128) -> u128 {
        let open = self.beside.iter().filter(|(corner, _)| corner & discs == 0);
        open.fold(0, |all, (_, beside)| all | beside)
    }

    /// The quadrants with an odd number of the squares in `empty`.
    #[inline]
    pub fn odd_quadrants(&self, empty: u128) -> u128 {
        let odd = self.quadrants.iter().filter(|&quadrant| (empty & quadrant).count() % 2 == 1);
        odd.fold(0, |odd, quadrant| odd | quadrant)
    }

    /// An upper bound for the side to move by the opponent's stable discs, if it is not above `alpha`.
    #[inline]
    pub fn stability_bound<const N: usize>(&self, sides: &Sides, alpha: i32) -> Option<i32> {
        let squares = (N * N) as i32;
        // Usually the opponent has too few discs, stable or not.
        if squares - 2 * sides.opponent.count() as i32 > alpha {
            return None;
        }
        let most = squares - 2 * self.stable(sides.opponent, sides.mover).count() as i32;
        (most <= alpha).then_some(most)
    }

    /// Stable discs of `own`: on every axis the line is full, or a neighbour is stable, or the board ends. Finds not
    /// all of them.
    pub fn stable(&self, own: u128, other: u128) -> u128 {
        let empty = self.all & !(own | other);
        let safe = self.axes.each_ref().map(|axis| !(axis.reached(empty) & axis.has_before & axis.has_after));
        let mut stable = 0;
        loop {
            let held = self.axes.iter().zip(safe).fold(own, |held, (axis, safe)| {
                held & (safe | stable << axis.by & axis.has_before | stable >> axis.by & axis.has_after)
            });
            if held == stable {
                return stable;
            }
            stable = held;
        }
    }
}

impl Axis {
    /// The squares that share a line of this axis with one in `from` (by doubling steps, at most fifteen squares
    /// away).
    #[inline]
    fn reached(&self, from: u128) -> u128 {
        let (mut up, mut down) = (from, from);
        let (mut pass_up, mut pass_down) = (self.has_before, self.has_after);
        for by in [self.by, 2 * self.by, 4 * self.by, 8 * self.by] {
            up |= pass_up & up << by;
            down |= pass_down & down >> by;
            pass_up &= pass_up << by;
            pass_down &= pass_down >> by;
        }
        up | down
    }
}
