//! Starts the keeper and the program. After the clone only system calls are made.
#![allow(unsafe_code, reason = "a forked process may only make plain system calls")]

use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use libc::{c_int, c_long, c_void};
use nix::errno::Errno;

use super::calls::EMPTY;
use super::prepare::{Invocation, Sandbox};
use super::steps::{self, check};
use crate::status::{FREEZE, ORDER_SIGNAL, Status, Step};
use crate::sys;

/// The data that both new processes need.
struct StartContext<'a> {
    sandbox: &'a Sandbox,
    invocation: &'a Invocation,
    /// The user to become, for root.
    user: Option<u32>,
    /// Input, output, errors, status.
    fds: [RawFd; 4],
    /// Both ends of the helper's lifeline.
    lifeline: [RawFd; 2],
    /// The keeper's process ID, once it is known.
    keeper: libc::pid_t,
}

/// A pipe of which only the helper holds one end, so that a keeper can see whether the helper still lives.
pub(super) type Lifeline = (OwnedFd, OwnedFd);

/// Starts the keeper, which starts the program. Returns a descriptor of the keeper.
pub(super) fn spawn(
    sandbox: &Sandbox,
    invocation: &Invocation,
    user: Option<u32>,
    fds: &[OwnedFd; 4],
    lifeline: &Lifeline,
) -> Result<OwnedFd, Errno> {
    let lifeline = [&lifeline.0, &lifeline.1].map(AsRawFd::as_raw_fd);
    let context =
        StartContext { sandbox, invocation, user, fds: fds.each_ref().map(AsRawFd::as_raw_fd), lifeline, keeper: 0 };
    let mut pidfd: c_int = -1;
    let flags = sandbox.plan.namespaces | libc::CLONE_PIDFD | libc::SIGCHLD;
    // SAFETY: like fork, without a new stack; the kernel writes one int to `pidfd`. The helper has a single thread.
    let pid = unsafe { libc::syscall(libc::SYS_clone, c_long::from(flags), 0, &raw mut pidfd, 0, 0) };
    match pid {
        0 => keeper(context),
        1.. => Ok(sys::own(pidfd)),
        _ => Err(Errno::last()),
    }
}

