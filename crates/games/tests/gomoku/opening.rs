//! Opening rules, step by step.

use Seat::{First, Second};
use heibai_games::Color::{Black, White};
use heibai_games::gomoku::OpeningRule;
use heibai_games::gomoku::opening::{Choice, Opening, OutOfOrder};
use heibai_games::kind::{AnyPosition, Choice as Chosen};
use heibai_games::{Due, Illegal, Kind, Match, Move, Point, Position, Seat};
use std::time::Duration;

const COLORS: &[Choice] = &[Choice::Black, Choice::White];

fn after_three(rule: OpeningRule) -> Opening {
    let mut opening = Opening::new(rule);
    for (color, left) in [(Black, 3), (White, 2), (Black, 1)] {
        assert_eq!(opening.due(), Some(Due::Stone { by: First, color, left, within: None }));
        assert_eq!(opening.choose(Choice::Black), Err(OutOfOrder::PlaceFirst));
        opening.place().unwrap();
    }
    opening
}

#[test]
fn a_free_opening_is_settled_at_once() {
    let mut opening = Opening::new(OpeningRule::Free);
    assert_eq!((opening.due(), opening.is_over(), opening.seat(Black)), (None, true, First));
    assert_eq!(opening.place(), Err(OutOfOrder::Settled));
    assert_eq!(opening.choose(Choice::Black), Err(OutOfOrder::Settled));
}

#[test]
fn swap_lets_the_second_player_choose() {
    let opening = after_three(OpeningRule::Swap);
    assert_eq!(opening.due(), Some(Due::Choice { by: Second, options: COLORS }));
    assert!(!opening.is_over());
    for (choice, black) in [(Choice::Black, Second), (Choice::White, First)] {
        let mut opening = opening;
        assert_eq!(opening.place(), Err(OutOfOrder::ChooseFirst));
        assert_eq!(opening.choose(Choice::TwoMore), Err(OutOfOrder::NoSuchChoice));
        opening.choose(choice).unwrap();
        assert_eq!((opening.seat(Black), opening.due()), (black, None));
    }
}

#[test]
fn swap2_offers_two_more_stones_once() {
    let mut opening = after_three(OpeningRule::Swap2);
    assert_eq!(
        opening.due(),
        Some(Due::Choice { by: Second, options: &[Choice::Black, Choice::White, Choice::TwoMore] })
    );
    let mut taken = opening;
    taken.choose(Choice::White).unwrap();
    assert!(taken.is_over() && taken.seat(Black) == First);
    opening.choose(Choice::TwoMore).unwrap();
    assert_eq!(opening.due(), Some(Due::Stone { by: Second, color: White, left: 2, within: None }));
    opening.place().unwrap();
    assert_eq!(opening.due(), Some(Due::Stone { by: Second, color: Black, left: 1, within: None }));
    opening.place().unwrap();
    assert_eq!(opening.due(), Some(Due::Choice { by: First, options: COLORS }));
    assert_eq!(opening.choose(Choice::TwoMore), Err(OutOfOrder::NoSuchChoice));
    opening.choose(Choice::White).unwrap();
    assert!(opening.is_over() && opening.seat(Black) == Second);
}

type Game = Match<AnyPosition>;

fn begin(rule: &str) -> Game {
    let rules = Chosen { rules: Some(format!("renju+{rule}")), ..Chosen::default() };
    Match::new(AnyPosition::start(&Kind::Gomoku.rules(&rules).unwrap())).with_opening()
}

fn point(name: &str) -> Point {
    let Some(Choice::Fifth(point)) = Choice::from_name(name) else { panic!("{name}") };
    point
}

/// Plays points and makes choices, in order.
fn go(game: &mut Game, steps: &str) {
    for step in steps.split_whitespace() {
        match Choice::from_name(step).unwrap() {
            Choice::Fifth(point) => drop(game.play(Move::Place(point), Duration::ZERO).expect(step)),
            choice => drop(game.choose(choice, Duration::ZERO).expect(step)),
        }
    }
}

fn tried(game: &Game, name: &str) -> Result<(), Illegal> {
    game.check(Move::Place(point(name)))
}

/// Who places the fourth stone, offers, picks and moves next, and where the first three stones may lie.
#[test]
fn rif_offers_two_fifth_stones() {
    let mut game = begin("rif");
    assert_eq!(tried(&game, "h9"), Err(Illegal::OutsideCentre { side: 1 }));
    go(&mut game, "h8");
    assert_eq!(tried(&game, "h10"), Err(Illegal::OutsideCentre { side: 3 }));
    go(&mut game, "i9");
    assert_eq!(tried(&game, "k8"), Err(Illegal::OutsideCentre { side: 5 }));
    go(&mut game, "j10");
    assert_eq!(tried(&game, "a1"), Err(Illegal::ChooseFirst));
    go(&mut game, "black");
    assert_eq!(game.request(), Due::Stone { by: First, color: White, left: 1, within: None });
    go(&mut game, "o1");
    assert_eq!(game.request(), Due::Offer { by: Second, left: 2 });
    go(&mut game, "g7");
    assert_eq!(tried(&game, "g7"), Err(Illegal::OfferedAlready));
    go(&mut game, "a15");
    assert_eq!((game.request(), game.moves().len()), (Due::Pick { by: First }, 4));
    assert_eq!(tried(&game, "h9"), Err(Illegal::NotOffered));
    assert_eq!(game.offered(), [point("g7"), point("a15")]);
    go(&mut game, "a15");
    assert_eq!(game.position().stone(point("a15")), Some(Black));
    assert_eq!(game.position().stone(point("g7")), None);
    assert_eq!(game.request(), Due::Move { by: First, color: White });
    assert_eq!(game.opening_moves(), 5);
}

