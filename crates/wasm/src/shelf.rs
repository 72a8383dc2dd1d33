//! The library: own games and records, organised.

use crate::core::Core;
use crate::keep::to_text;
use crate::rest::{Query, Reply, created, nothing, ok, read};
use crate::work::Work;
use heibai_records::Record;
use heibai_table::edit::{Copied, Edit, NewStudy};
use heibai_table::error::{Answer, Code};
use heibai_table::explore::{self, Through, key_of};
use heibai_table::files::{self, Exported, Imported, Named, joined, short};
use heibai_table::folders::{Chosen, Deed, ExportChosen, Organised, Shelves, distinct};
use heibai_table::library::{read_stored, record_of};
use heibai_table::line::Line;
use heibai_table::opened::Opened;
use heibai_table::passages::{digest, result_number};
use heibai_table::rows::{GameRow, RecordRow, entry, record_entry, tags};
use heibai_table::wire::Entry;
use serde_json::json;
use std::cmp::Reverse;
use std::collections::BTreeMap;

const PAGE: usize = 50;

impl Core {
    pub(crate) fn shelf(
        &mut self,
        method: &str,
        at: &[&str],
        query: &Query<'_>,
        body: &[u8],
    ) -> Answer<Reply> {
        match (method, at) {
            ("GET", ["library"]) => self.list(query),
            ("POST", ["library"]) => self.import(&query.read()?, body),
            ("GET", ["library", "folders"]) => ok(&self.shelves()),
            ("POST", ["library", "organise"]) => self.organise(read(body)?),
            ("POST", ["library", "export"]) => self.export(read(body)?),
            ("POST", ["studies"]) => {
                let (name, now) = self.new_name();
                let row = read::<NewStudy>(body)?.begin(name, now)?;
                created(&self.keep_record(row))
            }
            ("GET", ["library", id]) => {
                let (entry, record) = self.find(id)?;
                ok(&Opened::new(entry, &record))
            }
            ("PUT", ["library", id]) => self.edit(id, read(body)?),
            ("DELETE", ["library", id]) => self.remove(id),
            ("POST", ["library", id, "copy"]) => {
                self.copy(id, if body.is_empty() { Copied::default() } else { read(body)? })
            }
            ("GET", ["library", id, "export"]) => {
                let mut file = Exported::new(&format!("heibai-{id}"), &query.get("format"))?;
                file.add(&self.find(id)?.1)?;
                Ok(Reply::File(file.name, file.bytes))
            }
            _ => Err(Code::NotFound.into()),
        }
    }

    /// Own games and records, latest first.
    fn list(&self, query: &Query<'_>) -> Answer<Reply> {
        let (kind, source) = (query.get("kind"), query.get("source"));
        let (folder, tag) = (query.get("folder"), query.get("tag"));
        let words = query.get("q").trim().to_lowercase();
        let before = query.get("before").parse().unwrap_or(i64::MAX);
        let limit = query.get("limit").parse().unwrap_or(PAGE).clamp(1, 200);
        let over: Option<bool> = query.get("over").parse().ok();
        let fits = |row: &GameRow| {
            let texts = [&row.title, &row.black_name, &row.white_name, &row.tags, &row.date, &row.words];
            let found = words.is_empty() || texts.iter().any(|text| text.to_lowercase().contains(&words));
            let filed = folder.is_empty() || row.folder == folder;
            let tagged = tag.is_empty() || tags(&row.tags).contains(&tag);
            (kind.is_empty() || row.kind == kind) && row.updated < before && found && filed && tagged
        };
        let games = self.games.values().filter(|game| source != "record" && !game.hidden);
        let games = games.map(|game| &game.row).filter(|row| fits(row)).cloned().map(entry);
        let records = self.records.values().filter(|row| source != "game" && fits(row));
        let mut entries: Vec<Entry> = games.chain(records.cloned().map(record_entry)).collect();
        entries.sort_by_key(|entry| Reverse(entry.updated));
        entries.truncate(limit);
        let next = entries.last().filter(|_| entries.len() == limit).map(|entry| entry.updated);
        entries.retain(|entry| over.is_none_or(|over| entry.over == over));
        ok(&json!({ "entries": entries, "next": next }))
    }

    fn keep_record(&mut self, RecordRow { row, body, passages }: RecordRow) -> Entry {
        self.passages.insert(row.id.clone(), passages);
        self.keep(format!("record/{}", row.id), to_text(&row));
        self.keep(format!("body/{}", row.id), body);
        self.records.insert(row.id.clone(), row.clone());
        record_entry(row)
    }

    /// The id and time of a new record. Each change has a unique time, because lists are paged by it.
    fn new_name(&mut self) -> (String, i64) {
        self.now += 1;
        (format!("r{}", self.random.text(12)), self.now)
    }

