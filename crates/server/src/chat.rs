//! Chat between two players.

use crate::app::App;
use crate::error::{Answer, Code, Fail};
use crate::identity::Who;
use crate::time::now_ms;
use crate::view::to_json;
use crate::wire::Event;
use axum::extract::ws::Utf8Bytes;
use heibai_table::chat::one_line;
use heibai_words::server as said;

impl App {
    /// Delivers a message to the other player.
    pub(crate) async fn say(&self, id: &str, who: &Who, text: &str) -> Answer<()> {
        let text = one_line(text)?;
        let (_, mut seated) = self.enter(id).await?;
        if !seated.table.is_remote() || seated.table.seats_of(&who.id).next().is_none() {
            return Err(Fail::because(Code::NotYours, said::nobody_listens()));
        }
        self.chat.take(&who.id)?;
        let said = seated.table.hear(&who.id, text, now_ms())?;
        let message = Utf8Bytes::from(to_json(&Event::Said { game: id, said }));
        let table = &seated.table;
        for watcher in &seated.watchers {
            if table.seats_of(&watcher.player).next().is_some() {
                watcher.outbox.send(message.clone());
            }
        }
        Ok(())
    }
}
