//! A started program as the referee sees it: its pipes, its clocks, and how to stop it.

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
use crate::scratch::Scratch;
use crate::status::{FREEZE, ORDER_SIGNAL, Status, THAW, classify};
use crate::sys;
use crate::wire::{self, Reply};

pub(crate) struct Running {
    input: Option<File>,
    output: Option<File>,
    errors: Option<File>,
    /// The helper, the keeper and the program report their steps here.
    status: OwnedFd,
    /// The process that waits for the program, once the helper has made it.
    keeper: Option<OwnedFd>,
    /// Whether everything ends with the keeper.
    contained: bool,
    pub(crate) limits: Limits,
    started: Instant,
    /// The scratch folder, if it has a limit, and when it was last checked.
    pub(crate) scratch: Option<Scratch>,
    /// The start of the current idle period, and the processor time used until then.
    idle: Option<(Instant, Duration)>,
    /// The program's process, once it is known.
    pid: Option<Pid>,
    /// Bytes not yet written to the program's input.
    pending: Vec<u8>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    started_up: bool,
    failed: Option<NotStarted>,
    ended: Option<Ended>,
    gone: bool,
}

/// Why it ended, and what it had used.
#[derive(Clone, Copy)]
struct Ended {
    ending: Ending,
    usage: Usage,
}

/// Why it never ran.
#[derive(Debug)]
pub(crate) enum NotStarted {
    HelperDied,
    HelperConfused,
    Refused(String),
    Failed { step: String, errno: i32 },
}

/// The events to wait for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum WaitFor {
    /// Output, errors and the end. The steps of its start would only wake the referee.
    News,
    /// Also each step of its start.
    Start,
}

/// The largest read at a time.
const READ_SIZE: usize = 16 << 10;
/// How long the kernel may take to remove a killed process.
const KILL_TIMEOUT: Duration = Duration::from_secs(10);

