//! How much a program may use, and how much it did.

use std::time::Duration;

/// What a program may use. For a [`Session`](crate::Session) `cpu`, `wall` and `output` count anew for every answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processor time.
    pub cpu: Duration,
    /// Time on the clock on the wall.
    pub wall: Duration,
    /// How long it may do nothing at all: sleep with all its threads and use no processor. Only for a question that is
    /// answered at once by whoever understands it; `Duration::MAX` for no limit.
    pub idle: Duration,
    /// Address space in bytes; `u64::MAX` for no limit, which the sanitizers of C compilers need.
    pub memory: u64,
    /// Memory in bytes that it may ask for to write to, whether it does or not; `u64::MAX` for no limit. Where only
    /// `resident` is meant to hold, this is what the kernel refuses should nobody look in time.
    pub data: u64,
    /// Memory in use in bytes, of all its processes together, which is looked at while the program runs; `u64::MAX`
    /// for no limit. Node.js, Java and Go reserve many times what they use, so nothing else tells what they need.
    pub resident: u64,
    /// Bytes of a file in its scratch folder.
    pub file: u64,
    /// Bytes on the disk of all that lies in its scratch folder, which is looked at while the program runs; `u64::MAX`
    /// for no limit.
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
