//! An NBoard engine as a player.

use super::message::{MoveInfo, read_move, write_clock, write_move};
use crate::excerpt;
use crate::process::{Peer, Program};
use heibai_games::player::{Fault, Thought};
use heibai_games::value::{Amount, Value};
use heibai_games::{Act, Answer, Color, Match, Player, Request, Rules};
use heibai_records::Record;
use heibai_words::{Say, refusals};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The time limit for starting and for accepting a position.
const START: Duration = Duration::from_secs(30);
const GRACE: Duration = Duration::from_secs(5);
/// The depth sent before the first move, which the protocol requires, if only time is limited: deeper than any game.
const ANY_DEPTH: u32 = 60;

/// A foreign NBoard program as a player.
pub struct Driver {
    peer: Peer,
    /// The time limit of everything but moves.
    pub patience: Duration,
    pings: u32,
    /// Whether `nboard 2` was sent.
    greeted: bool,
    /// Whether `set depth` was sent.
    has_depth: bool,
}

impl Driver {
    /// The program of a command line; it is started for its first game.
    pub fn new(command: &str) -> Driver {
        Driver {
            peer: Peer::new(command, "quit"),
            patience: START,
            pings: 0,
            greeted: false,
            has_depth: false,
        }
    }

    /// A program that is already connected.
    pub fn over(program: Program) -> Driver {
        Driver { peer: Peer::connected(program, "quit"), ..Driver::new("") }
    }

    /// What the program wrote to standard error.
    pub fn errors(&self) -> String {
        self.peer.errors()
    }

    fn program(&mut self) -> Result<&mut Program, Fault> {
        let program = self.peer.program()?;
        if !std::mem::replace(&mut self.greeted, true) {
            program.send("nboard 2")?;
        }
        Ok(program)
    }

    /// Waits until the program has processed everything sent so far (ping and pong).
    fn settle(&mut self) -> Result<(), Fault> {
        self.pings += 1;
        let (ping, patience) = (self.pings, self.patience);
        let program = self.program()?;
        program.send(&format!("ping {ping}"))?;
        let deadline = Instant::now() + patience;
        loop {
            let line = program.line(deadline, &AtomicBool::new(false))?;
            let mut words = line.split_whitespace();
            if words.next() == Some("pong") && words.next() == Some(&ping.to_string()) {
                return Ok(());
            }
        }
    }
}

impl Player for Driver {
    fn name(&self) -> String {
        format!("nboard:{}", self.peer.command)
    }

    fn new_game(&mut self, rules: &Rules, _color: Color) -> Result<(), Fault> {
        match rules {
            Rules::Othello(othello) if othello.size() == 8 => self.settle(),
            _ => Err(refusals::protocol_without("NBoard").into()),
        }
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let mut game = Match::new(request.start.clone());
        for &mv in request.moves {
            // Forced passes are made by the match itself.
            game.play(mv, Duration::ZERO).ok();
        }
        let mut record = Record::from_match(&game);
        if let Some(clock) = &request.limits.clock {
            record.info.time = write_clock(clock);
        }
        let ggf = heibai_records::ggf::write(&record).map_err(|bad| bad.text())?;
        let has_depth = std::mem::replace(&mut self.has_depth, true);
        let depth = request.limits.depth.or((!has_depth).then_some(ANY_DEPTH));
        let program = self.program()?;
        if let Some(depth) = depth {
            program.send(&format!("set depth {depth}"))?;
        }
        program.send(&format!("set game {}", ggf.trim()))?;
        self.settle()?;
        let patience = request
            .limits
            .move_time
            .or(request.limits.clock.map(|clock| clock.main + clock.increment))
            .unwrap_or(Duration::from_secs(60));
        let program = self.program()?;
        program.send("go")?;
        let deadline = Instant::now() + patience + GRACE;
        loop {
            let line = program.line(deadline, request.stop)?;
            if let Some(rest) = line.strip_prefix("===") {
                let MoveInfo { mv, value, .. } =
                    read_move(rest, request.position).map_err(|_| Fault::Garbage(excerpt(&line)))?;
                let value = value.map(|discs| Value::estimated(Amount::Discs(discs)));
                let thought = Thought { value, ..Thought::default() };
                // The protocol also sends an engine its own move.
                program.send(&format!("move {}", write_move(mv, request.position)))?;
                return Ok(Answer { act: Act::Play(mv), thought });
            }
        }
    }
}
