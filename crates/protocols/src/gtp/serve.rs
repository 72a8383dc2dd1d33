//! Serves a player over GTP, for Sabaki, GoGui and other GUIs.

use super::analysis::{self, Dialect};
use super::kata;
use super::message::GtpCommand;
use super::state::{GtpState, Time};
use crate::listen::while_listening;
use crate::restrict::{self, Restriction};
use heibai_games::counting::Judgement;
use heibai_games::gomoku::opening::Choice;
use heibai_games::kind;
use heibai_games::player::{Analysis, Wanted};
use heibai_games::{
    Act, AnyPosition, Color, Decision, Due, Kind, Limits, Match, Move, Player, Point, Position, Request,
};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// Reads the game in a file, up to a move number.
pub type Load<'a> = dyn Fn(&str, Option<usize>) -> Result<Match<AnyPosition>, String> + 'a;

/// What the server needs to answer commands.
pub struct Service<'a> {
    /// The game.
    pub kind: Kind,
    /// The initial rules; the client may change them.
    pub choice: kind::Choice,
    /// The player.
    pub player: Box<dyn Player>,
    /// Decides which stones of a Go game are dead.
    pub judge: &'a dyn Fn(&AnyPosition) -> Judgement,
    /// Reads a file for `loadsgf`.
    pub load: &'a Load<'a>,
    /// Draws a board as text.
    pub draw: &'a dyn Fn(&AnyPosition) -> String,
    /// The answer to `version`.
    pub version: String,
}

const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "get_komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "time_settings",
    "kata-time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "loadsgf",
    "lz-analyze",
    "kata-analyze",
    "lz-genmove_analyze",
    "kata-genmove_analyze",
    "gogui-analyze_commands",
    "gogui-interrupt",
    "kata-get-rules",
    "kata-set-rules",
    "kgs-genmove_cleanup",
    "cputime",
    "heibai-legal",
    "heibai-result",
    "heibai-opening",
    "heibai-choose",
    "heibai-gen_choice",
];

/// The arguments of an analysis command.
struct AnalysisRequest {
    dialect: Dialect,
    interval: Duration,
    wanted: Wanted,
    only: Option<Vec<Move>>,
    then_play: bool,
    color: Color,
    /// What is analysed, if it is not the game.
    aside: Option<Box<Match<AnyPosition>>>,
}

/// The reaction to a command.
enum Reply {
    Answer(Result<String, String>),
    Analyze(AnalysisRequest),
    Quit,
}

/// Answers until `quit` or the end of `lines`. Lines come through a channel because a new line ends an analysis.
pub fn serve(service: Service<'_>, lines: &mut Receiver<String>, output: &mut dyn Write) -> io::Result<()> {
    let state = GtpState::new(service.kind, service.choice.clone()).map_err(io::Error::other)?;
    let mut server = GtpServer { service, state, lines, waiting: VecDeque::new(), told: false };
    while let Some(line) = server.waiting.pop_front().or_else(|| server.lines.recv().ok()) {
        let Some(command) = GtpCommand::read(&line) else { continue };
        match server.run(&command) {
            Reply::Answer(result) => output.write_all(command.answer(&result).as_bytes())?,
            Reply::Analyze(asked) => server.analyze(&command, asked, output)?,
            Reply::Quit => {
                output.write_all(command.answer(&Ok(String::new())).as_bytes())?;
                output.flush()?;
                return Ok(());
            }
        }
        output.flush()?;
    }
    Ok(())
}

struct GtpServer<'a> {
    service: Service<'a>,
    state: GtpState,
    lines: &'a mut Receiver<String>,
    /// Lines that came during a search, still to be answered.
    waiting: VecDeque<String>,
    /// Whether the player was told of the current game.
    told: bool,
}

fn ok(text: impl Into<String>) -> Reply {
    Reply::Answer(Ok(text.into()))
}

