//! Games: create, view, join, act.

use super::Body;
use crate::act::Action;
use crate::app::{Acted, App};
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::event::{Seat, Setup};
use crate::identity::{Identified, Who, random_text};
use crate::opponent::Opponent;
use crate::table::Table;
use crate::time::now_ms;
use crate::wire::{Entry, Game, GameView, Side};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use heibai_games::{Color, Position};
use heibai_table::new_game::{Host, NewGame, Sitter};
use heibai_table::rows::entry;
use serde::{Deserialize, Serialize};
use tracing::Instrument;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub(crate) struct Games {
    games: Vec<Entry>,
}

/// The seat for a requested `sitter`.
async fn seat(app: &App, who: &Who, kind: Game, sitter: &Sitter) -> Answer<Seat> {
    Ok(match sitter {
        Sitter::Open {} => Seat::Open,
        Sitter::Me {} => {
            let me = who.member(app).await?;
            match me.bot {
                true => Seat::Bot { id: me.id, name: me.name },
                false => Seat::Person { id: me.id, name: me.name },
            }
        }
        Sitter::Engine { player } => {
            Opponent::read(player, kind.into(), &app.networks)?;
            Seat::Engine { player: player.clone() }
        }
        Sitter::Bot { id } => {
            let bot = app.store.player(id).await?.ok_or(Code::BadPlayer)?;
            if bot.owner != who.id {
                return Err(Code::NotYours.into());
            }
            Seat::Bot { id: bot.id, name: bot.name }
        }
    })
}

async fn setup(app: &App, who: &Who, new: NewGame) -> Answer<Setup> {
    let host = Host {
        black: seat(app, who, new.kind, &new.black).await?,
        white: seat(app, who, new.kind, &new.white).await?,
        maker: who.id.clone(),
        invite: random_text(16),
        lobby: app.lobby,
    };
    match new.continued() {
        Some(game) => {
            let (_, seated) = app.enter_current(game).await?;
            new.setup(host, Some(&seated.table))
        }
        None => new.setup(host, None),
    }
}

#[utoipa::path(post, path = "/api/games", request_body = NewGame, tag = "games",
    responses((status = 201, body = GameView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn create(
    State(app): State<App>,
    Identified(who): Identified,
    Body(new): Body<NewGame>,
) -> Answer<(StatusCode, Json<GameView>)> {
    let setup = setup(&app, &who, new).await?;
    for seat in [&setup.black, &setup.white] {
        if let Seat::Engine { player } = seat {
            let opponent = Opponent::read(player, setup.kind.into(), &app.networks)?;
            opponent.check_rules(&setup.start()?.rules())?;
        }
    }
    let goes_on = !setup.before.is_empty() || !setup.stones.is_empty();
    if goes_on && (setup.black.is_engine() || setup.white.is_engine()) {
        let table = Table::new(String::new(), now_ms(), setup.clone())?;
        app.check_fair(&who.id, &table.game).await?;
    }
    let room = app.create(setup).await?;
    let seated = room.seated.lock().await;
    Ok((StatusCode::CREATED, Json(seated.table.view(&who.id, now_ms()))))
}

#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path,)), tag = "games",
    responses((status = 200, body = GameView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn get(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<Json<GameView>> {
    app.view(&id, &who).await.map(Json)
}

#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Games)))]
pub(crate) async fn list(State(app): State<App>, Identified(who): Identified) -> Answer<Json<Games>> {
    let rows = app.store.games_of(&who.id).await?;
    Ok(Json(Games { games: rows.into_iter().map(entry).collect() }))
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Join {
    /// Not needed for a game in the lobby.
    #[serde(default)]
    code: String,
    side: Option<Side>,
}

#[utoipa::path(post, path = "/api/games/{id}/join", params(("id" = String, Path,)), request_body = Join,
    tag = "games", responses((status = 200, body = GameView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn join(
    State(app): State<App>,
    Identified(who): Identified,
    Path(id): Path<String>,
    Body(join): Body<Join>,
) -> Answer<Json<GameView>> {
    let member = who.member(&app).await?;
    to_the_end(async move { app.join(&id, &member, &join.code, join.side).await }).await.map(Json)
}

#[utoipa::path(post, path = "/api/games/{id}/act", params(("id" = String, Path,)), request_body = Action,
    tag = "games", responses((status = 200, body = Acted), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn act(
    State(app): State<App>,
    Identified(who): Identified,
    Path(id): Path<String>,
    Body(action): Body<Action>,
) -> Answer<Json<Acted>> {
    to_the_end(async move { app.act(&id, &who, &action).await }).await.map(Json)
}

/// Finishes the work even if the client hangs up, so that no event is left half done.
pub(crate) async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Answer<T>> + Send + 'static,
) -> Answer<T> {
    tokio::spawn(work.in_current_span()).await.map_err(Fail::internal)?
}

#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = String, Path,)), tag = "games",
    responses((status = 204), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn remove(
    State(app): State<App>,
    Identified(who): Identified,
    Path(id): Path<String>,
) -> Answer<StatusCode> {
    let (mine, remote, over, maker) = {
        let (_, seated) = app.enter_current(&id).await?;
        let table = &seated.table;
        let mine: Vec<Color> = table.seats_of(&who.id).collect();
        (mine, table.is_remote(), table.is_over(), table.setup.maker == who.id)
    };
    if mine.is_empty() && !maker {
        return Err(Code::NotYours.into());
    }
    if !over && !mine.is_empty() {
        let action = if remote || mine.len() == 1 {
            Action::Resign { side: None }
        } else {
            Action::Resign { side: Some(Side::Black) }
        };
        let (app, who, id) = (app.clone(), who.clone(), id.clone());
        let done = to_the_end(async move { app.act(&id, &who, &action).await }).await;
        if let Err(fail) = done
            && fail.code != Code::GameFinished
        {
            return Err(fail);
        }
    }
    app.store.hide_game(&who.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
