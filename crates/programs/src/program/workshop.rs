//! Temporary folders in which programs are built.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

/// A temporary folder inside the cache, removed when dropped unless it was moved.
pub(crate) struct Workshop {
    folder: PathBuf,
    /// The part of it that the compiler may write to.
    pub(crate) scratch: PathBuf,
}

/// The prefix of its name, before the process number.
const NEW: &str = "new-";

impl Workshop {
    pub(crate) fn new(cache: &Path) -> io::Result<Workshop> {
        static SWEPT: Once = Once::new();
        static NEXT: AtomicU32 = AtomicU32::new(0);
        SWEPT.call_once(|| sweep(cache));
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = cache.join(format!("{NEW}{}-{number}", std::process::id()));
        // An earlier process with the same number left it.
        let _none = fs::remove_dir_all(&folder);
        let scratch = folder.join("scratch");
        fs::create_dir_all(&scratch)?;
        Ok(Workshop { folder, scratch })
    }

    /// Moves the folder, with its source content, to its home. If another process was first, its folder stays.
    pub(super) fn put_in_place(
        &self,
        content: &[u8],
        home: &Path,
        write: impl FnOnce(&Path) -> io::Result<()>,
    ) -> io::Result<()> {
        fs::remove_dir_all(&self.scratch)?;
        write(&self.folder)?;
        fs::write(self.folder.join("content"), content)?;
        // A seat's user must be able to enter it, with any umask.
        fs::set_permissions(&self.folder, fs::Permissions::from_mode(0o755))?;
        match fs::rename(&self.folder, home) {
            Err(error) if !home.join("content").exists() => Err(error),
            _ => Ok(()),
        }
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // The folder was moved, or the next process removes it.
        let _nevermind = fs::remove_dir_all(&self.folder);
    }
}

/// Removes the folders of processes that were killed.
fn sweep(cache: &Path) {
    for entry in fs::read_dir(cache).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix(NEW).and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
        if owner.is_some_and(|owner| !Path::new(&format!("/proc/{owner}")).exists()) {
            let _somebody_else_did = fs::remove_dir_all(entry.path());
        }
    }
}
