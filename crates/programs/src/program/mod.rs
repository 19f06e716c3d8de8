//! Bot programs as files: a C file, a folder, an executable or a script.

mod advice;
mod compile;
mod diagnostics;
mod folder;
mod parcel;
mod recipe;
mod script;
mod tool;
mod toolchain;
mod workshop;

use std::error::Error;
use std::fmt;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use cardsharp_sandbox::{Command, Sees, read_plain};

use crate::Launch;

use advice::Advice;
pub(crate) use compile::compile_nothing;
pub use compile::{Build, Compiled, cache_folder, compile};
pub use diagnostics::Diagnostics;
pub use folder::is_program;
pub use parcel::Parcel;
pub(crate) use script::on_path;
pub use toolchain::Toolchain;
pub(crate) use workshop::Workshop;

/// A program that can be run.
#[derive(Clone, Debug)]
pub struct Program {
    /// The text that named it.
    pub label: String,
    /// The command that runs it.
    pub command: Command,
    /// Its C file, or the folder of several; unset for other programs.
    pub source: Option<PathBuf>,
    /// The words of an equivalent compiler command, for people to type; empty if it is not made from C.
    pub compiled_by: Vec<String>,
    /// The compiler's warnings.
    pub warnings: String,
    /// The hash of its content; for a C file, of the preprocessed text.
    pub hash: u64,
}

impl Program {
    /// Creates a program that needs no compiler.
    fn new(label: &str, command: Command, hash: u64) -> Program {
        let (compiled_by, warnings) = (Vec::new(), String::new());
        Program { label: label.to_owned(), command, source: None, compiled_by, warnings, hash }
    }

    fn from_compiled(label: &str, Compiled { program, warnings, by, hash }: Compiled) -> Program {
        let source = Some(PathBuf::from(label));
        Program { source, warnings, compiled_by: by, ..Program::new(label, command(program), hash) }
    }
}

