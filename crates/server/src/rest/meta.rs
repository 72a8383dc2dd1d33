//! The games and players on offer, and facts about this server.

use crate::app::App;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use heibai_table::meta::{LimitsMeta, Meta, Version};
use serde::Serialize;
use std::sync::atomic::Ordering;
use utoipa::ToSchema;

#[utoipa::path(get, path = "/api/meta", tag = "server", responses((status = 200, body = Meta)))]
pub(crate) async fn meta(State(app): State<App>) -> Json<Meta> {
    let limits = &app.limits;
    let limits = LimitsMeta {
        body: limits.body,
        message: limits.message,
        open_games: limits.open_games,
        messages_per_second: limits.messages.0,
        analyses: limits.analyses,
    };
    let (runs, offline) = (app.runs.any(), app.offline.is_shown());
    Json(Meta { lobby: app.lobby, runs, offline, ..Meta::of(&app.networks, limits) })
}

#[utoipa::path(get, path = "/api/version", tag = "server", responses((status = 200, body = Version)))]
pub(crate) async fn version() -> Json<Version> {
    Json(Version::HERE)
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    ok: bool,
    games: usize,
    sockets: usize,
    /// Stored games that could not be restored; the log says why.
    set_aside: usize,
}

#[utoipa::path(get, path = "/api/health", tag = "server", responses((status = 200, body = Health)))]
pub(crate) async fn health(State(app): State<App>) -> Json<Health> {
    let sockets = app.connections.open();
    let set_aside = app.set_aside.load(Ordering::Relaxed);
    Json(Health { ok: true, games: app.room_count(), sockets, set_aside })
}

/// Whether games can be played here now: the database answers and has space.
pub(crate) async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.is_draining() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the server is about to end\n");
    }
    let wrong = match (app.store.answers().await, app.has_space().is_ok()) {
        (true, true) => return (StatusCode::OK, "ready\n"),
        (false, _) => "the database does not answer\n",
        (true, false) => "the disk is full\n",
    };
    (StatusCode::SERVICE_UNAVAILABLE, wrong)
}
