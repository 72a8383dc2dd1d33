//! Players on usual and unusual boards: legal answers, clear refusals, sound proofs.

use heibai_engines::gomoku::vct::{ProofTable, Vct};
use heibai_engines::gomoku::{Failures, Found, NO_DEPTH_LIMIT, PatternBoard, Vcf, Weights, level, proof};
use heibai_engines::{Level, players};
use heibai_games::gomoku::{OpeningRule, Position as Gomoku, Rules, Variant};
use heibai_games::player::{Fault, Wanted};
use heibai_games::{
    Act, AnyPosition, Color, Kind, Limits, Move, Notation, Player, Point, Position, Request, Value,
};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn rules(size: usize, variant: Variant) -> Rules {
    Rules::new(size, variant, OpeningRule::Free).unwrap()
}

fn position(variant: Variant, moves: &str) -> Gomoku {
    let mut stones = Vec::new();
    let mut rest = moves;
    while !rest.is_empty() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |i| i + 1);
        let point = Notation::Gomoku.read(&rest[..end], 15).unwrap();
        stones.push((point, Color::BOTH[stones.len() % 2]));
        rest = &rest[end..];
    }
    Gomoku::setup(&rules(15, variant), &stones, Color::BOTH[stones.len() % 2]).unwrap()
}

fn ask(player: &mut dyn Player, position: &Gomoku, nodes: u64) -> Result<Move, Fault> {
    let position = AnyPosition::Gomoku(Box::new(position.clone()));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let request = Request { start: &position, moves: &[], position: &position, limits: &limits, stop: &stop };
    match player.choose(&request)?.act {
        Act::Play(mv) => Ok(mv),
        Act::Resign => panic!("nobody resigns"),
    }
}

#[test]
fn black_whose_only_defence_is_forbidden_still_answers() {
    let position = position(Variant::Renju, "h8g6f6g5f7g4h7g3g2a1");
    let g7 = Notation::Gomoku.read("g7", 15).unwrap();
    assert!(position.check(Move::Place(g7)).is_err());
    for level in Level::ALL {
        let mv = ask(&mut *level::player(level, 1), &position, 20_000).unwrap();
        assert!(position.check(mv).is_ok(), "{level}");
    }
    let mut board = PatternBoard::of(&position, Weights::of(Variant::Renju));
    let (never, mut failures) = (|| false, Failures::new(10));
    assert_eq!(Vcf::new(&mut board, &mut failures, 10_000, &never).any(), Found::Nothing);
    // White to move makes five.
    board.pass();
    assert_eq!(Vcf::new(&mut board, &mut failures, 10_000, &never).any(), Found::Win(vec![g7.index()]));
}

#[test]
fn an_analysis_names_as_many_moves_as_wanted_best_first() {
    for moves in ["", "h8", "h8i9g7", "h8g6f6g5f7g4h7g3g2a1"] {
        let position = AnyPosition::Gomoku(Box::new(position(Variant::Renju, moves)));
        let limits = Limits { nodes: Some(4_000), ..Limits::default() };
        let stop = AtomicBool::new(false);
        let request =
            Request { start: &position, moves: &[], position: &position, limits: &limits, stop: &stop };
        let mut best = level::player(Level::Best, 1);
        let wanted = Wanted { moves: 5, ..Wanted::default() };
        let analysis = best.analyze(&request, wanted, &mut |_| {}).unwrap();
        let found = &analysis.candidates;
        assert!(!found.is_empty() && found.len() <= 5, "{moves}: {found:?}");
        let values: Vec<Value> = found.iter().map(|candidate| candidate.value.unwrap()).collect();
        assert!(values.windows(2).all(|pair| pair[0].compare(&pair[1]).is_ge()), "{moves}: {found:?}");
        for (i, candidate) in found.iter().enumerate() {
            assert!(position.check(candidate.mv).is_ok(), "{moves}");
            assert!(found[..i].iter().all(|other| other.mv != candidate.mv), "{moves}: {found:?}");
        }
    }
}

