//! The positional vocabulary: regions, mobility, frontier, parity, phases, stability.

use heibai_games::othello::{Bits, Othello, Othello4, Othello6, Othello8, Othello10, Phase, Region, region};
use heibai_games::{Color, Move, Notation, Point, Position};

fn names(squares: impl Bits, size: usize) -> Vec<String> {
    squares.squares().map(|square| Notation::Othello.write(Point(square as u16), size)).collect()
}

#[test]
fn the_regions_of_the_rulings() {
    assert_eq!(names(Othello8::squares_of(Region::Corner), 8), ["a1", "h1", "a8", "h8"]);
    assert_eq!(names(Othello8::squares_of(Region::XSquare), 8), ["b2", "g2", "b7", "g7"]);
    let c_squares = ["b1", "g1", "a2", "h2", "a7", "h7", "b8", "g8"];
    assert_eq!(names(Othello8::squares_of(Region::CSquare), 8), c_squares);
    assert_eq!(Othello8::squares_of(Region::Centre).count_ones(), 16);
    assert_eq!(Othello8::squares_of(Region::Edge).count_ones(), 16);
}

#[test]
fn the_border_has_20_28_or_36_squares() {
    for (size, squares) in [(6, 20), (8, 28), (10, 36)] {
        let border =
            |point: &Point| matches!(region(*point, size), Region::Corner | Region::CSquare | Region::Edge);
        assert_eq!(Point::all(size).filter(border).count(), squares);
    }
}

/// Positions of random games, at every number of discs.
fn positions<B: Bits, const N: usize>(seed: u64, games: usize) -> Vec<Othello<B, N>> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut all = Vec::new();
    let mut legal = Vec::new();
    for _ in 0..games {
        let mut board = Othello::<B, N>::new();
        loop {
            all.push(board);
            board.legal_moves(&mut legal);
            let Some(&mv) = rng.choice(&legal) else { break };
            board.play(mv).expect("legal");
        }
    }
    all
}

fn touching(point: Point, size: usize) -> Vec<u32> {
    let (x, y) = (point.x(size) as i32, point.y(size) as i32);
    let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|&step| step != (0, 0));
    let points = around.filter_map(|(dx, dy)| Point::new((x + dx) as usize, (y + dy) as usize, size));
    points.map(|point| u32::from(point.0)).collect()
}

fn check_frontier<B: Bits, const N: usize>(board: &Othello<B, N>) {
    for color in Color::BOTH {
        for point in Point::all(N) {
            let square = u32::from(point.0);
            let near = touching(point, N);
            let open = near.iter().any(|&s| board.empties().has(s));
            let expected = board.discs(color).has(square) && open;
            assert_eq!(board.frontier(color).has(square), expected, "{board:?}");
            let hope = near.iter().any(|&s| board.discs(!color).has(s));
            let expected = board.empties().has(square) && hope;
            assert_eq!(board.potential_mobility(color).has(square), expected, "{board:?}");
        }
    }
    let placements = |board: &Othello<B, N>| {
        let mut legal = Vec::new();
        board.legal_moves(&mut legal);
        legal.iter().filter(|&&mv| mv != Move::Pass).count() as u32
    };
    assert_eq!(board.mobility(board.turn()), placements(board));
}

fn check_regions<B: Bits, const N: usize>(board: &Othello<B, N>) {
    let mut label = vec![0; N * N];
    let mut count = 0;
    for point in Point::all(N) {
        if !board.empties().has(u32::from(point.0)) || label[point.index()] != 0 {
            continue;
        }
        count += 1;
        let mut open = vec![point];
        while let Some(point) = open.pop() {
            if board.empties().has(u32::from(point.0)) && label[point.index()] == 0 {
                label[point.index()] = count;
                open.extend(touching(point, N).into_iter().map(|s| Point(s as u16)));
            }
        }
    }
    let regions = board.empty_regions();
    assert_eq!(regions.len(), count);
    for (number, region) in (1..).zip(&regions) {
        for (square, &label) in (0..).zip(&label) {
            assert_eq!(region.squares.has(square), label == number);
        }
        assert_eq!(region.odd, region.squares.squares().len() % 2 == 1);
    }
}

