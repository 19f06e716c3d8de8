//! Describes what this machine offers.

use std::fmt;

use nix::errno::Errno;

use crate::command::{Policy, Sees};
use crate::helper::plan::plan;
use crate::helper::probe::{Features, SIGNAL_SCOPE, probe};

/// The protections this machine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Every layer.
    pub layers: Vec<Layer>,
    /// Why untrusted programs are refused here, if they are.
    pub refusal: Option<String>,
}

/// One layer of protection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its name, for example "Landlock".
    pub name: &'static str,
    /// The danger it protects against.
    pub purpose: &'static str,
    /// The available version or variant, for example "version 6", or why it is missing.
    pub found: Result<String, String>,
    /// The consequence if it is missing.
    pub without: &'static str,
}

/// Probes what this machine offers; this takes a few milliseconds.
pub fn survey() -> Survey {
    describe(&probe())
}

fn describe(features: &Features) -> Survey {
    let layer = |name, purpose, found: Result<String, String>, without| Layer { name, purpose, found, without };
    let plainly = |result: &Result<(), Errno>| result.map(|()| "available".to_owned()).map_err(why);
    let landlock = match features.landlock {
        Ok(version) if version < SIGNAL_SCOPE => Ok(format!("version {version}, without signals")),
        Ok(version) => Ok(format!("version {version}")),
        Err(errno) => Err(why(errno)),
    };
    let users = match (features.root, &features.users) {
        (false, _) => Ok("not needed: we are not root".to_owned()),
        (true, Ok(users)) => Ok(format!("numbers {} to {}", users.start, users.end - 1)),
        (true, Err(errno)) => Err(why(*errno)),
    };
    let user = if features.root && features.user.is_err() {
        Ok("not needed: we are root".to_owned())
    } else {
        plainly(&features.user)
    };
    let layers = vec![
        layer("limits", "too much memory, time, output", Ok("available".into()), ""),
        layer("process descriptors", "being mistaken for another", plainly(&features.pidfd), "nothing can be started"),
        layer("seccomp", "most of the kernel", plainly(&features.seccomp), "programs are refused"),
        layer("Landlock", "files and signals", landlock, "every start gets a file system of its own, if there is one"),
        layer("separate users", "being counted and treated as root", users, "root's programs are refused"),
        layer("user namespace", "counting against other processes", user, "no other namespace for an ordinary user"),
        layer(
            "process namespace",
            "outliving their end",
            plainly(&features.pid),
            "a single process per program, and so no compiler",
        ),
        layer(
            "mount namespace",
            "seeing files",
            plainly(&features.mount),
            "Landlock alone keeps programs from files, and who sees the system sees when a file was read",
        ),
        layer("network namespace", "the network", plainly(&features.net), "seccomp alone keeps programs from it"),
        layer(
            "IPC namespace",
            "shared memory and queues",
            plainly(&features.ipc),
            "seccomp alone keeps programs from them",
        ),
    ];
    Survey { layers, refusal: plan(features, Policy::Protected, Sees::Nothing, 1).err() }
}

fn why(errno: Errno) -> String {
    errno.desc().to_lowercase()
}

impl fmt::Display for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for layer in &self.layers {
            match &layer.found {
                Ok(found) => writeln!(f, "  {:<20} {found}", layer.name)?,
                Err(why) => writeln!(f, "  {:<20} missing ({why}): {}", layer.name, layer.without)?,
            }
        }
        match &self.refusal {
            Some(reason) => write!(f, "Strangers' programs are refused: {reason}."),
            None => write!(f, "Strangers' programs can be run here."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_described() {
        let survey = survey();
        let text = survey.to_string();
        for layer in &survey.layers {
            assert!(text.contains(layer.name), "{text}");
        }
    }

    #[test]
    fn what_is_missing_is_named_with_its_reason_and_its_consequence() {
        let no = Err(Errno::EPERM);
        let features = Features { landlock: Err(Errno::ENOSYS), mount: no, pid: no, ..probe() };
        let text = describe(&features).to_string();
        assert!(text.contains("Landlock             missing (function not implemented): every start"), "{text}");
        assert!(text.contains("process namespace    missing (operation not permitted): a single process"), "{text}");
        assert!(text.contains("refused: Landlock is missing here"), "{text}");
    }
}
