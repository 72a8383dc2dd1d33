//! Where the fixed handicap stones stand, as the Go Text Protocol defines it.

use crate::board::Point;

/// The points of `stones` handicap stones, in the order in which they are added; empty if the board has no
/// such handicap.
///
/// ```
/// use heibai_games::go::handicap;
/// assert_eq!(handicap::points(19, 9).len(), 9);
/// assert!(handicap::points(19, 1).is_empty());
/// ```
pub fn points(size: usize, stones: u32) -> Vec<Point> {
    if !(2..=super::Rules::most_handicap(size)).contains(&stones) {
        return Vec::new();
    }
    let near = if size < 13 { 2 } else { 3 };
    let far = size - 1 - near;
    let middle = size / 2;
    let corners = [(near, far), (far, near), (near, near), (far, far)];
    let sides = [(near, middle), (far, middle), (middle, far), (middle, near)];
    let paired = (stones & !1) as usize;
    let mut at: Vec<(usize, usize)> = match stones {
        2..=4 => corners[..stones as usize].to_vec(),
        _ => corners.iter().chain(&sides).copied().take(paired).collect(),
    };
    if stones > 4 && stones % 2 == 1 {
        at.push((middle, middle));
    }
    at.into_iter().filter_map(|(x, y)| Point::new(x, y, size)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Notation;

    fn names(size: usize, stones: u32) -> String {
        let names: Vec<String> = points(size, stones).iter().map(|&p| Notation::Go.write(p, size)).collect();
        names.join(" ")
    }

    #[test]
    fn the_points_of_the_protocol() {
        assert_eq!(names(19, 2), "D4 Q16");
        assert_eq!(names(19, 3), "D4 Q16 D16");
        assert_eq!(names(19, 4), "D4 Q16 D16 Q4");
        assert_eq!(names(19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(names(19, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(names(19, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(names(19, 8), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        assert_eq!(names(19, 9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(names(9, 4), "C3 G7 C7 G3");
        assert_eq!(names(7, 4), "C3 E5 C5 E3");
        assert_eq!(names(13, 5), "D4 K10 D10 K4 G7");
    }

    #[test]
    fn no_point_twice_and_none_where_the_board_has_none() {
        for size in 2..=25 {
            for stones in 0..=10 {
                let mut at = points(size, stones);
                let allowed = stones >= 2 && stones <= super::super::Rules::most_handicap(size);
                assert_eq!(at.len(), if allowed { stones as usize } else { 0 }, "{size} {stones}");
                at.sort();
                at.dedup();
                assert_eq!(at.len(), if allowed { stones as usize } else { 0 }, "{size} {stones}");
            }
        }
    }
}