impl Running {
    pub(crate) fn new([input, output, errors]: [OwnedFd; 3], status: OwnedFd, limits: &Limits) -> Running {
        Running {
            input: Some(input.into()),
            output: Some(output.into()),
            errors: Some(errors.into()),
            status,
            keeper: None,
            contained: true,
            limits: limits.clone(),
            started: Instant::now(),
            scratch: None,
            idle: None,
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

    /// Returns why it never ran, if it did not.
    pub(crate) fn failed(&mut self) -> Option<NotStarted> {
        self.failed.take()
    }

    /// Treats the program as never started, because the helper sends nothing.
    pub(crate) fn mark_not_started(&mut self) {
        self.failed.get_or_insert(NotStarted::HelperDied);
    }

    /// Returns whether it is being executed.
    pub(crate) fn has_started(&self) -> bool {
        self.started_up
    }

    /// Returns how it ended, once nothing of it is left.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.ended.filter(|_| self.gone).map(|ended| ended.ending)
    }

    /// Returns what it has used until now, or until its end.
    pub(crate) fn usage(&mut self) -> Usage {
        match self.ended {
            Some(ended) => ended.usage,
            None => self.measure(),
        }
    }

    /// Returns how many bytes are not yet written to its input.
    pub(crate) fn unread(&self) -> usize {
        self.pending.len()
    }

    /// Writes to its input.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        if self.input.is_some() {
            self.pending.extend_from_slice(bytes);
            self.write();
        }
    }

    /// Closes its input, once everything is written.
    pub(crate) fn close_input_when_written(&mut self) {
        if self.pending.is_empty() {
            self.input = None;
        }
    }

    pub(crate) fn cpu(&mut self) -> Duration {
        if self.pid.is_none() {
            self.read_status();
        }
        let clock = self.pid.and_then(|pid| clock_getcpuclockid(pid).ok());
        clock.and_then(|clock| clock_gettime(clock).ok()).map_or(Duration::ZERO, Duration::from)
    }

    /// Returns how long it has waited for a processor that others used: the longest of its threads. Returns `None` if
    /// the program has ended and the keeper's report is still to come.
    pub(crate) fn cpu_wait(&self) -> Option<Duration> {
        let Some(pid) = self.pid else { return Some(Duration::ZERO) };
        let threads = std::fs::read_dir(format!("/proc/{pid}/task")).ok()?;
        let of_thread = |thread: std::fs::DirEntry| {
            let read = |name: &str| std::fs::read_to_string(thread.path().join(name)).ok();
            let stat = read("stat")?;
            // After the name, which may contain anything, in parentheses.
            let is_dead = stat[stat.rfind(')')? + 1..].trim_start().starts_with(['Z', 'X']);
            // Few kernels do not count it.
            let waited = || read("schedstat")?.split_whitespace().nth(1)?.parse().ok();
            if is_dead { None } else { Some(waited().unwrap_or(0)) }
        };
        threads.flatten().filter_map(of_thread).max().map(Duration::from_nanos)
    }

    /// Returns the memory in use now, by the program and all it has started.
    pub(crate) fn resident(&mut self) -> u64 {
        if self.pid.is_none() {
            self.read_status();
        }
        let Some(pid) = self.pid else { return 0 };
        let resident = |pid: Pid| memory(pid, "VmRSS:").unwrap_or(0);
        if self.limits.processes <= 1 {
            return resident(pid);
        }
        // A process without its parent becomes a child of the keeper.
        let keeper = field(pid, "PPid:").and_then(|text| text.parse().ok()).map(Pid::from_raw);
        let mut family = vec![keeper.unwrap_or(pid)];
        let mut next = 0;
        while let Some(&parent) = family.get(next) {
            family.extend(children(parent));
            next += 1;
        }
        family.into_iter().map(resident).sum()
    }

    /// Returns how long it has been idle, as far as the checks can tell.
    pub(crate) fn idle(&mut self) -> Duration {
        let cpu = self.cpu();
        let is_asleep = self.pid.is_some_and(is_asleep);
        match self.idle {
            // Some language runtimes wake up now and then to look for work.
            Some((since, used)) if is_asleep && cpu.saturating_sub(used) <= since.elapsed() / 50 => since.elapsed(),
            _ => {
                self.idle = is_asleep.then(|| (Instant::now(), cpu));
                Duration::ZERO
            }
        }
    }

    /// Returns whether its scratch folder holds more than this. Most calls only repeat the last check.
    pub(crate) fn is_scratch_over(&mut self, most: u64) -> bool {
        self.scratch.as_mut().is_some_and(|scratch| scratch.is_over(most))
    }

    /// Stops it and all that it has started, until [`thaw`](Self::thaw).
    pub(crate) fn freeze(&mut self) {
        self.send_order(FREEZE, Signal::SIGSTOP);
    }

    pub(crate) fn thaw(&mut self) {
        self.send_order(THAW, Signal::SIGCONT);
    }

    /// Sends an order to the keeper if that contains the program; otherwise a signal to the program, a single process.
    fn send_order(&mut self, to_keeper: u8, to_program: Signal) {
        match (&self.keeper, self.pid) {
            _ if self.gone => {}
            (Some(keeper), _) if self.contained => {
                // Written before the signal: signals may arrive in another order, or merged.
                let _may_be_gone = wire::send(self.status.as_fd(), &[to_keeper], &[]);
                sys::send(keeper.as_fd(), ORDER_SIGNAL);
            }
            (_, Some(pid)) => drop(killpg(pid, to_program)),
            _ => {}
        }
    }

    fn measure(&mut self) -> Usage {
        let cpu = self.cpu();
        Usage { cpu, wall: self.started.elapsed(), memory: self.pid.and_then(|pid| memory(pid, "VmHWM:")).unwrap_or(0) }
    }

    /// Waits until something happens, at most for `patience`, and handles it.
    pub(crate) fn wait(&mut self, what: WaitFor, patience: Duration) {
        let room = |buffer: &Vec<u8>| buffer.len() <= self.limits.output;
        let mut fds = Vec::with_capacity(5);
        fds.extend(self.keeper.as_ref().map(|keeper| PollFd::new(keeper.as_fd(), PollFlags::POLLIN)));
        if self.keeper.is_none() || what == WaitFor::Start {
            // Without a flag, poll returns only when the other side has closed its end.
            let flags = if what == WaitFor::Start { PollFlags::POLLIN } else { PollFlags::empty() };
            fds.push(PollFd::new(self.status.as_fd(), flags));
        }
        // A full buffer is not read further, or a flood would keep the referee busy.
        let streams = [
            (self.output.as_ref().filter(|_| room(&self.stdout)), PollFlags::POLLIN),
            (self.errors.as_ref().filter(|_| room(&self.stderr)), PollFlags::POLLIN),
            (self.input.as_ref().filter(|_| !self.pending.is_empty()), PollFlags::POLLOUT),
        ];
        fds.extend(streams.iter().filter_map(|(file, flags)| Some(PollFd::new(file.as_ref()?.as_fd(), *flags))));
        // Rounded up to the next millisecond: waking early would mean waking again.
        let patience =
            PollTimeout::try_from(patience.saturating_add(Duration::from_micros(999))).unwrap_or(PollTimeout::MAX);
        if poll(&mut fds, patience).is_err() {
            return;
        }
        let keeper_ended = self.keeper.is_some() && fds[0].any().unwrap_or(false);
        drop(fds);
        if self.keeper.is_none() || self.pid.is_none() || what == WaitFor::Start {
            self.read_status();
        }
        self.write();
        self.read();
        if keeper_ended {
            self.finish_keeper();
        }
    }

    /// Stops the program for this reason, and waits until nothing of it is left.
    pub(crate) fn stop(&mut self, ending: Ending) {
        if self.ended.is_none() {
            self.ended = Some(Ended { ending, usage: self.measure() });
        } else if let Some(ended) = &mut self.ended
            && ending == Ending::Flood
        {
            ended.ending = ending;
        }
        // On a busy machine the helper may not have started the keeper yet.
        let asked = Instant::now();
        while self.keeper.is_none() && !self.gone && asked.elapsed() < KILL_TIMEOUT {
            self.wait(WaitFor::Start, KILL_TIMEOUT);
        }
        match (&self.keeper, self.pid) {
            _ if self.gone => {}
            (None, _) => self.failed = Some(NotStarted::HelperDied),
            // The keeper lives on to reap the program; only then is the program known to be dead.
            (Some(keeper), Some(pid)) if !self.contained => {
                let _none_left = killpg(pid, Signal::SIGKILL);
                if !wait_for_end(keeper) {
                    sys::kill(keeper.as_fd());
                }
            }
            (Some(keeper), _) => {
                sys::kill(keeper.as_fd());
                wait_for_end(keeper);
            }
        }
        self.gone = true;
        self.input = None;
        self.read();
    }

    /// Reads the reports of its start and its end.
    fn read_status(&mut self) {
        let mut buffer = [0; 4096];
        while let Ok(mut packet) = wire::receive(self.status.as_fd(), &mut buffer, MsgFlags::MSG_DONTWAIT) {
            let bytes = &buffer[..packet.length];
            match (Status::decode(bytes), Reply::decode(bytes)) {
                (Some(status), _) => self.handle_status(status, packet.sender),
                (None, Some(Reply::Started { contained })) => {
                    (self.keeper, self.contained) = (packet.fds.pop(), contained);
                }
                (None, Some(Reply::Refused(reason))) => self.failed = Some(NotStarted::Refused(reason)),
                (None, Some(Reply::Failed { step, errno })) => self.failed = Some(NotStarted::Failed { step, errno }),
                (None, Some(Reply::Ready)) => self.failed = Some(NotStarted::HelperConfused),
                (None, None) => {
                    if self.keeper.is_none() {
                        // The socket is closed on the other side, and no program was started.
                        self.failed.get_or_insert(NotStarted::HelperDied);
                        self.mark_gone();
                    }
                    return;
                }
            }
        }
    }

    fn handle_status(&mut self, status: Status, sender: Option<i32>) {
        match status {
            Status::Starting => self.pid = sender.map(Pid::from_raw),
            Status::Started => self.started_up = self.failed.is_none(),
            Status::Failed(step, errno) => self.failed = Some(NotStarted::Failed { step: step.to_string(), errno }),
            Status::Ended { wait, cpu, memory } => {
                let cpu = Duration::from_micros(cpu);
                // With a limit on resident memory, the program is stopped at it; a failure below it has other reasons.
                let most = self.limits.memory.min(self.limits.resident.saturating_mul(2));
                let ending = classify(wait, cpu, memory, self.limits.cpu, most);
                let usage = Usage { cpu, wall: self.started.elapsed(), memory };
                self.ended.get_or_insert(Ended { ending, usage });
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
                // The program does not want to read more, which is allowed.
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

    /// Handles the end of the keeper and of all that the program started: the pipes hold the last output.
    fn finish_keeper(&mut self) {
        self.read_status();
        self.read();
        self.mark_gone();
    }

    fn mark_gone(&mut self) {
        self.gone = true;
        // Without a report of the end, the keeper or the helper was killed.
        let usage = Usage { wall: self.started.elapsed(), ..Usage::default() };
        self.ended.get_or_insert(Ended { ending: Ending::Signalled(libc::SIGKILL), usage });
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.gone {
            self.stop(Ending::Signalled(libc::SIGKILL));
        }
    }
}

/// Waits for the keeper to end. Returns false after the timeout.
fn wait_for_end(keeper: &OwnedFd) -> bool {
    let deadline = Instant::now() + KILL_TIMEOUT;
    loop {
        let left = PollTimeout::try_from(deadline.saturating_duration_since(Instant::now()));
        match poll(&mut [PollFd::new(keeper.as_fd(), PollFlags::POLLIN)], left.unwrap_or(PollTimeout::MAX)) {
            Err(nix::Error::EINTR) => {}
            ended => return ended.is_ok_and(|events| events > 0),
        }
    }
}

/// Reads what is available, until the buffer holds one byte more than it may.
fn drain(from: &mut Option<File>, buffer: &mut Vec<u8>, most: usize) {
    let Some(file) = from else { return };
    while buffer.len() <= most {
        let start = buffer.len();
        buffer.resize((start + READ_SIZE).min(most + 1), 0);
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

/// Returns whether all threads of a process sleep. Waiting for a disk does not count as sleep.
fn is_asleep(pid: Pid) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let mut stats = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("stat")).ok());
    // After the name, which may contain anything, in parentheses.
    stats.all(|stat| stat.rfind(')').is_some_and(|end| stat[end + 1..].trim_start().starts_with('S')))
}

/// Returns a memory field of `/proc/PID/status` in bytes, while the process lives.
fn memory(pid: Pid, title: &str) -> Option<u64> {
    field(pid, title)?.strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}

/// Returns a field of `/proc/PID/status`, while the process lives.
fn field(pid: Pid, title: &str) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix(title)).map(|text| text.trim().to_owned())
}

fn children(pid: Pid) -> Vec<Pid> {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let texts = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let pids = texts.flat_map(|text| text.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<i32>>());
    pids.map(Pid::from_raw).collect()
}
