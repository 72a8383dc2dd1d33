//! Random games: every verdict, every change and every board as the reference has it.

use crate::reference::{Reference, Stones, group, listed, position, random_stones, rules};
use heibai_games::go::{Position, RuleSet, Rules};
use heibai_games::{Changes, Color, HalfPoints, Illegal, Impossible, Move, Point, Position as _, Reason};

fn assert_same(position: &Position, reference: &Reference) {
    for point in Point::all(reference.size) {
        assert_eq!(position.stone(point), reference.stones[point.index()], "{point:?}\n{position:?}");
    }
    assert_eq!(position.turn(), reference.turn);
    assert_eq!(position.outcome().is_some(), reference.is_over());
    if reference.cycled() {
        assert_eq!(position.outcome().unwrap().reason, Reason::Cycle);
    }
    assert_eq!(position.awaits_judgement(), reference.passes == 2);
    assert_eq!(position.move_number(), reference.boards.len() - 1);
    for point in Point::all(reference.size) {
        let chain = position.chain(point);
        assert_eq!(chain.is_some(), reference.stones[point.index()].is_some());
        let Some(chain) = chain else { continue };
        let mut expected = group(&reference.stones, reference.size, point.index());
        expected.stones.sort();
        expected.liberties.sort();
        let indices = |points: &[Point]| points.iter().map(|p| p.index()).collect::<Vec<_>>();
        assert_eq!(indices(&chain.stones), expected.stones);
        assert_eq!(indices(&chain.liberties), expected.liberties);
    }
}

/// Every move's verdict, reason included.
fn assert_same_verdicts(position: &Position, reference: &Reference) {
    let points = reference.stones.len() as u16;
    let (mut legal, mut repeating) = (Vec::new(), Vec::new());
    for mv in (0..=points).map(|p| Move::Place(Point(p))).chain([Move::Pass]) {
        let verdict = reference.after(mv).map(|_| ());
        assert_eq!(position.check(mv), verdict, "{mv:?}\n{position:?}");
        match (verdict, mv) {
            (Ok(()), _) => legal.push(mv),
            (Err(Illegal::Repetition { .. }), Move::Place(point)) => repeating.push(point),
            _ => {}
        }
    }
    let mut moves = vec![Move::Pass; 3];
    position.legal_moves(&mut moves);
    assert_eq!(moves, legal, "\n{position:?}");
    if !reference.is_over() {
        assert_eq!(position.forbidden_by_repetition(), repeating);
    }
}

/// The observer heard exactly what is different now.
fn assert_changes(before: &Stones, after: &Stones, changes: &Changes) {
    let mut rebuilt = before.clone();
    if let Some((point, color)) = changes.placed {
        rebuilt[point.index()] = Some(color);
    }
    for &(point, color) in &changes.removed {
        assert_eq!(rebuilt[point.index()], Some(color), "removed what stood there, once");
        rebuilt[point.index()] = None;
    }
    assert_eq!(&rebuilt, after);
    assert!(changes.removed.is_sorted(), "in the order of the points");
    assert!(changes.flipped.is_empty());
}

/// What a run of random games met, so that a test can say that it met enough.
#[derive(Default)]
struct Met {
    moves: u64,
    captures: u64,
    suicides: u64,
    repetitions: u64,
    own_lost: u64,
    cycles: u64,
}

