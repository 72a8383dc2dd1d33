//! The library: own games and records brought in, in every format that can be read.

use super::games::entry;
use super::{Body, Bytes, Params};
use crate::app::App;
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::identity::{Known, Who, random_text};
use crate::library::{NodeView, add_to, line_of, read_stored, record_of, result_of, tree_from, tree_of};
use crate::line::Line;
use crate::serve::Peer;
use crate::store::{GameRow, Query, RecordRow};
use crate::time::now_ms;
use crate::view::rules_view;
use crate::wire::{Both, Entry, RulesView, Side, Text};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use heibai_games::{AnyPosition, Position};
use heibai_records::{Format, Hint, Record, json, read_any, write_bytes};
use heibai_words::{Say, server as said};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Games that one file may bring in.
const MOST_GAMES: usize = 1000;
const PAGE: i64 = 50;

#[derive(Deserialize, IntoParams)]
pub(crate) struct Search {
    #[serde(default)]
    kind: String,
    #[serde(default)]
    q: String,
    #[serde(default)]
    source: String,
    over: Option<bool>,
    before: Option<i64>,
    limit: Option<i64>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Entries {
    entries: Vec<Entry>,
    #[schema(required)]
    next: Option<i64>,
}

fn record_entry(row: GameRow) -> Entry {
    Entry { source: "record", ..entry(row) }
}

#[utoipa::path(get, path = "/api/library", params(Search), tag = "library",
    responses((status = 200, body = Entries)))]
