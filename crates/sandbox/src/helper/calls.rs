//! The system calls that a program may make. All others fail with "function not implemented", as on an older kernel. C
//! libraries handle that: `clone3`, whose flags no filter can see, falls back to `clone`.
//!
//! This is a list of allowed calls, not of forbidden ones: Landlock does not cover `chmod`, `io_uring` bypasses
//! filters, new kernels add unknown calls, and the x32 numbers of x86-64 duplicate every call.

use std::ffi::CStr;

use libc::{c_long, sock_filter};

use super::bpf::{Answer, Condition, Rules, assemble, lower, upper, upper_is_zero};
use crate::command::{Forbidden, Sees};

/// Calls that are harmless with any arguments, given the other layers.
#[rustfmt::skip]
const ALLOWED: &[c_long] = &[
    // Descriptors.
    libc::SYS_read, libc::SYS_write, libc::SYS_readv, libc::SYS_writev, libc::SYS_pread64, libc::SYS_pwrite64,
    libc::SYS_preadv, libc::SYS_pwritev, libc::SYS_close, libc::SYS_close_range, libc::SYS_lseek,
    libc::SYS_getdents64, libc::SYS_getcwd, libc::SYS_ppoll, libc::SYS_pselect6, libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl, libc::SYS_epoll_pwait, libc::SYS_epoll_pwait2, libc::SYS_eventfd2, libc::SYS_pipe2,
    libc::SYS_dup, libc::SYS_dup3, libc::SYS_fsync, libc::SYS_fdatasync, libc::SYS_sendfile, libc::SYS_splice,
    libc::SYS_umask,
    // Both ends of a socket pair, the only sockets there are. No messages: they could carry descriptors, and with those
    // more memory than any limit counts.
    libc::SYS_shutdown, libc::SYS_getsockname, libc::SYS_getpeername,
    // Memory, which has its limit.
    libc::SYS_mprotect, libc::SYS_munmap, libc::SYS_mremap, libc::SYS_brk,
    libc::SYS_msync, libc::SYS_membarrier,
    // Signals and time. The process namespace and Landlock's scope decide whom a signal reaches. No timers that send a
    // chosen signal: one could continue a stopped program.
    libc::SYS_rt_sigaction, libc::SYS_rt_sigprocmask, libc::SYS_rt_sigreturn, libc::SYS_rt_sigpending,
    libc::SYS_rt_sigtimedwait, libc::SYS_rt_sigsuspend, libc::SYS_sigaltstack,
    libc::SYS_setitimer, libc::SYS_getitimer, libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime, libc::SYS_timerfd_gettime, libc::SYS_signalfd4, libc::SYS_nanosleep,
    libc::SYS_clock_nanosleep, libc::SYS_clock_gettime, libc::SYS_clock_getres, libc::SYS_gettimeofday,
    libc::SYS_times, libc::SYS_restart_syscall,
    // The process and its threads.
    libc::SYS_exit, libc::SYS_exit_group, libc::SYS_wait4, libc::SYS_waitid,
    libc::SYS_set_tid_address, libc::SYS_set_robust_list, libc::SYS_get_robust_list, libc::SYS_futex,
    libc::SYS_futex_waitv, libc::SYS_rseq, libc::SYS_sched_yield, libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam, libc::SYS_sched_getscheduler,
    libc::SYS_sched_get_priority_max, libc::SYS_sched_get_priority_min, libc::SYS_getpriority, libc::SYS_getcpu,
    libc::SYS_getpid, libc::SYS_getppid, libc::SYS_gettid, libc::SYS_getuid, libc::SYS_geteuid, libc::SYS_getgid,
    libc::SYS_getegid, libc::SYS_getgroups, libc::SYS_getresuid, libc::SYS_getresgid, libc::SYS_getpgid,
    libc::SYS_getsid, libc::SYS_setpgid, libc::SYS_setsid, libc::SYS_uname, libc::SYS_getrusage,
    libc::SYS_getrandom, libc::SYS_capget,
];

/// The older names of these calls.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const OLDER: &[c_long] = &[
    libc::SYS_getdents, libc::SYS_poll, libc::SYS_select, libc::SYS_epoll_create, libc::SYS_epoll_wait, libc::SYS_eventfd,
    libc::SYS_pipe, libc::SYS_dup2, libc::SYS_signalfd, libc::SYS_pause, libc::SYS_alarm, libc::SYS_time,
    libc::SYS_getpgrp, libc::SYS_getrlimit, libc::SYS_setrlimit, libc::SYS_arch_prctl,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[c_long] = &[];

/// Calls that name a file. Landlock and mounts decide which exist; a program that sees nothing may not even ask.
const NAMING: &[c_long] = &[
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    // Names no file, but reveals pipe numbers that the whole machine counts.
    libc::SYS_fstat,
];

