//! The system's C compiler.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::ProgramError;
use super::script::on_path;

/// A C compiler, and what is to be known about it before a stranger's file is put to it.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// Where it is.
    pub compiler: PathBuf,
    /// What it is called.
    pub name: &'static str,
    /// Its version, as it says itself.
    pub version: String,
    /// The folder it is installed in, where that is not the system's.
    pub home: Option<PathBuf>,
    /// Can it make programs that need no library when they run?
    pub links_statically: bool,
}

/// What may be called as a compiler and is none: these keep what they made in a folder that a sandbox has not.
const FRONTS: [&str; 4] = ["ccache", "sccache", "distcc", "icecc"];

impl Toolchain {
    /// The first of `cc`, `gcc` and `clang` on the path.
    ///
    /// # Errors
    /// If there is none.
    pub fn find() -> Result<&'static Toolchain, ProgramError> {
        static FOUND: OnceLock<Option<Toolchain>> = OnceLock::new();
        let missing = "there is no C compiler (cc, gcc or clang) here: install one, or hand over a compiled program";
        let found = FOUND.get_or_init(|| ["cc", "gcc", "clang"].into_iter().find_map(Toolchain::ask));
        found.as_ref().ok_or_else(|| ProgramError::new(missing))
    }

    fn ask(name: &'static str) -> Option<Toolchain> {
        let compiler = on_path(name, |found| {
            let real = found.file_name().unwrap_or_default().to_string_lossy().into_owned();
            !FRONTS.iter().any(|front| real.starts_with(front))
        })?;
        let ask = |question: &str| {
            let output =
                Command::new(&compiler).arg(question).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        let version = ask("-dumpversion")?;
        // A library that is there is answered with its path, one that is not with its name.
        let is_there = |library: &str| {
            let found = ask(&format!("-print-file-name={library}"))?;
            Some(Path::new(&found).is_absolute() && Path::new(&found).exists())
        };
        let links_statically = is_there("libc.a") == Some(true) && is_there("libm.a") == Some(true);
        let bin = compiler.parent()?;
        let home = (!bin.starts_with("/usr") && !bin.starts_with("/bin")).then(|| bin.parent().map(Path::to_owned));
        Some(Toolchain { name, version, home: home.flatten(), links_statically, compiler })
    }
}
