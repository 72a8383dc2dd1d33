//! The admin API, with the owner's token: games, bans, quotas, and metrics for Prometheus.

use super::{Body, Params};
use crate::app::App;
use crate::error::{Answer, Code, Fail};
use crate::owner::{Ban, Owner, Quota};
use crate::serve::Peer;
use crate::time::now_ms;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use heibai_table::plain::is_hidden;
use serde::Deserialize;
use serde_json::{Value, json};

/// The most games in a list.
const MOST: i64 = 200;
/// The longest name or reason in characters.
const LONGEST: usize = 200;

/// The metrics, for the owner or from this machine itself; a proxy's requests do not count as local.
pub(crate) async fn metrics(
    State(app): State<App>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
) -> Answer<Response> {
    let local = peer.is_loopback() && !headers.contains_key("x-forwarded-for");
    if !local && !app.is_owner(&headers) {
        return Err(Code::Unauthorized.into());
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    Ok((kind, app.metrics_text()).into_response())
}

#[derive(Deserialize)]
pub(crate) struct Wanted {
    status: Option<String>,
}

pub(crate) async fn games(
    _: Owner,
    State(app): State<App>,
    Params(wanted): Params<Wanted>,
) -> Answer<Json<Value>> {
    let status = wanted.status.unwrap_or_else(|| "running".to_owned());
    let mut games = Vec::new();
    for game in app.store.games_by_status(&status, MOST).await? {
        let watchers = match app.loaded(&game.row.id) {
            Some(room) => room.seated.lock().await.watchers.len(),
            None => 0,
        };
        let row = game.row;
        games.push(json!({
            "id": row.id, "kind": row.kind, "status": row.status, "moves": row.moves, "updated": row.updated,
            "black": { "id": game.black, "name": row.black_name },
            "white": { "id": game.white, "name": row.white_name },
            "maker": game.maker, "watchers": watchers,
        }));
    }
    Ok(Json(json!({ "games": games })))
}

pub(crate) async fn close(_: Owner, State(app): State<App>, Path(id): Path<String>) -> Answer<StatusCode> {
    app.close_game(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn bans(_: Owner, State(app): State<App>) -> Answer<Json<Value>> {
    Ok(Json(json!({ "bans": app.store.bans().await? })))
}

#[derive(Deserialize)]
pub(crate) struct Reason {
    #[serde(default)]
    reason: String,
}

fn short(text: &str) -> Answer<String> {
    match text.is_empty() || text.chars().count() > LONGEST || text.chars().any(is_hidden) {
        true => Err(Code::BadRequest.into()),
        false => Ok(text.to_owned()),
    }
}

pub(crate) async fn ban(
    _: Owner,
    State(app): State<App>,
    Path(who): Path<String>,
    Body(Reason { reason }): Body<Reason>,
) -> Answer<StatusCode> {
    let ban = Ban { who: short(&who)?, reason: reason.chars().take(LONGEST).collect(), at: now_ms() };
    app.store.ban(&ban).await?;
    app.renew_decisions().await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn unban(_: Owner, State(app): State<App>, Path(who): Path<String>) -> Answer<StatusCode> {
    let was = app.store.unban(&who).await?;
    app.renew_decisions().await?;
    if was { Ok(StatusCode::NO_CONTENT) } else { Err(Fail::from(Code::NotFound)) }
}

pub(crate) async fn quotas(_: Owner, State(app): State<App>) -> Answer<Json<Value>> {
    let usual = json!({ "open_games": app.limits.open_games, "library": app.limits.library });
    Ok(Json(json!({ "usual": usual, "quotas": app.store.quotas().await? })))
}

pub(crate) async fn set_quota(
    _: Owner,
    State(app): State<App>,
    Path(player): Path<String>,
    Body(quota): Body<Quota>,
) -> Answer<StatusCode> {
    app.store.set_quota(&Quota { player: short(&player)?, ..quota }).await?;
    app.renew_decisions().await?;
    Ok(StatusCode::NO_CONTENT)
}
