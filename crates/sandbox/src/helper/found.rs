//! What this machine offers, found by trying: what a kernel's configuration promises, a container may refuse.

use std::ops::Range;
use std::path::Path;

use libc::c_int;
use nix::errno::Errno;

use super::calls;
use super::scenery;
use super::steps::{self, Maps};
use crate::command::Sees;
use crate::sys;

/// Each layer, or why it is not to be had.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Root makes namespaces without a user namespace, and gives every program a user of its own.
    pub(crate) root: bool,
    /// The version of Landlock's interface.
    pub(crate) landlock: Result<u32, Errno>,
    pub(crate) seccomp: Result<(), Errno>,
    pub(crate) user: Result<(), Errno>,
    pub(crate) pid: Result<(), Errno>,
    pub(crate) mount: Result<(), Errno>,
    pub(crate) net: Result<(), Errno>,
    pub(crate) ipc: Result<(), Errno>,
    /// Numbers of users that nobody is, for root to give away.
    pub(crate) users: Result<Range<u32>, Errno>,
    pub(crate) pidfd: Result<(), Errno>,
}

/// From which version on Landlock keeps signals inside.
pub(crate) const SIGNALS: u32 = 6;

/// Above what systemd gives to containers and below what no longer fits a signed number.
const USERS: Range<u32> = 0x7000_0000..0x8000_0000;
/// Where only a container's few thousand users exist.
const FEWER_USERS: Range<u32> = 61_000..65_000;

/// Tries everything.
pub(crate) fn look() -> Found {
    let root = nix::unistd::geteuid().is_root();
    let base = if root { 0 } else { libc::CLONE_NEWUSER };
    let maps = Maps::new();
    let with = |flags: c_int| steps::rehearse(base | flags, &|| Ok(()));
    let props = scenery::props(Path::new("/"), [].iter(), None, Sees::System);
    let stage = || {
        if !root {
            maps.write()?;
        }
        steps::build(&props, None)
    };
    let filter = calls::filter(1, (Sees::System, calls::Execution::ByName), calls::Files::Kept, None);
    let restricted = || steps::renounce_privileges().and_then(|()| steps::restrict_calls(&filter));
    let users = |ids: Range<u32>| steps::rehearse(0, &|| steps::become_user(ids.end - 1)).map(|()| ids);
    Found {
        root,
        landlock: sys::landlock_version(),
        seccomp: steps::rehearse(0, &restricted),
        user: steps::rehearse(libc::CLONE_NEWUSER, &|| maps.write()),
        pid: with(libc::CLONE_NEWPID),
        mount: steps::rehearse(base | libc::CLONE_NEWNS, &stage),
        net: with(libc::CLONE_NEWNET),
        ipc: with(libc::CLONE_NEWIPC),
        users: users(USERS).or_else(|_| users(FEWER_USERS)),
        pidfd: sys::pidfd_of_self().map(drop),
    }
}
