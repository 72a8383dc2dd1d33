//! A player behind the NBoard protocol.

use super::message::{read_move, write_line, write_move};
use heibai_games::kind::Choice;
use heibai_games::player::Wanted;
use heibai_games::{Act, AnyPosition, Color, Kind, Limits, Match, Move, Player, Position, Request};
use heibai_records::Place;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// What answers the commands.
pub struct Service {
    /// Who plays.
    pub player: Box<dyn Player>,
    /// What the program calls itself.
    pub name: String,
    /// Learns a finished game; says why where it cannot.
    pub learn: Learn,
}

/// What is done with a game that is to be learnt.
pub type Learn = Box<dyn FnMut(&Match<AnyPosition>) -> Result<(), String>>;

/// Answers until `quit` or the end of `lines`.
pub fn serve(service: Service, lines: &mut Receiver<String>, output: &mut dyn Write) -> io::Result<()> {
    let rules = Kind::Othello.rules(&Choice::default()).map_err(io::Error::other)?;
    let mut server = Server {
        service,
        game: Match::new(AnyPosition::start(&rules)),
        depth: None,
        told: false,
        waiting: None,
    };
    while let Some(line) = server.waiting.take().or_else(|| lines.recv().ok()) {
        let line = line.trim().to_owned();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" => return Ok(()),
            "nboard" => writeln!(output, "set myname {}", server.service.name)?,
            "ping" => writeln!(output, "pong {}", rest.trim())?,
            "go" => server.go(lines, output)?,
            "hint" => server.hint(rest, lines, output)?,
            "analyze" => server.analyze(output)?,
            "learn" => server.learn(output)?,
            "move" => server.said(output, |server| server.play(rest))?,
            "set" => server.said(output, |server| server.set(rest))?,
            // The protocol asks that unknown words be passed over.
            _ => {}
        }
        output.flush()?;
    }
    Ok(())
}

struct Server {
    service: Service,
    game: Match<AnyPosition>,
    depth: Option<u32>,
    /// Whether the player knows of the present game.
    told: bool,
    waiting: Option<String>,
}

impl Server {
    /// Does something; what went wrong becomes the board's status line.
    fn said(
        &mut self,
        output: &mut dyn Write,
        act: impl FnOnce(&mut Server) -> Result<(), String>,
    ) -> io::Result<()> {
        match act(self) {
            Ok(()) => Ok(()),
            Err(why) => writeln!(output, "status {why}"),
        }
    }

    fn set(&mut self, rest: &str) -> Result<(), String> {
        let (key, value) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
        match key.to_ascii_lowercase().as_str() {
            "depth" => {
                let depth = value.trim().parse().ok().filter(|depth| (1..=60).contains(depth));
                self.depth = Some(depth.ok_or_else(|| format!("set depth {value}: expected 1 to 60"))?);
            }
            "game" => {
                let record =
                    heibai_records::ggf::read_game(value, Place::START).map_err(|bad| bad.to_string())?;
                self.game = record.replay_to(record.tree.end()).map_err(|bad| bad.to_string())?;
                self.told = false;
            }
            _ => {}
        }
        Ok(())
    }

    fn play(&mut self, rest: &str) -> Result<(), String> {
        let (mv, _) = read_move(rest, self.game.position())?;
        match self.game.play(mv, Duration::ZERO) {
            Ok(_) => Ok(()),
            // A pass that the rules force was already made.
            Err(_) if mv == Move::Pass => Ok(()),
            Err(illegal) => Err(format!("move {rest}: {illegal}")),
        }
    }

    fn limits(&self) -> Limits {
        Limits { depth: self.depth, ..Limits::default() }
    }

    fn tell(&mut self) -> Result<(), String> {
        if !self.told {
            let rules = self.game.start().rules();
            self.service.player.new_game(&rules, Color::Black).map_err(|fault| fault.to_string())?;
            self.told = true;
        }
        Ok(())
    }

