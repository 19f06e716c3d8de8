//! The packets on a program's status socket: reports of its start and end, and orders to its keeper.

use std::fmt;
use std::time::Duration;

use crate::ending::Ending;

/// A step before the program's first instruction that can fail. A number: the reporter may only make system calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Step {
    Descriptors,
    Limits,
    User,
    Files,
    Calls,
    Fork,
    Execute,
}

impl Step {
    const ALL: [Step; 7] =
        [Step::Descriptors, Step::Limits, Step::User, Step::Files, Step::Calls, Step::Fork, Step::Execute];
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Descriptors => "arranging its descriptors",
            Step::Limits => "setting its limits",
            Step::User => "giving it a user of its own",
            Step::Files => "hiding the file system from it",
            Step::Calls => "restricting its system calls",
            Step::Fork => "making its process",
            Step::Execute => "executing it",
        })
    }
}

/// A packet on the status socket. All have the same size, so that no heap is needed to build them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The program is about to be executed; the packet's sender is its process.
    Starting,
    /// It is being executed.
    Started,
    /// It could not be executed.
    Failed(Step, i32),
    /// It has ended: the status as `wait` gives it, microseconds of processor time, peak memory in bytes.
    Ended { wait: i32, cpu: u64, memory: u64 },
}

/// The signal that tells a keeper to read its orders.
pub(crate) const ORDER_SIGNAL: libc::c_int = libc::SIGUSR1;
/// The order to stop the program.
pub(crate) const FREEZE: u8 = b'f';
/// The order to continue it.
pub(crate) const THAW: u8 = b't';

pub(crate) const SIZE: usize = 22;

impl Status {
    pub(crate) fn encode(self) -> [u8; SIZE] {
        let mut out = [0; SIZE];
        let (kind, step, number, cpu, memory) = match self {
            Status::Starting => (b'<', 0, 0, 0, 0),
            Status::Started => (b'>', 0, 0, 0, 0),
            Status::Failed(step, errno) => (b'!', step as u8, errno, 0, 0),
            Status::Ended { wait, cpu, memory } => (b'.', 0, wait, cpu, memory),
        };
        out[0] = kind;
        out[1] = step;
        out[2..6].copy_from_slice(&number.to_le_bytes());
        out[6..14].copy_from_slice(&cpu.to_le_bytes());
        out[14..].copy_from_slice(&memory.to_le_bytes());
        out
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Status> {
        let bytes: &[u8; SIZE] = bytes.try_into().ok()?;
        let number = i32::from_le_bytes(bytes[2..6].try_into().ok()?);
        match bytes[0] {
            b'<' => Some(Status::Starting),
            b'!' => Some(Status::Failed(*Step::ALL.get(usize::from(bytes[1]))?, number)),
            b'.' => Some(Status::Ended {
                wait: number,
                cpu: u64::from_le_bytes(bytes[6..14].try_into().ok()?),
                memory: u64::from_le_bytes(bytes[14..].try_into().ok()?),
            }),
            b'>' => Some(Status::Started),
            _ => None,
        }
    }
}

/// Returns why the program stopped, from its `wait` status and its usage.
pub(crate) fn classify(wait: i32, cpu: Duration, memory: u64, cpu_limit: Duration, memory_limit: u64) -> Ending {
    let ending = if libc::WIFEXITED(wait) {
        Ending::Exited(libc::WEXITSTATUS(wait))
    } else {
        Ending::Signalled(libc::WTERMSIG(wait))
    };
    match ending {
        Ending::Exited(0) => ending,
        Ending::Signalled(libc::SIGXCPU) => Ending::CpuTime,
        Ending::Signalled(libc::SIGKILL) if cpu >= cpu_limit => Ending::CpuTime,
        // The kernel does not tell why an allocation failed. A program that fails with half its memory in use has
        // most likely asked for as much again: that is how tables grow.
        _ if memory >= memory_limit / 2 => Ending::Memory,
        _ => ending,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_round_trip() {
        for status in [
            Status::Starting,
            Status::Started,
            Status::Failed(Step::Execute, libc::ENOENT),
            Status::Ended { wait: 9, cpu: 1_234_567, memory: 5 << 32 },
        ] {
            assert_eq!(Status::decode(&status.encode()), Some(status));
        }
        assert_eq!(Status::decode(&[9; SIZE]), None);
    }

    #[test]
    fn every_step_is_found_by_its_number() {
        for (number, step) in Step::ALL.into_iter().enumerate() {
            assert_eq!(step as usize, number);
        }
    }

    #[test]
    fn a_crash_with_full_memory_is_for_want_of_memory() {
        let second = Duration::from_secs(1);
        let classify = |wait, memory| classify(wait, second / 2, memory, second, 100);
        assert_eq!(classify(libc::SIGSEGV, 90), Ending::Memory);
        assert_eq!(classify(libc::SIGSEGV, 10), Ending::Signalled(libc::SIGSEGV));
        assert_eq!(classify(1 << 8, 90), Ending::Memory);
        assert_eq!(classify(0, 90), Ending::Exited(0));
        assert_eq!(classify(libc::SIGXCPU, 0), Ending::CpuTime);
    }
}
