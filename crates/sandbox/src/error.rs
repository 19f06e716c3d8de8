//! Why a program could not be run at all. The result of a program that ran is an [`Ending`](crate::Ending).

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::status::Step;

/// Why a program could not be run at all.
#[derive(Debug)]
pub enum Error {
    /// The helper process did not start.
    HelperStart {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The helper process is gone; a new [`Launcher`](crate::Launcher) can be started.
    HelperDied,
    /// The helper process sent an invalid packet: it is not a helper, or has another version.
    HelperConfused,
    /// This machine lacks a required protection; the text names it.
    Refused(String),
    /// The program could not be started.
    Start {
        /// The program.
        program: PathBuf,
        /// The step that failed.
        step: String,
        /// The system's error.
        source: io::Error,
    },
    /// A system call failed on our side.
    System {
        /// The step that failed.
        step: &'static str,
        /// The system's error.
        source: io::Error,
    },
}

impl Error {
    /// Returns whether the program itself cannot be executed: it is built for another machine, say, or its loader is
    /// missing here.
    pub fn is_of_the_program(&self) -> bool {
        matches!(self, Error::Start { step, .. } if *step == Step::Execute.to_string())
    }

    pub(crate) fn system(step: &'static str) -> impl FnOnce(nix::Error) -> Error {
        move |error| Error::System { step, source: error.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::HelperStart { path, source } => {
                write!(f, "cannot start the helper process {}: {source}", path.display())
            }
            Error::HelperDied => f.write_str("the helper process that starts programs has died"),
            Error::HelperConfused => f.write_str("the helper process that starts programs sent an invalid reply"),
            Error::Refused(reason) => write!(f, "refusing to run untrusted programs: {reason}"),
            Error::Start { program, step, source } => {
                write!(f, "cannot start {}: {step}: {source}", program.display())
            }
            Error::System { step, source } => write!(f, "cannot {step}: {source}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::HelperStart { source, .. } | Error::Start { source, .. } | Error::System { source, .. } => {
                Some(source)
            }
            Error::HelperDied | Error::HelperConfused | Error::Refused(_) => None,
        }
    }
}
