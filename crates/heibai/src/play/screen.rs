//! The full-screen game: a board with a cursor, messages, clocks.

use super::command::PlayCommand;
use super::lines::seconds;
use super::opening;
use super::table::{TerminalGame, ask};
use crate::board_text::symbol;
use crate::registry;
use heibai_games::due::Seat;
use heibai_games::player::Fault;
use heibai_games::{Color, Decision, Move, Player, Point, Position};
use heibai_words::{Say, commands as said};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color as Ink, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};
use ratatui::{DefaultTerminal, Frame};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

type Thinking = Receiver<(Seat, Box<dyn Player>, Result<Decision, Fault>)>;

struct Screen {
    table: TerminalGame,
    cursor: (usize, usize),
    /// A command or a point being typed, after `:` or a letter that is not a key by itself.
    typed: Option<String>,
    messages: Vec<String>,
    thinking: Option<Thinking>,
    stop: Arc<AtomicBool>,
}

pub fn run(table: TerminalGame) -> anyhow::Result<()> {
    let size = table.game.position().size();
    let welcome = said::screen_keys().say(table.lang);
    let mut screen = Screen {
        cursor: (size / 2, size / 2),
        typed: None,
        messages: vec![welcome],
        thinking: None,
        stop: Arc::new(AtomicBool::new(false)),
        table,
    };
    let mut terminal = ratatui::init();
    let result = screen.run(&mut terminal);
    ratatui::restore();
    result
}

impl Screen {
    fn run(&mut self, terminal: &mut DefaultTerminal) -> anyhow::Result<()> {
        loop {
            self.let_programs_think();
            self.check_flag();
            terminal.draw(|frame| self.draw(frame))?;
            if event::poll(Duration::from_millis(50))?
                && let Event::Key(key) = event::read()?
                && key.kind == KeyEventKind::Press
                && !self.key(key)
            {
                self.stop.store(true, Ordering::Relaxed);
                return Ok(());
            }
        }
    }

    fn let_programs_think(&mut self) {
        if let Some(thinking) = &self.thinking {
            if let Ok((seat, player, answer)) = thinking.try_recv() {
                self.thinking = None;
                self.table.put_back(seat, player);
                let lines = self.table.answered(answer);
                self.say(lines);
            }
        } else if !self.table.is_over() && !self.table.waits_for_human() {
            let Some((seat, mut player)) = self.table.take_program() else { return };
            let (sender, receiver) = channel();
            let game = self.table.game.clone();
            let stop = self.stop.clone();
            std::thread::spawn(move || {
                let answer = ask(&mut *player, &game, &stop);
                // The receiver is gone only if the game was quit.
                let _ = sender.send((seat, player, answer));
            });
            self.thinking = Some(receiver);
        }
    }

    /// A person who runs out of time loses at once, without waiting for the move.
    fn check_flag(&mut self) {
        if self.thinking.is_none() {
            let lines = self.table.check_flag();
            self.say(lines);
        }
    }

    fn say(&mut self, lines: Vec<String>) {
        self.messages.extend(lines);
        let surplus = self.messages.len().saturating_sub(200);
        self.messages.drain(..surplus);
    }