/// Starts the program, waits for it, reports how it ended and exits, which ends everything left in the namespace. The
/// keeper is the first process of a process namespace. The program is a process of its own, because the kernel treats
/// the signals of a first process differently.
fn keeper(mut context: StartContext<'_>) -> ! {
    let status = context.fds[3];
    // SAFETY: returns a number.
    context.keeper = unsafe { libc::getpid() };
    if let Err((step, errno)) = set_up_keeper(&context) {
        fail(status, step, errno);
    }
    let mut stack = Stack(MaybeUninit::uninit());
    // SAFETY: plain system calls on values that live until the process ends.
    unsafe {
        // Like vfork: the keeper waits until the program is executed, and no memory is copied.
        let stack = (&raw mut stack.0).cast::<u8>().add(STACK).cast();
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        let program = libc::clone(start, stack, flags, (&raw mut context).cast());
        if program < 0 {
            fail(status, Step::Fork, Errno::last());
        }
        // Close everything here, or the referee would wait for a program that has closed its output.
        libc::dup2(status, 0);
        libc::syscall(libc::SYS_close_range, 1, libc::c_uint::MAX, 0);
        if context.sandbox.plan.is_contained() {
            libc::signal(ORDER_SIGNAL, handle_order as *const () as libc::sighandler_t);
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
        if !context.sandbox.plan.is_contained() {
            libc::kill(-program, libc::SIGKILL);
        }
        libc::_exit(0)
    }
}

/// Carries out the referee's context from the status socket, in their order: stops or continues everything in the
/// process namespace except its first process, the keeper. The program could send this signal too, but cannot write an
/// order.
extern "C" fn handle_order(_: c_int) {
    let mut order = 0_u8;
    // The interrupted code may be about to read `errno`.
    let errno = Errno::last();
    // SAFETY: the kernel writes one byte.
    unsafe {
        while libc::recv(0, (&raw mut order).cast(), 1, libc::MSG_DONTWAIT) == 1 {
            libc::kill(-1, if order == FREEZE { libc::SIGSTOP } else { libc::SIGCONT });
        }
    }
    errno.set();
}

/// Sets up what needs the keeper's privileges, before the program's process is made.
fn set_up_keeper(context: &StartContext<'_>) -> Result<(), (Step, Errno)> {
    let (sandbox, plan) = (context.sandbox, &context.sandbox.plan);
    // SAFETY: numbers only.
    unsafe {
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
    }
    if plan.has_rootfs() {
        if plan.namespaces & libc::CLONE_NEWUSER != 0 {
            sandbox.maps.write().map_err(|errno| (Step::User, errno))?;
        }
        steps::build_rootfs(&sandbox.mounts, sandbox.scratch.as_deref()).map_err(|errno| (Step::Files, errno))?;
    }
    // Now, while the keeper may still enter folders that are closed to the program's user.
    if let Some(folder) = &sandbox.folder {
        steps::change_folder(folder).map_err(|errno| (Step::Files, errno))?;
    }
    if let Some(user) = context.user {
        if let Some(scratch) = &sandbox.scratch {
            steps::change_owner(scratch, user).map_err(|errno| (Step::Files, errno))?;
        }
        steps::become_user(user).map_err(|errno| (Step::User, errno))?;
    }
    steps::die_with_parent().map_err(|errno| (Step::Fork, errno))?;
    // The helper may have died before that. In a namespace the parent's ID is not visible, but a closed pipe is.
    if steps::is_helper_gone(context.lifeline) { Err((Step::Fork, Errno::ESRCH)) } else { Ok(()) }
}

/// The stack of the program's process until it is executed.
#[repr(align(16))]
struct Stack(MaybeUninit<[u8; STACK]>);
const STACK: usize = 32 << 10;

/// Becomes the program.
extern "C" fn start(context: *mut c_void) -> c_int {
    // SAFETY: `keeper` passes exactly this, and is suspended while it is used.
    let context = unsafe { &*context.cast::<StartContext<'_>>() };
    let (step, errno) = confine(context).err().unwrap_or_else(|| (Step::Execute, execute(context)));
    fail(context.fds[3], step, errno)
}

/// Executes the program. Returns only if that fails.
fn execute(StartContext { sandbox, invocation, .. }: &StartContext<'_>) -> Errno {
    let (argv, envp) = (invocation.argv.as_ptr(), invocation.envp.as_ptr());
    // SAFETY: the lists end with a null pointer and outlive the invocation.
    unsafe {
        if let Some(opened) = &sandbox.opened {
            let (fd, here) = (opened.as_raw_fd(), EMPTY.as_ptr());
            libc::syscall(libc::SYS_execveat, fd, here, argv, envp, libc::AT_EMPTY_PATH);
        } else {
            libc::execve(sandbox.program.as_ptr(), argv, envp);
        }
    }
    Errno::last()
}

/// Applies every limit to the process that becomes the program.
fn confine(context: &StartContext<'_>) -> Result<(), (Step, Errno)> {
    let StartContext { sandbox, invocation, fds, .. } = context;
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
        if libc::getppid() != context.keeper {
            return Err((Step::Fork, Errno::ESRCH));
        }
        // A process group of its own: a signal to the group reaches all members, across namespaces.
        libc::setsid();
    }
    sys::set_time_slice(sys::TimeSlice::Default);
    for (resource, limit) in &invocation.limits {
        // SAFETY: the kernel reads the limit.
        check(unsafe { libc::setrlimit(*resource, limit) }).map_err(|errno| (Step::Limits, errno))?;
    }
    steps::set_no_new_privileges().map_err(|errno| (Step::Calls, errno))?;
    if let Some(ruleset) = &sandbox.ruleset {
        steps::restrict_files(ruleset.as_raw_fd()).map_err(|errno| (Step::Files, errno))?;
    }
    report(fds[3], Status::Starting);
    if !sandbox.filter.is_empty() {
        steps::restrict_calls(&sandbox.filter).map_err(|errno| (Step::Calls, errno))?;
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
