//! The engine's own view of Go against the referee, broken network files, and the player's promises.

mod asking;

use asking::ask;
use heibai_engines::go::area::unconditionally_alive;
use heibai_engines::go::judge::{Status, judge};
use heibai_engines::go::oracle::{Opinion, Oracle};
use heibai_engines::go::player::{GoPlayer, GoSettings};
use heibai_engines::go::search::{Budget, Search};
use heibai_engines::go::tree::SearchParams;
use heibai_engines::go::{State, shipped};
use heibai_games::go::{Position, Rules, life};
use heibai_games::player::Wanted;
use heibai_games::position::Position as _;
use heibai_games::{Act, AnyPosition, Color, HalfPoints, Limits, Move, Player, Point, Request};
use heibai_net::file;
use std::sync::atomic::AtomicBool;

fn start(size: usize) -> Position {
    Position::start(&Rules::new(size, HalfPoints(15), 0).unwrap())
}

/// A legal move of random play; mostly no pass.
fn random_move(position: &Position, random: &mut fastrand::Rng) -> Move {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if moves.len() > 1 && random.u32(..50) > 0 { moves[random.usize(..moves.len() - 1)] } else { Move::Pass }
}

#[test]
fn the_engine_sees_what_the_referee_sees() {
    let mut random = fastrand::Rng::with_seed(3);
    for size in [2, 3, 4, 5, 7, 9, 13, 19, 25] {
        for _ in 0..if size < 9 { 4 } else { 1 } {
            let mut position = start(size);
            let mut state = State::new(&position, &[]);
            for number in 0..size * size * 2 {
                if position.outcome().is_some() {
                    break;
                }
                // Large boards are compared now and then, small ones always.
                let compared = number % (size / 8 * 8 + 1) == 0;
                for point in Point::all(size).filter(|_| compared) {
                    let cell = state.board.cell_of(point);
                    assert_eq!(state.board.stone(cell), position.stone(point));
                    let legal = position.check(Move::Place(point)).is_ok();
                    assert_eq!(state.allows(cell), legal, "{size} {point:?}\n{position:?}");
                    if let Some(chain) = position.chain(point) {
                        assert_eq!(state.board.liberties(cell), chain.liberties.len());
                        assert_eq!(state.board.stones(cell), chain.stones.len());
                    }
                }
                let mv = random_move(&position, &mut random);
                position.play(mv).unwrap();
                state.play(mv);
                assert_eq!(state.turn(), position.turn());
            }
            let life = life::unconditional(&position);
            for color in Color::BOTH {
                let ours = unconditionally_alive(&state.board, color);
                let mut ours: Vec<Point> = ours
                    .iter()
                    .flat_map(|&h| state.board.chain(h))
                    .map(|c| state.board.point_of(c))
                    .collect();
                let theirs = life.chains.iter().filter(|chain| chain.color == color);
                let mut theirs: Vec<Point> = theirs.flat_map(|chain| chain.stones.clone()).collect();
                ours.sort_unstable();
                theirs.sort_unstable();
                assert_eq!(ours, theirs);
            }
        }
    }
}

#[test]
fn broken_network_files_are_refused() {
    let bytes = file::write(shipped::tiny().model());
    assert_eq!(file::read(&bytes).unwrap(), *shipped::tiny().model());
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..60 {
        let cut = random.usize(..bytes.len());
        assert!(file::read(&bytes[..cut]).is_err());
        let mut damaged = bytes.clone();
        damaged[random.usize(8..bytes.len())] ^= 1 << random.u32(..8);
        assert!(file::read(&damaged).is_err());
    }
    let hostile: [&[u8]; 7] = [
        b"",
        b"x",
        b"net 8 22 19 trunk 999999999999 1 1 1 1 1",
        b"net 8 22 19 trunk 6 96 96 64 32 32 conv1 5 5 22 4096 1 1 @BIN@",
        b"net 8 22 19 trunk 1 4096 1 1 1 1 conv1 9 9 22 4096 1 1 0.5",
        b"net 99 22 19",
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00",
    ];
    for bytes in hostile {
        let error = file::read(bytes).unwrap_err();
        assert!(!error.reason.is_empty());
    }
}

