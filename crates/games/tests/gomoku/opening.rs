//! Swap and swap2, step by step.

use Seat::{First, Second};
use heibai_games::Color::{Black, White};
use heibai_games::gomoku::OpeningRule;
use heibai_games::gomoku::opening::{Choice, Opening, OutOfOrder, Seat, Task};

fn after_three(rule: OpeningRule) -> Opening {
    let mut opening = Opening::new(rule);
    for (color, left) in [(Black, 3), (White, 2), (Black, 1)] {
        assert_eq!(opening.task(), Task::Place { who: First, color, left });
        assert_eq!(opening.placed(Second), Err(OutOfOrder::NotYourTask));
        assert_eq!(opening.choose(Second, Choice::Black), Err(OutOfOrder::PlaceFirst));
        opening.placed(First).unwrap();
    }
    opening
}

#[test]
fn a_free_opening_is_settled_at_once() {
    let mut opening = Opening::new(OpeningRule::Free);
    assert_eq!(opening.task(), Task::Settled { black: First });
    assert_eq!(opening.placed(First), Err(OutOfOrder::Settled));
    assert_eq!(opening.choose(First, Choice::Black), Err(OutOfOrder::Settled));
}

#[test]
fn swap_lets_the_second_player_choose() {
    let opening = after_three(OpeningRule::Swap);
    assert_eq!(opening.task(), Task::Choose { who: Second, two_more: false });
    assert_eq!((opening.seat(Black), opening.seat(White)), (None, None));
    for (choice, black) in [(Choice::Black, Second), (Choice::White, First)] {
        let mut opening = opening;
        assert_eq!(opening.placed(Second), Err(OutOfOrder::ChooseFirst));
        assert_eq!(opening.choose(First, choice), Err(OutOfOrder::NotYourTask));
        assert_eq!(opening.choose(Second, Choice::TwoMore), Err(OutOfOrder::NoTwoMore));
        opening.choose(Second, choice).unwrap();
        assert_eq!((opening.seat(Black), opening.seat(White)), (Some(black), Some(black.other())));
    }
}

#[test]
fn swap2_offers_two_more_stones_once() {
    let mut opening = after_three(OpeningRule::Swap2);
    assert_eq!(opening.task(), Task::Choose { who: Second, two_more: true });
    let mut taken = opening;
    taken.choose(Second, Choice::White).unwrap();
    assert_eq!(taken.task(), Task::Settled { black: First });
    opening.choose(Second, Choice::TwoMore).unwrap();
    assert_eq!(opening.task(), Task::Place { who: Second, color: White, left: 2 });
    opening.placed(Second).unwrap();
    assert_eq!(opening.task(), Task::Place { who: Second, color: Black, left: 1 });
    opening.placed(Second).unwrap();
    assert_eq!(opening.task(), Task::Choose { who: First, two_more: false });
    assert_eq!(opening.choose(First, Choice::TwoMore), Err(OutOfOrder::NoTwoMore));
    opening.choose(First, Choice::White).unwrap();
    assert_eq!(opening.seat(White), Some(First));
}
