//! A GTP program as a player.

use crate::process::Program;
use heibai_games::player::Fault;
use heibai_games::{Act, Answer, AnyPosition, Color, Limits, Move, Player, Position, Request, Rules};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long a program may take for anything but a move; loading a network counts here.
const START: Duration = Duration::from_secs(60);
const GRACE: Duration = Duration::from_secs(5);

pub struct Driver {
    command: String,
    /// How long the program may take for anything but a move.
    pub patience: Duration,
    program: Option<Program>,
    /// The moves the program has on its board; `None` before the first board.
    known: Option<Vec<Move>>,
    time: Option<Duration>,
}

impl Driver {
    pub fn new(command: &str) -> Driver {
        Driver { command: command.to_owned(), patience: START, program: None, known: None, time: None }
    }

    /// What the program wrote to standard error.
    pub fn errors(&self) -> String {
        self.program.as_ref().map_or(String::new(), Program::errors)
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
        if self.program.is_none() {
            self.program = Some(Program::start(&self.command)?);
        }
        let program = self.program.as_mut().ok_or(Fault::Silent)?;
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
            text.push('\n');
            text.push_str(&line);
        }
        Ok(if first.starts_with('=') { Ok(text) } else { Err(text) })
    }

    /// A command that must be accepted.
    fn must(&mut self, command: &str) -> Result<String, Fault> {
        self.ask(command, self.patience)?.map_err(|why| Fault::Unable(format!("refused '{command}': {why}")))
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

    fn tell_time(&mut self, limits: &Limits) -> Result<Duration, Fault> {
        let Some(clock) = limits.clock else {
            let time = limits.move_time.unwrap_or(Duration::from_secs(60));
            if self.time != Some(time) && limits.move_time.is_some() {
                // No main time and one period of this length for each move.
                let seconds = time.as_secs_f64().ceil().max(1.0);
                self.ask(&format!("time_settings 0 {seconds} 1"), self.patience)?.ok();
                self.time = Some(time);
            }
            return Ok(time);
        };
        Ok(clock.main + clock.byo_yomi.map_or(Duration::ZERO, |(n, period)| period * n))
    }
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

impl Player for Driver {
    fn name(&self) -> String {
        format!("gtp:{}", self.command)
    }

    fn new_game(&mut self, rules: &Rules, _color: Color) -> Result<(), Fault> {
        self.must(&format!("boardsize {}", rules.size()))?;
        self.must("clear_board")?;
        if let Rules::Go(go) = rules {
            self.must(&format!("komi {}", go.komi()))?;
        }
        self.known = Some(Vec::new());
        self.put_start(&AnyPosition::start(rules))
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        self.put_board(request)?;
        let time = self.tell_time(request.limits)?;
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

impl Drop for Driver {
    fn drop(&mut self) {
        if let Some(program) = &mut self.program {
            // It is ended in any case; the word is a courtesy.
            let _ = program.send("quit");
        }
    }
}
