//! Backups of an SQLite database: made while a server writes to it, restored while none does.

use super::{Lock, Source, StoreError};
use heibai_engines::files;
use sqlx::Connection;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Why a backup was not made or not restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0} is there already")]
    Exists(PathBuf),
    #[error("{path} is no database of heibai: {reason}")]
    Unusable { path: PathBuf, reason: String },
    #[error("{path}")]
    File { path: PathBuf, source: io::Error },
    #[error("database")]
    Database(#[from] sqlx::Error),
    #[error("no threads: {0}")]
    Threads(io::Error),
}

fn failed(path: &Path) -> impl Fn(io::Error) -> BackupError + '_ {
    |source| BackupError::File { path: path.to_owned(), source }
}

fn wait<T>(work: impl Future<Output = Result<T, BackupError>>) -> Result<T, BackupError> {
    super::install_default_drivers();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(BackupError::Threads)?.block_on(work)
}

/// Writes everything stored in the data folder to one new file; a server may run meanwhile.
pub fn backup(data: &Path, file: &Path) -> Result<(), BackupError> {
    if file.exists() {
        return Err(BackupError::Exists(file.to_owned()));
    }
    let database = data.join(super::FILE);
    wait(async {
        let mut connection = existing(&database).await?;
        sqlx::query("VACUUM INTO $1").bind(file.display().to_string()).execute(&mut connection).await?;
        Ok(connection.close().await?)
    })?;
    File::open(file).and_then(|file| file.sync_all()).map_err(failed(file))
}

/// Restores a backup to the data folder while no server runs. The previous database is kept beside it.
pub fn restore(data: &Path, file: &Path) -> Result<Option<PathBuf>, BackupError> {
    wait(check(file))?;
    fs::create_dir_all(data).map_err(failed(data))?;
    let database = data.join(super::FILE);
    let _lock = Lock::take(&database)?;
    let fresh = data.join("heibai.db.new");
    fs::copy(file, &fresh).map_err(failed(&fresh))?;
    File::open(&fresh).and_then(|file| file.sync_all()).map_err(failed(&fresh))?;
    let mut kept = None;
    if database.exists() {
        // The write-ahead log belongs to the old file, so it is merged into that first.
        wait(async { Ok(existing(&database).await?.close().await?) })?;
        let old = (1..).map(|n| data.join(format!("heibai.db.old{n}"))).find(|path| !path.exists());
        let old = old.unwrap_or_else(|| data.join("heibai.db.old"));
        fs::rename(&database, &old).map_err(failed(&old))?;
        kept = Some(old);
    }
    for log in ["heibai.db-wal", "heibai.db-shm"] {
        let log = data.join(log);
        if log.exists() {
            fs::remove_file(&log).map_err(failed(&log))?;
        }
    }
    fs::rename(&fresh, &database).map_err(failed(&database))?;
    File::open(data).and_then(|folder| folder.sync_all()).map_err(failed(data))?;
    Ok(kept)
}

async fn existing(path: &Path) -> Result<sqlx::AnyConnection, BackupError> {
    if let Err(error) = files::open(path) {
        return Err(failed(path)(error));
    }
    let url = format!("sqlite:{}?mode=rw", path.display());
    Ok(Source { url, postgres: false, most_bytes: u64::MAX }.connect().await?)
}

/// Whether a file is intact and ours.
async fn check(file: &Path) -> Result<(), BackupError> {
    let unusable = |reason: String| BackupError::Unusable { path: file.to_owned(), reason };
    if let Err(error) = files::open(file) {
        return Err(failed(file)(error));
    }
    let url = format!("sqlite:{}?mode=ro", file.display());
    let said = async {
        let mut connection = sqlx::AnyConnection::connect(&url).await?;
        let said: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut connection).await?;
        sqlx::query("SELECT COUNT(*) FROM events").execute(&mut connection).await?;
        connection.close().await?;
        Ok::<String, sqlx::Error>(said)
    };
    match said.await {
        Ok(said) if said == "ok" => Ok(()),
        Ok(said) => Err(unusable(said)),
        Err(error) => Err(unusable(error.to_string())),
    }
}
