//! The game as plain lines: boards and messages out, commands in, one a line.

use super::command::Command;
use super::opening;
use super::table::{Table, ask};
use crate::board_text;
use heibai_protocols::lines::Lines;
use heibai_words::{Say, commands as said, names};
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub fn run(mut table: Table) -> anyhow::Result<()> {
    let stop = AtomicBool::new(false);
    let mut input = Lines::new(std::io::stdin().lock());
    show(&table);
    while !table.is_over() {
        let messages = if table.waits_for_human() {
            let began = Instant::now();
            prompt(&table)?;
            let Some(line) = input.next()? else {
                println!("{}", said::input_ended().get(table.lang));
                return Ok(());
            };
            match Command::read(&line, table.game.position()) {
                Ok(Command::Quit) => return Ok(()),
                Ok(command) => {
                    let moved = matches!(command, Command::Play(_) | Command::Undo | Command::Redo);
                    let messages = table.act(command, began.elapsed());
                    if moved {
                        show(&table);
                    }
                    messages
                }
                Err(what) => vec![said::not_understood(what).say(table.lang)],
            }
        } else {
            let color = table.hand();
            let Some(mut player) = table.take_program() else { break };
            let began = Instant::now();
            let answer = ask(&mut *player, &table.game, table.opening, &stop);
            table.put_back(color, player);
            let messages = table.answered(answer, began.elapsed());
            show(&table);
            messages
        };
        for message in messages {
            println!("{message}");
        }
    }
    Ok(())
}

fn show(table: &Table) {
    if let Some(played) = table.game.moves().iter().rev().find(|played| !played.forced) {
        let text = table.game.position().write_move(played.mv);
        println!("{}. {} {text}", table.game.moves().len(), played.color.say(table.lang));
    }
    let (mut moves, mut forbidden) = (Vec::new(), Vec::new());
    print!("{}", board_text::draw(table.game.position(), &table.marks(&mut moves, &mut forbidden)));
}

fn prompt(table: &Table) -> anyhow::Result<()> {
    if let Some(task) = opening::task(&table.opening, table.lang) {
        println!("{task}");
    }
    let turn = table.turn();
    let clock =
        table.game.clock(turn).map_or(String::new(), |clock| format!(" [{}]", seconds(clock.available())));
    print!("{}{clock}> ", names::to_play(turn).get(table.lang));
    std::io::stdout().flush()?;
    Ok(())
}

/// 5:07, for a clock.
pub fn seconds(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}
