//! Gomocup programs with quirks: some lose input right after an answer, or complain about commands; and swap2.

use heibai_games::kind::Choice;
use heibai_games::player::Fault;
use heibai_games::{
    Act, Answer, AnyPosition, Color, Decision, Due, Kind, Limits, Match, Move, Player, Point, Position,
    Request, Rules, Seat,
};
use heibai_protocols::gomocup::drive::Driver;
use heibai_protocols::gomocup::serve::{Service, serve};
use heibai_protocols::process::Program;
use std::io::{BufRead, BufReader, Write, pipe};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// For this long after its move the program ignores its input.
const DEAF: Duration = Duration::from_millis(25);

/// Plays the points of row `y` in order, and loses input that comes too early.
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
    // Each is asked again immediately after the other's answer.
    for turn in 0..10 {
        let moves = game.move_list();
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
    // A new game also waits until the program reads its input.
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
            // The driver may be gone.
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

/// Plays in the column of its limit of nodes.
struct Column;

impl Player for Column {
    fn name(&self) -> String {
        "column".to_owned()
    }

    fn new_game(&mut self, _rules: &Rules, _color: Color) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let column = request.limits.nodes.unwrap_or(14) as usize;
        Ok(Answer::of(Act::Play(Move::Place(Point::new(column, 7, 15).unwrap()))))
    }
}

#[test]
fn a_limit_of_nodes_is_told_and_heard() {
    let (their_input, our_output) = pipe().unwrap();
    let (our_input, mut their_output) = pipe().unwrap();
    std::thread::spawn(move || {
        let (heard, mut lines) = channel();
        std::thread::spawn(move || {
            BufReader::new(their_input).lines().map_while(Result::ok).try_for_each(|line| heard.send(line))
        });
        let _ = serve(
            Service { player: Box::new(Column), version: String::new() },
            &mut lines,
            &mut their_output,
        );
    });
    let mut driver = Driver::over(Program::over(our_output, our_input));
    let rules = Kind::Gomoku.rules(&Choice::default()).unwrap();
    let start = AnyPosition::start(&rules);
    let stop = AtomicBool::new(false);
    for (nodes, column) in [(None, 14), (Some(3), 3)] {
        driver.new_game(&rules, Color::Black).unwrap();
        let limits = Limits { nodes, ..Limits::default() };
        let request = Request { start: &start, moves: &[], position: &start, limits: &limits, stop: &stop };
        let played = driver.choose(&request).unwrap().act;
        assert_eq!(played, Act::Play(Move::Place(Point::new(column, 7, 15).unwrap())));
    }
}

/// A manager that does not know that Black may be left with forbidden points alone would wait until time is up.
#[test]
fn the_last_point_is_answered_even_if_it_is_forbidden() {
    let (say, mut lines) = channel();
    let ask = |text: &str| text.lines().for_each(|line| say.send(line.to_owned()).unwrap());
    // All points but h8, where Black would have six in a row.
    ask("INFO rule 4\nSTART 15\nBOARD");
    for (x, y) in (0..15).flat_map(|y| (0..15).map(move |x| (x, y))) {
        let black = match (x, y) {
            (7, 7) => continue,
            (2 | 9, 7) | (0, 0) | (14, 13) => false,
            (3..=8, 7) => true,
            _ => (x / 2 + y) % 2 == 0,
        };
        ask(&format!("{x},{y},{}", if black { 1 } else { 2 }));
    }
    // A game that was won stays over.
    ask(
        "DONE\nINFO rule 0\nSTART 15\nBOARD\n0,0,1\n0,1,2\n1,0,1\n1,1,2\n2,0,1\n2,1,2\n3,0,1\n3,1,2\n4,0,1\n9,9,2\nDONE",
    );
    drop(say);
    let mut said = Vec::new();
    serve(Service { player: Box::new(Column), version: String::new() }, &mut lines, &mut said).unwrap();
    assert_eq!(String::from_utf8(said).unwrap(), "OK\n7,7\nOK\nERROR the game is over\n");
}

