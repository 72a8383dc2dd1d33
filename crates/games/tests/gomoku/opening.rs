//! Swap and swap2, step by step.

use Seat::{First, Second};
use heibai_games::Color::{Black, White};
use heibai_games::gomoku::OpeningRule;
use heibai_games::gomoku::opening::{Choice, Opening, OutOfOrder};
use heibai_games::{Due, Seat};

const COLORS: &[Choice] = &[Choice::Black, Choice::White];

fn after_three(rule: OpeningRule) -> Opening {
    let mut opening = Opening::new(rule);
    for (color, left) in [(Black, 3), (White, 2), (Black, 1)] {
        assert_eq!(opening.due(), Some(Due::Stone { by: First, color, left }));
        assert_eq!(opening.choose(Choice::Black), Err(OutOfOrder::PlaceFirst));
        opening.place().unwrap();
    }
    opening
}

#[test]
fn a_free_opening_is_settled_at_once() {
    let mut opening = Opening::new(OpeningRule::Free);
    assert_eq!((opening.due(), opening.black()), (None, Some(First)));
    assert_eq!(opening.place(), Err(OutOfOrder::Settled));
    assert_eq!(opening.choose(Choice::Black), Err(OutOfOrder::Settled));
}

#[test]
fn swap_lets_the_second_player_choose() {
    let opening = after_three(OpeningRule::Swap);
    assert_eq!(opening.due(), Some(Due::Choice { by: Second, options: COLORS }));
    assert_eq!(opening.black(), None);
    for (choice, black) in [(Choice::Black, Second), (Choice::White, First)] {
        let mut opening = opening;
        assert_eq!(opening.place(), Err(OutOfOrder::ChooseFirst));
        assert_eq!(opening.choose(Choice::TwoMore), Err(OutOfOrder::NoTwoMore));
        opening.choose(choice).unwrap();
        assert_eq!((opening.black(), opening.due()), (Some(black), None));
    }
}

#[test]
fn swap2_offers_two_more_stones_once() {
    let mut opening = after_three(OpeningRule::Swap2);
    assert_eq!(opening.due(), Some(Due::Choice { by: Second, options: &Choice::ALL }));
    let mut taken = opening;
    taken.choose(Choice::White).unwrap();
    assert_eq!(taken.black(), Some(First));
    opening.choose(Choice::TwoMore).unwrap();
    assert_eq!(opening.due(), Some(Due::Stone { by: Second, color: White, left: 2 }));
    opening.place().unwrap();
    assert_eq!(opening.due(), Some(Due::Stone { by: Second, color: Black, left: 1 }));
    opening.place().unwrap();
    assert_eq!(opening.due(), Some(Due::Choice { by: First, options: COLORS }));
    assert_eq!(opening.choose(Choice::TwoMore), Err(OutOfOrder::NoTwoMore));
    opening.choose(Choice::White).unwrap();
    assert_eq!(opening.black(), Some(Second));
}

#[test]
fn choices_read_back_as_they_are_written() {
    for choice in Choice::ALL {
        assert_eq!(Choice::from_name(choice.name()), Some(choice));
    }
    assert_eq!(Choice::from_name("grey"), None);
}
