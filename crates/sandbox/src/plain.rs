//! Reads files and folders that an untrusted user or program may have written.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Reads a plain file of at most `most` bytes. The path must contain no links. A path that has become a link, a device,
/// a pipe or a folder is refused, and the call never blocks.
///
/// # Errors
/// If it is no plain file, larger, or cannot be read.
///
/// ```
/// let error = cardsharp_sandbox::read_plain("/dev/zero".as_ref(), 100).unwrap_err();
/// assert_eq!(error.to_string(), "is not a plain file");
/// ```
pub fn read_plain(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let refused = |reason: String| io::Error::new(io::ErrorKind::InvalidInput, reason);
    let not_plain = || refused("is not a plain file".to_owned());
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY;
    let opened = File::options().read(true).custom_flags(flags).open(path);
    let file = opened.map_err(|error| if error.raw_os_error() == Some(libc::ELOOP) { not_plain() } else { error })?;
    if !file.metadata()?.is_file() {
        return Err(not_plain());
    }
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(refused(format!("is larger than {most} bytes")));
    }
    Ok(bytes)
}

/// A file of a folder that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainFile {
    /// Its path relative to the folder.
    pub name: PathBuf,
    /// Its content.
    pub content: Vec<u8>,
    /// Whether it is executable.
    pub is_executable: bool,
}

/// How much of a folder is read; a folder with more in it is refused.
#[derive(Clone, Copy, Debug)]
pub struct FolderLimits {
    /// Files and folders, including those that are skipped.
    pub entries: usize,
    /// Bytes of all files together.
    pub bytes: u64,
    /// Depth of nested folders.
    pub depth: usize,
}

/// Reads a folder of plain files and folders, sorted by name. Skips the paths that `is_wanted` rejects. The call
/// follows no links and never blocks, even if the folder changes meanwhile: a link, a pipe, a socket or a device is
/// refused.
///
/// # Errors
/// If something in it is neither a plain file nor a folder, if it is too large, or cannot be read.
pub fn read_plain_folder(
    folder: &Path,
    limits: FolderLimits,
    is_wanted: &dyn Fn(&Path) -> bool,
) -> io::Result<Vec<PlainFile>> {
    let opened = open_folder(folder)?;
    let mut read = FolderRead { limits, is_wanted, entries: 0, bytes: 0, files: Vec::new() };
    read.folder(&opened, Path::new(""), 0)?;
    read.files.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(read.files)
}

fn open_folder(path: &Path) -> io::Result<File> {
    File::options().read(true).custom_flags(libc::O_DIRECTORY | libc::O_NOFOLLOW).open(path)
}

struct FolderRead<'a> {
    limits: FolderLimits,
    is_wanted: &'a dyn Fn(&Path) -> bool,
    entries: usize,
    bytes: u64,
    files: Vec<PlainFile>,
}

impl FolderRead<'_> {
    fn folder(&mut self, folder: &File, at: &Path, depth: usize) -> io::Result<()> {
        let refused = |reason: String| io::Error::new(io::ErrorKind::InvalidInput, reason);
        if depth > self.limits.depth {
            return Err(refused(format!("has more than {} folders within each other", self.limits.depth)));
        }
        // By its descriptor, which stays this folder even if its path changes.
        let here = PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd()));
        for entry in std::fs::read_dir(&here)? {
            let entry = entry?;
            let name = at.join(entry.file_name());
            self.entries += 1;
            if self.entries > self.limits.entries {
                return Err(refused(format!("has more than {} files and folders", self.limits.entries)));
            }
            if !(self.is_wanted)(&name) {
                continue;
            }
            let (kind, path) = (entry.file_type()?, here.join(entry.file_name()));
            let wrong = |error: io::Error| refused(format!("{}: {error}", name.display()));
            if kind.is_dir() {
                self.folder(&open_folder(&path).map_err(wrong)?, &name, depth + 1)?;
                continue;
            }
            let left = self.limits.bytes - self.bytes;
            let most = |error: io::Error| {
                let is_too_large = error.to_string().starts_with("is larger");
                if is_too_large {
                    refused(format!("has more than {} bytes in it", self.limits.bytes))
                } else {
                    wrong(error)
                }
            };
            let content = read_plain(&path, left).map_err(most)?;
            self.bytes += content.len() as u64;
            let is_executable = std::fs::symlink_metadata(&path)?.permissions().mode() & 0o111 != 0;
            self.files.push(PlainFile { name, content, is_executable });
        }
        Ok(())
    }
}