/// The first player announces the number, before the second chooses.
#[test]
fn yamaguchi_announces_before_the_choice() {
    let mut game = begin("yamaguchi");
    go(&mut game, "h8 h9 h7");
    let Due::Choice { by: First, options } = game.request() else { panic!("{:?}", game.request()) };
    assert_eq!((options.first(), options.len()), (Some(&Choice::Fifths(1)), 12));
    go(&mut game, "offer3");
    assert_eq!(game.request(), Due::Choice { by: Second, options: COLORS });
    go(&mut game, "white h6");
    assert_eq!(game.request(), Due::Offer { by: First, left: 3 });
}

/// White places the fourth stone and announces; then Black may still change the colours.
#[test]
fn soosorv_announces_up_to_eight_after_the_fourth_stone() {
    let mut game = begin("soosorv8");
    go(&mut game, "h8 h9 i10 black a1");
    let Due::Choice { by: First, options } = game.request() else { panic!("{:?}", game.request()) };
    assert_eq!((options.first(), options.last()), (Some(&Choice::Fifths(1)), Some(&Choice::Fifths(8))));
    go(&mut game, "offer2");
    assert_eq!(game.request(), Due::Choice { by: Second, options: COLORS });
    go(&mut game, "white");
    assert_eq!(game.request(), Due::Offer { by: First, left: 2 });
    go(&mut game, "c3 d5");
    assert_eq!(game.request(), Due::Pick { by: Second });
}

/// Every stone may be followed by a change of colours; after the fourth Black may stay and offer ten instead.
#[test]
fn taraguchi_goes_either_way_after_the_fourth_stone() {
    let mut game = begin("taraguchi10");
    go(&mut game, "h8 white h9 black i10 black");
    // The first player has Black, took it back after the second stone, and the second took Black after the third.
    assert_eq!(game.seat(Black), Second);
    assert_eq!(tried(&game, "l8"), Err(Illegal::OutsideCentre { side: 7 }));
    go(&mut game, "k8");
    let Due::Choice { by: Second, options } = game.request() else { panic!("{:?}", game.request()) };
    assert_eq!(options, [Choice::Black, Choice::White, Choice::Fifths(10)]);
    let mut swapped = game.clone();
    go(&mut swapped, "white");
    assert_eq!(swapped.request(), Due::Stone { by: First, color: Black, left: 1, within: Some(9) });
    assert_eq!(tried(&swapped, "m8"), Err(Illegal::OutsideCentre { side: 9 }));
    go(&mut swapped, "l12 black");
    assert_eq!(swapped.request(), Due::Move { by: First, color: White });
    go(&mut game, "offer10 a1 b1 c1 d1 e1 f1 g1 h1 i1 j1");
    assert_eq!(game.request(), Due::Pick { by: First });
    go(&mut game, "e1");
    assert_eq!(game.request(), Due::Move { by: First, color: White });
}

/// The stones h9, h8, h7, h6 lie symmetrically about their column and about the line between rows 7 and 8, which is not
/// the middle of the board.
#[test]
fn symmetrical_fifth_stones_count_once() {
    let mut game = begin("rif");
    go(&mut game, "h8 h9 h7 white h6 g8");
    for same in ["g8", "i8", "g7", "i7"] {
        assert_eq!(tried(&game, same), Err(Illegal::OfferedAlready), "{same}");
    }
    for other in ["g9", "g6", "f8", "h5"] {
        assert_eq!(tried(&game, other), Ok(()), "{other}");
    }
    let mut game = begin("rif");
    go(&mut game, "h8 i9 j10 white g7 i8");
    // A diagonal with colours in the order W B W B has one mirror, the diagonal itself.
    assert_eq!(tried(&game, "h9"), Err(Illegal::OfferedAlready));
    assert_eq!(tried(&game, "i10"), Ok(()));
}

#[test]
fn opening_rules_of_renju_belong_to_renju() {
    for rule in ["rif", "yamaguchi", "soosorv8", "taraguchi10"] {
        for variant in ["freestyle", "standard"] {
            let rules = Chosen { rules: Some(format!("{variant}+{rule}")), ..Chosen::default() };
            assert!(Kind::Gomoku.rules(&rules).is_err(), "{variant}+{rule}");
        }
    }
}

#[test]
fn choices_read_back_as_they_are_written() {
    let fifths = (1..=12).map(Choice::Fifths);
    let points = (0..225).map(|index| Choice::Fifth(Point(index)));
    for choice in [Choice::Black, Choice::White, Choice::TwoMore].into_iter().chain(fifths).chain(points) {
        assert_eq!(Choice::from_name(&choice.name()), Some(choice));
    }
    for name in ["grey", "", "offer", "offer0", "offer13", "offer-1", "offer999", "p1", "h16", "h0"] {
        assert_eq!(Choice::from_name(name), None, "{name}");
    }
}
