//! How the Go player behaves: when it passes and when it plays on, when it resigns, and that it knows komi and
//! handicap stones.

mod asking;

use asking::{ask, with_request};
use heibai_engines::go::player::{GoPlayer, GoSettings};
use heibai_engines::go::search::Budget;
use heibai_engines::go::shipped;
use heibai_games::go::{Position, Rules};
use heibai_games::player::Wanted;
use heibai_games::position::Position as _;
use heibai_games::value::Amount;
use heibai_games::{Act, Color, HalfPoints, Limits, Move, Player as _, Point, Request};
use std::sync::atomic::AtomicBool;

/// Black (`X`) and White (`O`) on a square board, rows from the top.
fn board(rows: &[&str], komi: HalfPoints, turn: Color) -> Position {
    let mut stones = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, stone) in row.chars().enumerate() {
            let color = match stone {
                'X' => Color::Black,
                'O' => Color::White,
                _ => continue,
            };
            stones.push((Point::new(x, y, rows.len()).unwrap(), color));
        }
    }
    Position::setup(&Rules::new(rows.len(), komi, 0).unwrap(), &stones, turn).unwrap()
}

/// Black holds 45 points and White 36, and all is settled.
const SETTLED: [&str; 9] = [
    "....XO...",
    "..X.XO.O.",
    "....XO...",
    ".X.XXOO..",
    "....XO...",
    "..X.XO.O.",
    "....XO...",
    ".X.XXOO..",
    "....XO...",
];

fn player() -> GoPlayer {
    GoPlayer::new("test", shipped::main(), GoSettings::BEST, 1).with_judge(shipped::judge())
}

#[test]
fn a_pass_is_answered_by_a_pass_when_the_count_is_won() {
    for (passed, komi) in [(Color::White, 15), (Color::Black, 21)] {
        let start = board(&SETTLED, HalfPoints(komi), passed);
        assert_eq!(ask(&mut player(), &start, &[Move::Pass], 40), Act::Play(Move::Pass), "{passed:?} passed");
    }
}

/// The chance to win that an analysis gives a pass.
fn pass_wins(start: &Position, moves: &[Move]) -> f64 {
    let limits = Limits { nodes: Some(40), only: Some(vec![Move::Pass]), ..Limits::default() };
    let asked = |request: &Request<'_>| player().analyze(request, Wanted::default(), &mut |_| {});
    let found = with_request(start, moves, &limits, asked).unwrap();
    match found.candidates[0].value.unwrap().amount {
        Amount::Points { win_rate: Some(rate), .. } => rate,
        other => panic!("{other:?}"),
    }
}

#[test]
fn dead_stones_on_the_board_make_no_pass_a_blunder() {
    // Two white stones in Black's area: dead, but nobody took them. Counted as alive they would cost Black the game.
    let mut rows = SETTLED;
    rows[1] = ".OX.XO.O.";
    rows[5] = "O.X.XO.O.";
    let before = |turn| board(&rows, HalfPoints(15), turn);
    assert!(pass_wins(&before(Color::Black), &[]) > 0.9, "the first pass");
    assert!(pass_wins(&before(Color::White), &[Move::Pass]) > 0.9, "the pass that ends the game");
    // Where the stones decide nothing, the loser's pass still loses.
    assert!(pass_wins(&before(Color::Black), &[Move::Pass]) < 0.1, "White's pass");
}

#[test]
fn the_last_neutral_point_is_taken_when_it_decides() {
    // As it stands Black wins by half a point; who takes E5 gains half a stone and the game.
    let mut rows = SETTLED;
    rows[4] = "...X.O...";
    let start = board(&rows, HalfPoints(15), Color::Black);
    let centre = Act::Play(Move::Place(Point(40)));
    assert_eq!(ask(&mut player(), &start, &[Move::Pass], 100), centre);
}

#[test]
fn komi_and_handicap_stones_are_known() {
    let stop = AtomicBool::new(false);
    let budget = Budget { visits: 200, deadline: None, stop: &stop };
    let mut wins = Vec::new();
    // Nine points ahead on the board: komi decides.
    for komi in [1, 15, 21, 41] {
        let found = player().analyse(&board(&SETTLED, HalfPoints(komi), Color::Black), &[], &budget);
        assert!((found.lead - (9.0 - f64::from(komi) / 2.0)).abs() < 3.0, "komi {komi}: {}", found.lead);
        wins.push(found.win_rate);
    }
    assert!(wins[1] > 0.8 && wins[2] < 0.2 && wins.is_sorted_by(|a, b| a >= b), "{wins:?}");
    for stones in [2, 4, 9] {
        let start = Position::start(&Rules::new(19, HalfPoints(1), stones).unwrap());
        assert_eq!(start.turn(), Color::White);
        let found = player().analyse(&start, &[], &budget);
        assert!(
            found.win_rate < 0.2 && found.lead < -5.0,
            "{stones} stones: {} {}",
            found.win_rate,
            found.lead
        );
        let Act::Play(Move::Place(_)) = ask(&mut player(), &start, &[], 20) else {
            panic!("White plays on against {stones} stones")
        };
    }
}

#[test]
fn a_lost_game_is_resigned_after_three_moves_and_a_close_one_never() {
    let acts = |komi: i32| -> Vec<Act> {
        // Enough moves for a game that may be resigned: both fill their own territory.
        let start = board(&SETTLED, HalfPoints(komi), Color::Black);
        let fillers = |xs: [usize; 3]| (0..9).flat_map(move |y| xs.map(|x| Point::new(x, y, 9).unwrap()));
        let free = |p: &Point| start.stone(*p).is_none();
        let (own, other) = (fillers([0, 1, 3]).filter(free), fillers([6, 7, 8]).filter(free));
        let moves: Vec<Move> = own.zip(other).flat_map(|(a, b)| [Move::Place(a), Move::Place(b)]).collect();
        let mut player = player();
        (0..4).map(|n| ask(&mut player, &start, &moves[..18 + 2 * n], 30)).collect()
    };
    let lost = acts(81);
    assert_eq!(lost.iter().position(|act| *act == Act::Resign), Some(2), "{lost:?}");
    assert!(!acts(15).contains(&Act::Resign));
}
