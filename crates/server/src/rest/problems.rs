//! Training: the shipped problems and those from one's own mistakes, repeated until they are learnt.

use super::Body;
use crate::app::App;
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::identity::{Identified, random_text};
use crate::problems::{self, HelpView, TriedView};
use crate::time::now_ms;
use crate::view::to_json;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use heibai_games::Kind;
use heibai_table::rows::GameRow;
use heibai_table::skill::{DAY_MS, Noted, Practised, Rated, Skill, SolverView, problem_name, solver_name};
use heibai_table::strength::{LATEST, MeasuredGames, measured};
use heibai_table::training::{
    AllProgress, AskHelp, MISTAKES, MOST_MISTAKES, Made, Mistake, Outcome, Problems, Sets, Try, all_progress,
    known, try_again,
};

#[utoipa::path(get, path = "/api/problems", tag = "training", responses((status = 200, body = Sets)))]
pub(crate) async fn sets(State(app): State<App>, Identified(who): Identified) -> Answer<Json<Sets>> {
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
    Identified(who): Identified,
    Path(set): Path<String>,
) -> Answer<Json<Problems>> {
    let progress = app.store.progress(&who.id).await?;
    let problems = match set.as_str() {
        MISTAKES => Problems::of_mistakes(read_mistakes(&app, &who.id).await?, &progress),
        set => Problems::of_set(set, &progress),
    };
    problems.map(Json)
}

/// The set of mistakes at its own path, next to the request that adds one.
pub(crate) async fn mine(app: State<App>, who: Identified) -> Answer<Json<Problems>> {
    list(app, who, Path(MISTAKES.to_owned())).await
}

#[utoipa::path(post, path = "/api/problems/mistakes", request_body = Mistake, tag = "training",
    responses((status = 201, body = Made), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn add(
    State(app): State<App>,
    Identified(who): Identified,
    Body(mut mistake): Body<Mistake>,
) -> Answer<(StatusCode, Json<Made>)> {
    mistake.settle()?;
    let known = read_mistakes(&app, &who.id).await?;
    if let Some((id, _)) = known.iter().find(|(_, other)| mistake.is_same(other)) {
        return Ok((StatusCode::CREATED, Json(Made { id: id.clone() })));
    }
    if known.len() >= MOST_MISTAKES {
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
    Identified(who): Identified,
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

#[utoipa::path(post, path = "/api/problems/{set}/{id}/hint", request_body = AskHelp, tag = "training",
    params(("set" = String, Path,), ("id" = String, Path,)),
    responses((status = 200, body = HelpView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn help(
    State(app): State<App>,
    Identified(who): Identified,
    Path((set, id)): Path<(String, String)>,
    Body(asked): Body<AskHelp>,
) -> Answer<Json<HelpView>> {
    let problem = problems::find(&set, &id)?;
    let told = app.work.submit(&who.id, move || problems::help(problem, &asked.moves, asked.step))?;
    told.await.map_err(Fail::internal)?.map(Json)
}

#[utoipa::path(get, path = "/api/solver", tag = "training", responses((status = 200, body = SolverView)))]
pub(crate) async fn solver(State(app): State<App>, Identified(who): Identified) -> Answer<Json<SolverView>> {
    let day = now_ms() / DAY_MS;
    let progress = app.store.progress(&who.id).await?;
    let mut games = Vec::new();
    for kind in Kind::ALL {
        let rating = app.store.rating(&solver_name(&who.id, kind)).await?;
        games.extend(Skill::of(kind, rating, day, &progress));
    }
    Ok(Json(SolverView { games }))
}

#[utoipa::path(get, path = "/api/measured", tag = "training", responses((status = 200, body = MeasuredGames)))]
pub(crate) async fn measured_games(
    State(app): State<App>,
    Identified(who): Identified,
) -> Answer<Json<MeasuredGames>> {
    let rows = app.store.games_against_engines(&who.id, LATEST as i64).await?;
    let told = |(row, setup): (GameRow, String)| measured(&row, &serde_json::from_str(&setup).ok()?);
    Ok(Json(MeasuredGames { games: rows.into_iter().filter_map(told).collect() }))
}

/// Rates solver and problem by the first try of a shipped problem.
async fn rate(app: &App, player: &str, set: &str, id: &str, solved: bool) -> Answer<Option<Rated>> {
    let Ok(problem) = problems::find(set, id) else { return Ok(None) };
    let names = [solver_name(player, problem.start().kind()), problem_name(set, id)];
    let solver = app.store.rating(&names[0]).await?;
    let asked = app.store.rating(&names[1]).await?;
    let (solver, asked, rated) = Rated::of(problem, solver, asked, solved);
    app.store.keep_rating(&names[0], solver).await?;
    app.store.keep_rating(&names[1], asked).await?;
    Ok(Some(rated))
}

#[utoipa::path(post, path = "/api/problems/{set}/{id}/result", request_body = Outcome, tag = "training",
    params(("set" = String, Path,), ("id" = String, Path,)),
    responses((status = 200, body = Noted), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn result(
    State(app): State<App>,
    Identified(who): Identified,
    Path((set, id)): Path<(String, String)>,
    Body(outcome): Body<Outcome>,
) -> Answer<Json<Noted>> {
    match set.as_str() {
        MISTAKES => _ = app.store.mistake(&who.id, &id).await?.ok_or(Code::NotFound)?,
        set => _ = problems::find(set, &id)?,
    }
    let before = known(&app.store.progress(&who.id).await?, &set, &id);
    let after = before.unwrap_or_default().after(outcome.solved, now_ms());
    app.store.keep_progress(&who.id, &set, &id, after).await?;
    app.store.note_practice(&who.id, now_ms() / DAY_MS, outcome.solved).await?;
    let rated = match before {
        None => rate(&app, &who.id, &set, &id, outcome.solved).await?,
        Some(_) => None,
    };
    Ok(Json(Noted { progress: after.into(), rated }))
}

#[utoipa::path(get, path = "/api/progress/days", tag = "training", responses((status = 200, body = Practised)))]
pub(crate) async fn practised(
    State(app): State<App>,
    Identified(who): Identified,
) -> Answer<Json<Practised>> {
    let today = now_ms() / DAY_MS;
    let days = app.store.practice(&who.id, Practised::since(today)).await?;
    Ok(Json(Practised::new(today, days)))
}

#[utoipa::path(get, path = "/api/progress", tag = "training", responses((status = 200, body = AllProgress)))]
pub(crate) async fn progress(
    State(app): State<App>,
    Identified(who): Identified,
) -> Answer<Json<AllProgress>> {
    Ok(Json(all_progress(app.store.progress(&who.id).await?)))
}
