//! Reading a file that a stranger may have put there.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Reads a plain file of at most so many bytes. The path is to be one without links: what has become a link, a device,
/// a pipe or a folder since one looked is refused, and nothing is waited for.
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
