//! Gomocup programs that do not listen well: right after an answer, or to half a command.

use heibai_games::kind::Choice;
use heibai_games::player::Fault;
use heibai_games::{Act, AnyPosition, Color, Kind, Limits, Match, Player, Position, Request};
use heibai_protocols::gomocup::drive::Driver;
use heibai_protocols::process::Program;
use std::io::{BufRead, BufReader, Write, pipe};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// For this long after its move the program hears nothing.
const DEAF: Duration = Duration::from_millis(25);

/// Answers with the points of row `y` one after the other, and loses what comes too early.
fn deaf_program(y: usize) -> Program {
    let (their_input, our_output) = pipe().unwrap();
    let (our_input, mut their_output) = pipe().unwrap();
    let (heard, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(their_input).lines().map_while(Result::ok) {
            let _ = heard.send((Instant::now(), line));
        }
    });
    std::thread::spawn(move || {
        let (mut next, mut answered) = (0, None);
        for (when, line) in lines {
            if answered.is_some_and(|answered| when < answered + DEAF) {
                continue;
            }
            match line.split_whitespace().next() {
                Some("START") => writeln!(their_output, "OK").unwrap(),
                Some("BEGIN" | "TURN" | "DONE") => {
                    answered = Some(Instant::now());
                    writeln!(their_output, "{next},{y}").unwrap();
                    next += 3;
                }
                _ => {}
            }
        }
    });
    Program::over(our_output, our_input)
}

#[test]
fn a_program_that_loses_early_input_plays_its_game() {
    let rules = Kind::Gomoku.rules(&Choice::default()).unwrap();
    let mut game = Match::new(AnyPosition::start(&rules));
    let mut drivers = [0, 14].map(|y| Driver::over(deaf_program(y)));
    for (driver, color) in drivers.iter_mut().zip(Color::BOTH) {
        driver.new_game(&rules, color).unwrap();
    }
    let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let mut answered = [None; 2];
    // Each is asked again as soon as the other has answered, which takes no time.
    for turn in 0..10 {
        let moves: Vec<_> = game.moves().iter().map(|played| played.mv).collect();
        let (start, position) = (game.start(), game.position());
        let request = Request { start, moves: &moves, position, limits: &limits, stop: &stop };
        let driver = &mut drivers[turn % 2];
        driver.ready();
        let rested = answered[turn % 2].is_none_or(|answered: Instant| answered.elapsed() >= DEAF);
        assert!(rested, "the wait is over before the clock starts");
        let answer = driver.choose(&request).unwrap();
        answered[turn % 2] = Some(Instant::now());
        let Act::Play(mv) = answer.act else { panic!("{answer:?}") };
        game.play(mv, Duration::ZERO).unwrap();
    }
    // A new game too begins only when the program listens again.
    drivers[1].new_game(&rules, Color::Black).unwrap();
}

/// A program that complains about every `INFO`, and plays or not.
fn grumbling_program(plays: bool) -> Program {
    let (their_input, our_output) = pipe().unwrap();
    let (our_input, mut their_output) = pipe().unwrap();
    std::thread::spawn(move || {
        for line in BufReader::new(their_input).lines().map_while(Result::ok) {
            let answer = match line.split_whitespace().next() {
                Some("START") => "OK",
                Some("INFO") => "ERROR Unknown command: TIMEOUT_TURN",
                Some("BEGIN") if plays => "7,7",
                _ => continue,
            };
            // Whoever asked may be gone.
            let _ = writeln!(their_output, "{answer}");
        }
    });
    Program::over(our_output, our_input)
}

#[test]
fn a_complaint_is_a_fault_only_if_no_move_follows() {
    let rules = Kind::Gomoku.rules(&Choice::default()).unwrap();
    let start = AnyPosition::start(&rules);
    let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let request = Request { start: &start, moves: &[], position: &start, limits: &limits, stop: &stop };
    let mut driver = Driver::over(grumbling_program(true));
    assert!(driver.choose(&request).is_ok());
    let mut driver = Driver::over(grumbling_program(false));
    let fault = driver.choose(&request).unwrap_err();
    assert!(matches!(&fault, Fault::Garbage(text) if text.contains("TIMEOUT_TURN")), "{fault}");
}
