//! Why a program stopped.

use std::fmt;

/// Why a program stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It exited by itself with this status.
    Exited(i32),
    /// A signal that the sandbox did not send ended it.
    Signalled(i32),
    /// It used up its processor time.
    CpuTime,
    /// It exceeded its wall time.
    WallClock,
    /// It was idle for too long.
    Idle,
    /// It failed when its memory was used up.
    Memory,
    /// It wrote more than it may.
    Flood,
}

impl Ending {
    /// Returns whether it was killed because it tried something [forbidden](crate::Forbidden).
    pub fn is_forbidden_call(self) -> bool {
        self == Ending::Signalled(libc::SIGSYS)
    }

    /// Returns whether it exited by itself with status 0.
    pub fn is_success(self) -> bool {
        self == Ending::Exited(0)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Ending::Exited(status) => write!(f, "exited with status {status}"),
            Ending::Signalled(signal) => match signal_in_words(signal) {
                Some(words) => write!(f, "killed by signal {signal} ({words})"),
                None => write!(f, "killed by signal {signal}"),
            },
            Ending::CpuTime => f.write_str("used up its processor time"),
            Ending::WallClock => f.write_str("took too long"),
            Ending::Idle => f.write_str("did nothing for too long"),
            Ending::Memory => f.write_str("ran out of memory"),
            Ending::Flood => f.write_str("wrote too much output"),
        }
    }
}

fn signal_in_words(signal: i32) -> Option<&'static str> {
    Some(match signal {
        libc::SIGHUP => "hangup",
        libc::SIGINT => "interrupt",
        libc::SIGQUIT => "quit",
        libc::SIGILL => "illegal instruction",
        libc::SIGTRAP => "trap",
        libc::SIGABRT => "aborted",
        libc::SIGBUS => "bus error",
        libc::SIGFPE => "arithmetic error",
        libc::SIGKILL => "killed",
        libc::SIGUSR1 => "user signal 1",
        libc::SIGSEGV => "segmentation fault",
        libc::SIGUSR2 => "user signal 2",
        libc::SIGPIPE => "broken pipe",
        libc::SIGALRM => "alarm clock",
        libc::SIGTERM => "terminated",
        libc::SIGXCPU => "processor time limit",
        libc::SIGXFSZ => "file size limit",
        libc::SIGSYS => "bad system call",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_reads_as_plain_words() {
        assert_eq!(Ending::Signalled(11).to_string(), "killed by signal 11 (segmentation fault)");
        assert_eq!(Ending::Signalled(40).to_string(), "killed by signal 40");
        assert_eq!(Ending::Exited(3).to_string(), "exited with status 3");
    }
}
