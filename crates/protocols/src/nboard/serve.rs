//! Serves a player over the NBoard protocol.

use super::message::{MoveInfo, read_clock, read_move, write_line, write_move};
use crate::listen::while_listening;
use heibai_games::kind::Choice;
use heibai_games::player::{Analysis, Remaining, Wanted};
use heibai_games::{Act, AnyPosition, Color, Kind, Limits, Match, Move, Player, Position, Request};
use heibai_records::Place;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// The least time for a move: a player whose time is over still moves.
const LEAST: Duration = Duration::from_secs(1);
/// The time of a hint. It ends at the next line, but a script may not send one.
const HINT: Duration = Duration::from_secs(10);

/// What the server needs to answer commands.
pub struct Service {
    /// The player.
    pub player: Box<dyn Player>,
    /// The engine's name.
    pub name: String,
    /// Learns a finished game.
    pub learn: Learn,
}

/// Adds a finished game to the player's book, or says why it cannot.
pub type Learn = Box<dyn FnMut(&Match<AnyPosition>) -> Result<(), String>>;

/// Answers until `quit` or the end of `lines`.
pub fn serve(service: Service, lines: &mut Receiver<String>, output: &mut dyn Write) -> io::Result<()> {
    let rules = Kind::Othello.rules(&Choice::default()).map_err(io::Error::other)?;
    let mut server = NBoardServer {
        service,
        game: Match::new(AnyPosition::start(&rules)),
        depth: None,
        clock: None,
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
            // The protocol requires that unknown commands be ignored.
            _ => {}
        }
        output.flush()?;
    }
    Ok(())
}

struct NBoardServer {
    service: Service,
    game: Match<AnyPosition>,
    depth: Option<u32>,
    /// The clock of each side at the start of the game.
    clock: Option<Remaining>,
    /// Whether the player was told of the current game.
    told: bool,
    waiting: Option<String>,
}

