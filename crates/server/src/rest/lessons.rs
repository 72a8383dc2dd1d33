//! First steps: the lessons, the answers to moves, and the glossary they link to.

use super::Body;
use crate::app::App;
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::identity::Identified;
use crate::lessons::{self, Glossary, Lessons};
use crate::problems::TriedView;
use axum::Json;
use axum::extract::{Path, State};
use heibai_games::Kind;
use heibai_table::training::Try;

#[utoipa::path(get, path = "/api/lessons", tag = "training", responses((status = 200, body = Lessons)))]
pub(crate) async fn list() -> Answer<Json<Lessons>> {
    lessons::all().map(Json)
}

#[utoipa::path(get, path = "/api/glossary", tag = "training", responses((status = 200, body = Glossary)))]
pub(crate) async fn glossary() -> Json<Glossary> {
    Json(lessons::glossary())
}

#[utoipa::path(post, path = "/api/lessons/{kind}/{id}/try", request_body = Try, tag = "training",
    params(("kind" = String, Path,), ("id" = String, Path,)),
    responses((status = 200, body = TriedView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn try_moves(
    State(app): State<App>,
    Identified(who): Identified,
    Path((game, id)): Path<(String, String)>,
    Body(tried): Body<Try>,
) -> Answer<Json<TriedView>> {
    let kind: Kind = game.parse().map_err(|_| Fail::from(Code::NotFound))?;
    let judged = app.work.submit(&who.id, move || lessons::attempt(kind, &id, &tried.moves))?;
    judged.await.map_err(Fail::internal)?.map(Json)
}