/// To the end of the game: five in a row or a full board.
#[test]
fn every_level_plays_whole_games_on_every_board() {
    for size in [5, 6, 7, 9, 15, 19, 20] {
        for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju, Variant::RenjuPatterns] {
            if variant.is_renju() && size != 15 {
                continue;
            }
            // Each level against the next one, the last against the first.
            for (number, &level) in Level::ALL.iter().enumerate() {
                let mut game = Gomoku::start(&rules(size, variant));
                let other = Level::ALL[(number + 1) % Level::ALL.len()];
                let mut players = [level, other].map(|level| level::player(level, number as u64));
                while game.outcome().is_none() {
                    let mv = ask(&mut *players[game.turn().index()], &game, 300).unwrap();
                    game.play(mv).unwrap();
                }
            }
        }
    }
}

/// How often Beginner plays on one of these points, over many seeds.
fn answers_on(moves: &str, points: &[&str]) -> f64 {
    let position = position(Variant::Freestyle, moves);
    let points: Vec<Move> =
        points.iter().map(|name| Move::Place(Notation::Gomoku.read(name, 15).unwrap())).collect();
    let answer = |seed| ask(&mut *level::player(Level::Beginner, seed), &position, 1).unwrap();
    let seeds = 4000;
    (0..seeds).filter(|&seed| points.contains(&answer(seed))).count() as f64 / seeds as f64
}

/// Blocks a four in 50 % and an open three in 40 % of cases; otherwise its random move may block by chance.
#[test]
fn beginner_blocks_half_of_the_fours_and_four_threes_of_ten() {
    // White has four in a row with one end open; then an open three, which is blocked at either end.
    let four = answers_on("c8d8a15e8o15f8a1g8", &["h8"]);
    let three = answers_on("a15g8o15h8a1i8", &["f8", "j8"]);
    let luck = |share: f64, chance: f64| (share - chance) / (1.0 - chance);
    assert!((-0.03..0.1).contains(&luck(four, 0.5)), "a four is blocked in {four:.3} of the games");
    assert!((-0.03..0.2).contains(&luck(three, 0.4)), "a three is blocked in {three:.3} of the games");
}

#[test]
fn boards_without_a_legal_point_are_refused_clearly() {
    let full: Vec<(Point, Color)> = Point::all(5)
        .map(|p| (p, if (p.x(5) + 2 * p.y(5)) % 4 < 2 { Color::Black } else { Color::White }))
        .collect();
    let full = Gomoku::setup(&rules(5, Variant::Freestyle), &full, Color::Black).unwrap();
    assert!(full.outcome().is_some());
    for level in Level::ALL {
        let answer = ask(&mut *level::player(level, 1), &full, 100);
        assert!(matches!(answer, Err(Fault::NoMove)), "{level} {answer:?}");
    }
    let mut engine = players::parse("engine:nodes=100", Kind::Gomoku, 1).unwrap();
    assert!(matches!(ask(&mut *engine, &full, 100), Err(Fault::NoMove)));
}

