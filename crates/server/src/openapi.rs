//! The OpenAPI description of the REST API.

use crate::rest::{
    bots, explore, folders, games, laboratory, lessons, library, live, lobby, meta, openings, people,
    positions, problems, runs,
};
use crate::wire::{Event, Hint};
use axum::Json;
use heibai_table::analysis::AnalysisEvent;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;

#[derive(OpenApi)]
#[openapi(
    info(title = "heibai", description = "Othello, Go and Gomoku: see docs/protocols/server.md"),
    paths(
        meta::meta,
        meta::version,
        meta::health,
        people::me,
        people::rename,
        bots::create,
        bots::list,
        bots::remove,
        bots::stream,
        bots::game_stream,
        games::create,
        games::list,
        games::get,
        games::remove,
        games::join,
        games::act,
        positions::position,
        positions::replay,
        positions::overlays,
        positions::count,
        laboratory::search,
        laboratory::mcts,
        laboratory::judgements,
        laboratory::begin,
        laboratory::tournament,
        laboratory::stop,
        openings::openings,
        library::list,
        library::import,
        library::open,
        library::edit,
        library::remove,
        library::copy,
        library::export,
        library::create,
        folders::shelves,
        folders::organise,
        folders::export,
        explore::position,
        lessons::list,
        lessons::glossary,
        lessons::try_moves,
        problems::sets,
        problems::list,
        problems::add,
        problems::try_moves,
        problems::help,
        problems::result,
        problems::solver,
        problems::measured_games,
        problems::progress,
        problems::practised,
        live::live,
        lobby::lobby,
        runs::list,
        runs::view,
    ),
    // Types sent over the WebSocket that the REST API does not use.
    components(schemas(AnalysisEvent, Event, Hint))
)]
struct Api;

pub(crate) async fn document() -> Json<Document> {
    Json(Api::openapi())
}
