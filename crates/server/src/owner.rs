//! The owner's decisions about guests: bans and quotas. Stored, and kept in memory because every request needs them.

use crate::act::same;
use crate::app::App;
use crate::error::{Answer, Code, Fail};
use crate::site::counted;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::sync::RwLock;

/// A ban of a player's id or an address.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Ban {
    pub who: String,
    pub reason: String,
    pub at: i64,
}

/// A player's own limits instead of the defaults.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Quota {
    #[serde(default)]
    pub player: String,
    pub open_games: Option<u64>,
    /// Bytes of records.
    pub library: Option<u64>,
}

/// The decisions in the form that requests need.
#[derive(Default)]
pub(crate) struct Decisions {
    banned: RwLock<HashSet<String>>,
    quotas: RwLock<HashMap<String, Quota>>,
}

impl App {
    /// Reloads the decisions: after a change, and periodically, because other processes change them too.
    pub(crate) async fn renew_decisions(&self) -> sqlx::Result<()> {
        let (bans, quotas) = (self.store.bans().await?, self.store.quotas().await?);
        // An address is normalised as for limits.
        let known = |who: String| who.parse().map_or(who, |address| counted(address).to_string());
        let banned = bans.into_iter().map(|ban| known(ban.who)).collect();
        *self.decisions.banned.write().unwrap_or_else(|p| p.into_inner()) = banned;
        let quotas = quotas.into_iter().map(|quota| (quota.player.clone(), quota)).collect();
        *self.decisions.quotas.write().unwrap_or_else(|p| p.into_inner()) = quotas;
        Ok(())
    }

    /// Refuses whoever is banned.
    pub(crate) fn admits(&self, who: &str) -> Answer<()> {
        let banned = self.decisions.banned.read().unwrap_or_else(|p| p.into_inner());
        if banned.contains(who) { Err(Code::Banned.into()) } else { Ok(()) }
    }

    fn quota(&self, player: &str) -> Quota {
        let quotas = self.decisions.quotas.read().unwrap_or_else(|p| p.into_inner());
        quotas.get(player).cloned().unwrap_or_default()
    }

    /// The most unfinished games of a player.
    pub(crate) fn most_games(&self, player: &str) -> u64 {
        self.quota(player).open_games.unwrap_or(self.limits.open_games as u64)
    }

    /// The most bytes of records of a player.
    pub(crate) fn most_records(&self, player: &str) -> u64 {
        self.quota(player).library.unwrap_or(self.limits.library)
    }

    /// Whether a request has the owner's token.
    pub(crate) fn is_owner(&self, headers: &HeaderMap) -> bool {
        let given =
            headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        matches!((given, &self.owner_token), (Some(given), Some(token)) if same(given, token))
    }
}

/// A request with the owner's token.
pub(crate) struct Owner;

impl FromRequestParts<App> for Owner {
    type Rejection = Fail;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Owner> {
        match app.owner_token {
            // A server without a token has no admin API.
            None => Err(Code::NotFound.into()),
            Some(_) if app.is_owner(&parts.headers) => Ok(Owner),
            Some(_) => Err(Code::Unauthorized.into()),
        }
    }
}
