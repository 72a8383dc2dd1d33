//! The game, its players, and what each command does; shared by both displays.

use super::command::PlayCommand;
use super::game::TerminalPosition;
use crate::board_text::Marks;
use crate::failure::Context;
use crate::seat::Seat;
use heibai_engines::judge::worth_telling;
use heibai_games::counting::{Grounds, Status};
use heibai_games::gomoku::opening::Choice;
use heibai_games::player::Fault;
use heibai_games::{
    Act, Answer, AnyPosition, Color, Decision, Due, Illegal, Limits, Match, Move, Outcome, Player, Point,
    Position, Reason, due,
};
use heibai_records::{Record, json};
use heibai_words::refusals::refused_move;
use heibai_words::{Language, Say, Text, commands as said, failures, names, players};
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub struct TerminalGame<P: TerminalPosition = AnyPosition> {
    pub game: Match<P>,
    pub lang: Language,
    /// By the referee's seats: an opening rule may swap the colours, not the seats.
    seats: [Seat<P>; 2],
    /// Since when the game waits for whoever acts now.
    waits_since: Instant,
    began: SystemTime,
    ended: Option<SystemTime>,
    /// The programs' values of their moves, by move.
    scores: Vec<Option<f64>>,
}

impl<P: TerminalPosition> TerminalGame<P> {
    pub fn new(game: Match<P>, mut seats: [Seat<P>; 2], lang: Language) -> anyhow::Result<TerminalGame<P>> {
        let rules = game.start().rules();
        for seat in due::Seat::BOTH {
            if let Seat::Program(player) = &mut seats[seat.index()] {
                player.new_game(&rules, game.color(seat))?;
            }
        }
        let (waits_since, began) = (Instant::now(), SystemTime::now());
        Ok(TerminalGame { game, lang, seats, waits_since, began, ended: None, scores: Vec::new() })
    }

    /// The seat that must act now.
    fn acting(&self) -> Option<due::Seat> {
        self.game.request().by()
    }

    /// The colour of whoever acts; in an opening, the colour held for now.
    pub fn hand(&self) -> Color {
        self.acting().map_or(self.game.position().turn(), |seat| self.game.color(seat))
    }

    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Whether a person plays.
    pub fn has_human(&self) -> bool {
        self.seats.iter().any(Seat::is_human)
    }

    fn is_human(&self, seat: due::Seat) -> bool {
        self.seats[seat.index()].is_human()
    }

    /// Whether a person must act now.
    pub fn waits_for_human(&self) -> bool {
        match self.game.request() {
            Due::Judgement | Due::Agreement { .. } => self.has_human(),
            due => due.by().is_some_and(|seat| self.is_human(seat)),
        }
    }

    /// How long the game has waited for whoever acts now.
    pub fn waited(&self) -> Duration {
        self.waits_since.elapsed()
    }

    pub fn name(&self, color: Color) -> String {
        match &self.seats[self.game.seat(color).index()] {
            Seat::Human => names::you().say(self.lang),
            Seat::Program(player) => players::name(&player.name()).say(self.lang),
        }
    }

    /// The record of the game, with names, times and the programs' values.
    fn record(&self) -> Option<Record> {
        let mut record = P::record(&self.game)?;
        for color in Color::BOTH {
            record.info.side_mut(color).name = self.name(color);
        }
        let clock = self.game.clock(Color::Black);
        record.info.time = clock.map(|clock| clock.control().to_string()).unwrap_or_default();
        let ms =
            |time: SystemTime| time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        record.info.set_started(ms(self.began));
        record.info.ended = self.ended.map(ms);
        let line: Vec<_> = record.tree.main_line().skip(1).collect();
        for (id, score) in line.into_iter().zip(&self.scores) {
            record.tree.node_mut(id).step.score = *score;
        }
        Some(record)
    }

    /// Applies a person's command; returns lines to show. A refused command changes nothing, and the clock runs on.
    pub fn act(&mut self, command: PlayCommand) -> Vec<String> {
        let before = (self.game.moves().len(), self.game.choices().len());
        let lines = match command {
            PlayCommand::Play(mv) => self.play(mv, self.waited()),
            PlayCommand::Undo => self.undo(),
            PlayCommand::Redo => self.redo(),
            PlayCommand::Choose(choice) => self.choose(choice, self.waited()),
            PlayCommand::Resign => {
                let ended = self.game.resign(self.hand());
                self.ended(ended)
            }
            PlayCommand::Mark(point, status) => {
                match self.game.mark(point, status).map(|counting| counting.outcome()) {
                    Ok(outcome) => self.game.position().result(&outcome, self.lang),
                    Err(refused) => vec![refused.text().capital().say(self.lang)],
                }
            }
            PlayCommand::Agree => self.agree(),
            PlayCommand::Resume => match self.game.resume() {
                Ok(()) => Vec::new(),
                Err(refused) => vec![refused.text().capital().say(self.lang)],
            },
            PlayCommand::Hint => P::hint(&self.game, self.lang),
            PlayCommand::Explain(point) => self.game.position().explain(point, self.lang),
            PlayCommand::Save(path) => {
                let saved = self.record().map(|record| crate::convert::save(&record, &path));
                vec![match saved {
                    Some(Ok(())) => said::saved(&path.display().to_string()).say(self.lang),
                    Some(Err(error)) => crate::failure::words(&error).say(self.lang),
                    None => said::no_record().say(self.lang),
                }]
            }
            PlayCommand::Help => self.help(),
            PlayCommand::Quit => Vec::new(),
        };
        if (self.game.moves().len(), self.game.choices().len()) != before {
            self.scores.resize(self.game.moves().len(), None);
            self.waits_since = Instant::now();
        }
        lines
    }

