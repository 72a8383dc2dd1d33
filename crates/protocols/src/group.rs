//! A child process and its descendants: a process group that is killed as one.

use std::process::Child;

#[cfg(unix)]
mod system {
    use super::Child;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    fn pid(child: &Child) -> Option<Pid> {
        Pid::from_raw(i32::try_from(child.id()).ok()?)
    }

    /// Whether the child has ended. It is not reaped, so its process id stays valid.
    pub(crate) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        pid(child).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    /// Kills the child's whole group. The child must not have been waited for.
    pub(crate) fn kill(child: &mut Child) {
        if let Some(pid) = pid(child) {
            // Fails only if the group is empty.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn limit_memory(child: &Child, bytes: u64) {
        use rustix::process::{Resource, Rlimit, prlimit};
        let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
        let _ = prlimit(pid(child), Resource::As, limit);
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn limit_memory(_: &Child, _: u64) {}
}

#[cfg(not(unix))]
mod system {
    use super::Child;

    pub(crate) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    pub(crate) fn kill(child: &mut Child) {
        let _ = child.kill();
    }

    pub(crate) fn limit_memory(_: &Child, _: u64) {}
}

pub(crate) use system::{has_ended, kill, limit_memory};
