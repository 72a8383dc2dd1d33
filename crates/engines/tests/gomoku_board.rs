//! Compares the search's board with the referee: legality, wins and forbidden points, move by move.

use heibai_engines::gomoku::{Class, PatternBoard, Weights};
use heibai_games::gomoku::forbidden;
use heibai_games::gomoku::{OpeningRule, Position as Referee, Rules, Variant};
use heibai_games::{Color, Move, Point, Position, Reason};

/// Compares every empty point of both boards.
fn compare(board: &mut PatternBoard, referee: &Referee) {
    let variant = referee.rules().variant();
    let forbidden = referee.forbidden_points();
    for point in Point::all(referee.size()) {
        let cell = point.index();
        assert_eq!(board.stone(cell), referee.stone(point));
        if referee.stone(point).is_some() {
            continue;
        }
        if variant.is_renju() {
            let told = forbidden.kind(point).is_some();
            assert_eq!(board.forbidden_for_black(cell), told, "{variant:?} {referee:?} {point:?}");
        }
        let mover = referee.turn();
        let mut after = referee.clone();
        if after.play(Move::Place(point)).is_ok() {
            let wins = after.outcome().is_some_and(|o| o.reason == Reason::FiveInRow);
            assert_eq!(board.class(mover, cell) == Class::Five, wins, "{referee:?} {point:?}");
        }
    }
    for color in Color::BOTH {
        for class in (2..16).map(Class::from_index) {
            let set = board.set(color, class);
            assert_eq!(set.len(), board.count(color, class));
            assert!(set.iter().all(|cell| board.stone(cell).is_none() && board.class(color, cell) == class));
        }
    }
}

/// A random point, mostly near stones and mostly for a shape, so that the games have many threats.
fn some_move(board: &PatternBoard, random: &mut fastrand::Rng) -> Option<usize> {
    let near: Vec<usize> = board.near().iter().collect();
    let best = |_: usize| {
        let cell = near[random.usize(..near.len())];
        (board.class(board.turn(), cell).max(board.class(!board.turn(), cell)) as u8, cell)
    };
    (0..3).map(best).max().map(|(_, cell)| cell)
}

#[test]
fn random_games_agree_with_the_referee() {
    let mut random = fastrand::Rng::with_seed(5);
    for variant in Variant::ALL {
        for game in 0..60 {
            let size = if variant.is_renju() { 15 } else { 5 + game % 16 };
            let rules = Rules::new(size, variant, OpeningRule::Free).unwrap();
            let mut referee = Referee::start(&rules);
            let mut board = PatternBoard::new(&rules, Weights::guess(variant));
            while referee.outcome().is_none() {
                compare(&mut board, &referee);
                let set_up = PatternBoard::of(&referee, Weights::guess(variant));
                assert_eq!((set_up.key(), set_up.sum()), (board.key(), board.sum()));
                let Some(cell) = some_move(&board, &mut random) else { break };
                if referee.play(Move::Place(Point(cell as u16))).is_ok() {
                    board.play(cell);
                }
            }
        }
    }
}

#[test]
fn undo_brings_everything_back() {
    let mut random = fastrand::Rng::with_seed(6);
    for variant in Variant::ALL {
        let rules = Rules::new(15, variant, OpeningRule::Free).unwrap();
        for _ in 0..20 {
            let mut board = PatternBoard::new(&rules, Weights::guess(variant));
            let mut trail = Vec::new();
            for _ in 0..random.usize(1..120) {
                trail.push((board.key(), board.sum(), board.near()));
                let Some(cell) = some_move(&board, &mut random) else { break };
                board.play(cell);
            }
            let mut fresh = PatternBoard::new(&rules, Weights::guess(variant));
            for (key, sum, near) in trail.into_iter().rev() {
                board.undo();
                assert_eq!((board.key(), board.sum(), board.near()), (key, sum, near));
            }
            compare(&mut board, &Referee::start(&rules));
            fresh.play(0);
            board.play(0);
            assert_eq!((fresh.key(), fresh.sum()), (board.key(), board.sum()));
        }
    }
}

#[test]
fn crowded_renju_boards_agree_on_forbidden_points() {
    let mut random = fastrand::Rng::with_seed(7);
    for variant in [Variant::Renju, Variant::RenjuPatterns] {
        let rules = Rules::new(15, variant, OpeningRule::Free).unwrap();
        for _ in 0..400 {
            let density = random.f32() * 0.5;
            let mut stones = Vec::new();
            for point in Point::all(15) {
                if random.f32() < density {
                    let black = random.f32() < 0.75;
                    stones.push((point, if black { Color::Black } else { Color::White }));
                }
            }
            let Ok(referee) = Referee::setup(&rules, &stones, Color::Black) else { continue };
            let mut board = PatternBoard::of(&referee, Weights::guess(variant));
            // Boards with a five on them are compared too.
            let forbidden = forbidden::points(referee.board(), variant);
            for point in Point::all(15).filter(|&p| referee.stone(p).is_none()) {
                assert_eq!(
                    board.forbidden_for_black(point.index()),
                    forbidden.kind(point).is_some(),
                    "{referee:?} {point:?}"
                );
            }
        }
    }
}

/// An empty point far from all stones has a tiny value, but 20x20 has 175 more of them: the mover seemed far ahead.
#[test]
fn an_empty_board_is_worth_the_same_on_every_size() {
    for variant in Variant::ALL {
        let sum = |size: usize| {
            let rules = Rules::new(size, variant, OpeningRule::Free).unwrap();
            let mut board = PatternBoard::new(&rules, Weights::of(variant));
            let black = board.sum();
            board.pass();
            [black, board.sum()]
        };
        for size in (5..=20).filter(|&size| Rules::new(size, variant, OpeningRule::Free).is_ok()) {
            assert_eq!(sum(size), sum(15), "{variant:?} {size}");
        }
    }
}
