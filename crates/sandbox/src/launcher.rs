//! The referee's handle of the helper process.

use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::signal::{Signal, kill};
use nix::sys::socket::sockopt::{PassCred, ReceiveTimeout};
use nix::sys::socket::{AddressFamily, MsgFlags, SockFlag, SockType, setsockopt, socketpair};
use nix::sys::time::TimeVal;
use nix::unistd::{Pid, pipe2};

use crate::clock::Clock;
use crate::command::{Command, HelperCommand, Policy};
use crate::ending::Ending;
use crate::error::Error;
use crate::limits::{Limits, Usage};
use crate::running::{NotStarted, Running, WaitFor};
use crate::scratch::Scratch;
use crate::session::Session;
use crate::wire::{self, Reply, Request};

/// The handle of a helper process, which starts programs: forking a referee with a large memory takes longer than most
/// programs compute. Use one per thread.
#[derive(Debug)]
pub struct Launcher {
    helper: Arc<Helper>,
}

/// The helper process. It lives as long as its launcher or a session, because its programs end with it.
#[derive(Debug)]
pub(crate) struct Helper {
    process: Child,
    socket: OwnedFd,
}

/// A program that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// Its standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// Why it stopped.
    pub ending: Ending,
    /// Its resource usage.
    pub usage: Usage,
}

/// A helper that sends nothing for this many seconds counts as dead.
const HELPER_TIMEOUT: i64 = 60;

impl Launcher {
    /// Starts the helper process, which probes what this machine offers.
    ///
    /// # Errors
    /// If the helper does not start, or this machine lacks a protection that the policy requires.
    pub fn start(helper: &HelperCommand, policy: Policy) -> Result<Launcher, Error> {
        let (ours, theirs) = socketpair(AddressFamily::Unix, SockType::SeqPacket, None, SockFlag::SOCK_CLOEXEC)
            .map_err(Error::system("make a pair of sockets"))?;
        setsockopt(&ours, ReceiveTimeout, &TimeVal::new(HELPER_TIMEOUT, 0))
            .map_err(Error::system("set a socket's timeout"))?;
        let child = std::process::Command::new(&helper.path)
            .args(&helper.args)
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .spawn()
            .map_err(|source| Error::HelperStart { path: helper.path.clone(), source })?;
        let helper = Helper { process: child, socket: ours };
        match helper.handshake(policy)? {
            Reply::Ready => Ok(Launcher { helper: Arc::new(helper) }),
            Reply::Refused(reason) => Err(Error::Refused(reason)),
            _ => Err(Error::HelperConfused),
        }
    }

    /// Runs a program to its end: one input, one output.
    ///
    /// # Errors
    /// If it could not be started. How a started program ended is in [`Finished::ending`].
    pub fn run(&mut self, command: &Command, input: &[u8], limits: &Limits) -> Result<Finished, Error> {
        // More than the limit: the kernel steps in only if the referee fails to.
        let mut running = self.launch(command, limits, limits.cpu.as_secs().saturating_add(2), input)?;
        let clock = Clock::for_run(limits);
        let ending = loop {
            running.close_input_when_written();
            if running.stdout.len() > limits.output || running.stderr.len() > limits.output {
                running.stop(Ending::Flood);
            }
            if let Some(ending) = running.ending() {
                break ending;
            }
            match clock.next_check(&mut running) {
                Ok(patience) => running.wait(WaitFor::News, patience),
                Err(limit) => running.stop(limit),
            }
        };
        self.check_start(&mut running, command)?;
        let mut finished = Finished {
            stdout: std::mem::take(&mut running.stdout),
            stderr: std::mem::take(&mut running.stderr),
            ending,
            usage: running.usage(),
        };
        finished.stdout.truncate(limits.output);
        finished.stderr.truncate(limits.output);
        Ok(finished)
    }

