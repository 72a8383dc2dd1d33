//! Points that mean the same because the stones lie symmetrically around them.

use crate::board::{Color, Point};
use crate::position::Position;

/// Whether a turn or mirror image of the stones that leaves them as they are moves `a` to `b`. The edge of the board
/// does not count: players call fifth stones symmetrical by the stones alone.
pub fn look_alike<P: Position>(position: &P, a: Point, b: Point) -> bool {
    let size = position.size();
    let stones = position.stones();
    let at = |point: Point| (point.x(size) as i32, point.y(size) as i32);
    // A symmetry keeps the centre of gravity. Seen from there and scaled by the number of stones, all is whole.
    let count = stones.len() as i32;
    let centre = stones.iter().fold((0, 0), |(x, y), &(point, _)| (x + at(point).0, y + at(point).1));
    let seen = |point: Point| (at(point).0 * count - centre.0, at(point).1 * count - centre.1);
    let placed: Vec<((i32, i32), Color)> =
        stones.iter().map(|&(point, color)| (seen(point), color)).collect();
    SYMMETRIES.iter().any(|&[xx, xy, yx, yy]| {
        let image = |(x, y): (i32, i32)| (xx * x + xy * y, yx * x + yy * y);
        image(seen(a)) == seen(b) && placed.iter().all(|&(at, color)| placed.contains(&(image(at), color)))
    })
}

/// The turns and mirror images of a square but for the one that moves nothing.
const SYMMETRIES: [[i32; 4]; 7] = [
    [-1, 0, 0, 1],
    [1, 0, 0, -1],
    [-1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, 1, -1, 0],
    [0, -1, 1, 0],
    [0, -1, -1, 0],
];
