//! Prepares everything for a start, because the new process may only make system calls.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::ptr;

use libc::{c_char, rlim_t, rlimit, sock_filter};
use nix::errno::Errno;

use super::calls::{self, Execution, Files};
use super::plan::{Layers, plan};
use super::probe::Features;
use super::rootfs::MountStep;
use super::steps::Maps;
use super::{files, rootfs};
use crate::command::{Command, Forbidden, Policy, Sees};
use crate::wire::{Reply, Request};

/// The environment of a program, together with the path of its scratch folder.
const ENVIRONMENT: [&CStr; 4] = [
    c"PATH=/usr/local/bin:/usr/bin:/bin",
    c"LANG=C.UTF-8",
    c"HOME=/nonexistent",
    // The leak check of the address sanitizer would have to trace its own process.
    c"ASAN_OPTIONS=detect_leaks=0",
];

/// How many threads a program may have besides its processes.
const THREADS: u64 = 64;

/// The sandbox of a program, which is the same at every start.
pub(super) struct Sandbox {
    /// The command it was made for; see [`Sandbox::fits`].
    command: Command,
    processes: u32,
    identities: Vec<Option<(u64, u64)>>,
    pub(super) plan: Layers,
    pub(super) program: CString,
    pub(super) folder: Option<CString>,
    pub(super) scratch: Option<CString>,
    /// The program itself, if it is executed by descriptor: root's folders may be closed to the program's user.
    pub(super) opened: Option<OwnedFd>,
    pub(super) ruleset: Option<OwnedFd>,
    pub(super) filter: Vec<sock_filter>,
    pub(super) mounts: Vec<MountStep>,
    pub(super) maps: Maps,
}

impl Sandbox {
    pub(super) fn new(features: &Features, policy: Policy, request: &Request) -> Result<Sandbox, Reply> {
        let command = &request.command;
        let failed = |step: &str, errno: Errno| Reply::Failed { step: step.into(), errno: errno as i32 };
        let io =
            |step| move |error: std::io::Error| failed(step, error.raw_os_error().map_or(Errno::EIO, Errno::from_raw));
        let program = resolve_program(&command.program).map_err(io("finding it"))?;
        let resolve = |path: &PathBuf| path.canonicalize().map_err(io("finding what it may read"));
        let readable: Vec<PathBuf> =
            command.readable.iter().chain(&command.folder).map(resolve).collect::<Result<_, _>>()?;
        let scratch = command.scratch.as_ref().map(resolve).transpose()?;
        let folder = command.folder.as_ref().map(resolve).transpose()?;
        // Do not block on a pipe or a terminal that is given as the program.
        let flags = libc::O_NONBLOCK | libc::O_NOCTTY;
        let mut file = File::options().read(true).custom_flags(flags).open(&program).map_err(io("opening it"))?;
        if !file.metadata().is_ok_and(|file| file.is_file()) {
            return Err(failed("executing it", Errno::EACCES));
        }
        let mut start = [0; 2];
        let is_script = file.read(&mut start).is_ok_and(|read| read == 2) && start == *b"#!";
        // An interpreter reads many files.
        let sees = if is_script && command.sees == Sees::Nothing { Sees::System } else { command.sees };
        let plan = plan(features, policy, sees, request.processes).map_err(Reply::Refused)?;
        // A ruleset can name only existing files, not `/proc` of a namespace that is made later.
        let ruleset = if plan.landlock && sees != Sees::Processes {
            let ruleset = files::ruleset(&program, readable.iter(), scratch.as_deref(), sees);
            ruleset.map_err(|_| failed("making its Landlock rules", Errno::EINVAL))?
        } else {
            None
        };
        let by_descriptor = !is_script && !plan.has_rootfs();
        // Interpreters and dynamically linked programs without a file system of their own still execute by name.
        let execution =
            if by_descriptor && sees == Sees::Nothing { Execution::ByDescriptor } else { Execution::ByName };
        let files = if scratch.is_some() { Files::Writable } else { Files::ReadOnly };
        let text =
            |path: &Path| CString::new(path.as_os_str().as_bytes()).map_err(|_| failed("finding it", Errno::EINVAL));
        Ok(Sandbox {
            identities: identities(command),
            command: command.clone(),
            processes: request.processes,
            program: text(&program)?,
            folder: folder.as_deref().map(text).transpose()?,
            scratch: scratch.as_deref().map(text).transpose()?,
            opened: by_descriptor.then(|| file.into()),
            ruleset,
            filter: if plan.seccomp {
                // A program that sees nothing is watched if we execute it by descriptor: then every execution by name
                // is its own. All others open files to start.
                let is_watched = |what: &Forbidden| match sees {
                    Sees::Nothing => !plan.has_rootfs(),
                    _ => *what != Forbidden::Files,
                };
                let forbidden = command.forbidden.filter(is_watched);
                calls::filter(request.processes, (sees, execution), files, forbidden)
            } else {
                Vec::new()
            },
            mounts: if plan.has_rootfs() {
                rootfs::mount_steps(&program, readable.iter(), scratch.as_deref(), sees)
            } else {
                Vec::new()
            },
            maps: Maps::new(),
            plan,
        })
    }

