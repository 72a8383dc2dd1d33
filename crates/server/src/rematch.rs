//! Creates the game that follows another.

use crate::app::App;
use crate::error::Answer;
use crate::event::Event;
use crate::identity::random_text;
use crate::room::{NotStored, Room};
use crate::table::Table;
use heibai_table::rematch::swapped;
use std::sync::Arc;
use std::time::Duration;

/// The pause at the end of a game before the next one of a series begins.
const BETWEEN: Duration = Duration::from_secs(3);

impl App {
    /// Creates the rematch and returns its id. The chat continues there.
    pub(crate) async fn rematch(&self, who: &str, table: &Table) -> Answer<String> {
        let room = self.create(swapped(table, who, random_text(16))).await?;
        room.seated.lock().await.table.chat = table.chat.clone();
        Ok(room.id.clone())
    }
}

/// Creates the next game of a series between engines.
pub(crate) async fn next_of_series(app: App, room: Arc<Room>) {
    tokio::time::sleep(BETWEEN).await;
    let mut seated = room.seated.lock().await;
    if !seated.table.goes_on_with_another() {
        return;
    }
    let maker = seated.table.setup.maker.clone();
    let game = match app.rematch(&maker, &seated.table).await {
        Ok(game) => game,
        Err(fail) => return tracing::warn!("the series of game {} ends: {}", room.id, fail.en),
    };
    if let Err(NotStored::Refused(fail)) = app.commit(&room, &mut seated, Event::Next { game }).await {
        tracing::error!("the series of game {} could not go on: {}", room.id, fail.en);
    }
}
