//! Positions without a game: variations and replays.

use super::Body;
use crate::error::{Answer, ErrorBody};
use crate::line::{Line, PositionAnswer, ReplayAnswer};
use crate::overlay::{self, Overlays};
use axum::Json;

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
pub(crate) async fn overlays(Body(line): Body<Line>) -> Answer<Json<Overlays>> {
    overlay::overlays(&line).map(Json)
}
