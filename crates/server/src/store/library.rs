//! Lists of own games, and imported records.

use super::games::{GAME_COLUMNS, game_row};
use super::text_index::{self, TEXT};
use super::{Store, position_index, settled};
use crate::passages::result_number;
use crate::time::now_ms;
use heibai_table::rows::{GameRow, RecordRow};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection, Row};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A search in a library. Empty fields match everything.
pub(crate) struct Query {
    pub kind: String,
    pub text: String,
    pub folder: String,
    pub tag: String,
    pub before: i64,
    pub limit: i64,
}

/// Records per transaction while games are being played, and when nobody has moved for a while. Each transaction is a
/// batch of the position index; a few large batches are faster to search.
const PIECE: usize = 100;
const LARGE_PIECE: usize = 500;
const QUIET_MS: i64 = 30_000;
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

const RECORD_COLUMNS: &str = "id, kind, created, updated, 'over' AS status, black_name, white_name, rules, size, \
     winner, result_zh, result_en, title, tags, moves, folder, board, date, words";

fn record_row(row: &AnyRow) -> sqlx::Result<RecordRow> {
    Ok(RecordRow { row: game_row(row)?, body: row.try_get("body")?, passages: Vec::new() })
}

/// Escapes `%` and `_` in search text.
fn literal(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

fn pattern(text: &str) -> String {
    format!("%{}%", literal(text).to_lowercase())
}

const MATCHES: &str = "($2 = '' OR kind = $2) AND updated < $3";

impl Query {
    /// Further conditions on a row, and their values, numbered from 6 on.
    fn filters(&self) -> (String, Vec<String>) {
        let (mut sql, mut values) = (String::new(), Vec::new());
        if !self.folder.is_empty() {
            values.push(self.folder.clone());
            sql += &format!(" AND folder = ${}", values.len() + 5);
        }
        if !self.tag.is_empty() {
            values.push(format!("%,{},%", literal(&self.tag)));
            sql += &format!(" AND ',' || tags || ',' LIKE ${} ESCAPE '\\'", values.len() + 5);
        }
        (sql, values)
    }
}

impl Store {
    /// A player's games that are not over, the latest first.
    pub(crate) async fn games_of(&self, player: &str) -> sqlx::Result<Vec<GameRow>> {
        let sql = format!(
            "SELECT {GAME_COLUMNS} FROM games WHERE status IN ('waiting', 'running') \
             AND (black = $1 OR white = $1 OR maker = $1) \
             AND id NOT IN (SELECT game FROM hidden WHERE player = $1) ORDER BY updated DESC LIMIT 200"
        );
        let rows = sqlx::query(&sql).bind(player).fetch_all(&self.pool).await?;
        rows.iter().map(game_row).collect()
    }

    /// A player's games that match, the latest first.
    pub(crate) async fn find_games(&self, player: &str, query: &Query) -> sqlx::Result<Vec<GameRow>> {
        // Games are in no folder.
        if !query.folder.is_empty() {
            return Ok(Vec::new());
        }
        let (filters, values) = query.filters();
        let text = text_index::of_games(self.shared.is_some());
        let sql = format!(
            "SELECT {GAME_COLUMNS} FROM games WHERE (black = $1 OR white = $1 OR maker = $1) \
             AND id NOT IN (SELECT game FROM hidden WHERE player = $1) AND {MATCHES}{filters} AND {text} LIKE $4 ESCAPE '\\' \
             ORDER BY updated DESC LIMIT $5"
        );
        self.find(&sql, player, query, &pattern(&query.text), &values).await
    }

    /// A player's records that match, the latest first.
    pub(crate) async fn find_records(&self, player: &str, query: &Query) -> sqlx::Result<Vec<GameRow>> {
        let (filters, values) = query.filters();
        if self.shared.is_none()
            && let Some(question) = text_index::question(player, &query.text)
        {
            // CROSS: the text index is searched first, so that its rows come in the wanted order.
            let sql = format!(
                "SELECT {RECORD_COLUMNS} FROM record_text CROSS JOIN records ON records.updated = record_text.rowid \
                 WHERE records.owner = $1 AND ($2 = '' OR kind = $2) AND record_text.rowid < $3{filters} \
                 AND record_text MATCH $4 ORDER BY record_text.rowid DESC LIMIT $5"
            );
            return self.find(&sql, player, query, &question, &values).await;
        }
        let sql = format!(
            "SELECT {RECORD_COLUMNS} FROM records WHERE owner = $1 AND {MATCHES}{filters} AND {TEXT} LIKE $4 \
             ESCAPE '\\' ORDER BY updated DESC LIMIT $5"
        );
        self.find(&sql, player, query, &pattern(&query.text), &values).await
    }

    async fn find(
        &self,
        sql: &str,
        player: &str,
        query: &Query,
        text: &str,
        more: &[String],
    ) -> sqlx::Result<Vec<GameRow>> {
        let first =
            sqlx::query(sql).bind(player).bind(&query.kind).bind(query.before).bind(text).bind(query.limit);
        let whole = more.iter().fold(first, |sql, value| sql.bind(value));
        let rows = whole.fetch_all(&self.searches).await?;
        rows.iter().map(game_row).collect()
    }

    pub(crate) async fn record(&self, owner: &str, id: &str) -> sqlx::Result<Option<RecordRow>> {
        let sql = format!("SELECT {RECORD_COLUMNS}, body FROM records WHERE id = $1 AND owner = $2");
        let row = sqlx::query(&sql).bind(id).bind(owner).fetch_optional(&self.pool).await?;
        row.as_ref().map(record_row).transpose()
    }

    pub(crate) async fn game_line(&self, id: &str) -> sqlx::Result<Option<GameRow>> {
        let sql = format!("SELECT {GAME_COLUMNS} FROM games WHERE id = $1");
        let row = sqlx::query(&sql).bind(id).fetch_optional(&self.pool).await?;
        row.as_ref().map(game_row).transpose()
    }

    /// A player's records through a position in one batch of the index, latest first, each with its ply there.
    pub(crate) async fn records_at(
        &self,
        owner: &str,
        batch: i64,
        hash: i64,
        limit: i64,
    ) -> sqlx::Result<Vec<(GameRow, i64)>> {
        // SQLite would read all records of the player; CROSS keeps the order of the tables.
        let join = if self.shared.is_none() { "CROSS JOIN" } else { "JOIN" };
        let sql = format!(
            "SELECT {RECORD_COLUMNS}, ply FROM (SELECT record, ply FROM positions WHERE batch = $2 AND hash = $3 \
             ORDER BY record DESC LIMIT $4) AS met {join} records ON records.updated = met.record \
             AND records.owner = $1 ORDER BY met.record DESC"
        );
        let query = sqlx::query(&sql).bind(owner).bind(batch).bind(hash).bind(limit);
        let rows = query.fetch_all(&self.searches).await?;
        rows.iter().map(|row| Ok((game_row(row)?, row.try_get("ply")?))).collect()
    }

    /// The folders of a player's records, and the number of records in each.
    pub(crate) async fn folders(&self, owner: &str) -> sqlx::Result<Vec<(String, i64)>> {
        let sql = "SELECT folder, COUNT(*) FROM records WHERE owner = $1 GROUP BY folder ORDER BY folder";
        sqlx::query_as(sql).bind(owner).fetch_all(&self.searches).await
    }

    /// The tags of a player's records as stored, and how many records have them.
    pub(crate) async fn tags(&self, owner: &str) -> sqlx::Result<Vec<(String, i64)>> {
        let sql = "SELECT tags, COUNT(*) FROM records WHERE owner = $1 AND tags > '' GROUP BY tags";
        sqlx::query_as(sql).bind(owner).fetch_all(&self.searches).await
    }

    /// Moves a record to a folder.
    pub(crate) async fn file_record(&self, owner: &str, id: &str, folder: &str) -> sqlx::Result<bool> {
        let sql = "UPDATE records SET folder = $3 WHERE id = $2 AND owner = $1";
        let done = sqlx::query(sql).bind(owner).bind(id).bind(folder).execute(&self.pool).await?;
        Ok(done.rows_affected() > 0)
    }

    /// Stores new records, each with its own time of change. Many are stored in pieces, each all or nothing. While
    /// games are being played, the pieces are small, with pauses as long as they took: an import then takes at most
    /// half of the database's time, and moves get through.
    pub(crate) async fn keep_records(&self, owner: &str, records: &mut [RecordRow]) -> sqlx::Result<()> {
        let mut rest = records;
        while !rest.is_empty() {
            let quiet = || now_ms() - self.writer.last_asked() > QUIET_MS;
            let size = if quiet() { LARGE_PIECE } else { PIECE };
            let (piece, later) = rest.split_at_mut(size.min(rest.len()));
            let began = tokio::time::Instant::now();
            self.write_records(owner, Existing::Nowhere, piece).await?;
            rest = later;
            if !quiet() && !rest.is_empty() {
                tokio::time::sleep(began.elapsed().min(LONGEST_PAUSE)).await;
            }
        }
        Ok(())
    }

    /// Replaces a record; `old` contains its positions.
    pub(crate) async fn replace_record(
        &self,
        owner: &str,
        old: &RecordRow,
        record: &mut RecordRow,
    ) -> sqlx::Result<()> {
        self.write_records(owner, Existing::Replaced(old), std::slice::from_mut(record)).await.map(drop)
    }

    /// Stores a record unless the player has one with its id; returns whether it is new.
    pub(crate) async fn keep_once(&self, owner: &str, record: &mut RecordRow) -> sqlx::Result<bool> {
        self.write_records(owner, Existing::Perhaps, std::slice::from_mut(record)).await
    }

    async fn write_records(
        &self,
        owner: &str,
        known: Existing<'_>,
        records: &mut [RecordRow],
    ) -> sqlx::Result<bool> {
        let (now, count) = (now_ms(), records.len() as i64);
        let next = |last: i64| Some(last.max(now) + count);
        let last = self.last_change.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).unwrap_or(now);
        for (record, time) in records.iter_mut().zip(last.max(now) + 1..) {
            record.row.updated = time;
        }
        let mut connection = self.pool.acquire().await?;
        let kept = keep(&mut connection, owner, known, records, self.shared.is_none()).await;
        settled(connection, kept).await
    }

    /// The total size of a player's records in bytes.
    pub(crate) async fn record_bytes(&self, owner: &str) -> sqlx::Result<i64> {
        let sql = "SELECT bytes FROM library_bytes WHERE owner = $1";
        Ok(sqlx::query_scalar(sql).bind(owner).fetch_optional(&self.pool).await?.unwrap_or(0))
    }

    pub(crate) async fn label_game(&self, id: &str, title: &str, tags: &str) -> sqlx::Result<()> {
        sqlx::query("UPDATE games SET title = $2, tags = $3 WHERE id = $1")
            .bind(id)
            .bind(title)
            .bind(tags)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Removes a record; `old` contains its positions.
    pub(crate) async fn remove_record(&self, owner: &str, old: &RecordRow) -> sqlx::Result<bool> {
        let mut connection = self.pool.acquire().await?;
        let removed = remove(&mut connection, owner, old, self.shared.is_none()).await;
        settled(connection, removed).await
    }
}

/// Starts a transaction that SQLite lets write from the beginning: one that reads first, as the index does, fails if
/// another one wrote meanwhile.
fn begin(sqlite: bool) -> &'static str {
    if sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" }
}