#[test]
fn unreachable_positions_get_a_legal_answer() {
    let mut random = fastrand::Rng::with_seed(9);
    for variant in Variant::ALL {
        for _ in 0..12 {
            let density = random.f32();
            let stones: Vec<(Point, Color)> = Point::all(15)
                .filter(|_| random.f32() < density)
                .collect::<Vec<_>>()
                .into_iter()
                .map(|p| (p, Color::BOTH[random.usize(..2)]))
                .collect();
            let Ok(game) = Gomoku::setup(&rules(15, variant), &stones, Color::BOTH[random.usize(..2)]) else {
                continue;
            };
            for level in [Level::Beginner, Level::Hard, Level::Hell, Level::Best] {
                match ask(&mut *level::player(level, 1), &game, 500) {
                    Ok(mv) => assert!(game.check(mv).is_ok()),
                    Err(fault) => assert!(game.outcome().is_some(), "{fault:?}"),
                }
            }
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_game() {
    let game = |seed| {
        let mut game = Gomoku::start(&rules(15, Variant::Renju));
        let mut players = [Level::Best, Level::Hell].map(|level| level::player(level, seed));
        let mut moves = Vec::new();
        while game.outcome().is_none() && moves.len() < 16 {
            let mv = ask(&mut *players[game.turn().index()], &game, 2_000).unwrap();
            game.play(mv).unwrap();
            moves.push(mv);
        }
        moves
    };
    assert_eq!(game(4), game(4));
}

/// Plays random games with many threats; calls `each` with positions of unfinished games.
fn lively_positions(variant: Variant, games: usize, mut each: impl FnMut(&Gomoku, &mut PatternBoard)) {
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..games {
        let mut game = Gomoku::start(&rules(15, variant));
        let mut board = PatternBoard::of(&game, Weights::of(variant));
        while game.outcome().is_none() {
            if board.key().is_multiple_of(3) {
                each(&game, &mut board);
            }
            let near: Vec<usize> = board.near().iter().collect();
            let best = (0..6).map(|_| near[random.usize(..near.len())]).max_by_key(|&cell| {
                board.class(board.turn(), cell).max(board.class(!board.turn(), cell)) as u8
            });
            let Some(cell) = best else { break };
            if game.play(Move::Place(Point(cell as u16))).is_ok() {
                board.play(cell);
            }
        }
    }
}

#[test]
fn wins_by_fours_pass_the_referee() {
    for variant in Variant::ALL {
        let (mut wins, mut failures) = (0, Failures::new(12));
        lively_positions(variant, 25, |game, board| {
            failures.clear();
            let mut board = board.clone();
            let found = Vcf::new(&mut board, &mut failures, 20_000, &|| false).solve(NO_DEPTH_LIMIT);
            if let Found::Win(cells) = found {
                let line: Vec<Point> = cells.iter().map(|&cell| Point(cell as u16)).collect();
                assert_eq!(proof::check(game, &line), Ok(()), "{game:?} {cells:?}");
                wins += 1;
            }
        });
        assert!(wins > 5, "{variant:?}: {wins}");
    }
}

/// The proof table once did not store a position whose slot was taken, which was then searched for ever.
#[test]
fn a_full_proof_table_does_not_hide_a_win_by_threats() {
    let mut after = position(Variant::Renju, "i12l10j13n9h11g10i11j11i13i14");
    after.play(Move::Place(Point(83))).unwrap();
    let mut board = PatternBoard::of(&after, Weights::of(Variant::Renju));
    let mut table = ProofTable::new(16);
    let found = Vct::answering(&mut board, &mut table, 8_000, &|| false).with_fours(300).solve();
    assert!(matches!(found, Found::Win(_)), "{found:?}");
}

#[test]
fn wins_by_threats_hold_against_any_defence() {
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju] {
        let mut random = fastrand::Rng::with_seed(12);
        let mut wins = 0;
        lively_positions(variant, 8, |game, _| {
            let attacker = game.turn();
            let mut game = game.clone();
            let solve = |game: &Gomoku| {
                let mut board = PatternBoard::of(game, Weights::of(variant));
                let mut table = ProofTable::new(14);
                Vct::new(&mut board, &mut table, 4_000, &|| false).solve()
            };
            if !matches!(solve(&game), Found::Win(_)) {
                return;
            }
            wins += 1;
            for _ in 0..40 {
                match solve(&game) {
                    Found::Win(cells) => game.play(Move::Place(Point(cells[0] as u16))).unwrap(),
                    // A proof may need more nodes after a defence; it is never refuted.
                    Found::Unknown => return,
                    Found::Nothing => panic!("a proved win was lost: {game:?}"),
                }
                if let Some(outcome) = game.outcome() {
                    assert_eq!(outcome.winner, Some(attacker));
                    return;
                }
                let mut moves = Vec::new();
                game.legal_moves(&mut moves);
                // A defence on one of the attacker's points, if there is one.
                let threats = game.fives(attacker);
                let reply = threats.iter().map(|&p| Move::Place(p)).find(|mv| moves.contains(mv));
                let board = PatternBoard::of(&game, Weights::of(variant));
                let good: Vec<Move> = heibai_engines::gomoku::order::candidates(
                    &board,
                    heibai_engines::gomoku::order::Threat::OpenFour,
                )
                .iter()
                .map(|cell| Move::Place(Point(cell as u16)))
                .filter(|mv| moves.contains(mv))
                .collect();
                let fives = game.fives(!attacker);
                assert!(fives.is_empty(), "the defender wins first: {game:?}");
                let chosen = reply.or_else(|| (!good.is_empty()).then(|| good[random.usize(..good.len())]));
                let Some(mv) = chosen.or(moves.first().copied()) else { return };
                game.play(mv).unwrap();
                if game.outcome().is_some() {
                    return;
                }
            }
        });
        assert!(wins > 3, "{variant:?}: {wins}");
    }
}

/// Hell proves a win by fours without a search; with `proofs=no` it searches.
#[test]
fn hells_proofs_can_be_switched_off() {
    let won = "h5i4j5i5i6j6g4j7f5h7e6h3g7g8f6f3";
    let position = AnyPosition::Gomoku(Box::new(position(Variant::Renju, won)));
    let (limits, stop) = (Limits::default(), AtomicBool::new(false));
    let request = Request { start: &position, moves: &[], position: &position, limits: &limits, stop: &stop };
    let searched = |name: &str| {
        let mut player = heibai_engines::players::parse(name, Kind::Gomoku, 1).unwrap();
        player.new_game(&position.rules(), Color::Black).unwrap();
        player.choose(&request).unwrap().thought.nodes
    };
    assert_eq!((searched("hell"), searched("hell:proofs=yes")), (0, 0));
    assert!(searched("hell:proofs=no") > 0);
    for refused in ["hell:proofs=perhaps", "hard:proofs=no"] {
        assert!(heibai_engines::players::parse(refused, Kind::Gomoku, 1).is_err(), "{refused}");
    }
    assert!(heibai_engines::players::parse("hell:proofs=no", Kind::Go, 1).is_err());
}

/// The CPU time of this thread, independent of other load; wall-clock time where the system does not provide it.
fn thread_time(began: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| began.elapsed(), Duration::from_nanos)
}

/// Hell and `best` stop when their time is up. On a busy machine they have then computed less. Without a time limit each of
/// these moves would take seconds of CPU time.
#[test]
fn answers_come_in_time_on_a_busy_machine() {
    let time = Duration::from_millis(300);
    let (stop, clock) = (AtomicBool::new(false), Instant::now());
    for moves in ["h8h9k6k8", "h8i9h10g9j8i7h6", "k1n2i3k5h4g5i4h6j5j6i7k6i6i5"] {
        let position = AnyPosition::Gomoku(Box::new(position(Variant::Renju, moves)));
        let limits = Limits { move_time: Some(time), ..Limits::default() };
        let (start, moves) = (&position, &[]);
        let request = Request { start, moves, position: &position, limits: &limits, stop: &stop };
        for level in [Level::Hell, Level::Best] {
            let mut player = level::player(level, 1);
            player.new_game(&position.rules(), Color::Black).unwrap();
            let began = thread_time(clock);
            assert!(player.choose(&request).is_ok());
            let computed = thread_time(clock) - began;
            println!("{level:?}: {computed:?}");
            assert!(computed < time + Duration::from_millis(700), "{level:?}: {computed:?}");
        }
    }
}
