//! Open connections (sockets and streams), and how many one person and one address may have. Behind a proxy every
//! connection comes from the proxy, so the address is the one that it reports.

use crate::app::App;
use crate::door::FROM_ONE_ADDRESS;
use crate::error::{Answer, Code, Fail};
use crate::identity::Who;
use crate::serve::Peer;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Open connections: all of them, and by person and address.
#[derive(Default)]
pub(crate) struct Connections {
    open: AtomicUsize,
    counts: Mutex<HashMap<Owner, usize>>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Owner {
    Person(String),
    Address(IpAddr),
}

impl Connections {
    fn counts(&self) -> MutexGuard<'_, HashMap<Owner, usize>> {
        self.counts.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The number of open connections.
    pub(crate) fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }
}

/// One connection of a person and an address; released when dropped.
pub(crate) struct ConnectionPermit {
    app: App,
    owners: Vec<Owner>,
}

impl ConnectionPermit {
    /// `person` is empty for those counted by address alone.
    fn take(app: &App, person: &str, address: Option<IpAddr>) -> Answer<ConnectionPermit> {
        let mut limits = Vec::new();
        if !person.is_empty() {
            limits.push((Owner::Person(person.to_owned()), app.limits.connections));
        }
        if let Some(address) = address.filter(|a| !a.is_loopback() && !app.site.trusts(*a)) {
            limits.push((Owner::Address(address), FROM_ONE_ADDRESS));
        }
        let mut counts = app.connections.counts();
        if limits.iter().any(|(owner, most)| counts.get(owner).is_some_and(|count| count >= most)) {
            return Err(Fail::because(Code::TooMany, heibai_words::server::connections()));
        }
        let owners: Vec<Owner> = limits.into_iter().map(|(owner, _)| owner).collect();
        for owner in &owners {
            *counts.entry(owner.clone()).or_default() += 1;
        }
        drop(counts);
        app.connections.open.fetch_add(1, Ordering::Relaxed);
        Ok(ConnectionPermit { app: app.clone(), owners })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.app.connections.open.fetch_sub(1, Ordering::Relaxed);
        let mut counts = self.app.connections.counts();
        for owner in &self.owners {
            if let Some(count) = counts.get_mut(owner) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(owner);
                }
            }
        }
    }
}

impl FromRequestParts<App> for ConnectionPermit {
    type Rejection = Fail;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<ConnectionPermit> {
        // Spectators without a cookie have no id.
        let who = Who::from_request_parts(parts, app).await?;
        ConnectionPermit::take(app, &who.id, address(parts))
    }
}

/// A permit for a stream of lines: a bot has one for each of its games.
pub(crate) struct StreamPermit(#[expect(dead_code, reason = "held until the stream ends")] ConnectionPermit);

impl FromRequestParts<App> for StreamPermit {
    type Rejection = Fail;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<StreamPermit> {
        ConnectionPermit::take(app, "", address(parts)).map(StreamPermit)
    }
}

fn address(parts: &Parts) -> Option<IpAddr> {
    parts.extensions.get::<Peer>().map(|peer| peer.0)
}
