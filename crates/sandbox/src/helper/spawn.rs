//! From one process to three: the helper, the keeper, the program. After the clone only the kernel is called.
#![allow(unsafe_code, reason = "a forked process may only make plain system calls")]

use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use libc::{c_int, c_long, c_void};
use nix::errno::Errno;

use super::calls::EMPTY;
use super::prepare::{Call, Room};
use super::steps::{self, check};
use crate::status::{FREEZE, LISTEN, Status, Step};
use crate::sys;

/// What both new processes need to know.
struct Orders<'a> {
    room: &'a Room,
    call: &'a Call,
    /// Whom to become, for root.
    user: Option<u32>,
    /// Input, output, errors, status.
    fds: [RawFd; 4],
    /// Both ends of the helper's lifeline.
    lifeline: [RawFd; 2],
    /// The keeper, once it knows itself.
    keeper: libc::pid_t,
}

/// A pipe whose one end only the helper holds, so that a keeper can see whether the helper still lives.
pub(super) type Lifeline = (OwnedFd, OwnedFd);

/// Starts the keeper, which starts the program: a descriptor of the keeper.
pub(super) fn spawn(
    room: &Room,
    call: &Call,
    user: Option<u32>,
    fds: &[OwnedFd; 4],
    lifeline: &Lifeline,
) -> Result<OwnedFd, Errno> {
    let lifeline = [&lifeline.0, &lifeline.1].map(AsRawFd::as_raw_fd);
    let orders = Orders { room, call, user, fds: fds.each_ref().map(AsRawFd::as_raw_fd), lifeline, keeper: 0 };
    let mut pidfd: c_int = -1;
    let flags = room.plan.namespaces | libc::CLONE_PIDFD | libc::SIGCHLD;
    // SAFETY: as fork, without a new stack; the kernel writes one int to `pidfd`. We have a single thread.
    let pid = unsafe { libc::syscall(libc::SYS_clone, c_long::from(flags), 0, &raw mut pidfd, 0, 0) };
    match pid {
        0 => keeper(orders),
        1.. => Ok(sys::own(pidfd)),
        _ => Err(Errno::last()),
    }
}

/// Starts the program, waits for it, tells how it ended, and goes, taking with it all that is left. In a process
/// namespace it is the first process, so it is not the program itself: signals treat the first one differently.
fn keeper(mut orders: Orders<'_>) -> ! {
    let status = orders.fds[3];
    // SAFETY: asks for a number.
    orders.keeper = unsafe { libc::getpid() };
    if let Err((step, errno)) = settle(&orders) {
        fail(status, step, errno);
    }
    let mut stack = Stack(MaybeUninit::uninit());
    // SAFETY: plain system calls on values that live until the process ends.
    unsafe {
        // As vfork: we wait until the program is executed, and no memory is copied for the moment before that.
        let stack = (&raw mut stack.0).cast::<u8>().add(STACK).cast();
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        let program = libc::clone(start, stack, flags, (&raw mut orders).cast());
        if program < 0 {
            fail(status, Step::Fork, Errno::last());
        }
        // Nothing may stay open here, or the referee would wait for a program that has closed its output.
        libc::dup2(status, 0);
        libc::syscall(libc::SYS_close_range, 1, libc::c_uint::MAX, 0);
        if orders.room.plan.contained() {
            libc::signal(LISTEN, obey as *const () as libc::sighandler_t);
        }
        report(0, Status::Started);
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
        if !orders.room.plan.contained() {
            libc::kill(-program, libc::SIGKILL);
        }
        libc::_exit(0)
    }
}

/// Does what the referee has written to the status socket, in that order: stops everything in our process namespace
/// but ourselves, its first process, or lets it go on. The program could call us too, but has nothing to say.
extern "C" fn obey(_: c_int) {
    let mut order = 0_u8;
    // Whoever is interrupted may be about to look at the number of an error.
    let errno = Errno::last();
    // SAFETY: the kernel writes one byte.
    unsafe {
        while libc::recv(0, (&raw mut order).cast(), 1, libc::MSG_DONTWAIT) == 1 {
            libc::kill(-1, if order == FREEZE { libc::SIGSTOP } else { libc::SIGCONT });
        }
    }
    errno.set();
}

