//! The time commands sent to a GTP program.

use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Clock, Color, Kind, Player, Position, Request, TimeControl};
use heibai_protocols::gtp::drive::Driver;
use heibai_protocols::process::Program;
use std::io::{BufRead, BufReader, Write, pipe};
use std::sync::atomic::AtomicBool;

/// The time commands before one move under this time control.
fn told(control: &str) -> Vec<String> {
    let (their_input, our_output) = pipe().unwrap();
    let (our_input, mut their_output) = pipe().unwrap();
    let peer = std::thread::spawn(move || {
        let mut said = Vec::new();
        for line in BufReader::new(their_input).lines().map_while(Result::ok) {
            let answer = if line.starts_with("genmove") { "= D4" } else { "=" };
            let _ = write!(their_output, "{answer}\n\n");
            said.push(line);
        }
        said
    });
    let control: TimeControl = control.parse().unwrap();
    let rules = Kind::Go.rules(&Choice { size: Some(9), ..Choice::default() }).unwrap();
    let (start, limits) = (AnyPosition::start(&rules), Clock::new(control).limits());
    let mut driver = Driver::over(Program::over(our_output, our_input));
    driver.new_game(&rules, Color::Black).unwrap();
    let stop = AtomicBool::new(false);
    let request = Request { start: &start, moves: &[], position: &start, limits: &limits, stop: &stop };
    driver.choose(&request).unwrap();
    drop(driver);
    peer.join().unwrap().into_iter().filter(|line| line.starts_with("time")).collect()
}

#[test]
fn every_clock_is_told_in_the_words_of_the_protocol() {
    assert_eq!(told("5m"), ["time_settings 300 0 0", "time_left b 300 0"]);
    assert_eq!(told("5m+3s"), ["time_settings 300 3 1", "time_left b 300 0"]);
    assert_eq!(told("10m+3x30s"), ["time_settings 600 30 1", "time_left b 600 0"]);
    assert_eq!(told("2s/move"), ["time_settings 0 2 1"]);
    assert_eq!(told("300ms/move"), ["time_settings 0 1 1"]);
}
