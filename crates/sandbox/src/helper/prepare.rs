//! Everything a start needs, made beforehand: the new process may call nothing but the kernel.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::ptr;

use libc::{c_char, rlim_t, rlimit, sock_filter};
use nix::errno::Errno;

use super::found::Found;
use super::plan::{Plan, plan};
use super::scenery::Prop;
use super::steps::Maps;
use super::{calls, files, scenery};
use crate::command::{Command, Policy, Weight};
use crate::wire::{Reply, Request};

/// What the program finds in its environment, and nothing else.
const ENVIRONMENT: [&CStr; 4] = [
    c"PATH=/usr/local/bin:/usr/bin:/bin",
    c"LANG=C.UTF-8",
    c"HOME=/nonexistent",
    // Looking for leaks, a program that was built with the sanitizer would have to trace itself.
    c"ASAN_OPTIONS=detect_leaks=0",
];

/// How many threads a program may have beside its processes.
const THREADS: u64 = 64;

/// A program's surroundings, which are the same at every start.
pub(super) struct Room {
    /// What it was made for; see [`Room::fits`].
    command: Command,
    processes: u32,
    identities: Vec<Option<(u64, u64)>>,
    pub(super) plan: Plan,
    pub(super) program: CString,
    /// The program itself, where it is executed by its descriptor: root's folders may be closed to the user that a
    /// program is given.
    pub(super) opened: Option<OwnedFd>,
    pub(super) ruleset: Option<OwnedFd>,
    pub(super) filter: Vec<sock_filter>,
    pub(super) props: Vec<Prop>,
    pub(super) maps: Maps,
}

impl Room {
    pub(super) fn new(found: &Found, policy: Policy, request: &Request) -> Result<Room, Reply> {
        let command = &request.command;
        let failed = |step: &str, errno: Errno| Reply::Failed { step: step.into(), errno: errno as i32 };
        let io =
            |step| move |error: std::io::Error| failed(step, error.raw_os_error().map_or(Errno::EIO, Errno::from_raw));
        let program = settled(&command.program).map_err(io("finding it"))?;
        let readable: Vec<PathBuf> = command
            .readable
            .iter()
            .map(|path| path.canonicalize().map_err(io("finding what it may read")))
            .collect::<Result<_, _>>()?;
        let mut file = File::open(&program).map_err(io("opening it"))?;
        let mut start = [0; 2];
        let is_script = file.read(&mut start).is_ok_and(|read| read == 2) && start == *b"#!";
        // Interpreters take long to start anyway, and want to look at many files.
        let weight = if is_script { Weight::Lasting } else { command.weight };
        let plan = plan(found, policy, weight, request.processes).map_err(Reply::Refused)?;
        let ruleset = if plan.landlock {
            let ruleset = files::ruleset(&program, readable.iter());
            ruleset.map_err(|_| failed("making its Landlock rules", Errno::EINVAL))?
        } else {
            None
        };
        Ok(Room {
            identities: identities(command),
            command: command.clone(),
            processes: request.processes,
            program: CString::new(program.as_os_str().as_bytes()).map_err(|_| failed("finding it", Errno::EINVAL))?,
            opened: (!is_script && !plan.staged()).then(|| file.into()),
            ruleset,
            filter: if plan.seccomp { calls::filter(request.processes) } else { Vec::new() },
            props: if plan.staged() { scenery::props(&program, readable.iter()) } else { Vec::new() },
            maps: Maps::new(),
            plan,
        })
    }

    /// Is this the room for that request? A program that was compiled anew under its old name is another.
    pub(super) fn fits(&self, request: &Request) -> bool {
        let (ours, theirs) = (&self.command, &request.command);
        self.processes == request.processes
            && (ours.weight, &ours.program, &ours.readable) == (theirs.weight, &theirs.program, &theirs.readable)
            && self.identities == identities(theirs)
    }
}

/// The absolute path without links or detours, but with the program's own name: some look at what they are called.
fn settled(program: &Path) -> std::io::Result<PathBuf> {
    program.metadata()?;
    match (program.parent(), program.file_name()) {
        (Some(folder), Some(name)) => Ok(folder.canonicalize()?.join(name)),
        _ => program.canonicalize(),
    }
}

/// Which files these are, whatever they are called.
fn identities(command: &Command) -> Vec<Option<(u64, u64)>> {
    let paths = command.readable.iter().chain([&command.program]);
    paths.map(|path| path.metadata().ok().map(|file| (file.dev(), file.ino()))).collect()
}

/// What differs from start to start.
pub(super) struct Call {
    /// Keeps what `argv` points to.
    _args: Vec<CString>,
    pub(super) argv: Vec<*const c_char>,
    pub(super) envp: Vec<*const c_char>,
    pub(super) limits: Vec<(u32, rlimit)>,
}

impl Call {
    pub(super) fn new(room: &Room, request: &Request) -> Result<Call, Errno> {
        let mut args = vec![room.program.clone()];
        for arg in &request.command.args {
            args.push(CString::new(arg.as_bytes()).map_err(|_| Errno::EINVAL)?);
        }
        let argv = args.iter().map(|arg| arg.as_ptr()).chain([ptr::null()]).collect();
        let envp = ENVIRONMENT.iter().map(|entry| entry.as_ptr()).chain([ptr::null()]).collect();
        Ok(Call { _args: args, argv, envp, limits: limits(&room.plan, request) })
    }
}

fn limits(plan: &Plan, request: &Request) -> Vec<(u32, rlimit)> {
    let both = |most: rlim_t| rlimit { rlim_cur: most, rlim_max: most };
    let mut limits = vec![
        (libc::RLIMIT_AS, both(request.memory)),
        // Not 0, at which the system's own collector of crashes would still be started, as root.
        (libc::RLIMIT_CORE, both(1)),
        (libc::RLIMIT_FSIZE, both(0)),
        (libc::RLIMIT_STACK, both(8 << 20)),
        (libc::RLIMIT_NOFILE, both(256)),
        (libc::RLIMIT_MEMLOCK, both(0)),
        (libc::RLIMIT_MSGQUEUE, both(0)),
        (libc::RLIMIT_SIGPENDING, both(1024)),
    ];
    if request.cpu_seconds > 0 {
        let seconds = request.cpu_seconds;
        limits.push((libc::RLIMIT_CPU, rlimit { rlim_cur: seconds, rlim_max: seconds.saturating_add(1) }));
    }
    // The keeper is one of them. Where a person's own processes count too, as many more as there are in all.
    let others =
        if plan.counted_apart() { 1 } else { nix::sys::sysinfo::sysinfo().map_or(1000, |all| all.process_count()) };
    if plan.seccomp {
        limits.push((libc::RLIMIT_NPROC, both(u64::from(others) + u64::from(request.processes) + THREADS)));
    }
    limits
}
