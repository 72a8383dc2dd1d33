//! Games to offer to a server: finished here, and not sent to one yet.

use crate::core::Core;
use crate::rest::{Reply, nothing, ok};
use heibai_table::error::{Answer, Code};
use heibai_table::rows::entry;
use serde_json::json;
use std::cmp::Reverse;

impl Core {
    pub(crate) fn offers(&mut self, method: &str, at: &[&str]) -> Answer<Reply> {
        match (method, at) {
            ("GET", ["offers"]) => {
                let is_new = |game: &&crate::keep::KeptGame| {
                    !game.hidden && !game.given && game.row.status == "over" && game.row.moves > 0
                };
                let mut rows: Vec<_> = self.games.values().filter(is_new).map(|game| &game.row).collect();
                rows.sort_by_key(|row| Reverse(row.updated));
                ok(&json!({ "games": rows.into_iter().map(|row| entry(row.clone())).collect::<Vec<_>>() }))
            }
            ("PUT", ["offers", id]) => {
                self.games.get_mut(*id).ok_or(Code::NotFound)?.given = true;
                self.keep_game(id);
                nothing()
            }
            _ => Err(Code::NotFound.into()),
        }
    }
}
