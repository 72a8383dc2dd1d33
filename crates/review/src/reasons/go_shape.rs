//! What a quiet Go stone does: where it stands among the others, the shape that it makes, the liberties that it gives and
//! takes. Said where nothing happens that is louder.

use heibai_games::go::{Chain, Position as Go};
use heibai_games::{Color, Point, Position};
use heibai_words::names::count_stones;
use heibai_words::{Text, hints};

/// Stones within so many columns and rows belong to the same part of the board.
const PART: usize = 4;
/// On boards smaller than this there are no sides to speak of.
const LEAST_SIZE: usize = 9;

/// How a point is written.
type Name<'a> = &'a dyn Fn(Point) -> String;

/// At most two sentences, the weightiest first. At the edge what a stone does to others says more than where it stands.
pub(super) fn facts(old: &Go, new: &Go, point: Point, us: Color, name: Name<'_>) -> Vec<Text> {
    let (place, liberties, shape) =
        (place(old, point, us, name), liberties(old, new, point, us, name), shape(old, point, us, name));
    let is_edge = line(point, old.size()) <= 1;
    let said = if is_edge { [liberties, shape, place] } else { [place, liberties, shape] };
    said.into_iter().flatten().take(2).collect()
}

/// How far a point is from the nearest edge: 0 is the first line.
fn line(point: Point, size: usize) -> usize {
    let fold = |v: usize| v.min(size - 1 - v);
    fold(point.x(size)).min(fold(point.y(size)))
}

/// Columns and rows between two points, whichever are more.
pub(super) fn distance(a: Point, b: Point, size: usize) -> usize {
    a.x(size).abs_diff(b.x(size)).max(a.y(size).abs_diff(b.y(size)))
}

/// What a stone means where it stands: an open side, an extension, an invasion, a reduction, the edge between both sides.
fn place(old: &Go, point: Point, us: Color, name: Name<'_>) -> Option<Text> {
    let size = old.size();
    if size < LEAST_SIZE {
        return None;
    }
    let stones: Vec<(usize, Point, Color)> =
        Point::all(size).filter_map(|p| Some((distance(p, point, size), p, old.stone(p)?))).collect();
    let near = |color: Color, reach: usize| stones.iter().filter(|s| s.2 == color && s.0 <= reach).count();
    let nearest = |color: Color, reach: usize| {
        stones.iter().filter(|s| s.2 == color && s.0 <= reach).min_by_key(|s| (s.0, s.1)).map(|s| name(s.1))
    };
    match line(point, size) {
        0 | 1 => Some(hints::settles_edge(&nearest(us, 2)?, &nearest(!us, 2)?)),
        height => {
            let (ours, theirs) = (near(us, PART), near(!us, PART));
            if ours + theirs == 0 {
                return Some(if height <= 3 { hints::takes_side() } else { hints::takes_centre() });
            }
            if ours == 0 && theirs >= 3 {
                let at = nearest(!us, PART)?;
                return Some(if height <= 2 { hints::invades(&at) } else { hints::reduces(&at) });
            }
            let from = nearest(us, PART).filter(|_| theirs == 0 && height <= 3 && near(us, 2) == 0)?;
            Some(hints::extends_on_side(&from))
        }
    }
}

/// Liberties that the stone gives to a chain of ours that had few, or leaves to one of theirs.
fn liberties(old: &Go, new: &Go, point: Point, us: Color, name: Name<'_>) -> Option<Text> {
    let touching = |color: Color| {
        old.chains().into_iter().filter(move |chain| chain.color == color && chain.liberties.contains(&point))
    };
    let weakest = touching(us).min_by_key(|chain| chain.liberties.len());
    let after = new.chain(point)?.liberties.len();
    if let Some(chain) = weakest.filter(|chain| chain.liberties.len() <= 3 && after > chain.liberties.len()) {
        let stones = count_stones(chain.stones.len());
        return Some(hints::gains_liberties(stones, &name(chain.stones[0]), chain.liberties.len(), after));
    }
    // Two left: the next move can put them in atari.
    let left = |chain: &Chain| new.chain(chain.stones[0]).map_or(0, |chain| chain.liberties.len());
    let pressed = touching(!us).filter(|chain| left(chain) == 2).max_by_key(|chain| chain.stones.len())?;
    Some(hints::leaves_two_liberties(count_stones(pressed.stones.len()), &name(pressed.stones[0])))
}

