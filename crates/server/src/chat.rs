//! What two players say to each other: short, seen by them alone, never stored with the game.

use crate::app::App;
use crate::error::{Answer, Code, Fail};
use crate::identity::Who;
use crate::table::Table;
use crate::time::now_ms;
use crate::view::to_json;
use crate::wire::{Event, Said};
use axum::extract::ws::Utf8Bytes;
use heibai_words::server as said;

/// Characters of one message.
const LONGEST: usize = 200;
/// Messages of one game that a player who comes back still sees.
const KEPT: usize = 50;

/// One message.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    /// The player's id: colours may change.
    by: String,
    text: String,
    at: i64,
}

/// The message as it is shown: one line without control characters, or why it is none.
fn one_line(text: &str) -> Answer<String> {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let plain = plain.trim();
    if plain.is_empty() || plain.chars().count() > LONGEST {
        return Err(Fail::because(Code::BadRequest, said::message_length(LONGEST)));
    }
    Ok(plain.to_owned())
}

impl Table {
    fn said(&self, remark: &Remark) -> Option<Said> {
        let by = self.seats_of(&remark.by).next()?.into();
        Some(Said { by, text: remark.text.clone(), at: remark.at })
    }

    /// What `who` may read: a player everything, anybody else nothing.
    pub(crate) fn chat_for(&self, who: &str) -> Vec<Said> {
        match self.seats_of(who).next() {
            Some(_) => self.chat.iter().filter_map(|remark| self.said(remark)).collect(),
            None => Vec::new(),
        }
    }
}

impl App {
    /// Passes a message on to the other player.
    pub(crate) async fn say(&self, id: &str, who: &Who, text: &str) -> Answer<()> {
        let text = one_line(text)?;
        let room = self.room(id).await?;
        let mut seated = room.seated.lock().await;
        if !seated.table.is_remote() || seated.table.seats_of(&who.id).next().is_none() {
            return Err(Fail::because(Code::NotYours, said::nobody_listens()));
        }
        self.chat.take(&who.id)?;
        let remark = Remark { by: who.id.clone(), text, at: now_ms() };
        let said = seated.table.said(&remark).ok_or(Code::NotYours)?;
        let message = Utf8Bytes::from(to_json(&Event::Said { game: id, said }));
        let chat = &mut seated.table.chat;
        if chat.len() == KEPT {
            chat.remove(0);
        }
        chat.push(remark);
        let table = &seated.table;
        for watcher in &seated.watchers {
            if table.seats_of(&watcher.player).next().is_some() {
                watcher.outbox.send(message.clone());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_short_line() {
        assert_eq!(one_line("  你好 \n hi\u{7}").ok().as_deref(), Some("你好   hi"));
        assert_eq!(one_line("<b>&</b>").ok().as_deref(), Some("<b>&</b>"));
        assert!(one_line(&"好".repeat(LONGEST)).is_ok());
        for wrong in [String::new(), " \n\t".to_owned(), "x".repeat(LONGEST + 1)] {
            assert!(one_line(&wrong).is_err(), "{wrong:?}");
        }
    }
}
