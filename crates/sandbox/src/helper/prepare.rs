//! Everything a start needs, made beforehand: the new process may call nothing but the kernel.

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
use super::found::Found;
use super::plan::{Layers, plan};
use super::scenery::Prop;
use super::steps::Maps;
use super::{files, scenery};
use crate::command::{Command, Forbidden, Policy, Sees};
use crate::wire::{Reply, Request};

/// What the program finds in its environment, and nothing else but the name of its scratch folder.
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
    pub(super) plan: Layers,
    pub(super) program: CString,
    pub(super) folder: Option<CString>,
    pub(super) scratch: Option<CString>,
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
        let found_at = |path: &PathBuf| path.canonicalize().map_err(io("finding what it may read"));
        let readable: Vec<PathBuf> =
            command.readable.iter().chain(&command.folder).map(found_at).collect::<Result<_, _>>()?;
        let scratch = command.scratch.as_ref().map(found_at).transpose()?;
        let folder = command.folder.as_ref().map(found_at).transpose()?;
        // A pipe or a terminal that somebody calls their program is not waited for.
        let flags = libc::O_NONBLOCK | libc::O_NOCTTY;
        let mut file = File::options().read(true).custom_flags(flags).open(&program).map_err(io("opening it"))?;
        if !file.metadata().is_ok_and(|file| file.is_file()) {
            return Err(failed("executing it", Errno::EACCES));
        }
        let mut start = [0; 2];
        let is_script = file.read(&mut start).is_ok_and(|read| read == 2) && start == *b"#!";
        // An interpreter wants to look at many files.
        let sees = if is_script && command.sees == Sees::Nothing { Sees::System } else { command.sees };
        let plan = plan(found, policy, sees, request.processes).map_err(Reply::Refused)?;
        // Its rules are of files that are there now; the processes of a namespace that is still to be made are not.
        let ruleset = if plan.landlock && sees != Sees::Processes {
            let ruleset = files::ruleset(&program, readable.iter(), scratch.as_deref(), sees);
            ruleset.map_err(|_| failed("making its Landlock rules", Errno::EINVAL))?
        } else {
            None
        };
        let by_descriptor = !is_script && !plan.staged();
        // Interpreters and dynamic programs in a bare world still execute by name what they find.
        let execution =
            if by_descriptor && sees == Sees::Nothing { Execution::ByDescriptor } else { Execution::ByName };
        let files = if scratch.is_some() { Files::Made } else { Files::Kept };
        let text =
            |path: &Path| CString::new(path.as_os_str().as_bytes()).map_err(|_| failed("finding it", Errno::EINVAL));
        Ok(Room {
            identities: identities(command),
            command: command.clone(),
            processes: request.processes,
            program: text(&program)?,
            folder: folder.as_deref().map(text).transpose()?,
            scratch: scratch.as_deref().map(text).transpose()?,
            opened: by_descriptor.then(|| file.into()),
            ruleset,
            filter: if plan.seccomp {
                // Who sees nothing is watched where we execute it by its descriptor: then what goes by a name is the
                // program's own. All others open files to start.
                let is_watched = |what: &Forbidden| match sees {
                    Sees::Nothing => !plan.staged(),
                    _ => *what != Forbidden::Files,
                };
                let forbidden = command.forbidden.filter(is_watched);
                calls::filter(request.processes, (sees, execution), files, forbidden)
            } else {
                Vec::new()
            },
            props: if plan.staged() {
                scenery::props(&program, readable.iter(), scratch.as_deref(), sees)
            } else {
                Vec::new()
            },
            maps: Maps::new(),
            plan,
        })
    }

    /// Is this the room for that request? A program that was compiled anew under its old name is another.
    pub(super) fn fits(&self, request: &Request) -> bool {
        let (ours, theirs) = (&self.command, &request.command);
        self.processes == request.processes
            && (ours.sees, &ours.program, &ours.readable) == (theirs.sees, &theirs.program, &theirs.readable)
            && (&ours.folder, &ours.scratch) == (&theirs.folder, &theirs.scratch)
            && ours.forbidden == theirs.forbidden
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
    let Command { program, readable, folder, scratch, .. } = command;
    let paths = readable.iter().chain(folder).chain(scratch).chain([program]);
    paths.map(|path| path.metadata().ok().map(|file| (file.dev(), file.ino()))).collect()
}

/// What differs from start to start.
pub(super) struct Call {
    /// Keeps what `argv` and `envp` point to.
    _words: Vec<CString>,
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
        let scratch = room.scratch.as_ref().map(|scratch| [b"TMPDIR=", scratch.as_bytes()].concat());
        let scratch = scratch.map(CString::new).transpose().map_err(|_| Errno::EINVAL)?;
        // Compilers speak plainly.
        let plain = (request.command.sees == Sees::Toolchain).then_some(c"LC_ALL=C");
        let environment = ENVIRONMENT.into_iter().chain(plain).chain(scratch.as_deref());
        let envp = environment.map(CStr::as_ptr).chain([ptr::null()]).collect();
        args.extend(scratch);
        Ok(Call { _words: args, argv, envp, limits: limits(&room.plan, request) })
    }
}

fn limits(plan: &Layers, request: &Request) -> Vec<(u32, rlimit)> {
    let both = |most: rlim_t| rlimit { rlim_cur: most, rlim_max: most };
    let mut limits = vec![
        (libc::RLIMIT_AS, both(request.memory)),
        (libc::RLIMIT_DATA, both(request.data)),
        // Not 0, at which the system's own collector of crashes would still be started, as root.
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
    // The keeper is one of them. Where a person's own processes count too, as many more as there are in all.
    let others =
        if plan.counted_apart() { 1 } else { nix::sys::sysinfo::sysinfo().map_or(1000, |all| all.process_count()) };
    if plan.seccomp {
        limits.push((libc::RLIMIT_NPROC, both(u64::from(others) + u64::from(request.processes) + THREADS)));
    }
    limits
}
