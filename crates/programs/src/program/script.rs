//! Scripts and their interpreters.
//!
//! The kernel could find the interpreter, but the sandbox must know beforehand which files may be read. Also, `env` may
//! find a shell script that looks for the interpreter (a shim of pyenv), which cannot run without other processes.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use cardsharp_sandbox::{Command, Sees};

/// Returns the command of a script with this first line (without the `#!`).
pub(super) fn command(script: &Path, line: &str) -> Result<Command, String> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let is_env = Path::new(first).file_name().is_some_and(|name| name == "env");
    let (interpreter, arg) = if is_env {
        // `env -S` splits its argument; otherwise the rest of the line is one argument.
        let words = rest.strip_prefix("-S").unwrap_or(rest).trim();
        let (name, arg) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        (on_path(name, |_| true).ok_or_else(|| format!("its interpreter {name:?} is not on the path"))?, arg.trim())
    } else {
        (PathBuf::from(first), rest)
    };
    let interpreter = fs::canonicalize(&interpreter)
        .map_err(|error| format!("its interpreter {}: {error}", interpreter.display()))?;
    if !interpreter.is_file() {
        return Err(format!("its interpreter {} is no file", interpreter.display()));
    }
    let mut args: Vec<String> = if arg.is_empty() { Vec::new() } else { vec![arg.to_owned()] };
    args.push(script.to_string_lossy().into_owned());
    let mut readable = vec![script.to_owned()];
    readable.extend(library(&interpreter));
    Ok(Command { args, readable, ..Command::new(interpreter, Sees::System) })
}

/// Returns the first machine-code program of this name on the path that `will_do` accepts by its real path.
pub(crate) fn on_path(name: &str, will_do: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut candidates = std::env::split_paths(&folders).map(|folder| folder.join(name));
    candidates.find(|candidate| is_machine_code(candidate) && candidate.canonicalize().is_ok_and(|real| will_do(&real)))
}

fn is_machine_code(path: &Path) -> bool {
    let mut start = [0; 4];
    fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"\x7fELF"
}

/// Returns the library of an interpreter: `lib` beside its `bin`, if it has an entry named like the interpreter. The
/// author of a script chooses the interpreter, but must not reveal other files by that: nothing of a home folder with a
/// `bin` is shown. The sandbox knows the system's own library.
pub(super) fn library(interpreter: &Path) -> Option<PathBuf> {
    if interpreter.starts_with("/usr") || interpreter.starts_with("/bin") {
        return None;
    }
    let bin = interpreter.parent().filter(|bin| bin.ends_with("bin"))?;
    let library = bin.parent()?.join("lib");
    let name = interpreter.file_name()?.to_str()?;
    // `python3.11` has `lib/python3.11` and `lib/libpython3.11.so`, `node` has `lib/node_modules`.
    let stem: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
    let is_its_own = |entry: fs::DirEntry| {
        let entry = entry.file_name();
        entry.to_str().is_some_and(|entry| entry.strip_prefix("lib").unwrap_or(entry).starts_with(&stem))
    };
    let is_installed = !stem.is_empty() && fs::read_dir(&library).ok()?.flatten().any(is_its_own);
    is_installed.then_some(library)
}
