//! Engine matches for everybody to watch, and their standings.

use crate::app::App;
use crate::error::Answer;
use crate::store::GameRow;
use crate::wire::Entry;
use axum::Json;
use axum::extract::State;
use heibai_table::rows::entry;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

#[derive(Clone, Default, Serialize, ToSchema)]
pub(crate) struct Standing {
    kind: String,
    player: String,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    points: f64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LiveGames {
    games: Vec<Entry>,
    standings: Vec<Standing>,
}

/// The games listed, and the finished games that count in the standings.
const LISTED: i64 = 50;
const COUNTED: i64 = 2000;

#[utoipa::path(get, path = "/api/live", tag = "live", responses((status = 200, body = LiveGames)))]
pub(crate) async fn live(State(app): State<App>) -> Answer<Json<LiveGames>> {
    let games = app.store.public_games("running", LISTED).await?.into_iter().map(entry).collect();
    let ended = app.store.public_games("over", COUNTED).await?;
    Ok(Json(LiveGames { games, standings: standings(&ended) }))
}

/// A table for each game, most points first.
fn standings(ended: &[GameRow]) -> Vec<Standing> {
    let mut table: BTreeMap<(String, String), Standing> = BTreeMap::new();
    for game in ended {
        for (player, side) in [(&game.black_name, "black"), (&game.white_name, "white")] {
            let standing = table.entry((game.kind.clone(), player.clone())).or_default();
            standing.games += 1;
            match game.winner.as_str() {
                "draw" => standing.draws += 1,
                winner if winner == side => standing.wins += 1,
                _ => standing.losses += 1,
            }
            standing.points = f64::from(standing.wins) + f64::from(standing.draws) / 2.0;
        }
    }
    let name = |((kind, player), standing)| Standing { kind, player, ..standing };
    let mut list: Vec<Standing> = table.into_iter().map(name).collect();
    list.sort_by(|a, b| a.kind.cmp(&b.kind).then(b.points.total_cmp(&a.points)));
    list
}
