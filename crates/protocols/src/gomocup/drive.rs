//! A Gomocup program as a player.

use super::message::{read_point, write_point};
use crate::excerpt;
use crate::process::{Peer, Program};
use heibai_games::gomoku::Variant;
use heibai_games::gomoku::opening::{Choice, Opening};
use heibai_games::player::{Fault, Thought};
use heibai_games::{
    Act, Answer, Color, Decision, Due, Limits, Move, Player, Point, Position, Request, Rules,
};
use heibai_words::refusals;
use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The time limit for starting and for accepting a board.
const START: Duration = Duration::from_secs(30);
/// How far past its time limit a move is awaited; whoever owns the clock decides whether it lost on time.
const GRACE: Duration = Duration::from_secs(5);
/// The pause after an answer: some programs drop commands that come before their search has ended.
const PAUSE: Duration = Duration::from_millis(100);

/// A foreign Gomocup program as a player.
pub struct Driver {
    peer: Peer,
    /// The time limit of everything but moves.
    pub patience: Duration,
    /// The moves on the program's board; `None` on an empty one.
    known: Option<Vec<Move>>,
    /// When the program gave its last move.
    answered: Option<Instant>,
    /// The moves so far, and those that the program has announced to follow them in an opening.
    planned: (Vec<Move>, VecDeque<Move>),
}

impl Driver {
    /// The program of a command line; it is started for its first game.
    pub fn new(command: &str) -> Driver {
        Driver {
            peer: Peer::new(command, "END"),
            patience: START,
            known: None,
            answered: None,
            planned: (Vec::new(), VecDeque::new()),
        }
    }

    /// A program that is already connected.
    pub fn over(program: Program) -> Driver {
        Driver { peer: Peer::connected(program, "END"), ..Driver::new("") }
    }

    /// What the program wrote to standard error.
    pub fn errors(&self) -> String {
        self.peer.errors()
    }

    fn pause(&mut self) {
        if let Some(answered) = self.answered.take() {
            std::thread::sleep(PAUSE.saturating_sub(answered.elapsed()));
        }
    }

    fn tell_limits(&mut self, limits: &Limits) -> Result<Duration, Fault> {
        let clock = limits.clock;
        let left = clock.map(|c| c.main + c.byo_yomi.map_or(Duration::ZERO, |(_, period)| period));
        let turn = limits.move_time.or(left).unwrap_or(Duration::from_secs(30));
        let program = self.peer.program()?;
        program.send(&format!("INFO timeout_turn {}", turn.as_millis()))?;
        program.send(&format!("INFO timeout_match {}", left.map_or(0, |left| left.as_millis())))?;
        // This value means no limit for the match.
        let left_ms = left.map_or(i32::MAX as u128, |left| left.as_millis());
        program.send(&format!("INFO time_left {left_ms}"))?;
        if let Some(nodes) = limits.nodes {
            program.send(&format!("INFO max_node {nodes}"))?;
        }
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
        let program = self.peer.program()?;
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

    /// The next line that is an answer, and the last message before it.
    fn wait_for_answer(&mut self, deadline: Instant, stop: &AtomicBool) -> Result<(String, String), Fault> {
        let mut comment = String::new();
        // A complaint may be about a command that came too early; it is ignored if a move follows.
        let mut complaint: Option<String> = None;
        loop {
            let heard = self.peer.program()?.line(deadline, stop);
            let line = heard.map_err(|fault| match (fault, &complaint) {
                (Fault::Silent, Some(text)) => Fault::Garbage(excerpt(text)),
                (fault, _) => fault,
            })?;
            let word = line.split_whitespace().next().unwrap_or("").to_ascii_uppercase();
            match word.as_str() {
                "MESSAGE" => comment = line.get(8..).unwrap_or("").to_owned(),
                "DEBUG" | "OK" | "SUGGEST" | "" => {}
                "ERROR" | "UNKNOWN" => complaint = Some(line),
                _ => return Ok((line, comment)),
            }
        }
    }

    /// A move that the program has already announced.
    fn planned_move(&mut self, request: &Request<'_>) -> Option<Answer> {
        let (before, moves) = &mut self.planned;
        if before != request.moves {
            return None;
        }
        let mv = moves.pop_front()?;
        before.push(mv);
        Some(Answer::of(Act::Play(mv)))
    }

    /// The program's answer to `SWAP2BOARD`: `None` for `SWAP`, or the points that it plays.
    fn swap2(&mut self, request: &Request<'_>) -> Result<Option<Vec<Move>>, Fault> {
        self.pause();
        let turn = self.tell_limits(request.limits)?;
        let size = request.position.size();
        let program = self.peer.program()?;
        program.send("SWAP2BOARD")?;
        for mv in request.moves {
            if let Move::Place(point) = mv {
                program.send(&write_point(*point, size))?;
            }
        }
        program.send("DONE")?;
        let (line, _) = self.wait_for_answer(Instant::now() + turn + GRACE, request.stop)?;
        self.answered = Some(Instant::now());
        // Its board is now unknown: the next move is asked for with the whole board.
        self.known = Some(Vec::new());
        if line.trim().eq_ignore_ascii_case("SWAP") {
            return Ok(None);
        }
        let read = |word: &str| read_point(word, size).map(Move::Place);
        let moves: Option<Vec<Move>> = line.split_whitespace().map(read).collect();
        moves.filter(|moves| !moves.is_empty()).map(Some).ok_or_else(|| Fault::Garbage(excerpt(&line)))
    }
}

impl Player for Driver {
    fn name(&self) -> String {
        format!("gomocup:{}", self.peer.command)
    }