    fn import(&mut self, named: &Named, bytes: &[u8]) -> Answer<Reply> {
        let now = self.now;
        let mut found = files::read(bytes, named, || format!("r{}", self.random.text(12)), now)?;
        for stored in &mut found.rows {
            self.now += 1;
            (stored.row.created, stored.row.updated) = (self.now, self.now);
            self.keep_record(stored.clone());
        }
        created(&Imported::of(found))
    }

    /// A game or record by its id.
    fn find(&mut self, id: &str) -> Answer<(Entry, Record)> {
        if let Some(row) = self.records.get(id).cloned() {
            self.has(&format!("body/{id}"))?;
            let body = self.bodies.get(id).ok_or(Code::NotFound)?;
            return Ok((record_entry(row), read_stored(body)?));
        }
        let record = record_of(&self.room(id)?.table);
        let row = self.games.get(id).ok_or(Code::NotFound)?.row.clone();
        Ok((entry(row), record))
    }

    fn edit(&mut self, id: &str, edit: Edit) -> Answer<Reply> {
        let (_, record) = self.find(id)?;
        if let Some(row) = self.records.get(id).cloned() {
            if edit.seen.is_some_and(|seen| seen != row.updated) {
                return Err(Code::Stale.into());
            }
            let mut kept = edit.apply(row, record)?;
            self.now += 1;
            kept.row.updated = self.now;
            return ok(&self.keep_record(kept));
        }
        let game = self.games.get_mut(id).ok_or(Code::NotFound)?;
        edit.label(&mut game.row)?;
        let entry = entry(game.row.clone());
        self.keep_game(id);
        ok(&entry)
    }

    fn copy(&mut self, id: &str, copied: Copied) -> Answer<Reply> {
        let (from, record) = self.find(id)?;
        let (name, now) = self.new_name();
        let row = copied.apply(&from, &record, name, now)?;
        created(&self.keep_record(row))
    }

    fn remove(&mut self, id: &str) -> Answer<Reply> {
        match self.remove_record(id) {
            true => nothing(),
            false => self.remove_game(id),
        }
    }

    fn remove_record(&mut self, id: &str) -> bool {
        let known = self.records.remove(id).is_some();
        if known {
            self.forget(format!("record/{id}"));
            self.forget(format!("body/{id}"));
            self.passages.remove(id);
        }
        known
    }

    fn shelves(&self) -> Shelves {
        let mut folders: BTreeMap<String, i64> = BTreeMap::new();
        for row in self.records.values() {
            *folders.entry(row.folder.clone()).or_default() += 1;
        }
        let tagged = self.records.values().map(|row| (row.tags.clone(), 1)).collect();
        Shelves::new(folders.into_iter().collect(), tagged)
    }

    fn organise(&mut self, Chosen { ids, deed }: Chosen) -> Answer<Reply> {
        let ids = distinct(ids)?;
        let mut done = 0;
        for id in &ids {
            let Some(row) = self.records.get_mut(id) else { continue };
            done += 1;
            match &deed {
                Deed::Remove => {
                    self.remove_record(id);
                    continue;
                }
                Deed::Move { folder } => row.folder = short(folder),
                Deed::Tag { .. } | Deed::Untag { .. } => match deed.retag(&row.tags) {
                    Some(tags) => {
                        row.tags = joined(&tags);
                        self.now += 1;
                        row.updated = self.now;
                    }
                    None => continue,
                },
            }
            let text = to_text(row);
            self.keep(format!("record/{id}"), text);
        }
        ok(&Organised { done })
    }

    fn export(&mut self, chosen: ExportChosen) -> Answer<Reply> {
        let ids = distinct(chosen.ids)?;
        let mut file = Exported::new("heibai-games", &chosen.format)?;
        file.check_count(ids.len())?;
        for id in &ids {
            file.add(&self.find(id)?.1)?;
        }
        Ok(Reply::File(file.name, file.bytes))
    }

    /// Where a position occurs among the records; the opening book's part is work.
    pub(crate) fn explore(&mut self, of: Line) -> Answer<Work> {
        let key = key_of(of.play()?.position());
        if self.records.keys().any(|id| !self.passages.contains_key(id)) {
            self.has("body/")?;
            for (id, body) in &self.bodies {
                if !self.passages.contains_key(id) {
                    let passages = read_stored(body).map(|record| digest(&record).passages);
                    self.passages.insert(id.clone(), passages.unwrap_or_default());
                }
            }
        }
        let mut rows: Vec<&GameRow> = self.records.values().collect();
        rows.sort_by_key(|row| Reverse(row.updated));
        let (mut met, mut games) = (Vec::new(), Vec::new());
        for row in rows {
            let through = self.passages.get(&row.id).into_iter().flatten().filter(|p| p.hash == key);
            for (number, passage) in through.enumerate() {
                met.push((passage.next, result_number(&row.winner), 1));
                if number == 0 && games.len() < explore::LISTED {
                    games.push(Through { entry: record_entry(row.clone()), ply: passage.ply });
                }
            }
        }
        Ok(Work::Explore { of, met, games: json!(games) })
    }
}
