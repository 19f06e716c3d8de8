//! What a new process does to itself before it becomes a stranger's. Only the kernel is called: no heap, no locks.
#![allow(unsafe_code, reason = "a forked process may only make plain system calls")]

use std::ffi::CStr;

use libc::{c_int, c_long, c_uint};
use nix::errno::Errno;

use super::scenery::{Prop, STAGE};

/// The number a user has in their own namespace. Not 0, whose programs would keep the namespace's privileges.
pub(super) const INNER: u32 = 1000;

/// Takes what a call returned for what it means.
pub(super) fn check(result: impl Into<i64>) -> Result<(), Errno> {
    if result.into() < 0 { Err(Errno::last()) } else { Ok(()) }
}

/// Who one is in one's own user namespace, as the kernel wants it written.
pub(super) struct Maps {
    uid: Vec<u8>,
    gid: Vec<u8>,
}

impl Maps {
    pub(super) fn new() -> Maps {
        let (uid, gid) = (nix::unistd::geteuid(), nix::unistd::getegid());
        Maps { uid: format!("{INNER} {uid} 1").into_bytes(), gid: format!("{INNER} {gid} 1").into_bytes() }
    }

    pub(super) fn write(&self) -> Result<(), Errno> {
        write_file(c"/proc/self/setgroups", b"deny")?;
        write_file(c"/proc/self/gid_map", &self.gid)?;
        write_file(c"/proc/self/uid_map", &self.uid)
    }
}

fn write_file(path: &CStr, bytes: &[u8]) -> Result<(), Errno> {
    // SAFETY: the path ends with a zero byte, and the kernel reads the bytes given.
    unsafe {
        let fd = libc::open(path.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        check(fd)?;
        check(libc::write(fd, bytes.as_ptr().cast(), bytes.len()) as i64)?;
        check(libc::close(fd))
    }
}

/// Puts up the tree, moves into it and makes all of it read-only but the scratch folder. What is read-only does not
/// note either when it was last read.
pub(super) fn build(props: &[Prop], scratch: Option<&CStr>) -> Result<(), Errno> {
    // SAFETY: plain system calls; every string ends with a zero byte.
    unsafe {
        // Nothing we mount is to reach the world outside.
        mount(None, c"/", None, libc::MS_REC | libc::MS_PRIVATE, None)?;
        let options = c"mode=755,size=1m";
        mount(Some(c"tmpfs"), STAGE, Some(c"tmpfs"), libc::MS_NOSUID, Some(options))?;
        for prop in props {
            match prop {
                Prop::Folder(at) => check(libc::mkdir(at.as_ptr(), 0o755))?,
                Prop::File(at) => check(libc::mknod(at.as_ptr(), libc::S_IFREG | 0o644, 0))?,
                Prop::Link { to, at } => check(libc::symlink(to.as_ptr(), at.as_ptr()))?,
                Prop::Mount { from, at } => mount(Some(from), at, None, libc::MS_BIND | libc::MS_REC, None)?,
                Prop::Processes(at) => {
                    let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
                    mount(Some(c"proc"), at, Some(c"proc"), flags, None)?;
                }
            }
        }
        check(libc::chdir(STAGE.as_ptr()))?;
        // The old root goes on top of the new one, and is taken off again.
        let here = c".".as_ptr();
        check(libc::syscall(libc::SYS_pivot_root, here, here))?;
        check(libc::umount2(here, libc::MNT_DETACH))?;
        check(libc::chdir(c"/".as_ptr()))?;
        set_attributes(c"/", libc::AT_RECURSIVE, libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID, 0)?;
        match scratch {
            Some(scratch) => set_attributes(scratch, 0, libc::MOUNT_ATTR_NOEXEC, libc::MOUNT_ATTR_RDONLY),
            None => Ok(()),
        }
    }
}

/// # Safety
/// As any mount: only in a mount namespace of one's own.
unsafe fn set_attributes(at: &CStr, how_far: c_int, set: u64, clear: u64) -> Result<(), Errno> {
    let attributes = libc::mount_attr { attr_set: set, attr_clr: clear, propagation: 0, userns_fd: 0 };
    let (how_far, size) = (how_far as c_uint, size_of_val(&attributes));
    // SAFETY: the kernel reads the attributes, whose size is given.
    check(unsafe { libc::syscall(libc::SYS_mount_setattr, -1, at.as_ptr(), how_far, &raw const attributes, size) })
}

/// Hands a folder over to a user.
pub(super) fn give_away(folder: &CStr, user: u32) -> Result<(), Errno> {
    // SAFETY: the path ends with a zero byte.
    check(unsafe { libc::chown(folder.as_ptr(), user, user) })
}

/// Goes to a folder.
pub(super) fn work_in(folder: &CStr) -> Result<(), Errno> {
    // SAFETY: the path ends with a zero byte.
    check(unsafe { libc::chdir(folder.as_ptr()) })
}

/// # Safety
/// As any mount: only in a mount namespace of one's own.
unsafe fn mount(
    from: Option<&CStr>,
    at: &CStr,
    kind: Option<&CStr>,
    flags: libc::c_ulong,
    options: Option<&CStr>,
) -> Result<(), Errno> {
    let pointer = |text: Option<&CStr>| text.map_or(std::ptr::null(), CStr::as_ptr);
    // SAFETY: strings that end with a zero byte, or null where that is allowed.
    check(unsafe { libc::mount(pointer(from), at.as_ptr(), pointer(kind), flags, pointer(options).cast()) })
}

/// Becomes another user, for good.
pub(super) fn become_user(id: u32) -> Result<(), Errno> {
    // The C library's own functions would speak to other threads, which a copied process has not.
    // SAFETY: numbers only.
    unsafe {
        check(libc::syscall(libc::SYS_setgroups, 0, 0))?;
        check(libc::syscall(libc::SYS_setresgid, id, id, id))?;
        check(libc::syscall(libc::SYS_setresuid, id, id, id))
    }
}

/// Dies when the parent does. After a change of user, which would undo it.
pub(super) fn die_with_parent() -> Result<(), Errno> {
    // SAFETY: numbers only.
    check(unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0) })
}

