//! Training: the shipped problems, and those made of one's own mistakes, repeated until they are learnt.

use super::Body;
use crate::app::App;
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::identity::{Known, random_text};
use crate::line::Line;
use crate::problems::{self, GRADES, HelpView, TriedView};
use crate::time::now_ms;
use crate::view::to_json;
use crate::wire::{Game, Live, Text, move_of, point_of};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use heibai_games::{Kind, Move};
use heibai_lessons::{Exercise, Goal, Progress, Rating, Shelf};
use heibai_words::lessons as said;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

const DAY_MS: i64 = 86_400_000;
const MISTAKES: &str = "mistakes";

#[derive(Serialize, ToSchema)]
pub(crate) struct Grade {
    grade: &'static str,
    label: Text,
    count: usize,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Set {
    set: &'static str,
    kind: Game,
    name: Text,
    about: Text,
    grades: Vec<Grade>,
    undo: bool,
    reply_ms: u64,
}

/// The pause before the engine's defence.
const REPLY_MS: u64 = 400;
/// The grade of one's own mistakes.
const MINE: &str = "mine";

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
    grade: &'static str,
    title: Text,
    goal: Text,
    line: Line,
    live: Live,
    #[schema(required)]
    due: Option<i64>,
    /// Solved so often in a row that it need not come back soon.
    learned: bool,
    /// Nothing is played: points are pointed at.
    points: bool,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Problems {
    problems: Vec<Problem>,
}

#[utoipa::path(get, path = "/api/problems", tag = "training", responses((status = 200, body = Sets)))]
pub(crate) async fn sets(State(app): State<App>, Known(who): Known) -> Answer<Json<Sets>> {
    let mut sets: Vec<Set> = heibai_lessons::shelves().iter().map(shipped_set).collect();
    let mistakes = read_mistakes(&app, &who.id).await?;
    // A set is of one game in the page; mistakes of several games are shown under the latest one's.
    if let Some((_, latest)) = mistakes.first() {
        sets.push(Set {
            set: MISTAKES,
            kind: latest.of.kind,
            name: said::mistakes_name().into(),
            about: said::mistakes_about().into(),
            grades: vec![Grade { grade: MINE, label: said::mistakes_grade().into(), count: mistakes.len() }],
            undo: true,
            reply_ms: REPLY_MS,
        });
    }
    Ok(Json(Sets { sets }))
}

fn shipped_set(shelf: &Shelf) -> Set {
    let grade = |&grade: &&'static str| {
        let count = shelf.problems.iter().filter(|p| problems::grade(p.as_ref()) == grade).count();
        Grade { grade, label: heibai_words::players::name(grade).into(), count }
    };
    let (name, about) = problems::about(shelf);
    Set {
        set: shelf.set,
        kind: shelf.kind.into(),
        name,
        about,
        grades: GRADES.iter().map(grade).filter(|grade| grade.count > 0).collect(),
        // The practice of the rules documents has none.
        undo: shelf.set != "vcf",
        reply_ms: REPLY_MS,
    }
}

async fn read_mistakes(app: &App, player: &str) -> Answer<Vec<(String, Mistake)>> {
    let read = |(id, body): (String, String)| match serde_json::from_str(&body) {
        Ok(mistake) => Ok((id, mistake)),
        Err(e) => Err(Fail::internal(e)),
    };
    app.store.mistakes(player).await?.into_iter().map(read).collect()
}

fn shipped_problem(id: String, problem: &dyn Exercise, progress: Option<Progress>) -> Answer<Problem> {
    let number = problem.number();
    Ok(Problem {
        id,
        grade: problems::grade(problem),
        title: said::problem(number).into(),
        goal: problems::goal(problem),
        line: Line::of(&problem.start()),
        live: problems::live(problem)?,
        due: progress.map(|p| p.due),
        learned: progress.is_some_and(Progress::is_learnt),
        points: matches!(problem.goal(), Goal::FindForbidden { .. }),
    })
}

fn problem(id: String, mistake: Mistake, progress: Option<Progress>) -> Answer<Problem> {
    let live = mistake.of.view()?.live;
    let text: Text = said::mistake(mistake.ply, mistake.loss).into();
    let goal: Text = said::find_better().into();
    Ok(Problem {
        id,
        grade: MINE,
        title: text,
        goal,
        line: mistake.of,
        live,
        due: progress.map(|p| p.due),
        learned: progress.is_some_and(Progress::is_learnt),
        points: false,
    })
}

