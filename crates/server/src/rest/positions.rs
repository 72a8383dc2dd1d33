//! Positions without a game: variations and replays.

use super::Body;
use crate::app::App;
use crate::counting;
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::identity::{Known, Who};
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
pub(crate) async fn position(Body(line): Body<Line>) -> Answer<Json<PositionAnswer>> {
    line.view().map(Json)
}

#[utoipa::path(post, path = "/api/replay", tag = "positions", request_body = Line,
    responses((status = 200, body = ReplayAnswer), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn replay(Body(line): Body<Line>) -> Answer<Json<ReplayAnswer>> {
    line.replay().map(Json)
}

#[utoipa::path(post, path = "/api/overlays", tag = "positions", request_body = Line,
    responses((status = 200, body = Overlays), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn overlays(
    State(app): State<App>,
    who: Who,
    Body(line): Body<Line>,
) -> Answer<Json<Overlays>> {
    app.check_fair_line(&who.id, &line).await?;
    overlay::overlays(&line).map(Json)
}

#[utoipa::path(post, path = "/api/count", tag = "positions", request_body = Line,
    responses((status = 200, body = CountingView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn count(
    State(app): State<App>,
    Known(who): Known,
    Body(line): Body<Line>,
) -> Answer<Json<CountingView>> {
    let game = line.play()?;
    if !game.is_counting() {
        return Err(Code::NotCounting.into());
    }
    let rules = game.position().rules();
    let judged = app.work.submit(&who.id, move || Counting::new(game.position(), judge(game.position())))?;
    let counting = judged.await.map_err(Fail::internal)?.ok_or(Code::NotCounting)?;
    Ok(Json(counting::view(&rules, &counting)))
}