pub(crate) async fn list(
    State(app): State<App>,
    Known(who): Known,
    Params(search): Params<Search>,
) -> Answer<Json<Entries>> {
    let limit = search.limit.unwrap_or(PAGE).clamp(1, 200);
    let before = search.before.unwrap_or(i64::MAX);
    let query = Query { kind: search.kind, text: search.q.trim().to_owned(), before, limit };
    let mut entries = Vec::new();
    if search.source != "record" {
        entries.extend(app.store.find_games(&who.id, &query).await?.into_iter().map(entry));
    }
    if search.source != "game" {
        entries.extend(app.store.find_records(&who.id, &query).await?.into_iter().map(record_entry));
    }
    entries.sort_by_key(|e| std::cmp::Reverse(e.updated));
    entries.truncate(limit as usize);
    let next = (entries.len() == limit as usize).then(|| entries.last().map(|e| e.updated)).flatten();
    entries.retain(|e| search.over.is_none_or(|over| e.over == over));
    Ok(Json(Entries { entries, next }))
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct Named {
    #[serde(default)]
    name: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Imported {
    format: String,
    entries: Vec<Entry>,
    notes: Vec<Text>,
}

/// A record's row, new in the library.
fn row_of(record: &Record, title: &str) -> RecordRow {
    let (result, winner) = result_of(&record.rules, record.info.result.as_ref());
    let info = &record.info;
    // The whole text stays in the record itself; a line of a list has no control characters.
    let shown = |text: &str| text.chars().filter(|c| !c.is_control()).collect::<String>();
    let title = [&info.game_name, &info.event].into_iter().find(|t| !t.is_empty()).map_or(title, |t| t);
    let now = now_ms();
    RecordRow {
        row: GameRow {
            id: format!("r{}", random_text(12)),
            kind: record.kind().name().to_owned(),
            created: now,
            updated: now,
            status: "over".to_owned(),
            black_name: shown(&info.black.name),
            white_name: shown(&info.white.name),
            rules: crate::texts::rules_name(&record.rules),
            size: record.size() as i64,
            winner: winner.to_owned(),
            result_zh: result.zh,
            result_en: result.en,
            title: shown(title),
            tags: String::new(),
            moves: record.tree.moves().count() as i64,
        },
        body: json::write(record),
    }
}

/// Keeps records, if the client has room for them.
async fn keep(app: &App, who: &Who, Peer(address): Peer, rows: &mut [RecordRow]) -> Answer<()> {
    app.has_space()?;
    let bytes: usize = rows.iter().map(|row| row.body.len()).sum();
    app.imports.take_many(&address.to_string(), bytes as f64)?;
    let most = app.most_records(&who.id);
    if app.store.record_bytes(&who.id).await? as u64 + bytes as u64 > most {
        return Err(Fail::because(Code::TooMany, said::library_bytes(most)));
    }
    Ok(app.store.keep_records(&who.id, rows).await?)
}

/// Reads everything that can be read; what cannot is noted with its place.
fn read(bytes: &[u8], name: &str) -> Answer<(Format, Vec<RecordRow>, Vec<Text>)> {
    let bad = |why: &heibai_words::Text| Fail::because(Code::BadRecord, why);
    let of_game = |number: usize, what: heibai_words::Text| said::in_game(number + 1, what);
    let games = read_any(bytes, Hint::from_name(name)).map_err(|e| bad(&e.text()))?;
    let format = games.format();
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for (number, game) in games.enumerate() {
        if rows.len() + notes.len() >= MOST_GAMES {
            notes.push(said::first_games(MOST_GAMES));
            break;
        }
        match game {
            Ok(record) => {
                if let Err(illegal) = record.replay() {
                    notes.push(of_game(number, illegal.text()));
                }
                rows.push(row_of(&record, name));
            }
            Err(e) => notes.push(of_game(number, e.text())),
        }
    }
    match (rows.is_empty(), notes.first()) {
        (true, Some(note)) => Err(bad(note)),
        (true, None) => Err(bad(&said::no_game())),
        (false, _) => Ok((format, rows, notes.into_iter().map(Text::from).collect())),
    }
}

#[utoipa::path(post, path = "/api/library", params(Named), tag = "library", request_body = Vec<u8>,
    responses((status = 201, body = Imported), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn import(
    State(app): State<App>,
    Known(who): Known,
    Extension(peer): Extension<Peer>,
    Params(named): Params<Named>,
    Bytes(bytes): Bytes,
) -> Answer<(StatusCode, Json<Imported>)> {
    let name: String = named.name.chars().take(200).collect();
    // A large file takes a while to read: not on a thread that serves others.
    let read = tokio::task::spawn_blocking(move || read(&bytes, &name)).await.map_err(Fail::internal)??;
    let (format, mut rows, notes) = read;
    keep(&app, &who, peer, &mut rows).await?;
    let entries = rows.into_iter().map(|r| record_entry(r.row)).collect();
    Ok((StatusCode::CREATED, Json(Imported { format: format.name().to_owned(), entries, notes })))
}

/// A game or record by its id, as the one who asks may see it.
async fn find(app: &App, who: &Who, id: &str) -> Answer<(Entry, Record)> {
    if let Some(RecordRow { row, body }) = app.store.record(&who.id, id).await? {
        return Ok((record_entry(row), read_stored(&body)?));
    }
    // Whoever knows a game's id may watch it, and so read it.
    let row = app.store.game_line(id).await?.ok_or(Code::NotFound)?;
    let room = app.room(id).await?;
    let seated = room.seated.lock().await;
    let record = record_of(&seated.table);
    Ok((Entry { moves: seated.table.game.moves().len() as i64, ..entry(row) }, record))
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Opened {
    entry: Entry,
    line: Line,
    tree: Vec<NodeView>,
    info: InfoView,
}

/// What stands at the head of a record, as it is written there; empty texts say nothing.
#[derive(Serialize, ToSchema)]
pub(crate) struct InfoView {
    rules: RulesView,
    /// The rules by the record's own name, where the referee plays by others.
    ruleset: String,
    ranks: Both<String>,
    event: String,
    round: String,
    place: String,
    date: String,
    time: String,
}

fn info_of(record: &Record, line: &Line) -> InfoView {
    let info = &record.info;
    let mut rules = rules_view(&AnyPosition::start(&record.rules));
    // Records place handicap stones by hand: two or more of Black's, and White begins.
    let given = line.stones.len() > 1 && line.stones.iter().all(|&(_, cell)| cell == 1);
    if rules.komi.is_some() && given && line.turn == Some(Side::White) {
        rules.handicap = line.stones.len() as u32;
    }
    InfoView {
        rules,
        ruleset: info.ruleset.clone(),
        ranks: Both::of(|side| info.side(side).rating.clone()),
        event: info.event.clone(),
        round: info.round.clone(),
        place: info.place.clone(),
        date: info.date.clone(),
        time: info.time.clone(),
    }
}

#[utoipa::path(get, path = "/api/library/{id}", params(("id" = String, Path,)), tag = "library",
    responses((status = 200, body = Opened), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn open(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<Json<Opened>> {
    let (entry, record) = find(&app, &who, &id).await?;
    let record = record.since_last_start();
    let line = line_of(&record);
    Ok(Json(Opened { entry, tree: tree_of(&record), info: info_of(&record, &line), line }))
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Edit {
    title: Option<String>,
    tags: Option<Vec<String>>,
    tree: Option<Vec<NodeView>>,
}

#[utoipa::path(put, path = "/api/library/{id}", params(("id" = String, Path,)), request_body = Edit,
    tag = "library", responses((status = 200, body = Entry), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn edit(
    State(app): State<App>,
    Known(who): Known,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    Body(edit): Body<Edit>,
) -> Answer<Json<Entry>> {
    let short = |text: String| text.chars().filter(|c| !c.is_control()).take(200).collect::<String>();
    let joined = |tags: Vec<String>| {
        let clean = tags.into_iter().take(20).map(|t| short(t).replace(',', " "));
        clean.collect::<Vec<_>>().join(",")
    };
    if let Some(RecordRow { mut row, mut body }) = app.store.record(&who.id, &id).await? {
        if let Some(nodes) = edit.tree {
            let mut record = read_stored(&body)?;
            record.tree = tree_from(&nodes, &record)?;
            row.moves = record.tree.moves().count() as i64;
            body = json::write(&record);
        }
        row.title = edit.title.map_or(row.title, short);
        row.tags = edit.tags.map_or(row.tags, joined);
        let mut kept = [RecordRow { row, body }];
        keep(&app, &who, peer, &mut kept).await?;
        let [RecordRow { row, .. }] = kept;
        return Ok(Json(record_entry(row)));
    }
    let mut row = app.store.game_line(&id).await?.ok_or(Code::NotFound)?;
    let mine = {
        let room = app.room(&id).await?;
        let seated = room.seated.lock().await;
        seated.table.setup.maker == who.id || seated.table.seats_of(&who.id).next().is_some()
    };
    if !mine {
        return Err(Code::NotYours.into());
    }
    if edit.tree.is_some() {
        return Err(Code::GameFinished.into());
    }
    row.title = edit.title.map_or(row.title, short);
    row.tags = edit.tags.map_or(row.tags, joined);
    app.store.label_game(&id, &row.title, &row.tags).await?;
    Ok(Json(entry(row)))
}

/// What a copy has beyond the original.
#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct Copied {
    /// Moves that were tried; a parent is a place in the original's tree, then in this list.
    #[serde(default)]
    add: Vec<NodeView>,
}

#[utoipa::path(post, path = "/api/library/{id}/copy", params(("id" = String, Path,)), request_body = Copied,
    tag = "library", responses((status = 201, body = Entry), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn copy(
    State(app): State<App>,
    Known(who): Known,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    Bytes(body): Bytes,
) -> Answer<(StatusCode, Json<Entry>)> {
    let copied: Copied = match body.is_empty() {
        true => Copied::default(),
        false => serde_json::from_slice(&body)
            .map_err(|e| Fail::because(Code::BadRequest, said::unreadable(&e.to_string())))?,
    };
    let (from, record) = find(&app, &who, &id).await?;
    let mut record = record.since_last_start();
    add_to(&mut record, &copied.add)?;
    let mut row = row_of(&record, &from.title);
    row.row.tags = from.tags.join(",");
    let mut kept = [row];
    keep(&app, &who, peer, &mut kept).await?;
    let [RecordRow { row, .. }] = kept;
    Ok((StatusCode::CREATED, Json(record_entry(row))))
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct Export {
    format: String,
}

#[utoipa::path(get, path = "/api/library/{id}/export", params(("id" = String, Path,), Export), tag = "library",
    responses((status = 200, body = String), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn export(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Params(export): Params<Export>,
) -> Answer<Response> {
    let format: Format = export.format.parse().map_err(|e| Fail::because(Code::BadRequest, e))?;
    let (_, record) = find(&app, &who, &id).await?;
    let bytes = write_bytes(&record, format).map_err(|e| Fail::because(Code::BadRecord, e))?;
    let lost: Vec<String> = format.losses(&record).iter().map(ToString::to_string).collect();
    let name = format!("attachment; filename=\"heibai-{id}.{}\"", extension(format));
    let content = if format.is_binary() { "application/octet-stream" } else { "text/plain; charset=utf-8" };
    let mut response = ([(header::CONTENT_TYPE, content)], bytes).into_response();
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    if let Ok(value) = HeaderValue::from_str(&lost.join(", "))
        && !lost.is_empty()
    {
        headers.insert("x-heibai-lost", value);
    }
    Ok(response)
}

/// The usual ending of a file's name.
pub(crate) fn extension(format: Format) -> &'static str {
    match format {
        Format::Json | Format::Replay => "json",
        Format::Moves | Format::Position | Format::Bits | Format::Diagram => "txt",
        other => other.name(),
    }
}

#[utoipa::path(delete, path = "/api/library/{id}", params(("id" = String, Path,)), tag = "library",
    responses((status = 204), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn remove(
    State(app): State<App>,
    Known(who): Known,
    Path(id): Path<String>,
) -> Answer<StatusCode> {
    if app.store.remove_record(&who.id, &id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    super::games::remove(State(app), Known(who), Path(id)).await
}
