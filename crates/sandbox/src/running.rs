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
use crate::scratch::Scratch;
use crate::status::{FREEZE, LISTEN, Status, THAW, judge};
use crate::sys;
use crate::wire::{self, Reply};

/// A started program.
pub(crate) struct Running {
    input: Option<File>,
    output: Option<File>,
    errors: Option<File>,
    /// Where the helper, the keeper and the program tell of their steps.
    status: OwnedFd,
    /// The process that waits for the program, once the helper has made it.
    keeper: Option<OwnedFd>,
    /// When the keeper goes, does all go?
    contained: bool,
    pub(crate) limits: Limits,
    started: Instant,
    /// The folder it may write to, where that is looked at, and when it was last.
    pub(crate) scratch: Option<Scratch>,
    /// Since when it has done nothing, and what it had used of the processor then.
    idle: Option<(Instant, Duration)>,
    /// The program's process, once it has told us.
    pid: Option<Pid>,
    /// Bytes that still wait to be read by the program.
    pending: Vec<u8>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    started_up: bool,
    failed: Option<NotStarted>,
    ended: Option<Ended>,
    gone: bool,
}

/// How it ended, and what it had used until then.
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

/// What there is to wait for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum For {
    /// Output, errors and the end: the steps of its start would only wake us.
    News,
    /// Each step of its start too.
    Start,
}

