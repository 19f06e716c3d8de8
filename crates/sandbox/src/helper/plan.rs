//! Decides which layers a program gets, given what this machine offers.

use std::ops::Range;

use libc::c_int;
use nix::errno::Errno;

use super::probe::{Features, SIGNAL_SCOPE};
use crate::command::{Policy, Sees};

/// The layers of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layers {
    /// The namespaces it gets, as flags of `clone`.
    pub(crate) namespaces: c_int,
    pub(crate) landlock: bool,
    pub(crate) seccomp: bool,
    /// The user IDs to assign, for root.
    pub(crate) users: Option<Range<u32>>,
}

impl Layers {
    /// Returns whether everything the program started ends with its keeper.
    pub(crate) fn is_contained(&self) -> bool {
        self.namespaces & libc::CLONE_NEWPID != 0
    }

    /// Returns whether it sees a file system of its own.
    pub(crate) fn has_rootfs(&self) -> bool {
        self.namespaces & libc::CLONE_NEWNS != 0
    }

    /// Returns whether its processes are counted apart from the other processes of the current user.
    pub(crate) fn is_counted_apart(&self) -> bool {
        self.users.is_some() || self.namespaces & libc::CLONE_NEWUSER != 0
    }
}

/// Returns the layers for a program, or why it must not run.
pub(crate) fn plan(features: &Features, policy: Policy, sees: Sees, processes: u32) -> Result<Layers, String> {
    if policy == Policy::Unprotected {
        return Ok(Layers::default());
    }
    let lacks = |what: &str, why: Errno, so: &str| Err(format!("{what} is missing here ({}), {so}", why.desc()));
    if let Err(why) = features.seccomp {
        return lacks("seccomp", why, "and nothing else restricts system calls");
    }
    let users = match (features.root, &features.users) {
        (false, _) => None,
        (true, Ok(users)) => Some(users.clone()),
        (true, Err(why)) => {
            return lacks("root's right to change users", *why, "and process limits do not bind root");
        }
    };
    let landlock = features.landlock.is_ok();
    if let (Err(_), Err(why)) = (features.landlock, features.mount) {
        return lacks("Landlock", why, "so are mount namespaces, and nothing else protects files");
    }
    if let (Sees::Processes, Err(why)) = (sees, features.mount.and(features.pid)) {
        return lacks("a mount or process namespace", why, "and a debugger needs both");
    }
    // Without Landlock even a program that sees nothing needs a file system of its own.
    let everything = sees != Sees::Nothing || !landlock;
    let wanted = [
        (libc::CLONE_NEWPID, features.pid, true),
        (libc::CLONE_NEWNS, features.mount, everything),
        (libc::CLONE_NEWNET, features.net, everything),
        (libc::CLONE_NEWIPC, features.ipc, everything),
    ];
    let mut namespaces = wanted
        .iter()
        .filter(|(_, available, wanted)| *wanted && available.is_ok())
        .fold(0, |all, (flag, ..)| all | flag);
    if namespaces != 0 && !features.root {
        namespaces |= libc::CLONE_NEWUSER;
    }
    let plan = Layers { namespaces, landlock, seccomp: true, users };
    if !plan.is_contained() {
        let why = features.pid.err().unwrap_or(Errno::ENOSYS);
        if processes > 1 {
            return lacks("a process namespace", why, "and nothing else ends all of a program's processes");
        }
        if plan.users.is_none() && features.landlock.is_ok_and(|version| version < SIGNAL_SCOPE) {
            return lacks("a process namespace", why, "and this Landlock is too old to block signals");
        }
    }
    Ok(plan)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: c_int = libc::CLONE_NEWPID | libc::CLONE_NEWNS | libc::CLONE_NEWNET | libc::CLONE_NEWIPC;

    fn everything(root: bool) -> Features {
        Features {
            root,
            landlock: Ok(7),
            seccomp: Ok(()),
            user: Ok(()),
            pid: Ok(()),
            mount: Ok(()),
            net: Ok(()),
            ipc: Ok(()),
            users: Ok(5..9),
            pidfd: Ok(()),
        }
    }

    fn without_namespaces(root: bool) -> Features {
        let no = Err(Errno::EPERM);
        Features { user: no, pid: no, mount: no, net: no, ipc: no, ..everything(root) }
    }

    fn protected(features: &Features, sees: Sees) -> Result<Layers, String> {
        plan(features, Policy::Protected, sees, 1)
    }

    #[test]
    fn a_program_that_sees_nothing_gets_fewer_namespaces() {
        let root = everything(true);
        assert_eq!(protected(&root, Sees::Nothing).unwrap().namespaces, libc::CLONE_NEWPID);
        assert_eq!(protected(&root, Sees::System).unwrap().namespaces, ALL);
        let person = everything(false);
        let user = libc::CLONE_NEWUSER;
        assert_eq!(protected(&person, Sees::Nothing).unwrap().namespaces, libc::CLONE_NEWPID | user);
        assert_eq!(protected(&person, Sees::System).unwrap().namespaces, ALL | user);
    }

    #[test]
    fn root_gives_every_program_a_user_of_its_own() {
        assert_eq!(protected(&everything(true), Sees::Nothing).unwrap().users, Some(5..9));
        assert_eq!(protected(&everything(false), Sees::Nothing).unwrap().users, None);
        let features = Features { users: Err(Errno::EPERM), ..everything(true) };
        assert!(protected(&features, Sees::Nothing).unwrap_err().contains("change users"));
    }

    #[test]
    fn without_namespaces_landlock_and_seccomp_suffice() {
        for root in [true, false] {
            let plan = protected(&without_namespaces(root), Sees::System).unwrap();
            assert!(plan.landlock && plan.seccomp && plan.namespaces == 0);
        }
        let refused = plan(&without_namespaces(false), Policy::Protected, Sees::System, 2).unwrap_err();
        assert!(refused.contains("process namespace"), "{refused}");
    }

    #[test]
    fn without_landlock_every_program_gets_all_namespaces() {
        let features = Features { landlock: Err(Errno::ENOSYS), ..everything(false) };
        assert!(protected(&features, Sees::Nothing).unwrap().has_rootfs());
    }

    #[test]
    fn without_landlock_and_namespaces_no_program_runs() {
        let features = Features { landlock: Err(Errno::ENOSYS), ..without_namespaces(true) };
        assert!(protected(&features, Sees::Nothing).unwrap_err().contains("Landlock"));
        assert_eq!(plan(&features, Policy::Unprotected, Sees::Nothing, 1), Ok(Layers::default()));
    }

    #[test]
    fn an_old_landlock_needs_a_process_namespace() {
        let old = Features { landlock: Ok(3), ..without_namespaces(false) };
        assert!(protected(&old, Sees::Nothing).unwrap_err().contains("too old"));
        assert!(protected(&Features { pid: Ok(()), ..old }, Sees::Nothing).is_ok());
    }

    #[test]
    fn without_seccomp_no_program_runs() {
        let features = Features { seccomp: Err(Errno::ENOSYS), ..everything(false) };
        assert!(protected(&features, Sees::System).unwrap_err().contains("seccomp"));
    }
}
