//! Go against a slow reference written from the text of the rules, move by move.

mod go_reference;

use go_reference::{Reference, Stones, group};
use heibai_games::go::{Position, Rules};
use heibai_games::position::Position as _;
use heibai_games::{Changes, Color, Move, Point};

fn rules(size: usize) -> Rules {
    Rules::new(size, Rules::KOMI, 0).unwrap()
}

fn assert_same(position: &Position, reference: &Reference) {
    let size = reference.size();
    for point in Point::all(size) {
        let expected = reference.stones[point.y(size)][point.x(size)];
        assert_eq!(position.stone(point), expected, "{point:?}\n{position:?}");
    }
    assert_eq!(position.turn(), reference.turn);
    assert_eq!(position.outcome().is_some(), reference.passes == 2);
}

/// Every move's verdict, reason included.
fn assert_same_verdicts(position: &Position, reference: &Reference) {
    let size = reference.size() as u16;
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let mut expected = Vec::new();
    let moves = (0..=size * size).map(|p| Move::Place(Point(p))).chain([Move::Pass]);
    for mv in moves {
        let verdict = reference.after(mv).map(|_| ());
        assert_eq!(position.check(mv), verdict, "{mv:?}\n{position:?}");
        if verdict.is_ok() {
            expected.push(mv);
        }
    }
    assert_eq!(legal, expected, "\n{position:?}");
}

/// The observer heard exactly what is different now.
fn assert_changes(before: &Stones, after: &Stones, changes: &Changes) {
    let size = before.len();
    let mut rebuilt = before.clone();
    if let Some((point, color)) = changes.placed {
        rebuilt[point.y(size)][point.x(size)] = Some(color);
    }
    for &(point, color) in &changes.removed {
        let stone = &mut rebuilt[point.y(size)][point.x(size)];
        assert_eq!(*stone, Some(color), "removed what stood there, once");
        *stone = None;
    }
    assert_eq!(&rebuilt, after);
    assert!(changes.flipped.is_empty());
}

/// A random game of at most `moves` moves. All verdicts are compared every `full` moves, and those of the
/// drawn points always. Passes are rare, so that boards fill, empty and repeat.
fn random_game(
    position: &mut Position,
    reference: &mut Reference,
    moves: u32,
    full: u32,
    rng: &mut fastrand::Rng,
) {
    let points = (reference.size() * reference.size()) as u16;
    for number in 0..moves {
        if number % full == 0 {
            assert_same_verdicts(position, reference);
        }
        let mut chosen = Move::Pass;
        for _ in 0..3 * points {
            let mv = Move::Place(Point(rng.u16(..points)));
            let verdict = reference.after(mv).map(|_| ());
            assert_eq!(position.check(mv), verdict, "{mv:?}\n{position:?}");
            if verdict.is_ok() {
                chosen = mv;
                break;
            }
        }
        let before = reference.stones.clone();
        let mut changes = Changes::default();
        position.play_unchecked(chosen, &mut changes);
        reference.play(chosen);
        assert_changes(&before, &reference.stones, &changes);
        assert_eq!(position.last_moves().next(), Some(chosen));
        if number % full == 0 {
            assert_same(position, reference);
        }
        if reference.passes == 2 {
            break;
        }
    }
    assert_same(position, reference);
    assert_same_verdicts(position, reference);
}

#[test]
fn random_games_on_every_size() {
    let mut rng = fastrand::Rng::with_seed(20);
    for size in 2..=25 {
        let games = if size < 6 { 200 } else { 1 };
        for _ in 0..games {
            let mut position = Position::start(&rules(size));
            let mut reference = Reference::empty(size);
            random_game(&mut position, &mut reference, (2 * size * size) as u32, 29, &mut rng);
        }
    }
}

/// Random stones; groups without liberties are taken off again.
fn random_stones(size: usize, rng: &mut fastrand::Rng) -> Stones {
    let density = rng.u32(5..95);
    let mut stones: Stones = vec![vec![None; size]; size];
    for stone in stones.iter_mut().flatten() {
        if rng.u32(..100) < density {
            *stone = Some(Color::BOTH[rng.usize(..2)]);
        }
    }
    for (y, x) in (0..size).flat_map(|y| (0..size).map(move |x| (y, x))) {
        if stones[y][x].is_some() {
            let (members, liberties) = group(&stones, x, y);
            if liberties.is_empty() {
                members.iter().for_each(|&(x, y)| stones[y][x] = None);
            }
        }
    }
    stones
}

fn listed(stones: &Stones, rng: &mut fastrand::Rng) -> Vec<(Point, Color)> {
    let size = stones.len();
    let all = Point::all(size);
    let mut list: Vec<_> = all.filter_map(|p| stones[p.y(size)][p.x(size)].map(|color| (p, color))).collect();
    rng.shuffle(&mut list);
    list
}

#[test]
fn random_games_from_positions_set_up_by_hand() {
    let mut rng = fastrand::Rng::with_seed(21);
    for size in 2..=25 {
        for _ in 0..if size < 8 { 40 } else { 2 } {
            let stones = random_stones(size, &mut rng);
            let turn = Color::BOTH[rng.usize(..2)];
            let mut position = Position::setup(&rules(size), &listed(&stones, &mut rng), turn).unwrap();
            let mut reference = Reference::new(stones, turn);
            random_game(&mut position, &mut reference, 60, 5, &mut rng);
        }
    }
}