    /// A person who runs out of time has lost, whatever they type.
    pub fn check_flag(&mut self) -> Vec<String> {
        let Some(seat) = self.acting().filter(|&seat| self.is_human(seat)) else { return Vec::new() };
        let color = self.game.color(seat);
        if self.game.clock(color).is_some_and(|clock| self.waited() > clock.available()) {
            let ended = self.game.time_out(color);
            return self.ended(ended);
        }
        Vec::new()
    }

    fn play(&mut self, mv: Move, spent: Duration) -> Vec<String> {
        if self.game.is_counting() {
            return vec![self.how_to_count()];
        }
        match self.game.play(mv, spent) {
            Err(illegal) => {
                let mut lines = vec![refused_move(&illegal).say(self.lang)];
                if let (Illegal::Forbidden(_), Move::Place(point)) = (illegal, mv) {
                    lines.extend(self.game.position().explain(point, self.lang));
                }
                lines
            }
            Ok(turn) => {
                let mut lines: Vec<String> = turn
                    .passed
                    .map(|color| names::passes(color, !color).say(self.lang))
                    .into_iter()
                    .collect();
                lines.extend(turn.outcome.map(|outcome| self.finish(&outcome)).unwrap_or_default());
                lines.extend(self.count());
                lines
            }
        }
    }

    /// The chooser of an opening decides; the colours are announced once they are settled.
    fn choose(&mut self, choice: Choice, spent: Duration) -> Vec<String> {
        match self.game.choose(choice, spent) {
            Err(refused) => vec![refused.text().capital().say(self.lang)],
            Ok(turn) => match turn.outcome {
                Some(outcome) => self.finish(&outcome),
                None if self.game.is_opening() => Vec::new(),
                None => {
                    let named = Color::BOTH
                        .map(|color| said::seat(color, Text::same(self.name(color))).say(self.lang));
                    vec![named.join("  ")]
                }
            },
        }
    }

    /// Against a program, undoes to the person's last own turn. A program's part in an opening stays.
    fn undo(&mut self) -> Vec<String> {
        let mut game = self.game.clone();
        loop {
            if let Err(refused) = game.undo() {
                return vec![refused.text().capital().say(self.lang)];
            }
            if game.request().by().is_some_and(|seat| self.is_human(seat)) {
                self.game = game;
                return Vec::new();
            }
            if game.is_opening() {
                return vec![said::opening_stays().say(self.lang)];
            }
        }
    }

    /// Redoes what was undone, including a program's replies, up to the person's next turn.
    fn redo(&mut self) -> Vec<String> {
        if let Err(refused) = self.game.redo() {
            return vec![refused.text().capital().say(self.lang)];
        }
        while !self.waits_for_human() && self.game.redo().is_ok() {}
        self.count()
    }

    fn finish(&mut self, outcome: &Outcome) -> Vec<String> {
        for seat in &mut self.seats {
            if let Seat::Program(player) = seat {
                player.game_over(outcome);
            }
        }
        self.ended = Some(SystemTime::now());
        let mut lines = self.game.position().result(outcome, self.lang);
        if let Some(Err(error)) = self.record().map(|record| archive(&record)) {
            lines.push(crate::failure::words(&error).say(self.lang));
        }
        lines
    }

    fn ended(&mut self, ended: Result<Outcome, heibai_games::matches::Refused>) -> Vec<String> {
        match ended {
            Ok(outcome) => self.finish(&outcome),
            Err(refused) => vec![refused.text().capital().say(self.lang)],
        }
    }

    /// Go, after two passes: judges the stones. People see the dead stones with reasons and the count, and may
    /// correct it; programs accept it.
    fn count(&mut self) -> Vec<String> {
        if self.game.request() != Due::Judgement {
            return Vec::new();
        }
        let position = self.game.position();
        let judgement = position.judgement();
        let told = |grounds: &Grounds| {
            let words = Text { zh: grounds.chinese.clone(), en: grounds.english.clone() };
            format!("{} {}", position.write_move(Move::Place(grounds.stone)), words.get(self.lang))
        };
        let mut lines: Vec<String> = worth_telling(&judgement).map(told).collect();
        let outcome = match self.game.propose(judgement) {
            Ok(counting) => counting.outcome(),
            Err(refused) => return vec![refused.text().capital().say(self.lang)],
        };
        if !self.has_human() {
            return self.agree();
        }
        lines.extend(self.game.position().result(&outcome, self.lang));
        lines.push(self.how_to_count());
        lines
    }

