//! The lobby: open games that anybody may join.

use crate::app::App;
use crate::error::{Answer, Code, Fail};
use crate::event::Seat;
use crate::identity::Who;
use crate::view::rules_view;
use crate::wire::{Game, RulesView, Side};
use axum::Json;
use axum::extract::State;
use heibai_games::Color;
use serde::Serialize;
use utoipa::ToSchema;

/// A game that waits for somebody.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpenGame {
    id: String,
    kind: Game,
    rules: RulesView,
    #[schema(required)]
    clock: Option<String>,
    /// The name of the one who waits.
    by: String,
    /// The free side.
    side: Side,
    /// Whether the one who waits is connected.
    here: bool,
    mine: bool,
    created: i64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Lobby {
    games: Vec<OpenGame>,
}

const LISTED: i64 = 50;

#[utoipa::path(get, path = "/api/lobby", tag = "games", responses((status = 200, body = Lobby)))]
pub(crate) async fn lobby(State(app): State<App>, who: Who) -> Answer<Json<Lobby>> {
    if !app.lobby {
        return Err(Fail::because(Code::NotFound, heibai_words::server::no_lobby()));
    }
    let mut games = Vec::new();
    for id in app.store.games_for_anybody(LISTED).await? {
        let Ok((_, seated)) = app.enter(&id).await else { continue };
        let table = &seated.table;
        let Some(free) = Color::BOTH.into_iter().find(|side| *table.seat(*side) == Seat::Open) else {
            continue;
        };
        games.push(OpenGame {
            id,
            kind: table.setup.kind,
            rules: rules_view(table.game.start()),
            clock: table.setup.clock.clone(),
            by: table.seat(!free).name().to_owned(),
            side: free.into(),
            here: table.online[table.game.seat(!free).index()],
            mine: !who.id.is_empty() && table.setup.maker == who.id,
            created: table.created,
        });
    }
    games.sort_by_key(|game| !game.here);
    Ok(Json(Lobby { games }))
}
