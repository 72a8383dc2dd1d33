//! Training: the shipped problems, and those made of one's own mistakes, repeated until they are learnt.

use super::Body;
use crate::app::App;
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::identity::{Known, random_text};
use crate::problems::{self, TriedView};
use crate::time::now_ms;
use crate::view::to_json;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use heibai_table::training::{
    AllProgress, MISTAKES, Made, Mistake, Outcome, Problems, ProgressView, Sets, Try, all_progress, known,
    try_again,
};

#[utoipa::path(get, path = "/api/problems", tag = "training", responses((status = 200, body = Sets)))]
pub(crate) async fn sets(State(app): State<App>, Known(who): Known) -> Answer<Json<Sets>> {
    Ok(Json(Sets::of(&read_mistakes(&app, &who.id).await?)))
}

async fn read_mistakes(app: &App, player: &str) -> Answer<Vec<(String, Mistake)>> {
    let read = |(id, body): (String, String)| match serde_json::from_str(&body) {
        Ok(mistake) => Ok((id, mistake)),
        Err(e) => Err(Fail::internal(e)),
    };
    app.store.mistakes(player).await?.into_iter().map(read).collect()
}

#[utoipa::path(get, path = "/api/problems/{set}", params(("set" = String, Path,)), tag = "training",
    responses((status = 200, body = Problems), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn list(
    State(app): State<App>,
    Known(who): Known,
    Path(set): Path<String>,
) -> Answer<Json<Problems>> {
    let progress = app.store.progress(&who.id).await?;
    let problems = match set.as_str() {
        MISTAKES => Problems::of_mistakes(read_mistakes(&app, &who.id).await?, &progress),
        set => Problems::of_set(set, &progress),
    };
    problems.map(Json)
}

/// The set of mistakes under its own name, beside the way to add one.
pub(crate) async fn mine(app: State<App>, who: Known) -> Answer<Json<Problems>> {
    list(app, who, Path(MISTAKES.to_owned())).await
}

#[utoipa::path(post, path = "/api/problems/mistakes", request_body = Mistake, tag = "training",
    responses((status = 201, body = Made), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn add(
    State(app): State<App>,
    Known(who): Known,
    Body(mut mistake): Body<Mistake>,
) -> Answer<(StatusCode, Json<Made>)> {
    mistake.settle()?;
    if app.store.mistakes(&who.id).await?.len() >= 500 {
        return Err(Fail::because(Code::TooMany, heibai_words::server::problems()));
    }
    let id = format!("m{}", random_text(10));
    app.store.add_mistake(&who.id, &id, &to_json(&mistake), now_ms()).await?;
    Ok((StatusCode::CREATED, Json(Made { id })))
}

#[utoipa::path(post, path = "/api/problems/{set}/{id}/try", request_body = Try, tag = "training",
    params(("set" = String, Path,), ("id" = String, Path,)),
    responses((status = 200, body = TriedView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn try_moves(
    State(app): State<App>,
    Known(who): Known,
    Path((set, id)): Path<(String, String)>,
    Body(tried): Body<Try>,
) -> Answer<Json<TriedView>> {
    match set.as_str() {
        MISTAKES => {
            let body = app.store.mistake(&who.id, &id).await?.ok_or(Code::NotFound)?;
            try_again(serde_json::from_str(&body).map_err(Fail::internal)?, &tried.moves).map(Json)
        }
        set => {
            let problem = problems::find(set, &id)?;
            let judged = app.work.submit(&who.id, move || problems::attempt(problem, &tried.moves))?;
            judged.await.map_err(Fail::internal)?.map(Json)
        }
    }
}

#[utoipa::path(post, path = "/api/problems/{set}/{id}/result", request_body = Outcome, tag = "training",
    params(("set" = String, Path,), ("id" = String, Path,)),
    responses((status = 200, body = ProgressView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn result(
    State(app): State<App>,
    Known(who): Known,
    Path((set, id)): Path<(String, String)>,
    Body(outcome): Body<Outcome>,
) -> Answer<Json<ProgressView>> {
    match set.as_str() {
        MISTAKES => _ = app.store.mistake(&who.id, &id).await?.ok_or(Code::NotFound)?,
        set => _ = problems::find(set, &id)?,
    }
    let before = known(&app.store.progress(&who.id).await?, &set, &id);
    let after = before.unwrap_or_default().after(outcome.solved, now_ms());
    app.store.keep_progress(&who.id, &set, &id, after).await?;
    Ok(Json(after.into()))
}

#[utoipa::path(get, path = "/api/progress", tag = "training", responses((status = 200, body = AllProgress)))]
pub(crate) async fn progress(State(app): State<App>, Known(who): Known) -> Answer<Json<AllProgress>> {
    Ok(Json(all_progress(app.store.progress(&who.id).await?)))
}
