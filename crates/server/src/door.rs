//! Accepting connections, their number per address, and how they end at shutdown.

use crate::app::App;
use crate::patience::Patience;
use crate::serve::{Peer, router};
use crate::site::counted;
use axum::{Extension, Router};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Time limit for the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// Size limit for the head of a request; also the buffer of an idle connection.
const HEAD_BYTES: usize = 16 << 10;
/// The most connections from one address, except this machine's own and trusted proxies.
pub(crate) const FROM_ONE_ADDRESS: usize = 200;

/// Whether the server is shutting down. A task that must finish first holds a receiver.
pub(crate) struct Drain(watch::Sender<bool>);

impl Drain {
    pub(crate) fn new() -> Drain {
        Drain(watch::Sender::new(false))
    }

    pub(crate) fn begun(&self) -> bool {
        *self.0.borrow()
    }

    pub(crate) fn follow(&self) -> watch::Receiver<bool> {
        self.0.subscribe()
    }

    /// Asks every connection to end, and waits until they have or time is up.
    pub(crate) async fn run(&self, most: Duration) {
        self.0.send_replace(true);
        let _ = tokio::time::timeout(most, self.0.closed()).await;
    }
}

/// Waits until the server shuts down.
pub(crate) async fn drained(drain: &mut watch::Receiver<bool>) {
    if drain.wait_for(|&begun| begun).await.is_err() {
        // The server is already gone.
        std::future::pending::<()>().await;
    }
}

/// Connections of each address.
type Addresses = Arc<Mutex<HashMap<IpAddr, usize>>>;

pub(crate) async fn accept(listener: TcpListener, app: App) {
    let router = router(app.clone());
    let addresses = Addresses::default();
    loop {
        let (stream, from) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file handles, or the client is already gone: wait, then continue.
                tracing::warn!("a connection was not accepted: {error}");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let (address, trusted) = (counted(from.ip()), app.site.trusts(from.ip()));
        let Some(place) = AddressPlace::take(&addresses, address, trusted) else {
            continue;
        };
        let router = router.clone().layer(Extension(Peer(from.ip())));
        let (drain, unread) = (app.drain.follow(), app.limits.unread);
        tokio::spawn(async move {
            // A move is one small packet and must not wait for another.
            let _ = stream.set_nodelay(true);
            connection(Patience::new(stream, unread), router, drain).await;
            drop(place);
        });
    }
}

async fn connection(stream: Patience, router: Router, mut drain: watch::Receiver<bool>) {
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD_BYTES);
    let service = TowerToHyperService::new(router);
    let mut served = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    // Errors here mean that the client hung up.
    tokio::select! {
        _ = served.as_mut() => {}
        () = drained(&mut drain) => {
            // The current request is answered, and no further one is read.
            served.as_mut().graceful_shutdown();
            let _ = served.await;
        }
    }
}

/// One connection of an address.
struct AddressPlace {
    addresses: Addresses,
    address: IpAddr,
}

impl AddressPlace {
    fn take(addresses: &Addresses, address: IpAddr, trusted: bool) -> Option<AddressPlace> {
        let mut counts = addresses.lock().unwrap_or_else(|p| p.into_inner());
        let count = counts.entry(address).or_default();
        if *count >= FROM_ONE_ADDRESS && !address.is_loopback() && !trusted {
            return None;
        }
        *count += 1;
        Some(AddressPlace { addresses: Arc::clone(addresses), address })
    }
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        let mut counts = self.addresses.lock().unwrap_or_else(|p| p.into_inner());
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}
