//! The opening book beside a position.

use super::Body;
use crate::app::App;
use crate::error::{Answer, ErrorBody};
use crate::identity::Who;
use crate::line::Line;
use crate::openings::{self, Openings};
use axum::Json;
use axum::extract::State;

#[utoipa::path(post, path = "/api/openings", tag = "positions", request_body = Line,
    responses((status = 200, body = Openings), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn openings(
    State(app): State<App>,
    who: Who,
    Body(line): Body<Line>,
) -> Answer<Json<Openings>> {
    app.check_fair_line(&who.id, &line).await?;
    app.at_leisure(&who, move || openings::openings(&line)).await.map(Json)
}
