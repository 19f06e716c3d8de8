//! A started program as the referee sees it: its pipes, its clocks, and how it is stopped.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, killpg};
use nix::sys::socket::MsgFlags;
use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;

use crate::ending::Ending;
use crate::limits::{Limits, Usage};
use crate::status::{self, Status, Step, judge};
use crate::{sys, wire};

/// A started program.
pub(crate) struct Running {
    input: Option<File>,
    output: Option<File>,
    errors: Option<File>,
    status: OwnedFd,
    /// The process that waits for the program.
    keeper: OwnedFd,
    /// When the keeper goes, does all go?
    contained: bool,
    pub(crate) limits: Limits,
    started: Instant,
    /// The program's process, once it has told us.
    pid: Option<Pid>,
    /// Bytes that still wait to be read by the program.
    pending: Vec<u8>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    started_up: bool,
    failed: Option<(Step, i32)>,
    ended: Option<Ended>,
    gone: bool,
}

/// How it ended, and what it had used until then.
#[derive(Clone, Copy)]
struct Ended {
    ending: Ending,
    usage: Usage,
}

/// The most that is read at a time.
const GULP: usize = 16 << 10;
/// How long the kernel may take to bury a killed process.
const BURIAL: Duration = Duration::from_secs(10);

impl Running {
    pub(crate) fn new(
        [input, output, errors]: [OwnedFd; 3],
        status: OwnedFd,
        keeper: OwnedFd,
        contained: bool,
        limits: &Limits,
    ) -> Running {
        Running {
            input: Some(input.into()),
            output: Some(output.into()),
            errors: Some(errors.into()),
            status,
            keeper,
            contained,
            limits: limits.clone(),
            started: Instant::now(),
            pid: None,
            pending: Vec::new(),
            stdout: Vec::new(),
            stderr: Vec::new(),
            started_up: false,
            failed: None,
            ended: None,
            gone: false,
        }
    }

    /// Why it never ran, if it did not.
    pub(crate) fn failed(&self) -> Option<(Step, i32)> {
        self.failed
    }

    /// Is it being executed?
    pub(crate) fn has_started(&self) -> bool {
        self.started_up
    }

