//! A fourth game, Hex, that `docs/adding-a-game.md` alone led to: it plays in the terminal's way, is searched by the
//! generic searches, and its games count in the arena's statistics.

#[path = "../../games/tests/laws/hex.rs"]
mod hex;

use heibai_engines::search::meter::Meter;
use heibai_engines::search::{Evaluation, alphabeta, mcts, minimax};
use heibai_games::{Color, Limits, Match, Move, Notation, Point, Position};
use hex::{Hex, HexRules};
use std::collections::BinaryHeap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The stones that the other side still needs to connect, less those that the side to move needs.
struct Distance;

fn needed(position: &Hex, color: Color) -> i32 {
    let size = position.size();
    let way = |point: Point| if color == Color::Black { point.y(size) } else { point.x(size) };
    let cost = |point: Point| match position.stone(point) {
        Some(stone) if stone == color => Some(0),
        Some(_) => None,
        None => Some(1),
    };
    let begin = Point::all(size).filter(|&point| way(point) == 0);
    let mut open: BinaryHeap<(i32, Point)> = begin.filter_map(|p| Some((-cost(p)?, p))).collect();
    let mut known = vec![i32::MAX; size * size];
    while let Some((far, point)) = open.pop() {
        if way(point) + 1 == size {
            return -far;
        }
        if -far < known[point.index()] {
            known[point.index()] = -far;
            open.extend(position.around(point).filter_map(|next| Some((far - cost(next)?, next))));
        }
    }
    2 * (size * size) as i32
}

impl Evaluation<Hex> for Distance {
    fn name(&self) -> &str {
        "distance"
    }

    fn evaluate(&self, position: &Hex) -> i32 {
        needed(position, !position.turn()) - needed(position, position.turn())
    }
}

fn start(size: usize) -> Hex {
    Hex::start(&HexRules { size })
}

fn legal(position: &Hex) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Asks `choose` for the moves of both sides; who won.
fn play(mut game: Match<Hex>, mut choose: impl FnMut(&Hex) -> Move) -> Color {
    while game.outcome().is_none() {
        let mv = choose(game.position());
        game.play(mv, Duration::ZERO).expect("a legal move");
    }
    game.outcome().and_then(|outcome| outcome.winner).expect("Hex has no draw")
}

#[test]
fn a_full_board_has_exactly_one_winner() {
    let mut random = fastrand::Rng::with_seed(1);
    for rules in HexRules::ALL.into_iter().cycle().take(300) {
        let mut position = Hex::start(&rules);
        while let Some(&mv) = random.choice(&legal(&position)) {
            position.play(mv).unwrap();
        }
        assert_ne!(position.is_connected(Color::Black), position.is_connected(Color::White), "{position:?}");
    }
}

#[test]
fn a_game_is_played_by_the_names_of_points_and_taken_back() {
    let mut game = Match::new(start(3));
    for name in ["b2", "a1", "b1", "c3", "b3"] {
        let point = Notation::Gomoku.read(name, 3).unwrap();
        game.play(Move::Place(point), Duration::ZERO).unwrap();
    }
    assert!(game.position().is_connected(Color::Black));
    assert!(game.play(Move::Place(Notation::Gomoku.read("b2", 3).unwrap()), Duration::ZERO).is_err());
    game.undo().unwrap();
    assert!(!game.position().is_connected(Color::Black));
    game.redo().unwrap();
    let winner = play(game, |position| legal(position)[0]);
    assert_eq!(winner, Color::Black);
}

#[test]
fn alpha_beta_finds_what_minimax_finds_and_that_the_first_player_wins() {
    let (limits, stop) = (Limits::default(), AtomicBool::new(false));
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..20 {
        let mut position = start(4);
        for _ in 0..random.usize(4..12) {
            position.play(*random.choice(&legal(&position)).unwrap()).unwrap();
        }
        let ranked = minimax::ranked(&position, 3, &Distance, &mut Meter::new(&limits, &stop));
        let found = alphabeta::search(&position, 3, &Distance, &mut Meter::new(&limits, &stop)).unwrap();
        assert_eq!(ranked[0].1, found.value, "{position:?}");
    }
    // Whoever begins on 3x3 wins: the search sees the end.
    let found = alphabeta::search(&start(3), 9, &Distance, &mut Meter::new(&limits, &stop)).unwrap();
    assert!(found.value > 0, "{found:?}");
}

#[test]
fn searches_beat_chance_in_pairs_of_games() {
    let (limits, stop) = (Limits::default(), AtomicBool::new(false));
    let mut random = fastrand::Rng::with_seed(3);
    let mut pairs = [0; 5];
    for number in 0..10 {
        let mut points = 0;
        for searcher in Color::BOTH {
            let winner = play(Match::new(start(5)), |position| {
                let moves = legal(position);
                if position.turn() != searcher {
                    return moves[random.usize(..moves.len())];
                }
                let mut meter = Meter::new(&limits, &stop);
                if number % 2 == 0 {
                    alphabeta::search(position, 2, &Distance, &mut meter).unwrap().line[0]
                } else {
                    let all = |position: &Hex, moves: &mut Vec<Move>| position.legal_moves(moves);
                    mcts::search(position, 300, &mut random.fork(), &mut meter, &all, None).best().unwrap().0
                }
            });
            points += if winner == searcher { 2 } else { 0 };
        }
        pairs[points] += 1;
    }
    let estimate = heibai_arena::elo::from_pairs(&pairs).expect("games were played");
    assert!(estimate.low > 0.0, "{pairs:?} {estimate:?}");
}
