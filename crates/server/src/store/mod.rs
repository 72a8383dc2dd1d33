//! Storage: SQLite in a file, or PostgreSQL by URL, with the same statements.

mod backup;
mod games;
mod library;
mod migrations;
mod nodes;
mod owner;
mod people;
mod position_index;
mod reviews;
mod text_index;
mod training;
mod writer;

pub use backup::{BackupError, backup, restore};
pub(crate) use games::NewGame;
pub(crate) use heibai_table::rows::{GameRow, Summary};
pub(crate) use library::Query;
pub(crate) use owner::CLOSED;
pub(crate) use people::Player;
pub(crate) use position_index::Met;
pub(crate) use writer::{Append, NotWritten, Stored};

use sqlx::any::{AnyPoolOptions, install_default_drivers};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Connection, Executor};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

/// Why the store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("cannot make the data folder {path}")]
    Folder { path: PathBuf, source: std::io::Error },
    #[error("database URL '{0}': expected postgres://HOST/NAME or sqlite:FILE")]
    Url(String),
    #[error("cannot open the database {at}")]
    Open { at: String, source: sqlx::Error },
    #[error("another server uses {0}")]
    InUse(PathBuf),
    #[error("cannot lock {path}")]
    Lock { path: PathBuf, source: std::io::Error },
    #[error("cannot bring the database up to date")]
    Migrate(#[from] sqlx::migrate::MigrateError),
}

#[derive(Clone)]
pub(crate) struct Store {
    pool: AnyPool,
    /// Connections for lists and searches only, so that searches never delay games.
    searches: AnyPool,
    /// The time of the latest change of a record; each change has a unique time.
    last_change: Arc<AtomicI64>,
    writer: writer::Writer,
    /// Locks an SQLite file against a second server.
    lock: Option<Arc<Lock>>,
    /// The folder of an SQLite file, to measure its free space.
    pub(crate) folder: Option<PathBuf>,
    /// Set when other processes may share the database.
    pub(crate) shared: Option<String>,
}

impl Store {
    /// Opens the database at `url`, or the SQLite file of the data folder. `process` identifies this process to the
    /// others; an SQLite file may grow to `most_bytes`.
    pub(crate) async fn open(
        url: Option<&str>,
        data: &Path,
        process: &str,
        most_bytes: u64,
    ) -> Result<Store, StoreError> {
        install_default_drivers();
        let url = match url {
            Some(url) => url.to_owned(),
            None => {
                let folder = |source| StoreError::Folder { path: data.to_owned(), source };
                std::fs::create_dir_all(data).map_err(folder)?;
                format!("sqlite:{}", data.join(FILE).display())
            }
        };
        let postgres = url.starts_with("postgres:") || url.starts_with("postgresql:");
        if !postgres && !url.starts_with("sqlite:") {
            return Err(StoreError::Url(url.split('@').next_back().unwrap_or_default().to_owned()));
        }
        let source = Source { url: url.clone(), postgres, most_bytes };
        let lock = match postgres {
            true => None,
            false => Some(Arc::new(Lock::take(&source.file())?)),
        };
        // One direct attempt first: a pool would retry for a long time before it reports the error.
        let at = url.split('@').next_back().unwrap_or_default().trim_start_matches("sqlite:").to_owned();
        let open = |source| StoreError::Open { at: at.clone(), source };
        source.connect().await.map_err(open)?.close().await.map_err(open)?;
        let pool = source.pool(if postgres { 8 } else { 4 }).await.map_err(open)?;
        migrations::migrator().run(&pool).await?;
        text_index::prepare(&pool, postgres).await.map_err(open)?;
        position_index::prepare(&pool, postgres).await.map_err(open)?;
        let searches = source.pool(searches_at_once()).await.map_err(open)?;
        let last = sqlx::query_scalar("SELECT COALESCE(MAX(updated), 0) FROM records").fetch_one(&pool);
        let last_change = Arc::new(AtomicI64::new(last.await.map_err(open)?));
        let folder = (!postgres).then(|| source.folder());
        let notify = postgres.then(|| process.to_owned());
        let writer = writer::Writer::start(source, notify);
        Ok(Store { pool, searches, last_change, writer, lock, folder, shared: postgres.then_some(url) })
    }

