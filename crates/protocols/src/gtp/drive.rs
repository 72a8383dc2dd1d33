//! A GTP program as a player.

use crate::process::{Peer, Program};
use heibai_games::go::RuleSet;
use heibai_games::player::Fault;
use heibai_games::{Act, Answer, AnyPosition, Color, Limits, Move, Player, Position, Request, Rules};
use heibai_words::refusals;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long a program may take for anything but a move; loading a network counts here.
const START: Duration = Duration::from_secs(60);
/// How long a program may take for a move without a clock, unless more patience was asked for.
const MOVE: Duration = Duration::from_secs(60);
const GRACE: Duration = Duration::from_secs(5);

/// No command that is sent here has a longer answer.
const LONGEST_ANSWER: usize = 1 << 20;

/// A foreign program that speaks GTP, as a player.
pub struct Driver {
    peer: Peer,
    /// How long the program may take for anything but a move, and for a move without a clock if this is longer than
    /// `MOVE`.
    pub patience: Duration,
    /// The moves the program has on its board; `None` before the first board.
    known: Option<Vec<Move>>,
    /// The main time and the period that the program was told, in seconds.
    time: Option<(u64, u64)>,
}

/// Whole seconds, rounded up: the protocol knows no parts of them.
fn seconds(time: Duration) -> u64 {
    time.as_millis().div_ceil(1000) as u64
}

impl Driver {
    /// The program behind a command line; it is started for its first game.
    pub fn new(command: &str) -> Driver {
        Driver { peer: Peer::new(command, "quit"), patience: START, known: None, time: None }
    }

    /// Drives a program over a connection that is already open.
    pub fn over(program: Program) -> Driver {
        Driver { peer: Peer::connected(program, "quit"), ..Driver::new("") }
    }

    /// What the program wrote to standard error.
    pub fn errors(&self) -> String {
        self.peer.errors()
    }

    /// Sends a command and waits for its answer: the text after `=`, or what follows `?` as the error.
    pub fn ask(&mut self, command: &str, patience: Duration) -> Result<Result<String, String>, Fault> {
        self.ask_until(command, patience, &AtomicBool::new(false))
    }

