//! Chat between two players: short, seen by them alone, never stored with the game.

use crate::error::{Answer, Code, Fail};
use crate::plain::{is_hidden, is_seen};
use crate::table::Table;
use crate::wire::Said;
use heibai_words::server as said;

/// The longest message in characters.
const LONGEST: usize = 200;
/// Messages of one game that a player who reconnects still sees.
const KEPT: usize = 50;

/// One message.
#[derive(Clone, Debug)]
pub struct Remark {
    /// The player's id, because colours may change.
    by: String,
    text: String,
    at: i64,
}

/// The message as it is shown, in one line without control characters; or why it is refused.
pub fn one_line(text: &str) -> Answer<String> {
    let spaced = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let plain: String = spaced.filter(|&c| !is_hidden(c)).collect();
    let plain = plain.trim();
    if !is_seen(plain) || plain.chars().count() > LONGEST {
        return Err(Fail::because(Code::BadRequest, said::message_length(LONGEST)));
    }
    Ok(plain.to_owned())
}

impl Table {
    fn said(&self, remark: &Remark) -> Option<Said> {
        let by = self.seats_of(&remark.by).next()?.into();
        Some(Said { by, text: remark.text.clone(), at: remark.at })
    }

    /// Stores a message and returns it as the players read it.
    pub fn hear(&mut self, who: &str, text: String, at: i64) -> Answer<Said> {
        let remark = Remark { by: who.to_owned(), text, at };
        let said = self.said(&remark).ok_or(Code::NotYours)?;
        if self.chat.len() == KEPT {
            self.chat.remove(0);
        }
        self.chat.push(remark);
        Ok(said)
    }

    /// The messages `who` may read: all of them for a player, none for anybody else.
    pub fn chat_for(&self, who: &str) -> Vec<Said> {
        match self.seats_of(who).next() {
            Some(_) => self.chat.iter().filter_map(|remark| self.said(remark)).collect(),
            None => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_short_line() {
        assert_eq!(one_line("  你好 \n hi\u{7}").ok().as_deref(), Some("你好   hi"));
        assert_eq!(one_line("a\u{202e}b\u{200b}c").ok().as_deref(), Some("abc"), "nothing turns the line");
        assert_eq!(one_line("<b>&</b>").ok().as_deref(), Some("<b>&</b>"));
        assert!(one_line(&"好".repeat(LONGEST)).is_ok());
        for wrong in
            [String::new(), " \n\t".to_owned(), "\u{3164}\u{200d}".to_owned(), "x".repeat(LONGEST + 1)]
        {
            assert!(one_line(&wrong).is_err(), "{wrong:?}");
        }
    }
}
