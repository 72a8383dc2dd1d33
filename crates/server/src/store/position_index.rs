//! The position index: which records of a library go through a position, and how they continue.
//!
//! Keys are hashes, so rows inserted one after another are scattered. Each piece of a large import is therefore a
//! batch of its own, sorted and appended; small changes share a young batch. A lookup searches each batch of its
//! owner.

use super::{Store, settled};
use crate::library::read_stored;
use crate::passages::{Digest, Passage, digest, result_number};
use sqlx::{AnyConnection, AnyPool, Connection, Row};

/// From this many positions on, an import gets its own batch.
const LARGE: usize = 4096;
/// Rows per statement; six values each.
const ROWS: usize = 500;
/// Old records indexed at once.
const CHUNK: i64 = 500;

/// How often a position occurs in one batch, and how it continued.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    pub batch: i64,
    /// As in [`Passage`].
    pub next: i64,
    /// As [`result_number`] says.
    pub result: i64,
    pub count: i64,
}

/// Creates the index if it is missing.
pub(super) async fn prepare(pool: &AnyPool, postgres: bool) -> sqlx::Result<()> {
    let mut connection = pool.acquire().await?;
    let made = build(&mut connection, postgres).await;
    settled(connection, made).await
}

async fn build(connection: &mut AnyConnection, postgres: bool) -> sqlx::Result<()> {
    let mut transaction = connection.begin().await?;
    if postgres {
        // If two servers start at once, only one creates it.
        sqlx::query("SELECT pg_advisory_xact_lock(7267)").execute(&mut *transaction).await?;
    }
    let there = if postgres { "pg_tables WHERE tablename" } else { "sqlite_master WHERE name" };
    let there = format!("SELECT 1 FROM {there} = 'positions'");
    if sqlx::query(&there).fetch_optional(&mut *transaction).await?.is_some() {
        return transaction.commit().await;
    }
    let kind = if postgres { "" } else { " WITHOUT ROWID" };
    let sql = format!(
        "CREATE TABLE positions (batch BIGINT NOT NULL, hash BIGINT NOT NULL, record BIGINT NOT NULL, \
         ply BIGINT NOT NULL, next BIGINT NOT NULL, result BIGINT NOT NULL, \
         PRIMARY KEY (batch, hash, next, result, record, ply)){kind}"
    );
    sqlx::query(&sql).execute(&mut *transaction).await?;
    let mut last = (i64::MIN, String::new());
    loop {
        let rows = sqlx::query(
            "SELECT id, owner, updated, winner, body FROM records WHERE updated > $1 OR (updated = $1 AND id > $2) \
             ORDER BY updated, id LIMIT $3",
        )
        .bind(last.0)
        .bind(&last.1)
        .bind(CHUNK)
        .fetch_all(&mut *transaction)
        .await?;
        let Some(end) = rows.last() else { return transaction.commit().await };
        last = (end.try_get("updated")?, end.try_get("id")?);
        for row in rows {
            let (id, owner): (String, String) = (row.try_get("id")?, row.try_get("owner")?);
            let (updated, winner): (i64, String) = (row.try_get("updated")?, row.try_get("winner")?);
            let Ok(record) = read_stored(row.try_get("body")?) else { continue };
            let Digest { board, passages } = digest(&record);
            let result = result_number(&winner);
            add(&mut transaction, &owner, &[(updated, result, &passages)]).await?;
            let seen = sqlx::query("UPDATE records SET board = $2 WHERE id = $1").bind(id).bind(board);
            seen.execute(&mut *transaction).await?;
        }
    }
}

