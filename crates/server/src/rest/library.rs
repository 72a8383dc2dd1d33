//! The library: own games and records brought in, in every format that can be read.

use super::{Body, Bytes, Params};
use crate::app::App;
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::identity::{Known, Who, random_text};
use crate::library::{Copied, Edit, Opened, add_to, read_stored, record_of, tree_from};
use crate::serve::Peer;
use crate::store::{Query, RecordRow};
use crate::time::now_ms;
use crate::wire::{Entry, Text};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use heibai_records::{Record, json};
use heibai_table::files::{self, read, row_of};
use heibai_table::rows::{entry, record_entry};
use heibai_words::server as said;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

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

fn new_row(record: &Record, title: &str) -> RecordRow {
    row_of(record, title, format!("r{}", random_text(12)), now_ms())
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
    let work = move || {
        let (format, records, notes) = read(&bytes, &name)?;
        let rows: Vec<RecordRow> = records.iter().map(|record| new_row(record, &name)).collect();
        Ok::<_, Fail>((format, rows, notes))
    };
    let (format, mut rows, notes) = tokio::task::spawn_blocking(work).await.map_err(Fail::internal)??;
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

#[utoipa::path(get, path = "/api/library/{id}", params(("id" = String, Path,)), tag = "library",
    responses((status = 200, body = Opened), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn open(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<Json<Opened>> {
    let (entry, record) = find(&app, &who, &id).await?;
    Ok(Json(Opened::new(entry, &record)))
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
    if let Some(RecordRow { mut row, mut body }) = app.store.record(&who.id, &id).await? {
        if let Some(nodes) = &edit.tree {
            let mut record = read_stored(&body)?;
            record.tree = tree_from(nodes, &record)?;
            row.moves = record.tree.moves().count() as i64;
            body = json::write(&record);
        }
        edit.label(&mut row);
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
    edit.label(&mut row);
    app.store.label_game(&id, &row.title, &row.tags).await?;
    Ok(Json(entry(row)))
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
    let mut row = new_row(&record, &from.title);
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
    let (_, record) = find(&app, &who, &id).await?;
    let file = files::export(&record, &id, &export.format)?;
    let mut response = ([(header::CONTENT_TYPE, file.content_type)], file.bytes).into_response();
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{}\"", file.name)) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    if let Ok(value) = HeaderValue::from_str(&file.lost.join(", "))
        && !file.lost.is_empty()
    {
        headers.insert("x-heibai-lost", value);
    }
    Ok(response)
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
