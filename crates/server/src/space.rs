//! Room on the disk: with less than the floor nothing new is stored, so that what is stored stays whole.

use crate::app::App;
use crate::error::{Answer, Code};
use std::path::Path;
use std::sync::atomic::Ordering;

impl App {
    /// Refuses what would be stored while there is too little room.
    pub(crate) fn has_space(&self) -> Answer<()> {
        match self.low_space.load(Ordering::Relaxed) {
            true => Err(Code::NoSpace.into()),
            false => Ok(()),
        }
    }

    /// Looks how much room there is.
    pub(crate) fn measure_space(&self) {
        let free = self.store.folder.as_deref().and_then(free_bytes);
        let low = free.is_some_and(|free| free < self.limits.free_space);
        if self.low_space.swap(low, Ordering::Relaxed) != low {
            let free = free.unwrap_or_default();
            match low {
                true => tracing::error!("{free} bytes are free: new games and moves are refused"),
                false => tracing::warn!("{free} bytes are free: new games and moves are taken again"),
            }
        }
    }
}

/// Bytes that this process may still write into a folder; `None` where the system does not say.
#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}
