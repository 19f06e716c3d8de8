//! Folders as programs: C files, Python modules, or any language with a `bot.toml`.
//!
//! The plain files of a folder are copied into the cache under their hash; compilers and games see only the copy. So
//! the program that plays was hashed, and links, pipes and sockets in an untrusted folder have no effect.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use cardsharp_sandbox::{FolderLimits, PlainFile, read_plain_folder};

use super::compile::{free_home, make_executable, make_own};
use super::workshop::Workshop;
use super::{Build, Program, ProgramError, cache_folder, compile, recipe, script};
use crate::Launch;

/// The files that make a folder a program, in order of preference.
const MAINS: [&str; 3] = [recipe::FILE, MAIN_C, MAIN_PY];
const MAIN_C: &str = "main.c";
const MAIN_PY: &str = "main.py";

const MOST: FolderLimits = FolderLimits { entries: 2000, bytes: 32 << 20, depth: 16 };

/// Files of other tools, which do not belong to the program; `tests` holds its compiled tests.
const NOT_OURS: [&str; 4] = ["__pycache__", "node_modules", "target", "tests"];

/// Whether a folder is a program: it has a `bot.toml`, a `main.c` or a `main.py`.
pub fn is_program(folder: &Path) -> bool {
    MAINS.iter().any(|main| folder.join(main).is_file())
}

/// A snapshot of a folder.
pub(super) struct Kept {
    pub(super) files: PathBuf,
    /// The names of its files, with slashes for folders.
    pub(super) names: Vec<String>,
    /// Their content, which names the copy.
    pub(super) content: Vec<u8>,
}

pub(super) fn find(text: &str, launch: &Launch) -> Result<Program, ProgramError> {
    let path = Path::new(text);
    let is_there = |name: &str| path.join(name).is_file();
    if is_there(recipe::FILE) {
        return recipe::find(text, launch);
    }
    if is_there(MAIN_C) && is_there(MAIN_PY) {
        let reason = format!("{text} has a main.c and a main.py: a bot.toml says which of them plays");
        return Err(ProgramError::unfit(reason));
    }
    let cache = cache_folder();
    if is_there(MAIN_C) {
        return Ok(Program::from_compiled(text, compile(path, Build::Plain, &cache, launch)?));
    }
    let kept = keep(path, &cache)?;
    let main = kept.files.join(MAIN_PY);
    let wrong = |error: io::Error| ProgramError::new(format!("{text}: {error}"));
    let line = match super::opening(&main).map_err(wrong)? {
        super::Opening::Script(line) => line,
        super::Opening::Machine | super::Opening::Neither => "/usr/bin/env python3".to_owned(),
    };
    let mut command =
        script::command(&main, &line).map_err(|error| ProgramError::unfit(format!("{text}/{MAIN_PY}: {error}")))?;
    command.readable.push(kept.files.clone());
    command.folder = Some(kept.files);
    Ok(Program::new(text, command, super::hash(&kept.content)))
}

pub(super) fn files_of(path: &Path) -> Result<Vec<PlainFile>, ProgramError> {
    let shown = path.display();
    let found = fs::canonicalize(path).map_err(|error| ProgramError::new(format!("{shown}: {error}")))?;
    let is_wanted = |name: &Path| {
        let last = name.file_name().unwrap_or_default().to_string_lossy();
        !last.starts_with('.') && !NOT_OURS.contains(&last.as_ref())
    };
    read_plain_folder(&found, MOST, &is_wanted).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidInput => ProgramError::unfit(format!("{shown} {error}")),
        _ => ProgramError::new(format!("{shown}: {error}")),
    })
}

/// Copies a folder's plain files into the cache, unless they are there already.
pub(super) fn keep(path: &Path, cache: &Path) -> Result<Kept, ProgramError> {
    let (shown, files) = (path.display(), files_of(path)?);
    let names = files.iter().map(|file| file.name.to_string_lossy().into_owned()).collect();
    let content = [b"folder\n".to_vec(), content(&files)].concat();
    let unwritable = |error: io::Error| ProgramError::new(format!("{}: cannot keep {shown}: {error}", cache.display()));
    make_own(cache).map_err(unwritable)?;
    let home = free_home(cache, &content);
    if !home.exists() {
        let workshop = Workshop::new(cache).map_err(unwritable)?;
        workshop.put_in_place(&content, &home, |ours| write(&files, &ours.join("files"))).map_err(unwritable)?;
    }
    Ok(Kept { files: home.join("files"), names, content })
}

/// Encodes the names and contents of files: equal only for equal folders.
pub(super) fn content(files: &[PlainFile]) -> Vec<u8> {
    let mut content = Vec::new();
    for file in files {
        let kind = if file.is_executable { "executable" } else { "plain" };
        // Names contain no zero byte.
        content.extend(format!("{kind} {} ", file.content.len()).into_bytes());
        content.extend(file.name.as_os_str().as_encoded_bytes());
        content.push(0);
        content.extend(&file.content);
    }
    content
}

/// Writes files into a new folder that all users can read.
pub(super) fn write(files: &[PlainFile], folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    make_folder(folder)?;
    for file in files {
        let path = folder.join(&file.name);
        let above: Vec<&Path> = path.ancestors().skip(1).take_while(|above| *above != folder).collect();
        for above in above.into_iter().rev() {
            make_folder(above)?;
        }
        fs::write(&path, &file.content)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644))?;
        if file.is_executable {
            make_executable(&path)?;
        }
    }
    Ok(())
}

fn make_folder(path: &Path) -> io::Result<()> {
    if !path.is_dir() {
        fs::create_dir(path)?;
        // A folder needs the same permissions as a program.
        make_executable(path)?;
    }
    Ok(())
}
