//! The laws that hold for every game: written once over `Position` and `Match`, run for every game, size
//! and rule set. A new game joins by a line in `every_rules`.

mod hex;
mod matches;
mod phases;
mod positions;

use heibai_games::kind::{Choice, Kind, Rules};
use heibai_games::{Color, Point, Position};

/// Rules of every game: the smallest and largest boards, every rule set, komi and handicap.
pub(crate) fn every_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    let mut add = |kind: Kind, sizes: &[usize], choice: Choice| {
        for &size in sizes {
            let choice = Choice { size: Some(size), ..choice.clone() };
            all.push(kind.rules(&choice).expect("a legal choice"));
        }
    };
    let named = |name: &str| Choice { rules: Some(name.to_owned()), ..Choice::default() };
    add(Kind::Othello, &[4, 6, 8, 10], named("standard"));
    add(Kind::Othello, &[4, 6, 8, 10], named("empties-to-winner"));
    add(Kind::Go, &[2, 3, 4, 5, 9, 13, 19, 25], Choice::default());
    add(Kind::Go, &[9, 19], Choice { handicap: Some(4), komi: Some(0.5), ..Choice::default() });
    add(Kind::Gomoku, &[15], named("renju"));
    add(Kind::Gomoku, &[15], named("renju-patterns"));
    for opening in ["swap2", "rif", "yamaguchi", "soosorv8", "taraguchi10"] {
        add(Kind::Gomoku, &[15], named(&format!("renju+{opening}")));
    }
    add(Kind::Gomoku, &[5, 6, 15, 20], named("standard"));
    add(Kind::Gomoku, &[5, 6, 15, 20], named("freestyle"));
    add(Kind::Gomoku, &[15], named("freestyle+swap"));
    add(Kind::Gomoku, &[5, 20], named("standard+swap2"));
    all
}

/// What stands on every point.
pub(crate) fn stones<P: Position>(position: &P) -> Vec<Option<Color>> {
    Point::all(position.size()).map(|point| position.stone(point)).collect()
}

/// No random game is longer; Go's repetition rule ends its games, but only just.
pub(crate) fn longest_game(size: usize) -> usize {
    20 * size * size + 100
}

#[test]
fn rules_are_made_again_from_their_choice() {
    for rules in every_rules() {
        assert_eq!(rules.kind().rules(&rules.choice()), Ok(rules));
    }
}