/// Changes the total size of a player's records. In PostgreSQL this also locks the library against other changes:
/// what is read afterwards stays true until the end of the transaction.
async fn count_bytes(connection: &mut AnyConnection, owner: &str, bytes: i64) -> sqlx::Result<()> {
    let sql = "INSERT INTO library_bytes (owner, bytes) VALUES ($1, $2) \
               ON CONFLICT (owner) DO UPDATE SET bytes = library_bytes.bytes + excluded.bytes";
    sqlx::query(sql).bind(owner).bind(bytes).execute(&mut *connection).await?;
    Ok(())
}

/// Removes a record from the indexes and from the total size; its row is about to be deleted or replaced.
async fn forget(
    connection: &mut AnyConnection,
    owner: &str,
    old: &RecordRow,
    sqlite: bool,
) -> sqlx::Result<()> {
    count_bytes(connection, owner, 0).await?;
    let stored = "SELECT CAST(OCTET_LENGTH(body) AS BIGINT) FROM records WHERE id = $1 AND owner = $2";
    let stored = sqlx::query_scalar(stored).bind(&old.row.id).bind(owner).fetch_optional(&mut *connection);
    let stored: i64 = stored.await?.unwrap_or(0);
    count_bytes(connection, owner, -stored).await?;
    if sqlite {
        text_index::remove(connection, owner, &old.row.id).await?;
    }
    position_index::remove(connection, owner, old.row.updated, &old.passages).await
}

