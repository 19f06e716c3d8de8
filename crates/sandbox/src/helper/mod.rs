//! The helper process: small, with a single thread, and so quick to fork.

mod bpf;
mod calls;
mod files;
pub(crate) mod found;
pub(crate) mod plan;
mod prepare;
mod scenery;
mod spawn;
mod steps;

use std::ops::Range;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::sys::signal::{SigHandler, SigSet, SigmaskHow, Signal, sigprocmask};
use nix::sys::socket::MsgFlags;
use nix::unistd::pipe2;

use self::found::Found;
use self::plan::plan;
use self::prepare::{Call, Room};
use self::spawn::Lifeline;
use crate::command::{Policy, Sees};
use crate::sys;
use crate::wire::{self, Reply, Request};

/// The body of the helper process, which a [`Launcher`](crate::Launcher) starts. It serves the socket that is its
/// standard input until that closes, and ends.
pub fn serve() -> ! {
    let status = match settle().and_then(|()| converse(std::io::stdin().as_fd())) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("the helper process gives up: {error}");
            1
        }
    };
    std::process::exit(status)
}

/// What a program would inherit is put right once here, not at every start.
fn settle() -> nix::Result<()> {
    sys::close_from(3)?;
    sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::empty()), None)?;
    for signal in Signal::iterator().filter(|signal| !matches!(signal, Signal::SIGKILL | Signal::SIGSTOP)) {
        // Nobody waits for the keepers: the kernel buries them, and the referee watches their descriptors.
        let handler = if signal == Signal::SIGCHLD { SigHandler::SigIgn } else { SigHandler::SigDfl };
        sys::handle(signal, handler)?;
    }
    // On a busy machine we and the keepers would else wait for a turn each, and a start would take twice as long.
    sys::take_turns(sys::Turns::Short);
    // Away from the terminal: a person's Ctrl-C is meant for the referee, whose end is ours too.
    let _already_leader = nix::unistd::setsid();
    nix::unistd::chdir("/")
}

fn converse(socket: BorrowedFd<'_>) -> nix::Result<()> {
    let mut buffer = vec![0; wire::LONGEST];
    let packet = wire::receive(socket, &mut buffer, MsgFlags::empty())?;
    let Some(policy) = wire::read_greeting(&buffer[..packet.length]) else { return Err(nix::Error::EPROTO) };
    let found = found::look();
    let reply = plan(&found, policy, Sees::Nothing, 1).map_or_else(Reply::Refused, |_| Reply::Ready);
    wire::send(socket, &reply.encode(), &[])?;
    let lifeline = pipe2(OFlag::O_CLOEXEC)?;
    let mut house = House { found, policy, lifeline, rooms: Vec::new(), guests: 0 };
    loop {
        let packet = wire::receive(socket, &mut buffer, MsgFlags::empty())?;
        if packet.length == 0 {
            return Ok(());
        }
        // The answer goes where the program's own steps are told: the referee need not wait for it.
        let Ok(fds) = <[OwnedFd; 4]>::try_from(packet.fds) else { return Err(nix::Error::EPROTO) };
        let _nobody_waits = match house.start(&buffer[..packet.length], &fds) {
            Ok((reply, keeper)) => wire::send(fds[3].as_fd(), &reply.encode(), &[keeper.as_raw_fd()]),
            Err(reply) => wire::send(fds[3].as_fd(), &reply.encode(), &[]),
        };
    }
}

/// What the helper knows.
struct House {
    found: Found,
    policy: Policy,
    lifeline: Lifeline,
    /// Surroundings of the programs that were started lately, the latest last.
    rooms: Vec<Room>,
    /// How many programs were started.
    guests: u32,
}

/// More programs than sit at a few tables are forgotten again.
const ROOMS: usize = 16;
/// How many users are given in turn by one helper. Nobody else has them: a process number has at most 22 bits.
const USERS: u32 = 64;

impl House {
    fn start(&mut self, bytes: &[u8], fds: &[OwnedFd; 4]) -> Result<(Reply, OwnedFd), Reply> {
        let failed = |step: &str, errno| Reply::Failed { step: step.into(), errno: errno as i32 };
        let request = Request::decode(bytes).ok_or(failed("reading the request", Errno::EPROTO))?;
        let room = self.room(&request)?;
        self.guests = self.guests.wrapping_add(1);
        let user = room.plan.users.as_ref().map(|users| user(users, std::process::id(), self.guests));
        let call = Call::new(&room, &request).map_err(|errno| failed("reading its arguments", errno))?;
        let keeper =
            spawn::spawn(&room, &call, user, fds, &self.lifeline).map_err(|errno| failed("making a process", errno))?;
        let reply = Reply::Started { contained: room.plan.contained() };
        if self.rooms.len() == ROOMS {
            self.rooms.remove(0);
        }
        self.rooms.push(room);
        Ok((reply, keeper))
    }

    /// Takes out the room for a request, or makes one.
    fn room(&mut self, request: &Request) -> Result<Room, Reply> {
        match self.rooms.iter().position(|room| room.fits(request)) {
            Some(place) => Ok(self.rooms.remove(place)),
            None => Room::new(&self.found, self.policy, request),
        }
    }
}

/// A user for a program, of its own among those who are there at the same time.
fn user(users: &Range<u32>, helper: u32, guest: u32) -> u32 {
    users.start + helper.wrapping_mul(USERS).wrapping_add(guest % USERS) % (users.end - users.start)
}
