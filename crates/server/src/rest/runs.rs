//! Arena runs that guests may follow.

use crate::app::App;
use crate::error::{Answer, ErrorBody, Fail};
use crate::runs::{RunEntry, RunView};
use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub(crate) struct RunList {
    runs: Vec<RunEntry>,
}

#[utoipa::path(get, path = "/api/runs", tag = "live", responses((status = 200, body = RunList)))]
pub(crate) async fn list(State(app): State<App>) -> Answer<Json<RunList>> {
    let runs = tokio::task::spawn_blocking(move || app.runs.list()).await.map_err(Fail::internal)?;
    Ok(Json(RunList { runs }))
}

#[utoipa::path(get, path = "/api/runs/{id}", params(("id" = String, Path,)), tag = "live",
    responses((status = 200, body = RunView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn view(State(app): State<App>, Path(id): Path<String>) -> Answer<Json<RunView>> {
    tokio::task::spawn_blocking(move || app.runs.view(&id)).await.map_err(Fail::internal)?.map(Json)
}