async fn remove(
    connection: &mut AnyConnection,
    owner: &str,
    old: &RecordRow,
    sqlite: bool,
) -> sqlx::Result<bool> {
    let mut transaction = connection.begin_with(begin(sqlite)).await?;
    forget(&mut transaction, owner, old, sqlite).await?;
    let removed =
        sqlx::query("DELETE FROM records WHERE id = $1 AND owner = $2").bind(&old.row.id).bind(owner);
    let removed = removed.execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(removed.rows_affected() > 0)
}

/// What is known about the records to store.
enum Existing<'a> {
    Nowhere,
    /// It replaces this record, which contains its positions.
    Replaced(&'a RecordRow),
    /// One with this id may exist, and then stays unchanged.
    Perhaps,
}

/// Returns whether the records were stored.
async fn keep(
    connection: &mut AnyConnection,
    owner: &str,
    known: Existing<'_>,
    records: &[RecordRow],
    sqlite: bool,
) -> sqlx::Result<bool> {
    let mut transaction = connection.begin_with(begin(sqlite)).await?;
    match known {
        Existing::Nowhere => {}
        Existing::Replaced(old) => forget(&mut transaction, owner, old, sqlite).await?,
        Existing::Perhaps => {
            count_bytes(&mut transaction, owner, 0).await?;
            for record in records {
                let found = sqlx::query("SELECT id FROM records WHERE id = $1").bind(&record.row.id);
                if found.fetch_optional(&mut *transaction).await?.is_some() {
                    transaction.rollback().await?;
                    return Ok(false);
                }
            }
        }
    }
    let bytes: usize = records.iter().map(|record| record.body.len()).sum();
    count_bytes(&mut transaction, owner, bytes as i64).await?;
    for record in records {
        let RecordRow { row, body, .. } = record;
        if sqlite {
            text_index::add(&mut transaction, owner, record).await?;
        }
        sqlx::query(
            "INSERT INTO records (id, owner, kind, title, black_name, white_name, rules, size, moves, winner, \
             result_zh, result_en, tags, body, created, updated, folder, board, date, words) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) \
             ON CONFLICT (id) DO UPDATE SET title = excluded.title, moves = excluded.moves, \
             black_name = excluded.black_name, white_name = excluded.white_name, folder = excluded.folder, \
             board = excluded.board, date = excluded.date, words = excluded.words, tags = excluded.tags, body = excluded.body, updated = excluded.updated",
        )
        .bind(&row.id)
        .bind(owner)
        .bind(&row.kind)
        .bind(&row.title)
        .bind(&row.black_name)
        .bind(&row.white_name)
        .bind(&row.rules)
        .bind(row.size)
        .bind(row.moves)
        .bind(&row.winner)
        .bind(&row.result_zh)
        .bind(&row.result_en)
        .bind(&row.tags)
        .bind(body)
        .bind(row.created)
        .bind(row.updated)
        .bind(&row.folder)
        .bind(&row.board)
        .bind(&row.date)
        .bind(&row.words)
        .execute(&mut *transaction)
        .await?;
    }
    let ways: Vec<_> = records
        .iter()
        .map(|r| (r.row.updated, result_number(&r.row.winner), r.passages.as_slice()))
        .collect();
    position_index::add(&mut transaction, owner, &ways).await?;
    transaction.commit().await?;
    Ok(true)
}
