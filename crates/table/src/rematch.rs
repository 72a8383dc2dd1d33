//! Rematches and series: the colours swap, and the old game links to the new one.

use crate::event::{Series, Setup};
use crate::table::Table;
use crate::wire::{Both, SeriesView};
use heibai_arena::elo::{Tally, share};
use heibai_games::Color;

impl Series {
    fn played(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The series with colours swapped.
    fn turned(self) -> Series {
        Series { wins: self.losses, losses: self.wins, ..self }
    }
}

impl Table {
    /// The series including this game's result, if it has one.
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

    pub fn series_view(&self) -> Option<SeriesView> {
        let before = self.setup.series?;
        let Series { of, wins, draws, losses } = self.series();
        let tally = Tally { wins: wins.into(), draws: draws.into(), losses: losses.into() };
        let (low, high) = share(&tally);
        let points = Both { black: tally.points(), white: tally.games() as f64 - tally.points() };
        Some(SeriesView { number: before.played() + 1, of, points, low, high })
    }

    /// Whether the engines in this game have another game to play.
    pub fn goes_on_with_another(&self) -> bool {
        let more = self.setup.series.is_some_and(|_| self.series().played() < self.series().of);
        self.is_show() && self.is_over() && self.next.is_none() && more
    }
}

/// The same game with colours swapped; `invite` is its own code.
pub fn swapped(table: &Table, maker: &str, invite: String) -> Setup {
    Setup {
        black: table.seat(Color::White).clone(),
        white: table.seat(Color::Black).clone(),
        before: Vec::new(),
        pace_ms: table.pace_ms,
        invite,
        maker: maker.to_owned(),
        series: Some(table.series().turned()),
        ..table.setup.clone()
    }
}
