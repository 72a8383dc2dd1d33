//! Group commit: events of all games that arrive together share one transaction and one sync.

use super::games::write_summary;
use super::{Source, Summary};
use crate::time::now_ms;
use heibai_table::http::is_full;
use sqlx::{AnyConnection, Connection, Executor, Row};
use std::collections::HashSet;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinHandle;

/// One event to store, with the game's new summary if it changed.
pub(crate) struct Append {
    pub game: String,
    pub seq: i64,
    pub at: i64,
    pub body: String,
    /// The number of moves of the game after it.
    pub moves: i64,
    pub summary: Option<Summary>,
}

/// Whether an event was stored, or another one has its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stored {
    Yes,
    Overtaken,
}

/// Why events were not stored; none of them is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotWritten {
    DiskFull,
    Failed,
    /// The server is shutting down.
    Closing,
}

type Waiting = (Append, oneshot::Sender<Result<Stored, NotWritten>>);

#[derive(Clone)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Waiting>,
    /// When the last event arrived, in milliseconds.
    last_asked: Arc<AtomicI64>,
    closing: Arc<Notify>,
    task: Arc<Mutex<Option<JoinHandle<()>>>>,
}

/// The most events per transaction.
const BATCH: usize = 512;
/// How many names of games fit into one PostgreSQL notification (8000 bytes).
const NOTIFIED: usize = 200;

impl Writer {
    pub(super) fn start(source: Source, process: Option<String>) -> Writer {
        let (queue, waiting) = mpsc::channel(4 * BATCH);
        let closing = Arc::new(Notify::new());
        let task = tokio::spawn(run(source, process, waiting, Arc::clone(&closing)));
        Writer { queue, last_asked: Arc::default(), closing, task: Arc::new(Mutex::new(Some(task))) }
    }

    /// Writes the pending events, and then no more.
    pub(super) async fn close(&self) {
        self.closing.notify_one();
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            let _ = task.await;
        }
    }

    pub(crate) async fn append(&self, append: Append) -> Result<Stored, NotWritten> {
        self.last_asked.store(now_ms(), Ordering::Relaxed);
        let (reply, answer) = oneshot::channel();
        let ended = || {
            if self.task.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
                return NotWritten::Closing;
            }
            tracing::error!("the task that writes events has ended");
            NotWritten::Failed
        };
        self.queue.send((append, reply)).await.map_err(|_| ended())?;
        answer.await.map_err(|_| ended())?
    }

    /// When the last event arrived: whether games are being played.
    pub(super) fn last_asked(&self) -> i64 {
        self.last_asked.load(Ordering::Relaxed)
    }

    /// Whether events can still be written.
    pub(super) fn works(&self) -> bool {
        !self.queue.is_closed()
    }
}

/// Writes with its own connection, which is closed after any failure: a transaction that could not be ended would
/// swallow the next ones, which would then seem to be stored.
async fn run(
    source: Source,
    process: Option<String>,
    mut waiting: mpsc::Receiver<Waiting>,
    closing: Arc<Notify>,
) {
    let mut connection = None;
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        tokio::select! {
            count = waiting.recv_many(&mut batch, BATCH) => if count == 0 { break },
            () = closing.notified() => {
                waiting.close();
                continue;
            }
        }
        match write(&source, &mut connection, process.as_deref(), &batch).await {
            Ok(stored) => {
                for (append, reply) in batch.drain(..) {
                    let fresh = stored.contains(&(append.game, append.seq));
                    let _ = reply.send(Ok(if fresh { Stored::Yes } else { Stored::Overtaken }));
                }
            }
            Err(error) => {
                tracing::error!("{} events were not stored: {error}", batch.len());
                close(connection.take()).await;
                let why = if is_full(&error) { NotWritten::DiskFull } else { NotWritten::Failed };
                for (_, reply) in batch.drain(..) {
                    let _ = reply.send(Err(why));
                }
            }
        }
    }
    close(connection).await;
}

async fn close(connection: Option<AnyConnection>) {
    if let Some(connection) = connection {
        let _ = connection.close_hard().await;
    }
}

/// Stores a batch; returns which events were new.
async fn write(
    source: &Source,
    connection: &mut Option<AnyConnection>,
    process: Option<&str>,
    batch: &[Waiting],
) -> sqlx::Result<HashSet<(String, i64)>> {
    let begin = if source.postgres { "BEGIN" } else { "BEGIN IMMEDIATE" };
    // A connection that was cut while idle is replaced; nothing has been sent over it yet.
    let begun = match connection {
        Some(open) => open.execute(begin).await.is_ok(),
        None => false,
    };
    if !begun {
        close(connection.take()).await;
    }
    let open = match connection {
        Some(open) => open,
        None => {
            let open = connection.insert(source.connect().await?);
            open.execute(begin).await?;
            open
        }
    };
    let stored = fill(open, process, batch).await?;
    open.execute("COMMIT").await?;
    Ok(stored)
}

async fn fill(
    connection: &mut AnyConnection,
    process: Option<&str>,
    batch: &[Waiting],
) -> sqlx::Result<HashSet<(String, i64)>> {
    let mut stored = HashSet::with_capacity(batch.len());
    let mut rest = batch;
    while !rest.is_empty() {
        // Powers of two keep the number of prepared statements small.
        let count = 1 << rest.len().ilog2();
        let (now, later) = rest.split_at(count);
        insert(connection, now, &mut stored).await?;
        rest = later;
    }
    for (append, _) in batch {
        if let Some(summary) = &append.summary
            && stored.contains(&(append.game.clone(), append.seq))
        {
            write_summary(summary, connection, &append.game, append.at).await?;
        }
    }
    if let Some(process) = process {
        notify(connection, process, &stored).await?;
    }
    Ok(stored)
}

async fn insert(
    connection: &mut AnyConnection,
    events: &[Waiting],
    stored: &mut HashSet<(String, i64)>,
) -> sqlx::Result<()> {
    let rows: Vec<String> = (0..events.len())
        .map(|i| format!("(${}, ${}, ${}, ${}, ${})", 5 * i + 1, 5 * i + 2, 5 * i + 3, 5 * i + 4, 5 * i + 5))
        .collect();
    let sql = format!(
        "INSERT INTO events (game, seq, at, body, moves) VALUES {} ON CONFLICT DO NOTHING RETURNING game, seq",
        rows.join(", ")
    );
    let mut query = sqlx::query(&sql);
    for (event, _) in events {
        query = query.bind(&event.game).bind(event.seq).bind(event.at).bind(&event.body).bind(event.moves);
    }
    for row in query.fetch_all(&mut *connection).await? {
        stored.insert((row.try_get(0)?, row.try_get(1)?));
    }
    Ok(())
}

async fn notify(
    connection: &mut AnyConnection,
    process: &str,
    stored: &HashSet<(String, i64)>,
) -> sqlx::Result<()> {
    let games: Vec<&str> = stored.iter().map(|(game, _)| game.as_str()).collect();
    for some in games.chunks(NOTIFIED) {
        let text = format!("{process} {}", some.join(" "));
        sqlx::query("SELECT pg_notify('heibai', $1)").bind(text).execute(&mut *connection).await?;
    }
    Ok(())
}
