//! The system calls of a new process before it becomes an untrusted program. It uses no heap and no locks.
#![allow(unsafe_code, reason = "a forked process may only make plain system calls")]

use std::ffi::CStr;

use libc::{c_int, c_long, c_uint};
use nix::errno::Errno;

use super::rootfs::{MOUNT_POINT, MountStep};

/// The user ID in the user namespace. Not 0, whose programs would keep the namespace's privileges.
pub(super) const INNER: u32 = 1000;

/// Converts the result of a system call.
pub(super) fn check(result: impl Into<i64>) -> Result<(), Errno> {
    if result.into() < 0 { Err(Errno::last()) } else { Ok(()) }
}

/// The ID maps of the user namespace, in the kernel's format.
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

/// Makes the tree the root, read-only except the scratch folder. Read-only mounts record no access times either.
pub(super) fn build_rootfs(mounts: &[MountStep], scratch: Option<&CStr>) -> Result<(), Errno> {
    // SAFETY: plain system calls; every string ends with a zero byte.
    unsafe {
        // Our mounts must not propagate to the outside.
        mount(None, c"/", None, libc::MS_REC | libc::MS_PRIVATE, None)?;
        let options = c"mode=755,size=1m";
        mount(Some(c"tmpfs"), MOUNT_POINT, Some(c"tmpfs"), libc::MS_NOSUID, Some(options))?;
        for step in mounts {
            match step {
                MountStep::Folder(at) => check(libc::mkdir(at.as_ptr(), 0o755))?,
                MountStep::File(at) => check(libc::mknod(at.as_ptr(), libc::S_IFREG | 0o644, 0))?,
                MountStep::Link { to, at } => check(libc::symlink(to.as_ptr(), at.as_ptr()))?,
                MountStep::Mount { from, at } => mount(Some(from), at, None, libc::MS_BIND | libc::MS_REC, None)?,
                MountStep::Processes(at) => {
                    let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
                    mount(Some(c"proc"), at, Some(c"proc"), flags, None)?;
                }
            }
        }
        check(libc::chdir(MOUNT_POINT.as_ptr()))?;
        // The old root is stacked on top of the new one and then unmounted.
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
/// Only in a mount namespace of its own.
unsafe fn set_attributes(at: &CStr, how_far: c_int, set: u64, clear: u64) -> Result<(), Errno> {
    let attributes = libc::mount_attr { attr_set: set, attr_clr: clear, propagation: 0, userns_fd: 0 };
    let (how_far, size) = (how_far as c_uint, size_of_val(&attributes));
    // SAFETY: the kernel reads the attributes, whose size is given.
    check(unsafe { libc::syscall(libc::SYS_mount_setattr, -1, at.as_ptr(), how_far, &raw const attributes, size) })
}

pub(super) fn change_owner(folder: &CStr, user: u32) -> Result<(), Errno> {
    // SAFETY: the path ends with a zero byte.
    check(unsafe { libc::chown(folder.as_ptr(), user, user) })
}

pub(super) fn change_folder(folder: &CStr) -> Result<(), Errno> {
    // SAFETY: the path ends with a zero byte.
    check(unsafe { libc::chdir(folder.as_ptr()) })
}

/// # Safety
/// Only in a mount namespace of its own.
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

pub(super) fn become_user(id: u32) -> Result<(), Errno> {
    // The C library's own functions would signal other threads, which a cloned process does not have.
    // SAFETY: numbers only.
    unsafe {
        check(libc::syscall(libc::SYS_setgroups, 0, 0))?;
        check(libc::syscall(libc::SYS_setresgid, id, id, id))?;
        check(libc::syscall(libc::SYS_setresuid, id, id, id))
    }
}

/// Makes the process die with its parent. Call this after a change of user, which would undo it.
pub(super) fn die_with_parent() -> Result<(), Errno> {
    // SAFETY: numbers only.
    check(unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0) })
}

/// Returns whether the helper is gone, which closes the other end of this lifeline. Closes the end that is not ours.
pub(super) fn is_helper_gone([ours, theirs]: [c_int; 2]) -> bool {
    let mut poll = libc::pollfd { fd: ours, events: 0, revents: 0 };
    // SAFETY: the kernel reads and writes one `pollfd`.
    unsafe { libc::close(theirs) == 0 && libc::poll(&raw mut poll, 1, 0) > 0 }
}

/// Gives up new privileges on every later `exec`. Landlock and seccomp require it.
pub(super) fn set_no_new_privileges() -> Result<(), Errno> {
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

/// Tries the steps in a child process that exits at once. Returns the error of the step that failed.
pub(super) fn try_in_child(flags: c_int, steps: &dyn Fn() -> Result<(), Errno>) -> Result<(), Errno> {
    // SAFETY: like fork, without a new stack. No signal at the end, so only this call waits for the child.
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
