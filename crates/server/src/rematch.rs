//! One game after another at the same table: the colours change, the link leads on.

use crate::app::App;
use crate::error::Answer;
use crate::event::{Event, Series, Setup};
use crate::identity::random_text;
use crate::room::{NotStored, Room};
use crate::table::Table;
use crate::wire::{Both, SeriesView};
use heibai_arena::elo::{Tally, share};
use heibai_games::Color;
use std::sync::Arc;
use std::time::Duration;

/// The end of a game of a series is seen for so long before the next one begins.
const BETWEEN: Duration = Duration::from_secs(3);

impl Series {
    fn played(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The same with the colours changed.
    fn turned(self) -> Series {
        Series { wins: self.losses, losses: self.wins, ..self }
    }
}

impl Table {
    /// The series with this game's result, if it has one.
    fn series(&self) -> Series {
        let mut series = self.setup.series.unwrap_or_default();
        match self.game.outcome().map(|outcome| outcome.winner) {
            Some(Some(Color::Black)) => series.wins += 1,
            Some(Some(Color::White)) => series.losses += 1,
            Some(None) => series.draws += 1,
            None => {}
        }
        series
    }

    pub(crate) fn series_view(&self) -> Option<SeriesView> {
        let before = self.setup.series?;
        let Series { of, wins, draws, losses } = self.series();
        let tally = Tally { wins: wins.into(), draws: draws.into(), losses: losses.into() };
        let (low, high) = share(&tally);
        let points = Both { black: tally.points(), white: tally.games() as f64 - tally.points() };
        Some(SeriesView { number: before.played() + 1, of, points, low, high })
    }

    /// Whether the engines that play here have another game to play.
    pub(crate) fn goes_on_with_another(&self) -> bool {
        let more = self.setup.series.is_some_and(|_| self.series().played() < self.series().of);
        self.is_show() && self.is_over() && self.next.is_none() && more
    }
}

/// The same game with the colours changed.
pub(crate) fn swapped(table: &Table, maker: &str) -> Setup {
    Setup {
        black: table.seat(Color::White).clone(),
        white: table.seat(Color::Black).clone(),
        before: Vec::new(),
        pace_ms: table.pace_ms,
        invite: random_text(16),
        maker: maker.to_owned(),
        series: Some(table.series().turned()),
        ..table.setup.clone()
    }
}

impl App {
    /// Makes the game that both players want, and gives its id. They go on talking there.
    pub(crate) async fn rematch(&self, who: &str, table: &Table) -> Answer<String> {
        let room = self.create(swapped(table, who)).await?;
        room.seated.lock().await.table.chat = table.chat.clone();
        Ok(room.id.clone())
    }
}

/// The next game of a series of engines.
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