/// Is the other end of this lifeline gone? Lets go of the end that is not for us.
pub(super) fn is_cut([ours, theirs]: [c_int; 2]) -> bool {
    let mut poll = libc::pollfd { fd: ours, events: 0, revents: 0 };
    // SAFETY: the kernel reads and writes one `pollfd`.
    unsafe { libc::close(theirs) == 0 && libc::poll(&raw mut poll, 1, 0) > 0 }
}

/// Gains no privileges any more, whatever is executed. Landlock and seccomp ask for it.
pub(super) fn renounce_privileges() -> Result<(), Errno> {
    // SAFETY: numbers only.
    check(unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) })
}

pub(super) fn restrict_files(ruleset: c_int) -> Result<(), Errno> {
    // SAFETY: numbers only.
    check(unsafe { libc::syscall(libc::SYS_landlock_restrict_self, ruleset, 0) })
}

pub(super) fn restrict_calls(filter: &[libc::sock_filter]) -> Result<(), Errno> {
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut() };
    let mode = libc::SECCOMP_SET_MODE_FILTER;
    // SAFETY: the kernel reads `program` and the instructions it points to.
    check(unsafe { libc::syscall(libc::SYS_seccomp, mode, 0, &raw const program) })
}

/// Tries something in a process of its own that ends at once: what could not be done there?
pub(super) fn rehearse(flags: c_int, steps: &dyn Fn() -> Result<(), Errno>) -> Result<(), Errno> {
    // SAFETY: as fork, without a new stack. No signal at the end, so that it is waited for here and nowhere else.
    unsafe {
        let pid = libc::syscall(libc::SYS_clone, c_long::from(flags), 0, 0, 0, 0) as libc::pid_t;
        if pid == 0 {
            libc::_exit(steps().err().map_or(0, |errno| errno as c_int));
        }
        check(pid)?;
        let mut status = 0;
        while libc::waitpid(pid, &raw mut status, libc::__WALL) < 0 {
            if Errno::last() != Errno::EINTR {
                return Err(Errno::last());
            }
        }
        if libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0 {
            Ok(())
        } else {
            Err(Errno::from_raw(libc::WEXITSTATUS(status)))
        }
    }
}