    /// Stores an event durably, unless its number is taken.
    pub(crate) async fn append(&self, append: Append) -> Result<Stored, NotWritten> {
        self.writer.append(append).await
    }

    /// Whether events can still be written.
    pub(crate) fn writes(&self) -> bool {
        self.writer.works()
    }

    /// Whether the database answers.
    pub(crate) async fn answers(&self) -> bool {
        let asked = sqlx::query("SELECT 1").execute(&self.pool);
        self.writer.works() && matches!(tokio::time::timeout(Duration::from_secs(2), asked).await, Ok(Ok(_)))
    }

    pub(crate) async fn close(&self) {
        self.writer.close().await;
        self.searches.close().await;
        self.pool.close().await;
        if let Some(lock) = &self.lock {
            lock.release();
        }
    }
}

/// The SQLite file in a data folder.
const FILE: &str = "heibai.db";

/// A lock file beside an SQLite file, held by the process that serves it; the system releases it when that process
/// ends.
struct Lock(File);

impl Lock {
    fn take(database: &Path) -> Result<Lock, StoreError> {
        let path = database.with_extension("db.lock");
        let failed = |source| StoreError::Lock { path: path.clone(), source };
        let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(database.to_owned())),
            Err(TryLockError::Error(source)) => Err(failed(source)),
        }
    }

    fn release(&self) {
        let _ = self.0.unlock();
    }
}

/// Where the database is, and its size limit.
#[derive(Clone)]
struct Source {
    url: String,
    postgres: bool,
    most_bytes: u64,
}

/// Concurrent searches: at most half of the cores, so that moves get one.
fn searches_at_once() -> u32 {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    (cores / 2).clamp(1, 8) as u32
}
/// The page size of our SQLite files.
const PAGE: u64 = 4096;

impl Source {
    async fn pool(&self, most: u32) -> sqlx::Result<AnyPool> {
        let source = self.clone();
        AnyPoolOptions::new()
            .max_connections(most)
            .acquire_timeout(Duration::from_secs(10))
            .after_connect(move |connection, _| {
                let source = source.clone();
                Box::pin(async move { source.prepare(connection).await })
            })
            .connect(&self.address())
            .await
    }

    /// A connection outside the pool.
    async fn connect(&self) -> sqlx::Result<AnyConnection> {
        let mut connection = AnyConnection::connect(&self.address()).await?;
        self.prepare(&mut connection).await?;
        Ok(connection)
    }

    fn address(&self) -> String {
        match self.postgres || self.url.contains('?') {
            true => self.url.clone(),
            false => format!("{}?mode=rwc", self.url),
        }
    }

    /// The SQLite file.
    fn file(&self) -> PathBuf {
        let file = self.url.trim_start_matches("sqlite:").split('?').next().unwrap_or_default();
        file.trim_start_matches("//").into()
    }

    fn folder(&self) -> PathBuf {
        let file = self.file();
        let folder = file.parent().filter(|p| !p.as_os_str().is_empty());
        folder.unwrap_or(Path::new(".")).to_owned()
    }

    /// Write-ahead log with a sync for every commit: an acknowledged move survives kill -9 and a power cut.
    async fn prepare(&self, connection: &mut AnyConnection) -> sqlx::Result<()> {
        if self.postgres {
            return Ok(());
        }
        let pages = (self.most_bytes / PAGE).clamp(1, u64::from(u32::MAX) - 1);
        let pragmas = format!(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000; \
             PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -8000; PRAGMA max_page_count = {pages};"
        );
        connection.execute(pragmas.as_str()).await?;
        Ok(())
    }
}

/// Closes the connection of a failed transaction: its state is unknown and must not leak into another transaction.
async fn settled<T>(connection: PoolConnection<Any>, done: sqlx::Result<T>) -> sqlx::Result<T> {
    if done.is_err() {
        let _ = connection.close().await;
    }
    done
}
