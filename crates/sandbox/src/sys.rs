//! The few system calls that no library wraps, each as a safe function.
#![allow(unsafe_code, reason = "system calls without a safe wrapper")]

use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

use nix::errno::Errno;

/// Takes charge of a descriptor that the kernel has just handed to us.
pub(crate) fn own(fd: RawFd) -> OwnedFd {
    // SAFETY: only called with descriptors fresh from the kernel, which nobody else knows of.
    unsafe { OwnedFd::from_raw_fd(fd) }
}

/// Sends a signal to the process behind a descriptor. One that is dead already is no error.
pub(crate) fn send(pidfd: BorrowedFd<'_>, signal: libc::c_int) {
    // SAFETY: the call reads no memory of ours when no siginfo is given.
    unsafe {
        libc::syscall(libc::SYS_pidfd_send_signal, pidfd.as_raw_fd(), signal, std::ptr::null::<()>(), 0);
    }
}

/// Kills the process behind a descriptor.
pub(crate) fn kill(pidfd: BorrowedFd<'_>) {
    send(pidfd, libc::SIGKILL);
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

/// How long a process may keep the processor when others want it too.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Turns {
    /// Briefly, and therefore soon: for processes that only pass something on.
    Short,
    /// As everybody.
    Usual,
}

/// Asks for short or usual turns; children inherit it. Kernels before 6.12 know no difference.
pub(crate) fn take_turns(turns: Turns) {
    // Who was put into the background, or before all others, stays there.
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
        sched_runtime: if turns == Turns::Short { 100_000 } else { 0 },
        sched_deadline: 0,
        sched_period: 0,
    };
    // SAFETY: the kernel reads the attributes, whose size is in them.
    unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) };
}
