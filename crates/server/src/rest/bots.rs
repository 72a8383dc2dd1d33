//! Bots: tokens, and streams of lines.

use super::Body;
use crate::act::clean_name;
use crate::app::App;
use crate::connections::StreamPermit;
use crate::door::drained;
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::identity::{Identified, Who, random_text, token_hash};
use crate::room::Outbox;
use crate::store::Player;
use crate::time::now_ms;
use crate::view::to_json;
use axum::Json;
use axum::body::Body as Stream;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use utoipa::ToSchema;

/// The most bots of one person.
const MOST: usize = 20;
/// An empty line is sent this often to keep the stream alive.
const ALIVE: Duration = Duration::from_secs(15);

#[derive(Deserialize, ToSchema)]
pub(crate) struct NewBot {
    name: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Bot {
    id: String,
    name: String,
    online: bool,
    /// Shown once, when the bot is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Bots {
    bots: Vec<Bot>,
}

#[utoipa::path(post, path = "/api/bots", tag = "bots", request_body = NewBot,
    responses((status = 201, body = Bot), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn create(
    State(app): State<App>,
    Identified(who): Identified,
    Body(new): Body<NewBot>,
) -> Answer<(StatusCode, Json<Bot>)> {
    if who.bot {
        return Err(Code::NotYours.into());
    }
    if app.store.bots(&who.id).await?.len() >= MOST {
        return Err(Fail::because(Code::TooMany, heibai_words::server::bots()));
    }
    let name = clean_name(&new.name)?;
    let bot = Player { id: format!("p_{}", random_text(16)), name, owner: who.id };
    let token = format!("hb_{}", random_text(40));
    app.store.add_bot(&bot, &token_hash(&token), now_ms()).await?;
    Ok((StatusCode::CREATED, Json(Bot { id: bot.id, name: bot.name, online: false, token: Some(token) })))
}

#[utoipa::path(get, path = "/api/bots", tag = "bots", responses((status = 200, body = Bots)))]
pub(crate) async fn list(State(app): State<App>, Identified(who): Identified) -> Answer<Json<Bots>> {
    let bots = app.store.bots(&who.id).await?.into_iter();
    let bot =
        |bot: Player| Bot { online: app.streams.is_open(&bot.id), id: bot.id, name: bot.name, token: None };
    Ok(Json(Bots { bots: bots.map(bot).collect() }))
}

#[utoipa::path(delete, path = "/api/bots/{id}", params(("id" = String, Path,)), tag = "bots",
    responses((status = 204), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn remove(
    State(app): State<App>,
    Identified(who): Identified,
    Path(id): Path<String>,
) -> Answer<StatusCode> {
    match app.store.remove_bot(&who.id, &id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Code::NotFound.into()),
    }
}

#[utoipa::path(get, path = "/api/bot/stream", tag = "bots",
    responses((status = 200, content_type = "application/x-ndjson", body = String)))]
pub(crate) async fn stream(
    State(app): State<App>,
    Identified(who): Identified,
    place: StreamPermit,
) -> Answer<Response> {
    let lines = app.streams.subscribe(&who.id);
    let response = lines_response(lines, app.drain.follow(), place);
    for game in app.store.running_games(&who.id).await? {
        let (_, seated) = app.enter_current(&game).await?;
        for side in seated.table.seats_of(&who.id).collect::<Vec<_>>() {
            app.tell_bot(&seated.table, side, &who.id);
        }
    }
    Ok(response)
}

#[utoipa::path(get, path = "/api/games/{id}/stream", params(("id" = String, Path,)), tag = "bots",
    responses((status = 200, content_type = "application/x-ndjson", body = String)))]
pub(crate) async fn game_stream(
    State(app): State<App>,
    who: Who,
    place: StreamPermit,
    Path(id): Path<String>,
) -> Answer<Response> {
    let (queue, mut messages) = mpsc::channel(256);
    let outbox = Outbox { connection: app.next_connection(), queue, slow: Arc::default() };
    let view = app.watch(&id, &who, &outbox).await?;
    let (line, lines) = mpsc::channel(1);
    let drain = app.drain.follow();
    let first = to_json(&json!({ "type": "game", "game": view }));
    tokio::spawn(async move {
        let mut next = Some(first);
        while let Some(text) = next {
            // A bot that reads too slowly is disconnected, and reconnects to the current state.
            if line.send(text).await.is_err() || outbox.slow.load(Ordering::Relaxed) {
                break;
            }
            next = tokio::select! {
                message = messages.recv() => message.map(|m| m.to_string()),
                () = line.closed() => None,
            };
        }
        app.leave(&id, outbox.connection).await;
    });
    Ok(lines_response(lines, drain, place))
}

/// JSON lines as they come, and an empty line after a while without one; ends when the server shuts down.
fn lines_response(
    lines: mpsc::Receiver<String>,
    drain: watch::Receiver<bool>,
    place: StreamPermit,
) -> Response {
    let open = (lines, drain, place);
    let stream = futures_util::stream::unfold(open, |(mut lines, mut drain, place)| async move {
        let next = tokio::select! {
            biased;
            next = tokio::time::timeout(ALIVE, lines.recv()) => next,
            () = drained(&mut drain) => return None,
        };
        match next {
            Ok(Some(mut text)) => {
                text.push('\n');
                Some((Ok::<_, Infallible>(text), (lines, drain, place)))
            }
            Ok(None) => None,
            Err(_) => Some((Ok("\n".to_owned()), (lines, drain, place))),
        }
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (kind, Stream::from_stream(stream)).into_response()
}