    /// Returns whether this sandbox fits the request. A program that was rebuilt under the same name does not fit.
    pub(super) fn fits(&self, request: &Request) -> bool {
        let (ours, theirs) = (&self.command, &request.command);
        self.processes == request.processes
            && (ours.sees, &ours.program, &ours.readable) == (theirs.sees, &theirs.program, &theirs.readable)
            && (&ours.folder, &ours.scratch) == (&theirs.folder, &theirs.scratch)
            && ours.forbidden == theirs.forbidden
            && self.identities == identities(theirs)
    }
}

/// Returns the absolute path with links resolved, except in the program's own name: some programs depend on it.
fn resolve_program(program: &Path) -> std::io::Result<PathBuf> {
    program.metadata()?;
    match (program.parent(), program.file_name()) {
        (Some(folder), Some(name)) => Ok(folder.canonicalize()?.join(name)),
        _ => program.canonicalize(),
    }
}

/// Returns the device and inode of each file.
fn identities(command: &Command) -> Vec<Option<(u64, u64)>> {
    let Command { program, readable, folder, scratch, .. } = command;
    let paths = readable.iter().chain(folder).chain(scratch).chain([program]);
    paths.map(|path| path.metadata().ok().map(|file| (file.dev(), file.ino()))).collect()
}

/// The arguments, environment and limits of one start.
pub(super) struct Invocation {
    /// Owns what `argv` and `envp` point to.
    _words: Vec<CString>,
    pub(super) argv: Vec<*const c_char>,
    pub(super) envp: Vec<*const c_char>,
    pub(super) limits: Vec<(u32, rlimit)>,
}

impl Invocation {
    pub(super) fn new(sandbox: &Sandbox, request: &Request) -> Result<Invocation, Errno> {
        let mut args = vec![sandbox.program.clone()];
        for arg in &request.command.args {
            args.push(CString::new(arg.as_bytes()).map_err(|_| Errno::EINVAL)?);
        }
        let argv = args.iter().map(|arg| arg.as_ptr()).chain([ptr::null()]).collect();
        let scratch = sandbox.scratch.as_ref().map(|scratch| [b"TMPDIR=", scratch.as_bytes()].concat());
        let scratch = scratch.map(CString::new).transpose().map_err(|_| Errno::EINVAL)?;
        // Compilers then report errors in English and ASCII.
        let plain = (request.command.sees == Sees::Toolchain).then_some(c"LC_ALL=C");
        let environment = ENVIRONMENT.into_iter().chain(plain).chain(scratch.as_deref());
        let envp = environment.map(CStr::as_ptr).chain([ptr::null()]).collect();
        args.extend(scratch);
        Ok(Invocation { _words: args, argv, envp, limits: limits(&sandbox.plan, request) })
    }
}

fn limits(plan: &Layers, request: &Request) -> Vec<(u32, rlimit)> {
    let both = |most: rlim_t| rlimit { rlim_cur: most, rlim_max: most };
    let mut limits = vec![
        (libc::RLIMIT_AS, both(request.memory)),
        (libc::RLIMIT_DATA, both(request.data)),
        // Not 0: with 0 the system's crash collector would still be started, as root.
        (libc::RLIMIT_CORE, both(1)),
        (libc::RLIMIT_FSIZE, both(request.file)),
        (libc::RLIMIT_STACK, both(8 << 20)),
        // Each may hold some two hundred kilobytes in the kernel, which no other limit counts.
        (libc::RLIMIT_NOFILE, both(64)),
        (libc::RLIMIT_MEMLOCK, both(0)),
        (libc::RLIMIT_MSGQUEUE, both(0)),
        (libc::RLIMIT_SIGPENDING, both(1024)),
    ];
    if request.cpu_seconds > 0 {
        let seconds = request.cpu_seconds;
        limits.push((libc::RLIMIT_CPU, rlimit { rlim_cur: seconds, rlim_max: seconds.saturating_add(1) }));
    }
    // The keeper counts as one. If the user's own processes count too, the limit is raised by the number of all
    // processes.
    let others =
        if plan.is_counted_apart() { 1 } else { nix::sys::sysinfo::sysinfo().map_or(1000, |all| all.process_count()) };
    if plan.seccomp {
        limits.push((libc::RLIMIT_NPROC, both(u64::from(others) + u64::from(request.processes) + THREADS)));
    }
    limits
}
