//! Random games and random boards, move by move against the slow referee.

use crate::reference::Reference;
use heibai_games::othello::{Othello4, Othello6, Othello8, Othello10, Rules};
use heibai_games::position::{Changes, Illegal, Reason};
use heibai_games::{Color, HalfPoints, Move, Point, Position};

/// Compares every fact of a position; returns the legal moves.
fn compare<P: Position<Rules = Rules>>(fast: &P, slow: &Reference) -> Vec<Move> {
    let size = slow.size();
    for point in Point::all(size) {
        assert_eq!(fast.stone(point), slow.cells[point.y(size)][point.x(size)], "{slow:?}");
    }
    let mut expected: Vec<Move> = slow.placements(slow.turn).into_iter().map(Move::Place).collect();
    let over = slow.is_over();
    if expected.is_empty() && !over {
        expected.push(Move::Pass);
    }
    let mut legal = Vec::new();
    fast.legal_moves(&mut legal);
    assert_eq!(legal, expected, "{slow:?}");
    assert_eq!(fast.must_pass(), legal == [Move::Pass]);
    assert_eq!(fast.outcome().is_some(), over, "{slow:?}");
    if let Some(outcome) = fast.outcome() {
        let counts = Color::BOTH.map(|color| slow.count(Some(color)) as i32);
        let score = outcome.score.expect("counted");
        assert_eq!([score.black, score.white], counts.map(HalfPoints::whole));
        let winner = match counts[0] - counts[1] {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        };
        assert_eq!(outcome.winner, winner);
        assert_eq!(outcome.margin, Some(HalfPoints::whole((counts[0] - counts[1]).abs())));
        let reason = match slow.count(None) {
            _ if (counts[0] == 0) != (counts[1] == 0) => Reason::WipeOut,
            0 => Reason::BoardFull,
            _ => Reason::TwoPasses,
        };
        assert_eq!(outcome.reason, reason, "{slow:?}");
    }
    legal
}

/// The reason why each refused move is refused.
fn compare_refusals<P: Position<Rules = Rules>>(fast: &P, slow: &Reference, legal: &[Move]) {
    let size = slow.size();
    let over = slow.is_over();
    for index in 0..(size * size + 3) as u16 {
        let point = Point(index);
        let expected = if legal.contains(&Move::Place(point)) {
            Ok(())
        } else if over {
            Err(Illegal::GameOver)
        } else if point.index() >= size * size {
            Err(Illegal::OffBoard)
        } else if slow.cells[point.y(size)][point.x(size)].is_some() {
            Err(Illegal::Occupied)
        } else {
            Err(Illegal::FlipsNothing)
        };
        assert_eq!(fast.check(Move::Place(point)), expected, "{slow:?}");
    }
    let pass = match (over, legal == [Move::Pass]) {
        (true, _) => Err(Illegal::GameOver),
        (_, true) => Ok(()),
        _ => Err(Illegal::CannotPass),
    };
    assert_eq!(fast.check(Move::Pass), pass);
}

/// Plays to the end from where both stand; returns the number of moves.
fn play_out<P: Position<Rules = Rules>>(fast: &mut P, slow: &mut Reference, rng: &mut fastrand::Rng) -> u64 {
    let size = slow.size();
    let mut played = 0;
    loop {
        let legal = compare(fast, slow);
        if rng.u32(..16) == 0 || legal.is_empty() {
            compare_refusals(fast, slow, &legal);
        }
        let Some(&mv) = rng.choice(&legal) else { return played };
        let mut changes = Changes::default();
        let side = slow.turn;
        fast.play_unchecked(mv, &mut changes);
        match mv {
            Move::Pass => {
                slow.turn = !side;
                assert_eq!(changes, Changes::default());
            }
            Move::Place(point) => {
                let mut flips = slow.flipped(side, point.x(size), point.y(size));
                flips.sort_by_key(|&(x, y)| (y, x));
                let told: Vec<_> = changes.flipped.iter().map(|&(p, _)| (p.x(size), p.y(size))).collect();
                assert_eq!(told, flips);
                assert!(changes.flipped.iter().all(|&(_, color)| color == side));
                assert_eq!(changes.placed, Some((point, side)));
                slow.place(point);
            }
        }
        assert_eq!(fast.turn(), slow.turn);
        played += 1;
    }
}

fn random_games<P: Position<Rules = Rules>>(size: usize, least: u64, seed: u64) {
    let rules = Rules::new(size).unwrap();
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut played = 0;
    while played < least {
        played += play_out(&mut P::start(&rules), &mut Reference::start(size), &mut rng);
    }
}

/// Boards that no game reaches: stones thrown at random, any density, either side to move.
fn random_boards<P: Position<Rules = Rules>>(size: usize, least: u64, seed: u64) {
    let rules = Rules::new(size).unwrap();
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut played = 0;
    while played < least {
        let mut slow = Reference::empty(size);
        let (stones, black) = (rng.f32(), rng.f32());
        for cell in slow.cells.iter_mut().flatten() {
            if rng.f32() < stones {
                *cell = Some(if rng.f32() < black { Color::Black } else { Color::White });
            }
        }
        slow.turn = if rng.bool() { Color::Black } else { Color::White };
        let mut fast = P::setup(&rules, &slow.stones(), slow.turn).unwrap();
        played += 1 + play_out(&mut fast, &mut slow, &mut rng);
    }
}

#[test]
fn random_games_on_4x4() {
    random_games::<Othello4>(4, 400_000, 41);
}

#[test]
fn random_games_on_6x6() {
    random_games::<Othello6>(6, 400_000, 61);
}

#[test]
fn random_games_on_8x8() {
    random_games::<Othello8>(8, 500_000, 81);
}

#[test]
fn random_games_on_10x10() {
    random_games::<Othello10>(10, 300_000, 101);
}

#[test]
fn random_boards_on_4x4() {
    random_boards::<Othello4>(4, 400_000, 42);
}

#[test]
fn random_boards_on_6x6() {
    random_boards::<Othello6>(6, 400_000, 62);
}

#[test]
fn random_boards_on_8x8() {
    random_boards::<Othello8>(8, 500_000, 82);
}

#[test]
fn random_boards_on_10x10() {
    random_boards::<Othello10>(10, 300_000, 102);
}
