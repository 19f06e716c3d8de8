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
        (false, _) => Ok("not needed without root".to_owned()),
        (true, Ok(users)) => Ok(format!("numbers {} to {}", users.start, users.end - 1)),
        (true, Err(errno)) => Err(why(*errno)),
    };
    let user = if features.root && features.user.is_err() {
        Ok("not needed as root".to_owned())
    } else {
        plainly(&features.user)
    };
    let layers = vec![
        layer("limits", "too much memory, time, output", Ok("available".into()), ""),
        layer("process descriptors", "being mistaken for another", plainly(&features.pidfd), "nothing can be started"),
        layer("seccomp", "most of the kernel", plainly(&features.seccomp), "programs are refused"),
        layer(
            "Landlock",
            "files and signals",
            landlock,
            "every program gets a file system of its own, if the kernel can make one",
        ),
        layer("separate users", "being counted and treated as root", users, "root's programs are refused"),
        layer("user namespace", "counting against other processes", user, "an ordinary user gets no other namespace"),
        layer(
            "process namespace",
            "outliving their end",
            plainly(&features.pid),
            "one process per program, so no compiler",
        ),
        layer(
            "mount namespace",
            "seeing files",
            plainly(&features.mount),
            "only Landlock protects files, and programs can see access times",
        ),
        layer("network namespace", "the network", plainly(&features.net), "only seccomp blocks the network"),
        layer("IPC namespace", "shared memory and queues", plainly(&features.ipc), "only seccomp blocks them"),
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
            Some(reason) => write!(f, "Untrusted programs are refused: {reason}."),
            None => write!(f, "Untrusted programs can run here."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_survey_describes_every_layer() {
        let survey = survey();
        let text = survey.to_string();
        for layer in &survey.layers {
            assert!(text.contains(layer.name), "{text}");
        }
    }

    #[test]
    fn a_missing_layer_is_named_with_reason_and_consequence() {
        let no = Err(Errno::EPERM);
        let features = Features { landlock: Err(Errno::ENOSYS), mount: no, pid: no, ..probe() };
        let text = describe(&features).to_string();
        assert!(text.contains("Landlock             missing (function not implemented): every program"), "{text}");
        assert!(text.contains("process namespace    missing (operation not permitted): one process"), "{text}");
        assert!(text.contains("refused: Landlock is missing here"), "{text}");
    }
}
