//! A study's file in progress: safe against interruption, and resumed where it stopped.
//!
//! Rows are appended to `FILE.partial` as complete lines, in the order of their numbers. So the file is valid at any
//! exit, the same command resumes it, and the last row renames it to `FILE`.

use std::error::Error;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cardsharp_search::SpecError;

use crate::{Booked, Head, end_line, study};

/// A study that is being written to a file.
#[derive(Debug)]
pub struct StudyFile {
    target: PathBuf,
    partial: PathBuf,
    done: u64,
    file: File,
}

/// The reason why a study cannot be written.
#[derive(Debug)]
pub enum FileError {
    /// The file belongs to another study.
    Another(PathBuf),
    /// It cannot be read or written.
    Io(PathBuf, io::Error),
    /// There is no such player.
    Player(SpecError),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Another(path) => {
                write!(f, "{} belongs to another study: go on with that one, or remove it", path.display())
            }
            FileError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            FileError::Player(error) => error.fmt(f),
        }
    }
}

impl Error for FileError {}

impl StudyFile {
    /// Begins the study of this head, or resumes it.
    ///
    /// # Errors
    /// If the file cannot be written, or holds another study.
    pub fn open<G: Booked>(target: &Path, head: &Head) -> Result<StudyFile, FileError> {
        let mut name = target.as_os_str().to_owned();
        name.push(".partial");
        let partial = PathBuf::from(name);
        let failed = |error| FileError::Io(partial.clone(), error);
        if fs::metadata(&partial).is_ok_and(|found| !found.is_file()) {
            // A pipe may never be written to, and a device never ends.
            return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, "this is not a file")));
        }
        let begun = match fs::read_to_string(&partial) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(error)),
        };
        let top = head.to_text::<G>();
        // The last line may be incomplete.
        let whole = begun.rfind('\n').map_or(0, |end| end + 1);
        let kept = if whole < top.len() && top.starts_with(&begun) { &top } else { &begun[..whole] };
        if !kept.starts_with(&top) {
            return Err(FileError::Another(partial));
        }
        let done = kept[top.len()..].lines().count() as u64;
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(&partial).map_err(failed)?;
        file.write_all(kept.as_bytes()).map_err(failed)?;
        Ok(StudyFile { target: target.to_owned(), partial, done, file })
    }

    /// The number of finished rows.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Computes the remaining rows and renames the file; `progress` gets the number of finished rows.
    ///
    /// # Errors
    /// If there is no such player, or a row cannot be written.
    pub fn finish<G: Booked>(
        self,
        game: &G,
        head: &Head,
        threads: usize,
        progress: &dyn Fn(u64),
    ) -> Result<(), FileError> {
        self.finish_by(progress, |first, visit| {
            study(game, head, (first..u64::MAX, threads), visit).map_err(FileError::Player)
        })
    }

    /// Finishes the file by `rows`, which visits the rows from a given number on, in order.
    ///
    /// # Errors
    /// If a row cannot be written, or as `rows`.
    pub fn finish_by<E: From<FileError>>(
        mut self,
        progress: &dyn Fn(u64),
        rows: impl FnOnce(u64, &mut dyn FnMut(String) -> ControlFlow<()>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut trouble = None;
        let (mut done, file) = (self.done, &mut self.file);
        rows(done, &mut |row| {
            done += 1;
            progress(done);
            match writeln!(file, "{row}") {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    trouble = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        let failed = |error| FileError::Io(self.partial.clone(), error);
        if let Some(error) = trouble {
            return Err(failed(error).into());
        }
        let text = fs::read_to_string(&self.partial).map_err(failed)?;
        self.file.write_all(end_line(&text).as_bytes()).and_then(|()| self.file.sync_all()).map_err(failed)?;
        fs::rename(&self.partial, &self.target).map_err(|error| FileError::Io(self.target.clone(), error))?;
        Ok(())
    }
}
