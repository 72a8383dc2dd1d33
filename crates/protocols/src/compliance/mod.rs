//! Protocol compliance of a foreign program: a list of behaviours, each passed or failed with a reason.

mod gomocup;
mod gtp;
mod nboard;

use crate::process::Program;
use heibai_games::player::Fault;
use heibai_games::{AnyPosition, Kind, Move, Position};
use heibai_words::{Say, Text, compliance as said};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The result for one behaviour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// What the program should do.
    pub name: Text,
    /// Why it failed.
    pub result: Result<(), Text>,
}

/// Checks a program that speaks `protocol` (`gtp`, `gomocup`, `nboard`); `None` if there is no such protocol.
pub fn check(protocol: &str, command: &str, kind: Option<Kind>, patience: Duration) -> Option<Vec<Check>> {
    let mut session = Session { command: command.to_owned(), patience, program: None, checks: Vec::new() };
    match protocol {
        "gtp" => gtp::run(&mut session, kind.unwrap_or(Kind::Go)),
        "gomocup" => gomocup::run(&mut session),
        "nboard" => nboard::run(&mut session),
        _ => return None,
    }
    Some(session.checks)
}

/// A session with the program. After a failure it is restarted, so that one fault does not hide the rest.
struct Session {
    command: String,
    patience: Duration,
    program: Option<Program>,
    checks: Vec<Check>,
}

/// The error is the reason of a failure.
type Checked<T = ()> = Result<T, Text>;

impl Session {
    /// Checks one behaviour.
    fn check(&mut self, name: Text, act: impl FnOnce(&mut Session) -> Checked) {
        let result = act(self);
        if result.is_err() {
            self.program = None;
        }
        self.checks.push(Check { name, result });
    }

    fn program(&mut self) -> Checked<&mut Program> {
        if self.program.is_none() {
            self.program = Some(Program::start(&self.command).map_err(|fault| fault.text())?);
        }
        self.program.as_mut().ok_or_else(said::did_not_start)
    }

    fn say(&mut self, line: &str) -> Checked {
        self.program()?.send(line).map_err(|fault| fault.text())
    }

    /// The next line that `wanted` accepts; others are skipped.
    fn hear<T>(&mut self, patience: Duration, wanted: impl Fn(&str) -> Option<T>) -> Checked<T> {
        let deadline = Instant::now() + patience;
        let program = self.program()?;
        loop {
            let line = program.line(deadline, &AtomicBool::new(false)).map_err(|fault| fault.text())?;
            if let Some(found) = wanted(&line) {
                return Ok(found);
            }
        }
    }

    /// Sends the command to end and waits for the program to exit.
    fn part(&mut self, goodbye: &str) -> Checked {
        self.say(goodbye)?;
        let deadline = Instant::now() + self.patience;
        let mut program = self.program.take().ok_or_else(said::gone_already)?;
        loop {
            match program.line(deadline, &AtomicBool::new(false)) {
                Ok(_) => {}
                Err(Fault::Crashed(_)) => return Ok(()),
                Err(_) => return Err(said::still_there(goodbye)),
            }
        }
    }
}

/// Plays the program's move, or says why it is illegal.
fn accept(position: &mut AnyPosition, mv: Move) -> Checked {
    let name = position.write_move(mv);
    position.play(mv).map_err(|illegal| said::illegal(&name, illegal.text()))
}
