//! The few system calls that no library wraps, each as a safe function.
#![allow(unsafe_code, reason = "system calls without a safe wrapper")]

use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

use nix::errno::Errno;

/// Takes charge of a descriptor that the kernel has just handed to us.
pub(crate) fn own(fd: RawFd) -> OwnedFd {
    // SAFETY: only called with descriptors fresh from the kernel, which nobody else knows of.
    unsafe { OwnedFd::from_raw_fd(fd) }
}

/// Kills the process behind a descriptor. One that is dead already is no error.
pub(crate) fn kill(pidfd: BorrowedFd<'_>) {
    // SAFETY: the call reads no memory of ours when no siginfo is given.
    unsafe {
        libc::syscall(libc::SYS_pidfd_send_signal, pidfd.as_raw_fd(), libc::SIGKILL, std::ptr::null::<()>(), 0);
    }
}

/// Closes every descriptor from `first` on.
pub(crate) fn close_from(first: RawFd) -> nix::Result<()> {
    // SAFETY: only called by the helper process when it starts and owns no descriptor above its standard ones.
    Errno::result(unsafe { libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, 0) }).map(drop)
}

/// Sets what a signal does; only for the two ways that run no code of ours.
pub(crate) fn handle(signal: nix::sys::signal::Signal, handler: nix::sys::signal::SigHandler) -> nix::Result<()> {
    // SAFETY: neither ignoring a signal nor its default runs a handler.
    unsafe { nix::sys::signal::signal(signal, handler) }.map(drop)
}

/// The version of Landlock's interface.
pub(crate) fn landlock_version() -> nix::Result<u32> {
    const VERSION: libc::c_uint = 1;
    // SAFETY: with this flag the kernel reads no ruleset and answers with a number.
    let version = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<()>(), 0_usize, VERSION) };
    Errno::result(version).map(|version| version as u32)
}

/// A descriptor of our own process, to see whether the kernel has such.
pub(crate) fn pidfd_of_self() -> nix::Result<OwnedFd> {
    // SAFETY: numbers only.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, libc::getpid(), 0) };
    Errno::result(fd).map(|fd| own(fd as RawFd))
}
