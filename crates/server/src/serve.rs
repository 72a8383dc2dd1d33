//! Listening, accepting, and background tasks.

use crate::app::{App, Parts};
use crate::identity::random_text;
use crate::limits::Limits;
use crate::log::{self, LogFormat};
use crate::offline::OfflinePage;
use crate::opponent::Networks;
use crate::site::{PublicUrl, Site};
use crate::store::{Store, StoreError};
use crate::time::now_ms;
use crate::timers::{self, Timers};
use crate::{door, guard, listen, offline, page, rest};
use axum::{Router, middleware};
use heibai_engines::trained::Trained;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tower_http::compression::{CompressionLayer, Predicate, predicate};

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    /// The folder of the SQLite file.
    pub data: PathBuf,
    /// A database URL instead.
    pub database: Option<String>,
    pub limits: Limits,
    /// Networks that guests may ask for, by name.
    pub networks: Vec<(String, PathBuf)>,
    /// Whether open games are listed.
    pub lobby: bool,
    /// Folders of arena runs, or folders of such folders, that guests may follow.
    pub watch: Vec<PathBuf>,
    /// The folder of the page that works without a server, served under `/offline/`.
    pub offline_page: Option<PathBuf>,
    /// The server's URL for browsers, if it is not its own address.
    pub public_url: Option<PublicUrl>,
    /// Trusted proxies, which report the client's address.
    pub proxies: Vec<IpAddr>,
    /// The owner's token: whoever has it sees all games, closes them, and bans guests.
    pub owner_token: Option<String>,
    /// The format of the log.
    pub log: LogFormat,
}

impl Config {
    /// A server on `listen` with its data in `data`, otherwise with defaults.
    pub fn new(listen: SocketAddr, data: PathBuf) -> Config {
        Config {
            listen,
            data,
            database: None,
            limits: Limits::default(),
            networks: Vec::new(),
            lobby: true,
            watch: Vec::new(),
            offline_page: None,
            public_url: None,
            proxies: Vec::new(),
            owner_token: None,
            log: LogFormat::default(),
        }
    }
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cannot listen on {address}")]
    Listen { address: SocketAddr, source: std::io::Error },
    #[error("offline page {path}")]
    OfflinePage { path: PathBuf, source: std::io::Error },
    #[error("network {path}: {reason}")]
    Network { path: PathBuf, reason: String },
    #[error("database")]
    Database(#[from] sqlx::Error),
    #[error("no threads for the server: {0}")]
    Threads(std::io::Error),
    #[error("{server} lets no worker in with this token")]
    Refused { server: String },
}

/// The address at the other end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub IpAddr);

/// A running server. Dropping it stops it.
pub struct Server {
    address: SocketAddr,
    pub(crate) app: App,
    tasks: Vec<JoinHandle<()>>,
}

/// The interval of heartbeats, and the silence that counts as downtime.
const BEAT: Duration = Duration::from_millis(500);
const TOLERATED_MS: i64 = 2000;
const TIDY: Duration = Duration::from_secs(30);
/// How long requests and sockets have to end at shutdown.
const DRAIN: Duration = Duration::from_secs(10);

impl Server {
    /// Opens the store, resumes running games, and listens.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        let networks = read_networks(&config.networks)?;
        let offline = config.offline_page.as_deref().map(read_offline_page).transpose()?.unwrap_or_default();
        let process = random_text(8);
        let store =
            Store::open(config.database.as_deref(), &config.data, &process, config.limits.database).await?;
        let now = now_ms();
        store.note_downtime(now, TOLERATED_MS).await?;
        store.beat(&process, now).await?;
        let downtimes = store.downtimes(0).await?;
        let set_aside = store.count_set_aside().await?;
        let secret = store.setting("cookie secret", &random_text(52)).await?;
        let listener = TcpListener::bind(config.listen).await;
        let listener = listener.map_err(|source| StartError::Listen { address: config.listen, source })?;
        let address = listener.local_addr().unwrap_or(config.listen);
        let (timers, entries) = Timers::new();
        let shared = store.shared.clone();
        let loopback = config.listen.ip().is_loopback();
        let site = Site { public: config.public_url, proxies: config.proxies, loopback };
        let Config { limits, owner_token, lobby, watch, .. } = config;
        let parts = Parts {
            limits,
            store,
            secret,
            timers,
            downtimes,
            site,
            process,
            networks,
            set_aside,
            lobby,
            watch,
            offline,
            owner_token,
        };
        let app = App::new(parts);
        app.measure_space();
        app.renew_decisions().await?;
        if shared.is_some() {
            app.look_around().await?;
        }
        let mut tasks = vec![
            tokio::spawn(timers::run(app.clone(), entries)),
            tokio::spawn(beat(app.clone())),
            tokio::spawn(tidy(app.clone())),
            tokio::spawn(app.clone().take_up()),
            tokio::spawn(door::accept(listener, app.clone())),
        ];
        if let Some(url) = shared {
            tasks.push(tokio::spawn(listen::run(app.clone(), url)));
        }
        Ok(Server { address, app, tasks })
    }

    /// The address the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops listening, answers pending requests, tells sockets to reconnect later, and closes the store: everything
    /// acknowledged is stored.
    pub async fn stop(mut self) {
        self.tasks.drain(..).for_each(|task| task.abort());
        self.app.drain.run(DRAIN).await;
        if self.app.nodes.has_others() {
            // The others take up its games at once. The last process stays in the list, so that the start of the
            // downtime is known.
            let _ = self.app.store.remove_process(&self.app.process, i64::MAX).await;
        }
        self.app.store.close().await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.tasks.iter().for_each(|task| task.abort());
    }
}

/// Serves until the process is asked to end; `ready` is called with the address.
pub fn run(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), StartError> {
    log::start(config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(StartError::Threads)?.block_on(async {
        let server = Server::start(config).await?;
        ready(server.address());
        asked_to_end().await;
        server.stop().await;
        Ok(())
    })
}

pub(crate) fn read_networks(named: &[(String, PathBuf)]) -> Result<Networks, StartError> {
    let read = |(name, path): &(String, PathBuf)| match Trained::read(path) {
        Ok(network) => Ok((name.clone(), network)),
        Err(reason) => Err(StartError::Network { path: path.clone(), reason }),
    };
    named.iter().map(read).collect()
}

fn read_offline_page(path: &Path) -> Result<OfflinePage, StartError> {
    OfflinePage::of(path).map_err(|source| StartError::OfflinePage { path: path.to_owned(), source })
}

pub(crate) async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

pub(crate) fn router(app: App) -> Router {
    let small =
        predicate::DefaultPredicate::new().and(predicate::NotForContentType::new("application/x-ndjson"));
    rest::router()
        .merge(offline::router())
        .fallback(page::page)
        .layer(CompressionLayer::new().compress_when(small))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// Sends heartbeats, so that a later process knows since when nobody served, and checks the others.
async fn beat(app: App) {
    let mut every = tokio::time::interval(BEAT);
    loop {
        every.tick().await;
        app.measure_space();
        let mut answered = app.store.beat(&app.process, now_ms()).await;
        if answered.is_ok() && app.store.shared.is_some() {
            answered = app.look_around().await;
        }
        if let Err(error) = answered {
            tracing::warn!("the store does not answer: {error}");
        }
    }
}

async fn tidy(app: App) {
    let mut every = tokio::time::interval(TIDY);
    loop {
        every.tick().await;
        app.tidy_rooms();
        if let Err(error) = app.renew_decisions().await {
            tracing::warn!("bans and quotas could not be read: {error}");
        }
    }
}
