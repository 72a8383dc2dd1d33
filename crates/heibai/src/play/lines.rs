//! The game as plain lines: boards and messages out, commands in, one per line.

use super::command::PlayCommand;
use super::game::TerminalPosition;
use super::opening;
use super::table::{TerminalGame, ask};
use crate::board_text;
use heibai_games::Due;
use heibai_protocols::lines::Lines;
use heibai_words::{Say, commands as said, names};
use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub fn run<P: TerminalPosition>(
    mut table: TerminalGame<P>,
    input: impl BufRead,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let stop = AtomicBool::new(false);
    let mut input = Lines::new(input);
    show(&table, out)?;
    while !table.is_over() {
        let messages = if table.waits_for_human() {
            prompt(&table, out)?;
            let Some(line) = input.next()? else {
                writeln!(out, "{}", said::input_ended().get(table.lang))?;
                return Ok(());
            };
            if line.trim().is_empty() {
                continue;
            }
            let mut messages = match PlayCommand::read(&line, table.game.position()) {
                Ok(PlayCommand::Quit) => return Ok(()),
                Ok(command) => {
                    let quiet =
                        matches!(command, PlayCommand::Hint | PlayCommand::Explain(_) | PlayCommand::Help);
                    let before = table.game.clone();
                    let messages = table.act(command);
                    if !quiet && table.game != before {
                        show(&table, out)?;
                    }
                    messages
                }
                Err(what) => vec![said::not_understood(what).say(table.lang)],
            };
            messages.extend(table.check_flag());
            messages
        } else {
            let Some((seat, mut player)) = table.take_program() else { break };
            let answer = ask(&mut *player, &table.game, &stop);
            table.put_back(seat, player);
            let messages = table.answered(answer);
            show(&table, out)?;
            messages
        };
        for message in messages {
            writeln!(out, "{message}")?;
        }
    }
    // A finished game can still be saved; between programs there is nobody to ask.
    while table.has_human() {
        let Some(line) = input.next()? else { break };
        match PlayCommand::read(&line, table.game.position()) {
            Ok(PlayCommand::Quit) => break,
            Ok(save @ PlayCommand::Save(_)) => {
                for line in table.act(save) {
                    writeln!(out, "{line}")?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn show<P: TerminalPosition>(table: &TerminalGame<P>, out: &mut dyn Write) -> std::io::Result<()> {
    if let Some(played) = table.game.moves().iter().rev().find(|played| !played.forced) {
        let name = names::move_name(table.game.position(), played.mv).say(table.lang);
        writeln!(out, "{}. {} {name}", table.game.moves().len(), played.color.say(table.lang))?;
    }
    write!(out, "{}", board_text::draw(table.game.position(), &table.marks()))
}

fn prompt<P: TerminalPosition>(table: &TerminalGame<P>, out: &mut dyn Write) -> std::io::Result<()> {
    if let Some(task) = opening::task(&table.game, table.lang) {
        writeln!(out, "{task}")?;
    }
    let clock = table.game.clock(table.hand());
    let left = clock.map(|clock| clock.available().saturating_sub(table.waited()));
    let clock = left.map_or(String::new(), |left| format!(" [{}]", seconds(left)));
    let what = match table.game.request() {
        Due::Agreement { .. } => said::counting(),
        _ => names::to_play(table.game.position().turn()),
    };
    write!(out, "{}{clock}> ", what.get(table.lang))?;
    out.flush()
}

/// A clock time, such as 5:07.
pub fn seconds(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}
