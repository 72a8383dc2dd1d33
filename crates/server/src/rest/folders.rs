//! Organising a library: folders, tags, and actions on several records at once.

use super::Body;
use super::library::{attachment, change, find, own};
use crate::app::App;
use crate::error::{Answer, ErrorBody};
use crate::identity::{Identified, Who};
use crate::serve::Peer;
use axum::extract::State;
use axum::response::Response;
use axum::{Extension, Json};
use heibai_table::edit::Edit;
use heibai_table::files::{Exported, short};
use heibai_table::folders::{Chosen, Deed, ExportChosen, Organised, Shelves, distinct};

#[utoipa::path(get, path = "/api/library/folders", tag = "library", responses((status = 200, body = Shelves)))]
pub(crate) async fn shelves(State(app): State<App>, Identified(who): Identified) -> Answer<Json<Shelves>> {
    let tags = app.store.tags(&who.id).await?;
    Ok(Json(Shelves::new(app.store.folders(&who.id).await?, tags)))
}

#[utoipa::path(post, path = "/api/library/organise", request_body = Chosen, tag = "library",
    responses((status = 200, body = Organised), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn organise(
    State(app): State<App>,
    Identified(who): Identified,
    Extension(peer): Extension<Peer>,
    Body(Chosen { ids, deed }): Body<Chosen>,
) -> Answer<Json<Organised>> {
    let ids = distinct(ids)?;
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
    if let Deed::Remove = deed {
        return Ok(app.store.remove_record(&who.id, &old).await?);
    }
    let Some(tags) = deed.retag(&old.row.tags) else { return Ok(true) };
    let edit = Edit { tags: Some(tags), ..Edit::default() };
    Ok(change(app, who, peer, id, edit).await?.is_some())
}

#[utoipa::path(post, path = "/api/library/export", request_body = ExportChosen, tag = "library",
    responses((status = 200, body = String), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn export(
    State(app): State<App>,
    who: Who,
    Body(chosen): Body<ExportChosen>,
) -> Answer<Response> {
    let ids = distinct(chosen.ids)?;
    let mut file = Exported::new("heibai-games", &chosen.format)?;
    file.check_count(ids.len())?;
    let place = app.answer_place(&who).await;
    for id in &ids {
        let (_, record) = find(&app, &who, id).await?;
        let add = move || {
            file.add(&record)?;
            Ok(file)
        };
        file = app.at_leisure(&who, add).await?;
    }
    Ok(attachment(file, place))
}
