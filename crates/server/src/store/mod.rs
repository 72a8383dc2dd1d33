//! What the server keeps: SQLite in a file, or PostgreSQL by URL, behind the same statements.

mod games;
mod library;
mod people;
mod training;
mod writer;

pub(crate) use games::{GameRow, NewGame, Summary};
pub(crate) use library::{Query, RecordRow};
pub(crate) use people::Player;
pub(crate) use writer::{Append, Stored};

use sqlx::any::{AnyPoolOptions, install_default_drivers};
use sqlx::{AnyPool, Executor};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why the store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("cannot make the data folder {path}")]
    Folder { path: PathBuf, source: std::io::Error },
    #[error("database URL '{0}': expected postgres://… or sqlite:FILE")]
    Url(String),
    #[error("cannot open the database")]
    Open(#[from] sqlx::Error),
    #[error("cannot bring the database up to date")]
    Migrate(#[from] sqlx::migrate::MigrateError),
}

#[derive(Clone)]
pub(crate) struct Store {
    pool: AnyPool,
    writer: writer::Writer,
    /// Set when other processes may share the database.
    pub(crate) shared: Option<String>,
}

impl Store {
    /// Opens the database at `url`, or the SQLite file of the data folder. `process` names this process
    /// to the others.
    pub(crate) async fn open(url: Option<&str>, data: &Path, process: &str) -> Result<Store, StoreError> {
        install_default_drivers();
        let url = match url {
            Some(url) => url.to_owned(),
            None => {
                let folder = |source| StoreError::Folder { path: data.to_owned(), source };
                std::fs::create_dir_all(data).map_err(folder)?;
                format!("sqlite:{}", data.join("heibai.db").display())
            }
        };
        let postgres = url.starts_with("postgres:") || url.starts_with("postgresql:");
        if !postgres && !url.starts_with("sqlite:") {
            return Err(StoreError::Url(url.split('@').next_back().unwrap_or_default().to_owned()));
        }
        let pool = if postgres { postgres_pool(&url).await? } else { sqlite_pool(&url).await? };
        sqlx::migrate!("./migrations").run(&pool).await?;
        let notify = postgres.then(|| process.to_owned());
        let writer = writer::Writer::start(pool.clone(), notify);
        Ok(Store { pool, writer, shared: postgres.then_some(url) })
    }

    /// Stores an event durably; `false` if its number is taken.
    pub(crate) async fn append(&self, append: Append) -> sqlx::Result<Stored> {
        self.writer.append(append).await
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}

async fn postgres_pool(url: &str) -> sqlx::Result<AnyPool> {
    AnyPoolOptions::new().max_connections(8).acquire_timeout(Duration::from_secs(10)).connect(url).await
}

/// Write-ahead log with a sync for every commit: an acknowledged move survives kill -9 and a power cut.
async fn sqlite_pool(url: &str) -> sqlx::Result<AnyPool> {
    let url = if url.contains('?') { url.to_owned() } else { format!("{url}?mode=rwc") };
    AnyPoolOptions::new()
        .max_connections(4)
        .after_connect(|connection, _| {
            Box::pin(async move {
                connection
                    .execute(
                        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000; \
                         PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -8000;",
                    )
                    .await?;
                Ok(())
            })
        })
        .connect(&url)
        .await
}
