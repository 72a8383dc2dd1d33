//! The text index of the library: finds the records that contain a text without reading them all.
//!
//! SQLite keeps a full-text table of letter pairs. A phrase of pairs is exactly a substring, in any script and
//! however short; words would not work for Chinese, and FTS5's own trigrams do not find names of two letters. Its row
//! numbers are the records' times of change, which are unique, so the newest come first without sorting. PostgreSQL
//! indexes the text itself with the extension pg_trgm; without it, the player's records are scanned.

use heibai_table::rows::RecordRow;
use sqlx::{AnyConnection, AnyPool, Connection, Row};

/// The searchable text of a record, in SQL.
pub(super) const TEXT: &str =
    "LOWER(title || ' ' || black_name || ' ' || white_name || ' ' || tags || ' ' || date || ' ' || words)";

/// The searchable text of a game, in SQL: with the day it began, in UTC, instead of a date.
pub(super) fn of_games(postgres: bool) -> String {
    let day = match postgres {
        true => "to_char(to_timestamp(created / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')",
        false => "strftime('%Y-%m-%d', created / 1000, 'unixepoch')",
    };
    format!("LOWER(title || ' ' || black_name || ' ' || white_name || ' ' || tags || ' ' || {day})")
}

/// The part of a search text that counts, in characters; a longer one finds nothing different.
const LONGEST: usize = 100;

/// Creates the index if it is missing.
pub(super) async fn prepare(pool: &AnyPool, postgres: bool) -> sqlx::Result<()> {
    let mut connection = pool.acquire().await?;
    if postgres {
        if let Err(error) = prepare_postgres(&mut connection).await {
            tracing::warn!("the library has no text index, searches will be slower: {error}");
        }
        return Ok(());
    }
    let there = sqlx::query("SELECT 1 FROM sqlite_master WHERE name = 'record_text'");
    if there.fetch_optional(&mut *connection).await?.is_none() {
        let made = build(&mut connection).await;
        super::settled(connection, made).await?;
    }
    Ok(())
}

async fn prepare_postgres(connection: &mut AnyConnection) -> sqlx::Result<()> {
    sqlx::query("CREATE EXTENSION IF NOT EXISTS pg_trgm").execute(&mut *connection).await?;
    let sql = format!("CREATE INDEX IF NOT EXISTS records_text ON records USING GIN (({TEXT}) gin_trgm_ops)");
    sqlx::query(&sql).execute(&mut *connection).await?;
    Ok(())
}

/// Indexes the existing records. Equal times of change are made distinct.
async fn build(connection: &mut AnyConnection) -> sqlx::Result<()> {
    let mut transaction = connection.begin().await?;
    sqlx::query(
        "CREATE VIRTUAL TABLE record_text USING fts5 \
         (owner, pairs, content = '', contentless_delete = 1, tokenize = 'ascii')",
    )
    .execute(&mut *transaction)
    .await?;
    let sql = format!("SELECT id, owner, updated, {TEXT} FROM records ORDER BY updated, id");
    let rows = sqlx::query(&sql).fetch_all(&mut *transaction).await?;
    let mut last = 0;
    for row in rows {
        let (id, owner): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        let (updated, text): (i64, String) = (row.try_get(2)?, row.try_get(3)?);
        let free = updated.max(last + 1);
        if free != updated {
            let moved = sqlx::query("UPDATE records SET updated = $2 WHERE id = $1").bind(&id).bind(free);
            moved.execute(&mut *transaction).await?;
        }
        insert(&mut transaction, free, &owner, &text).await?;
        last = free;
    }
    transaction.commit().await
}

/// Removes a record from the index.
pub(super) async fn remove(connection: &mut AnyConnection, owner: &str, id: &str) -> sqlx::Result<()> {
    let sql =
        "DELETE FROM record_text WHERE rowid = (SELECT updated FROM records WHERE id = $1 AND owner = $2)";
    sqlx::query(sql).bind(id).bind(owner).execute(&mut *connection).await?;
    Ok(())
}

pub(super) async fn add(
    connection: &mut AnyConnection,
    owner: &str,
    RecordRow { row, .. }: &RecordRow,
) -> sqlx::Result<()> {
    let parts = [&row.title, &row.black_name, &row.white_name, &row.tags, &row.date, &row.words];
    let text = parts.map(String::as_str).join(" ");
    insert(connection, row.updated, owner, &text).await
}

async fn insert(connection: &mut AnyConnection, number: i64, owner: &str, text: &str) -> sqlx::Result<()> {
    sqlx::query("INSERT INTO record_text (rowid, owner, pairs) VALUES ($1, $2, $3)")
        .bind(number)
        .bind(word(owner))
        // The space gives the last letter a pair that it begins.
        .bind(pairs(&(plain(text) + " ")))
        .execute(&mut *connection)
        .await?;
    Ok(())
}

/// The full-text query for a text within the records of one player; `None` if there is no text.
pub(super) fn question(owner: &str, text: &str) -> Option<String> {
    let text: String = plain(text).chars().take(LONGEST).collect();
    let looked_for = match text.chars().count() {
        0 => return None,
        // A single letter matches the start of a pair.
        1 => format!("\"{}\" *", word(&text)),
        _ => format!("\"{}\"", pairs(&text)),
    };
    Some(format!("owner : \"{}\" AND pairs : {looked_for}", word(owner)))
}

/// Lower case, single spaces.
fn plain(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Letters as one word that the tokenizer does not split; no letter's code is a prefix of another's.
fn word(text: &str) -> String {
    text.chars().map(|c| format!("{:x}z", u32::from(c))).collect()
}

/// Every pair of adjacent letters as a word.
fn pairs(text: &str) -> String {
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect::<Vec<_>>();
    let words: Vec<String> = ends.windows(3).map(|at| word(&text[at[0]..at[2]])).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_into_pairs_of_letters() {
        assert_eq!(pairs(""), "");
        assert_eq!(pairs("a"), "");
        assert_eq!(pairs("abc"), "61z62z 62z63z");
        assert_eq!(pairs("\u{67ef} x"), "67efz20z 20z78z");
        assert_eq!(plain("  KE\u{3000} Jie "), "ke jie");
    }

    #[test]
    fn a_question_says_no_word_of_its_own() {
        assert_eq!(question("p_1", " \t"), None);
        assert_eq!(
            question("a", "\" OR *").unwrap(),
            "owner : \"61z\" AND pairs : \"22z20z 20z6fz 6fz72z 72z20z 20z2az\""
        );
        assert_eq!(question("a", "B").unwrap(), "owner : \"61z\" AND pairs : \"62z\" *");
    }
}