/// Adds the positions of records: for each its time of change, its result and its moves.
pub(super) async fn add(
    connection: &mut AnyConnection,
    owner: &str,
    records: &[(i64, i64, &[Passage])],
) -> sqlx::Result<()> {
    let count: usize = records.iter().map(|(_, _, passages)| passages.len()).sum();
    let Some(&(first, ..)) = records.first() else { return Ok(()) };
    let batch = batch(connection, owner, first, count >= LARGE).await?;
    let mut rows: Vec<(Passage, i64, i64)> = Vec::with_capacity(count);
    for &(record, result, passages) in records {
        rows.extend(passages.iter().map(|&passage| (passage, record, result)));
    }
    // In index order each page is touched once.
    rows.sort_unstable_by_key(|&(passage, record, _)| (passage.hash, record, passage.ply));
    let mut rest = &rows[..];
    while !rest.is_empty() {
        // Powers of two keep the number of prepared statements small.
        let count = ROWS.min(1 << rest.len().ilog2());
        let (now, later) = rest.split_at(count);
        let places: Vec<String> = (0..count)
            .map(|i| {
                let at = 6 * i;
                let [a, b, c, d, e, f] = [1, 2, 3, 4, 5, 6].map(|n| at + n);
                format!("(${a}, ${b}, ${c}, ${d}, ${e}, ${f})")
            })
            .collect();
        let sql = format!(
            "INSERT INTO positions (batch, hash, record, ply, next, result) VALUES {}",
            places.join(", ")
        );
        let mut query = sqlx::query(&sql);
        for &(Passage { hash, ply, next }, record, result) in now {
            query = query.bind(batch).bind(hash).bind(record).bind(ply).bind(next).bind(result);
        }
        query.execute(&mut *connection).await?;
        rest = later;
    }
    Ok(())
}

/// The batch for new rows: their own, or the young one of their owner.
async fn batch(connection: &mut AnyConnection, owner: &str, now: i64, is_large: bool) -> sqlx::Result<i64> {
    if !is_large {
        let young = sqlx::query_scalar("SELECT number FROM position_batches WHERE owner = $1 AND young = 1");
        if let Some(number) = young.bind(owner).fetch_optional(&mut *connection).await? {
            return Ok(number);
        }
    }
    // The time of change of the first record: it is unique and later than all before.
    sqlx::query("INSERT INTO position_batches (owner, number, young) VALUES ($1, $2, $3)")
        .bind(owner)
        .bind(now)
        .bind(i64::from(!is_large))
        .execute(&mut *connection)
        .await?;
    Ok(now)
}

/// Removes the positions of a record, by its time of change.
pub(super) async fn remove(
    connection: &mut AnyConnection,
    owner: &str,
    record: i64,
    passages: &[Passage],
) -> sqlx::Result<()> {
    let batches =
        "SELECT number FROM position_batches WHERE owner = $1 AND number <= $2 ORDER BY number DESC";
    let batches: Vec<i64> =
        sqlx::query_scalar(batches).bind(owner).bind(record).fetch_all(&mut *connection).await?;
    for batch in batches {
        let mut gone = 0;
        for some in passages.chunks(ROWS) {
            let places: Vec<String> = (0..some.len()).map(|i| format!("${}", i + 3)).collect();
            let places = places.join(", ");
            let sql =
                format!("DELETE FROM positions WHERE batch = $1 AND record = $2 AND hash IN ({places})");
            let query = sqlx::query(&sql).bind(batch).bind(record);
            let query = some.iter().fold(query, |query, passage| query.bind(passage.hash));
            gone += query.execute(&mut *connection).await?.rows_affected();
        }
        // A record is in one batch only.
        if gone > 0 {
            break;
        }
    }
    Ok(())
}

impl Store {
    /// How often a player's records go through a position, and how they continue; latest batch first.
    pub(crate) async fn meet(&self, owner: &str, hash: i64) -> sqlx::Result<Vec<Met>> {
        let rows: Vec<(i64, i64, i64, i64)> = sqlx::query_as(
            // In the order of both keys, so that rows are counted without sorting.
            "SELECT number, next, result, COUNT(*) FROM position_batches JOIN positions ON batch = number \
             WHERE owner = $1 AND hash = $2 GROUP BY number, next, result",
        )
        .bind(owner)
        .bind(hash)
        .fetch_all(&self.searches)
        .await?;
        let met = |(batch, next, result, count)| Met { batch, next, result, count };
        let mut met: Vec<Met> = rows.into_iter().map(met).collect();
        met.sort_by_key(|met| std::cmp::Reverse(met.batch));
        Ok(met)
    }
}
