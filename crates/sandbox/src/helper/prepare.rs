//! Everything a start needs, made beforehand: the new process may call nothing but the kernel.

use std::ffi::{CStr, CString};
use std::os::unix::ffi::OsStrExt;
use std::ptr;

use libc::{c_char, rlim_t, rlimit};
use nix::errno::Errno;

use crate::wire::Request;

/// What the program finds in its environment, and nothing else.
const ENVIRONMENT: [&CStr; 3] = [c"PATH=/usr/local/bin:/usr/bin:/bin", c"LANG=C.UTF-8", c"HOME=/nonexistent"];

/// All that a new process needs.
pub(super) struct Prepared {
    pub(super) program: CString,
    /// Keeps what `argv` points to.
    _args: Vec<CString>,
    pub(super) argv: Vec<*const c_char>,
    pub(super) envp: Vec<*const c_char>,
    pub(super) limits: Vec<(u32, rlimit)>,
}

pub(super) fn prepare(request: &Request) -> Result<Prepared, (&'static str, Errno)> {
    let text = |bytes: &[u8]| CString::new(bytes).map_err(|_| ("reading its name and arguments", Errno::EINVAL));
    let program = text(request.command.program.as_os_str().as_bytes())?;
    let mut args = vec![program.clone()];
    for arg in &request.command.args {
        args.push(text(arg.as_bytes())?);
    }
    let argv = args.iter().map(|arg| arg.as_ptr()).chain([ptr::null()]).collect();
    let envp = ENVIRONMENT.iter().map(|entry| entry.as_ptr()).chain([ptr::null()]).collect();
    Ok(Prepared { program, _args: args, argv, envp, limits: limits(request) })
}

fn limits(request: &Request) -> Vec<(u32, rlimit)> {
    let both = |most: rlim_t| rlimit { rlim_cur: most, rlim_max: most };
    let mut limits = vec![
        (libc::RLIMIT_AS, both(request.memory)),
        (libc::RLIMIT_CORE, both(0)),
        (libc::RLIMIT_FSIZE, both(0)),
        (libc::RLIMIT_STACK, both(8 << 20)),
        (libc::RLIMIT_NOFILE, both(256)),
        (libc::RLIMIT_MEMLOCK, both(0)),
        (libc::RLIMIT_MSGQUEUE, both(0)),
    ];
    if request.cpu_seconds > 0 {
        let seconds = request.cpu_seconds;
        limits.push((libc::RLIMIT_CPU, rlimit { rlim_cur: seconds, rlim_max: seconds.saturating_add(1) }));
    }
    limits
}