    fn how_to_count(&self) -> String {
        said::count_question().say(self.lang)
    }

    /// The person at this terminal agrees for both sides.
    fn agree(&mut self) -> Vec<String> {
        let agreed = Color::BOTH.map(|side| self.game.agree_to_count(side));
        match agreed {
            [Err(refused), _] => vec![refused.text().capital().say(self.lang)],
            _ => self.game.outcome().map_or_else(Vec::new, |outcome| self.finish(&outcome)),
        }
    }

    fn help(&self) -> Vec<String> {
        vec![said::play_help().say(self.lang)]
    }

    /// Takes the program whose turn it is, to ask it on another thread; `put_back` returns it to its seat.
    pub fn take_program(&mut self) -> Option<(due::Seat, Box<dyn Player<P>>)> {
        let by = self.acting()?;
        match std::mem::replace(&mut self.seats[by.index()], Seat::Human) {
            Seat::Program(player) => Some((by, player)),
            Seat::Human => None,
        }
    }

    pub fn put_back(&mut self, seat: due::Seat, player: Box<dyn Player<P>>) {
        self.seats[seat.index()] = Seat::Program(player);
    }

    /// Applies a program's answer. A fault or an illegal move loses the game.
    pub fn answered(&mut self, answer: Result<Decision, Fault>) -> Vec<String> {
        let (color, spent) = (self.hand(), self.waited());
        self.waits_since = Instant::now();
        match answer {
            Ok(Decision::Choose(choice)) => {
                let name = self.name(color);
                let mut lines = self.choose(choice, spent);
                lines.insert(0, said::says(Text::same(name), choice.text()).say(self.lang));
                lines
            }
            Ok(Decision::Act(Answer { act: Act::Resign, .. })) => {
                self.lose(color, Reason::Resignation, String::new())
            }
            Ok(Decision::Act(Answer { act: Act::Play(mv), thought })) => match self.game.check(mv) {
                Ok(()) => {
                    self.scores.resize(self.game.moves().len(), None);
                    self.scores.push(thought.value.and_then(|value| value.recorded()));
                    self.play(mv, spent)
                }
                Err(illegal) => {
                    let text = self.game.position().write_move(mv);
                    let why = said::says(Text::same(text), illegal.text()).say(self.lang);
                    self.lose(color, Reason::IllegalMove, why)
                }
            },
            Err(fault) => self.lose(color, Reason::Forfeit, fault.say(self.lang)),
        }
    }

    fn lose(&mut self, color: Color, reason: Reason, why: String) -> Vec<String> {
        let mut lines = if why.is_empty() { Vec::new() } else { vec![why] };
        if let Ok(outcome) = self.game.forfeit(color, reason) {
            lines.extend(self.finish(&outcome));
        }
        lines
    }

    /// What to mark on the board now, including dead stones.
    pub fn marks(&self) -> Marks {
        let position = self.game.position();
        let last = self.game.moves().iter().rev().find_map(|played| match played.mv {
            Move::Place(point) => Some(point),
            Move::Pass => None,
        });
        let mut marks = Marks { last, ..Marks::default() };
        if !self.is_over() && self.waits_for_human() {
            marks.forbidden = position.forbidden();
            if position.marks_moves() {
                position.legal_moves(&mut marks.legal);
            }
        }
        marks.legal.extend(self.game.offered().iter().map(|&point| Move::Place(point)));
        marks.special = self.game.counting().into_iter().flat_map(|counting| counting.dead()).collect();
        marks
    }

    /// Touching a chain in a count toggles it: dead stones live again, others die.
    pub fn touched(&self, point: Point) -> PlayCommand {
        let status = self.game.counting().map(|counting| counting.status(point));
        PlayCommand::Mark(point, if status == Some(Status::Dead) { Status::Alive } else { Status::Dead })
    }
}

/// Appends a finished game to the archive: `games.jsonl` in heibai's folder of the user's data, as the page's games
/// are in its database. Without such a folder there is no archive.
fn archive(record: &Record) -> anyhow::Result<()> {
    let Ok(folder) = crate::serve::data_folder(None) else { return Ok(()) };
    let path = folder.join("games.jsonl");
    let shown = || failures::cannot_write(&path.display().to_string());
    std::fs::create_dir_all(&folder).told(shown)?;
    let mut file = OpenOptions::new().create(true).append(true).open(&path).told(shown)?;
    file.write_all(format!("{}\n", json::write(record)).as_bytes()).told(shown)
}

/// Asks a program for what the game waits for.
pub fn ask<P: Position>(
    player: &mut dyn Player<P>,
    game: &Match<P>,
    stop: &AtomicBool,
) -> Result<Decision, Fault> {
    let color = game.request().by().map_or(game.position().turn(), |seat| game.color(seat));
    let limits = game.clock(color).map_or(Limits::default(), |clock| clock.limits());
    game.ask(player, &limits, stop)
}
