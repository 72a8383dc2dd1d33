//! The game, who sits at it, and what each command does; shared by both ways of showing it.

use super::command::Command;
use super::opening;
use crate::board_text::Marks;
use crate::seat::Seat;
use heibai_games::gomoku::opening::{Choice, Opening, OutOfOrder, Task};
use heibai_games::matches::Refused;
use heibai_games::player::Fault;
use heibai_games::{
    Act, Answer, AnyPosition, Color, Illegal, Limits, Match, Move, Outcome, Player, Point, Position, Reason,
    Request,
};
use heibai_words::refusals::refused_move;
use heibai_words::{Language, Say, Text, commands as said, names, players, results};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub struct Table {
    pub game: Match<AnyPosition>,
    pub lang: Language,
    /// By colour; while an opening lasts, the first player sits on Black's chair.
    seats: [Seat; 2],
    pub opening: Opening,
    /// Moves of the opening, which are not taken back.
    opening_moves: usize,
    /// Go: stones taken as dead while the count is discussed.
    pub dead: Vec<Point>,
}

impl Table {
    pub fn new(game: Match<AnyPosition>, mut seats: [Seat; 2], lang: Language) -> anyhow::Result<Table> {
        let rules = game.start().rules();
        for color in Color::BOTH {
            if let Seat::Program(player) = &mut seats[color.index()] {
                player.new_game(&rules, color)?;
            }
        }
        let opening = opening::of(game.position());
        Ok(Table { game, lang, seats, opening, opening_moves: 0, dead: Vec::new() })
    }

    pub fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// The chair whose turn it is to do something: the side to move, or in an opening whose task it is.
    pub fn hand(&self) -> Color {
        match self.opening.task() {
            Task::Place { who, .. } | Task::Choose { who, .. } => opening::chair(who),
            Task::Settled { .. } => self.turn(),
        }
    }

    pub fn in_opening(&self) -> bool {
        !matches!(self.opening.task(), Task::Settled { .. })
    }

    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    pub fn has_human(&self) -> bool {
        self.seats.iter().any(Seat::is_human)
    }

    /// Whether a person must act now.
    pub fn waits_for_human(&self) -> bool {
        if self.game.is_counting() { self.has_human() } else { self.seats[self.hand().index()].is_human() }
    }

    pub fn name(&self, color: Color) -> String {
        match &self.seats[color.index()] {
            Seat::Human => names::you().say(self.lang),
            Seat::Program(player) => players::name(&player.name()).say(self.lang),
        }
    }

    /// What a person's command does, as lines to show. Refused commands change nothing.
    pub fn act(&mut self, command: Command, spent: Duration) -> Vec<String> {
        match command {
            Command::Play(mv) => self.play(mv, spent),
            Command::Undo => self.undo(),
            Command::Redo => match self.game.redo() {
                Ok(_) => Vec::new(),
                Err(refused) => vec![refused.text().capital().say(self.lang)],
            },
            Command::Choose(choice) => self.choose(choice),
            Command::Resign => match self.game.resign(self.hand()) {
                Ok(outcome) => self.finish(&outcome),
                Err(refused) => vec![refused.text().capital().say(self.lang)],
            },
            Command::Dead(point) => self.toggle_dead(point),
            Command::Agree => self.agree(),
            Command::Hint => self.hint(),
            Command::Explain(point) => crate::forbidden::explain(self.game.position(), point, self.lang),
            Command::Save(path) => vec![match crate::convert::save_match(&self.game, &path) {
                Ok(()) => said::saved(&path.display().to_string()).say(self.lang),
                Err(error) => crate::failure::words(&error).say(self.lang),
            }],
            Command::Help => self.help(),
            Command::Quit => Vec::new(),
        }
    }

    fn play(&mut self, mv: Move, spent: Duration) -> Vec<String> {
        if let Task::Choose { .. } = self.opening.task() {
            return vec![OutOfOrder::ChooseFirst.text().capital().say(self.lang)];
        }
        // Openings take no time.
        match self.game.play(mv, if self.in_opening() { Duration::ZERO } else { spent }) {
            Err(illegal) => {
                let mut lines = vec![refused_move(&illegal).say(self.lang)];
                if let (Illegal::Forbidden(_), Move::Place(point)) = (illegal, mv) {
                    lines.extend(crate::forbidden::explain(self.game.position(), point, self.lang));
                }
                lines
            }
            Ok(turn) => {
                if let Task::Place { who, .. } = self.opening.task()
                    && self.opening.placed(who).is_ok()
                {
                    self.opening_moves = self.game.moves().len();
                }
                let mut lines: Vec<String> = turn
                    .passed
                    .map(|color| names::passes(color, !color).say(self.lang))
                    .into_iter()
                    .collect();
                if let Some(outcome) = turn.outcome {
                    lines.extend(self.finish(&outcome));
                } else if self.game.is_counting() {
                    lines.extend(self.count());
                }
                lines
            }
        }
    }

    /// The chooser of an opening speaks; where that asks for it, the players change chairs.
    fn choose(&mut self, choice: Choice) -> Vec<String> {
        let who = match self.opening.task() {
            Task::Choose { who, .. } | Task::Place { who, .. } => who,
            Task::Settled { .. } => return vec![OutOfOrder::Settled.text().capital().say(self.lang)],
        };
        if let Err(refused) = self.opening.choose(who, choice) {
            return vec![refused.text().capital().say(self.lang)];
        }
        if let Task::Settled { black } = self.opening.task() {
            if opening::chair(black) == Color::White {
                self.seats.swap(0, 1);
            }
            return self.seated();
        }
        Vec::new()
    }