#[test]
fn a_packed_file_that_swells_is_refused() {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..64 {
        std::io::Write::write_all(&mut packer, &[b' '; 1 << 20]).unwrap();
    }
    let bomb = packer.finish().unwrap();
    assert!(bomb.len() < 1 << 17, "64 MB are packed small");
    assert!(!file::read(&bomb).unwrap_err().reason.is_empty());
}

#[test]
fn a_fixed_number_of_nodes_gives_the_same_game() {
    let game = || {
        let mut player =
            GoPlayer::new("test", shipped::tiny(), GoSettings { resigns: false, ..GoSettings::BEST }, 1);
        let (start, mut moves) = (start(5), Vec::new());
        let mut position = start.clone();
        while position.outcome().is_none() && moves.len() < 120 {
            let Act::Play(mv) = ask(&mut player, &start, &moves, 12) else { panic!("it does not resign") };
            position.play(mv).expect("the engine plays legal moves");
            moves.push(mv);
        }
        assert!(position.outcome().is_some(), "the game ends by passes");
        moves
    };
    assert_eq!(game(), game());
}

#[test]
fn odd_positions_are_judged_without_panic() {
    for network in [None, Some(shipped::judge())] {
        let empty = start(19);
        let judgement = judge(&empty, network.as_deref());
        assert!(judgement.verdicts.is_empty());
        for size in [2, 5, 25] {
            let rules = Rules::new(size, HalfPoints(15), 0).unwrap();
            let stones: Vec<_> = Point::all(size).skip(1).map(|point| (point, Color::Black)).collect();
            let full = Position::setup(&rules, &stones, Color::White).unwrap();
            let judgement = judge(&full, network.as_deref());
            assert_eq!(judgement.verdicts.len(), 1);
            assert!(judgement.outcome.score.is_some());
        }
    }
}

#[test]
fn a_stone_in_a_living_corner_is_dead_with_certainty() {
    let rules = Rules::new(5, HalfPoints(15), 0).unwrap();
    // An eye at D5, and A5-B5 with White's stone on A5.
    let black = [2, 4, 5, 6, 7, 8, 9].map(|p| (Point(p), Color::Black));
    let white = [(Point(0), Color::White)];
    let stones: Vec<_> = black.into_iter().chain(white).collect();
    let position = Position::setup(&rules, &stones, Color::White).unwrap();
    let judgement = judge(&position, None);
    let verdict = judgement.verdicts.iter().find(|v| v.stones == [Point(0)]).unwrap();
    assert_eq!((verdict.status, verdict.is_unsure()), (Status::Dead, false));
    let words = verdict.grounds.words(Color::White, |point| point.0.to_string()).en;
    assert!(words.starts_with("dead"), "{words}");
}

/// A position of one colour everywhere but on one point, or of a superko fight, and what the engine does.
#[test]
fn the_engine_answers_on_odd_boards() {
    let mut player =
        GoPlayer::new("test", shipped::tiny(), GoSettings { resigns: false, ..GoSettings::BEST }, 1);
    for size in [2, 3, 19, 25] {
        let rules = Rules::new(size, HalfPoints(15), 0).unwrap();
        let stones: Vec<_> = Point::all(size).skip(1).map(|point| (point, Color::Black)).collect();
        for turn in Color::BOTH {
            let full = Position::setup(&rules, &stones, turn).unwrap();
            let Act::Play(mv) = ask(&mut player, &full, &[], 6) else { panic!("it does not resign") };
            assert!(full.check(mv).is_ok());
        }
        let Act::Play(mv) = ask(&mut player, &start(size), &[], 6) else { panic!("it does not resign") };
        assert!(start(size).check(mv).is_ok());
    }
}

#[test]
fn a_long_fight_under_superko_stays_legal() {
    // On the smallest boards every game is a fight about repetition.
    for (size, seed) in [(2, 1), (2, 2), (3, 3), (3, 4)] {
        let settings = GoSettings { resigns: false, temperature: 1.0, ..GoSettings::BEST };
        let mut player = GoPlayer::new("test", shipped::tiny(), settings, seed);
        let (start, mut moves) = (start(size), Vec::new());
        let mut position = start.clone();
        while position.outcome().is_none() && moves.len() < 60 {
            let Act::Play(mv) = ask(&mut player, &start, &moves, 8) else { panic!("it does not resign") };
            position.play(mv).expect("the engine plays legal moves");
            moves.push(mv);
        }
    }
}

