//! Training: problems made of one's own mistakes, repeated until they are learnt.

use super::Body;
use crate::app::App;
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::identity::{Known, random_text};
use crate::line::Line;
use crate::store::Progress;
use crate::time::now_ms;
use crate::view::to_json;
use crate::wire::{Live, Text};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The only set so far: the sets of the engines join here when they exist.
const MISTAKES: &str = "mistakes";
const DAY_MS: i64 = 86_400_000;
/// After this many successes in a row a problem comes back only twice a year.
const LONGEST_DAYS: i64 = 180;

#[derive(Serialize, ToSchema)]
pub(crate) struct Set {
    set: &'static str,
    name: Text,
    about: Text,
    count: usize,
    undo: bool,
    reply_ms: u64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Sets {
    sets: Vec<Set>,
}

/// A mistake as it is stored: the position before it, and what would have been better.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct Mistake {
    of: Line,
    ply: usize,
    best: Option<u16>,
    loss: f64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Problem {
    id: String,
    title: Text,
    goal: Text,
    line: Line,
    live: Live,
    due: Option<i64>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Problems {
    problems: Vec<Problem>,
}

fn only_mistakes(set: &str) -> Answer<()> {
    if set == MISTAKES { Ok(()) } else { Err(Code::NotFound.into()) }
}

#[utoipa::path(get, path = "/api/problems", tag = "training", responses((status = 200, body = Sets)))]
pub(crate) async fn sets(State(app): State<App>, Known(who): Known) -> Answer<Json<Sets>> {
    let count = app.store.mistakes(&who.id).await?.len();
    let set = Set {
        set: MISTAKES,
        name: Text::new("我的失误", "My mistakes"),
        about: Text::new(
            "复盘中发现的失误，直到学会为止",
            "Mistakes found in reviews, until they are learnt",
        ),
        count,
        undo: true,
        reply_ms: 400,
    };
    Ok(Json(Sets { sets: vec![set] }))
}

fn problem(id: String, mistake: Mistake, due: Option<i64>) -> Answer<Problem> {
    let live = mistake.of.view()?.live;
    let text = Text::new(
        format!("第 {} 手（损失 {:.1}）", mistake.ply, mistake.loss),
        format!("Move {} (lost {:.1})", mistake.ply, mistake.loss),
    );
    Ok(Problem {
        id,
        title: text,
        goal: Text::new("找出更好的一手", "Find the better move"),
        line: mistake.of,
        live,
        due,
    })
}

#[utoipa::path(get, path = "/api/problems/{set}", params(("set" = String, Path,)), tag = "training",
    responses((status = 200, body = Problems), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn list(
    State(app): State<App>,
    Known(who): Known,
    Path(set): Path<String>,
) -> Answer<Json<Problems>> {
    only_mistakes(&set)?;
    let progress = app.store.progress(&who.id).await?;
    let due = |id: &str| progress.iter().find(|(s, p, _)| *s == set && p == id).map(|(_, _, p)| p.due);
    let mut problems = Vec::new();
    for (id, body) in app.store.mistakes(&who.id).await? {
        let mistake: Mistake = serde_json::from_str(&body).map_err(Fail::internal)?;
        let due = due(&id);
        problems.push(problem(id, mistake, due)?);
    }
    Ok(Json(Problems { problems }))
}

/// The set of mistakes under its own name, beside the way to add one.
pub(crate) async fn mine(app: State<App>, who: Known) -> Answer<Json<Problems>> {
    list(app, who, Path(MISTAKES.to_owned())).await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Made {
    id: String,
}

#[utoipa::path(post, path = "/api/problems/mistakes", request_body = Mistake, tag = "training",
    responses((status = 201, body = Made), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn add(
    State(app): State<App>,
    Known(who): Known,
    Body(mut mistake): Body<Mistake>,
) -> Answer<(StatusCode, Json<Made>)> {
    mistake.of.moves.truncate(mistake.ply.saturating_sub(1));
    let position = mistake.of.play()?;
    position.check(crate::wire::move_of(mistake.best))?;
    if app.store.mistakes(&who.id).await?.len() >= 500 {
        return Err(Fail::because(Code::TooMany, "problems"));
    }
    let id = format!("m{}", random_text(10));
    app.store.add_mistake(&who.id, &id, &to_json(&mistake), now_ms()).await?;
    Ok((StatusCode::CREATED, Json(Made { id })))
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Try {
    moves: Vec<Option<u16>>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Tried {
    status: &'static str,
    step: usize,
    steps: usize,
    text: Text,
    live: Live,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<Option<u16>>>,
}

#[utoipa::path(post, path = "/api/problems/{set}/{id}/try", request_body = Try, tag = "training",
    params(("set" = String, Path,), ("id" = String, Path,)),
    responses((status = 200, body = Tried), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn try_moves(
    State(app): State<App>,
    Known(who): Known,
    Path((set, id)): Path<(String, String)>,
    Body(tried): Body<Try>,
) -> Answer<Json<Tried>> {
    only_mistakes(&set)?;
    let body = app.store.mistake(&who.id, &id).await?.ok_or(Code::NotFound)?;
    let mistake: Mistake = serde_json::from_str(&body).map_err(Fail::internal)?;
    let [mv] = tried.moves[..] else {
        return Err(Fail::because(Code::BadRequest, "this problem takes one move"));
    };
    let mut line = mistake.of;
    line.moves.push(mv);
    let live = line.view()?.live;
    let solved = mv == mistake.best;
    let text = match solved {
        true => Text::new("正确", "Right"),
        false => Text::new("还有更好的一手", "There is a better move"),
    };
    let status = if solved { "solved" } else { "failed" };
    let solution = (!solved).then(|| vec![mistake.best]);
    Ok(Json(Tried { status, step: usize::from(solved), steps: 1, text, live, solution }))
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Outcome {
    solved: bool,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ProgressView {
    solved: i64,
    failed: i64,
    due: i64,
}

impl From<Progress> for ProgressView {
    fn from(p: Progress) -> ProgressView {
        ProgressView { solved: p.solved, failed: p.failed, due: p.due }
    }
}

/// A solved problem comes back after 1, 3, 7, 15 … days, a failed one the same day.
fn next(progress: Progress, solved: bool, now: i64) -> Progress {
    let streak = if solved { progress.streak + 1 } else { 0 };
    let days = ((1_i64 << streak.min(10)) - 1).min(LONGEST_DAYS);
    Progress {
        solved: progress.solved + i64::from(solved),
        failed: progress.failed + i64::from(!solved),
        streak,
        due: now + days * DAY_MS,
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
    only_mistakes(&set)?;
    app.store.mistake(&who.id, &id).await?.ok_or(Code::NotFound)?;
    let known = app.store.progress(&who.id).await?;
    let before = known.into_iter().find(|(s, p, _)| *s == set && *p == id).map(|(_, _, p)| p);
    let after = next(before.unwrap_or_default(), outcome.solved, now_ms());
    app.store.keep_progress(&who.id, &set, &id, after).await?;
    Ok(Json(after.into()))
}

/// By set, by problem.
type AllProgress = BTreeMap<String, BTreeMap<String, ProgressView>>;

#[utoipa::path(get, path = "/api/progress", tag = "training", responses((status = 200, body = AllProgress)))]
pub(crate) async fn progress(State(app): State<App>, Known(who): Known) -> Answer<Json<AllProgress>> {
    let mut all = AllProgress::new();
    for (set, problem, progress) in app.store.progress(&who.id).await? {
        all.entry(set).or_default().insert(problem, progress.into());
    }
    Ok(Json(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learnt_comes_back_later_and_later() {
        let mut progress = Progress::default();
        let mut days = Vec::new();
        for solved in [true, true, true, false, true] {
            progress = next(progress, solved, 0);
            days.push(progress.due / DAY_MS);
        }
        assert_eq!(days, [1, 3, 7, 0, 1]);
        assert_eq!((progress.solved, progress.failed), (4, 1));
    }
}
