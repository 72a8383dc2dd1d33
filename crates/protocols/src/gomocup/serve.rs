//! Serves a player over the Gomocup protocol.

use super::message::{Info, read_info, read_point, read_stone, write_point};
use super::swap2;
use crate::listen::while_listening;
use heibai_games::gomoku::{OpeningRule, Rules, Variant};
use heibai_games::player::{Candidate, Remaining, Wanted};
use heibai_games::value::{Amount, Wdl};
use heibai_games::{
    AnyPosition, Color, Limits, Match, Move, Player, Point, Position, Request, Rules as AnyRules,
};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// What the server needs to answer commands.
pub struct Service {
    /// The player.
    pub player: Box<dyn Player>,
    /// The version in the answer to `ABOUT`.
    pub version: String,
}

/// Answers until `END` or the end of `lines`.
pub fn serve(service: Service, lines: &mut Receiver<String>, output: &mut dyn Write) -> io::Result<()> {
    let mut server = GomocupServer {
        service,
        size: 15,
        rule: 0,
        game: None,
        turn_ms: 30_000,
        match_ms: 0,
        memory: 0,
        left_ms: None,
        nodes: None,
        best: 1,
        waiting: None,
    };
    while let Some(line) = server.waiting.take().or_else(|| lines.recv().ok()) {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_uppercase();
        if word == "END" {
            return Ok(());
        }
        match server.run(&word, rest, lines) {
            Ok(text) if text.is_empty() => {}
            Ok(text) => writeln!(output, "{text}")?,
            Err(Refusal::Error(why)) => writeln!(output, "ERROR {why}")?,
            Err(Refusal::Unknown) => writeln!(output, "UNKNOWN {word}")?,
        }
        output.flush()?;
    }
    Ok(())
}

enum Refusal {
    Error(String),
    Unknown,
}

impl From<String> for Refusal {
    fn from(why: String) -> Refusal {
        Refusal::Error(why)
    }
}

impl From<&str> for Refusal {
    fn from(why: &str) -> Refusal {
        Refusal::Error(why.to_owned())
    }
}

type Game = Match<AnyPosition>;

struct GomocupServer {
    service: Service,
    size: usize,
    rule: u32,
    /// `None` before `START`.
    game: Option<Game>,
    turn_ms: u64,
    match_ms: u64,
    /// The last `INFO max_memory`.
    memory: u64,
    left_ms: Option<i64>,
    /// The last `INFO max_node`.
    nodes: Option<u64>,
    /// The number of moves that `YXNBEST` shows.
    best: usize,
    /// A line that arrived while the player was thinking.
    waiting: Option<String>,
}

impl GomocupServer {
    fn run(&mut self, word: &str, rest: &str, lines: &mut Receiver<String>) -> Result<String, Refusal> {
        match word {
            "START" => {
                let size = rest.trim().parse().map_err(|_| format!("START {rest}: expected a size"))?;
                self.start(size)
            }
            "RECTSTART" => {
                let (w, h) = rest.trim().split_once(',').unwrap_or(("", ""));
                match (w.trim().parse::<usize>(), h.trim().parse::<usize>()) {
                    (Ok(w), Ok(h)) if w == h => self.start(w),
                    _ => Err("only square boards are supported".into()),
                }
            }
            "RESTART" => self.start(self.size),
            "BEGIN" => {
                self.start(self.size)?;
                self.think(lines)
            }
            "TURN" => {
                let point =
                    read_point(rest, self.size).ok_or(format!("TURN {rest}: not a point of the board"))?;
                play(self.game()?, Move::Place(point))?;
                self.think(lines)
            }
            "PLAY" => {
                let point =
                    read_point(rest, self.size).ok_or(format!("PLAY {rest}: not a point of the board"))?;
                play(self.game()?, Move::Place(point))?;
                Ok(write_point(point, self.size))
            }
            "BOARD" | "YXBOARD" => {
                self.read_board(lines)?;
                if word == "BOARD" { self.think(lines) } else { Ok(String::new()) }
            }
            "TAKEBACK" => self.take_back(rest),
            "INFO" => self.info(rest).map(|()| String::new()),
            "SWAP2BOARD" => self.swap2(lines),
            "ABOUT" => Ok(format!(
                "name=\"heibai\", version=\"{}\", author=\"the heibai developers\", country=\"-\"",
                self.service.version
            )),
            "YXSHOWFORBID" => self.forbidden(),
            "YXNBEST" => {
                self.best = rest.trim().parse().ok().filter(|n| (1..=225).contains(n)).unwrap_or(1);
                self.think_aloud(lines)
            }
            "YXSTOP" | "YXHASHCLEAR" | "YXSHOWINFO" => Ok(String::new()),
            _ => Err(Refusal::Unknown),
        }
    }

    fn rules(&self, size: usize, opening: OpeningRule) -> Result<AnyRules, String> {
        let variant = match self.rule {
            0 => Variant::Freestyle,
            1 => Variant::Standard,
            2 | 4 => Variant::Renju,
            other => return Err(format!("rule {other} is not supported: expected 0, 1 or 4")),
        };
        Rules::new(size, variant, opening)
            .map(AnyRules::Gomoku)
            .map_err(|_| format!("size {size} is not supported with rule {}", self.rule))
    }