/// Returns the FNV-1a hash, the same on every machine. It tells versions apart but is not collision-resistant.
pub fn hash(content: &[u8]) -> u64 {
    content.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The reason why a participant cannot play. The message names it and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramError {
    reason: String,
    /// The reason with only the first error.
    brief: Option<String>,
    warnings: String,
    is_unfit: bool,
}

impl ProgramError {
    /// Creates the error of a text that names no participant, or a machine that cannot prepare it.
    pub fn new(reason: impl Into<String>) -> ProgramError {
        ProgramError { reason: reason.into(), brief: None, warnings: String::new(), is_unfit: false }
    }

    /// Creates the error of a file that does not compile or cannot be started.
    pub(crate) fn unfit(reason: impl Into<String>) -> ProgramError {
        ProgramError { reason: reason.into(), brief: None, warnings: String::new(), is_unfit: true }
    }

    /// Creates the error of a compiler with this output: the errors come first, and the warnings are counted.
    fn from_output(reason: &str, said: &str) -> ProgramError {
        let said = Diagnostics::read(said);
        let with = |errors: &[String], more: Option<String>| {
            let errors = errors.concat();
            let errors = if errors.is_empty() { String::new() } else { format!(":\n{}", errors.trim_end()) };
            let rest: Vec<String> = more.into_iter().chain(said.counted()).collect();
            let rest = if rest.is_empty() { String::new() } else { format!("\nand {}", rest.join(" and ")) };
            format!("{reason}{errors}{rest}")
        };
        let more = match said.errors.len() {
            0 | 1 => None,
            2 => Some("1 more error".to_owned()),
            many => Some(format!("{} more errors", many - 1)),
        };
        let brief = Some(with(&said.errors[..said.errors.len().min(1)], more));
        ProgramError { brief, warnings: said.warnings.concat(), ..ProgramError::unfit(with(&said.errors, None)) }
    }

    fn with(self, advice: &str) -> ProgramError {
        ProgramError { reason: format!("{}\n{advice}", self.reason), ..self }
    }

    /// Returns the reason with only the first of a compiler's errors.
    pub fn brief(&self) -> String {
        self.brief.clone().unwrap_or_else(|| self.reason.clone())
    }

    /// Returns the compiler's warnings.
    pub fn warnings(&self) -> &str {
        &self.warnings
    }

    /// Whether the fault is in the program, not in the text or this machine. A tournament leaves such a program out.
    pub fn is_unfit(&self) -> bool {
        self.is_unfit
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Error for ProgramError {}

/// Prepares the program of a file or folder. `launch` starts the compiler for C files.
///
/// # Errors
/// If there is no such file, or it cannot be run.
pub fn find(text: &str, launch: &Launch) -> Result<Program, ProgramError> {
    let path = Path::new(text);
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => ProgramError::new(format!("{text}: there is no such file")),
        _ => ProgramError::new(format!("{text}: {error}")),
    })?;
    if metadata.is_dir() && is_program(path) {
        return folder::find(text, launch);
    }
    if metadata.is_dir() {
        let reason = "is a folder; name the program in it, or put a main.c, a main.py or a bot.toml there";
        return Err(ProgramError::new(format!("{text} {reason}")));
    }
    if !metadata.is_file() {
        return Err(ProgramError::unfit(format!("{text} is not a plain file")));
    }
    if path.extension().is_some_and(|extension| extension == "c") {
        return Ok(Program::from_compiled(text, compile(path, Build::Plain, &cache_folder(), launch)?));
    }
    if metadata.permissions().mode() & 0o111 == 0 {
        return Err(ProgramError::unfit(match advice::on(path) {
            Some(Advice::Make(words)) => format!("{text} cannot be run as it is: {words}"),
            Some(Advice::Script(words)) => format!("{text} has no execute permission: {words}"),
            None => format!("{text} has no execute permission: `chmod +x {text}` gives it"),
        }));
    }
    let wrong = |error: std::io::Error| ProgramError::new(format!("{text}: {error}"));
    let path = fs::canonicalize(path).map_err(wrong)?;
    let command = match opening(&path).map_err(wrong)? {
        Opening::Script(line) => {
            script::command(&path, &line).map_err(|error| ProgramError::unfit(format!("{text}: {error}")))?
        }
        Opening::Machine => command(path),
        Opening::Neither => {
            let words = match advice::on(&path) {
                Some(Advice::Make(words)) => words,
                Some(Advice::Script(_)) | None => "a script begins with #! and its interpreter".to_owned(),
            };
            return Err(ProgramError::unfit(format!("{text} is neither a compiled program nor a script: {words}")));
        }
    };
    let content = read_plain(&fs::canonicalize(text).map_err(wrong)?, EXECUTABLE)
        .map_err(|error| ProgramError::unfit(format!("{text} {error}")))?;
    Ok(Program::new(text, command, hash(&content)))
}

/// The largest executable or script, read whole for its hash.
const EXECUTABLE: u64 = 256 << 20;

/// Returns the command of a machine-code program. A statically linked one sees only its own file.
pub(crate) fn command(program: PathBuf) -> Command {
    let sees = if needs_libraries(&program).unwrap_or(true) { Sees::System } else { Sees::Nothing };
    Command { readable: vec![program.clone()], ..Command::new(program, sees) }
}

/// Whether a machine-code program names a loader for its libraries; none if its format is unknown.
fn needs_libraries(program: &Path) -> Option<bool> {
    use std::io::{Read, Seek, SeekFrom};
    const INTERPRETER: u32 = 3;
    const ROW: u64 = 56;
    let mut file = fs::File::open(program).ok()?;
    let mut start = [0; 64];
    file.read_exact(&mut start).ok()?;
    let number = |from: usize, length: usize| {
        start[from..from + length].iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte))
    };
    // 64-bit little-endian ELF; then the offset of the program headers, their size and number.
    if !start.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (begin, length, rows) = (number(32, 8), number(54, 2), number(56, 2));
    // The numbers are untrusted: no linker writes such.
    if length != ROW || rows > 1000 {
        return None;
    }
    let mut table = vec![0; usize::try_from(length * rows).ok()?];
    file.seek(SeekFrom::Start(begin)).ok()?;
    file.read_exact(&mut table).ok()?;
    let kind = |row: &[u8]| row.first_chunk().map(|kind| u32::from_le_bytes(*kind));
    Some(
        table
            .chunks(usize::try_from(length).ok().filter(|&length| length > 0)?)
            .any(|row| kind(row) == Some(INTERPRETER)),
    )
}

enum Opening {
    Machine,
    Script(String),
    Neither,
}

fn opening(path: &Path) -> std::io::Result<Opening> {
    use std::io::Read;
    // Kernels read no more of a first line than this.
    let mut start = Vec::new();
    fs::File::open(path)?.take(256).read_to_end(&mut start)?;
    if start.starts_with(b"\x7fELF") {
        return Ok(Opening::Machine);
    }
    let Some(line) = start.strip_prefix(b"#!") else { return Ok(Opening::Neither) };
    let line = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
    Ok(Opening::Script(String::from_utf8_lossy(line).trim().to_owned()))
}

#[cfg(test)]
mod tests;
