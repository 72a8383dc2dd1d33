//! Games: make one, look at it, sit down, act.

use super::Body;
use crate::act::Action;
use crate::app::{Acted, App};
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::event::{Seat, Series, Setup};
use crate::identity::{Known, Who, random_text};
use crate::opponent::Opponent;
use crate::store::GameRow;
use crate::table::Table;
use crate::time::now_ms;
use crate::wire::{Entry, Game, GameView, Side, Text, point_of};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use heibai_games::{Color, Kind, TimeControl};
use serde::{Deserialize, Serialize};
use tracing::Instrument;
use utoipa::ToSchema;

/// Who is to sit on a side.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "who", rename_all = "lowercase")]
pub(crate) enum Sitter {
    Me {},
    Engine { player: String },
    Open {},
    Bot { id: String },
}

#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Move0 {
    Point { point: u16 },
    Name { name: String },
}

#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum From {
    Moves { moves: Vec<Move0> },
    Game { game: String, ply: usize },
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct NewGame {
    kind: Game,
    rules: Option<String>,
    size: Option<usize>,
    komi: Option<f64>,
    handicap: Option<u32>,
    /// Stones that stand before the first move, as in a line.
    #[serde(default)]
    #[schema(value_type = Vec<Vec<u16>>)]
    stones: Vec<(u16, u8)>,
    turn: Option<Side>,
    black: Sitter,
    white: Sitter,
    clock: Option<String>,
    pace_ms: Option<u64>,
    from: Option<From>,
    /// Engine matches: how many games, colours changed each time.
    games: Option<u32>,
    #[serde(default)]
    public: bool,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Games {
    games: Vec<Entry>,
}

const MOST_PACE_MS: u64 = 60_000;
/// Games of one series.
const MOST_GAMES: u32 = 1000;

impl NewGame {
    async fn seat(&self, app: &App, who: &Who, sitter: &Sitter) -> Answer<Seat> {
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
                Opponent::read(player, self.kind.into(), &app.networks)?;
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

    async fn setup(self, app: &App, who: &Who) -> Answer<Setup> {
        let black = self.seat(app, who, &self.black).await?;
        let white = self.seat(app, who, &self.white).await?;
        if let Some(clock) = &self.clock {
            clock.parse::<TimeControl>().map_err(|e| Fail::because(Code::BadClock, e))?;
        }
        let show = black.is_engine() && white.is_engine();
        let (black_open, white_open) = (black == Seat::Open, white == Seat::Open);
        let mut setup = Setup {
            kind: self.kind,
            rules: self.rules,
            size: self.size,
            komi: self.komi,
            handicap: self.handicap,
            stones: self.stones,
            turn: self.turn,
            before: Vec::new(),
            black,
            white,
            clock: self.clock,
            pace_ms: self.pace_ms.map(|ms| ms.min(MOST_PACE_MS)),
            public: self.public && (show || app.lobby && (black_open || white_open)),
            invite: random_text(16),
            maker: who.id.clone(),
            series: self
                .games
                .filter(|&games| show && games > 1)
                .map(|games| Series { of: games.min(MOST_GAMES), ..Series::default() }),
        };
        match self.from {
            None => {}
            Some(From::Moves { moves }) => setup.before = read_moves(&setup, &moves)?,
            Some(From::Game { game, ply }) => continue_from(app, &mut setup, &game, ply).await?,
        }
        Ok(setup)
    }
}

fn read_moves(setup: &Setup, moves: &[Move0]) -> Answer<Vec<Option<u16>>> {
    let start = setup.start()?;
    let read = |mv: &Move0| match mv {
        Move0::Point { point } => Ok(Some(*point)),
        Move0::Name { name } => {
            start.read_move(name).map(point_of).map_err(|e| Fail::because(Code::BadRecord, e))
        }
    };
    moves.iter().map(read).collect()
}

/// The rules and the first moves of another game.
async fn continue_from(app: &App, setup: &mut Setup, game: &str, ply: usize) -> Answer<()> {
    let room = app.room(game).await?;
    let seated = room.seated.lock().await;
    let table = &seated.table;
    if Kind::from(setup.kind) != table.game.start().kind() {
        return Err(Fail::because(Code::BadRules, heibai_words::server::other_kind()));
    }
    let from = &table.setup;
    setup.rules = from.rules.clone();
    (setup.size, setup.komi, setup.handicap) = (from.size, from.komi, from.handicap);
    (setup.stones, setup.turn) = (from.stones.clone(), from.turn);
    let moves = table.game.moves().iter().take(ply).filter(|m| !m.forced);
    setup.before = moves.map(|m| point_of(m.mv)).collect();
    Ok(())
}

#[utoipa::path(post, path = "/api/games", request_body = NewGame, tag = "games",
    responses((status = 201, body = GameView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn create(
    State(app): State<App>,
    Known(who): Known,
    Body(new): Body<NewGame>,
) -> Answer<(StatusCode, Json<GameView>)> {
    let setup = new.setup(&app, &who).await?;
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
pub(crate) async fn list(State(app): State<App>, Known(who): Known) -> Answer<Json<Games>> {
    let rows = app.store.games_of(&who.id).await?;
    Ok(Json(Games { games: rows.into_iter().map(entry).collect() }))
}

/// A stored game as a row of a list.
pub(crate) fn entry(row: GameRow) -> Entry {
    Entry {
        id: row.id,
        source: "game",
        kind: row.kind,
        title: row.title,
        black: row.black_name,
        white: row.white_name,
        result: Text { zh: row.result_zh, en: row.result_en },
        over: row.status == "over",
        winner: match row.winner.as_str() {
            "black" => Some(Side::Black),
            "white" => Some(Side::White),
            _ => None,
        },
        moves: row.moves,
        size: row.size,
        rules: row.rules,
        created: row.created,
        updated: row.updated,
        tags: tags(&row.tags),
        folder: row.folder,
        board: row.board,
    }
}

pub(crate) fn tags(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned).collect()
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Join {
    /// Not needed for a game of the lobby.
    #[serde(default)]
    code: String,
    side: Option<Side>,
}

#[utoipa::path(post, path = "/api/games/{id}/join", params(("id" = String, Path,)), request_body = Join,
    tag = "games", responses((status = 200, body = GameView), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn join(
    State(app): State<App>,
    Known(who): Known,
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
    Known(who): Known,
    Path(id): Path<String>,
    Body(action): Body<Action>,
) -> Answer<Json<Acted>> {
    to_the_end(async move { app.act(&id, &who, &action).await }).await.map(Json)
}

/// A client that hangs up must not leave an event half done: the work goes on without it.
pub(crate) async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Answer<T>> + Send + 'static,
) -> Answer<T> {
    tokio::spawn(work.in_current_span()).await.map_err(Fail::internal)?
}

#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = String, Path,)), tag = "games",
    responses((status = 204), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn remove(
    State(app): State<App>,
    Known(who): Known,
    Path(id): Path<String>,
) -> Answer<StatusCode> {
    let room = app.room(&id).await?;
    let (mine, remote, over, maker) = {
        let seated = room.seated.lock().await;
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
        let (app, who) = (app.clone(), who.clone());
        let done = to_the_end(async move { app.act(&id, &who, &action).await }).await;
        if let Err(fail) = done
            && fail.code != Code::GameFinished
        {
            return Err(fail);
        }
    }
    app.store.hide_game(&who.id, &room.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
