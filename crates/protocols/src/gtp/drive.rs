//! A GTP program as a player.

use crate::excerpt;
use crate::process::{Peer, Program};
use heibai_games::go::RuleSet;
use heibai_games::player::Fault;
use heibai_games::{Act, Answer, AnyPosition, Color, Limits, Move, Player, Position, Request, Rules};
use heibai_words::refusals;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The default of [`Driver::patience`]; loading a network falls under it.
const START: Duration = Duration::from_secs(60);
/// The time limit of a move without a clock, unless the patience is longer.
const MOVE: Duration = Duration::from_secs(60);
const GRACE: Duration = Duration::from_secs(5);

/// The longest accepted answer, in bytes.
const LONGEST_ANSWER: usize = 1 << 20;

/// A foreign GTP program as a player.
pub struct Driver {
    peer: Peer,
    /// The time limit of commands other than `genmove`, and of a move without a clock if it is longer than `MOVE`.
    pub patience: Duration,
    /// The moves on the program's board; `None` before the first game.
    known: Option<Vec<Move>>,
    /// The main time and period last sent, in seconds.
    time: Option<(u64, u64)>,
}

/// Whole seconds, rounded up, as the protocol has no fractions.
fn seconds(time: Duration) -> u64 {
    time.as_millis().div_ceil(1000) as u64
}

impl Driver {
    /// The program of a command line; it is started for its first game.
    pub fn new(command: &str) -> Driver {
        Driver { peer: Peer::new(command, "quit"), patience: START, known: None, time: None }
    }

    /// A program that is already connected.
    pub fn over(program: Program) -> Driver {
        Driver { peer: Peer::connected(program, "quit"), ..Driver::new("") }
    }

    /// What the program wrote to standard error.
    pub fn errors(&self) -> String {
        self.peer.errors()
    }

    /// Sends a command and waits for the answer: the text after `=`, or after `?` as an error.
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
                // Other output before the answer is ignored.
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

    /// Sends a command that must succeed.
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

    /// Places handicap stones.
    fn put_start(&mut self, start: &AnyPosition) -> Result<(), Fault> {
        let Rules::Go(rules) = start.rules() else { return Ok(()) };
        if rules.handicap() > 0 {
            self.must(&format!("fixed_handicap {}", rules.handicap()))?;
        }
        Ok(())
    }

    /// Sends the time limits; returns how long the move may take. A program without time commands refuses them, which is
    /// no fault.
    fn tell_time(&mut self, limits: &Limits, color: Color) -> Result<Duration, Fault> {
        let Some(clock) = limits.clock else {
            let time = limits.move_time.unwrap_or(self.patience.max(MOVE));
            if limits.move_time.is_some() {
                // No main time, and a period of this length for each move.
                self.set_time(0, seconds(time).max(1))?;
            }
            return Ok(time);
        };
        // The protocol has no increment; a period of that length for each move comes closest.
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

    /// Sends `time_settings` unless they are unchanged.
    fn set_time(&mut self, main: u64, period: u64) -> Result<(), Fault> {
        if self.time != Some((main, period)) {
            self.ask(&format!("time_settings {main} {period} {}", u8::from(period > 0)), self.patience)?.ok();
            self.time = Some((main, period));
        }
        Ok(())
    }
}

/// In lower case: the protocol ignores case, but Edax accepts only this.
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
            // A program without rule sets refuses this and plays by its own rules.
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
            .map_err(|why| Fault::Garbage(format!("{genmove}: {}", excerpt(&why))))?;
        let word = text.split_whitespace().next().unwrap_or("");
        if word.eq_ignore_ascii_case("resign") {
            return Ok(Answer::of(Act::Resign));
        }
        let mv = request.position.read_move(word).map_err(|_| Fault::Garbage(excerpt(&text)))?;
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
