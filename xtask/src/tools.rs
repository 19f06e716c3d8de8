//! The tools that the tests need beyond Rust: installed if we may, otherwise named in an error.

use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

/// A command that succeeds if a tool is present, and the Debian packages of the tool.
const NEEDED: [(&[&str], &str); 5] = [
    (&["cc", "--version"], "gcc libc6-dev"),
    // Debian's Python lacks the modules for virtual environments by default.
    (&["python3", "-c", "import ensurepip, venv"], "python3 python3-venv"),
    (&["chromium", "--version"], "chromium"),
    (&["chromedriver", "--version"], "chromium-driver"),
    (&["npm", "--version"], "nodejs npm"),
];

pub(crate) fn provide() -> anyhow::Result<()> {
    // `/proc/self` belongs to the effective user, even in a restricted container.
    let user = std::fs::metadata("/proc/self").context("/proc/self")?.uid();
    Machine { path: std::env::var_os("PATH").unwrap_or_default(), user }.provide()
}

/// Where commands are searched, and the user who would install them.
struct Machine {
    path: OsString,
    user: u32,
}

impl Machine {
    fn provide(&self) -> anyhow::Result<()> {
        let missing: Vec<&str> = NEEDED
            .iter()
            .filter(|(probe, _)| !self.quietly(probe[0], &probe[1..]))
            .map(|&(_, packages)| packages)
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let packages = missing.join(" ");
        let steps = ["apt-get update".to_owned(), format!("apt-get install --yes --no-install-recommends {packages}")];
        let Some(prefix) = self.installer() else {
            bail!("the tests need a C compiler, Python, Chromium and Node.js; {}", self.advice(&packages));
        };
        for step in steps {
            let line = format!("{prefix}{step}");
            eprintln!("+ {line}");
            let mut words = line.split(' ');
            let mut command = self.command(words.next().expect("a line has words"));
            command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
            let status = command.status().with_context(|| format!("{line} could not be started"))?;
            if !status.success() {
                bail!("{line} failed; {}", self.advice(&packages));
            }
        }
        Ok(())
    }

    /// Returns the prefix of `apt-get`: nothing for root, `sudo` if it needs no password; `None` if we may not install.
    fn installer(&self) -> Option<&'static str> {
        if !self.works("apt-get") {
            return None;
        }
        if self.user == 0 {
            return Some("");
        }
        let sudo = self.quietly("sudo", &["-n", "true"]);
        sudo.then_some("sudo -n ")
    }

    fn advice(&self, packages: &str) -> String {
        if self.works("apt-get") {
            format!("type:\n  sudo apt-get update\n  sudo apt-get install {packages}")
        } else {
            format!("install what Debian calls {packages}")
        }
    }

    fn works(&self, tool: &str) -> bool {
        self.quietly(tool, &["--version"])
    }

    fn quietly(&self, tool: &str, args: &[&str]) -> bool {
        let mut command = self.command(tool);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    fn command(&self, tool: &str) -> Command {
        let mut command = Command::new(tool);
        command.env("PATH", &self.path);
        command
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};
    use std::sync::{MutexGuard, PoisonError};

    use super::*;
    use crate::PROGRAM_LOCK;

    /// A path of stand-ins: every tool except Chromium, an `apt-get` that logs its calls, and a `sudo`.
    struct StandIns(PathBuf, #[expect(dead_code, reason = "held, not read")] MutexGuard<'static, ()>);

    impl StandIns {
        fn new(name: &str) -> StandIns {
            let guard = PROGRAM_LOCK.lock().unwrap_or_else(PoisonError::into_inner);
            let folder = std::env::temp_dir().join(format!("xtask-tools-{}-{name}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            let here = StandIns(folder, guard);
            for tool in ["cc", "python3", "npm"] {
                here.write(tool, "exit 0");
            }
            here
        }

        fn write(&self, tool: &str, script: &str) {
            let file = self.0.join(tool);
            fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        }

        fn write_apt_get(&self) {
            let log = self.0.join("log");
            let note = format!("[ \"$1\" = --version ] || echo \"$DEBIAN_FRONTEND $*\" >> {}", log.display());
            self.write("apt-get", &note);
        }

        fn write_sudo(&self) {
            // Like `sudo -n` without a password; it finds our apt-get.
            self.write("sudo", "[ \"$1\" = -n ] || exit 1\nshift\n[ \"$1\" = true ] && exit 0\nexec \"$@\"");
        }

        fn provide(&self, user: u32) -> anyhow::Result<()> {
            Machine { path: self.0.clone().into(), user }.provide()
        }

        fn log(&self) -> String {
            fs::read_to_string(self.0.join("log")).unwrap_or_default()
        }
    }

    impl Drop for StandIns {
        fn drop(&mut self) {
            let _nevermind = fs::remove_dir_all(Path::new(&self.0));
        }
    }

    const INSTALLED: &str = "noninteractive update\n\
         noninteractive install --yes --no-install-recommends chromium chromium-driver\n";

    #[test]
    fn root_installs_what_is_missing() {
        let here = StandIns::new("root");
        here.write_apt_get();
        here.provide(0).unwrap();
        assert_eq!(here.log(), INSTALLED);
    }

    #[test]
    fn sudo_without_a_password_installs() {
        let here = StandIns::new("sudo");
        here.write_apt_get();
        here.write_sudo();
        here.provide(1000).unwrap();
        assert_eq!(here.log(), INSTALLED);
    }

    #[test]
    fn without_root_the_error_names_the_commands() {
        let here = StandIns::new("nobody");
        here.write_apt_get();
        let error = here.provide(1000).unwrap_err().to_string();
        assert!(
            error.ends_with("type:\n  sudo apt-get update\n  sudo apt-get install chromium chromium-driver"),
            "{error}"
        );
        assert_eq!(here.log(), "");
    }

    #[test]
    fn without_debians_packages_they_are_named() {
        let here = StandIns::new("elsewhere");
        let error = here.provide(0).unwrap_err().to_string();
        assert!(error.ends_with("install what Debian calls chromium chromium-driver"), "{error}");
    }

    #[test]
    fn a_failed_installation_is_an_error() {
        let here = StandIns::new("failing");
        here.write("apt-get", "[ \"$1\" = --version ] || exit 100");
        let error = here.provide(0).unwrap_err().to_string();
        assert!(error.starts_with("apt-get update failed"), "{error}");
    }

    #[test]
    fn a_python_without_environments_is_not_enough() {
        let here = StandIns::new("python");
        here.write("python3", "[ \"$1\" = --version ]");
        here.write_apt_get();
        here.provide(0).unwrap();
        assert!(here.log().contains(" python3 python3-venv chromium "), "{}", here.log());
    }

    #[test]
    fn nothing_is_installed_where_all_is_there() {
        let here = StandIns::new("complete");
        here.write_apt_get();
        for tool in ["chromium", "chromedriver"] {
            here.write(tool, "exit 0");
        }
        here.provide(0).unwrap();
        assert_eq!(here.log(), "");
    }
}
