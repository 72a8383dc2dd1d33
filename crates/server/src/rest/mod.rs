//! The REST API, one file per resource.

pub(crate) mod admin;
pub(crate) mod answers;
pub(crate) mod bots;
pub(crate) mod explore;
pub(crate) mod folders;
pub(crate) mod games;
pub(crate) mod laboratory;
pub(crate) mod lessons;
pub(crate) mod library;
pub(crate) mod live;
pub(crate) mod lobby;
pub(crate) mod meta;
pub(crate) mod openings;
pub(crate) mod people;
pub(crate) mod positions;
pub(crate) mod problems;
pub(crate) mod runs;

use crate::app::App;
use crate::error::{Code, Fail};
use crate::serve::Peer;
use crate::shares::Share;
use axum::Router;
use axum::body::HttpBody as _;
use axum::extract::{FromRequest, Request};
use axum::routing::{any, get, post, put};
use heibai_words::server::unreadable;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// Bodies up to this size are read without a place.
const SMALL: u64 = 64 << 10;
/// Time limit for a body to arrive.
const BODY_TIME: Duration = Duration::from_secs(30);

/// A JSON body, checked for size and form; errors are JSON.
pub(crate) struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Fail;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, Fail> {
        let body = Bytes::from_request(request, app).await?;
        serde_json::from_slice(&body.bytes)
            .map(Body)
            .map_err(|e| Fail::because(Code::BadRequest, unreadable(&e.to_string())))
    }
}

/// Any body within the limit.
pub(crate) struct Bytes {
    pub bytes: Vec<u8>,
    /// The place of a large body among those in memory.
    pub held: Option<Share>,
}

impl FromRequest<App> for Bytes {
    type Rejection = Fail;

    async fn from_request(request: Request, app: &App) -> Result<Bytes, Fail> {
        let small = request.body().size_hint().upper().is_some_and(|bytes| bytes <= SMALL);
        let address = request.extensions().get::<Peer>().map(|peer| peer.0);
        let read = async {
            let held = if small { None } else { app.bodies.take(address).await };
            let bytes = axum::body::to_bytes(request.into_body(), app.limits.body).await?;
            Ok::<Bytes, axum::Error>(Bytes { bytes: bytes.into(), held })
        };
        match tokio::time::timeout(BODY_TIME, read).await {
            Ok(Ok(body)) => Ok(body),
            Ok(Err(_)) => Err(Code::TooLarge.into()),
            Err(_) => Err(Fail::because(Code::BadRequest, heibai_words::server::slow_body())),
        }
    }
}

/// The query parameters.
pub(crate) struct Params<T>(pub T);

impl<T: DeserializeOwned> axum::extract::FromRequestParts<App> for Params<T> {
    type Rejection = Fail;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        app: &App,
    ) -> Result<Params<T>, Fail> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, app).await;
        query.map(|q| Params(q.0)).map_err(|e| Fail::because(Code::BadRequest, unreadable(&e.body_text())))
    }
}

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/api/meta", get(meta::meta))
        .route("/api/version", get(meta::version))
        .route("/api/health", get(meta::health))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(meta::ready))
        .route("/metrics", get(admin::metrics))
        .route("/api/admin/games", get(admin::games))
        .route("/api/admin/games/{id}/close", post(admin::close))
        .route("/api/admin/bans", get(admin::bans))
        .route("/api/admin/bans/{who}", put(admin::ban).delete(admin::unban))
        .route("/api/admin/quotas", get(admin::quotas))
        .route("/api/admin/quotas/{player}", put(admin::set_quota))
        .route("/api/admin/workers", get(crate::crew::list))
        .route("/api/worker", get(crate::crew::open))
        .route("/api/openapi.json", get(crate::openapi::document))
        .route("/api/me", get(people::me).put(people::rename))
        .route("/api/bots", get(bots::list).post(bots::create))
        .route("/api/bots/{id}", axum::routing::delete(bots::remove))
        .route("/api/bot/stream", get(bots::stream))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{id}", get(games::get).delete(games::remove))
        .route("/api/games/{id}/join", post(games::join))
        .route("/api/games/{id}/act", post(games::act))
        .route("/api/games/{id}/stream", get(bots::game_stream))
        .route("/api/position", post(positions::position))
        .route("/api/replay", post(positions::replay))
        .route("/api/overlays", post(positions::overlays))
        .route("/api/count", post(positions::count))
        .route("/api/lab/search", post(laboratory::search))
        .route("/api/lab/mcts", post(laboratory::mcts))
        .route("/api/lab/judgements", post(laboratory::judgements))
        .route("/api/lab/tournaments", post(laboratory::begin))
        .route("/api/lab/tournaments/{id}", get(laboratory::tournament).delete(laboratory::stop))
        .route("/api/openings", post(openings::openings))
        .route("/api/library", get(library::list).post(library::import))
        .route("/api/library/folders", get(folders::shelves))
        .route("/api/library/organise", post(folders::organise))
        .route("/api/library/export", post(folders::export))
        .route("/api/library/position", post(explore::position))
        .route("/api/studies", post(library::create))
        .route("/api/library/{id}", get(library::open).put(library::edit).delete(library::remove))
        .route("/api/library/{id}/copy", post(library::copy))
        .route("/api/library/{id}/export", get(library::export))
        .route("/api/problems", get(problems::sets))
        .route("/api/problems/mistakes", post(problems::add).get(problems::mine))
        .route("/api/problems/{set}", get(problems::list))
        .route("/api/problems/{set}/{id}/try", post(problems::try_moves))
        .route("/api/problems/{set}/{id}/hint", post(problems::help))
        .route("/api/problems/{set}/{id}/result", post(problems::result))
        .route("/api/solver", get(problems::solver))
        .route("/api/measured", get(problems::measured_games))
        .route("/api/lessons", get(lessons::list))
        .route("/api/lessons/{kind}/{id}/try", post(lessons::try_moves))
        .route("/api/glossary", get(lessons::glossary))
        .route("/api/progress", get(problems::progress))
        .route("/api/progress/days", get(problems::practised))
        .route("/api/live", get(live::live))
        .route("/api/runs", get(runs::list))
        .route("/api/runs/{id}", get(runs::view))
        .route("/api/lobby", get(lobby::lobby))
        .route("/api/socket", get(crate::socket::open))
        .route("/api", any(nothing))
        .route("/api/{*path}", any(nothing))
        .method_not_allowed_fallback(|| async { Fail::from(Code::Method) })
}

async fn nothing() -> Fail {
    Fail::from(Code::NotFound)
}
