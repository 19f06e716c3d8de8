//! Output: text on the terminal without control characters, and files that are replaced whole or not at all.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use serde_json::Value;

/// The format of a report.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Output {
    #[arg(long, help = "Print JSON")]
    pub(crate) json: bool,
}

/// Whether writing to standard output has failed.
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Prints a text on standard output and flushes it.
///
/// A closed pipe (`| head`) is not an error, as in ripgrep. Any other failure, such as a full disk, is reported once on
/// standard error.
pub(crate) fn print(text: impl Display) {
    let mut out = std::io::stdout().lock();
    check_written(out.write_all(visible(&text.to_string()).as_bytes()).and_then(|()| out.flush()));
}

pub(crate) fn print_line(line: impl Display) {
    print(format_args!("{line}\n"));
}

pub(crate) fn check_written(written: std::io::Result<()>) {
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
        && !HAS_FAILED.swap(true, Ordering::Relaxed)
    {
        print_error(format_args!("cardsharp: standard output cannot be written: {error}"));
    }
}

pub(crate) fn has_failed() -> bool {
    HAS_FAILED.load(Ordering::Relaxed)
}

/// Prints a line on standard error. Nothing can be done if that fails.
pub(crate) fn print_error(line: impl Display) {
    let _ignored = writeln!(std::io::stderr().lock(), "{}", visible(&line.to_string()));
}

/// Returns the JSON of each item as a list.
pub(crate) fn json_list<T>(items: impl IntoIterator<Item = T>, json: impl Fn(T) -> Value) -> Value {
    items.into_iter().map(json).collect()
}

/// Escapes control characters other than line ends and tabs, as JSON does, so that JSON stays valid. Otherwise
/// untrusted programs, names and files could clear the screen, forge lines or reverse text.
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

pub(crate) fn shell_word(path: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+:=".contains(letter);
    if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

/// The new content of a file, in a temporary file beside it that is removed when dropped.
pub(crate) struct Staged {
    /// `None` if the target is not a regular file; it was written to directly.
    temporary: Option<PathBuf>,
    target: PathBuf,
}

impl Staged {
    /// Writes the text next to `path`.
    pub(crate) fn new(path: &Path, text: &str) -> anyhow::Result<Staged> {
        let failed = || format!("{}: cannot be written", path.display());
        // A link stays, and its target is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if target.exists() && !target.is_file() {
            // A device or a pipe is written to, not replaced; a folder gives an error.
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

    /// Replaces the target in one step.
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
            // If this fails, another error is already reported.
            let _ignored = fs::remove_file(temporary);
        }
    }
}

/// Whether two paths name one file, even if it does not exist yet.
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

/// Two reports may go to the same device, such as a terminal.
fn is_device(path: &Path) -> bool {
    path.exists() && !path.is_file() && !path.is_dir()
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(visible("two\nlines,\ta tab, Zoë 牛 — 10♥"), "two\nlines,\ta tab, Zoë 牛 — 10♥");
        assert_eq!(visible("\x1b]0;mine\x07\rgone\x7f\u{9b}2J"), "\\u001b]0;mine\\u0007\\u000dgone\\u007f\\u009b2J");
        assert_eq!(visible("\u{202e}c.reyalp"), "\\u202ec.reyalp");
        // JSON leaves some control characters as they are, and accepts the escapes.
        let json = serde_json::json!({ "name": "\u{9b}2J\u{7f}\x1b\u{2028}" });
        assert_eq!(serde_json::from_str::<serde_json::Value>(&visible(&json.to_string())).unwrap(), json);
    }
}