/// A random game of at most `moves` moves. All verdicts are compared every `full` moves, and those of the
/// drawn points always. Passes are rare, so that boards fill, empty and repeat.
fn random_game(
    position: &mut Position,
    reference: &mut Reference,
    (moves, full): (usize, usize),
    rng: &mut fastrand::Rng,
    met: &mut Met,
) {
    let points = reference.stones.len() as u16;
    for number in 0..moves {
        let mut chosen = Move::Pass;
        for _ in 0..3 * points {
            let mv = Move::Place(Point(rng.u16(..points)));
            let verdict = reference.after(mv).map(|_| ());
            assert_eq!(position.check(mv), verdict, "{mv:?}\n{position:?}");
            match verdict {
                Ok(()) => {
                    chosen = mv;
                    break;
                }
                Err(Illegal::Suicide) => met.suicides += 1,
                Err(Illegal::Repetition { .. }) => met.repetitions += 1,
                Err(_) => {}
            }
        }
        let before = reference.stones.clone();
        let mut changes = Changes::default();
        position.play_unchecked(chosen, &mut changes);
        reference.play(chosen);
        assert_changes(&before, &reference.stones, &changes);
        met.moves += 1;
        met.captures += changes.removed.len() as u64;
        met.own_lost += changes.removed.iter().filter(|lost| lost.1 != reference.turn).count() as u64;
        met.cycles += u64::from(reference.cycled());
        assert_eq!(position.last_moves().next(), Some(chosen));
        if number % full == full - 1 {
            assert_same(position, reference);
            assert_same_verdicts(position, reference);
        }
        if reference.is_over() {
            break;
        }
    }
    assert_same(position, reference);
    assert_same_verdicts(position, reference);
}

#[test]
fn random_games_on_every_size() {
    let mut rng = fastrand::Rng::with_seed(20);
    let mut met = Met::default();
    for size in 2..=25 {
        let points = size * size;
        for _ in 0..if size <= 7 { 2_000_000 / (points * points) } else { 1 } {
            let start = vec![None; points];
            let mut position = Position::start(&rules(size));
            let mut reference = Reference::new(start, size, Color::Black);
            random_game(&mut position, &mut reference, (2 * points, 41), &mut rng, &mut met);
        }
    }
    let Met { moves, captures, suicides, repetitions, .. } = met;
    println!("{moves} moves, {captures} captured stones, {suicides} suicides, {repetitions} repetitions");
    assert!(moves > 2_000_000 && captures > 1_000_000 && suicides > 1_000_000 && repetitions > 100_000);
}

/// The same under the other rule sets, mostly on small boards, where stones kill themselves and cycles come.
#[test]
fn random_games_under_every_rule_set() {
    let mut rng = fastrand::Rng::with_seed(23);
    for set in RuleSet::ALL {
        let mut met = Met::default();
        for size in [2, 3, 4, 5, 6, 7, 9, 19] {
            let points = size * size;
            for _ in 0..100_000 / (points * points) + 1 {
                let mut position = Position::start(&rules(size).with_set(set));
                let mut reference = Reference::new(vec![None; points], size, Color::Black).by(set);
                let moves = if size <= 3 { 12 } else { 3 } * points;
                random_game(&mut position, &mut reference, (moves, 17), &mut rng, &mut met);
            }
        }
        let Met { moves, suicides, repetitions, own_lost, cycles, .. } = met;
        println!(
            "{set:?}: {moves} moves, {own_lost} own stones lost, {repetitions} repetitions, {cycles} cycles"
        );
        assert!(moves > 50_000 && repetitions > 1000, "{set:?}");
        assert_eq!(set.allows_suicide(), own_lost > 1000, "{set:?}");
        assert_eq!(set.allows_suicide(), suicides == 0, "{set:?}");
        assert_eq!(set.counts_territory(), cycles > 3, "{set:?}");
    }
}

#[test]
fn random_games_from_positions_set_up_by_hand() {
    let mut rng = fastrand::Rng::with_seed(21);
    let mut met = Met::default();
    for size in 2..=25 {
        for _ in 0..if size <= 9 { 200 } else { 3 } {
            let stones = random_stones(size, &mut rng);
            let turn = Color::BOTH[rng.usize(..2)];
            let mut list = listed(&stones);
            rng.shuffle(&mut list);
            let mut position = Position::setup(&rules(size), &list, turn).unwrap();
            let mut reference = Reference::new(stones, size, turn);
            assert_same_verdicts(&position, &reference);
            random_game(&mut position, &mut reference, (60, 20), &mut rng, &mut met);
        }
    }
    println!("{} moves, {} repetitions", met.moves, met.repetitions);
    assert!(met.captures > 1000 && met.repetitions > 1000);
}

