//! The game, who sits at it, and what each command does; shared by both ways of showing it.

use super::command::Command;
use super::opening;
use crate::board_text::Marks;
use crate::seat::Seat;
use crate::words::Lang;
use heibai_games::gomoku::opening::{Choice, Opening, OutOfOrder, Task};
use heibai_games::player::Fault;
use heibai_games::{
    Act, Answer, AnyPosition, Color, Illegal, Limits, Match, Move, Outcome, Player, Point, Position, Reason,
    Request,
};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub struct Table {
    pub game: Match<AnyPosition>,
    pub lang: Lang,
    /// By colour; while an opening lasts, the first player sits on Black's chair.
    seats: [Seat; 2],
    pub opening: Opening,
    /// Moves of the opening, which are not taken back.
    opening_moves: usize,
    /// Go: stones taken as dead while the count is discussed.
    pub dead: Vec<Point>,
}

impl Table {
    pub fn new(game: Match<AnyPosition>, mut seats: [Seat; 2], lang: Lang) -> anyhow::Result<Table> {
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
            Seat::Human => self.lang.pick("you", "您").to_owned(),
            Seat::Program(player) => self.lang.player(&player.name()),
        }
    }

    /// What a person's command does, as lines to show. Refused commands change nothing.
    pub fn act(&mut self, command: Command, spent: Duration) -> Vec<String> {
        match command {
            Command::Play(mv) => self.play(mv, spent),
            Command::Undo => self.undo(),
            Command::Redo => match self.game.redo() {
                Ok(_) => Vec::new(),
                Err(refused) => vec![self.lang.refused(refused).to_owned()],
            },
            Command::Choose(choice) => self.choose(choice),
            Command::Resign => match self.game.resign(self.hand()) {
                Ok(outcome) => self.finish(&outcome),
                Err(refused) => vec![self.lang.refused(refused).to_owned()],
            },
            Command::Dead(point) => self.toggle_dead(point),
            Command::Agree => self.agree(),
            Command::Hint => self.hint(),
            Command::Explain(point) => crate::forbidden::explain(self.game.position(), point, self.lang),
            Command::Save(path) => vec![match crate::convert::save_match(&self.game, &path) {
                Ok(()) => format!("{} {}", self.lang.pick("saved", "已保存"), path.display()),
                Err(error) => format!("{error:#}"),
            }],
            Command::Help => self.help(),
            Command::Quit => Vec::new(),
        }
    }

    fn play(&mut self, mv: Move, spent: Duration) -> Vec<String> {
        if let Task::Choose { .. } = self.opening.task() {
            return vec![self.lang.out_of_order(OutOfOrder::ChooseFirst).to_owned()];
        }
        // Openings take no time.
        match self.game.play(mv, if self.in_opening() { Duration::ZERO } else { spent }) {
            Err(illegal) => {
                let mut lines = vec![self.lang.illegal(&illegal)];
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
                let mut lines: Vec<String> =
                    turn.passed.map(|color| self.lang.passes(color)).into_iter().collect();
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
            Task::Settled { .. } => return vec![self.lang.out_of_order(OutOfOrder::Settled).to_owned()],
        };
        if let Err(refused) = self.opening.choose(who, choice) {
            return vec![self.lang.out_of_order(refused).to_owned()];
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
                return self.lose(color, Reason::Forfeit, fault.to_string());
            }
        }
        let named = Color::BOTH.map(|color| format!("{}: {}", self.lang.color(color), self.name(color)));
        vec![named.join("  ")]
    }

    /// Against a program, takes back to the person's last own turn. The stones of an opening stay.
    fn undo(&mut self) -> Vec<String> {
        loop {
            if self.opening_moves > 0 && self.game.moves().len() <= self.opening_moves {
                let stays = ("The stones of the opening stay.", "开局放的子不能悔棋。");
                return vec![self.lang.pick(stays.0, stays.1).to_owned()];
            }
            if let Err(refused) = self.game.undo() {
                return vec![self.lang.refused(refused).to_owned()];
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
        self.lang.outcome(outcome)
    }

    /// Go, after two passes: people are shown the count and may correct it; programs accept it.
    fn count(&mut self) -> Vec<String> {
        self.dead = crate::score::judged_dead(self.game.position());
        if self.has_human() {
            let mut lines = self.lang.outcome(&self.counted());
            lines.push(
                self.lang
                    .pick(
                        "Right? agree, dead POINT to mark a chain, undo to play on.",
                        "对吗？输入 agree 同意，dead 坐标 标记死子，undo 继续下。",
                    )
                    .to_owned(),
            );
            lines
        } else {
            self.agree()
        }
    }

    /// The result as the board is judged now.
    pub fn counted(&self) -> Outcome {
        crate::score::count(self.game.position(), &self.dead)
    }

    fn toggle_dead(&mut self, point: Point) -> Vec<String> {
        if !self.game.is_counting() {
            return vec![self.lang.pick("There is nothing to count yet.", "还没有到数子的时候。").to_owned()];
        }
        let chain = crate::score::chain(self.game.position(), point);
        if chain.is_empty() {
            return vec![self.lang.pick("There is no stone.", "那里没有棋子。").to_owned()];
        }
        if self.dead.contains(&point) {
            self.dead.retain(|p| !chain.contains(p));
        } else {
            self.dead.extend(chain);
        }
        self.lang.outcome(&self.counted())
    }

    fn agree(&mut self) -> Vec<String> {
        match self.game.settle(self.counted()) {
            Ok(outcome) => self.finish(&outcome),
            Err(refused) => vec![self.lang.refused(refused).to_owned()],
        }
    }

    fn hint(&mut self) -> Vec<String> {
        crate::hint::short(&self.game, self.lang)
    }

    fn help(&self) -> Vec<String> {
        let (en, zh) = (
            "a point such as d3, pass, undo, redo, resign, hint, why POINT; dead POINT, agree (the count of Go); black, white, more (swap2); save FILE, quit",
            "坐标（如 d3）、pass 跳过、undo 悔棋、redo 重做、resign 认输、hint 提示、why 坐标 说明禁手、dead 坐标 标记死子、agree 同意数子、black 执黑、white 执白、more 再放两子、save 文件、quit 退出",
        );
        vec![self.lang.pick(en, zh).to_owned()]
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
                lines.insert(0, format!("{name}: {}", self.lang.choice(choice)));
                lines
            }
            Ok(Decision::Play(Answer { act: Act::Resign, .. })) => {
                self.lose(color, Reason::Resignation, String::new())
            }
            Ok(Decision::Play(Answer { act: Act::Play(mv), .. })) => match self.game.check(mv) {
                Ok(()) => self.play(mv, spent),
                Err(illegal) => {
                    let text = self.game.position().write_move(mv);
                    let why = format!("{text}: {}", self.lang.illegal(&illegal));
                    self.lose(color, Reason::IllegalMove, why)
                }
            },
            Err(fault) => self.lose(color, Reason::Forfeit, fault.to_string()),
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
