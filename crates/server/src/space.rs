//! Disk space: below the limit nothing new is stored, so that what is stored stays intact.

use crate::app::App;
use crate::error::{Answer, Code};
use std::path::Path;
use std::sync::atomic::Ordering;

impl App {
    /// Refuses to store anything while space is low.
    pub(crate) fn has_space(&self) -> Answer<()> {
        match self.low_space.load(Ordering::Relaxed) {
            true => Err(Code::NoSpace.into()),
            false => Ok(()),
        }
    }

    /// Measures the free space.
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

/// Bytes that this process may still write to a folder; `None` if the system does not report it.
#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}
