//! The system calls without a library wrapper, each as a safe function.
#![allow(unsafe_code, reason = "system calls without a safe wrapper")]

use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

use nix::errno::Errno;

/// Takes ownership of a descriptor that the kernel has just returned.
pub(crate) fn own(fd: RawFd) -> OwnedFd {
    // SAFETY: only called with descriptors fresh from the kernel, which nothing else owns.
    unsafe { OwnedFd::from_raw_fd(fd) }
}

/// Sends a signal to the process behind a descriptor. A dead process is no error.
pub(crate) fn send(pidfd: BorrowedFd<'_>, signal: libc::c_int) {
    // SAFETY: the call reads no memory of ours when no siginfo is given.
    unsafe {
        libc::syscall(libc::SYS_pidfd_send_signal, pidfd.as_raw_fd(), signal, std::ptr::null::<()>(), 0);
    }
}

pub(crate) fn kill(pidfd: BorrowedFd<'_>) {
    send(pidfd, libc::SIGKILL);
}

pub(crate) fn close_from(first: RawFd) -> nix::Result<()> {
    // SAFETY: only called by the helper process when it starts and owns no descriptor above its standard ones.
    Errno::result(unsafe { libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, 0) }).map(drop)
}

/// Sets a signal's action: only to ignore it or to its default, which run no handler.
pub(crate) fn handle(signal: nix::sys::signal::Signal, handler: nix::sys::signal::SigHandler) -> nix::Result<()> {
    // SAFETY: neither ignoring a signal nor its default runs a handler.
    unsafe { nix::sys::signal::signal(signal, handler) }.map(drop)
}

pub(crate) fn landlock_version() -> nix::Result<u32> {
    const VERSION: libc::c_uint = 1;
    // SAFETY: with this flag the kernel reads no ruleset and answers with a number.
    let version = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<()>(), 0_usize, VERSION) };
    Errno::result(version).map(|version| version as u32)
}

/// Opens a descriptor of our own process, to test whether the kernel supports it.
pub(crate) fn pidfd_of_self() -> nix::Result<OwnedFd> {
    // SAFETY: numbers only.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, libc::getpid(), 0) };
    Errno::result(fd).map(|fd| own(fd as RawFd))
}

/// How long a process may keep the processor when others want it too.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum TimeSlice {
    /// Briefly, and therefore soon: for processes that only pass something on.
    Short,
    /// The default of the system.
    Default,
}

/// Requests a short or the default time slice; children inherit it. Kernels before 6.12 ignore it.
pub(crate) fn set_time_slice(slice: TimeSlice) {
    // A process with another scheduling policy (background or real-time) keeps it.
    // SAFETY: numbers only.
    if unsafe { libc::sched_getscheduler(0) } != libc::SCHED_OTHER {
        return;
    }
    let attributes = libc::sched_attr {
        size: size_of::<libc::sched_attr>() as u32,
        sched_policy: libc::SCHED_OTHER as u32,
        sched_flags: 0,
        // SAFETY: numbers only.
        sched_nice: unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) },
        sched_priority: 0,
        sched_runtime: if slice == TimeSlice::Short { 100_000 } else { 0 },
        sched_deadline: 0,
        sched_period: 0,
    };
    // SAFETY: the kernel reads the attributes, whose size is in them.
    unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) };
}