/// The older names of these calls.
#[cfg(target_arch = "x86_64")]
const NAMING_OLDER: &[c_long] =
    &[libc::SYS_open, libc::SYS_stat, libc::SYS_lstat, libc::SYS_access, libc::SYS_readlink];
#[cfg(not(target_arch = "x86_64"))]
const NAMING_OLDER: &[c_long] = &[];

/// Allowed `fcntl` commands. Excluded: larger pipes; locks, leases and notifications, which let programs communicate.
const CONTROLS: [i32; 7] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETPIPE_SZ,
];

/// The allowed `madvise` advice. Excluded: advice that evicts pages shared with others or merges equal pages.
const ADVICE: [i32; 10] = [
    libc::MADV_NORMAL,
    libc::MADV_RANDOM,
    libc::MADV_SEQUENTIAL,
    libc::MADV_DONTNEED,
    libc::MADV_FREE,
    libc::MADV_DONTFORK,
    libc::MADV_HUGEPAGE,
    libc::MADV_NOHUGEPAGE,
    libc::MADV_DONTDUMP,
    libc::MADV_DODUMP,
];

/// The `ioctl` requests of C libraries. Excluded: pushing characters into a terminal.
const REQUESTS: [u64; 6] =
    [libc::TCGETS, libc::TIOCGWINSZ, libc::FIONBIO, libc::FIONREAD, libc::FIOCLEX, libc::FIONCLEX];

/// `prctl` options a process may use on itself: names, queries. Excluded: settings that outlast it or its parent.
const OPTIONS: [i32; 7] = [
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_SET_VMA,
    libc::PR_GET_DUMPABLE,
    libc::PR_GET_SECCOMP,
    libc::PR_GET_NO_NEW_PRIVS,
    libc::PR_CAPBSET_READ,
];

const NAMESPACES: i32 = libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET;

/// The file operations of a program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Files {
    ReadOnly,
    /// Also make and remove files and folders in its scratch folder.
    Writable,
}

/// How the program itself is executed, after the filter is installed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Execution {
    ByName,
    ByDescriptor,
}

/// The path with which a program is executed by its descriptor. The program could only use it if it guessed its
/// address, which differs at every start of the helper.
pub(super) static EMPTY: &CStr = c"";