/// What players call the stone by the stones beside it.
fn shape(old: &Go, point: Point, us: Color, name: Name<'_>) -> Option<Text> {
    let size = old.size();
    let to = |(dx, dy): (i32, i32)| -> Option<Point> {
        let (x, y) = (point.x(size) as i32 + dx, point.y(size) as i32 + dy);
        Point::new(usize::try_from(x).ok()?, usize::try_from(y).ok()?, size)
    };
    let at = |dx: i32, dy: i32| to((dx, dy)).and_then(|p| old.stone(p));
    // All ways to turn and mirror a step.
    let ways = |dx: i32, dy: i32| {
        [(dx, dy), (-dx, dy), (dx, -dy), (-dx, -dy), (dy, dx), (-dy, dx), (dy, -dx), (-dy, -dx)]
    };
    let stands = |color: Color, (dx, dy): (i32, i32)| at(dx, dy) == Some(color);
    let find = |color: Color, (dx, dy): (i32, i32)| {
        ways(dx, dy).into_iter().find(|&way| stands(color, way)).and_then(to).map(name)
    };
    // From a stone with nothing between: half the step is empty.
    let freely = |(dx, dy): (i32, i32)| {
        let open = |(x, y): (i32, i32)| stands(us, (x, y)) && at(x / 2, y / 2).is_none();
        ways(dx, dy).into_iter().find(|&way| open(way)).and_then(to).map(name)
    };
    // Around the opponent's stone: ours stands beside it already, at the diagonal of the new one.
    let bent = ways(1, 1).into_iter().filter(|&way| stands(us, way)).find_map(|(dx, dy)| {
        let around = |one: (i32, i32), other: (i32, i32)| {
            (stands(!us, one) && at(other.0, other.1).is_none()).then(|| to(one)).flatten()
        };
        around((dx, 0), (0, dy)).or_else(|| around((0, dy), (dx, 0))).map(name)
    });
    match (find(us, (1, 0)), find(!us, (1, 0))) {
        (Some(ours), Some(theirs)) => return Some(hints::stands_firm(&ours, &theirs)),
        (Some(ours), None) => return Some(hints::extends(&ours)),
        (None, Some(theirs)) => {
            return Some(bent.map_or_else(|| hints::attaches(&theirs), |at| hints::bends_around(&at)));
        }
        (None, None) => {}
    }
    let near = || [(1, 1), (2, 0), (2, 1)].into_iter().find_map(|step| find(!us, step));
    find(us, (1, 1))
        .map(|at| hints::diagonal_move(&at))
        .or_else(|| freely((2, 0)).map(|at| hints::jumps(&at)))
        .or_else(|| freely((2, 1)).map(|at| hints::knights_move(&at)))
        .or_else(|| near().map(|at| hints::comes_near(&at)))
}

#[cfg(test)]
mod tests {
    use heibai_games::{AnyPosition, Kind, Move, Position, kind::Choice};
    use heibai_words::Language;

    /// What is said of the last of these moves on 19x19, in English.
    fn said(moves: &str) -> Vec<String> {
        let mut position = AnyPosition::start(&Kind::Go.rules(&Choice::default()).unwrap());
        let mut last = Vec::new();
        for name in moves.split_whitespace() {
            let mv = position.read_move(name).unwrap();
            last = super::super::reasons(&position, mv, &[]);
            position.play(mv).unwrap();
        }
        last.iter().map(|text| text.get(Language::English).to_owned()).collect()
    }

    #[test]
    fn quiet_stones_are_told_by_where_they_stand_and_what_shape_they_make() {
        for (moves, sentence) in [
            ("D4 Q16 Q4 D16 K3", "It takes a large open side."),
            ("D4 Q16 Q4 D16 K10", "It takes the open centre."),
            ("D4 Q16 F3 D16 K3", "It extends along the side from F3."),
            (
                "D4 Q16 Q4 O17 D16 R13 C10 S17 C7 O15 Q17",
                "It invades beside Q16, where only the opponent has stones.",
            ),
            ("D4 Q16 F4 Q10 E5", "It moves diagonally from F4."),
            ("D4 Q16 F3 Q10 D6", "It jumps from D4."),
            ("D4 Q16 F3 Q10 E6", "It makes a knight's move from D4."),
            ("D4 Q16 F3 E4", "It attaches to D4."),
            ("D4 Q16 F3 E4 E5", "It bends around E4."),
        ] {
            let said = said(moves);
            assert!(said.iter().any(|known| known == sentence), "{moves}: {said:?}");
        }
    }

    #[test]
    fn liberties_that_are_given_and_left_are_counted() {
        assert_eq!(said("D4 E4 A1 D5")[0], "It leaves 1 stone at D4 two liberties.");
        assert_eq!(said("D4 E4 A1 D5 D3")[0], "It gives 1 stone at D4 4 liberties instead of 2.");
    }

    /// A pass is explained too.
    #[test]
    fn a_pass_has_a_reason() {
        let position = AnyPosition::start(&Kind::Go.rules(&Choice::default()).unwrap());
        assert_eq!(super::super::reasons(&position, Move::Pass, &[]).len(), 1);
    }
}
