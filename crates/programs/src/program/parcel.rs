//! The files of a program or a network, to be sent to another machine.
//!
//! A C file is sent preprocessed, so that every machine compiles the same text with any headers.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use cardsharp_sandbox::{PlainFile, read_plain};

use super::compile::{free_home, make_own, text_of};
use super::workshop::Workshop;
use super::{EXECUTABLE, Program, ProgramError, cache_folder, folder};

/// Files and their common name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// The name of the folder, or of the only file.
    name: String,
    is_folder: bool,
    files: Vec<PlainFile>,
}

impl Parcel {
    /// Packs the files of a program.
    ///
    /// # Errors
    /// If they cannot be read any more.
    pub fn of_program(program: &Program) -> Result<Parcel, ProgramError> {
        let (label, path) = (&program.label, Path::new(&program.label));
        if path.is_dir() {
            return Ok(Parcel { name: name_of(path)?, is_folder: true, files: folder::files_of(path)? });
        }
        if program.source.is_none() {
            return Parcel::of_file(label);
        }
        let text = text_of(&program.command.program);
        let text = text.map_err(|error| ProgramError::new(format!("{label}: {error}")))?;
        Ok(Parcel::single(name_of(path)?, text, false))
    }

    /// Packs a single file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of_file(label: &str) -> Result<Parcel, ProgramError> {
        use std::os::unix::fs::PermissionsExt;
        let wrong = |error: &dyn std::fmt::Display| ProgramError::new(format!("{label}: {error}"));
        let path = fs::canonicalize(label).map_err(|error| wrong(&error))?;
        let content = read_plain(&path, EXECUTABLE).map_err(|error| wrong(&error))?;
        let mode = fs::metadata(&path).map_err(|error| wrong(&error))?.permissions().mode();
        Ok(Parcel::single(name_of(Path::new(label))?, content, mode & 0o111 != 0))
    }

    fn single(name: String, content: Vec<u8>, is_executable: bool) -> Parcel {
        let file = PlainFile { name: PathBuf::from(&name), content, is_executable };
        Parcel { name, is_folder: false, files: vec![file] }
    }

    /// Writes the files to the user's cache folder, unless they are there, and returns their path.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn lay_down(&self) -> Result<PathBuf, ProgramError> {
        let cache = cache_folder();
        let wrong = |error: io::Error| ProgramError::new(format!("{}: {error}", cache.display()));
        make_own(&cache).map_err(wrong)?;
        let content = [b"carried\n".to_vec(), folder::content(&self.files)].concat();
        let home = free_home(&cache, &content);
        let files = if self.is_folder { home.join("files").join(&self.name) } else { home.join("files") };
        if !home.exists() {
            let write = |ours: &Path| {
                let inner = ours.join("files");
                fs::create_dir(&inner)?;
                let inner = if self.is_folder { inner.join(&self.name) } else { inner };
                folder::write(&self.files, &inner)
            };
            Workshop::new(&cache).and_then(|workshop| workshop.put_in_place(&content, &home, write)).map_err(wrong)?;
        }
        Ok(if self.is_folder { files } else { files.join(&self.name) })
    }

    /// Appends its bytes.
    pub fn pack(&self, out: &mut Vec<u8>) {
        out.push(u8::from(self.is_folder));
        put(out, self.name.as_bytes());
        out.extend((self.files.len() as u32).to_le_bytes());
        for file in &self.files {
            out.push(u8::from(file.is_executable));
            put(out, file.name.as_os_str().as_encoded_bytes());
            put(out, &file.content);
        }
    }

    /// Takes a parcel from the front; none if the bytes are damaged, or a name leads out of its folder.
    pub fn unpack(bytes: &mut &[u8]) -> Option<Parcel> {
        let is_folder = flag(bytes)?;
        let name = String::from_utf8(take(bytes)?.to_vec()).ok().filter(|name| stays(Path::new(name), 1))?;
        let mut files = Vec::new();
        for _ in 0..number(bytes)? {
            let is_executable = flag(bytes)?;
            let name = PathBuf::from(str::from_utf8(take(bytes)?).ok()?);
            let file = PlainFile { name, content: take(bytes)?.to_vec(), is_executable };
            files.push(Some(file).filter(|file| stays(&file.name, 32))?);
        }
        let is_whole = is_folder || matches!(&files[..], [only] if only.name == Path::new(&name));
        is_whole.then_some(Parcel { name, is_folder, files })
    }
}

/// Whether a path has at most `most` parts, all of them plain names.
fn stays(path: &Path, most: usize) -> bool {
    let parts = path.components().count();
    (1..=most).contains(&parts) && path.components().all(|part| matches!(part, Component::Normal(_)))
}

fn name_of(path: &Path) -> Result<String, ProgramError> {
    let whole = fs::canonicalize(path).ok();
    let name = path.file_name().or_else(|| whole.as_ref()?.file_name()).and_then(|name| name.to_str());
    let name = name.map(str::to_owned);
    name.ok_or_else(|| ProgramError::new(format!("{}: expected a name of UTF-8", path.display())))
}

fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend(u32::try_from(bytes.len()).expect("files that are read are smaller").to_le_bytes());
    out.extend(bytes);
}

fn flag(bytes: &mut &[u8]) -> Option<bool> {
    let (flag, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*flag != 0)
}

fn number(bytes: &mut &[u8]) -> Option<usize> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*number) as usize)
}

fn take<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = number(bytes)?;
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repack(parcel: &Parcel) -> Option<Parcel> {
        let mut bytes = Vec::new();
        parcel.pack(&mut bytes);
        assert!((0..bytes.len()).all(|length| Parcel::unpack(&mut &bytes[..length]).is_none()));
        let mut rest = bytes.as_slice();
        let arrived = Parcel::unpack(&mut rest);
        assert!(arrived.is_none() || rest.is_empty());
        arrived
    }

    #[test]
    fn a_parcel_arrives_as_it_left_and_its_names_lead_nowhere() {
        let file = |name: &str| PlainFile { name: name.into(), content: vec![1, 2, 3], is_executable: true };
        let folder = |name: &str, file_name: &str| Parcel {
            name: name.to_owned(),
            is_folder: true,
            files: vec![file(file_name), file("main.py")],
        };
        assert_eq!(repack(&folder("bot", "a/b.py")), Some(folder("bot", "a/b.py")));
        for name in ["", "..", ".", "/etc/passwd", "../bot.py", "a/../../b", "a/.."] {
            assert_eq!(repack(&folder("bot", name)), None, "{name}");
            assert_eq!(repack(&folder(name, "b.py")), None, "{name}");
        }
        let single = |name: &str| Parcel::single(name.to_owned(), vec![7], false);
        assert_eq!(repack(&single("bot.c")), Some(single("bot.c")));
        assert_eq!(repack(&Parcel { name: "bot.c".to_owned(), ..single("other.c") }), None);
    }
}