/// Returns the filter for a program that may start this many processes, itself included.
pub(super) fn filter(
    processes: u32,
    (sees, execution): (Sees, Execution),
    files: Files,
    forbidden: Option<Forbidden>,
) -> Vec<sock_filter> {
    let naming = if sees == Sees::Nothing { Answer::Denied } else { Answer::Allowed };
    let plain = ALLOWED.iter().chain(OLDER).map(|&call| (call, Answer::Allowed));
    let mut rules: Rules = plain.chain(NAMING.iter().chain(NAMING_OLDER).map(|&call| (call, naming.clone()))).collect();
    let mut only = |call: c_long, alternatives: Vec<Vec<Condition>>| rules.insert(call, Answer::If(alternatives));
    only(libc::SYS_ioctl, REQUESTS.iter().map(|&request| vec![is(1, request as u32)]).collect());
    only(libc::SYS_prctl, OPTIONS.iter().map(|&option| vec![is(0, option as u32)]).collect());
    only(libc::SYS_fcntl, CONTROLS.iter().map(|&control| vec![is(1, control as u32)]).collect());
    only(libc::SYS_madvise, ADVICE.iter().map(|&advice| vec![is(2, advice as u32)]).collect());
    // The program may lower its own limits, and read those of others: the new limit is then null.
    only(libc::SYS_prlimit64, vec![vec![is(0, 0)], vec![is(2, 0), upper_is_zero(2)]]);
    only(libc::SYS_personality, vec![vec![is(0, u32::MAX)]]);
    // A pair of streams can only speak to each other; a datagram could name another receiver.
    let stream = lower(1, 0xf, libc::SOCK_STREAM as u32);
    let mut pairs = vec![vec![is(0, libc::AF_UNIX as u32), stream]];
    // A build may start programs the way Rust does, which sends descriptors over a socket. No more of them can be in
    // transit than a program may have open.
    let builds = files == Files::Writable && processes > 1;
    if builds {
        pairs.push(vec![is(0, libc::AF_UNIX as u32), lower(1, 0xf, libc::SOCK_SEQPACKET as u32)]);
    }
    only(libc::SYS_socketpair, pairs);
    // No memory that outlives its mapping, which no limit would count. A file may be mapped shared for reading: Java
    // does that, and no file here is backed by memory.
    let private = lower(3, libc::MAP_TYPE as u32, libc::MAP_PRIVATE as u32);
    let file = lower(3, (libc::MAP_TYPE | libc::MAP_ANONYMOUS) as u32, libc::MAP_SHARED as u32);
    // A program that makes files may also write to shared mappings: Go's linker does.
    let read_only = (files == Files::ReadOnly).then(|| lower(2, libc::PROT_WRITE as u32, 0));
    only(libc::SYS_mmap, vec![vec![private], [file].into_iter().chain(read_only).collect()]);
    // The socket options that C libraries query. Excluded: the socket's number among all sockets of the machine.
    let questions = [libc::SO_ERROR, libc::SO_TYPE, libc::SO_DOMAIN, libc::SO_ACCEPTCONN];
    let question = |option: i32| vec![is(1, libc::SOL_SOCKET as u32), is(2, option as u32)];
    only(libc::SYS_getsockopt, questions.map(question).to_vec());
    // No out-of-band data.
    let in_band = || vec![vec![lower(3, libc::MSG_OOB as u32, 0)]];
    only(libc::SYS_sendto, in_band());
    only(libc::SYS_recvfrom, in_band());
    // Threads are free, processes are not, and namespaces never. The end of a process sends the usual signal or none.
    let mask = (NAMESPACES | libc::CLONE_PARENT | libc::CLONE_THREAD | libc::CSIGNAL) as u32;
    let mut clones = vec![vec![lower(0, mask, libc::CLONE_THREAD as u32)]];
    if processes > 1 {
        clones.push(vec![lower(0, mask, libc::SIGCHLD as u32)]);
    }
    only(libc::SYS_clone, clones);
    // Only the referee continues a stopped program.
    for (call, argument) in [(libc::SYS_kill, 1), (libc::SYS_tkill, 1), (libc::SYS_tgkill, 2)] {
        rules.insert(call, Answer::Unless(is(argument, libc::SIGCONT as u32)));
    }
    match execution {
        Execution::ByName => {
            rules.extend([libc::SYS_execve, libc::SYS_execveat].map(|call| (call, Answer::Allowed)));
        }
        // Only with our own empty string as path: otherwise a program that sees nothing could test if a file exists.
        Execution::ByDescriptor => {
            let name = EMPTY.as_ptr() as u64;
            let ours = vec![lower(1, u32::MAX, name as u32), upper(1, (name >> 32) as u32)];
            rules.insert(libc::SYS_execveat, Answer::If(vec![ours]));
            rules.insert(libc::SYS_execve, Answer::Denied);
        }
    }
    let mut more = if builds { vec![libc::SYS_sendmsg, libc::SYS_recvmsg] } else { Vec::new() };
    if files == Files::Writable {
        more.extend([libc::SYS_unlinkat, libc::SYS_ftruncate, libc::SYS_fallocate]);
        // A build keeps intermediate results in folders.
        more.extend([libc::SYS_mkdirat, libc::SYS_renameat2]);
        #[cfg(target_arch = "x86_64")]
        more.extend([libc::SYS_unlink, libc::SYS_mkdir, libc::SYS_rmdir, libc::SYS_rename, libc::SYS_renameat]);
    }
    #[cfg(target_arch = "x86_64")]
    if processes > 1 {
        more.extend([libc::SYS_fork, libc::SYS_vfork]);
    }
    rules.extend(more.into_iter().map(|call| (call, Answer::Allowed)));
    if let Some(forbidden) = forbidden {
        forbid(&mut rules, forbidden, execution);
    }
    assemble(&rules)
}

/// Makes an attempt kill the program.
fn forbid(rules: &mut Rules, forbidden: Forbidden, execution: Execution) {
    let mut deadly: Vec<c_long> = match forbidden {
        Forbidden::Files => vec![libc::SYS_openat, libc::SYS_openat2, libc::SYS_unlinkat, libc::SYS_mkdirat],
        Forbidden::Processes => Vec::new(),
        Forbidden::Network => vec![libc::SYS_socket, libc::SYS_connect, libc::SYS_bind, libc::SYS_listen],
    };
    #[cfg(target_arch = "x86_64")]
    match forbidden {
        Forbidden::Files => {
            deadly.extend([libc::SYS_open, libc::SYS_creat, libc::SYS_unlink, libc::SYS_mkdir, libc::SYS_rename]);
        }
        Forbidden::Processes => deadly.extend([libc::SYS_fork, libc::SYS_vfork]),
        Forbidden::Network => {}
    }
    if forbidden == Forbidden::Processes {
        // The first execution is ours. If it goes by descriptor, every execution by name is the program's own.
        if execution == Execution::ByDescriptor {
            deadly.push(libc::SYS_execve);
        }
        let thread = vec![lower(0, (NAMESPACES | libc::CLONE_THREAD) as u32, libc::CLONE_THREAD as u32)];
        rules.insert(libc::SYS_clone, Answer::OnlyIf(vec![thread]));
    }
    rules.extend(deadly.into_iter().map(|call| (call, Answer::OnlyIf(Vec::new()))));
}

/// The argument's lower half, which is all the kernel looks at, has this value.
fn is(argument: u32, value: u32) -> Condition {
    lower(argument, u32::MAX, value)
}