    /// Starts a long-lived program. Of the limits, `memory` and `processes` apply from the start, and `output` to its
    /// standard error; the others are given with each question. The program runs until its first question. After each
    /// answer it is stopped until the next question, so that it cannot think or use the processor while others are
    /// asked.
    ///
    /// # Errors
    /// If it could not be started.
    pub fn open(&mut self, command: &Command, limits: &Limits) -> Result<Session, Error> {
        let mut running = self.launch(command, limits, 0, b"")?;
        // A program that cannot be executed is an error of `open`, not of the first question.
        let asked = Instant::now();
        while !running.has_started() && running.ending().is_none() {
            if asked.elapsed() > Duration::from_secs(HELPER_TIMEOUT as u64) {
                running.mark_not_started();
                break;
            }
            running.wait(WaitFor::Start, Duration::from_secs(1));
        }
        self.check_start(&mut running, command)?;
        Ok(Session::new(running, Arc::clone(&self.helper)))
    }

    /// Returns the helper's process ID.
    pub fn helper_id(&self) -> u32 {
        self.helper.process.id()
    }

    fn launch(&mut self, command: &Command, limits: &Limits, cpu_seconds: u64, input: &[u8]) -> Result<Running, Error> {
        let step = "finding it".to_owned();
        let request = Request::new(command, limits, cpu_seconds).map_err(|source| Error::Start {
            program: command.program.clone(),
            step,
            source,
        })?;
        let pipe = || pipe2(OFlag::O_CLOEXEC).map_err(Error::system("make a pipe"));
        let ((their_input, our_input), (output, their_output), (errors, their_errors)) = (pipe()?, pipe()?, pipe()?);
        let (status, their_status) = socketpair(AddressFamily::Unix, SockType::SeqPacket, None, SockFlag::SOCK_CLOEXEC)
            .map_err(Error::system("make a pair of sockets"))?;
        setsockopt(&status, PassCred, &true).map_err(Error::system("ask for credentials"))?;
        for ours in [&our_input, &output, &errors] {
            fcntl(ours, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).map_err(Error::system("set up a pipe"))?;
        }
        let packet = request.encode();
        if packet.len() > wire::LONGEST {
            return Err(not_started(command, "its arguments are too long".into(), libc::E2BIG));
        }
        let theirs = [&their_input, &their_output, &their_errors, &their_status].map(AsRawFd::as_raw_fd);
        let mut running = Running::new([our_input, output, errors], status, limits);
        running.scratch = command.scratch.as_deref().map(Scratch::new);
        // As much as fits into the pipe is written before the program starts.
        running.feed(input);
        let sent = wire::send(self.helper.socket.as_fd(), &packet, &theirs);
        // While we hold these ends, we would not notice that the others have closed theirs.
        drop((their_input, their_output, their_errors, their_status));
        sent.map_err(|_| Error::HelperDied)?;
        Ok(running)
    }

    fn check_start(&mut self, running: &mut Running, command: &Command) -> Result<(), Error> {
        Err(match running.failed() {
            None => return Ok(()),
            Some(NotStarted::Failed { step, errno }) => not_started(command, step, errno),
            Some(NotStarted::Refused(reason)) => Error::Refused(reason),
            Some(NotStarted::HelperConfused) => Error::HelperConfused,
            Some(NotStarted::HelperDied) => {
                // A live but silent helper must not start the program after we have given up on it.
                let _already_dead = kill(Pid::from_raw(self.helper_id() as i32), Signal::SIGKILL);
                Error::HelperDied
            }
        })
    }
}

impl Helper {
    fn handshake(&self, policy: Policy) -> Result<Reply, Error> {
        let died = |_| Error::HelperDied;
        wire::send(self.socket.as_fd(), &wire::greeting(policy), &[]).map_err(died)?;
        let mut buffer = [0; 4096];
        let packet = wire::receive(self.socket.as_fd(), &mut buffer, MsgFlags::empty()).map_err(died)?;
        if packet.length == 0 {
            return Err(Error::HelperDied);
        }
        Reply::decode(&buffer[..packet.length]).ok_or(Error::HelperConfused)
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        // It has no programs left.
        let _already_dead = self.process.kill();
        let _already_gone = self.process.wait();
    }
}

fn not_started(command: &Command, step: String, errno: i32) -> Error {
    let source = std::io::Error::from_raw_os_error(errno);
    Error::Start { program: command.program.clone(), step, source }
}
