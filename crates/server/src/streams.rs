//! Line streams for bots: each receives the events of all its games.

use crate::app::App;
use crate::table::Table;
use crate::time::now_ms;
use crate::view::to_json;
use crate::wire::{Live, Phase, PlayedView};
use heibai_games::Color;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard};
use tokio::sync::mpsc;

/// The most lines queued for a bot; one that does not read is disconnected.
const WAITING: usize = 256;

type BotSender = mpsc::Sender<String>;

#[derive(Default)]
pub(crate) struct Streams {
    open: Mutex<HashMap<String, Vec<BotSender>>>,
    /// Games that a bot was notified of, so that it hears of its seat once.
    told: Mutex<HashSet<(String, String)>>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum News<'a> {
    Turn { game: &'a str, live: Live, moves: Vec<PlayedView> },
    Counting { game: &'a str, live: Live },
    Offer { game: &'a str, live: Live },
    Over { game: &'a str, live: Live },
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Streams {
    pub(crate) fn subscribe(&self, player: &str) -> mpsc::Receiver<String> {
        let (line, lines) = mpsc::channel(WAITING);
        lock(&self.open).entry(player.to_owned()).or_default().push(line);
        lines
    }

    pub(crate) fn is_open(&self, player: &str) -> bool {
        lock(&self.open).get(player).is_some_and(|lines| lines.iter().any(|l| !l.is_closed()))
    }

    pub(crate) fn any(&self) -> bool {
        !lock(&self.open).is_empty()
    }

    fn send(&self, player: &str, text: &str) {
        let mut open = lock(&self.open);
        if let Some(lines) = open.get_mut(player) {
            lines.retain(|line| line.try_send(text.to_owned()).is_ok());
            if lines.is_empty() {
                open.remove(player);
            }
        }
    }
}

impl App {
    /// Notifies the bots in a game.
    pub(crate) fn tell_bots(&self, table: &Table) {
        if !self.streams.any() {
            return;
        }
        for side in Color::BOTH {
            if let Some(player) = table.seat(side).holder()
                && self.streams.is_open(player)
            {
                self.tell_bot(table, side, player);
            }
        }
    }

    pub(crate) fn tell_bot(&self, table: &Table, side: Color, player: &str) {
        let key = (player.to_owned(), table.id.clone());
        if lock(&self.streams.told).insert(key.clone()) {
            let game = table.view(player, now_ms());
            self.streams.send(player, &to_json(&serde_json::json!({ "type": "game", "game": game })));
        }
        let (game, live) = (table.id.as_str(), table.live(now_ms()));
        let news = match live.phase {
            Phase::Over => News::Over { game, live },
            Phase::Counting => News::Counting { game, live },
            _ if live.offer.is_some_and(|offer| Color::from(offer.by) != side) => News::Offer { game, live },
            _ if table.is_playing() && table.acting() == side => {
                let moves = (0..table.game.moves().len()).map(|index| table.played(index)).collect();
                News::Turn { game, live, moves }
            }
            _ => return,
        };
        if matches!(news, News::Over { .. }) {
            lock(&self.streams.told).remove(&key);
        }
        self.streams.send(player, &to_json(&news));
    }
}