    /// Tells the programs their colours, and the people who has which.
    fn seated(&mut self) -> Vec<String> {
        let rules = self.game.start().rules();
        for color in Color::BOTH {
            if let Seat::Program(player) = &mut self.seats[color.index()]
                && let Err(fault) = player.new_game(&rules, color)
            {
                return self.lose(color, Reason::Forfeit, fault.say(self.lang));
            }
        }
        let named = Color::BOTH.map(|color| said::seat(color, Text::same(self.name(color))).say(self.lang));
        vec![named.join("  ")]
    }

    /// Against a program, takes back to the person's last own turn. The stones of an opening stay.
    fn undo(&mut self) -> Vec<String> {
        loop {
            if self.opening_moves > 0 && self.game.moves().len() <= self.opening_moves {
                return vec![said::opening_stays().say(self.lang)];
            }
            if let Err(refused) = self.game.undo() {
                return vec![refused.text().capital().say(self.lang)];
            }
            self.dead.clear();
            if self.waits_for_human() || self.game.moves().is_empty() {
                return Vec::new();
            }
        }
    }

    fn finish(&mut self, outcome: &Outcome) -> Vec<String> {
        for seat in &mut self.seats {
            if let Seat::Program(player) = seat {
                player.game_over(outcome);
            }
        }
        self.lines_of(outcome)
    }

    /// Go, after two passes: people are shown the count and may correct it; programs accept it.
    fn count(&mut self) -> Vec<String> {
        self.dead = crate::score::judged_dead(self.game.position());
        if self.has_human() {
            let mut lines = self.lines_of(&self.counted());
            lines.push(said::count_question().say(self.lang));
            lines
        } else {
            self.agree()
        }
    }

    pub fn lines_of(&self, outcome: &Outcome) -> Vec<String> {
        let lines = results::lines(self.game.position().kind(), outcome);
        lines.iter().map(|line| line.get(self.lang).to_owned()).collect()
    }

    /// The result as the board is judged now.
    pub fn counted(&self) -> Outcome {
        crate::score::count(self.game.position(), &self.dead)
    }

    fn toggle_dead(&mut self, point: Point) -> Vec<String> {
        if !self.game.is_counting() {
            return vec![Refused::NotCounting.text().capital().say(self.lang)];
        }
        let chain = crate::score::chain(self.game.position(), point);
        if chain.is_empty() {
            return vec![said::no_stone().say(self.lang)];
        }
        if self.dead.contains(&point) {
            self.dead.retain(|p| !chain.contains(p));
        } else {
            self.dead.extend(chain);
        }
        self.lines_of(&self.counted())
    }

    fn agree(&mut self) -> Vec<String> {
        match self.game.settle(self.counted()) {
            Ok(outcome) => self.finish(&outcome),
            Err(refused) => vec![refused.text().capital().say(self.lang)],
        }
    }

    fn hint(&mut self) -> Vec<String> {
        crate::hint::short(&self.game, self.lang)
    }

    fn help(&self) -> Vec<String> {
        vec![said::play_help().say(self.lang)]
    }

    /// Takes the program whose turn it is, to be asked on another thread; `put_back` returns it.
    pub fn take_program(&mut self) -> Option<Box<dyn Player>> {
        let seat = &mut self.seats[self.hand().index()];
        match std::mem::replace(seat, Seat::Human) {
            Seat::Program(player) => Some(player),
            Seat::Human => None,
        }
    }

    pub fn put_back(&mut self, color: Color, player: Box<dyn Player>) {
        self.seats[color.index()] = Seat::Program(player);
    }

    /// What a program's answer does. A fault or an illegal move loses the game.
    pub fn answered(&mut self, answer: Result<Decision, Fault>, spent: Duration) -> Vec<String> {
        let color = self.hand();
        match answer {
            Ok(Decision::Choose(choice)) => {
                let name = self.name(color);
                let mut lines = self.choose(choice);
                lines.insert(0, said::says(Text::same(name), choice.text()).say(self.lang));
                lines
            }
            Ok(Decision::Play(Answer { act: Act::Resign, .. })) => {
                self.lose(color, Reason::Resignation, String::new())
            }
            Ok(Decision::Play(Answer { act: Act::Play(mv), .. })) => match self.game.check(mv) {
                Ok(()) => self.play(mv, spent),
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

    /// What is worth marking on the board now. `moves` is a buffer for the legal points.
    pub fn marks<'m>(&self, moves: &'m mut Vec<Move>, forbidden: &'m mut Vec<Point>) -> Marks<'m> {
        let position = self.game.position();
        let last = self.game.moves().iter().rev().find_map(|played| match played.mv {
            Move::Place(point) => Some(point),
            Move::Pass => None,
        });
        if !self.is_over() && self.waits_for_human() {
            *forbidden = crate::forbidden::points(position);
            if position.kind() == heibai_games::Kind::Othello {
                position.legal_moves(moves);
            }
        }
        Marks { last, legal: moves, forbidden, special: &[] }
    }
}

/// What a program decided.
pub enum Decision {
    Play(Answer),
    /// Swap and swap2.
    Choose(Choice),
}

/// Asks a program for its move in the game as it stands, or for its step of the opening.
pub fn ask(
    player: &mut dyn Player,
    game: &Match<AnyPosition>,
    opening: Opening,
    stop: &AtomicBool,
) -> Result<Decision, Fault> {
    let moves: Vec<Move> = game.moves().iter().map(|played| played.mv).collect();
    let limits = game.clock(game.position().turn()).map_or(Limits::default(), |clock| clock.limits());
    let request =
        Request { start: game.start(), moves: &moves, position: game.position(), limits: &limits, stop };
    opening::decide(player, opening.task(), &request)
}
