//! Tools that a `bot.toml` may name to build or start a program, found on the path.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::script::{library, on_path};

pub(super) struct Tool {
    pub(super) program: PathBuf,
    pub(super) args: Vec<String>,
    /// The files that it reads besides the system's.
    pub(super) readable: Vec<PathBuf>,
}

/// Finds a tool by its name on the path, or by its full path.
pub(super) fn find(name: &str) -> Result<Tool, String> {
    if name == "rustc"
        && let Some(home) = rust_home()
    {
        // Rust's own linker looks for itself in `/proc`, which the sandbox does not show.
        let args = ["-C", "link-arg=-fuse-ld=bfd"].map(str::to_owned).to_vec();
        return Ok(Tool { program: home.join("bin/rustc"), args, readable: vec![home.clone()] });
    }
    let missing = || format!("there is no program {name:?} on the path");
    let found =
        if name.starts_with('/') { PathBuf::from(name) } else { on_path(name, |_| true).ok_or_else(missing)? };
    let program = fs::canonicalize(&found).map_err(|error| format!("{name}: {error}"))?;
    if !program.is_file() {
        return Err(format!("{name} is no file"));
    }
    // Multi-call programs read their name; programs that look for files beside them need the real path.
    let program = if is_java(&program) { program } else { found };
    let mut readable: Vec<PathBuf> = library(&fs::canonicalize(&program).unwrap_or_default()).into_iter().collect();
    if is_java(&program) {
        readable.extend(java_settings());
    }
    Ok(Tool { program, args: Vec::new(), readable })
}

/// Returns the folder of Rust: the programs of `rustup` on the path only look for it.
fn rust_home() -> Option<&'static PathBuf> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let ask = || {
        let mut command = Command::new("rustc");
        // The current folder may name a compiler of its own.
        let output = command.args(["--print", "sysroot"]).current_dir("/").stdin(Stdio::null()).output().ok()?;
        let home = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
        home.join("bin/rustc").is_file().then_some(home)
    };
    FOUND.get_or_init(ask).as_ref()
}

fn is_java(program: &Path) -> bool {
    program.starts_with("/usr/lib/jvm")
}

/// Returns Java's settings, which Debian keeps in `/etc`.
fn java_settings() -> Vec<PathBuf> {
    let entries = fs::read_dir("/etc").into_iter().flatten().flatten();
    let is_java = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with("java-");
    entries.filter(is_java).map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}