impl NBoardServer {
    /// Runs `act`; an error becomes a status line.
    fn said(
        &mut self,
        output: &mut dyn Write,
        act: impl FnOnce(&mut NBoardServer) -> Result<(), String>,
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
                self.clock = read_clock(&record.info.time);
                self.told = false;
            }
            _ => {}
        }
        Ok(())
    }

    fn play(&mut self, rest: &str) -> Result<(), String> {
        let MoveInfo { mv, spent, .. } = read_move(rest, self.game.position())?;
        match self.game.play(mv, spent.unwrap_or_default()) {
            Ok(_) => Ok(()),
            // The match has already made a forced pass.
            Err(_) if mv == Move::Pass => Ok(()),
            Err(illegal) => Err(format!("move {rest}: {illegal}")),
        }
    }

    /// The limits of a move: the depth, and the remaining time.
    fn limits(&self) -> Limits {
        let color = self.game.position().turn();
        let own = self.game.moves().iter().filter(|played| played.color == color);
        let spent = own.fold(Duration::ZERO, |sum, played| sum.saturating_add(played.spent));
        let clock = self.clock.map(|clock| {
            let added = clock.increment.saturating_mul(self.game.moves().len() as u32 / 2);
            Remaining { main: clock.main.saturating_add(added).saturating_sub(spent).max(LEAST), ..clock }
        });
        Limits { depth: self.depth, clock, ..Limits::default() }
    }

    fn tell(&mut self) -> Result<(), String> {
        if !self.told {
            let rules = self.game.start().rules();
            self.service.player.new_game(&rules, Color::Black).map_err(|fault| fault.to_string())?;
            self.told = true;
        }
        Ok(())
    }

    /// Asks the player; the next line ends its search.
    fn think<T>(
        &mut self,
        lines: &mut Receiver<String>,
        limits: &Limits,
        act: impl FnOnce(&mut dyn Player, &Request<'_>) -> T,
    ) -> T {
        let moves = self.game.move_list();
        let stop = AtomicBool::new(false);
        let (game, player, waiting) = (&self.game, &mut *self.service.player, &mut self.waiting);
        let request =
            Request { start: game.start(), moves: &moves, position: game.position(), limits, stop: &stop };
        let on_line = |line: Option<String>| {
            if line.is_some() {
                *waiting = line;
                stop.store(true, Ordering::Relaxed);
            }
            ControlFlow::Break(())
        };
        while_listening(lines, on_line, || act(player, &request))
    }

    /// Answers with a move, without playing it: the GUI sends it back by `move`.
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
                    let seconds = began.elapsed().as_secs_f64();
                    writeln!(output, "nodestats {} {seconds:.3}", answer.thought.nodes)?;
                    writeln!(output, "=== {name}/{value}/{seconds:.3}")?;
                }
                Act::Resign => writeln!(output, "status resigns")?,
            },
            Err(fault) => writeln!(output, "status {fault}")?,
        }
        writeln!(output, "status")
    }

    /// Prints the best moves as `search` lines, again whenever the analysis reports.
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
        // The game's clock does not apply.
        let limits = Limits { depth: self.depth, move_time: Some(HINT), ..Limits::default() };
        let wanted = Wanted { moves, ownership: false };
        let position = self.game.position().clone();
        let mut written = Ok(());
        let found = self.think(lines, &limits, |player, request| {
            player.analyze(request, wanted, &mut |analysis| {
                if written.is_ok() {
                    written = search_lines(analysis, moves, &position, output);
                }
            })
        });
        written?;
        match found {
            Ok(analysis) => search_lines(&analysis, moves, &position, output)?,
            Err(fault) => writeln!(output, "status {fault}")?,
        }
        writeln!(output, "status")
    }

    /// Adds the game to the player's book. The GUI waits for `learned` and shows a status line after it.
    fn learn(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let learnt = match self.game.outcome() {
            Some(_) => (self.service.learn)(&self.game),
            None => Err("only a finished game can be learnt".to_owned()),
        };
        writeln!(output, "learned")?;
        match learnt {
            Ok(()) => Ok(()),
            Err(why) => writeln!(output, "status {why}"),
        }
    }

    /// Prints the value of each position of the game for its side to move.
    fn analyze(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if let Err(why) = self.tell() {
            return writeln!(output, "status {why}");
        }
        let limits = Limits { depth: self.depth.or(Some(8)), ..Limits::default() };
        let moves = self.game.move_list();
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

/// Prints variation, value, a zero and depth of each of the best moves.
fn search_lines(
    analysis: &Analysis,
    moves: usize,
    position: &AnyPosition,
    output: &mut dyn Write,
) -> io::Result<()> {
    for candidate in analysis.candidates.iter().take(moves) {
        let line = write_line(&candidate.line, position);
        let value = candidate.value.and_then(|value| value.score()).unwrap_or(0.0);
        let proved = candidate.value.is_some_and(|value| value.is_proved());
        let depth = if proved { "100%".to_owned() } else { analysis.depth.unwrap_or(0).to_string() };
        writeln!(output, "search {line} {value:.2} 0 {depth}")?;
    }
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Answer;
    use heibai_games::player::Fault;
    use std::sync::{Arc, Mutex, mpsc};

    /// Plays the first legal move and records its limits.
    struct Witness(Arc<Mutex<Vec<Limits>>>);

    impl Player for Witness {
        fn name(&self) -> String {
            "witness".to_owned()
        }

        fn new_game(&mut self, _rules: &heibai_games::Rules, _color: Color) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
            self.0.lock().expect("nobody panicked").push(request.limits.clone());
            let mut moves = Vec::new();
            request.position.legal_moves(&mut moves);
            Ok(Answer::of(Act::Play(moves[0])))
        }
    }

    fn talk(lines: &str) -> (Vec<Limits>, String) {
        let (sender, mut receiver) = mpsc::channel();
        for line in lines.lines() {
            sender.send(line.to_owned()).expect("it listens");
        }
        drop(sender);
        let seen = Arc::new(Mutex::new(Vec::new()));
        let player = Box::new(Witness(seen.clone()));
        let service = Service { player, name: "test".to_owned(), learn: Box::new(|_| Ok(())) };
        let mut output = Vec::new();
        serve(service, &mut receiver, &mut output).expect("a vector takes everything");
        let seen = seen.lock().expect("nobody panicked").clone();
        (seen, String::from_utf8(output).expect("text"))
    }

    /// A move is limited by what is left of the side's time, a hint is not.
    #[test]
    fn moves_keep_to_the_time_of_the_game() {
        let start = "BO[8 ---------------------------O*------*O--------------------------- *]";
        let (seen, said) = talk(&format!(
            "nboard 2\nset depth 12\nset game (;GM[Othello]TI[05:00/00:02]TY[8]{start}B[F5//10]W[D6//290];)\ngo\n\
             move C3/1.0/20\ngo\nhint 1\nset game (;GM[Othello]TI[?]TY[8]{start};)\ngo"
        ));
        let clocks: Vec<Option<u64>> =
            seen.iter().map(|limits| limits.clock.map(|clock| clock.main.as_millis() as u64)).collect();
        // Black has used 10 s and gained 2 s; White has 12 s of 302 s left; a hint and a game without a clock have none.
        assert_eq!(clocks, [Some(292_000), Some(12_000), None, None], "{said}");
        assert!(seen.iter().all(|limits| limits.depth == Some(12)));
        assert_eq!(said.lines().filter(|line| line.starts_with("=== ")).count(), 3, "{said}");
        assert!(said.lines().any(|line| line.starts_with("search ")), "{said}");
    }

    #[test]
    fn a_side_whose_time_is_over_still_moves() {
        let start = "BO[8 ---------------------------O*------*O--------------------------- *]";
        let (seen, _) = talk(&format!("set game (;GM[Othello]TI[01:00]TY[8]{start}B[F5//70]W[D6];)\ngo"));
        assert_eq!(seen[0].clock.map(|clock| clock.main), Some(LEAST));
    }
}
