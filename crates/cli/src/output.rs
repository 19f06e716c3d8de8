//! What we write: files complete or not at all, so that a failure never costs what was there before,
//! and words at once, whether or not anybody still listens.

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Says something at once on standard output; a reader that has gone away is no failure.
pub(crate) fn say(words: impl Display) {
    let mut out = std::io::stdout().lock();
    let _gone = write!(out, "{words}").and_then(|()| out.flush());
}

/// A word as it can be typed in a shell.
pub(crate) fn typed(path: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+:=".contains(letter);
    if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

/// A stranger's text without what a terminal would obey: only line ends and tabs are left of the
/// control characters.
pub(crate) fn printable(text: &str) -> String {
    let is_obeyed = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    text.chars().map(|letter| if is_obeyed(letter) { char::REPLACEMENT_CHARACTER } else { letter }).collect()
}

/// A text ready beside the file it is to become; dropped, it leaves nothing behind.
pub(crate) struct Staged {
    /// Nothing to move where the target is no plain file and was written to directly.
    temporary: Option<PathBuf>,
    target: PathBuf,
}

impl Staged {
    /// Writes the text next to `path`.
    ///
    /// # Errors
    /// If it cannot be written there.
    pub(crate) fn new(path: &Path, text: &str) -> anyhow::Result<Staged> {
        let failed = || format!("{}: cannot be written", path.display());
        // A link stays a link: what it points to is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if target.exists() && !target.is_file() {
            // A device or a pipe must be written to, not replaced; a folder answers with an error.
            fs::OpenOptions::new()
                .write(true)
                .open(&target)
                .and_then(|mut file| file.write_all(text.as_bytes()))
                .with_context(failed)?;
            return Ok(Staged { temporary: None, target });
        }
        let mut name = target.file_name().with_context(failed)?.to_owned();
        name.push(format!(".{}.new", std::process::id()));
        let temporary = target.with_file_name(name);
        let mut file = fs::File::create_new(&temporary).with_context(failed)?;
        let staged = Staged { temporary: Some(temporary), target };
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).with_context(failed)?;
        Ok(staged)
    }

    /// Makes it the file, in one step.
    ///
    /// # Errors
    /// If it cannot be moved there; what was there is still there then.
    pub(crate) fn put_in_place(mut self) -> anyhow::Result<()> {
        let Some(temporary) = &self.temporary else { return Ok(()) };
        fs::rename(temporary, &self.target).with_context(|| format!("{}: cannot be written", self.target.display()))?;
        self.temporary = None;
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // Already failing for a better reason; a leftover would do no harm.
            let _nevermind = fs::remove_file(temporary);
        }
    }
}

/// Whether two paths name one file, as far as can be told before they exist.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    fn resolved(path: &Path) -> Option<PathBuf> {
        if let Ok(path) = fs::canonicalize(path) {
            return Some(path);
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
    }
    matches!((resolved(one), resolved(other)), (Some(one), Some(other)) if one == other && !is_device(&one))
}

/// Two reports may go to one terminal or to nowhere.
fn is_device(path: &Path) -> bool {
    path.exists() && !path.is_file() && !path.is_dir()
}
