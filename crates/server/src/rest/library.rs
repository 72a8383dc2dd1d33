//! The library: own games and imported records, in every format that can be read.

use super::answers::answer;
use super::{Body, Bytes, Params};
use crate::app::App;
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::identity::{Identified, Who, random_text, text_of};
use crate::library::{read_stored, record_of};
use crate::passages::digest;
use crate::serve::Peer;
use crate::shares::Share;
use crate::store::Query;
use crate::time::now_ms;
use crate::view::to_json;
use crate::wire::Entry;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::{Extension, Json};
use heibai_records::Record;
use heibai_table::edit::{Copied, Edit, NewStudy};
use heibai_table::files::{Exported, Imported, Named, read};
use heibai_table::opened::Opened;
use heibai_table::rows::{RecordRow, entry, record_entry};
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
    #[serde(default)]
    folder: String,
    #[serde(default)]
    tag: String,
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
    Identified(who): Identified,
    Params(search): Params<Search>,
) -> Answer<Json<Entries>> {
    let limit = search.limit.unwrap_or(PAGE).clamp(1, 200);
    let before = search.before.unwrap_or(i64::MAX);
    let text = search.q.trim().to_owned();
    let query = Query { kind: search.kind, text, folder: search.folder, tag: search.tag, before, limit };
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

/// The id of a new record.
fn new_name() -> String {
    format!("r{}", random_text(12))
}

/// Whether the client has room for records, and may import this much at once.
async fn check_room(app: &App, who: &Who, Peer(address): Peer, rows: &[RecordRow]) -> Answer<()> {
    app.has_space()?;
    let bytes: usize = rows.iter().map(|row| row.body.len()).sum();
    app.imports.take_many(&address.to_string(), bytes as f64)?;
    let most = app.most_records(&who.id);
    if app.store.record_bytes(&who.id).await? as u64 + bytes as u64 > most {
        return Err(Fail::because(Code::TooMany, said::library_bytes(most)));
    }
    Ok(())
}

/// Stores new records, if the client has room for them.
async fn keep(app: &App, who: &Who, peer: Peer, rows: &mut [RecordRow]) -> Answer<()> {
    check_room(app, who, peer, rows).await?;
    Ok(app.store.keep_records(&who.id, rows).await?)
}

#[utoipa::path(post, path = "/api/library", params(Named), tag = "library", request_body = Vec<u8>,
    responses((status = 201, body = Imported), (status = 200, body = Imported), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn import(
    State(app): State<App>,
    Identified(who): Identified,
    Extension(peer): Extension<Peer>,
    Params(named): Params<Named>,
    headers: HeaderMap,
    Bytes { bytes, held }: Bytes,
) -> Answer<(StatusCode, Json<Imported>)> {
    let own_name = idempotent_name(&who, &headers)?;
    // Reading a large file takes a while: use a blocking thread, and only a few at once.
    let turn = app.importing.acquire().await.map_err(Fail::internal)?;
    let name = own_name.clone();
    let name = move || name.clone().unwrap_or_else(new_name);
    let read = tokio::task::spawn_blocking(move || read(&bytes, &named, name, now_ms()));
    let mut found = read.await.map_err(Fail::internal)??;
    drop(held);
    if let Some(id) = own_name {
        let [row] = &mut found.rows[..] else {
            return Err(Fail::because(Code::BadRequest, said::one_game_for_key()));
        };
        let mut known = app.store.record(&who.id, &id).await?;
        if known.is_none() {
            check_room(&app, &who, peer, std::slice::from_ref(row)).await?;
            // Another request with the same key may have come first.
            if !app.store.keep_once(&who.id, row).await? {
                known = app.store.record(&who.id, &id).await?;
            }
        }
        if let Some(known) = known {
            found.rows = vec![known];
            return Ok((StatusCode::OK, Json(Imported::of(found))));
        }
    } else {
        keep(&app, &who, peer, &mut found.rows).await?;
    }
    drop(turn);
    Ok((StatusCode::CREATED, Json(Imported::of(found))))
}

/// The id of a record whose request has a key (`Idempotency-Key`): sent twice, it is the same record. It includes the
/// sender, so that nobody's key leads to another's record.
fn idempotent_name(who: &Who, headers: &HeaderMap) -> Answer<Option<String>> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let key = key.to_str().ok().filter(|key| (1..=64).contains(&key.len()));
    let key = key.ok_or_else(|| Fail::because(Code::BadRequest, said::bad_key()))?;
    Ok(Some(format!("r{}", text_of(&format!("{}\n{key}", who.id)))))
}

/// A game or record by its id, as far as the requester may see it.
pub(super) async fn find(app: &App, who: &Who, id: &str) -> Answer<(Entry, Record)> {
    if let Some(RecordRow { row, body, .. }) = app.store.record(&who.id, id).await? {
        let record = app.at_leisure(who, move || read_stored(&body)).await?;
        return Ok((record_entry(row), record));
    }
    // Anybody who knows a game's id may watch it, and so read it.
    let row = app.store.game_line(id).await?.ok_or(Code::NotFound)?;
    let (_, seated) = app.enter_current(id).await?;
    let record = record_of(&seated.table);
    Ok((Entry { moves: seated.table.game.moves().len() as i64, ..entry(row) }, record))
}

#[utoipa::path(get, path = "/api/library/{id}", params(("id" = String, Path,)), tag = "library",
    responses((status = 200, body = Opened), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn open(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<Response> {
    let place = app.answer_place(&who).await;
    let (entry, record) = find(&app, &who, &id).await?;
    let opened = app.at_leisure(&who, move || Ok(to_json(&Opened::new(entry, &record)))).await?;
    Ok(answer(opened.into_bytes(), "application/json", place))
}

/// A record of the client's own as stored, with its positions.
pub(super) async fn own(app: &App, who: &Who, id: &str) -> Answer<Option<(RecordRow, Record)>> {
    let Some(mut stored) = app.store.record(&who.id, id).await? else { return Ok(None) };
    let read = move || {
        let record = read_stored(&stored.body)?;
        stored.passages = digest(&record).passages;
        Ok(Some((stored, record)))
    };
    app.at_leisure(who, read).await
}

/// Changes a record of the client's own; `None` if there is none.
pub(super) async fn change(app: &App, who: &Who, peer: Peer, id: &str, edit: Edit) -> Answer<Option<Entry>> {
    let Some((old, record)) = own(app, who, id).await? else { return Ok(None) };
    if edit.seen.is_some_and(|seen| seen != old.row.updated) {
        return Err(Code::Stale.into());
    }
    let row = old.row.clone();
    let mut kept = [app.at_leisure(who, move || edit.apply(row, record)).await?];
    check_room(app, who, peer, &kept).await?;
    app.store.replace_record(&who.id, &old, &mut kept[0]).await?;
    let [RecordRow { row, .. }] = kept;
    Ok(Some(record_entry(row)))
}

#[utoipa::path(put, path = "/api/library/{id}", params(("id" = String, Path,)), request_body = Edit,
    tag = "library", responses((status = 200, body = Entry), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn edit(
    State(app): State<App>,
    Identified(who): Identified,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    Body(edit): Body<Edit>,
) -> Answer<Json<Entry>> {
    if id.starts_with('r') && app.store.record(&who.id, &id).await?.is_some() {
        let changed = change(&app, &who, peer, &id, edit).await?;
        return Ok(Json(changed.ok_or(Code::NotFound)?));
    }
    let mut row = app.store.game_line(&id).await?.ok_or(Code::NotFound)?;
    let mine = {
        let (_, seated) = app.enter_current(&id).await?;
        seated.table.setup.maker == who.id || seated.table.seats_of(&who.id).next().is_some()
    };
    if !mine {
        return Err(Code::NotYours.into());
    }
    edit.label(&mut row)?;
    app.store.label_game(&id, &row.title, &row.tags).await?;
    Ok(Json(entry(row)))
}

#[utoipa::path(post, path = "/api/library/{id}/copy", params(("id" = String, Path,)), request_body = Copied,
    tag = "library", responses((status = 201, body = Entry), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn copy(
    State(app): State<App>,
    Identified(who): Identified,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    Bytes { bytes, .. }: Bytes,
) -> Answer<(StatusCode, Json<Entry>)> {
    let copied: Copied = match bytes.is_empty() {
        true => Copied::default(),
        false => serde_json::from_slice(&bytes)
            .map_err(|e| Fail::because(Code::BadRequest, said::unreadable(&e.to_string())))?,
    };
    let (from, record) = find(&app, &who, &id).await?;
    let copy = move || copied.apply(&from, &record, new_name(), now_ms());
    let mut kept = [app.at_leisure(&who, copy).await?];
    keep(&app, &who, peer, &mut kept).await?;
    let [RecordRow { row, .. }] = kept;
    Ok((StatusCode::CREATED, Json(record_entry(row))))
}

#[utoipa::path(post, path = "/api/studies", request_body = NewStudy, tag = "library",
    responses((status = 201, body = Entry), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn create(
    State(app): State<App>,
    Identified(who): Identified,
    Extension(peer): Extension<Peer>,
    Body(study): Body<NewStudy>,
) -> Answer<(StatusCode, Json<Entry>)> {
    let mut kept = [study.begin(new_name(), now_ms())?];
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
    let mut file = Exported::new(&format!("heibai-{id}"), &export.format)?;
    let place = app.answer_place(&who).await;
    let (_, record) = find(&app, &who, &id).await?;
    let added = move || {
        file.add(&record)?;
        Ok(file)
    };
    app.at_leisure(&who, added).await.map(|file| attachment(file, place))
}

/// A file to be saved.
pub(super) fn attachment(file: Exported, place: Option<Share>) -> Response {
    let content = file.content_type();
    let mut response = answer(file.bytes, content, place);
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{}\"", file.name)) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    if let Ok(value) = HeaderValue::from_str(&file.lost.join(", "))
        && !file.lost.is_empty()
    {
        headers.insert("x-heibai-lost", value);
    }
    response
}

#[utoipa::path(delete, path = "/api/library/{id}", params(("id" = String, Path,)), tag = "library",
    responses((status = 204), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn remove(
    State(app): State<App>,
    Identified(who): Identified,
    Path(id): Path<String>,
) -> Answer<StatusCode> {
    if let Some((old, _)) = own(&app, &who, &id).await? {
        app.store.remove_record(&who.id, &old).await?;
        return Ok(StatusCode::NO_CONTENT);
    }
    super::games::remove(State(app), Identified(who), Path(id)).await
}
