//! The two errors with an exit status or an output of their own. Any other error is printed and exits with status 1.

use std::fmt;

/// A mistake that the user can correct: exit status 2.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

impl From<cardsharp_search::SpecError> for Usage {
    fn from(error: cardsharp_search::SpecError) -> Usage {
        Usage(error.to_string())
    }
}

/// A complete report of a failure: it goes to standard output, and the exit status is 1.
#[derive(Debug)]
pub(crate) struct Unfit(pub(crate) String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unfit {}
