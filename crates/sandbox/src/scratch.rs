//! Measures a program's scratch folder.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nix::sys::statvfs::statvfs;

/// A scratch folder that is checked now and then.
pub(crate) struct Scratch {
    folder: PathBuf,
    looked: Option<Instant>,
    /// Bytes that were free on its disk when the program was started.
    free: u64,
}

/// The shortest interval between two checks.
const INTERVAL: Duration = Duration::from_millis(50);
/// The largest number of files and folders, of any size.
const MAX_ENTRIES: usize = 10_000;
/// The deepest nesting of folders, because the folder must be removed afterwards.
const MAX_DEPTH: usize = 64;
/// The most bytes by which the free space of the disk may shrink meanwhile. The program may fill the disk with files
/// that no longer have a name; if another process fills it, programs should not run either.
const MAX_TAKEN: u64 = 8 << 30;

impl Scratch {
    pub(crate) fn new(folder: &Path) -> Scratch {
        Scratch { folder: folder.to_owned(), looked: None, free: free(folder).unwrap_or(0) }
    }

    /// Returns whether the folder holds more than `most`. Returns false if the last check was too recent.
    pub(crate) fn is_over(&mut self, most: u64) -> bool {
        if self.looked.is_some_and(|looked| looked.elapsed() < INTERVAL) {
            return false;
        }
        self.looked = Some(Instant::now());
        let (mut bytes, mut entries, mut folders) = (0, 0, vec![(self.folder.clone(), 0)]);
        while let Some((folder, depth)) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                // The link, not its target.
                let Ok(found) = entry.metadata() else { continue };
                entries += 1;
                bytes += found.blocks() * 512;
                if entries > MAX_ENTRIES || bytes > most || depth > MAX_DEPTH {
                    return true;
                }
                if found.is_dir() {
                    folders.push((entry.path(), depth + 1));
                }
            }
        }
        free(&self.folder).is_some_and(|free| free.saturating_add(MAX_TAKEN) < self.free)
    }
}

fn free(folder: &Path) -> Option<u64> {
    let disk = statvfs(folder).ok()?;
    Some(disk.blocks_free().saturating_mul(disk.fragment_size()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_folders_count_and_link_targets_do_not() {
        let folder = std::env::temp_dir().join(format!("cardsharp-scratch-{}", std::process::id()));
        fs::create_dir_all(folder.join("within")).unwrap();
        fs::write(folder.join("within/file"), vec![1; 1 << 20]).unwrap();
        std::os::unix::fs::symlink("/usr", folder.join("link")).unwrap();
        let is_over = |most| Scratch::new(&folder).is_over(most);
        assert!(is_over(1 << 19));
        assert!(!is_over(4 << 20));
        fs::remove_dir_all(folder).unwrap();
    }
}
