//! What we write: files complete or not at all, so that a failure never costs what was there before,
//! and words at once, whether or not anybody still listens, with nothing in them that steers a terminal.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// Whether words of ours were lost. There is one standard output, so there is one such note.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// Says something at once on standard output.
///
/// A reader that has gone away (`| head`) is no failure, as with ripgrep and most others. Whatever else
/// loses our words, such as a full disk, is told on standard error, once, and counts as a failure.
pub(crate) fn say(words: impl Display) {
    let mut out = std::io::stdout().lock();
    note(out.write_all(visible(&words.to_string()).as_bytes()).and_then(|()| out.flush()));
}

/// Notes what came of writing to standard output.
pub(crate) fn note(written: std::io::Result<()>) {
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
        && !IS_LOST.swap(true, Ordering::Relaxed)
    {
        complain(format_args!("cardsharp: standard output cannot be written: {error}"));
    }
}

/// Whether something that was said has been lost.
pub(crate) fn is_lost() -> bool {
    IS_LOST.load(Ordering::Relaxed)
}

/// Says a line on standard error. That this cannot be heard either is nothing we could tell anybody.
pub(crate) fn complain(words: impl Display) {
    let _nobody = writeln!(std::io::stderr().lock(), "{}", visible(&words.to_string()));
}

/// A text as it may reach a terminal: of characters that steer it only the ends of lines and tabs are left,
/// all others are seen. Programs, names and files of strangers must not clear the screen, forge lines or
/// turn a sentence round. Written as JSON writes them, they leave JSON what it was.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    let steers = |letter: char| {
        (letter.is_control() && letter != '\n' && letter != '\t')
            || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let seen = |letter: char| if steers(letter) { format!("\\u{:04x}", u32::from(letter)) } else { letter.to_string() };
    Cow::Owned(text.chars().map(seen).collect())
}

/// A word as it can be typed in a shell.
pub(crate) fn typed(path: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+:=".contains(letter);
    if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
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

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_steers_a_terminal_is_seen() {
        assert_eq!(visible("two\nlines,\ta tab, Zoë 牛 — 10♥"), "two\nlines,\ta tab, Zoë 牛 — 10♥");
        assert_eq!(visible("\x1b]0;mine\x07\rgone\x7f\u{9b}2J"), "\\u001b]0;mine\\u0007\\u000dgone\\u007f\\u009b2J");
        assert_eq!(visible("\u{202e}c.reyalp"), "\\u202ec.reyalp");
        // JSON leaves some of them as they are, and reads them back from what is written here.
        let json = serde_json::json!({ "name": "\u{9b}2J\u{7f}\x1b\u{2028}" });
        assert_eq!(serde_json::from_str::<serde_json::Value>(&visible(&json.to_string())).unwrap(), json);
    }
}