/// Answers `SWAP2BOARD` by the number of stones, and any other board with the first free point of its row.
fn swapping_program(says: [&'static str; 3]) -> Program {
    let (their_input, our_output) = pipe().unwrap();
    let (our_input, mut their_output) = pipe().unwrap();
    std::thread::spawn(move || {
        let (mut swap2, mut stones) = (false, Vec::new());
        for line in BufReader::new(their_input).lines().map_while(Result::ok) {
            let answer = match line.split_whitespace().next().unwrap_or("") {
                "START" => "OK".to_owned(),
                word @ ("SWAP2BOARD" | "BOARD") => {
                    (swap2, stones) = (word == "SWAP2BOARD", Vec::new());
                    continue;
                }
                "DONE" if swap2 => {
                    says[[0, 3, 5].iter().position(|&n| n == stones.len()).unwrap()].to_owned()
                }
                "DONE" | "BEGIN" | "TURN" => {
                    stones.extend(line.strip_prefix("TURN ").map(|point| format!("{point},")));
                    let free =
                        |x: &usize| !stones.iter().any(|s: &String| s.starts_with(&format!("{x},14,")));
                    let point = format!("{},14", (0..15).find(free).unwrap());
                    stones.push(format!("{point},"));
                    point
                }
                "INFO" | "END" => continue,
                _ => {
                    stones.push(line);
                    continue;
                }
            };
            // The driver may be gone.
            let _ = writeln!(their_output, "{answer}");
        }
    });
    Program::over(our_output, our_input)
}

/// Plays the opening and two more moves; returns the choices, all moves, and who has Black.
fn settled(rules: &str, says: [[&'static str; 3]; 2]) -> (String, Vec<String>, Seat) {
    let rules = Kind::Gomoku.rules(&Choice { rules: Some(rules.to_owned()), ..Choice::default() }).unwrap();
    let mut game = Match::new(AnyPosition::start(&rules)).with_opening();
    let mut drivers = says.map(|says| Driver::over(swapping_program(says)));
    for (driver, color) in drivers.iter_mut().zip(Color::BOTH) {
        driver.new_game(&rules, color).unwrap();
    }
    let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let mut moves_after = 0;
    while moves_after < 2 {
        let due = game.request();
        moves_after += usize::from(matches!(due, Due::Move { .. }));
        let driver = &mut drivers[due.by().unwrap().index()];
        match game.ask(driver, &limits, &stop).unwrap() {
            Decision::Choose(choice) => _ = game.choose(choice, Duration::ZERO).unwrap(),
            Decision::Act(answer) => {
                let Act::Play(mv) = answer.act else { panic!("{answer:?}") };
                game.play(mv, Duration::ZERO).unwrap();
            }
        }
    }
    let names = game.moves().iter().map(|played| game.position().write_move(played.mv)).collect();
    let choices: Vec<String> = game.choices().iter().map(|chosen| chosen.choice.name()).collect();
    (choices.join(" "), names, game.seat(Color::Black))
}

/// The protocol does not have Renju's opening rules, but a program can play them by its moves.
#[test]
fn programs_get_through_openings_that_their_protocol_does_not_know() {
    for rule in ["rif", "yamaguchi", "soosorv8", "taraguchi10"] {
        let (choices, moves, _) = settled(&format!("renju+{rule}"), [["", "", ""], ["", "", ""]]);
        assert_eq!(moves.len(), 7, "{rule}: {choices} {moves:?}");
        assert_eq!(moves[0], "h8", "{rule}");
    }
}

/// Swap2 over the protocol: three stones at once, `SWAP`, a move (which means White), or two more stones.
#[test]
fn programs_decide_swap2_by_their_protocol() {
    let opens = "0,0 1,1 2,2";
    let three = ["a15", "b14", "c13"];
    let (choices, moves, black) = settled("freestyle+swap2", [[opens, "", ""], ["", "SWAP", ""]]);
    assert_eq!((choices, black), ("black".to_owned(), Seat::Second));
    assert_eq!(moves, [&three[..], &["a1", "b1"]].concat(), "White moves, then Black");
    let (choices, moves, black) = settled("freestyle+swap2", [[opens, "", ""], ["", "7,7", ""]]);
    assert_eq!((choices, black), ("white".to_owned(), Seat::First));
    assert_eq!(moves, [&three[..], &["h8", "a1"]].concat(), "the move that was told is played");
    let (choices, moves, black) = settled("freestyle+swap2", [[opens, "", "SWAP"], ["", "7,7 8,8", ""]]);
    assert_eq!((choices, black), ("more black".to_owned(), Seat::First));
    assert_eq!(moves, [&three[..], &["h8", "i7", "a1", "b1"]].concat());
    let (choices, moves, black) = settled("freestyle+swap2", [[opens, "", "3,3"], ["", "7,7 8,8", ""]]);
    assert_eq!((choices, black), ("more white".to_owned(), Seat::Second));
    assert_eq!(moves, [&three[..], &["h8", "i7", "d12", "a1"]].concat());
    let (choices, _, black) = settled("freestyle+swap", [[opens, "", ""], ["", "7,7 8,8", ""]]);
    assert_eq!((choices, black), ("white".to_owned(), Seat::First), "two more stones are not offered");
}

#[test]
fn nonsense_in_an_opening_is_a_fault() {
    let rules = Choice { rules: Some("freestyle+swap2".to_owned()), ..Choice::default() };
    let rules = Kind::Gomoku.rules(&rules).unwrap();
    for says in ["SWAP", "0,0", "0,0 1,1", "99,99 1,1 2,2", "hello"] {
        let game = Match::new(AnyPosition::start(&rules)).with_opening();
        let mut driver = Driver::over(swapping_program([says, "", ""]));
        let limits = Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() };
        let fault = game.ask(&mut driver, &limits, &AtomicBool::new(false)).unwrap_err();
        assert!(matches!(fault, Fault::Garbage(_)), "{says}: {fault}");
    }
}