#[test]
fn frontier_and_parity_as_counted_square_by_square() {
    positions::<u64, 4>(1, 20).iter().for_each(|board| (check_frontier(board), check_regions(board)).0);
    positions::<u64, 6>(2, 10).iter().for_each(|board| (check_frontier(board), check_regions(board)).0);
    positions::<u64, 8>(3, 20).iter().for_each(|board| (check_frontier(board), check_regions(board)).0);
    positions::<u128, 10>(4, 10).iter().for_each(|board| (check_frontier(board), check_regions(board)).0);
}

#[test]
fn phases_by_the_number_of_the_move() {
    let after = |discs: u32| Othello8::from_bits((1_u64 << discs) - 1, 0, Color::Black).unwrap().phase();
    assert_eq!(Othello8::new().phase(), Phase::Opening);
    assert_eq!([after(4 + 15), after(4 + 16)], [Phase::Opening, Phase::Midgame]);
    assert_eq!([after(4 + 47), after(4 + 48)], [Phase::Midgame, Phase::Endgame]);
    assert_eq!(Othello4::new().phase(), Phase::Opening);
}

/// `stable` claims nothing that a look at every continuation refutes. Returns how many of the truly stable
/// discs it found, and how many there are.
fn check_stability<B: Bits, const N: usize>(seed: u64, games: usize, empties: u32) -> (u32, u32) {
    let (mut found, mut all) = (0, 0);
    for board in positions::<B, N>(seed, games) {
        if board.empties().squares().len() as u32 > empties {
            continue;
        }
        let Some(truth) = board.stable_by_search(20_000) else { continue };
        let claimed = board.stable();
        assert!((claimed & !truth).is_empty(), "{board:?}: claims {claimed:x}, truth {truth:x}");
        found += claimed.squares().len() as u32;
        all += truth.squares().len() as u32;
    }
    assert!(all > 0);
    (found, all)
}

#[test]
fn what_is_called_stable_is_never_flipped_in_any_continuation() {
    let shares = [
        check_stability::<u64, 4>(5, 300, 12),
        check_stability::<u64, 6>(6, 150, 9),
        check_stability::<u64, 8>(7, 150, 9),
        check_stability::<u128, 10>(8, 60, 8),
    ];
    for (size, (found, all)) in [4, 6, 8, 10].into_iter().zip(shares) {
        println!("{size}x{size}: {found} of {all} truly stable discs are proved without search");
        assert!(found * 10 > all * 8, "{size}x{size}: {found} of {all}");
    }
}

#[test]
fn what_is_called_stable_in_the_midgame_survives_random_play() {
    let mut rng = fastrand::Rng::with_seed(9);
    let mut legal = Vec::new();
    for board in positions::<u64, 8>(10, 60).into_iter().filter(|board| board.stable() != 0) {
        let stable = board.stable();
        let keeps = Color::BOTH.map(|color| board.discs(color) & stable);
        for _ in 0..3 {
            let mut game = board;
            loop {
                game.legal_moves(&mut legal);
                let Some(&mv) = rng.choice(&legal) else { break };
                game.play(mv).expect("legal");
                assert_eq!(Color::BOTH.map(|color| game.discs(color) & stable), keeps, "{board:?}");
            }
        }
    }
}

#[test]
fn stability_known_by_sight() {
    let black = |squares: u64, white| Othello8::from_bits(squares, white, Color::Black).unwrap().stable();
    assert_eq!(Othello8::new().stable(), 0);
    assert_eq!(Othello6::new().stable_by_search(0), None);
    // A corner, and what hangs on it along the edge; the edge disc beyond a gap may still be flipped.
    assert_eq!(black(0b0000_0001, 0), 0b0000_0001);
    assert_eq!(black(0b0001_0111, 0), 0b0000_0111);
    // A full edge cannot change, whatever its colours.
    assert_eq!(black(0b0101_1010, 0b1010_0101), 0b1111_1111);
    // A corner block: each disc leans on stable ones in every direction.
    assert_eq!(black(0x0001_0307, 0), 0x0001_0307);
    // Next to a hostile corner a disc may be flipped; the corner may not.
    assert_eq!(black(0b0000_0010, 0b0000_0101) & 0b111, 0b001);
    // A full board is stable.
    assert_eq!(black(0x00ff_00ff_00ff_00ff, !0x00ff_00ff_00ff_00ff), u64::MAX);
    assert_eq!(Othello10::from_bits(1, 0, Color::Black).unwrap().stable(), 1);
}