    fn start(&mut self, size: usize) -> Result<String, Refusal> {
        let rules = self.rules(size, OpeningRule::Free)?;
        self.size = size;
        self.service.player.new_game(&rules, Color::Black).map_err(|fault| fault.to_string())?;
        self.game = Some(Match::new(AnyPosition::start(&rules)));
        Ok("OK".to_owned())
    }

    fn game(&mut self) -> Result<&mut Game, Refusal> {
        self.game.as_mut().ok_or_else(|| "no board: START first".into())
    }

    /// Reads a `BOARD` list up to `DONE`. Stones that alternate are played as moves, others are set up.
    fn read_board(&mut self, lines: &mut Receiver<String>) -> Result<(), Refusal> {
        let mut stones = Vec::new();
        let mut bad = None;
        while let Ok(line) = lines.recv() {
            let line = line.trim();
            if line.eq_ignore_ascii_case("DONE") {
                break;
            }
            match read_stone(line, self.size) {
                Some(stone) => stones.push(stone),
                None => bad = bad.or(Some(format!("BOARD: '{line}' is no stone"))),
            }
            if stones.len() > 400 {
                return Err("BOARD: too many stones".into());
            }
        }
        if let Some(bad) = bad {
            return Err(bad.into());
        }
        let rules = self.rules(self.size, OpeningRule::Free)?;
        self.game = Some(from_stones(&rules, &stones)?);
        Ok(())
    }

    fn take_back(&mut self, rest: &str) -> Result<String, Refusal> {
        let point =
            read_point(rest, self.size).ok_or(format!("TAKEBACK {rest}: not a point of the board"))?;
        let game = self.game()?;
        let at = game.moves().iter().rposition(|played| played.mv == Move::Place(point));
        let at = at.ok_or(format!("TAKEBACK {rest}: no move was made there"))?;
        // Usually the last move; for an earlier one the rest is played again without it.
        let mut again = game.move_list();
        again.remove(at);
        self.game = Some(replayed(game.start().clone(), &again)?);
        Ok("OK".to_owned())
    }

    /// Settings apply from the next move on. A new rule is an error if the moves so far break it.
    fn info(&mut self, rest: &str) -> Result<(), Refusal> {
        match read_info(rest)? {
            Info::TimeoutTurn(ms) => self.turn_ms = ms,
            Info::TimeoutMatch(ms) => self.match_ms = ms,
            Info::TimeLeft(ms) => self.left_ms = Some(ms),
            Info::MaxNode(nodes) => self.nodes = Some(nodes).filter(|&nodes| nodes > 0),
            Info::Rule(rule) if rule != self.rule => {
                let before = std::mem::replace(&mut self.rule, rule);
                let size = if self.game.is_some() { self.size } else { 15 };
                if let Err(why) = self.rules(size, OpeningRule::Free) {
                    self.rule = before;
                    return Err(why.into());
                }
                if let Some(game) = self.game.take() {
                    let rules = self.rules(self.size, OpeningRule::Free)?;
                    let moves = game.move_list();
                    self.game = Some(replayed(AnyPosition::start(&rules), &moves)?);
                }
            }
            Info::MaxMemory(bytes) if bytes != self.memory => {
                self.memory = bytes;
                self.service.player.limit_memory(Some(bytes).filter(|&bytes| bytes > 0));
            }
            Info::MaxMemory(_) | Info::Rule(_) | Info::Other => {}
        }
        Ok(())
    }

    fn limits(&self) -> Limits {
        // In the protocol, 0 means as fast as possible.
        let turn = Duration::from_millis(self.turn_ms.max(10));
        let clock = (self.match_ms > 0).then(|| {
            let main = Duration::from_millis(self.left_ms.unwrap_or(self.match_ms as i64).max(0) as u64);
            Remaining { main, increment: Duration::ZERO, byo_yomi: None }
        });
        Limits { move_time: Some(turn), clock, nodes: self.nodes, ..Limits::default() }
    }

    fn think(&mut self, lines: &mut Receiver<String>) -> Result<String, Refusal> {
        let limits = self.limits();
        let size = self.size;
        let (player, waiting) = (&mut self.service.player, &mut self.waiting);
        let game = self.game.as_mut().ok_or("no board: START first")?;
        if let Some(outcome) = game.outcome() {
            // With only forbidden points left the game is a draw. A manager that asks all the same understands only a point.
            let mut points = Point::all(size);
            let empty = points.find(|&point| game.position().stone(point).is_none());
            let drawn = empty.filter(|_| outcome.winner.is_none());
            return drawn.map(|point| write_point(point, size)).ok_or("the game is over".into());
        }
        let stop = AtomicBool::new(false);
        let answer =
            until_stopped(lines, waiting, &stop, || swap2::stone(game, &mut **player, &limits, &stop));
        Ok(write_point(answer?, size))
    }

