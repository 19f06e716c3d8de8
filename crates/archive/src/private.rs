//! Files that only their owner may read or change. Where files have no modes, the folder decides.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

#[cfg(unix)]
const MODE: u32 = 0o600;

/// Makes a new file private from its first moment.
#[cfg(unix)]
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::unix::fs::OpenOptionsExt::mode(options, MODE)
}

#[cfg(not(unix))]
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(unix)]
pub(crate) fn make_private(path: &Path) -> io::Result<()> {
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(MODE))
}

#[cfg(not(unix))]
pub(crate) fn make_private(path: &Path) -> io::Result<()> {
    path.metadata().map(drop)
}