    fn ask_until(
        &mut self,
        command: &str,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Result<String, String>, Fault> {
        let program = self.peer.program()?;
        program.send(command)?;
        let deadline = Instant::now() + patience;
        let first = loop {
            let line = program.line(deadline, stop)?;
            match line.chars().next() {
                Some('=' | '?') => break line,
                // Chatter before the answer is tolerated.
                _ => continue,
            }
        };
        let mut text = first[1..].trim().to_owned();
        loop {
            let line = program.line(deadline, stop)?;
            if line.is_empty() {
                break;
            }
            if text.len() + line.len() > LONGEST_ANSWER {
                return Err(Fault::Garbage(format!("an answer of more than {LONGEST_ANSWER} bytes")));
            }
            text.push('\n');
            text.push_str(&line);
        }
        Ok(if first.starts_with('=') { Ok(text) } else { Err(text) })
    }

    /// A command that must be accepted.
    fn must(&mut self, command: &str) -> Result<String, Fault> {
        self.ask(command, self.patience)?.map_err(|why| refusals::refused_command(command, &why).into())
    }

    fn put_board(&mut self, request: &Request<'_>) -> Result<(), Fault> {
        let known = self.known.take().unwrap_or_default();
        let common = known.iter().zip(request.moves).take_while(|(a, b)| a == b).count();
        let start = if common == known.len() {
            common
        } else {
            self.must("clear_board")?;
            self.put_start(request.start)?;
            0
        };
        let mut position = request.start.clone();
        for (number, &mv) in request.moves.iter().enumerate() {
            if number >= start {
                let text = position.write_move(mv).to_uppercase();
                self.must(&format!("play {} {text}", letter(position.turn())))?;
            }
            position.play_unchecked(mv, &mut ());
        }
        Ok(())
    }

    /// Handicap stones and other stones that stand before the first move.
    fn put_start(&mut self, start: &AnyPosition) -> Result<(), Fault> {
        let Rules::Go(rules) = start.rules() else { return Ok(()) };
        if rules.handicap() > 0 {
            self.must(&format!("fixed_handicap {}", rules.handicap()))?;
        }
        Ok(())
    }

    /// Tells the program its time; returns how long the answer may take. A program without time commands refuses them, which
    /// is no fault.
    fn tell_time(&mut self, limits: &Limits, color: Color) -> Result<Duration, Fault> {
        let Some(clock) = limits.clock else {
            let time = limits.move_time.unwrap_or(self.patience.max(MOVE));
            if limits.move_time.is_some() {
                // No main time and one period of this length for each move.
                self.set_time(0, seconds(time).max(1))?;
            }
            return Ok(time);
        };
        // The protocol has no increment: a period of that length for each move is the nearest.
        let (periods, period) = clock.byo_yomi.unwrap_or((0, clock.increment));
        if self.time.is_none() {
            self.set_time(seconds(clock.main), seconds(period))?;
        }
        let left = match clock.main.is_zero() {
            true => format!("{} 1", seconds(period)),
            false => format!("{} 0", clock.main.as_secs()),
        };
        self.ask(&format!("time_left {} {left}", letter(color)), self.patience)?.ok();
        Ok(clock.main + period * periods)
    }

    /// Sets the clock for the game, once.
    fn set_time(&mut self, main: u64, period: u64) -> Result<(), Fault> {
        if self.time != Some((main, period)) {
            self.ask(&format!("time_settings {main} {period} {}", u8::from(period > 0)), self.patience)?.ok();
            self.time = Some((main, period));
        }
        Ok(())
    }
}

/// In lower case: the protocol does not care, and Edax knows no other.
fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

impl Player for Driver {
    fn name(&self) -> String {
        format!("gtp:{}", self.peer.command)
    }

    fn new_game(&mut self, rules: &Rules, _color: Color) -> Result<(), Fault> {
        self.must(&format!("boardsize {}", rules.size()))?;
        self.must("clear_board")?;
        if let Rules::Go(go) = rules {
            self.must(&format!("komi {}", go.komi()))?;
            // A program that knows no rule sets refuses, and plays by its own.
            if go.set() != RuleSet::default() {
                self.ask(&format!("kata-set-rules {}", go.set().name()), self.patience)?.ok();
            }
        }
        (self.known, self.time) = (Some(Vec::new()), None);
        self.put_start(&AnyPosition::start(rules))
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        self.put_board(request)?;
        let time = self.tell_time(request.limits, request.position.turn())?;
        let genmove = format!("genmove {}", letter(request.position.turn()));
        let text = self
            .ask_until(&genmove, time + GRACE, request.stop)?
            .map_err(|why| Fault::Garbage(format!("{genmove}: {why}")))?;
        let word = text.split_whitespace().next().unwrap_or("");
        if word.eq_ignore_ascii_case("resign") {
            return Ok(Answer::of(Act::Resign));
        }
        let mv = request.position.read_move(word).map_err(|_| Fault::Garbage(text.clone()))?;
        let mut known = request.moves.to_vec();
        known.push(mv);
        self.known = Some(known);
        Ok(Answer::of(Act::Play(mv)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_lengthens_a_move_without_a_clock_and_shortens_none() {
        for (asked, waited) in [(1, 60), (60, 60), (900, 900)] {
            // Nothing is sent without a clock, so no program is started.
            let mut driver =
                Driver { patience: Duration::from_secs(asked), ..Driver::new("no-such-program") };
            let time = driver.tell_time(&Limits::default(), Color::Black).expect("nothing is asked");
            assert_eq!(time, Duration::from_secs(waited), "patience of {asked} s");
        }
    }
}