    /// How it ended, once nothing of it is left.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.ended.filter(|_| self.gone).map(|ended| ended.ending)
    }

    /// What it has used until now, or until its end.
    pub(crate) fn usage(&self) -> Usage {
        self.ended.map_or_else(|| self.measure(), |ended| ended.usage)
    }

    /// Bytes that the program has yet to read.
    pub(crate) fn unread(&self) -> usize {
        self.pending.len()
    }

    /// Gives the program something to read.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        if self.input.is_some() {
            self.pending.extend_from_slice(bytes);
            self.write();
        }
    }

    /// Closes its input, once all is written.
    pub(crate) fn close_input_when_written(&mut self) {
        if self.pending.is_empty() {
            self.input = None;
        }
    }

    /// Processor time used until now.
    pub(crate) fn cpu(&self) -> Duration {
        let clock = self.pid.and_then(|pid| clock_getcpuclockid(pid).ok());
        clock.and_then(|clock| clock_gettime(clock).ok()).map_or(Duration::ZERO, Duration::from)
    }

    fn measure(&self) -> Usage {
        let memory = self.pid.and_then(peak_memory).unwrap_or(0);
        Usage { cpu: self.cpu(), wall: self.started.elapsed(), memory }
    }

    /// Waits until something happens, at most for `patience`, and sees to it.
    pub(crate) fn wait(&mut self, patience: Duration) {
        let room = |buffer: &Vec<u8>| buffer.len() <= self.limits.output;
        let mut fds = vec![
            PollFd::new(self.keeper.as_fd(), PollFlags::POLLIN),
            PollFd::new(self.status.as_fd(), PollFlags::POLLIN),
        ];
        if self.ended.is_some() {
            fds.pop();
        }
        // A full buffer is not read on, or a flood would keep us busy.
        let streams = [
            (self.output.as_ref().filter(|_| room(&self.stdout)), PollFlags::POLLIN),
            (self.errors.as_ref().filter(|_| room(&self.stderr)), PollFlags::POLLIN),
            (self.input.as_ref().filter(|_| !self.pending.is_empty()), PollFlags::POLLOUT),
        ];
        fds.extend(streams.iter().filter_map(|(file, flags)| Some(PollFd::new(file.as_ref()?.as_fd(), *flags))));
        // Up to the next millisecond: waking early would mean waking again.
        let patience =
            PollTimeout::try_from(patience.saturating_add(Duration::from_micros(999))).unwrap_or(PollTimeout::MAX);
        if poll(&mut fds, patience).is_err() {
            return;
        }
        let buried = fds[0].any().unwrap_or(false);
        drop(fds);
        self.listen();
        self.write();
        self.read();
        if buried {
            self.bury();
        }
    }

    /// Stops the program, for the reason given, and waits until nothing of it is left.
    pub(crate) fn stop(&mut self, ending: Ending) {
        if self.ended.is_none() {
            self.ended = Some(Ended { ending, usage: self.measure() });
        } else if let Some(ended) = &mut self.ended
            && ending == Ending::Flood
        {
            ended.ending = ending;
        }
        if !self.contained
            && let Some(pid) = self.pid
        {
            // The keeper lives on to bury the program; only then do we know that it is dead.
            let _none_left = killpg(pid, Signal::SIGKILL);
            self.gone = self.keeper_ends(BURIAL);
        }
        if !self.gone {
            sys::kill(self.keeper.as_fd());
            self.keeper_ends(BURIAL);
            self.gone = true;
        }
        self.input = None;
        self.read();
    }

    /// Does the keeper end in this time?
    fn keeper_ends(&self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        loop {
            let left = PollTimeout::try_from(deadline.saturating_duration_since(Instant::now()));
            match poll(&mut [PollFd::new(self.keeper.as_fd(), PollFlags::POLLIN)], left.unwrap_or(PollTimeout::MAX)) {
                Err(nix::Error::EINTR) => {}
                ended => return ended.is_ok_and(|events| events > 0),
            }
        }
    }

    /// Reads what the program says of its start and its end.
    fn listen(&mut self) {
        let mut buffer = [0; status::SIZE];
        while let Ok(packet) = wire::receive(self.status.as_fd(), &mut buffer, MsgFlags::MSG_DONTWAIT) {
            match Status::decode(&buffer[..packet.length]) {
                Some(Status::Starting) => self.pid = packet.sender.map(Pid::from_raw),
                Some(Status::Started) => self.started_up = self.failed.is_none(),
                Some(Status::Failed(step, errno)) => self.failed = Some((step, errno)),
                Some(Status::Ended { wait, cpu, memory }) => {
                    let cpu = Duration::from_micros(cpu);
                    let ending = judge(wait, cpu, memory, self.limits.cpu, self.limits.memory);
                    let usage = Usage { cpu, wall: self.started.elapsed(), memory };
                    self.ended.get_or_insert(Ended { ending, usage });
                }
                None => break,
            }
        }
    }

    fn write(&mut self) {
        let Some(input) = &mut self.input else { return };
        while !self.pending.is_empty() {
            match input.write(&self.pending) {
                Ok(written) => drop(self.pending.drain(..written)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // It does not want to read any more, which is its good right.
                Err(_) => {
                    self.pending.clear();
                    self.input = None;
                    break;
                }
            }
        }
    }

    fn read(&mut self) {
        let most = self.limits.output;
        drain(&mut self.output, &mut self.stdout, most);
        drain(&mut self.errors, &mut self.stderr, most);
    }

    /// The keeper is gone, and so is all that the program started: what is in the pipes is all there will be.
    fn bury(&mut self) {
        self.listen();
        self.read();
        self.gone = true;
        if self.ended.is_none() {
            // Nobody told us how it ended: somebody killed the keeper, or the helper whose child it is.
            let ending = Ending::Signalled(libc::SIGKILL);
            self.ended = Some(Ended { ending, usage: Usage { wall: self.started.elapsed(), ..Usage::default() } });
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.gone {
            self.stop(Ending::Signalled(libc::SIGKILL));
        }
    }
}

/// Reads what is there, until the buffer holds a byte more than it may.
fn drain(from: &mut Option<File>, buffer: &mut Vec<u8>, most: usize) {
    let Some(file) = from else { return };
    while buffer.len() <= most {
        let start = buffer.len();
        buffer.resize((start + GULP).min(most + 1), 0);
        let read = file.read(&mut buffer[start..]);
        buffer.truncate(start + read.as_ref().copied().unwrap_or(0));
        match read {
            Ok(0) => {
                *from = None;
                return;
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// The most memory a process has had in use, as long as it lives.
fn peak_memory(pid: Pid) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}
