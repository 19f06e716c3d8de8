//! Folders for tests.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// A temporary folder for a database, deleted on drop.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        // Parallel tests may use the same name.
        static MADE: AtomicU32 = AtomicU32::new(0);
        let (process, number) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("archive-{process}-{number}-{name}"));
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    pub fn file(&self) -> PathBuf {
        self.0.join("records.db")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}
