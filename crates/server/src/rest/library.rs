//! The library: own games and records brought in, in every format that can be read.

use super::games::entry;
use super::{Body, Bytes, Params};
use crate::app::App;
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::identity::{Known, Who, random_text};
use crate::library::{InfoEdit, NodeView, add_to, line_of, read_stored, record_of, result_of, tree_from};
use crate::line::{IllegalView, Line};
use crate::passages::{Digest, digest};
use crate::serve::Peer;
use crate::store::{GameRow, Query, RecordRow};
use crate::study::{Studied, studied};
use crate::time::now_ms;
use crate::view::rules_view;
use crate::wire::{Both, Entry, RulesView, Side, Text};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use heibai_games::{AnyPosition, Position};
use heibai_records::wthor::Names;
use heibai_records::{Format, Hint, Record, json, read_any, write_bytes};
use heibai_words::{Say, server as said};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Games that one file may bring in, and how many of them the answer lists.
const MOST_GAMES: usize = 20_000;
const LISTED: usize = 100;
/// Notes on one file; what else is wrong with it is only counted.
const MOST_NOTES: usize = 100;
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

pub(super) fn record_entry(row: GameRow) -> Entry {
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

#[derive(Deserialize, IntoParams)]
pub(crate) struct Named {
    #[serde(default)]
    name: String,
    /// The folder that the records come into.
    #[serde(default)]
    folder: String,
    /// WTHOR: the last bytes of the body are its files of names, so many of the players and then of the tournaments.
    #[serde(default)]
    players: usize,
    #[serde(default)]
    tournaments: usize,
}

impl Named {
    /// The games of a body, and the names that stand behind them.
    fn parts<'a>(&self, body: &'a [u8]) -> Answer<(&'a [u8], Names)> {
        if self.players == 0 && self.tournaments == 0 {
            return Ok((body, Names::default()));
        }
        let bad = || Fail::from(Code::BadRecord);
        let split = |from: &'a [u8], last: usize| {
            from.split_at_checked(from.len().checked_sub(last).ok_or_else(bad)?).ok_or_else(bad)
        };
        let (rest, tournaments) = split(body, self.tournaments)?;
        let (games, players) = split(rest, self.players)?;
        let names = Names::read(players, tournaments);
        Ok((games, names.map_err(|e| Fail::because(Code::BadRecord, e.text()))?))
    }
}

/// What came of a file.
#[derive(Serialize, ToSchema)]
pub(crate) struct Imported {
    format: String,
    /// Games that are in the library now, and those that are not.
    kept: usize,
    left: usize,
    /// The first of those that were kept.
    entries: Vec<Entry>,
    /// What was odd, game by game: why one was left, or what one that was kept lacks.
    notes: Vec<Text>,
}

/// A text of one line: no control characters, not too long.
pub(super) fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect::<String>().trim().to_owned()
}

/// Tags as they are stored.
pub(super) fn joined(tags: &[String]) -> String {
    let clean = tags.iter().take(20).map(|tag| short(&tag.replace(',', " "))).filter(|tag| !tag.is_empty());
    clean.collect::<Vec<_>>().join(",")
}

/// A record's row, new in the library.
pub(super) fn row_of(record: &Record, title: &str) -> RecordRow {
    let (result, winner) = result_of(&record.rules, record.info.result.as_ref());
    let info = &record.info;
    // The whole text stays in the record itself; a line of a list has no control characters.
    let title = [&info.game_name, &info.event].into_iter().find(|t| !t.is_empty()).map_or(title, |t| t);
    let now = now_ms();
    let Digest { board, passages } = digest(record);
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
            folder: String::new(),
            board,
        },
        body: json::write(record),
        passages,
    }
}

/// A text as a line of a list shows it.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Whether the client has room for records, and may bring so much at once.
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

/// Keeps new records, if the client has room for them.
async fn keep(app: &App, who: &Who, peer: Peer, rows: &mut [RecordRow]) -> Answer<()> {
    check_room(app, who, peer, rows).await?;
    Ok(app.store.keep_records(&who.id, rows).await?)
}

/// What a file holds.
struct Found {
    format: Format,
    rows: Vec<RecordRow>,
    left: usize,
    notes: Vec<Text>,
}

