//! Group commit: events of all games that arrive together share one transaction and one sync.

use super::Summary;
use sqlx::{Any, AnyPool, Row, Transaction};
use std::collections::HashSet;
use tokio::sync::{mpsc, oneshot};

/// One event to store, with the game's new summary where that changed.
pub(crate) struct Append {
    pub game: String,
    pub seq: i64,
    pub at: i64,
    pub body: String,
    pub summary: Option<Summary>,
}

/// Whether an event was stored, or another one has its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stored {
    Yes,
    Overtaken,
}

type Waiting = (Append, oneshot::Sender<sqlx::Result<Stored>>);

#[derive(Clone)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Waiting>,
}

/// Events that one transaction takes at most.
const BATCH: usize = 512;
/// Names of games that fit into one notification of PostgreSQL (8000 bytes).
const NOTIFIED: usize = 200;

impl Writer {
    pub(crate) fn start(pool: AnyPool, process: Option<String>) -> Writer {
        let (queue, waiting) = mpsc::channel(4 * BATCH);
        tokio::spawn(run(pool, process, waiting));
        Writer { queue }
    }

    pub(crate) async fn append(&self, append: Append) -> sqlx::Result<Stored> {
        let (reply, answer) = oneshot::channel();
        self.queue.send((append, reply)).await.map_err(|_| sqlx::Error::PoolClosed)?;
        answer.await.map_err(|_| sqlx::Error::PoolClosed)?
    }
}

async fn run(pool: AnyPool, process: Option<String>, mut waiting: mpsc::Receiver<Waiting>) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        match commit(&pool, process.as_deref(), &batch).await {
            Ok(stored) => {
                for (append, reply) in batch.drain(..) {
                    let fresh = stored.contains(&(append.game, append.seq));
                    let _ = reply.send(Ok(if fresh { Stored::Yes } else { Stored::Overtaken }));
                }
            }
            Err(error) => {
                tracing::error!("{} events were not stored: {error}", batch.len());
                for (_, reply) in batch.drain(..) {
                    let _ = reply.send(Err(sqlx::Error::WorkerCrashed));
                }
            }
        }
    }
}

/// Stores a batch; the answer names the events that were new.
async fn commit(
    pool: &AnyPool,
    process: Option<&str>,
    batch: &[Waiting],
) -> sqlx::Result<HashSet<(String, i64)>> {
    let mut transaction = pool.begin().await?;
    let mut stored = HashSet::with_capacity(batch.len());
    let mut rest = batch;
    while !rest.is_empty() {
        // Powers of two keep the number of prepared statements small.
        let count = 1 << rest.len().ilog2();
        let (now, later) = rest.split_at(count);
        insert(&mut transaction, now, &mut stored).await?;
        rest = later;
    }
    for (append, _) in batch {
        if let Some(summary) = &append.summary
            && stored.contains(&(append.game.clone(), append.seq))
        {
            summary.write(&mut transaction, &append.game, append.at).await?;
        }
    }
    if let Some(process) = process {
        notify(&mut transaction, process, &stored).await?;
    }
    transaction.commit().await?;
    Ok(stored)
}

async fn insert(
    transaction: &mut Transaction<'_, Any>,
    events: &[Waiting],
    stored: &mut HashSet<(String, i64)>,
) -> sqlx::Result<()> {
    let rows: Vec<String> = (0..events.len())
        .map(|i| format!("(${}, ${}, ${}, ${})", 4 * i + 1, 4 * i + 2, 4 * i + 3, 4 * i + 4))
        .collect();
    let sql = format!(
        "INSERT INTO events (game, seq, at, body) VALUES {} ON CONFLICT DO NOTHING RETURNING game, seq",
        rows.join(", ")
    );
    let mut query = sqlx::query(&sql);
    for (event, _) in events {
        query = query.bind(&event.game).bind(event.seq).bind(event.at).bind(&event.body);
    }
    for row in query.fetch_all(&mut **transaction).await? {
        stored.insert((row.try_get(0)?, row.try_get(1)?));
    }
    Ok(())
}

async fn notify(
    transaction: &mut Transaction<'_, Any>,
    process: &str,
    stored: &HashSet<(String, i64)>,
) -> sqlx::Result<()> {
    let games: Vec<&str> = stored.iter().map(|(game, _)| game.as_str()).collect();
    for some in games.chunks(NOTIFIED) {
        let text = format!("{process} {}", some.join(" "));
        sqlx::query("SELECT pg_notify('heibai', $1)").bind(text).execute(&mut **transaction).await?;
    }
    Ok(())
}
