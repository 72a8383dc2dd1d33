//! Recorded sessions with real programs (`sessions/*.txt`), replayed against our drivers: a scripted peer checks every line
//! that we send and gives the recorded answers. A file's header has the rules, the time and the games.

use heibai_games::kind::Choice;
use heibai_games::{
    Act, AnyPosition, Color, Kind, Limits, Match, Move, Player, Position, Request, TimeControl,
};
use heibai_protocols::process::Program;
use heibai_protocols::{gomocup, gtp, nboard};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write, pipe};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::thread::JoinHandle;
use std::time::Duration;

struct Session {
    /// `rules`, `protocol`, `time`, `depth` and so on, from lines like `# time 1s/move`.
    head: HashMap<String, String>,
    /// The program's side and all moves of each game.
    games: Vec<(Color, Vec<String>)>,
    /// The lines that we send (`true`) and that the program sends.
    lines: Vec<(bool, String)>,
}

fn read(path: &Path) -> Session {
    let text = std::fs::read_to_string(path).unwrap();
    let mut session = Session { head: HashMap::new(), games: Vec::new(), lines: Vec::new() };
    for line in text.lines() {
        let (mark, rest) = line.split_at_checked(2).unwrap_or((line, ""));
        match mark.trim() {
            ">" => session.lines.push((true, rest.to_owned())),
            "<" => session.lines.push((false, rest.to_owned())),
            "#" => {
                let (key, value) = rest.split_once(' ').unwrap_or((rest, ""));
                if key == "game" {
                    let mut words = value.split_whitespace();
                    let side = if words.next() == Some("black") { Color::Black } else { Color::White };
                    session.games.push((side, words.map(str::to_owned).collect()));
                } else {
                    session.head.insert(key.to_owned(), value.to_owned());
                }
            }
            other => panic!("{}: '{other}' begins no line of a session", path.display()),
        }
    }
    session
}

/// Plays the program's part; an error is the first line of ours that differs from the record.
fn peer(lines: Vec<(bool, String)>) -> (Program, JoinHandle<Result<usize, String>>) {
    let (their_input, our_output) = pipe().unwrap();
    let (our_input, mut their_output) = pipe().unwrap();
    let thread = std::thread::spawn(move || {
        let mut heard = BufReader::new(their_input).lines();
        let mut checked = 0;
        for (ours, line) in lines {
            if !ours {
                // The driver may be gone before the last answers.
                let _ = writeln!(their_output, "{line}");
                continue;
            }
            match heard.next() {
                Some(Ok(said)) if said == line => checked += 1,
                Some(Ok(said)) => return Err(format!("we said '{said}', the record has '{line}'")),
                _ => return Err(format!("we said nothing more, the record has '{line}'")),
            }
        }
        match heard.next() {
            Some(Ok(said)) => Err(format!("we said '{said}' after the end of the record")),
            _ => Ok(checked),
        }
    });
    (Program::over(our_output, our_input), thread)
}

fn replay(name: &str) {
    let session = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions").join(name));
    let value = |key: &str| session.head.get(key).map(String::as_str);
    let kind: Kind = value("kind").unwrap().parse().unwrap();
    let choice = Choice {
        size: value("size").map(|size| size.parse().unwrap()),
        rules: value("rules").map(str::to_owned),
        ..Choice::default()
    };
    let rules = kind.rules(&choice).unwrap();
    let time: TimeControl = value("time").unwrap().parse().unwrap();
    let TimeControl::PerMove { time } = time else { panic!("{name}: a time for each move was recorded") };
    let depth = value("depth").map(|depth| depth.parse().unwrap());
    let limits = Limits { move_time: Some(time), depth, ..Limits::default() };
    let (program, thread) = peer(session.lines);
    let mut driver: Box<dyn Player> = match value("protocol").unwrap() {
        "gtp" => Box::new(gtp::drive::Driver::over(program)),
        "gomocup" => Box::new(gomocup::drive::Driver::over(program)),
        "nboard" => Box::new(nboard::drive::Driver::over(program)),
        other => panic!("{name}: no protocol is called {other}"),
    };
    let result = (|| {
        for (side, moves) in &session.games {
            play(&mut *driver, &rules, *side, moves, &limits)?;
        }
        Ok(())
    })();
    drop(driver);
    let said = thread.join().unwrap();
    // A difference in our lines is reported first: it causes the rest.
    let checked = said.unwrap_or_else(|why| panic!("{name}: {why}"));
    result.unwrap_or_else(|why: String| panic!("{name}: {why}"));
    println!("{name}: {checked} lines of ours as recorded");
    assert!(checked > 10, "{name}: hardly anything was said");
}

fn play(
    driver: &mut dyn Player,
    rules: &heibai_games::Rules,
    side: Color,
    moves: &[String],
    limits: &Limits,
) -> Result<(), String> {
    let mut game = Match::new(AnyPosition::start(rules));
    driver.new_game(rules, side).map_err(|fault| fault.to_string())?;
    let mut opening = usize::MAX;
    for (number, name) in moves.iter().enumerate() {
        // `|` separates the opening from the players' moves.
        if name == "|" {
            opening = number;
            continue;
        }
        let mv = game.position().read_move(name).map_err(|bad| bad.to_string())?;
        if number > opening
            && game.position().turn() == side
            && !(mv == Move::Pass && game.position().must_pass())
        {
            let played = game.move_list();
            let stop = AtomicBool::new(false);
            let request = Request {
                start: game.start(),
                moves: &played,
                position: game.position(),
                limits,
                stop: &stop,
            };
            let answer = driver.choose(&request).map_err(|fault| fault.to_string())?;
            if answer.act != Act::Play(mv) {
                return Err(format!("move {number}: heard {:?}, the record has {name}", answer.act));
            }
        }
        if game.play(mv, Duration::ZERO).is_err() && mv != Move::Pass {
            return Err(format!("move {number}: {name} is illegal"));
        }
    }
    Ok(())
}

#[test]
fn gnu_go_over_gtp() {
    replay("gnugo-gtp.txt");
}

#[test]
fn edax_over_nboard() {
    replay("edax-nboard.txt");
}

#[test]
fn edax_over_gtp() {
    replay("edax-gtp.txt");
}

#[test]
fn rapfi_over_gomocup() {
    replay("rapfi-gomocup.txt");
}