#[test]
fn an_analysis_tells_moves_lines_and_ownership() {
    let mut player = GoPlayer::new("test", shipped::tiny(), GoSettings::BEST, 1);
    let start = start(9);
    let any = AnyPosition::Go(Box::new(start.clone()));
    let limits = Limits { nodes: Some(60), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let request = Request { start: &any, moves: &[], position: &any, limits: &limits, stop: &stop };
    let mut reports = 0;
    let wanted = Wanted { moves: 5, ownership: true };
    let found = player.analyze(&request, wanted, &mut |_| reports += 1).unwrap();
    assert!(reports >= 1 && found.nodes >= 60);
    assert!((2..=5).contains(&found.candidates.len()));
    for candidate in &found.candidates {
        assert_eq!(candidate.line[0], candidate.mv);
        assert!((0.0..=1.0).contains(&candidate.value.unwrap().expected().unwrap()));
    }
    let ownership = found.ownership.unwrap();
    assert_eq!(ownership.len(), 81);
    assert!(ownership.iter().all(|x| (-1.0..=1.0).contains(x)));
    // Told to stop at once, it stops, and tells what it has.
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let request = Request { limits: &limits, ..request };
    assert!(player.analyze(&request, wanted, &mut |_| {}).unwrap().nodes < 1_000_000);
}

/// Says that Black owns every point, a little less for each move made.
struct AllBlack;

impl Oracle for AllBlack {
    fn judge(&mut self, state: &State) -> Opinion {
        let legal = state.board.cells().filter(|&cell| state.allows(cell));
        let moves: Vec<_> = legal.map(|cell| (Some(cell), 0.1)).collect();
        let sign = if state.turn() == Color::Black { 1.0 } else { -1.0 };
        let share = sign * (1.0 - 0.1 * state.recent().len() as f32);
        Opinion { moves, ownership: vec![share; 25].into(), deviation: 1.0, ..Opinion::default() }
    }
}

/// The ownership of an analysis was once that of the root alone, however long the search was.
#[test]
fn the_ownership_of_a_search_is_its_average() {
    let mut oracle = AllBlack;
    let mut search = Search::new(State::new(&start(5), &[]), SearchParams::default(), &mut oracle);
    let owned = |search: &Search| search.tree.ownership(&search.ownership)[0];
    assert_eq!(owned(&search), 1.0);
    let stop = AtomicBool::new(false);
    let visits = |visits| Budget { visits, deadline: None, stop: &stop };
    // Two positions after one move.
    search.run(&visits(3), &mut [Box::new(AllBlack)]);
    assert!((owned(&search) - (1.0 + 0.9 + 0.9) / 3.0).abs() < 1e-6, "{}", owned(&search));
    // After a move was made only what is searched from there on counts.
    let made = search.tree.edges().iter().find(|edge| search.tree.after(edge).visits > 0).expect("a move");
    let below = search.tree.below(made.cell).expect("it was searched");
    assert_eq!(below.ownership(&[0.25]), [0.25]);
}

#[test]
fn a_player_that_ponders_plays_a_legal_game() {
    let settings = GoSettings { resigns: false, ponders: true, ..GoSettings::BEST };
    let mut player = GoPlayer::new("test", shipped::tiny(), settings, 1);
    let (start, mut moves) = (start(5), Vec::new());
    let mut position = start.clone();
    let mut random = fastrand::Rng::with_seed(5);
    while position.outcome().is_none() && moves.len() < 60 {
        let mv = if moves.len() % 2 == 0 {
            let Act::Play(mv) = ask(&mut player, &start, &moves, 12) else { panic!("it does not resign") };
            mv
        } else {
            random_move(&position, &mut random)
        };
        position.play(mv).expect("a legal move");
        moves.push(mv);
    }
    assert!(moves.len() > 4);
}