impl GtpServer<'_> {
    fn run(&mut self, command: &GtpCommand) -> Reply {
        match command.word.as_str() {
            "protocol_version" => ok("2"),
            "name" => ok("heibai"),
            "version" => ok(self.service.version.clone()),
            "known_command" => ok(COMMANDS.contains(&command.arg(0).unwrap_or("")).to_string()),
            "list_commands" => ok(COMMANDS.join("\n")),
            "quit" => Reply::Quit,
            "gogui-analyze_commands" => ok("string/Final score/final_score\nplist/Legal moves/heibai-legal"),
            "gogui-interrupt" => ok(""),
            "lz-analyze" | "kata-analyze" | "lz-genmove_analyze" | "kata-genmove_analyze" => {
                self.asked_analysis(command).map_or_else(|why| Reply::Answer(Err(why)), Reply::Analyze)
            }
            _ => Reply::Answer(self.act(command)),
        }
    }

    fn act(&mut self, command: &GtpCommand) -> Result<String, String> {
        let empty = |()| String::new();
        match command.word.as_str() {
            "boardsize" => {
                self.told = false;
                self.state.boardsize(number(command, 0)?).map(empty)
            }
            "clear_board" => {
                self.told = false;
                self.state.clear().map(empty)
            }
            "komi" => self.state.komi(number(command, 0)?).map(empty),
            "get_komi" => Ok(self.state.position().rules().choice().komi.unwrap_or(0.0).to_string()),
            "play" => {
                let (color, mv) = (self.color(command, 0)?, self.mv(command, 1)?);
                self.state.play(color, mv).map(empty)
            }
            "genmove" => self.genmove(command, true),
            "reg_genmove" => self.genmove(command, false),
            "kgs-genmove_cleanup" => self.genmove_cleanup(command),
            "kata-get-rules" => kata::rules(self.state.position()),
            "kata-set-rules" => self.state.rules(kata::asked_rules(&command.args.join(" "))?).map(empty),
            "cputime" => kata::cpu_time(),
            "undo" => self.state.undo().map(empty),
            "showboard" => Ok(format!("\n{}", (self.service.draw)(self.state.position()))),
            "time_settings" | "kata-time_settings" => self.time_settings(command).map(empty),
            "time_left" => self.time_left(command).map(empty),
            "final_score" => self.final_score(),
            "final_status_list" => self.status_list(command),
            "heibai-result" => {
                Ok(self.state.game.outcome().map_or_else(|| "none".to_owned(), |o| GtpState::result(&o)))
            }
            "heibai-opening" => Ok(self.state.opening()),
            "heibai-choose" => self.choose(command),
            "heibai-gen_choice" => self.gen_choice(),
            "heibai-legal" => {
                let mut moves = Vec::new();
                self.state.position().legal_moves(&mut moves);
                Ok(self.names(moves.into_iter()))
            }
            "fixed_handicap" | "place_free_handicap" => {
                // A free handicap larger than the number of fixed points gets all of them.
                let most = heibai_games::go::Rules::most_handicap(self.state.position().size());
                let wanted: u32 = number(command, 0)?;
                let free = command.word == "place_free_handicap";
                let points = self.state.fixed_handicap(if free { wanted.min(most) } else { wanted })?;
                Ok(self.names(points.into_iter().map(Move::Place)))
            }
            "set_free_handicap" => {
                let points = (0..command.args.len()).map(|i| match self.mv(command, i)? {
                    Move::Place(point) => Ok(point),
                    Move::Pass => Err("bad vertex list".to_owned()),
                });
                let points = points.collect::<Result<Vec<Point>, String>>()?;
                if points.len() < 2 {
                    return Err("bad vertex list".to_owned());
                }
                self.state.handicap(&points).map(empty)
            }
            "loadsgf" => {
                let path = command.arg(0).ok_or("expected a file name")?;
                let until = command.arg(1).map(|_| number::<usize>(command, 1)).transpose()?;
                self.state.load((self.service.load)(path, until)?);
                self.told = false;
                Ok(String::new())
            }
            _ => Err("unknown command".to_owned()),
        }
    }

    fn names(&self, moves: impl Iterator<Item = Move>) -> String {
        let names: Vec<String> = moves.map(|mv| self.name(mv)).collect();
        names.join(" ")
    }

    fn name(&self, mv: Move) -> String {
        match mv {
            Move::Pass => "pass".to_owned(),
            mv => self.state.position().write_move(mv).to_uppercase(),
        }
    }

    fn color(&self, command: &GtpCommand, index: usize) -> Result<Color, String> {
        read_color(command.arg(index).unwrap_or(""))
    }

    fn mv(&self, command: &GtpCommand, index: usize) -> Result<Move, String> {
        let text = command.arg(index).ok_or("expected a vertex")?;
        self.state.position().read_move(text).map_err(|bad| format!("invalid vertex: {bad}"))
    }

    fn time_settings(&mut self, command: &GtpCommand) -> Result<(), String> {
        let seconds = |index| -> Result<Duration, String> {
            let value: f64 = number(command, index)?;
            let sound = (0.0..=1e7).contains(&value);
            if sound { Ok(Duration::from_secs_f64(value)) } else { Err("not a valid time".to_owned()) }
        };
        let kind = command.arg(0).unwrap_or("");
        self.state.time = match (command.word.as_str(), kind) {
            ("time_settings", _) => {
                let (main, period, stones) = (seconds(0)?, seconds(1)?, number(command, 2)?);
                // By the protocol, a period with no stones means no limit.
                if !period.is_zero() && stones == 0 {
                    Time::Unlimited
                } else {
                    Time::Set { main, period, stones, periods: 1, increment: Duration::ZERO }
                }
            }
            (_, "none") => Time::Unlimited,
            (_, "absolute") => set(seconds(1)?, Duration::ZERO, 0, Duration::ZERO),
            (_, "byoyomi") => set(seconds(1)?, seconds(2)?, number(command, 3)?, Duration::ZERO),
            (_, "fischer") => set(seconds(1)?, Duration::ZERO, 0, seconds(2)?),
            (_, "canadian") => Time::Set {
                main: seconds(1)?,
                period: seconds(2)?,
                stones: number(command, 3)?,
                periods: 1,
                increment: Duration::ZERO,
            },
            (_, other) => return Err(format!("'{other}' is no time system")),
        };
        self.state.left = [None; 2];
        Ok(())
    }

    fn time_left(&mut self, command: &GtpCommand) -> Result<(), String> {
        let color = self.color(command, 0)?;
        let seconds: f64 = number(command, 1)?;
        let stones = number(command, 2)?;
        self.state.left[color.index()] = Some((Duration::from_secs_f64(seconds.clamp(0.0, 1e7)), stones));
        Ok(())
    }

    fn final_score(&self) -> Result<String, String> {
        let position = self.state.position();
        let judged = || {
            let judgement = (self.service.judge)(position);
            position.count(&judgement.dead, &judgement.seki).map(|count| count.outcome)
        };
        let outcome = if self.state.kind == Kind::Go { judged() } else { self.state.game.outcome() };
        outcome.as_ref().map(GtpState::result).ok_or("cannot score: the game is not over".to_owned())
    }

    /// `heibai-choose black`: makes a choice of an opening rule.
    fn choose(&mut self, command: &GtpCommand) -> Result<String, String> {
        let name = command.arg(0).unwrap_or("");
        let choice =
            Choice::from_name(name).ok_or(format!("'{name}' is no choice: heibai-opening lists them"))?;
        self.state.game.choose(choice, Duration::ZERO).map_err(|refused| refused.to_string())?;
        Ok(String::new())
    }

    /// `heibai-gen_choice`: lets the player choose.
    fn gen_choice(&mut self) -> Result<String, String> {
        if !matches!(self.state.game.request(), Due::Choice { .. }) {
            return Err("there is nothing to choose".to_owned());
        }
        let color = self.state.position().turn();
        match self.ask(None, color, &self.state.limits(color))? {
            Decision::Choose(choice) => {
                let made = self.state.game.choose(choice, Duration::ZERO);
                made.map(|_| choice.name()).map_err(|refused| refused.to_string())
            }
            Decision::Act(_) => Err("the player made no choice".to_owned()),
        }
    }

    /// One chain per line, as the protocol requires.
    fn status_list(&self, command: &GtpCommand) -> Result<String, String> {
        let AnyPosition::Go(board) = self.state.position() else {
            return Err("only Go has dead stones".to_owned());
        };
        let judged = (self.service.judge)(self.state.position());
        let status = command.arg(0).unwrap_or("");
        let wanted = |point: &Point| {
            let (dead, seki) = (judged.dead.contains(point), judged.seki.contains(point));
            match status {
                "dead" => Ok(dead),
                "seki" => Ok(seki),
                "alive" => Ok(!dead && !seki),
                other => Err(format!("'{other}' is no status: expected dead, alive or seki")),
            }
        };
        let mut lines = Vec::new();
        for chain in board.chains() {
            if wanted(&chain.stones[0])? {
                lines.push(self.names(chain.stones.into_iter().map(Move::Place)));
            }
        }
        Ok(lines.join("\n"))
    }

    fn genmove(&mut self, command: &GtpCommand, play: bool) -> Result<String, String> {
        let color = self.color(command, 0)?;
        if self.state.game.outcome().is_some() {
            return if self.state.kind == Kind::Othello {
                Ok("pass".to_owned())
            } else {
                Err("the game is over".to_owned())
            };
        }
        // This side must pass.
        if self.state.kind == Kind::Othello && self.state.position().turn() != color {
            return Ok("pass".to_owned());
        }
        let aside = self.state.asked(color)?;
        if matches!(self.state.game.request(), Due::Choice { .. }) {
            return Err("a colour must be chosen first: heibai-choose or heibai-gen_choice".to_owned());
        }
        let Decision::Act(answer) = self.ask(aside.as_ref(), color, &self.state.limits(color))? else {
            return Err("the player made no move".to_owned());
        };
        match answer.act {
            Act::Resign => Ok("resign".to_owned()),
            Act::Play(mv) => {
                let name = self.name(mv);
                if play {
                    self.state.play(color, mv)?;
                }
                Ok(name)
            }
        }
    }

    /// `kgs-genmove_cleanup`: does not pass while dead stones of the opponent are on the board.
    fn genmove_cleanup(&mut self, command: &GtpCommand) -> Result<String, String> {
        let color = self.color(command, 0)?;
        let aside = self.state.asked(color)?;
        let game = aside.as_ref().unwrap_or(&self.state.game);
        let AnyPosition::Go(board) = game.position() else {
            return self.genmove(command, true);
        };
        let dead = (self.service.judge)(game.position()).dead;
        let theirs = board.chains().into_iter().filter(|c| c.color != color && dead.contains(&c.stones[0]));
        let near: Vec<Move> = theirs.flat_map(|chain| chain.liberties).map(Move::Place).collect();
        let only: Vec<Move> = near.into_iter().filter(|&mv| game.check(mv).is_ok()).collect();
        if only.is_empty() {
            return self.genmove(command, true);
        }
        let limits = Limits { only: Some(only.clone()), ..self.state.limits(color) };
        let mv = self.best_of(aside.as_ref(), color, &limits)?.unwrap_or(only[0]);
        let name = self.name(mv);
        self.state.play(color, mv)?;
        Ok(name)
    }

    fn tell(&mut self, color: Color) -> Result<(), String> {
        if !self.told {
            let rules = self.state.position().rules();
            self.service.player.new_game(&rules, color).map_err(|fault| fault.to_string())?;
            self.told = true;
        }
        Ok(())
    }

    /// Asks the player to move in the game, or in another one instead.
    fn ask(
        &mut self,
        aside: Option<&Match<AnyPosition>>,
        color: Color,
        limits: &Limits,
    ) -> Result<Decision, String> {
        self.tell(color)?;
        let (game, stop) = (aside.unwrap_or(&self.state.game), AtomicBool::new(false));
        let (player, lines, waiting) = (&mut self.service.player, &mut *self.lines, &mut self.waiting);
        let answer = search(lines, waiting, &stop, End::OfInput, || game.ask(&mut **player, limits, &stop));
        answer.map_err(|fault| fault.to_string())
    }

    /// The best move allowed by the limits, by the player's analysis.
    fn best_of(
        &mut self,
        aside: Option<&Match<AnyPosition>>,
        color: Color,
        limits: &Limits,
    ) -> Result<Option<Move>, String> {
        self.tell(color)?;
        let game = aside.unwrap_or(&self.state.game);
        let (start, moves, position) = (game.start(), game.move_list(), game.position());
        let stop = AtomicBool::new(false);
        let request = Request { start, moves: &moves, position, limits, stop: &stop };
        let (player, lines, waiting) = (&mut self.service.player, &mut *self.lines, &mut self.waiting);
        let wanted = Wanted { moves: 1, ownership: false };
        let found =
            search(lines, waiting, &stop, End::OfInput, || player.analyze(&request, wanted, &mut |_| {}));
        let found = found.map_err(|fault| fault.to_string())?;
        let allowed = |mv: &Move| limits.only.as_ref().is_none_or(|only| only.contains(mv));
        Ok(found.candidates.iter().map(|candidate| candidate.mv).find(allowed))
    }

    fn asked_analysis(&self, command: &GtpCommand) -> Result<AnalysisRequest, String> {
        let dialect = if command.word.starts_with("lz") { Dialect::Leela } else { Dialect::Kata };
        let mut interval = Duration::from_millis(500);
        let mut wanted = Wanted { moves: 10, ownership: false };
        let (mut color, mut restrictions) = (self.state.position().turn(), Vec::new());
        let mut args = command.args.iter().map(String::as_str).peekable();
        while let Some(arg) = args.next() {
            match arg.to_ascii_lowercase().as_str() {
                word @ ("b" | "black" | "w" | "white") => color = read_color(word)?,
                "interval" => {}
                "avoid" | "allow" => {
                    restrictions.push(self.restriction(arg, [args.next(), args.next(), args.next()])?);
                }
                "ownership" => wanted.ownership = args.next() == Some("true"),
                "maxmoves" => wanted.moves = args.next().and_then(|n| n.parse().ok()).unwrap_or(10),
                // Unknown options and their values are ignored.
                other => match other.parse::<u64>() {
                    Ok(hundredths) => interval = Duration::from_millis(hundredths.clamp(1, 100_000) * 10),
                    Err(_) => drop(args.next()),
                },
            }
        }
        if self.state.game.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        let aside = self.state.asked(color)?.map(Box::new);
        let position = aside.as_deref().unwrap_or(&self.state.game).position();
        let only = restrict::left(position, &restrictions)?;
        let then_play = command.word.contains("genmove");
        Ok(AnalysisRequest { dialect, interval, wanted, only, then_play, color, aside })
    }

    /// `avoid B D4,Q16,pass 1`: a side, its moves, and a depth, which is ignored: only first moves are restricted.
    fn restriction(
        &self,
        word: &str,
        [color, moves, _depth]: [Option<&str>; 3],
    ) -> Result<Restriction, String> {
        let side = read_color(color.unwrap_or_default())?;
        let read = |name: &str| {
            self.state.position().read_move(name).map_err(|bad| format!("invalid vertex: {bad}"))
        };
        let moves = moves.unwrap_or_default().split(',').map(read).collect::<Result<Vec<Move>, String>>()?;
        Ok(Restriction { allow: word.eq_ignore_ascii_case("allow"), side, moves })
    }

    /// Prints the analysis until the next line arrives, or, for `genmove_analyze`, until the player moves.
    fn analyze(
        &mut self,
        command: &GtpCommand,
        asked: AnalysisRequest,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let AnalysisRequest { dialect, interval, wanted, only, then_play, color, aside } = asked;
        if let Err(why) = self.tell(color) {
            return output.write_all(command.answer(&Err(why)).as_bytes());
        }
        writeln!(output, "{}", command.prefix(true))?;
        output.flush()?;
        let game = aside.as_deref().unwrap_or(&self.state.game);
        let moves = game.move_list();
        // Without a move to play, the analysis goes on until the next line.
        let endless = Limits { nodes: Some(u64::MAX), ..Limits::default() };
        let limits = Limits { only, ..if then_play { self.state.limits(color) } else { endless } };
        let stop = AtomicBool::new(false);
        let player = &mut self.service.player;
        let request = Request {
            start: game.start(),
            moves: &moves,
            position: game.position(),
            limits: &limits,
            stop: &stop,
        };
        let mut last = None;
        let mut report = |analysis: &Analysis| {
            let due = last.is_none_or(|last: Instant| last.elapsed() >= interval);
            if due && !analysis.candidates.is_empty() {
                last = Some(Instant::now());
                // If the output is closed, the input is too, which ends the analysis.
                let _ = writeln!(output, "{}", analysis::line(analysis, request.position, dialect));
                let _ = output.flush();
            }
        };
        let result = search(self.lines, &mut self.waiting, &stop, End::OfLine, || {
            player.analyze(&request, wanted, &mut report)
        });
        match result {
            Ok(found) if then_play => match found.candidates.first() {
                Some(best) => {
                    let name = self.name(best.mv);
                    writeln!(output, "{}", analysis::line(&found, self.state.position(), dialect))?;
                    match self.state.play(color, best.mv) {
                        Ok(()) => writeln!(output, "play {name}")?,
                        Err(why) => writeln!(output, "# {why}")?,
                    }
                }
                None => writeln!(output, "play resign")?,
            },
            Ok(found) => writeln!(output, "{}", analysis::line(&found, self.state.position(), dialect))?,
            Err(fault) => writeln!(output, "# {fault}")?,
        }
        writeln!(output)
    }
}

/// What ends a search early.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The next line, or the end of the input.
    OfLine,
    /// The end of the input, unless other lines wait for an answer.
    OfInput,
}

/// Searches while further lines are queued.
fn search<T>(
    lines: &mut Receiver<String>,
    waiting: &mut VecDeque<String>,
    stop: &AtomicBool,
    end: End,
    search: impl FnOnce() -> T,
) -> T {
    let on_line = |line: Option<String>| {
        let ended = line.is_none();
        waiting.extend(line);
        if end == End::OfLine || ended && waiting.is_empty() {
            stop.store(true, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    while_listening(lines, on_line, search)
}

fn read_color(text: &str) -> Result<Color, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        other => Err(format!("'{other}' is no color")),
    }
}

fn set(main: Duration, period: Duration, periods: u32, increment: Duration) -> Time {
    Time::Set { main, period, stones: 1, periods, increment }
}

fn number<T: std::str::FromStr>(command: &GtpCommand, index: usize) -> Result<T, String> {
    let text = command.arg(index).ok_or("expected a number")?;
    text.parse().map_err(|_| format!("'{text}' is not a valid number"))
}
