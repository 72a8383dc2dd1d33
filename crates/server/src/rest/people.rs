//! Guests: a cookie on the first visit, a name if they give one.

use super::Body;
use crate::act::clean_name;
use crate::app::App;
use crate::error::{Answer, ErrorBody};
use crate::identity::{Identified, Who, random_text};
use crate::serve::Peer;
use crate::time::now_ms;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    id: String,
    name: String,
    bot: bool,
}

#[utoipa::path(get, path = "/api/me", tag = "people",
    responses((status = 200, body = Me, description = "sets the cookie on the first visit")))]
pub(crate) async fn me(
    State(app): State<App>,
    who: Who,
    Extension(peer): Extension<Peer>,
) -> Answer<Response> {
    if !who.id.is_empty() {
        let member = who.member(&app).await?;
        return Ok(Json(Me { id: member.id, name: member.name, bot: member.bot }).into_response());
    }
    app.guests.take(&peer.0.to_string())?;
    let id = format!("p_{}", random_text(16));
    let cookie = app.signer.cookie(&id);
    let me = Me { id, name: String::new(), bot: false };
    Ok(([(header::SET_COOKIE, cookie)], Json(me)).into_response())
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Rename {
    name: String,
}

#[utoipa::path(put, path = "/api/me", tag = "people", request_body = Rename,
    responses((status = 200, body = Me), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn rename(
    State(app): State<App>,
    Identified(who): Identified,
    Body(rename): Body<Rename>,
) -> Answer<Json<Me>> {
    let name = clean_name(&rename.name)?;
    app.store.name_player(&who.id, &name, now_ms()).await?;
    Ok(Json(Me { id: who.id, name, bot: who.bot }))
}
