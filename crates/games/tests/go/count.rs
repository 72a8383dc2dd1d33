//! The count, and the number of positions that the rules allow.

use crate::reference::{Stones, group, listed, next_to, position, random_stones, rules};
use heibai_games::go::score::{NotDead, count, win_line_in_quarters};
use heibai_games::go::{Position, RuleSet, Rules};
use heibai_games::{Color, HalfPoints, Impossible, Move, Notation, Outcome, Point, Position as _};

/// Who owns each point, straight from the text: stones their own, empty points what they reach.
fn owners(stones: &Stones, size: usize) -> Stones {
    let owner = |point: usize| {
        if stones[point].is_some() {
            return stones[point];
        }
        let region = group(stones, size, point);
        // The flood of `group` from an empty point lists its empty neighbours as liberties, so walk here.
        let mut empties = vec![point];
        let mut reached = [false; 2];
        let mut done = 0;
        while done < empties.len() {
            for next in next_to(size, empties[done]) {
                match stones[next] {
                    Some(color) => reached[color.index()] = true,
                    None if !empties.contains(&next) => empties.push(next),
                    None => {}
                }
            }
            done += 1;
        }
        assert!(region.stones.iter().all(|p| empties.contains(p)));
        match reached {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    };
    (0..stones.len()).map(owner).collect()
}

/// One of the eight symmetries of the square.
fn turned(stones: &Stones, size: usize, symmetry: usize) -> Stones {
    let from = |x: usize, y: usize| {
        let (x, y) = if symmetry & 1 != 0 { (size - 1 - x, y) } else { (x, y) };
        let (x, y) = if symmetry & 2 != 0 { (x, size - 1 - y) } else { (x, y) };
        if symmetry & 4 != 0 { x * size + y } else { y * size + x }
    };
    (0..stones.len()).map(|point| stones[from(point % size, point / size)]).collect()
}

#[test]
fn the_laws_of_the_count() {
    let mut rng = fastrand::Rng::with_seed(30);
    for size in 2..=25 {
        for _ in 0..20 {
            let stones = random_stones(size, &mut rng);
            let counted = count(&position(&stones, size, Color::Black), &[], &[]).unwrap();
            assert_eq!(counted.owners, owners(&stones, size));
            let score = counted.score();
            assert_eq!(score.black.0 + score.white.0, 2 * (size * size) as i32);
            for symmetry in 0..8 {
                let turned_stones = turned(&stones, size, symmetry);
                let again = count(&position(&turned_stones, size, Color::Black), &[], &[]).unwrap();
                assert_eq!(again.owners, turned(&counted.owners, size, symmetry));
                assert_eq!(again.score(), score);
            }
            let swapped: Stones = stones.iter().map(|stone| stone.map(|color| !color)).collect();
            let swapped = count(&position(&swapped, size, Color::Black), &[], &[]).unwrap().score();
            assert_eq!((swapped.black, swapped.white), (score.white, score.black));
        }
    }
}

#[test]
fn dead_stones_are_taken_off_with_their_chains() {
    let mut rng = fastrand::Rng::with_seed(31);
    for _ in 0..300 {
        let size = rng.usize(2..12);
        let stones = random_stones(size, &mut rng);
        let position = position(&stones, size, Color::Black);
        let dead: Vec<Point> = listed(&stones).iter().map(|s| s.0).filter(|_| rng.u8(..4) == 0).collect();
        let mut left = stones.clone();
        for point in &dead {
            group(&stones, size, point.index()).stones.iter().for_each(|&stone| left[stone] = None);
        }
        assert_eq!(count(&position, &dead, &[]).unwrap().owners, owners(&left, size));
        if let Some(empty) = stones.iter().position(Option::is_none) {
            let empty = Point(empty as u16);
            assert_eq!(count(&position, &[empty], &[]), Err(NotDead::NoStone { point: empty, size }));
        }
        let outside = Point((size * size) as u16);
        assert_eq!(count(&position, &[outside], &[]), Err(NotDead::OffBoard(outside)));
    }
}

#[test]
fn black_wins_above_the_win_line_and_only_there() {
    assert_eq!(win_line_in_quarters(&rules(19)), 4 * 184 + 1);
    let mut rng = fastrand::Rng::with_seed(32);
    for _ in 0..500 {
        let size = rng.usize(2..=19);
        let komi = HalfPoints(2 * rng.i32(-10..20) + 1 - (size as i32 % 2));
        let rules = Rules::new(size, komi, 0).unwrap();
        let stones = random_stones(size, &mut rng);
        let mut position = Position::setup(&rules, &listed(&stones), Color::Black).unwrap();
        position.play(Move::Pass).unwrap();
        position.play(Move::Pass).unwrap();
        let Outcome { winner, score, margin, .. } = position.outcome().unwrap();
        let quarters = 2 * score.unwrap().black.0 - win_line_in_quarters(&rules);
        assert_eq!(winner == Some(Color::Black), quarters > 0);
        assert_eq!(winner.is_none(), quarters == 0);
        assert_eq!(margin, Some(HalfPoints(quarters.abs())), "a margin of m stones is 2m points");
    }
}

/// Every board of the size on which `setup` finds a liberty for each group.
fn legal_positions(size: usize, first: &[(Point, Color)], from: usize) -> u64 {
    let rules = rules(size);
    let points = size * size;
    let mut stones = Vec::with_capacity(points);
    let boards = 3u64.pow((points - from) as u32);
    let legal = |mut code: u64| {
        stones.clear();
        stones.extend_from_slice(first);
        for point in from..points {
            if !code.is_multiple_of(3) {
                stones.push((Point(point as u16), Color::BOTH[(code % 3) as usize - 1]));
            }
            code /= 3;
        }
        match Position::setup(&rules, &stones, Color::Black) {
            Ok(_) => true,
            Err(Impossible::NoLiberty { .. }) => false,
            Err(other) => panic!("{other}"),
        }
    };
    (0..boards).map(legal).filter(|&legal| legal).count() as u64
}

#[test]
fn as_many_positions_as_tromp_counted() {
    assert_eq!(legal_positions(2, &[], 0), 57);
    assert_eq!(legal_positions(3, &[], 0), 12675);
    // 4x4 by its first stone: White's half is Black's with the colours swapped.
    let black_first = (0..16).map(|p| legal_positions(4, &[(Point(p), Color::Black)], usize::from(p) + 1));
    assert_eq!(2 * black_first.sum::<u64>() + 1, 24318165);
}

/// Territory and prisoners against area, point by point: they differ by the stones that one side placed more.
#[test]
fn territory_is_area_less_the_stones_placed() {
    let mut rng = fastrand::Rng::with_seed(33);
    let mut filled = 0;
    for _ in 0..1600 {
        let size = rng.usize(2..=13);
        let rules = rules(size).with_set(RuleSet::Japanese);
        let mut position = Position::start(&rules);
        let mut placed = [0; 2];
        let mut moves = Vec::new();
        for _ in 0..rng.usize(..2 * size * size) {
            position.legal_moves(&mut moves);
            let Some(&mv) = rng.choice(&moves) else { break };
            placed[position.turn().index()] += i32::from(mv != Move::Pass);
            position.play(mv).unwrap();
        }
        let stones: Vec<Point> = Point::all(size).filter(|&p| position.stone(p).is_some()).collect();
        let dead: Vec<Point> = stones.iter().copied().filter(|_| rng.u8(..5) == 0).collect();
        let mut left: Stones = Point::all(size).map(|p| position.stone(p)).collect();
        for point in &dead {
            let chain = position.chain(*point).unwrap();
            chain.stones.iter().for_each(|stone| left[stone.index()] = None);
        }
        // What a side has to fill counts for nobody.
        let counted = count(&position, &dead, &[]).unwrap();
        let plain = owners(&left, size);
        let area = |color| {
            let held = |&at: &usize| plain[at] == Some(color) && counted.owners[at].is_some();
            (0..left.len()).filter(held).count() as i32
        };
        let area = area(Color::Black) - area(Color::White);
        filled += plain.iter().zip(&counted.owners).filter(|(plain, owner)| plain != owner).count();
        let score = counted.score();
        assert_eq!(score.black.0 - score.white.0, 2 * (area - placed[0] + placed[1]), "{position:?}");
    }
    assert!(filled > 20, "{filled} points to fill");
}

#[test]
fn a_point_that_has_to_be_filled_is_no_territory() {
    // When White takes A1, the stone on A2 has to be connected at A3; D5 has to be connected at C5.
    let text = "
        . X . X O
        X X X O O
        . X O . O
        X O O O .
        . O . . .";
    let (stones, size) = crate::reference::diagram(text);
    let position = |set| Position::setup(&rules(size).with_set(set), &listed(&stones), Color::Black).unwrap();
    let counted = count(&position(RuleSet::Japanese), &[], &[]).unwrap();
    let at = |name: &str| counted.owners[Notation::Go.read(name, size).unwrap().index()];
    let (black, white) = (Some(Color::Black), Some(Color::White));
    assert_eq!([at("A5"), at("C5"), at("A3"), at("A1"), at("E1")], [black, None, None, None, white]);
}

#[test]
fn nothing_counts_in_seki_where_territory_is_counted() {
    // Two chains that share two liberties, each with an eye of one point beside.
    let text = "
        . X O . O
        X X O O O
        . X . X X
        X X . X .
        O O O X X";
    let (stones, size) = crate::reference::diagram(text);
    let stand = |set| Position::setup(&rules(size).with_set(set), &listed(&stones), Color::Black).unwrap();
    let all: Vec<Point> = listed(&stones).iter().map(|stone| stone.0).collect();
    let score = |set, seki: &[Point]| {
        let score = count(&stand(set), &[], seki).unwrap().score();
        (score.black.as_f64(), score.white.as_f64())
    };
    assert_eq!(score(RuleSet::Japanese, &[]), (3.0, 1.0));
    assert_eq!(score(RuleSet::Japanese, &all), (0.0, 0.0));
    let white: Vec<Point> = listed(&stones).iter().filter(|s| s.1 == Color::White).map(|s| s.0).collect();
    assert_eq!(score(RuleSet::Korean, &white), (3.0, 0.0));
    assert_eq!(score(RuleSet::Chinese, &all), score(RuleSet::Chinese, &[]));
}

#[test]
fn handicap_stones_are_paid_for_under_aga_rules() {
    let rules = |set| Rules::new(9, HalfPoints(1), 4).unwrap().with_set(set);
    assert_eq!(rules(RuleSet::Aga).compensation(), HalfPoints(7));
    assert_eq!(rules(RuleSet::Japanese).compensation(), HalfPoints(1));
    let position = Position::start(&rules(RuleSet::Aga));
    let outcome = count(&position, &[], &[]).unwrap().outcome;
    assert_eq!(outcome.margin, Some(HalfPoints(2 * 81 - 7)));
}
