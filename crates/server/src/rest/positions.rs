//! Positions without a game: variations and replays.

use super::Body;
use crate::app::App;
use crate::counting;
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::identity::{Identified, Who};
use crate::line::{Line, PositionAnswer, ReplayAnswer};
use crate::overlay::{self, Overlays};
use crate::wire::CountingView;
use axum::Json;
use axum::extract::State;
use heibai_engines::judge::judge;
use heibai_games::Position as _;
use heibai_games::counting::Counting;

#[utoipa::path(post, path = "/api/position", tag = "positions", request_body = Line,
    responses((status = 200, body = PositionAnswer), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn position(
    State(app): State<App>,
    who: Who,
    Body(line): Body<Line>,
) -> Answer<Json<PositionAnswer>> {
    app.at_leisure(&who, move || line.view()).await.map(Json)
}

#[utoipa::path(post, path = "/api/replay", tag = "positions", request_body = Line,
    responses((status = 200, body = ReplayAnswer), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn replay(
    State(app): State<App>,
    who: Who,
    Body(line): Body<Line>,
) -> Answer<Json<ReplayAnswer>> {
    app.at_leisure(&who, move || line.replay()).await.map(Json)
}

#[utoipa::path(post, path = "/api/overlays", tag = "positions", request_body = Line,
    responses((status = 200, body = Overlays), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn overlays(
    State(app): State<App>,
    who: Who,
    Body(line): Body<Line>,
) -> Answer<Json<Overlays>> {
    app.check_fair_line(&who.id, &line).await?;
    app.at_leisure(&who, move || overlay::overlays(&line)).await.map(Json)
}

#[utoipa::path(post, path = "/api/count", tag = "positions", request_body = Line,
    responses((status = 200, body = CountingView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn count(
    State(app): State<App>,
    Identified(who): Identified,
    Body(line): Body<Line>,
) -> Answer<Json<CountingView>> {
    let game = app.at_leisure(&who, move || line.play()).await?;
    if !game.is_counting() {
        return Err(Code::NotCounting.into());
    }
    let rules = game.position().rules();
    let judged = app.work.submit(&who.id, move || Counting::new(game.position(), judge(game.position())))?;
    let counting = judged.await.map_err(Fail::internal)?.ok_or(Code::NotCounting)?;
    Ok(Json(counting::view(&rules, &counting)))
}
