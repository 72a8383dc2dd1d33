//! Organising a library: folders, tags, and actions on several records at once.

use crate::error::{Answer, Code, Fail};
use crate::rows::tags;
use heibai_words::server as said;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use utoipa::ToSchema;

/// The most records that can be selected at once.
const MOST_CHOSEN: usize = 1000;

/// A folder or a tag, and how many records it has.
#[derive(Serialize, ToSchema)]
struct Shelf {
    name: String,
    count: i64,
}

#[derive(Serialize, ToSchema)]
pub struct Shelves {
    folders: Vec<Shelf>,
    tags: Vec<Shelf>,
}

impl Shelves {
    /// From the folders and the tags as stored, each with its count.
    pub fn new(folders: Vec<(String, i64)>, tagged: Vec<(String, i64)>) -> Shelves {
        let mut counts: BTreeMap<String, i64> = BTreeMap::new();
        for (text, count) in tagged {
            for tag in tags(&text) {
                *counts.entry(tag).or_default() += count;
            }
        }
        let shelf = |(name, count)| Shelf { name, count };
        let folders = folders.into_iter().filter(|(name, _)| !name.is_empty());
        Shelves { folders: folders.map(shelf).collect(), tags: counts.into_iter().map(shelf).collect() }
    }
}

/// What is done with the records that are chosen.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Deed {
    /// An empty name removes them from their folder.
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

impl Deed {
    /// The tags of a record afterwards; `None` if they do not change.
    pub fn retag(&self, before: &str) -> Option<Vec<String>> {
        let mut tags = tags(before);
        match self {
            Deed::Tag { tag } if !tags.contains(tag) => tags.push(tag.clone()),
            Deed::Untag { tag } => tags.retain(|known| known != tag),
            Deed::Tag { .. } | Deed::Move { .. } | Deed::Remove => return None,
        }
        Some(tags)
    }
}

#[derive(Deserialize, ToSchema)]
pub struct Chosen {
    pub ids: Vec<String>,
    #[serde(flatten)]
    pub deed: Deed,
}

/// How many records it was done with; games of one's own and records of others are left as they are.
#[derive(Serialize, ToSchema)]
pub struct Organised {
    pub done: usize,
}

/// The ids without repetition, in order; too many at once are refused.
pub fn distinct(mut ids: Vec<String>) -> Answer<Vec<String>> {
    if ids.len() > MOST_CHOSEN {
        return Err(Fail::because(Code::TooLarge, said::most_chosen(MOST_CHOSEN)));
    }
    let mut seen = HashSet::new();
    ids.retain(|id| seen.insert(id.clone()));
    Ok(ids)
}

#[derive(Deserialize, ToSchema)]
pub struct ExportChosen {
    pub ids: Vec<String>,
    pub format: String,
}
