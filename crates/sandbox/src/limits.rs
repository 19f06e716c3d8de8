//! How much a program may use, and how much it did.

use std::time::Duration;

/// What a program may use. For a [`Session`](crate::Session) `cpu`, `wall` and `output` count anew for every answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processor time.
    pub cpu: Duration,
    /// Time on the clock on the wall.
    pub wall: Duration,
    /// Address space in bytes; `u64::MAX` for no limit, which the sanitizers of C compilers need.
    pub memory: u64,
    /// Memory in use in bytes, which is looked at while the program runs; `u64::MAX` for no limit.
    pub resident: u64,
    /// Bytes of a file in its scratch folder.
    pub file: u64,
    /// Bytes of standard output, and as many of standard error.
    pub output: usize,
    /// Processes at a time; 1 means that the program cannot start another. Threads are free, up to a few dozen.
    pub processes: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            cpu: Duration::from_secs(30),
            wall: Duration::from_mins(2),
            memory: 256 << 20,
            resident: u64::MAX,
            file: 0,
            output: 64 << 10,
            processes: 1,
        }
    }
}

/// What a program used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time.
    pub cpu: Duration,
    /// Time on the clock on the wall.
    pub wall: Duration,
    /// Most memory in use at any time, in bytes; 0 where it could not be learnt.
    pub memory: u64,
}