#[utoipa::path(get, path = "/api/problems/{set}", params(("set" = String, Path,)), tag = "training",
    responses((status = 200, body = Problems), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn list(
    State(app): State<App>,
    Known(who): Known,
    Path(set): Path<String>,
) -> Answer<Json<Problems>> {
    let progress = app.store.progress(&who.id).await?;
    let known = |id: &str| progress.iter().find(|(s, p, _)| *s == set && p == id).map(|(_, _, p)| *p);
    let problems: Answer<Vec<Problem>> = match set.as_str() {
        MISTAKES => {
            let mistakes = read_mistakes(&app, &who.id).await?.into_iter();
            mistakes.map(|(id, mistake)| problem(id.clone(), mistake, known(&id))).collect()
        }
        set => {
            let shelf = problems::shelf(set)?;
            let shown = |problem: &dyn Exercise| {
                let id = shelf.id(problem);
                shipped_problem(id.clone(), problem, known(&id))
            };
            shelf.problems.iter().map(|problem| shown(problem.as_ref())).collect()
        }
    };
    Ok(Json(Problems { problems: problems? }))
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
    position.check(move_of(mistake.best))?;
    let known = read_mistakes(&app, &who.id).await?;
    // A game that is reviewed again adds nothing twice.
    let same = |other: &Mistake| to_json(&other.of) == to_json(&mistake.of) && other.best == mistake.best;
    if let Some((id, _)) = known.iter().find(|(_, other)| same(other)) {
        return Ok((StatusCode::CREATED, Json(Made { id: id.clone() })));
    }
    if known.len() >= 500 {
        return Err(Fail::because(Code::TooMany, heibai_words::server::problems()));
    }
    let id = format!("m{}", random_text(10));
    app.store.add_mistake(&who.id, &id, &to_json(&mistake), now_ms()).await?;
    Ok((StatusCode::CREATED, Json(Made { id })))
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Try {
    pub moves: Vec<Option<u16>>,
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

/// A mistake takes one move: the better one.
fn try_again(mistake: Mistake, moves: &[Option<u16>]) -> Answer<TriedView> {
    let mut line = mistake.of;
    let moves: Vec<Move> = moves.iter().copied().map(move_of).collect();
    let known = line.play()?.moves().len();
    let tried = heibai_lessons::better_move(move_of(mistake.best), known, &moves)?;
    line.moves.extend(moves.into_iter().map(point_of));
    problems::show(&line, tried)
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct AskHelp {
    moves: Vec<Option<u16>>,
    /// From 1 on; each says more.
    step: usize,
}

#[utoipa::path(post, path = "/api/problems/{set}/{id}/hint", request_body = AskHelp, tag = "training",
    params(("set" = String, Path,), ("id" = String, Path,)),
    responses((status = 200, body = HelpView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn help(
    State(app): State<App>,
    Known(who): Known,
    Path((set, id)): Path<(String, String)>,
    Body(asked): Body<AskHelp>,
) -> Answer<Json<HelpView>> {
    let problem = problems::find(&set, &id)?;
    let told = app.work.submit(&who.id, move || problems::help(problem, &asked.moves, asked.step))?;
    told.await.map_err(Fail::internal)?.map(Json)
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

/// How a try went down, and what it changed.
#[derive(Serialize, ToSchema)]
pub(crate) struct Noted {
    #[serde(flatten)]
    progress: ProgressView,
    /// The solver's rating in this game after the try, and what the try changed; none for what is not rated: a problem
    /// that was tried before, or a mistake of one's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    rated: Option<Rated>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Rated {
    rating: i64,
    change: i64,
    problem: i64,
}

/// What one can and cannot yet: the rating in each game, and today's problems.
#[derive(Serialize, ToSchema)]
pub(crate) struct Skill {
    kind: Game,
    rating: i64,
    /// How far the true rating may be off, by about two deviations.
    error: i64,
    /// The day's problem, the same for everybody.
    set: &'static str,
    problem: String,
    parts: Vec<Ability>,
}

/// What a solver knows of one grade of a set.
#[derive(Serialize, ToSchema)]
pub(crate) struct Ability {
    set: &'static str,
    name: Text,
    grade: &'static str,
    label: Text,
    count: usize,
    tried: usize,
    /// Problems whose last try was a success.
    known: usize,
}

/// Every grade of every set of a game.
fn abilities(kind: Kind, progress: &[(String, String, Progress)]) -> Vec<Ability> {
    let of_grade = |shelf: &'static Shelf, grade: &'static str| {
        let own = shelf.problems.iter().filter(|p| problems::grade(p.as_ref()) == grade);
        let ids: Vec<String> = own.map(|problem| shelf.id(problem.as_ref())).collect();
        let tried = || progress.iter().filter(|(set, id, _)| set == shelf.set && ids.contains(id));
        Ability {
            set: shelf.set,
            name: problems::about(shelf).0,
            grade,
            label: heibai_words::players::name(grade).into(),
            count: ids.len(),
            tried: tried().count(),
            known: tried().filter(|(_, _, p)| p.streak > 0).count(),
        }
    };
    let shelves = heibai_lessons::shelves().iter().filter(|shelf| shelf.kind == kind);
    shelves.flat_map(|shelf| GRADES.map(|grade| of_grade(shelf, grade))).collect()
}

#[derive(Serialize, ToSchema)]
#[schema(as = SolverView)]
pub(crate) struct Solver {
    games: Vec<Skill>,
}

#[utoipa::path(get, path = "/api/solver", tag = "training", responses((status = 200, body = Solver)))]
pub(crate) async fn solver(State(app): State<App>, Known(who): Known) -> Answer<Json<Solver>> {
    let day = now_ms() / DAY_MS;
    let progress = app.store.progress(&who.id).await?;
    let mut games = Vec::new();
    for kind in Kind::ALL {
        let rating = app.store.rating(&solver_name(&who.id, kind)).await?.unwrap_or(Rating::NEW);
        let Some((shelf, problem)) = heibai_lessons::daily(kind, day) else { continue };
        games.push(Skill {
            kind: kind.into(),
            rating: rating.rating.round() as i64,
            error: (2.0 * rating.deviation).round() as i64,
            set: shelf.set,
            problem: shelf.id(problem),
            parts: abilities(kind, &progress),
        });
    }
    Ok(Json(Solver { games }))
}

fn solver_name(player: &str, kind: Kind) -> String {
    format!("solver {kind} {player}")
}

/// Rates solver and problem by the first try of a shipped problem.
async fn rate(app: &App, player: &str, set: &str, id: &str, solved: bool) -> Answer<Option<Rated>> {
    let Ok(problem) = problems::find(set, id) else { return Ok(None) };
    let names = [solver_name(player, problem.start().kind()), format!("problem {set} {id}")];
    let before = app.store.rating(&names[0]).await?.unwrap_or(Rating::NEW);
    let asked = app.store.rating(&names[1]).await?.unwrap_or(Rating::of_grade(problem.grade()));
    let (after, problem) = before.after(asked, solved);
    app.store.keep_rating(&names[0], after).await?;
    app.store.keep_rating(&names[1], problem).await?;
    let whole = |rating: f64| rating.round() as i64;
    let change = whole(after.rating) - whole(before.rating);
    Ok(Some(Rated { rating: whole(after.rating), change, problem: whole(problem.rating) }))
}

#[utoipa::path(post, path = "/api/problems/{set}/{id}/result", request_body = Outcome, tag = "training",
    params(("set" = String, Path,), ("id" = String, Path,)),
    responses((status = 200, body = Noted), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn result(
    State(app): State<App>,
    Known(who): Known,
    Path((set, id)): Path<(String, String)>,
    Body(outcome): Body<Outcome>,
) -> Answer<Json<Noted>> {
    match set.as_str() {
        MISTAKES => _ = app.store.mistake(&who.id, &id).await?.ok_or(Code::NotFound)?,
        set => _ = problems::find(set, &id)?,
    }
    let known = app.store.progress(&who.id).await?;
    let before = known.into_iter().find(|(s, p, _)| *s == set && *p == id).map(|(_, _, p)| p);
    let after = before.unwrap_or_default().after(outcome.solved, now_ms());
    app.store.keep_progress(&who.id, &set, &id, after).await?;
    app.store.note_practice(&who.id, now_ms() / DAY_MS, outcome.solved).await?;
    let rated = match before {
        None => rate(&app, &who.id, &set, &id, outcome.solved).await?,
        Some(_) => None,
    };
    Ok(Json(Noted { progress: after.into(), rated }))
}

/// Days whose practice is told.
const DAYS_TOLD: i64 = 60;

/// What was practised on a day, counted since 1970.
#[derive(Serialize, ToSchema)]
pub(crate) struct PracticeDay {
    day: i64,
    solved: i64,
    failed: i64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Practised {
    /// Today, as the days are counted.
    today: i64,
    days: Vec<PracticeDay>,
}

#[utoipa::path(get, path = "/api/progress/days", tag = "training", responses((status = 200, body = Practised)))]
pub(crate) async fn practised(State(app): State<App>, Known(who): Known) -> Answer<Json<Practised>> {
    let today = now_ms() / DAY_MS;
    let days = app.store.practice(&who.id, today - DAYS_TOLD + 1).await?;
    let days = days.into_iter().map(|(day, solved, failed)| PracticeDay { day, solved, failed }).collect();
    Ok(Json(Practised { today, days }))
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
