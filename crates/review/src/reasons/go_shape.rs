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

/// At most two sentences, the weightiest first. At the edge what a stone does to others says more than where it stands.
pub(super) fn facts(old: &Go, new: &Go, point: Point, us: Color) -> Vec<Text> {
    let (place, liberties, shape) =
        (place(old, point, us), liberties(old, new, point, us), shape(old, point, us));
    let is_edge = line(point, old.size()) <= 1;
    let said = if is_edge { [liberties, shape, place] } else { [place, liberties, shape] };
    said.into_iter().flatten().take(if is_edge { 1 } else { 2 }).collect()
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
fn place(old: &Go, point: Point, us: Color) -> Option<Text> {
    let size = old.size();
    if size < LEAST_SIZE {
        return None;
    }
    let stones: Vec<(usize, Color)> =
        Point::all(size).filter_map(|p| Some((distance(p, point, size), old.stone(p)?))).collect();
    let near = |color: Color, reach: usize| stones.iter().filter(|&&(d, c)| c == color && d <= reach).count();
    match line(point, size) {
        0 | 1 => (near(us, 2) > 0 && near(!us, 2) > 0).then(hints::settles_edge),
        height => {
            let (ours, theirs) = (near(us, PART), near(!us, PART));
            if ours + theirs == 0 {
                return Some(if height <= 3 { hints::takes_side() } else { hints::takes_centre() });
            }
            if ours == 0 && theirs >= 3 {
                return Some(if height <= 2 { hints::invades() } else { hints::reduces() });
            }
            (theirs == 0 && height <= 3 && near(us, 2) == 0).then(hints::extends_on_side)
        }
    }
}

/// Liberties that the stone gives to a chain of ours that had few, or leaves to one of theirs.
fn liberties(old: &Go, new: &Go, point: Point, us: Color) -> Option<Text> {
    let touching = |color: Color| {
        old.chains().into_iter().filter(move |chain| chain.color == color && chain.liberties.contains(&point))
    };
    let weakest = touching(us).min_by_key(|chain| chain.liberties.len());
    let after = new.chain(point)?.liberties.len();
    if let Some(chain) = weakest.filter(|chain| chain.liberties.len() <= 3 && after > chain.liberties.len()) {
        return Some(hints::gains_liberties(count_stones(chain.stones.len()), chain.liberties.len(), after));
    }
    // Two left: the next move can put them in atari.
    let left = |chain: &Chain| new.chain(chain.stones[0]).map_or(0, |chain| chain.liberties.len());
    let pressed =
        touching(!us).filter(|chain| left(chain) == 2).map(|chain| chain.stones.len()).sum::<usize>();
    (pressed > 0).then(|| hints::leaves_two_liberties(count_stones(pressed)))
}

/// What players call the stone by the stones beside it.
fn shape(old: &Go, point: Point, us: Color) -> Option<Text> {
    let size = old.size();
    let at = |dx: i32, dy: i32| -> Option<Color> {
        let (x, y) = (point.x(size) as i32 + dx, point.y(size) as i32 + dy);
        let inside = |v: i32| (0..size as i32).contains(&v);
        (inside(x) && inside(y)).then(|| Point::new(x as usize, y as usize, size))?.and_then(|p| old.stone(p))
    };
    // All ways to turn and mirror a step.
    let ways = |dx: i32, dy: i32| {
        [(dx, dy), (-dx, dy), (dx, -dy), (-dx, -dy), (dy, dx), (-dy, dx), (dy, -dx), (-dy, -dx)]
    };
    let is = |color: Color, (dx, dy): (i32, i32)| at(dx, dy) == Some(color);
    let beside = |color: Color| ways(1, 0).into_iter().any(|way| is(color, way));
    // Around the opponent's stone: ours stands beside it already, at the diagonal of the new one.
    let bends = ways(1, 1).into_iter().any(|(dx, dy)| {
        is(us, (dx, dy))
            && (is(!us, (dx, 0)) && at(0, dy).is_none() || is(!us, (0, dy)) && at(dx, 0).is_none())
    });
    let open = |dx: i32, dy: i32| at(dx, dy).is_none();
    let jumps = ways(2, 0).into_iter().any(|(dx, dy)| is(us, (dx, dy)) && open(dx / 2, dy / 2));
    let knight = ways(2, 1).into_iter().any(|(dx, dy)| is(us, (dx, dy)) && open(dx / 2, dy / 2));
    match () {
        () if beside(us) && beside(!us) => Some(hints::stands_firm()),
        () if beside(us) => Some(hints::extends()),
        () if bends => Some(hints::bends_around()),
        () if beside(!us) => Some(hints::attaches()),
        () if ways(1, 1).into_iter().any(|way| is(us, way)) => Some(hints::diagonal_move()),
        () if jumps => Some(hints::jumps()),
        () if knight => Some(hints::knights_move()),
        () => {
            let theirs = ways(1, 1).into_iter().chain(ways(2, 0)).chain(ways(2, 1)).any(|way| is(!us, way));
            theirs.then(hints::comes_near)
        }
    }
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
            last = super::super::reasons(&position, mv);
            position.play(mv).unwrap();
        }
        last.iter().map(|text| text.get(Language::English).to_owned()).collect()
    }

    #[test]
    fn quiet_stones_are_told_by_where_they_stand_and_what_shape_they_make() {
        for (moves, sentence) in [
            ("D4 Q16 Q4 D16 K3", "It takes a large open side."),
            ("D4 Q16 Q4 D16 K10", "It takes the open centre."),
            ("D4 Q16 F3 D16 K3", "It extends along the side."),
            ("D4 Q16 Q4 O17 D16 R13 C10 S17 C7 O15 Q17", "It invades where the opponent is strong."),
            ("D4 Q16 F4 Q10 E5", "It moves diagonally from its own stone."),
            ("D4 Q16 F3 Q10 D6", "It jumps from its own stone."),
            ("D4 Q16 F3 Q10 E6", "It makes a knight's move from its own stone."),
            ("D4 Q16 F3 E4", "It attaches to the opponent's stone."),
            ("D4 Q16 F3 E4 E5", "It bends around the opponent's stone."),
        ] {
            let said = said(moves);
            assert!(said.iter().any(|known| known == sentence), "{moves}: {said:?}");
        }
    }

    #[test]
    fn liberties_that_are_given_and_left_are_counted() {
        assert_eq!(said("D4 E4 A1 D5")[0], "It leaves 1 stone of the opponent two liberties.");
        assert_eq!(said("D4 E4 A1 D5 D3")[0], "It gives 1 stone 4 liberties instead of 2.");
    }

    /// A pass is explained too.
    #[test]
    fn a_pass_has_a_reason() {
        let position = AnyPosition::start(&Kind::Go.rules(&Choice::default()).unwrap());
        assert_eq!(super::super::reasons(&position, Move::Pass).len(), 1);
    }
}