    /// `YXNBEST`: prints the best moves without playing one.
    fn think_aloud(&mut self, lines: &mut Receiver<String>) -> Result<String, Refusal> {
        let (limits, size) = (self.limits(), self.size);
        let wanted = Wanted { moves: self.best, ownership: false };
        let (player, waiting) = (&mut self.service.player, &mut self.waiting);
        let game = self.game.as_ref().ok_or("no board: START first")?;
        let stop = AtomicBool::new(false);
        let analysis = until_stopped(lines, waiting, &stop, || {
            let moves = game.move_list();
            let (start, position, moves) = (game.start(), game.position(), &moves[..]);
            player.analyze(
                &Request { start, moves, position, limits: &limits, stop: &stop },
                wanted,
                &mut |_| {},
            )
        });
        let analysis = analysis.map_err(|fault| fault.to_string())?;
        let mut text = Vec::new();
        for (rank, candidate) in analysis.candidates.iter().take(self.best).enumerate() {
            let line: Vec<String> = candidate.line.iter().map(|&mv| game.position().write_move(mv)).collect();
            text.push(format!("MESSAGE ({}) eval {} pv {}", rank + 1, value_text(candidate), line.join(" ")));
        }
        let best = analysis.candidates.first().map(|candidate| candidate.mv);
        if let Some(Move::Place(point)) = best {
            text.push(write_point(point, size));
        }
        Ok(text.join("\n"))
    }

    fn swap2(&mut self, lines: &mut Receiver<String>) -> Result<String, Refusal> {
        let mut points = Vec::new();
        while let Ok(line) = lines.recv() {
            let line = line.trim();
            if line.eq_ignore_ascii_case("DONE") {
                break;
            }
            points.push(read_point(line, self.size).ok_or(format!("SWAP2BOARD: '{line}' is no point"))?);
        }
        let rules = self.rules(self.size, OpeningRule::Swap2)?;
        let limits = self.limits();
        let (said, game) = swap2::answer(&mut *self.service.player, &rules, &points, &limits)?;
        self.game = Some(game);
        Ok(said)
    }

    fn forbidden(&mut self) -> Result<String, Refusal> {
        let size = self.size;
        let AnyPosition::Gomoku(position) = self.game()?.position() else { return Err("no board".into()) };
        // Yixin's format: two digits for the column and two for the row.
        let two = |point: Point| format!("{:02}{:02}", point.x(size), point.y(size));
        let points: String = position.forbidden_points().iter().map(|(point, _)| two(point)).collect();
        Ok(format!("FORBID {points}."))
    }
}

/// The game of a list of stones with the program to move; `true` marks its own stones.
fn from_stones(rules: &AnyRules, stones: &[(Point, bool)]) -> Result<Game, String> {
    let own = stones.iter().filter(|(_, own)| *own).count();
    let mover = if own * 2 == stones.len() { Color::Black } else { Color::White };
    let color = |own: bool| if own { mover } else { !mover };
    let mut game = Match::new(AnyPosition::start(rules));
    let in_turn = stones.iter().all(|&(point, own)| {
        game.position().turn() == color(own) && play(&mut game, Move::Place(point)).is_ok()
    });
    if in_turn && game.position().turn() == mover {
        return Ok(game);
    }
    let stones: Vec<(Point, Color)> = stones.iter().map(|&(point, own)| (point, color(own))).collect();
    AnyPosition::setup(rules, &stones, mover).map(Match::new).map_err(|bad| bad.to_string())
}

fn play(game: &mut Game, mv: Move) -> Result<(), String> {
    game.play(mv, Duration::ZERO).map(|_| ()).map_err(|illegal| illegal.to_string())
}

/// The game of these moves.
fn replayed(start: AnyPosition, moves: &[Move]) -> Result<Game, String> {
    let mut game = Match::new(start);
    moves.iter().try_for_each(|&mv| play(&mut game, mv)).map(|()| game)
}

/// Runs `act` until `YXSTOP` or `END` stops it. Any other line is kept and waits for the end of `act`.
fn until_stopped<T>(
    lines: &mut Receiver<String>,
    waiting: &mut Option<String>,
    stop: &AtomicBool,
    act: impl FnOnce() -> T,
) -> T {
    let on_line = |line: Option<String>| {
        let is = |word| line.as_ref().is_some_and(|line| line.trim().eq_ignore_ascii_case(word));
        if is("YXSTOP") || is("END") {
            stop.store(true, Ordering::Relaxed);
        }
        if is("YXSTOP") {
            return ControlFlow::Continue(());
        }
        *waiting = line;
        ControlFlow::Break(())
    };
    while_listening(lines, on_line, act)
}

/// The value of a move as GUIs of this protocol show it: units, a win rate, or a win in a number of moves.
fn value_text(candidate: &Candidate) -> String {
    match candidate.value.map(|value| value.amount) {
        Some(Amount::End { verdict: Wdl::Win, in_moves }) => format!("+M{in_moves}"),
        Some(Amount::End { verdict: Wdl::Loss, in_moves }) => format!("-M{in_moves}"),
        Some(Amount::WinRate(rate)) => format!("{rate:.2}"),
        _ => format!("{:.2}", candidate.value.map_or(0.0, |value| value.lead())),
    }
}