/// Reads everything that can be read; what cannot is noted with its place.
fn read(body: &[u8], named: &Named) -> Answer<Found> {
    let bad = |why: &heibai_words::Text| Fail::because(Code::BadRecord, why);
    let name: String = named.name.chars().take(200).collect();
    let folder = short(&named.folder);
    let (bytes, names) = named.parts(body)?;
    let games = read_any(bytes, Hint { names, ..Hint::from_name(&name) }).map_err(|e| bad(&e.text()))?;
    let mut found = Found { format: games.format(), rows: Vec::new(), left: 0, notes: Vec::new() };
    let mut notes = Vec::new();
    for (number, game) in games.enumerate() {
        if number >= MOST_GAMES {
            notes.push(said::first_games(MOST_GAMES));
            break;
        }
        let odd = match game {
            Ok(record) => {
                let mut row = row_of(&record, &name);
                row.row.folder = folder.clone();
                found.rows.push(row);
                record.replay().err().map(|illegal| illegal.text())
            }
            Err(e) => {
                found.left += 1;
                Some(e.text())
            }
        };
        if let Some(what) = odd.filter(|_| notes.len() < MOST_NOTES) {
            notes.push(said::in_game(number + 1, what));
        }
    }
    match (found.rows.is_empty(), notes.first()) {
        (true, Some(note)) => Err(bad(note)),
        (true, None) => Err(bad(&said::no_game())),
        (false, _) => {
            found.notes = notes.into_iter().map(Text::from).collect();
            Ok(found)
        }
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
    // A large file takes a while to read: not on a thread that serves others, and not many at once.
    let turn = app.importing.acquire().await.map_err(Fail::internal)?;
    let read = tokio::task::spawn_blocking(move || read(&bytes, &named));
    let Found { format, mut rows, left, notes } = read.await.map_err(Fail::internal)??;
    keep(&app, &who, peer, &mut rows).await?;
    drop(turn);
    let kept = rows.len();
    let entries = rows.into_iter().take(LISTED).map(|r| record_entry(r.row)).collect();
    Ok((StatusCode::CREATED, Json(Imported { format: format.name().to_owned(), kept, left, entries, notes })))
}

/// A game or record by its id, as the one who asks may see it.
pub(super) async fn find(app: &App, who: &Who, id: &str) -> Answer<(Entry, Record)> {
    if let Some(RecordRow { row, body, .. }) = app.store.record(&who.id, id).await? {
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
    /// The board before the first move, and who makes it.
    start: Vec<u8>,
    #[schema(required)]
    turn: Option<Side>,
    tree: Vec<NodeView>,
    /// The first move of the main line that the referee refuses.
    #[schema(required)]
    illegal: Option<IllegalView>,
    info: InfoView,
    /// Whether changes are kept in the record itself; otherwise only a copy can be changed.
    editable: bool,
}

/// What stands at the head of a record, as it is written there; empty texts say nothing.
#[derive(Serialize, ToSchema)]
pub(crate) struct InfoView {
    rules: RulesView,
    /// The rules by the record's own name, where the referee plays by others.
    ruleset: String,
    players: Both<String>,
    ranks: Both<String>,
    title: String,
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
        players: Both::of(|side| info.side(side).name.clone()),
        ranks: Both::of(|side| info.side(side).rating.clone()),
        title: info.game_name.clone(),
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
    let editable = entry.source == "record" && !record.starts_anew();
    let record = record.since_last_start();
    let line = line_of(&record);
    let info = info_of(&record, &line);
    // A large tree takes a while: not on a thread that serves others.
    let studied = tokio::task::spawn_blocking(move || studied(&record));
    let Studied { start, turn, tree, illegal } = studied.await.map_err(Fail::internal)?;
    Ok(Json(Opened { entry, start, turn, tree, illegal, info, line, editable }))
}

#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct Edit {
    pub(super) title: Option<String>,
    pub(super) tags: Option<Vec<String>>,
    pub(super) folder: Option<String>,
    pub(super) tree: Option<Vec<NodeView>>,
    pub(super) info: Option<InfoEdit>,
    /// The time of change that the client knows; if the record has changed since, the edit is refused as stale.
    pub(super) seen: Option<i64>,
}

impl Edit {
    /// The record with what is changed in it, and its line in lists.
    fn apply(self, mut row: GameRow, mut record: Record) -> Answer<RecordRow> {
        if (self.tree.is_some() || self.info.is_some()) && record.starts_anew() {
            return Err(Fail::because(Code::BadRecord, said::starts_anew()));
        }
        if let Some(nodes) = self.tree {
            record.tree = tree_from(&nodes, &record)?;
        }
        if let Some(info) = self.info {
            info.apply(&mut record.info);
            row.black_name = shown(&record.info.black.name);
            row.white_name = shown(&record.info.white.name);
            if !record.info.game_name.is_empty() {
                row.title = shown(&record.info.game_name);
            }
        }
        row.title = self.title.map_or(row.title, |title| short(&title));
        row.tags = self.tags.map_or(row.tags, |tags| joined(&tags));
        row.folder = self.folder.map_or(row.folder, |folder| short(&folder));
        row.moves = record.tree.moves().count() as i64;
        let Digest { board, passages } = digest(&record);
        row.board = board;
        Ok(RecordRow { row, body: json::write(&record), passages })
    }
}

/// A record of the client's own as it is stored, with the positions that it goes through.
pub(super) async fn own(app: &App, who: &Who, id: &str) -> Answer<Option<(RecordRow, Record)>> {
    let Some(mut stored) = app.store.record(&who.id, id).await? else { return Ok(None) };
    let record = read_stored(&stored.body)?;
    stored.passages = digest(&record).passages;
    Ok(Some((stored, record)))
}

/// Changes a record of the client's own; `None` where there is none.
pub(super) async fn change(app: &App, who: &Who, peer: Peer, id: &str, edit: Edit) -> Answer<Option<Entry>> {
    let Some((old, record)) = own(app, who, id).await? else { return Ok(None) };
    if edit.seen.is_some_and(|seen| seen != old.row.updated) {
        return Err(Code::Stale.into());
    }
    let mut kept = [edit.apply(old.row.clone(), record)?];
    check_room(app, who, peer, &kept).await?;
    app.store.replace_record(&who.id, &old, &mut kept[0]).await?;
    let [RecordRow { row, .. }] = kept;
    Ok(Some(record_entry(row)))
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
    if id.starts_with('r') && app.store.record(&who.id, &id).await?.is_some() {
        let changed = change(&app, &who, peer, &id, edit).await?;
        return Ok(Json(changed.ok_or(Code::NotFound)?));
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
    if edit.tree.is_some() || edit.info.is_some() {
        return Err(Code::GameFinished.into());
    }
    row.title = edit.title.map_or(row.title, |title| short(&title));
    row.tags = edit.tags.map_or(row.tags, |tags| joined(&tags));
    app.store.label_game(&id, &row.title, &row.tags).await?;
    Ok(Json(entry(row)))
}

/// What a copy has beyond the original.
#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct Copied {
    /// Moves that were tried; a parent is the number of a node of the original, then a place in this list.
    #[serde(default)]
    add: Vec<NodeView>,
    /// The whole tree instead of the original's.
    tree: Option<Vec<NodeView>>,
    info: Option<InfoEdit>,
    #[serde(default)]
    folder: String,
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
    if let Some(nodes) = &copied.tree {
        record.tree = tree_from(nodes, &record)?;
    }
    add_to(&mut record, &copied.add)?;
    if let Some(info) = copied.info {
        info.apply(&mut record.info);
    }
    let mut row = row_of(&record, &from.title);
    row.row.tags = from.tags.join(",");
    row.row.folder = short(&copied.folder);
    let mut kept = [row];
    keep(&app, &who, peer, &mut kept).await?;
    let [RecordRow { row, .. }] = kept;
    Ok((StatusCode::CREATED, Json(record_entry(row))))
}

/// A study that begins with a position, or with a line of moves.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewStudy {
    line: Line,
    tree: Option<Vec<NodeView>>,
    info: Option<InfoEdit>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    folder: String,
}

