//! What the other side threatens: what it would do now if the side to move played elsewhere.

use super::{go, gomoku, othello};
use heibai_games::{AnyPosition, Move, Point, Position};
use heibai_words::names::count_stones;
use heibai_words::{Text, causes as words};

/// Threats that are told at once.
const TOLD: usize = 3;

/// Something the other side can do next.
#[derive(Clone, PartialEq, Debug)]
pub struct Threat {
    /// What it is.
    pub text: Text,
    /// Where it happens, for the board.
    pub points: Vec<Point>,
}

/// What the other side threatens, the worst first.
pub fn threats(position: &AnyPosition) -> Vec<Threat> {
    let side = !position.turn();
    let Some(theirs) = with_other_turn(position).filter(|theirs| theirs.outcome().is_none()) else {
        return Vec::new();
    };
    let name = |point: Point| position.write_move(Move::Place(point));
    let mut found = Vec::new();
    if let AnyPosition::Gomoku(board) = &theirs {
        if let Some(&at) = board.fives(side).first() {
            found.push(Threat { text: words::threatens_five(side, &name(at)), points: vec![at] });
        } else if let Some(win) = gomoku::forced_win(board) {
            let at = win.proof.tree.point;
            found.push(Threat {
                text: words::threatens_attack(side, &name(at), win.length),
                points: vec![at],
            });
        }
    }
    let corners =
        othello::corners(position.size()).filter(|_| position.kind() == heibai_games::Kind::Othello);
    for at in corners.filter(|&at| theirs.check(Move::Place(at)).is_ok()) {
        found.push(Threat { text: words::threatens_corner(side, &name(at)), points: vec![at] });
    }
    if let AnyPosition::Go(board) = &theirs {
        for (stones, ladder) in go::in_danger(board) {
            let (count, at) = (count_stones(stones.len()), name(stones[0]));
            let text = if ladder {
                words::threatens_ladder(side, count, &at)
            } else {
                words::is_in_atari(count, &at)
            };
            found.push(Threat { text, points: stones });
        }
    }
    found.truncate(TOLD);
    found
}

/// The same stones with the other side to move.
fn with_other_turn(position: &AnyPosition) -> Option<AnyPosition> {
    let stones: Vec<_> = Point::all(position.size()).filter_map(|p| Some((p, position.stone(p)?))).collect();
    AnyPosition::setup(&position.rules(), &stones, !position.turn()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::{Kind, kind::Choice};

    fn said(kind: Kind, size: Option<usize>, moves: &str) -> Vec<String> {
        let rules = (kind == Kind::Gomoku).then(|| "freestyle".to_owned());
        let rules = kind.rules(&Choice { size, rules, ..Choice::default() }).unwrap();
        let mut position = AnyPosition::start(&rules);
        for name in moves.split_whitespace() {
            position.play(position.read_move(name).unwrap()).unwrap();
        }
        threats(&position).into_iter().map(|threat| threat.text.en).collect()
    }

    #[test]
    fn threats_of_each_game_are_seen_before_they_happen() {
        let open_three = said(Kind::Gomoku, None, "h8 a1 i8 a3 j8");
        assert_eq!(open_three.len(), 1, "{open_three:?}");
        assert!(open_three[0].starts_with("Black threatens to win by force"), "{open_three:?}");
        let four = said(Kind::Gomoku, None, "h8 g8 i8 a3 j8 a5 k8");
        assert_eq!(four, ["Black threatens five at l8."]);
        assert_eq!(said(Kind::Go, Some(9), "D5 E5 F5 A1 E6"), ["In atari: 1 stone at E5."]);
        assert!(said(Kind::Othello, None, "f5 d6").is_empty());
        assert!(said(Kind::Gomoku, None, "h8").is_empty());
    }

    #[test]
    fn a_corner_beside_an_x_square_is_a_threat() {
        // Black has b2, White c3 and nothing stands on a1: White takes it along the diagonal.
        let rules = Kind::Othello.rules(&Choice::default()).unwrap();
        let at = |name: &str| heibai_games::Notation::Othello.read(name, 8).unwrap();
        let stones = [
            ("b2", heibai_games::Color::Black),
            ("c3", heibai_games::Color::White),
            ("d3", heibai_games::Color::White),
        ];
        let stones = stones.map(|(name, color)| (at(name), color));
        let position = AnyPosition::setup(&rules, &stones, heibai_games::Color::Black).unwrap();
        let found = threats(&position);
        assert_eq!((found.len(), &found[0].points[..]), (1, &[at("a1")][..]));
    }
}