    fn new_game(&mut self, rules: &Rules, _color: Color) -> Result<(), Fault> {
        let Rules::Gomoku(rules) = rules else {
            return Err(refusals::protocol_without("Gomocup").into());
        };
        let rule = match rules.variant() {
            Variant::Freestyle => 0,
            Variant::Standard => 1,
            Variant::Renju => 4,
            Variant::RenjuPatterns => return Err(refusals::protocol_without("Gomocup").into()),
        };
        (self.known, self.planned) = (None, (Vec::new(), VecDeque::new()));
        self.pause();
        let (size, patience) = (rules.size(), self.patience);
        let program = self.peer.program()?;
        program.send(&format!("INFO rule {rule}"))?;
        program.send("INFO game_type 1")?;
        program.send("INFO max_memory 0")?;
        program.send(&format!("START {size}"))?;
        let deadline = Instant::now() + patience;
        loop {
            let line = program.line(deadline, &AtomicBool::new(false))?;
            match line.split_whitespace().next().map(str::to_ascii_uppercase).as_deref() {
                Some("OK") => break,
                Some("ERROR") => return Err(refusals::unable(&line).into()),
                _ => {}
            }
        }
        // Some programs forget settings that came before START.
        program.send(&format!("INFO rule {rule}"))
    }

    fn ready(&mut self) {
        self.pause();
    }

    /// Asks by `SWAP2BOARD`, under the plain swap rule too: a program that would place two more stones finds the position
    /// even, and gets White. The protocol does not have Renju's opening rules; there the program's moves decide.
    fn decide(&mut self, request: &Request<'_>, opening: &Opening) -> Result<Decision, Fault> {
        if opening.rule().is_renju() {
            return heibai_games::by_analysis(self, request, opening);
        }
        if let Some(answer) = self.planned_move(request) {
            return Ok(Decision::Act(answer));
        }
        let said = self.swap2(request)?;
        let garbage = |said: &Option<Vec<Move>>| {
            Fault::Garbage(said.as_ref().map_or("SWAP".to_owned(), |moves| format!("{} points", moves.len())))
        };
        match (opening.due(), &said) {
            (Some(Due::Stone { left, .. }), Some(moves)) if moves.len() == usize::from(left) => {
                self.planned = (request.moves.to_vec(), moves.iter().copied().collect());
                self.planned_move(request).map(Decision::Act).ok_or_else(|| garbage(&said))
            }
            (Some(Due::Choice { .. }), None) => Ok(Decision::Choose(Choice::Black)),
            (Some(Due::Choice { options, .. }), Some(moves)) if moves.len() <= 2 => {
                let more = moves.len() == 2;
                if more && !options.contains(&Choice::TwoMore) {
                    return Ok(Decision::Choose(Choice::White));
                }
                self.planned = (request.moves.to_vec(), moves.iter().copied().collect());
                Ok(Decision::Choose(if more { Choice::TwoMore } else { Choice::White }))
            }
            _ => Err(garbage(&said)),
        }
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        if let Some(answer) = self.planned_move(request) {
            return Ok(answer);
        }
        self.pause();
        let turn = self.tell_limits(request.limits)?;
        self.tell_board(request)?;
        let deadline = Instant::now() + turn + GRACE;
        let (line, comment) = self.wait_for_answer(deadline, request.stop)?;
        let mv = read_point(&line, request.position.size())
            .map(Move::Place)
            .ok_or_else(|| Fault::Garbage(excerpt(&line)))?;
        self.answered = Some(Instant::now());
        let mut known = request.moves.to_vec();
        known.push(mv);
        self.known = Some(known);
        Ok(Answer { act: Act::Play(mv), thought: Thought { comment, ..Thought::default() } })
    }
}
