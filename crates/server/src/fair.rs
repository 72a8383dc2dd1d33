//! Fair play: while two people play each other, neither gets an engine's help with that game here, neither at its
//! board nor by analysing a copy of it.

use crate::app::App;
use crate::error::{Answer, Code};
use crate::line::Line;
use heibai_games::{AnyPosition, Match};
use heibai_table::fair::is_about;

impl App {
    /// Refuses help with a position of a game that `who` is playing against another person.
    pub(crate) async fn check_fair(&self, who: &str, asked: &Match<AnyPosition>) -> Answer<()> {
        if who.is_empty() {
            return Ok(());
        }
        for id in self.store.games_with_others(who).await? {
            let room = self.current_room(&id).await?;
            let seated = room.seated.lock().await;
            let table = &seated.table;
            if table.is_between_people() && !table.is_over() && is_about(asked, &table.game) {
                return Err(Code::FairPlay.into());
            }
        }
        Ok(())
    }

    /// The same for a line that is asked about.
    pub(crate) async fn check_fair_line(&self, who: &str, line: &Line) -> Answer<()> {
        self.check_fair(who, &line.play()?).await
    }
}
