//! A fourth game, Hex, that `docs/adding-a-game.md` alone led to: it is searched by the generic searches and
//! played by the arena's own runner. In the terminal it is played by the tests of `heibai play`.

#[path = "../../games/tests/laws/hex.rs"]
mod hex;

use heibai_arena::game::{Referees, Terms};
use heibai_arena::log::LogEntry;
use heibai_arena::runner::{self, Entrant, Fixture, Plan};
use heibai_engines::search::meter::Meter;
use heibai_engines::search::{Evaluation, alphabeta, mcts, minimax};
use heibai_games::counting::Judgement;
use heibai_games::player::Fault;
use heibai_games::{Act, Answer, Color, Limits, Match, Move, Player, Point, Position, Request};
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
        game.play(game.position().read_move(name).unwrap(), Duration::ZERO).unwrap();
    }
    assert!(game.position().is_connected(Color::Black));
    assert!(game.play(game.position().read_move("b2").unwrap(), Duration::ZERO).is_err());
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

/// A player for Hex: by a generic search or by chance.
enum HexPlayer {
    AlphaBeta,
    Mcts(fastrand::Rng),
    Random(fastrand::Rng),
}

impl Player<Hex> for HexPlayer {
    fn name(&self) -> String {
        match self {
            HexPlayer::AlphaBeta => "alphabeta",
            HexPlayer::Mcts(_) => "mcts",
            HexPlayer::Random(_) => "random",
        }
        .to_owned()
    }

    fn choose(&mut self, request: &Request<'_, Hex>) -> Result<Answer, Fault> {
        let (position, mut meter) = (request.position, Meter::new(request.limits, request.stop));
        let mv = match self {
            HexPlayer::AlphaBeta => {
                alphabeta::search(position, 2, &Distance, &mut meter).map(|found| found.line[0])
            }
            HexPlayer::Mcts(random) => {
                let all = |position: &Hex, moves: &mut Vec<Move>| position.legal_moves(moves);
                mcts::search(position, 300, random, &mut meter, &all, None).best().map(|(mv, _)| mv)
            }
            HexPlayer::Random(random) => random.choice(&legal(position)).copied(),
        };
        mv.map(|mv| Answer::of(Act::Play(mv))).ok_or(Fault::NoMove)
    }
}

fn entrant(name: &str, make: fn(fastrand::Rng) -> HexPlayer) -> Entrant<'static, Hex> {
    let make = move |seed| Ok(Box::new(make(fastrand::Rng::with_seed(seed))) as Box<dyn Player<Hex>>);
    Entrant { name: name.to_owned(), make: Box::new(make), keep: false }
}

/// The arena's own runner: colours changed, a log that a second run finds complete, and the statistics of pairs.
#[test]
fn the_arena_plays_it_and_the_searches_beat_chance() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("games.jsonl");
    for (name, make) in [
        ("alphabeta", (|_| HexPlayer::AlphaBeta) as fn(fastrand::Rng) -> HexPlayer),
        ("mcts", HexPlayer::Mcts),
    ] {
        std::fs::remove_file(&log).ok();
        let entrants = [entrant(name, make), entrant("random", HexPlayer::Random)];
        let plan = Plan {
            rules: HexRules { size: 5 },
            openings: Vec::new(),
            terms: Terms::default(),
            concurrency: 2,
            seed: 3,
            referees: Referees { judge: &|_: &Hex| Judgement::default(), prover: None },
            pin: false,
        };
        let fixtures: Vec<Fixture> = (0..20)
            .map(|number| {
                let black = number as usize % 2;
                Fixture { number, black, white: 1 - black, opening: 0, pace: 100 }
            })
            .collect();
        let stop = AtomicBool::new(false);
        let entries = runner::run(&plan, &entrants, &fixtures, Some(&log), &stop, &|_| false).unwrap();
        assert_eq!(entries.len(), 20);
        assert!(entries.iter().all(|entry| entry.reason == "board_full" && entry.moves.len() == 25));
        let mut pairs = [0; 5];
        for pair in entries.chunks(2) {
            let points = |entry: &LogEntry| {
                let color = if entry.black == name { Color::Black } else { Color::White };
                (2.0 * entry.points(color)) as usize
            };
            pairs[points(&pair[0]) + points(&pair[1])] += 1;
        }
        let estimate = heibai_arena::elo::from_pairs(&pairs).expect("games were played");
        assert!(estimate.low > 0.0, "{name}: {pairs:?} {estimate:?}");
        let again = runner::run(&plan, &entrants, &fixtures, Some(&log), &stop, &|_| false).unwrap();
        assert_eq!(again, entries, "what is in the log is not played again");
    }
}