    /// False to quit.
    fn key(&mut self, key: KeyEvent) -> bool {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return false;
        }
        if let Some(typed) = &mut self.typed {
            match key.code {
                KeyCode::Esc => self.typed = None,
                KeyCode::Backspace => {
                    typed.pop();
                }
                KeyCode::Char(c) => typed.push(c),
                KeyCode::Enter => {
                    let text = self.typed.take().unwrap_or_default();
                    return self.command(&text);
                }
                _ => {}
            }
            return true;
        }
        let last = self.table.game.position().size() - 1;
        match key.code {
            KeyCode::Left => self.cursor.0 = self.cursor.0.saturating_sub(1),
            KeyCode::Right => self.cursor.0 = (self.cursor.0 + 1).min(last),
            KeyCode::Up => self.cursor.1 = self.cursor.1.saturating_sub(1),
            KeyCode::Down => self.cursor.1 = (self.cursor.1 + 1).min(last),
            KeyCode::Enter | KeyCode::Char(' ') => {
                let (x, y) = self.cursor;
                if let Some(point) = Point::new(x, y, last + 1) {
                    self.act(match self.table.game.is_counting() {
                        true => self.table.touched(point),
                        false => PlayCommand::Play(Move::Place(point)),
                    });
                }
            }
            KeyCode::Char('p') => self.act(PlayCommand::Play(Move::Pass)),
            KeyCode::Char('u') => self.act(PlayCommand::Undo),
            KeyCode::Char('r') => self.act(PlayCommand::Redo),
            KeyCode::Char('h') => self.act(PlayCommand::Hint),
            KeyCode::Char('a') => self.act(PlayCommand::Agree),
            KeyCode::Char('?') => self.act(PlayCommand::Help),
            KeyCode::Char(':') => self.typed = Some(String::new()),
            KeyCode::Char('q') => return false,
            // The first letter of a point, or of a command without its own key.
            KeyCode::Char(c) => self.typed = Some(c.to_string()),
            _ => {}
        }
        true
    }

    fn command(&mut self, text: &str) -> bool {
        match PlayCommand::read(text, self.table.game.position()) {
            Ok(PlayCommand::Quit) => return false,
            Ok(command) => self.act(command),
            Err(what) => self.say(vec![said::not_understood(what).say(self.table.lang)]),
        }
        true
    }

    fn act(&mut self, command: PlayCommand) {
        if self.thinking.is_some() {
            return self.say(vec![said::thinking().say(self.table.lang)]);
        }
        let lines = self.table.act(command);
        self.say(lines);
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let size = self.table.game.position().size();
        let width = (2 * size + 7) as u16;
        let [board, side] =
            Layout::horizontal([Constraint::Length(width), Constraint::Min(24)]).areas(frame.area());
        frame.render_widget(self.board(), board);
        self.side(frame, side);
    }

    fn board(&self) -> Paragraph<'_> {
        let position = self.table.game.position();
        let (size, notation) = (position.size(), position.kind().notation());
        let marks = self.table.marks();
        let letters: String =
            (0..size).map(|x| format!("{} ", notation.column(x).to_ascii_uppercase())).collect();
        let mut rows = vec![Line::from(format!("   {letters}"))];
        for y in 0..size {
            let mut row = vec![Span::raw(format!("{:>2} ", notation.row(y, size)))];
            for x in 0..size {
                let point = Point((y * size + x) as u16);
                let mut style = match position.stone(point) {
                    _ if marks.special.contains(&point) => Style::new().fg(Ink::DarkGray),
                    Some(_) => Style::new().add_modifier(Modifier::BOLD),
                    None if marks.forbidden.contains(&point) => Style::new().fg(Ink::Red),
                    None => Style::new().fg(Ink::DarkGray),
                };
                if marks.last == Some(point) {
                    style = style.fg(Ink::Yellow);
                }
                if self.cursor == (x, y) {
                    style = style.add_modifier(Modifier::REVERSED);
                }
                row.push(Span::styled(symbol(position, point, &marks).to_string(), style));
                row.push(Span::raw(" "));
            }
            rows.push(Line::from(row));
        }
        Paragraph::new(rows).block(Block::bordered().title(position.kind().say(self.table.lang)))
    }

    fn side(&self, frame: &mut Frame<'_>, area: Rect) {
        let [players, messages, typed] =
            Layout::vertical([Constraint::Length(5), Constraint::Min(3), Constraint::Length(1)]).areas(area);
        let mut status: Vec<Line<'_>> =
            Color::BOTH.into_iter().map(|color| Line::from(self.player(color))).collect();
        status.extend(opening::task(&self.table.game, self.table.lang).map(Line::from));
        frame.render_widget(Paragraph::new(status).block(Block::bordered()), players);
        let [width, height] = [messages.width, messages.height].map(|n| usize::from(n.saturating_sub(2)));
        let text = newest(&self.messages, width, height).join("\n");
        frame.render_widget(Paragraph::new(text).block(Block::bordered()), messages);
        if let Some(text) = &self.typed {
            frame.render_widget(Paragraph::new(format!(":{text}_")), typed);
        }
    }

    fn player(&self, color: Color) -> String {
        let position = self.table.game.position();
        let on_move = !self.table.is_over() && self.table.hand() == color;
        let mark = if on_move { "▶" } else { " " };
        let clock = self.table.game.clock(color).map_or(String::new(), |clock| {
            let used = if on_move { self.table.waited() } else { Duration::ZERO };
            format!("  {}", seconds(clock.available().saturating_sub(used)))
        });
        let discs = if registry::of(position.kind()).counts_stones {
            let count = Point::all(position.size()).filter(|&p| position.stone(p) == Some(color)).count();
            format!("  {count}")
        } else {
            String::new()
        };
        format!("{mark} {} {}{discs}{clock}", color.say(self.table.lang), self.table.name(color))
    }
}

/// The last lines of the messages that fit into a box, so that the newest is always visible.
fn newest(messages: &[String], width: usize, height: usize) -> Vec<String> {
    let recent = &messages[messages.len().saturating_sub(height)..];
    let lines: Vec<String> = recent
        .iter()
        .flat_map(|message| message.lines())
        .flat_map(|line| folded(line, width.max(2)))
        .collect();
    lines[lines.len().saturating_sub(height)..].to_vec()
}

/// Wraps a line at `width` columns, at spaces if possible. Chinese characters take two columns.
fn folded(line: &str, width: usize) -> Vec<String> {
    let columns = |text: &str| Span::raw(text).width();
    let mut pieces = vec![String::new()];
    let mut used = 0;
    for word in line.split_inclusive(' ') {
        let long = columns(word.trim_end());
        if used > 0 && used + long > width && long <= width {
            pieces.push(String::new());
            used = 0;
        }
        for letter in word.chars() {
            let wide = columns(letter.encode_utf8(&mut [0; 4]));
            if used + wide > width {
                // A space at the end of a line is not visible.
                if letter == ' ' {
                    continue;
                }
                pieces.push(String::new());
                used = 0;
            }
            pieces.last_mut().expect("there is always a piece").push(letter);
            used += wide;
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_last_is_seen_however_long_it_is() {
        assert_eq!(folded("one two three", 8), ["one two ", "three"]);
        assert_eq!(folded("引擎正在思考", 5), ["引擎", "正在", "思考"]);
        assert_eq!(folded("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(folded("", 3), [""]);
        let messages = ["first", "a long message", "last words"].map(str::to_owned);
        assert_eq!(newest(&messages, 6, 3), ["e", "last ", "words"]);
        assert!(newest(&messages, 0, 0).is_empty() && newest(&[], 9, 9).is_empty());
    }
}
