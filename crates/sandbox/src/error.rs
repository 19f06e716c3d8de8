//! Why a program could not be run at all. What a program does once it runs is an [`Ending`](crate::Ending).

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
        /// What the system said.
        source: io::Error,
    },
    /// The helper process is gone; a new [`Launcher`](crate::Launcher) can be started.
    HelperDied,
    /// The helper process said something that makes no sense: it is no helper, or of another version.
    HelperConfused,
    /// This machine lacks a protection that is needed, in plain words.
    Refused(String),
    /// The program could not be started.
    Start {
        /// The program.
        program: PathBuf,
        /// What was being done.
        step: String,
        /// What the system said.
        source: io::Error,
    },
    /// Something of the operating system failed on our side.
    System {
        /// What was being done.
        step: &'static str,
        /// What the system said.
        source: io::Error,
    },
}

impl Error {
    /// Whether it is the program that cannot be executed, rather than something around it that failed:
    /// it is made for another machine, say, or its loader is not here.
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
            Error::HelperConfused => f.write_str("the helper process that starts programs does not speak our language"),
            Error::Refused(reason) => write!(f, "refusing to run strangers' programs: {reason}"),
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
