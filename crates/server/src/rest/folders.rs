//! Order in a library: folders, tags, and what is done with several records at once.

use super::Body;
use super::games::tags;
use super::library::{Edit, attachment, change, find, own, short};
use crate::app::App;
use crate::error::{Answer, Code, ErrorBody, Fail};
use crate::identity::{Known, Who};
use crate::serve::Peer;
use axum::extract::State;
use axum::response::Response;
use axum::{Extension, Json};
use heibai_records::{Format, write_bytes};
use heibai_words::server as said;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Records that are chosen at once.
const MOST_CHOSEN: usize = 1000;

/// A folder or a tag, and how many records it has.
#[derive(Serialize, ToSchema)]
pub(crate) struct Shelf {
    name: String,
    count: i64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Shelves {
    folders: Vec<Shelf>,
    tags: Vec<Shelf>,
}

#[utoipa::path(get, path = "/api/library/folders", tag = "library", responses((status = 200, body = Shelves)))]
pub(crate) async fn shelves(State(app): State<App>, Known(who): Known) -> Answer<Json<Shelves>> {
    let mut counts: BTreeMap<String, i64> = BTreeMap::new();
    for (text, count) in app.store.tags(&who.id).await? {
        for tag in tags(&text) {
            *counts.entry(tag).or_default() += count;
        }
    }
    let shelf = |(name, count)| Shelf { name, count };
    let folders = app.store.folders(&who.id).await?.into_iter().filter(|(name, _)| !name.is_empty());
    Ok(Json(Shelves { folders: folders.map(shelf).collect(), tags: counts.into_iter().map(shelf).collect() }))
}

/// What is done with the records that are chosen.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "lowercase")]
pub(crate) enum Deed {
    /// An empty name takes them out of their folder.
    Move {
        folder: String,
    },
    Tag {
        tag: String,
    },
    Untag {
        tag: String,
    },
    Remove,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Chosen {
    ids: Vec<String>,
    #[serde(flatten)]
    deed: Deed,
}

/// How many records it was done with; games of one's own and records of others are left as they are.
#[derive(Serialize, ToSchema)]
pub(crate) struct Organised {
    done: usize,
}

fn check_count(ids: &[String]) -> Answer<()> {
    match ids.len() > MOST_CHOSEN {
        true => Err(Fail::because(Code::TooLarge, said::most_chosen(MOST_CHOSEN))),
        false => Ok(()),
    }
}

#[utoipa::path(post, path = "/api/library/organise", request_body = Chosen, tag = "library",
    responses((status = 200, body = Organised), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn organise(
    State(app): State<App>,
    Known(who): Known,
    Extension(peer): Extension<Peer>,
    Body(Chosen { ids, deed }): Body<Chosen>,
) -> Answer<Json<Organised>> {
    check_count(&ids)?;
    let mut done = 0;
    for id in &ids {
        done += usize::from(organise_one(&app, &who, peer, id, &deed).await?);
    }
    Ok(Json(Organised { done }))
}

async fn organise_one(app: &App, who: &Who, peer: Peer, id: &str, deed: &Deed) -> Answer<bool> {
    if let Deed::Move { folder } = deed {
        return Ok(app.store.file_record(&who.id, id, &short(folder)).await?);
    }
    let Some((old, _)) = own(app, who, id).await? else { return Ok(false) };
    let mut tags = tags(&old.row.tags);
    match deed {
        Deed::Move { .. } => return Ok(false),
        Deed::Remove => return Ok(app.store.remove_record(&who.id, &old).await?),
        Deed::Tag { tag } if tags.contains(tag) => return Ok(true),
        Deed::Tag { tag } => tags.push(tag.clone()),
        Deed::Untag { tag } => tags.retain(|known| known != tag),
    }
    let edit = Edit { tags: Some(tags), ..Edit::default() };
    Ok(change(app, who, peer, id, edit).await?.is_some())
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct ExportChosen {
    ids: Vec<String>,
    format: String,
}

#[utoipa::path(post, path = "/api/library/export", request_body = ExportChosen, tag = "library",
    responses((status = 200, body = String), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn export(
    State(app): State<App>,
    who: Who,
    Body(chosen): Body<ExportChosen>,
) -> Answer<Response> {
    check_count(&chosen.ids)?;
    let format: Format = chosen.format.parse().map_err(|e| Fail::because(Code::BadRequest, e))?;
    if format.holds_one() && chosen.ids.len() > 1 {
        return Err(Fail::because(Code::BadRequest, said::one_game(format.name())));
    }
    let (mut bytes, mut lost) = (Vec::new(), Vec::new());
    for id in &chosen.ids {
        let (_, record) = find(&app, &who, id).await?;
        bytes.extend(write_bytes(&record, format).map_err(|e| Fail::because(Code::BadRecord, e))?);
        for part in format.losses(&record).iter().map(ToString::to_string) {
            if !lost.contains(&part) {
                lost.push(part);
            }
        }
    }
    Ok(attachment("heibai-games", format, bytes, &lost))
}