#[test]
fn what_cannot_be_set_up() {
    let rules = rules(3);
    let at = |x, y| Point::new(x, y, 3).unwrap();
    let (black, white) = (Color::Black, Color::White);
    let setup = |stones: &[(Point, Color)]| Position::setup(&rules, stones, black).map(|_| ());
    assert_eq!(setup(&[(Point(9), black)]), Err(Impossible::OffBoard(Point(9))));
    assert_eq!(setup(&[(at(1, 1), black), (at(1, 1), white)]), Err(Impossible::Twice(at(1, 1))));
    let mut corner = vec![(at(0, 0), black), (at(1, 0), white), (at(0, 1), white)];
    for _ in 0..3 {
        corner.rotate_left(1);
        assert_eq!(setup(&corner), Err(Impossible::NoLiberty { point: at(0, 0), size: 3 }));
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut rng = fastrand::Rng::with_seed(22);
    for _ in 0..200 {
        let stones = random_stones(5, &mut rng);
        let mut tried = position(&stones, 5, Color::Black);
        let before = tried.clone();
        for mv in (0..30).map(|p| Move::Place(Point(p))) {
            if tried.check(mv).is_err() {
                assert!(tried.play(mv).is_err());
                assert_eq!(tried, before);
            }
        }
    }
}

#[test]
fn two_passes_end_the_game_and_nothing_follows() {
    let mut position = Position::start(&rules(9));
    position.play(Move::Place(Point(40))).unwrap();
    position.play(Move::Pass).unwrap();
    assert_eq!((position.outcome(), position.awaits_judgement()), (None, false));
    position.play(Move::Place(Point(41))).unwrap();
    position.play(Move::Pass).unwrap();
    position.play(Move::Pass).unwrap();
    assert!(position.awaits_judgement());
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.reason, Reason::TwoPasses);
    let score = outcome.score.unwrap();
    assert_eq!((score.black, score.white), (HalfPoints(162), HalfPoints(0)), "both stones are Black's");
    for mv in [Move::Pass, Move::Place(Point(0)), Move::Place(Point(999))] {
        assert_eq!(position.check(mv), Err(Illegal::GameOver));
    }
    let mut moves = vec![Move::Pass];
    position.legal_moves(&mut moves);
    assert!(moves.is_empty());
    let played: Vec<Move> = position.last_moves().collect();
    assert_eq!(played[..2], [Move::Pass; 2]);
    assert_eq!(played[4], Move::Place(Point(40)));
}

#[test]
fn handicap_stones_stand_and_white_begins() {
    let rules = Rules::new(19, HalfPoints(1), 9).unwrap();
    let position = Position::start(&rules);
    assert_eq!(position.turn(), Color::White);
    let black = Point::all(19).filter(|&p| position.stone(p) == Some(Color::Black)).count();
    assert_eq!(black, 9);
    assert_eq!(position.stone(Point::new(3, 15, 19).unwrap()), Some(Color::Black));
}

#[test]
fn a_copy_into_used_memory_is_the_same_position() {
    let mut rng = fastrand::Rng::with_seed(23);
    let mut used = Position::start(&rules(19));
    for size in [9, 19, 5] {
        let start = position(&random_stones(size, &mut rng), size, Color::White);
        for _ in 0..3 {
            used.clone_from(&start);
            assert_eq!(used, start);
            let mut reference = Reference::new(stones_of(&used), size, Color::White);
            random_game(&mut used, &mut reference, (40, 20), &mut rng, &mut Met::default());
        }
    }
}

fn stones_of(position: &Position) -> Stones {
    Point::all(position.size()).map(|point| position.stone(point)).collect()
}

/// What a position takes with its history in the heap.
#[test]
fn a_position_is_small_whatever_its_size() {
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut position, mut moves) = (Position::start(&rules(19)), Vec::new());
    for (number, most) in (0..=400).map(|number| (number, 9_600 + 17 * number)) {
        let copied = allocation_counter::measure(|| std::mem::forget(position.clone()));
        let bytes = size_of::<Position>() as u64 + copied.bytes_total;
        assert!(bytes < most, "{bytes} bytes after {number} moves");
        position.legal_moves(&mut moves);
        position.play_unchecked(moves[rng.usize(..moves.len() - 1)], &mut ());
    }
}