#[utoipa::path(post, path = "/api/studies", request_body = NewStudy, tag = "library",
    responses((status = 201, body = Entry), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn create(
    State(app): State<App>,
    Known(who): Known,
    Extension(peer): Extension<Peer>,
    Body(study): Body<NewStudy>,
) -> Answer<(StatusCode, Json<Entry>)> {
    let mut record = Record::from_match(&study.line.play()?);
    if let Some(nodes) = &study.tree {
        record.tree = tree_from(nodes, &record)?;
    }
    if let Some(info) = study.info {
        info.apply(&mut record.info);
    }
    let mut row = row_of(&record, &short(&study.title));
    row.row.folder = short(&study.folder);
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
    Ok(attachment(&format!("heibai-{id}"), format, bytes, &lost))
}

/// A file to be saved; `lost` says what the format has no place for.
pub(super) fn attachment(name: &str, format: Format, bytes: Vec<u8>, lost: &[String]) -> Response {
    let name = format!("attachment; filename=\"{name}.{}\"", extension(format));
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
    response
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
    if let Some((old, _)) = own(&app, &who, &id).await? {
        app.store.remove_record(&who.id, &old).await?;
        return Ok(StatusCode::NO_CONTENT);
    }
    super::games::remove(State(app), Known(who), Path(id)).await
}
