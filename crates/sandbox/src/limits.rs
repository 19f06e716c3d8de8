//! The resource limits and the resource usage of a program.

use std::time::Duration;

/// The resource limits of a program. For a [`Session`](crate::Session) `cpu`, `wall` and `output` apply to each answer anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processor time.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
    /// How long it may be idle: all threads asleep and no processor time used. Only for questions that a correct
    /// program answers at once; `Duration::MAX` for no limit.
    pub idle: Duration,
    /// Address space in bytes; `u64::MAX` for no limit, which the sanitizers of C compilers need.
    pub memory: u64,
    /// Writable memory in bytes that it may allocate, used or not; `u64::MAX` for no limit. If `resident` is the limit,
    /// this is the kernel's backstop should the referee not check in time.
    pub data: u64,
    /// Memory in use in bytes, of all its processes together, checked while the program runs; `u64::MAX` for no limit.
    /// Node.js, Java and Go reserve many times what they use, so only this shows what they need.
    pub resident: u64,
    /// Size in bytes of a file in its scratch folder.
    pub file: u64,
    /// Bytes on disk of the whole scratch folder, checked while the program runs; `u64::MAX` for no limit.
    pub scratch: u64,
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
            idle: Duration::MAX,
            memory: 256 << 20,
            data: u64::MAX,
            resident: u64::MAX,
            file: 0,
            scratch: u64::MAX,
            output: 64 << 10,
            processes: 1,
        }
    }
}

/// The resources a program used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
    /// Peak memory in use, in bytes; 0 if unknown.
    pub memory: u64,
}
