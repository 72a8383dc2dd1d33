//! The laboratory: recorded searches, evaluations by term, small tournaments.

use super::Body;
use crate::app::App;
use crate::error::{Answer, ErrorBody};
use crate::identity::Identified;
use crate::laboratory::{self, Experiment, Grown, Growth, Judgements, Traced};
use crate::line::Line;
use crate::tournament::{self, NewTournament, TournamentView};
use crate::work::answered;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

/// Runs engine work in its turn, unless it would help in a game between people.
async fn work<T: Send + 'static>(
    app: &App,
    who: &str,
    of: &Line,
    job: impl FnOnce() -> Answer<T> + Send + 'static,
) -> Answer<Json<T>> {
    app.check_fair_line(who, of).await?;
    app.work.admit(who, app.limits.waiting)?;
    answered(app.work.submit(who, job)?).await?.map(Json)
}

#[utoipa::path(post, path = "/api/lab/search", tag = "laboratory", request_body = Experiment,
    responses((status = 200, body = Traced), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn search(
    State(app): State<App>,
    Identified(who): Identified,
    Body(asked): Body<Experiment>,
) -> Answer<Json<Traced>> {
    let of = asked.line().clone();
    work(&app, &who.id, &of, move || laboratory::trace(&asked)).await
}

#[utoipa::path(post, path = "/api/lab/mcts", tag = "laboratory", request_body = Growth,
    responses((status = 200, body = Grown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn mcts(
    State(app): State<App>,
    Identified(who): Identified,
    Body(asked): Body<Growth>,
) -> Answer<Json<Grown>> {
    let of = asked.line().clone();
    work(&app, &who.id, &of, move || laboratory::grow(&asked)).await
}

#[utoipa::path(post, path = "/api/lab/judgements", tag = "laboratory", request_body = Line,
    responses((status = 200, body = Judgements), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn judgements(
    State(app): State<App>,
    Identified(who): Identified,
    Body(of): Body<Line>,
) -> Answer<Json<Judgements>> {
    let line = of.clone();
    work(&app, &who.id, &line, move || laboratory::judgements(&of)).await
}

#[utoipa::path(post, path = "/api/lab/tournaments", tag = "laboratory", request_body = NewTournament,
    responses((status = 201, body = TournamentView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn begin(
    State(app): State<App>,
    Identified(who): Identified,
    Body(new): Body<NewTournament>,
) -> Answer<(StatusCode, Json<TournamentView>)> {
    Ok((StatusCode::CREATED, Json(tournament::run(&app, &who.id, &new)?)))
}

#[utoipa::path(get, path = "/api/lab/tournaments/{id}", params(("id" = String, Path,)), tag = "laboratory",
    responses((status = 200, body = TournamentView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn tournament(
    State(app): State<App>,
    Identified(who): Identified,
    Path(id): Path<String>,
) -> Answer<Json<TournamentView>> {
    tournament::look(&app, &id, &who.id).await.map(Json)
}

#[utoipa::path(delete, path = "/api/lab/tournaments/{id}", params(("id" = String, Path,)), tag = "laboratory",
    responses((status = 204), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn stop(
    State(app): State<App>,
    Identified(who): Identified,
    Path(id): Path<String>,
) -> Answer<StatusCode> {
    app.tournaments.stop(&id, &who.id)?;
    Ok(StatusCode::NO_CONTENT)
}