/// What is done before the program's process is made, because it needs the keeper's privileges.
fn settle(orders: &Orders<'_>) -> Result<(), (Step, Errno)> {
    let (room, plan) = (orders.room, &orders.room.plan);
    // SAFETY: numbers only.
    unsafe {
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
    }
    if plan.staged() {
        if plan.namespaces & libc::CLONE_NEWUSER != 0 {
            room.maps.write().map_err(|errno| (Step::User, errno))?;
        }
        steps::build(&room.props, room.scratch.as_deref()).map_err(|errno| (Step::Files, errno))?;
    }
    // While we may still enter folders that are closed to the program's user.
    if let Some(folder) = &room.folder {
        steps::work_in(folder).map_err(|errno| (Step::Files, errno))?;
    }
    if let Some(user) = orders.user {
        if let Some(scratch) = &room.scratch {
            steps::give_away(scratch, user).map_err(|errno| (Step::Files, errno))?;
        }
        steps::become_user(user).map_err(|errno| (Step::User, errno))?;
    }
    steps::die_with_parent().map_err(|errno| (Step::Fork, errno))?;
    // The helper may have died before that. In a namespace one cannot see one's parent, but the end of a pipe.
    if steps::is_cut(orders.lifeline) { Err((Step::Fork, Errno::ESRCH)) } else { Ok(()) }
}

/// What the program's process stands on until it is executed.
#[repr(align(16))]
struct Stack(MaybeUninit<[u8; STACK]>);
const STACK: usize = 32 << 10;

/// Becomes the program.
extern "C" fn start(orders: *mut c_void) -> c_int {
    // SAFETY: `keeper` gives just this, and stands still while we use it.
    let orders = unsafe { &*orders.cast::<Orders<'_>>() };
    let (step, errno) = confine(orders).err().unwrap_or_else(|| (Step::Execute, execute(orders)));
    fail(orders.fds[3], step, errno)
}

/// Returns only if it fails.
fn execute(Orders { room, call, .. }: &Orders<'_>) -> Errno {
    let (argv, envp) = (call.argv.as_ptr(), call.envp.as_ptr());
    // SAFETY: the lists end with a null pointer and outlive the call.
    unsafe {
        if let Some(opened) = &room.opened {
            let (fd, here) = (opened.as_raw_fd(), EMPTY.as_ptr());
            libc::syscall(libc::SYS_execveat, fd, here, argv, envp, libc::AT_EMPTY_PATH);
        } else {
            libc::execve(room.program.as_ptr(), argv, envp);
        }
    }
    Errno::last()
}

/// Puts every limit on the process that will be the program.
fn confine(orders: &Orders<'_>) -> Result<(), (Step, Errno)> {
    let Orders { room, call, fds, .. } = orders;
    // The helper's own standard descriptors are open, so all four are 3 or more: none is overwritten before use.
    for (to, from) in fds[..3].iter().enumerate() {
        // SAFETY: numbers only.
        check(unsafe { libc::dup2(*from, to as RawFd) }).map_err(|errno| (Step::Descriptors, errno))?;
    }
    let (most, on_exec) = (libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC);
    // SAFETY: numbers only.
    check(unsafe { libc::syscall(libc::SYS_close_range, 3, most, on_exec) })
        .map_err(|errno| (Step::Descriptors, errno))?;
    steps::die_with_parent().map_err(|errno| (Step::Fork, errno))?;
    // SAFETY: numbers only.
    unsafe {
        if libc::getppid() != orders.keeper {
            return Err((Step::Fork, Errno::ESRCH));
        }
        // A process group of its own: a signal to one's group reaches all of it, across namespaces.
        libc::setsid();
    }
    sys::take_turns(sys::Turns::Usual);
    for (resource, limit) in &call.limits {
        // SAFETY: the kernel reads the limit.
        check(unsafe { libc::setrlimit(*resource, limit) }).map_err(|errno| (Step::Limits, errno))?;
    }
    steps::renounce_privileges().map_err(|errno| (Step::Calls, errno))?;
    if let Some(ruleset) = &room.ruleset {
        steps::restrict_files(ruleset.as_raw_fd()).map_err(|errno| (Step::Files, errno))?;
    }
    report(fds[3], Status::Starting);
    if !room.filter.is_empty() {
        steps::restrict_calls(&room.filter).map_err(|errno| (Step::Calls, errno))?;
    }
    Ok(())
}

fn fail(status: RawFd, step: Step, errno: Errno) -> ! {
    report(status, Status::Failed(step, errno as i32));
    // SAFETY: ends the process.
    unsafe { libc::_exit(127) }
}

fn report(status: RawFd, what: Status) {
    let bytes = what.encode();
    // SAFETY: the kernel reads the bytes given.
    unsafe { libc::send(status, bytes.as_ptr().cast(), bytes.len(), libc::MSG_NOSIGNAL) };
}