    /// Asks the player while listening: any line that is not a ping ends its thinking.
    fn think<T>(
        &mut self,
        lines: &mut Receiver<String>,
        limits: &Limits,
        act: impl FnOnce(&mut dyn Player, &Request<'_>) -> T,
    ) -> T {
        let moves: Vec<Move> = self.game.moves().iter().map(|played| played.mv).collect();
        let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let (game, player, waiting) = (&self.game, &mut *self.service.player, &mut self.waiting);
        let request =
            Request { start: game.start(), moves: &moves, position: game.position(), limits, stop: &stop };
        std::thread::scope(|scope| {
            let (stop, done) = (&stop, &done);
            scope.spawn(move || {
                while !done.load(Ordering::Relaxed) {
                    match lines.recv_timeout(Duration::from_millis(10)) {
                        Ok(line) => {
                            *waiting = Some(line);
                            stop.store(true, Ordering::Relaxed);
                            return;
                        }
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => return,
                    }
                }
            });
            let result = act(player, &request);
            done.store(true, Ordering::Relaxed);
            result
        })
    }

    /// The board plays what we say; it comes back to us as `move`.
    fn go(&mut self, lines: &mut Receiver<String>, output: &mut dyn Write) -> io::Result<()> {
        if self.game.outcome().is_some() {
            return writeln!(output, "status the game is over");
        }
        if let Err(why) = self.tell() {
            return writeln!(output, "status {why}");
        }
        writeln!(output, "status Thinking")?;
        output.flush()?;
        let began = Instant::now();
        let limits = self.limits();
        match self.think(lines, &limits, |player, request| player.choose(request)) {
            Ok(answer) => match answer.act {
                Act::Play(mv) => {
                    let score = answer.thought.value.and_then(|value| value.score());
                    let name = write_move(mv, self.game.position());
                    let value = score.map_or(String::new(), |score| format!("{score:.2}"));
                    writeln!(output, "=== {name}/{value}/{:.3}", began.elapsed().as_secs_f64())?;
                }
                Act::Resign => writeln!(output, "status resigns")?,
            },
            Err(fault) => writeln!(output, "status {fault}")?,
        }
        writeln!(output, "status")
    }

    /// The best moves, each as a `search` line: line, value, a zero, depth.
    fn hint(&mut self, rest: &str, lines: &mut Receiver<String>, output: &mut dyn Write) -> io::Result<()> {
        let moves = rest.trim().parse().unwrap_or(1_usize).clamp(1, 60);
        if self.game.outcome().is_some() {
            return writeln!(output, "status the game is over");
        }
        if let Err(why) = self.tell() {
            return writeln!(output, "status {why}");
        }
        writeln!(output, "status Analyzing")?;
        output.flush()?;
        // Without a depth a hint would go on until the next line; boards send one, scripts may not.
        let limits = Limits { move_time: Some(Duration::from_secs(10)), ..self.limits() };
        let wanted = Wanted { moves, ownership: false };
        let found =
            self.think(lines, &limits, |player, request| player.analyze(request, wanted, &mut |_| {}));
        match found {
            Ok(analysis) => {
                let depth = analysis.depth.unwrap_or(0);
                for candidate in analysis.candidates.iter().take(moves) {
                    let line = write_line(&candidate.line, self.game.position());
                    let value = candidate.value.and_then(|value| value.score()).unwrap_or(0.0);
                    let proved = candidate.value.is_some_and(|value| value.is_proved());
                    let depth = if proved { "100%".to_owned() } else { depth.to_string() };
                    writeln!(output, "search {line} {value:.2} 0 {depth}")?;
                }
            }
            Err(fault) => writeln!(output, "status {fault}")?,
        }
        writeln!(output, "status")
    }

    /// Stores the game in the player's book.
    fn learn(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if self.game.outcome().is_none() {
            return writeln!(output, "status only a finished game can be learnt");
        }
        match (self.service.learn)(&self.game) {
            Ok(()) => writeln!(output, "learned"),
            Err(why) => writeln!(output, "status {why}"),
        }
    }

    /// What each position of the game so far was worth, for the side to move.
    fn analyze(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if let Err(why) = self.tell() {
            return writeln!(output, "status {why}");
        }
        let limits = Limits { depth: self.depth.or(Some(8)), ..Limits::default() };
        let moves: Vec<Move> = self.game.moves().iter().map(|played| played.mv).collect();
        let stop = AtomicBool::new(false);
        for number in 0..=moves.len() {
            let position = self.game.position_after(number);
            if position.outcome().is_some() || position.must_pass() {
                continue;
            }
            let request = Request {
                start: self.game.start(),
                moves: &moves[..number],
                position: &position,
                limits: &limits,
                stop: &stop,
            };
            match self.service.player.analyze(&request, Wanted::default(), &mut |_| {}) {
                Ok(analysis) => {
                    let best = analysis.candidates.first().and_then(|best| best.value);
                    let value = best.and_then(|value| value.score()).unwrap_or(0.0);
                    writeln!(output, "analysis {number} {value:.2}")?;
                    output.flush()?;
                }
                Err(fault) => return writeln!(output, "status {fault}"),
            }
        }
        writeln!(output, "status")
    }
}
