//! Large bodies: how many are in memory at once, of one address and of everybody. Whoever comes later waits before
//! anything is read.

use crate::app::App;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bodies up to this many bytes are read without waiting.
pub(super) const SMALL: u64 = 64 << 10;
/// Large bodies at once: with 4 MiB each, 64 MiB in all.
const OF_EVERYBODY: usize = 16;
const OF_ONE_ADDRESS: usize = 4;

pub(crate) struct Bodies {
    everybody: Arc<Semaphore>,
    addresses: Mutex<HashMap<Option<IpAddr>, Arc<Semaphore>>>,
}

/// Held as long as a large body is in memory.
pub(crate) struct Held {
    _places: [OwnedSemaphorePermit; 2],
}

impl Default for Bodies {
    fn default() -> Bodies {
        Bodies { everybody: Arc::new(Semaphore::new(OF_EVERYBODY)), addresses: Mutex::default() }
    }
}

impl Bodies {
    /// Those of one address that are in memory or wait.
    fn of(&self, address: Option<IpAddr>) -> Arc<Semaphore> {
        let mut addresses = self.addresses.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        addresses.retain(|_, used| Arc::strong_count(used) > 1);
        Arc::clone(addresses.entry(address).or_insert_with(|| Arc::new(Semaphore::new(OF_ONE_ADDRESS))))
    }
}

impl App {
    /// Waits until one more large body may be read.
    pub(super) async fn hold_body(&self, address: Option<IpAddr>) -> Option<Held> {
        // The address first: who waits for it keeps nobody else waiting.
        let own = self.bodies.of(address).acquire_owned().await.ok()?;
        let all = Arc::clone(&self.bodies.everybody).acquire_owned().await.ok()?;
        Some(Held { _places: [own, all] })
    }
}
