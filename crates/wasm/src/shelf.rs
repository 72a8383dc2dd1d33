//! The library and the lessons.

use crate::core::Core;
use crate::keep::{progress_row, to_text};
use crate::rest::{Query, Reply, created, nothing, ok, read};
use crate::work::Work;
use heibai_records::Record;
use heibai_table::edit::{Copied, Edit};
use heibai_table::error::{Answer, Code, Fail};
use heibai_table::files::{self, Exported, Imported, Named};
use heibai_table::library::{read_stored, record_of};
use heibai_table::opened::Opened;
use heibai_table::rows::{GameRow, RecordRow, entry, record_entry};
use heibai_table::training::{
    MISTAKES, MOST_MISTAKES, Made, Mistake, Outcome, Problems, ProgressView, Sets, Try, all_progress, known,
    try_again,
};
use heibai_table::wire::Entry;
use serde_json::json;

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
            ("GET", ["problems"]) => ok(&Sets::of(&self.all_mistakes())),
            ("POST", ["problems", MISTAKES]) => self.learn(read(body)?),
            ("GET", ["problems", MISTAKES]) => {
                ok(&Problems::of_mistakes(self.all_mistakes(), &self.progress)?)
            }
            ("GET", ["problems", set]) => ok(&Problems::of_set(set, &self.progress)?),
            ("POST", ["problems", set, id, "result"]) => self.result(set, id, &read(body)?),
            ("GET", ["progress"]) => ok(&all_progress(self.progress.clone())),
            _ => Err(Code::NotFound.into()),
        }
    }

    /// Own games and records, the latest first.
    fn list(&self, query: &Query<'_>) -> Answer<Reply> {
        let (kind, source) = (query.get("kind"), query.get("source"));
        let words = query.get("q").trim().to_lowercase();
        let before = query.get("before").parse().unwrap_or(i64::MAX);
        let limit = query.get("limit").parse().unwrap_or(PAGE).clamp(1, 200);
        let over: Option<bool> = query.get("over").parse().ok();
        let fits = |row: &GameRow| {
            let texts = [&row.title, &row.black_name, &row.white_name, &row.tags];
            let found = words.is_empty() || texts.iter().any(|text| text.to_lowercase().contains(&words));
            (kind.is_empty() || row.kind == kind) && row.updated < before && found
        };
        let games = self.games.values().filter(|game| source != "record" && !game.hidden);
        let games = games.map(|game| &game.row).filter(|row| fits(row)).cloned().map(entry);
        let records = self.records.values().filter(|row| source != "game" && fits(row));
        let mut entries: Vec<Entry> = games.chain(records.cloned().map(record_entry)).collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.updated));
        entries.truncate(limit);
        let next = entries.last().filter(|_| entries.len() == limit).map(|entry| entry.updated);
        entries.retain(|entry| over.is_none_or(|over| entry.over == over));
        ok(&json!({ "entries": entries, "next": next }))
    }

    fn keep_record(&mut self, RecordRow { row, body, .. }: RecordRow) -> Entry {
        self.keep(format!("record/{}", row.id), to_text(&row));
        self.keep(format!("body/{}", row.id), body);
        self.records.insert(row.id.clone(), row.clone());
        record_entry(row)
    }

    /// The name and time of a new record. Each change has a time of its own: pages of a list go by it.
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
        if self.records.remove(id).is_some() {
            self.forget(format!("record/{id}"));
            self.forget(format!("body/{id}"));
            return nothing();
        }
        self.remove_game(id)
    }

    fn learn(&mut self, mut mistake: Mistake) -> Answer<Reply> {
        mistake.settle()?;
        if let Some((id, _)) = self.mistakes.iter().find(|(_, (_, other))| mistake.is_same(other)) {
            return created(&Made { id: id.clone() });
        }
        if self.mistakes.len() >= MOST_MISTAKES {
            return Err(Fail::because(Code::TooMany, heibai_words::server::problems()));
        }
        let id = format!("m{}", self.random.text(10));
        let row = (self.now, mistake);
        self.keep(format!("mistake/{id}"), to_text(&row));
        self.mistakes.insert(0, (id.clone(), row));
        created(&Made { id })
    }

    /// The work that a try takes; one's own mistakes take none.
    pub(crate) fn try_problem(&self, set: &str, id: &str, body: &[u8]) -> Answer<Option<Work>> {
        if !self.is_problem(set, id) {
            return Err(Code::NotFound.into());
        }
        let moves = read::<Try>(body)?.moves;
        Ok((set != MISTAKES).then(|| Work::Try { set: set.to_owned(), id: id.to_owned(), moves }))
    }

    pub(crate) fn try_mistake(&self, id: &str, body: &[u8]) -> Answer<Reply> {
        let mistake = self.mistake(id).ok_or(Code::NotFound)?;
        ok(&try_again(mistake, &read::<Try>(body)?.moves)?)
    }

    fn result(&mut self, set: &str, id: &str, outcome: &Outcome) -> Answer<Reply> {
        if !self.is_problem(set, id) {
            return Err(Code::NotFound.into());
        }
        let after = known(&self.progress, set, id).unwrap_or_default().after(outcome.solved, self.now);
        self.progress.retain(|(s, p, _)| s != set || p != id);
        self.progress.push((set.to_owned(), id.to_owned(), after));
        self.keep(format!("progress/{set}/{id}"), progress_row(after));
        ok(&ProgressView::from(after))
    }
}
