//! A Gomocup program as a player.

use super::message::{read_point, write_point};
use crate::process::Program;
use heibai_games::gomoku::Variant;
use heibai_games::player::{Fault, Thought};
use heibai_games::{Act, Answer, Color, Limits, Move, Player, Point, Position, Request, Rules};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long a program may take to start and to accept a board.
const START: Duration = Duration::from_secs(30);
/// How much longer than its time a program is waited for; whoever holds the clock decides whether it lost.
const GRACE: Duration = Duration::from_secs(5);
/// How long after its answer a program is left alone: some drop what they hear before their search has wound up.
const BREATH: Duration = Duration::from_millis(100);

pub struct Driver {
    command: String,
    /// How long the program may take for anything but a move.
    pub patience: Duration,
    program: Option<Program>,
    /// The moves the program knows of; `None` before the first board.
    known: Option<Vec<Move>>,
    /// When the program gave its last move.
    answered: Option<Instant>,
}

impl Driver {
    pub fn new(command: &str) -> Driver {
        Driver { command: command.to_owned(), patience: START, program: None, known: None, answered: None }
    }

    /// A driver of a conversation that is already open.
    pub fn over(program: Program) -> Driver {
        let mut driver = Driver::new("");
        driver.program = Some(program);
        driver
    }

    /// What the program wrote to standard error.
    pub fn errors(&self) -> String {
        self.program.as_ref().map_or(String::new(), Program::errors)
    }

    fn program(&mut self) -> Result<&mut Program, Fault> {
        if self.program.is_none() {
            self.program = Some(Program::start(&self.command)?);
        }
        self.program.as_mut().ok_or(Fault::Silent)
    }

    fn let_it_breathe(&mut self) {
        if let Some(answered) = self.answered.take() {
            std::thread::sleep(BREATH.saturating_sub(answered.elapsed()));
        }
    }

    fn tell_limits(&mut self, limits: &Limits) -> Result<Duration, Fault> {
        let clock = limits.clock;
        let left = clock.map(|c| c.main + c.byo_yomi.map_or(Duration::ZERO, |(_, period)| period));
        let turn = limits.move_time.or(left).unwrap_or(Duration::from_secs(30));
        let program = self.program()?;
        program.send(&format!("INFO timeout_turn {}", turn.as_millis()))?;
        program.send(&format!("INFO timeout_match {}", left.map_or(0, |left| left.as_millis())))?;
        // The protocol's way to say that there is no limit for the match.
        let left_ms = left.map_or(i32::MAX as u128, |left| left.as_millis());
        program.send(&format!("INFO time_left {left_ms}"))?;
        Ok(turn)
    }

    fn tell_board(&mut self, request: &Request<'_>) -> Result<(), Fault> {
        let size = request.position.size();
        let text = |point: Point| write_point(point, size);
        let follows = match (&self.known, request.moves) {
            (None, []) => true,
            (Some(known), [before @ .., _]) => known == before,
            _ => false,
        };
        let program = self.program()?;
        match request.moves {
            [] if follows => program.send("BEGIN"),
            [.., Move::Place(point)] if follows => program.send(&format!("TURN {}", text(*point))),
            _ => {
                program.send("BOARD")?;
                let mut color = request.start.turn();
                for mv in request.moves {
                    if let Move::Place(point) = mv {
                        let who = if color == request.position.turn() { 1 } else { 2 };
                        program.send(&format!("{},{who}", text(*point)))?;
                    }
                    color = !color;
                }
                program.send("DONE")
            }
        }
    }

    fn wait_for_move(&mut self, size: usize, deadline: Instant, stop: &AtomicBool) -> Result<Answer, Fault> {
        let mut comment = String::new();
        // A complaint may be about half a command, heard too early; if a move follows, all is well.
        let mut complaint = None;
        loop {
            let heard = self.program()?.line(deadline, stop);
            let line = heard.map_err(|fault| match (fault, &complaint) {
                (Fault::Silent, Some(text)) => Fault::Garbage(String::clone(text)),
                (fault, _) => fault,
            })?;
            let word = line.split_whitespace().next().unwrap_or("").to_ascii_uppercase();
            match word.as_str() {
                "MESSAGE" => comment = line.get(8..).unwrap_or("").to_owned(),
                "DEBUG" | "OK" | "SUGGEST" | "" => {}
                "ERROR" | "UNKNOWN" => complaint = Some(line),
                _ => {
                    let point = read_point(&line, size).ok_or_else(|| Fault::Garbage(line.clone()))?;
                    let thought = Thought { comment, ..Thought::default() };
                    return Ok(Answer { act: Act::Play(Move::Place(point)), thought });
                }
            }
        }
    }
}

impl Player for Driver {
    fn name(&self) -> String {
        format!("gomocup:{}", self.command)
    }

    fn new_game(&mut self, rules: &Rules, _color: Color) -> Result<(), Fault> {
        let Rules::Gomoku(rules) = rules else {
            return Err(Fault::Unable("the Gomocup protocol knows Gomoku only".to_owned()));
        };
        let rule = match rules.variant() {
            Variant::Freestyle => 0,
            Variant::Standard => 1,
            Variant::Renju => 4,
            Variant::RenjuPatterns => {
                return Err(Fault::Unable("the Gomocup protocol has no renju-patterns".to_owned()));
            }
        };
        self.known = None;
        self.let_it_breathe();
        let (size, patience) = (rules.size(), self.patience);
        let program = self.program()?;
        program.send(&format!("INFO rule {rule}"))?;
        program.send("INFO game_type 1")?;
        program.send("INFO max_memory 0")?;
        program.send(&format!("START {size}"))?;
        let deadline = Instant::now() + patience;
        loop {
            let line = program.line(deadline, &AtomicBool::new(false))?;
            match line.split_whitespace().next().map(str::to_ascii_uppercase).as_deref() {
                Some("OK") => break,
                Some("ERROR") => return Err(Fault::Unable(line)),
                _ => {}
            }
        }
        // Some programs forget what they were told before START.
        program.send(&format!("INFO rule {rule}"))
    }

    fn ready(&mut self) {
        self.let_it_breathe();
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        self.let_it_breathe();
        let turn = self.tell_limits(request.limits)?;
        self.tell_board(request)?;
        let deadline = Instant::now() + turn + GRACE;
        let answer = self.wait_for_move(request.position.size(), deadline, request.stop)?;
        self.answered = Some(Instant::now());
        if let Act::Play(mv) = answer.act {
            let mut known = request.moves.to_vec();
            known.push(mv);
            self.known = Some(known);
        }
        Ok(answer)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if let Some(program) = &mut self.program {
            // It is ended in any case; the word is a courtesy.
            let _ = program.send("END");
        }
    }
}
