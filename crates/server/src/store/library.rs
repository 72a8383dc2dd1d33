//! Lists of own games, and records brought in from outside.

use super::games::{GAME_COLUMNS, game_row};
use super::text_index::{self, TEXT};
use super::{Store, settled};
use crate::time::now_ms;
use heibai_table::rows::{GameRow, RecordRow};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection, Row};
use std::sync::atomic::Ordering;

/// What is looked for in a library.
pub(crate) struct Query {
    pub kind: String,
    pub text: String,
    pub before: i64,
    pub limit: i64,
}

const RECORD_COLUMNS: &str = "id, kind, created, updated, 'over' AS status, black_name, white_name, rules, size, \
     winner, result_zh, result_en, title, tags, moves";

fn record_row(row: &AnyRow) -> sqlx::Result<RecordRow> {
    Ok(RecordRow { row: game_row(row)?, body: row.try_get("body")? })
}

/// `%` and `_` stand for themselves in what people look for.
fn pattern(text: &str) -> String {
    let plain = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    format!("%{}%", plain.to_lowercase())
}

const MATCHES: &str = "($2 = '' OR kind = $2) AND updated < $3 AND ";

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
        let sql = format!(
            "SELECT {GAME_COLUMNS} FROM games WHERE (black = $1 OR white = $1 OR maker = $1) \
             AND id NOT IN (SELECT game FROM hidden WHERE player = $1) AND {MATCHES} {TEXT} LIKE $4 ESCAPE '\\' \
             ORDER BY updated DESC LIMIT $5"
        );
        self.find(&sql, player, query, &pattern(&query.text)).await
    }

    /// A player's records that match, the latest first.
    pub(crate) async fn find_records(&self, player: &str, query: &Query) -> sqlx::Result<Vec<GameRow>> {
        if self.shared.is_none()
            && let Some(question) = text_index::question(player, &query.text)
        {
            // CROSS: the text is looked up first, and its rows come in the order that is wanted.
            let sql = format!(
                "SELECT {RECORD_COLUMNS} FROM record_text CROSS JOIN records ON records.updated = record_text.rowid \
                 WHERE records.owner = $1 AND ($2 = '' OR kind = $2) AND record_text.rowid < $3 \
                 AND record_text MATCH $4 ORDER BY record_text.rowid DESC LIMIT $5"
            );
            return self.find(&sql, player, query, &question).await;
        }
        let sql = format!(
            "SELECT {RECORD_COLUMNS} FROM records WHERE owner = $1 AND {MATCHES} {TEXT} LIKE $4 ESCAPE '\\' \
             ORDER BY updated DESC LIMIT $5"
        );
        self.find(&sql, player, query, &pattern(&query.text)).await
    }

    async fn find(&self, sql: &str, player: &str, query: &Query, text: &str) -> sqlx::Result<Vec<GameRow>> {
        let rows = sqlx::query(sql)
            .bind(player)
            .bind(&query.kind)
            .bind(query.before)
            .bind(text)
            .bind(query.limit)
            .fetch_all(&self.searches)
            .await?;
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

    /// Keeps records, all or none, each with a time of change of its own; an existing one is replaced.
    pub(crate) async fn keep_records(&self, owner: &str, records: &mut [RecordRow]) -> sqlx::Result<()> {
        let (now, count) = (now_ms(), records.len() as i64);
        let next = |last: i64| Some(last.max(now) + count);
        let last = self.last_change.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).unwrap_or(now);
        for (record, time) in records.iter_mut().zip(last.max(now) + 1..) {
            record.row.updated = time;
        }
        let mut connection = self.pool.acquire().await?;
        let kept = keep(&mut connection, owner, records, self.shared.is_none()).await;
        settled(connection, kept).await
    }

    /// Bytes of a player's records.
    pub(crate) async fn record_bytes(&self, owner: &str) -> sqlx::Result<i64> {
        sqlx::query_scalar(
            "SELECT CAST(COALESCE(SUM(OCTET_LENGTH(body)), 0) AS BIGINT) FROM records WHERE owner = $1",
        )
        .bind(owner)
        .fetch_one(&self.pool)
        .await
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

    pub(crate) async fn remove_record(&self, owner: &str, id: &str) -> sqlx::Result<bool> {
        let mut connection = self.pool.acquire().await?;
        let removed = remove(&mut connection, owner, id, self.shared.is_none()).await;
        settled(connection, removed).await
    }
}

/// A transaction that SQLite lets write from its beginning: one that reads first, as the index does, is refused when
/// another one wrote meanwhile.
fn begin(sqlite: bool) -> &'static str {
    if sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" }
}

async fn remove(connection: &mut AnyConnection, owner: &str, id: &str, indexed: bool) -> sqlx::Result<bool> {
    let mut transaction = connection.begin_with(begin(indexed)).await?;
    if indexed {
        text_index::remove(&mut transaction, owner, id).await?;
    }
    let removed = sqlx::query("DELETE FROM records WHERE id = $1 AND owner = $2").bind(id).bind(owner);
    let removed = removed.execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(removed.rows_affected() > 0)
}

async fn keep(
    connection: &mut AnyConnection,
    owner: &str,
    records: &[RecordRow],
    indexed: bool,
) -> sqlx::Result<()> {
    let mut transaction = connection.begin_with(begin(indexed)).await?;
    for record in records {
        let RecordRow { row, body } = record;
        if indexed {
            text_index::remove(&mut transaction, owner, &row.id).await?;
            text_index::add(&mut transaction, owner, record).await?;
        }
        sqlx::query(
            "INSERT INTO records (id, owner, kind, title, black_name, white_name, rules, size, moves, winner, \
             result_zh, result_en, tags, body, created, updated) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) \
             ON CONFLICT (id) DO UPDATE SET title = excluded.title, moves = excluded.moves, \
             tags = excluded.tags, body = excluded.body, updated = excluded.updated",
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
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await
}
