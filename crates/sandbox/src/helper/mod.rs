//! The helper process: small and single-threaded, so that it forks quickly.

mod bpf;
mod calls;
mod files;
pub(crate) mod plan;
mod prepare;
pub(crate) mod probe;
mod rootfs;
mod spawn;
mod steps;

use std::ops::Range;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::sys::signal::{SigHandler, SigSet, SigmaskHow, Signal, sigprocmask};
use nix::sys::socket::MsgFlags;
use nix::unistd::pipe2;

use self::plan::plan;
use self::prepare::{Invocation, Sandbox};
use self::probe::Features;
use self::spawn::Lifeline;
use crate::command::{Policy, Sees};
use crate::sys;
use crate::wire::{self, Reply, Request};

/// Runs the helper process, which a [`Launcher`](crate::Launcher) starts. It serves the socket that is its standard
/// input until that closes, and exits.
pub fn serve() -> ! {
    let status = match reset_inherited().and_then(|()| serve_requests(std::io::stdin().as_fd())) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("the helper process failed: {error}");
            1
        }
    };
    std::process::exit(status)
}

/// Resets what programs would inherit, once here instead of at every start.
fn reset_inherited() -> nix::Result<()> {
    sys::close_from(3)?;
    sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::empty()), None)?;
    for signal in Signal::iterator().filter(|signal| !matches!(signal, Signal::SIGKILL | Signal::SIGSTOP)) {
        // The helper does not wait for keepers: the kernel reaps them, and the referee watches their descriptors.
        let handler = if signal == Signal::SIGCHLD { SigHandler::SigIgn } else { SigHandler::SigDfl };
        sys::handle(signal, handler)?;
    }
    // On a busy machine the helper and the keepers would otherwise each wait for a full time slice, and a start would
    // take twice as long.
    sys::set_time_slice(sys::TimeSlice::Short);
    // Leave the terminal: Ctrl-C is meant for the referee, and the helper ends with the referee.
    let _already_leader = nix::unistd::setsid();
    nix::unistd::chdir("/")
}

fn serve_requests(socket: BorrowedFd<'_>) -> nix::Result<()> {
    let mut buffer = vec![0; wire::LONGEST];
    let packet = wire::receive(socket, &mut buffer, MsgFlags::empty())?;
    let Some(policy) = wire::read_greeting(&buffer[..packet.length]) else { return Err(nix::Error::EPROTO) };
    let features = probe::probe();
    let reply = plan(&features, policy, Sees::Nothing, 1).map_or_else(Reply::Refused, |_| Reply::Ready);
    wire::send(socket, &reply.encode(), &[])?;
    let lifeline = pipe2(OFlag::O_CLOEXEC)?;
    let mut helper = Helper { features, policy, lifeline, cache: Vec::new(), started: 0 };
    loop {
        let packet = wire::receive(socket, &mut buffer, MsgFlags::empty())?;
        if packet.length == 0 {
            return Ok(());
        }
        // The reply goes to the program's status socket, so the referee need not wait for it.
        let Ok(fds) = <[OwnedFd; 4]>::try_from(packet.fds) else { return Err(nix::Error::EPROTO) };
        let _nobody_waits = match helper.start(&buffer[..packet.length], &fds) {
            Ok((reply, keeper)) => wire::send(fds[3].as_fd(), &reply.encode(), &[keeper.as_raw_fd()]),
            Err(reply) => wire::send(fds[3].as_fd(), &reply.encode(), &[]),
        };
    }
}

struct Helper {
    features: Features,
    policy: Policy,
    lifeline: Lifeline,
    /// The sandboxes of recently started programs, the latest last.
    cache: Vec<Sandbox>,
    /// How many programs were started.
    started: u32,
}

/// How many sandboxes are kept: enough for the programs at a few tables.
const CACHED: usize = 16;
/// How many user IDs one helper cycles through. They are its own: a process ID has at most 22 bits.
const USERS_PER_HELPER: u32 = 64;

impl Helper {
    fn start(&mut self, bytes: &[u8], fds: &[OwnedFd; 4]) -> Result<(Reply, OwnedFd), Reply> {
        let failed = |step: &str, errno| Reply::Failed { step: step.into(), errno: errno as i32 };
        let request = Request::decode(bytes).ok_or(failed("reading the request", Errno::EPROTO))?;
        let sandbox = self.take_sandbox(&request)?;
        self.started = self.started.wrapping_add(1);
        let user = sandbox.plan.users.as_ref().map(|users| user(users, std::process::id(), self.started));
        let invocation = Invocation::new(&sandbox, &request).map_err(|errno| failed("reading its arguments", errno))?;
        let keeper = spawn::spawn(&sandbox, &invocation, user, fds, &self.lifeline)
            .map_err(|errno| failed("making a process", errno))?;
        let reply = Reply::Started { contained: sandbox.plan.is_contained() };
        if self.cache.len() == CACHED {
            self.cache.remove(0);
        }
        self.cache.push(sandbox);
        Ok((reply, keeper))
    }

    /// Removes the sandbox for a request from the cache, or creates it.
    fn take_sandbox(&mut self, request: &Request) -> Result<Sandbox, Reply> {
        match self.cache.iter().position(|sandbox| sandbox.fits(request)) {
            Some(place) => Ok(self.cache.remove(place)),
            None => Sandbox::new(&self.features, self.policy, request),
        }
    }
}

/// Returns a user ID that no other running program has.
fn user(users: &Range<u32>, helper: u32, number: u32) -> u32 {
    users.start
        + helper.wrapping_mul(USERS_PER_HELPER).wrapping_add(number % USERS_PER_HELPER) % (users.end - users.start)
}
