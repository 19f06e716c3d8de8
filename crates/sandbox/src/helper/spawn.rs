//! From one process to three: the helper, the keeper, the program. After the clone only the kernel is called.
#![allow(unsafe_code, reason = "a forked process may only make plain system calls")]

use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use libc::{c_int, c_long, c_void};
use nix::errno::Errno;

use super::prepare::Prepared;
use crate::status::{Status, Step};
use crate::sys;

/// Where the program's process keeps its status socket while it arranges the others.
const STATUS: RawFd = 3;

/// Starts the keeper, which starts the program: the keeper's process and a descriptor of it.
pub(super) fn spawn(prepared: &Prepared, fds: &[OwnedFd; 4]) -> Result<(i32, OwnedFd), Errno> {
    let fds = fds.each_ref().map(AsRawFd::as_raw_fd);
    let mut pidfd: c_int = -1;
    let flags = libc::CLONE_PIDFD | libc::SIGCHLD;
    // SAFETY: as fork, without a new stack; the kernel writes one int to `pidfd`. We have a single thread.
    let pid = unsafe { libc::syscall(libc::SYS_clone, c_long::from(flags), 0, &raw mut pidfd, 0, 0) };
    match pid {
        0 => keeper(prepared, fds),
        1.. => Ok((pid as i32, sys::own(pidfd))),
        _ => Err(Errno::last()),
    }
}

/// Starts the program, waits for it, tells how it ended, and goes, taking with it all that is left.
fn keeper(prepared: &Prepared, fds: [RawFd; 4]) -> ! {
    let status = fds[3];
    let mut stack = Stack(MaybeUninit::uninit());
    // SAFETY: plain system calls on values that live until the process ends.
    unsafe {
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        libc::setpgid(0, 0);
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        // As vfork: we wait until the program is executed, and no memory is copied for the moment before that.
        let stack = (&raw mut stack.0).cast::<u8>().add(STACK).cast();
        let start_of = (prepared, fds);
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        let program = libc::clone(start, stack, flags, (&raw const start_of).cast_mut().cast());
        if program < 0 {
            fail(status, Step::Fork);
        }
        report(status, Status::Started);
        // Nothing may stay open here, or the referee would wait for a program that has closed its output.
        libc::dup2(status, 0);
        libc::syscall(libc::SYS_close_range, 1, libc::c_uint::MAX, 0);
        let mut wait = 0;
        let mut usage = MaybeUninit::<libc::rusage>::zeroed().assume_init();
        loop {
            let ended = libc::wait4(-1, &raw mut wait, 0, &raw mut usage);
            if ended == program {
                break;
            }
            if ended < 0 && Errno::last() != Errno::EINTR {
                libc::_exit(1);
            }
        }
        let micros = |time: libc::timeval| time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64;
        let cpu = micros(usage.ru_utime) + micros(usage.ru_stime);
        report(0, Status::Ended { wait, cpu, memory: usage.ru_maxrss as u64 * 1024 });
        libc::kill(0, libc::SIGKILL);
        libc::_exit(0)
    }
}

/// What the program's process stands on until it is executed.
#[repr(align(16))]
struct Stack(MaybeUninit<[u8; STACK]>);
const STACK: usize = 32 << 10;

/// Becomes the program.
extern "C" fn start(what: *mut c_void) -> c_int {
    // SAFETY: `keeper` gives just this, and stands still while we use it.
    let (prepared, [input, output, errors, status]) = unsafe { &*what.cast::<(&Prepared, [RawFd; 4])>() };
    // SAFETY: plain system calls; `prepared` outlives them, and its lists end with a null pointer.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        // The helper's own standard descriptors are open, so all four are 3 or more: none is overwritten before use.
        for (to, from) in [input, output, errors, status].into_iter().enumerate() {
            if libc::dup2(*from, to as RawFd) < 0 {
                fail(*status, Step::Descriptors);
            }
        }
        let most = libc::c_uint::MAX;
        if libc::syscall(libc::SYS_close_range, STATUS, most, libc::CLOSE_RANGE_CLOEXEC) < 0 {
            fail(STATUS, Step::Descriptors);
        }
        for (resource, limit) in &prepared.limits {
            if libc::setrlimit(*resource, limit) < 0 {
                fail(STATUS, Step::Limits);
            }
        }
        report(STATUS, Status::Starting);
        libc::execve(prepared.program.as_ptr(), prepared.argv.as_ptr(), prepared.envp.as_ptr());
        fail(STATUS, Step::Execute)
    }
}

fn fail(status: RawFd, step: Step) -> ! {
    report(status, Status::Failed(step, Errno::last_raw()));
    // SAFETY: ends the process.
    unsafe { libc::_exit(127) }
}

fn report(status: RawFd, what: Status) {
    let bytes = what.encode();
    // SAFETY: the kernel reads the bytes given.
    unsafe { libc::send(status, bytes.as_ptr().cast(), bytes.len(), libc::MSG_NOSIGNAL) };
}
