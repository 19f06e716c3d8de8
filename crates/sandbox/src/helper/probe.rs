//! Probes what this machine offers by trying it: a container may refuse what the kernel's configuration promises.

use std::ops::Range;
use std::path::Path;

use libc::c_int;
use nix::errno::Errno;

use super::calls;
use super::rootfs;
use super::steps::{self, Maps};
use crate::command::Sees;
use crate::sys;

/// Each layer, or why it is unavailable.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    /// Root makes namespaces without a user namespace, and gives every program a user of its own.
    pub(crate) root: bool,
    /// The version of Landlock's ABI.
    pub(crate) landlock: Result<u32, Errno>,
    pub(crate) seccomp: Result<(), Errno>,
    pub(crate) user: Result<(), Errno>,
    pub(crate) pid: Result<(), Errno>,
    pub(crate) mount: Result<(), Errno>,
    pub(crate) net: Result<(), Errno>,
    pub(crate) ipc: Result<(), Errno>,
    /// Unused user IDs, for root to assign.
    pub(crate) users: Result<Range<u32>, Errno>,
    pub(crate) pidfd: Result<(), Errno>,
}

/// The first Landlock version that restricts signals.
pub(crate) const SIGNAL_SCOPE: u32 = 6;

/// Above the range that systemd gives to containers and below what no longer fits a signed number.
const USERS: Range<u32> = 0x7000_0000..0x8000_0000;
/// For containers in which only a few thousand users exist.
const FEWER_USERS: Range<u32> = 61_000..65_000;

/// Tries every layer.
pub(crate) fn probe() -> Features {
    let root = nix::unistd::geteuid().is_root();
    let base = if root { 0 } else { libc::CLONE_NEWUSER };
    let maps = Maps::new();
    let with = |flags: c_int| steps::try_in_child(base | flags, &|| Ok(()));
    let mounts = rootfs::mount_steps(Path::new("/"), [].iter(), None, Sees::System);
    let build_rootfs = || {
        if !root {
            maps.write()?;
        }
        steps::build_rootfs(&mounts, None)
    };
    let filter = calls::filter(1, (Sees::System, calls::Execution::ByName), calls::Files::ReadOnly, None);
    let restricted = || steps::set_no_new_privileges().and_then(|()| steps::restrict_calls(&filter));
    let users = |ids: Range<u32>| steps::try_in_child(0, &|| steps::become_user(ids.end - 1)).map(|()| ids);
    Features {
        root,
        landlock: sys::landlock_version(),
        seccomp: steps::try_in_child(0, &restricted),
        user: steps::try_in_child(libc::CLONE_NEWUSER, &|| maps.write()),
        pid: with(libc::CLONE_NEWPID),
        mount: steps::try_in_child(base | libc::CLONE_NEWNS, &build_rootfs),
        net: with(libc::CLONE_NEWNET),
        ipc: with(libc::CLONE_NEWIPC),
        users: users(USERS).or_else(|_| users(FEWER_USERS)),
        pidfd: sys::pidfd_of_self().map(drop),
    }
}
