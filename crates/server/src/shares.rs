//! Shared places, limited per address, so that an address that uses up its share delays nobody else.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub(crate) struct Shares {
    everybody: Arc<Semaphore>,
    of_one_address: usize,
    /// By address: places taken or waited for.
    addresses: Mutex<HashMap<Option<IpAddr>, Arc<Semaphore>>>,
}

/// A place; released when dropped.
pub(crate) struct Share {
    _places: [OwnedSemaphorePermit; 2],
}

impl Shares {
    pub(crate) fn new(everybody: usize, of_one_address: usize) -> Shares {
        Shares { everybody: Arc::new(Semaphore::new(everybody)), of_one_address, addresses: Mutex::default() }
    }

    fn of(&self, address: Option<IpAddr>) -> Arc<Semaphore> {
        let mut addresses = self.addresses.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        addresses.retain(|_, used| Arc::strong_count(used) > 1);
        Arc::clone(addresses.entry(address).or_insert_with(|| Arc::new(Semaphore::new(self.of_one_address))))
    }

    /// Waits for a place; `None` if there will never be one.
    pub(crate) async fn take(&self, address: Option<IpAddr>) -> Option<Share> {
        // The address first: waiting for it delays nobody else.
        let own = self.of(address).acquire_owned().await.ok()?;
        let all = Arc::clone(&self.everybody).acquire_owned().await.ok()?;
        Some(Share { _places: [own, all] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn who_uses_the_share_up_keeps_nobody_else_waiting() {
        let shares = Shares::new(3, 2);
        let [greedy, other] = [1, 2].map(|last| Some(IpAddr::from([192, 0, 2, last])));
        let first = shares.take(greedy).await;
        let _second = shares.take(greedy).await;
        let mut third = std::pin::pin!(shares.take(greedy));
        assert!(tokio::time::timeout(Duration::from_millis(20), third.as_mut()).await.is_err());
        assert!(shares.take(other).await.is_some());
        drop(first);
        assert!(third.await.is_some());
    }
}
