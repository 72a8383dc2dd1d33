//! Fair play: while two people play each other, neither gets engine help with that game here, neither on its board
//! nor by analysing a copy of it.

use crate::app::App;
use crate::error::{Answer, Code};
use crate::line::Line;
use heibai_games::{AnyPosition, Match};
use heibai_table::fair::is_about;

impl App {
    /// Refuses help with a position of a game that `who` is playing against another person.
    pub(crate) async fn check_fair(&self, who: &str, asked: &Match<AnyPosition>) -> Answer<()> {
        self.check_against(&self.games_with_others(who).await?, asked).await
    }

    async fn games_with_others(&self, who: &str) -> Answer<Vec<String>> {
        if who.is_empty() { Ok(Vec::new()) } else { Ok(self.store.games_with_others(who).await?) }
    }

    async fn check_against(&self, games: &[String], asked: &Match<AnyPosition>) -> Answer<()> {
        for id in games {
            let (_, seated) = self.enter_current(id).await?;
            let table = &seated.table;
            if table.is_between_people() && !table.is_over() && is_about(asked, &table.game) {
                return Err(Code::FairPlay.into());
            }
        }
        Ok(())
    }

    /// Like `check_fair`, for a line.
    pub(crate) async fn check_fair_line(&self, who: &str, line: &Line) -> Answer<()> {
        // Most people play nobody; their lines need not be replayed for this.
        match self.games_with_others(who).await? {
            games if games.is_empty() => Ok(()),
            games => self.check_against(&games, &line.play()?).await,
        }
    }
}
