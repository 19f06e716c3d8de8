//! Input files. Only regular files of a limited size are read: reading a device may not end, and a pipe may block.

use std::fs::OpenOptions;
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use super::error::Usage;

/// The largest size of a property file, tournament file or saved game.
pub(crate) const SETUP: u64 = 1 << 20;
/// The largest size of a file of records, puzzles or studies.
pub(crate) const COLLECTION: u64 = 256 << 20;

pub(crate) fn read_text(path: &Path, most: u64) -> Result<String, Usage> {
    let wrong = |words: String| Usage(format!("{}: {words}", path.display()));
    let unreadable = |error: std::io::Error| wrong(format!("cannot be read: {error}"));
    // Otherwise opening a pipe would block.
    let flags = nix::fcntl::OFlag::O_NONBLOCK.bits();
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path).map_err(unreadable)?;
    let found = file.metadata().map_err(unreadable)?;
    if found.is_dir() {
        return Err(wrong("cannot be read: this is a folder, not a file".to_owned()));
    }
    if !found.is_file() {
        return Err(wrong("cannot be read: this is a device or a pipe, not a file".to_owned()));
    }
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    file.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > most {
        return Err(wrong(format!("the file is too large: at most {} MiB are read", most >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&byte| byte == b'\n').count();
        wrong(format!("line {line}: this is not UTF-8 text"))
    })
}
