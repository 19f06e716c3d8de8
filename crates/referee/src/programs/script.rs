//! A script and its interpreter.
//!
//! The kernel would find the interpreter by itself, but a sandbox has to know beforehand which
//! files may be read, and `env` may find a shell script that only looks for the real interpreter
//! (pyenv's shims do), which has no place in a sandbox that forbids other processes.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use cardsharp_sandbox::{Command, Weight};

/// How to run a script whose first line, without the `#!`, is this.
pub(super) fn command(script: &Path, line: &str) -> Result<Command, String> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let is_env = Path::new(first).file_name().is_some_and(|name| name == "env");
    let (interpreter, arg) = if is_env {
        // `env -S` splits its argument; everybody else gets the rest of the line as one argument.
        let words = rest.strip_prefix("-S").unwrap_or(rest).trim();
        let (name, arg) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        (on_path(name).ok_or_else(|| format!("its interpreter {name:?} is not on the path"))?, arg.trim())
    } else {
        (PathBuf::from(first), rest)
    };
    let interpreter = fs::canonicalize(&interpreter)
        .map_err(|error| format!("its interpreter {}: {error}", interpreter.display()))?;
    let mut args: Vec<String> = if arg.is_empty() { Vec::new() } else { vec![arg.to_owned()] };
    args.push(script.to_string_lossy().into_owned());
    let mut readable = vec![script.to_owned()];
    readable.extend(home(&interpreter));
    Ok(Command { program: interpreter, args, readable, weight: Weight::Lasting })
}

/// The first program of this name on the path that is one, and not a script that looks for one.
fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut candidates = std::env::split_paths(&folders).map(|folder| folder.join(name));
    candidates.find(|candidate| is_machine_code(candidate))
}

fn is_machine_code(path: &Path) -> bool {
    let mut start = [0; 4];
    fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"\x7fELF"
}

/// The folder an interpreter was installed in, which holds its library too: above `bin`. The
/// system's own is known to the sandbox.
fn home(interpreter: &Path) -> Option<PathBuf> {
    if interpreter.starts_with("/usr") || interpreter.starts_with("/bin") {
        return None;
    }
    let bin = interpreter.parent()?;
    Some(if bin.file_name()? == "bin" { bin.parent()?.to_owned() } else { interpreter.to_owned() })
}
