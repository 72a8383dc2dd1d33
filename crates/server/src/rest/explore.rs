//! The opening tree: where a position occurs in a library, and how the games continued.

use super::Body;
use crate::app::App;
use crate::error::{Answer, ErrorBody};
use crate::identity::Identified;
use crate::line::Line;
use crate::store::Met;
use axum::Json;
use axum::extract::State;
use heibai_table::explore::{Continued, Explored, LISTED, Through, key_of};
use heibai_table::rows::record_entry;

#[utoipa::path(post, path = "/api/library/position", request_body = Line, tag = "library",
    responses((status = 200, body = Explored), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn position(
    State(app): State<App>,
    Identified(who): Identified,
    Body(line): Body<Line>,
) -> Answer<Json<Explored>> {
    // The opening book counts as engine help, which players in a game between people do not get.
    app.check_fair_line(&who.id, &line).await?;
    let found = move || {
        let position = line.play()?.position().clone();
        Ok((key_of(&position), position))
    };
    let (hash, position) = app.at_leisure(&who, found).await?;
    let met = app.store.meet(&who.id, hash).await?;
    let mut games = Vec::new();
    let mut batches: Vec<i64> = met.iter().map(|met| met.batch).collect();
    batches.dedup();
    for batch in batches {
        let left = LISTED - games.len();
        if left == 0 {
            break;
        }
        let found = app.store.records_at(&who.id, batch, hash, left as i64).await?;
        games.extend(found.into_iter().map(|(row, ply)| Through { entry: record_entry(row), ply }));
    }
    let met: Vec<Continued> =
        met.iter().map(|&Met { next, result, count, .. }| Continued { next, result, count }).collect();
    Ok(Json(Explored::new(&position, &met, games)))
}
