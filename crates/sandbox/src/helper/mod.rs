//! The helper process: small, with a single thread, and so quick to fork.

mod prepare;
mod spawn;

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use nix::sys::signal::{SigHandler, SigSet, SigmaskHow, Signal, sigprocmask};
use nix::sys::socket::MsgFlags;

use crate::command::Policy;
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
    // Away from the terminal: a person's Ctrl-C is meant for the referee, whose end is ours too.
    let _already_leader = nix::unistd::setsid();
    nix::unistd::chdir("/")
}

fn converse(socket: BorrowedFd<'_>) -> nix::Result<()> {
    let mut buffer = vec![0; wire::LONGEST];
    let packet = wire::receive(socket, &mut buffer, MsgFlags::empty())?;
    let Some(policy) = wire::read_greeting(&buffer[..packet.length]) else { return Err(nix::Error::EPROTO) };
    wire::send(socket, &Reply::Ready.encode(), &[])?;
    loop {
        let packet = wire::receive(socket, &mut buffer, MsgFlags::empty())?;
        if packet.length == 0 {
            return Ok(());
        }
        let (reply, keeper) = answer(policy, &buffer[..packet.length], packet.fds);
        let keeper = keeper.as_ref().map(std::os::fd::AsRawFd::as_raw_fd);
        wire::send(socket, &reply.encode(), keeper.as_slice())?;
    }
}

fn answer(_policy: Policy, bytes: &[u8], fds: Vec<OwnedFd>) -> (Reply, Option<OwnedFd>) {
    let failed = |step: &str, errno| (Reply::Failed { step: step.into(), errno: errno as i32 }, None);
    let Some(request) = Request::decode(bytes) else { return failed("reading the request", nix::Error::EPROTO) };
    let Ok(fds) = <[OwnedFd; 4]>::try_from(fds) else {
        return failed("receiving its descriptors", nix::Error::EPROTO);
    };
    let prepared = match prepare::prepare(&request) {
        Ok(prepared) => prepared,
        Err((step, errno)) => return failed(step, errno),
    };
    match spawn::spawn(&prepared, &fds) {
        Ok((pid, keeper)) => (Reply::Started { pid, contained: false }, Some(keeper)),
        Err(errno) => failed("making a process", errno),
    }
}