/// The most that is read at a time.
const GULP: usize = 16 << 10;
/// How long the kernel may take to bury a killed process.
const BURIAL: Duration = Duration::from_secs(10);

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

    /// Why it never ran, if it did not.
    pub(crate) fn failed(&mut self) -> Option<NotStarted> {
        self.failed.take()
    }

    /// It is taken for never started, because nobody says anything.
    pub(crate) fn give_up(&mut self) {
        self.failed.get_or_insert(NotStarted::HelperDied);
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
    pub(crate) fn usage(&mut self) -> Usage {
        match self.ended {
            Some(ended) => ended.usage,
            None => self.measure(),
        }
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
    pub(crate) fn cpu(&mut self) -> Duration {
        if self.pid.is_none() {
            self.listen();
        }
        let clock = self.pid.and_then(|pid| clock_getcpuclockid(pid).ok());
        clock.and_then(|clock| clock_gettime(clock).ok()).map_or(Duration::ZERO, Duration::from)
    }

    /// How long it has waited until now for a processor that others used: the longest of its threads. None if it has
    /// ended and its keeper, who is to tell us, waits for a processor itself.
    pub(crate) fn waited(&self) -> Option<Duration> {
        let Some(pid) = self.pid else { return Some(Duration::ZERO) };
        let threads = std::fs::read_dir(format!("/proc/{pid}/task")).ok()?;
        let of_thread = |thread: std::fs::DirEntry| {
            let read = |name: &str| std::fs::read_to_string(thread.path().join(name)).ok();
            let stat = read("stat")?;
            // After the name, which may hold anything, in parentheses.
            let is_dead = stat[stat.rfind(')')? + 1..].trim_start().starts_with(['Z', 'X']);
            // Few kernels do not count it.
            let waited = || read("schedstat")?.split_whitespace().nth(1)?.parse().ok();
            if is_dead { None } else { Some(waited().unwrap_or(0)) }
        };
        threads.flatten().filter_map(of_thread).max().map(Duration::from_nanos)
    }

    /// Memory in use now, by all that it has started.
    pub(crate) fn resident(&mut self) -> u64 {
        if self.pid.is_none() {
            self.listen();
        }
        let Some(pid) = self.pid else { return 0 };
        let resident = |pid: Pid| memory(pid, "VmRSS:").unwrap_or(0);
        if self.limits.processes <= 1 {
            return resident(pid);
        }
        // Whoever has lost its parent is the keeper's child.
        let keeper = field(pid, "PPid:").and_then(|text| text.parse().ok()).map(Pid::from_raw);
        let mut family = vec![keeper.unwrap_or(pid)];
        let mut next = 0;
        while let Some(&parent) = family.get(next) {
            family.extend(children(parent));
            next += 1;
        }
        family.into_iter().map(resident).sum()
    }

    /// For how long it has done nothing now, as far as one has looked.
    pub(crate) fn idle(&mut self) -> Duration {
        let cpu = self.cpu();
        let is_asleep = self.pid.is_some_and(is_asleep);
        match self.idle {
            // Some languages wake up now and then to look whether there is something to be done.
            Some((since, used)) if is_asleep && cpu.saturating_sub(used) <= since.elapsed() / 50 => since.elapsed(),
            _ => {
                self.idle = is_asleep.then(|| (Instant::now(), cpu));
                Duration::ZERO
            }
        }
    }

    /// Has it put more into its scratch folder than this? Looked at now and then.
    pub(crate) fn has_filled_its_scratch(&mut self, most: u64) -> bool {
        self.scratch.as_mut().is_some_and(|scratch| scratch.is_over(most))
    }

    /// Stops it and all that it has started, until it is let go on.
    pub(crate) fn freeze(&mut self) {
        self.order(FREEZE, Signal::SIGSTOP);
    }

    /// Lets it go on.
    pub(crate) fn thaw(&mut self) {
        self.order(THAW, Signal::SIGCONT);
    }

    /// Where its keeper keeps all of it the keeper is told; else it is a single process.
    fn order(&mut self, to_keeper: u8, to_program: Signal) {
        match (&self.keeper, self.pid) {
            _ if self.gone => {}
            (Some(keeper), _) if self.contained => {
                // Written before the signal: signals may come in another order than they were sent, or as one.
                let _may_be_gone = wire::send(self.status.as_fd(), &[to_keeper], &[]);
                sys::send(keeper.as_fd(), LISTEN);
            }
            (_, Some(pid)) => drop(killpg(pid, to_program)),
            _ => {}
        }
    }

    fn measure(&mut self) -> Usage {
        let cpu = self.cpu();
        Usage { cpu, wall: self.started.elapsed(), memory: self.pid.and_then(|pid| memory(pid, "VmHWM:")).unwrap_or(0) }
    }

    /// Waits until something happens, at most for `patience`, and sees to it.
    pub(crate) fn wait(&mut self, what: For, patience: Duration) {
        let room = |buffer: &Vec<u8>| buffer.len() <= self.limits.output;
        let mut fds = Vec::with_capacity(5);
        fds.extend(self.keeper.as_ref().map(|keeper| PollFd::new(keeper.as_fd(), PollFlags::POLLIN)));
        if self.keeper.is_none() || what == For::Start {
            // Without a flag we are woken only when nobody is left on the other side.
            let flags = if what == For::Start { PollFlags::POLLIN } else { PollFlags::empty() };
            fds.push(PollFd::new(self.status.as_fd(), flags));
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
        let keeper_ended = self.keeper.is_some() && fds[0].any().unwrap_or(false);
        drop(fds);
        if self.keeper.is_none() || self.pid.is_none() || what == For::Start {
            self.listen();
        }
        self.write();
        self.read();
        if keeper_ended {
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
        // On a busy machine the helper may not have come to it yet.
        let asked = Instant::now();
        while self.keeper.is_none() && !self.gone && asked.elapsed() < BURIAL {
            self.wait(For::Start, BURIAL);
        }
        match (&self.keeper, self.pid) {
            _ if self.gone => {}
            (None, _) => self.failed = Some(NotStarted::HelperDied),
            // The keeper lives on to bury the program; only then do we know that it is dead.
            (Some(keeper), Some(pid)) if !self.contained => {
                let _none_left = killpg(pid, Signal::SIGKILL);
                if !ends(keeper) {
                    sys::kill(keeper.as_fd());
                }
            }
            (Some(keeper), _) => {
                sys::kill(keeper.as_fd());
                ends(keeper);
            }
        }
        self.gone = true;
        self.input = None;
        self.read();
    }

    /// Reads what is said of its start and its end.
    fn listen(&mut self) {
        let mut buffer = [0; 4096];
        while let Ok(mut packet) = wire::receive(self.status.as_fd(), &mut buffer, MsgFlags::MSG_DONTWAIT) {
            let bytes = &buffer[..packet.length];
            match (Status::decode(bytes), Reply::decode(bytes)) {
                (Some(status), _) => self.hear(status, packet.sender),
                (None, Some(Reply::Started { contained })) => {
                    (self.keeper, self.contained) = (packet.fds.pop(), contained);
                }
                (None, Some(Reply::Refused(reason))) => self.failed = Some(NotStarted::Refused(reason)),
                (None, Some(Reply::Failed { step, errno })) => self.failed = Some(NotStarted::Failed { step, errno }),
                (None, Some(Reply::Ready)) => self.failed = Some(NotStarted::HelperConfused),
                (None, None) => {
                    if self.keeper.is_none() {
                        // Everybody has let go of the socket, and nobody was started.
                        self.failed.get_or_insert(NotStarted::HelperDied);
                        self.lay_to_rest();
                    }
                    return;
                }
            }
        }
    }

    fn hear(&mut self, status: Status, sender: Option<i32>) {
        match status {
            Status::Starting => self.pid = sender.map(Pid::from_raw),
            Status::Started => self.started_up = self.failed.is_none(),
            Status::Failed(step, errno) => self.failed = Some(NotStarted::Failed { step: step.to_string(), errno }),
            Status::Ended { wait, cpu, memory } => {
                let cpu = Duration::from_micros(cpu);
                // Who has a limit on what it uses is stopped there, and fails for other reasons before.
                let most = self.limits.memory.min(self.limits.resident.saturating_mul(2));
                let ending = judge(wait, cpu, memory, self.limits.cpu, most);
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
        self.lay_to_rest();
    }

    fn lay_to_rest(&mut self) {
        self.gone = true;
        // If nobody told us how it ended, somebody killed the keeper, or the helper whose child it is.
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

/// Does the keeper end before long?
fn ends(keeper: &OwnedFd) -> bool {
    let deadline = Instant::now() + BURIAL;
    loop {
        let left = PollTimeout::try_from(deadline.saturating_duration_since(Instant::now()));
        match poll(&mut [PollFd::new(keeper.as_fd(), PollFlags::POLLIN)], left.unwrap_or(PollTimeout::MAX)) {
            Err(nix::Error::EINTR) => {}
            ended => return ended.is_ok_and(|events| events > 0),
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

/// Do all threads of a process sleep until something happens? Waiting for a disk is not that.
fn is_asleep(pid: Pid) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let mut stats = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("stat")).ok());
    // After the name, which may hold anything, in parentheses.
    stats.all(|stat| stat.rfind(')').is_some_and(|end| stat[end + 1..].trim_start().starts_with('S')))
}

/// What the kernel says of a process's memory under this title, as long as it lives.
fn memory(pid: Pid, title: &str) -> Option<u64> {
    field(pid, title)?.strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}

/// What the kernel says of a process under this title, as long as it lives.
fn field(pid: Pid, title: &str) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix(title)).map(|text| text.trim().to_owned())
}

/// The processes that a process has started and that are still there.
fn children(pid: Pid) -> Vec<Pid> {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let texts = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let pids = texts.flat_map(|text| text.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<i32>>());
    pids.map(Pid::from_raw).collect()
}
