//! The protocol between the referee and the helper: packets over a socket pair, with descriptors in them.

use std::io::{IoSlice, IoSliceMut};
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};

use nix::sys::socket::{ControlMessage, ControlMessageOwned, MsgFlags, recvmsg, sendmsg};

use crate::command::{Command, Forbidden, Policy, Sees};
use crate::limits::Limits;
use crate::sys;

/// Longer packets are refused: a command with that many arguments is a mistake.
pub(crate) const LONGEST: usize = 128 << 10;

/// The first byte of the first packet; a change of the protocol changes it.
pub(crate) const VERSION: u8 = 3;

pub(crate) struct Received {
    pub(crate) length: usize,
    pub(crate) fds: Vec<OwnedFd>,
    /// The sender according to the kernel, if the socket asks for it.
    pub(crate) sender: Option<i32>,
}

pub(crate) fn send(socket: BorrowedFd<'_>, bytes: &[u8], fds: &[RawFd]) -> nix::Result<()> {
    let rights = [ControlMessage::ScmRights(fds)];
    let control = if fds.is_empty() { &rights[..0] } else { &rights[..] };
    // Without SIGPIPE: a closed peer is an ordinary error.
    sendmsg::<()>(socket.as_raw_fd(), &[IoSlice::new(bytes)], control, MsgFlags::MSG_NOSIGNAL, None).map(drop)
}

/// Waits for a packet; length 0 means that the other side is closed.
pub(crate) fn receive(socket: BorrowedFd<'_>, buffer: &mut [u8], flags: MsgFlags) -> nix::Result<Received> {
    let mut control = nix::cmsg_space!([RawFd; 4], nix::sys::socket::UnixCredentials);
    let mut slices = [IoSliceMut::new(buffer)];
    let message = loop {
        let flags = flags | MsgFlags::MSG_CMSG_CLOEXEC;
        match recvmsg::<()>(socket.as_raw_fd(), &mut slices, Some(&mut control), flags) {
            // Reported once, when the peer closed without reading everything: its earlier packets can still be read.
            Err(nix::Error::EINTR | nix::Error::ECONNRESET) => {}
            other => break other?,
        }
    };
    let mut received = Received { length: message.bytes, fds: Vec::new(), sender: None };
    for control in message.cmsgs()? {
        match control {
            ControlMessageOwned::ScmRights(fds) => received.fds.extend(fds.into_iter().map(sys::own)),
            ControlMessageOwned::ScmCredentials(who) => received.sender = Some(who.pid()),
            _ => {}
        }
    }
    Ok(received)
}

/// A request to start a program. The descriptors travel with it: input, output, errors, status.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) command: Command,
    pub(crate) memory: u64,
    pub(crate) data: u64,
    pub(crate) file: u64,
    pub(crate) processes: u32,
    /// Whole seconds after which the kernel ends the program, should the referee fail to; 0 for never.
    pub(crate) cpu_seconds: u64,
}

impl Request {
    /// Creates a request with absolute paths, because the helper has another working folder.
    pub(crate) fn new(command: &Command, limits: &Limits, cpu_seconds: u64) -> std::io::Result<Request> {
        let mut command = command.clone();
        let Command { program, readable, folder, scratch, .. } = &mut command;
        for path in readable.iter_mut().chain(folder).chain(scratch).chain([program]) {
            *path = std::path::absolute(&*path)?;
        }
        let Limits { memory, data, file, processes, .. } = *limits;
        Ok(Request { command, memory, data, file, processes, cpu_seconds })
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(256);
        out.extend(self.memory.to_le_bytes());
        out.extend(self.data.to_le_bytes());
        out.extend(self.file.to_le_bytes());
        out.extend(self.cpu_seconds.to_le_bytes());
        out.extend(u64::from(self.processes).to_le_bytes());
        out.push(self.command.sees as u8);
        out.push(self.command.forbidden.map_or(0, |what| what as u8 + 1));
        put(&mut out, os_bytes(&self.command.program));
        out.extend((self.command.args.len() as u64).to_le_bytes());
        for arg in &self.command.args {
            put(&mut out, arg.as_bytes());
        }
        for path in [&self.command.folder, &self.command.scratch] {
            // An absolute path is never empty.
            put(&mut out, path.as_deref().map_or(b"", os_bytes));
        }
        for path in &self.command.readable {
            put(&mut out, os_bytes(path));
        }
        out
    }

    pub(crate) fn decode(mut bytes: &[u8]) -> Option<Request> {
        let rest = &mut bytes;
        let memory = number(rest)?;
        let data = number(rest)?;
        let file = number(rest)?;
        let cpu_seconds = number(rest)?;
        let processes = u32::try_from(number(rest)?).ok()?;
        let sees = *Sees::ALL.get(usize::from(*rest.split_off_first()?))?;
        let forbidden = match *rest.split_off_first()? {
            0 => None,
            number => Some(*Forbidden::ALL.get(usize::from(number) - 1)?),
        };
        let program = path(take(rest)?);
        let args = number(rest)?;
        let args = (0..args).map(|_| String::from_utf8(take(rest)?.to_vec()).ok()).collect::<Option<_>>()?;
        let optional = |bytes: &[u8]| (!bytes.is_empty()).then(|| path(bytes));
        let (folder, scratch) = (optional(take(rest)?), optional(take(rest)?));
        let mut readable = Vec::new();
        while !rest.is_empty() {
            readable.push(path(take(rest)?));
        }
        let command = Command { program, args, sees, readable, folder, scratch, forbidden };
        Some(Request { command, memory, data, file, processes, cpu_seconds })
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Ready for requests: every required protection is available.
    Ready,
    /// Started; a descriptor of the keeper comes with it. If contained, all that the program started ends with the
    /// keeper.
    Started { contained: bool },
    /// This machine lacks a protection.
    Refused(String),
    /// A system call failed.
    Failed { step: String, errno: i32 },
}

impl Reply {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        match self {
            Reply::Ready => out.push(b'r'),
            Reply::Started { contained } => out.extend([b's', u8::from(*contained)]),
            Reply::Refused(reason) => {
                out.push(b'x');
                out.extend(reason.as_bytes());
            }
            Reply::Failed { step, errno } => {
                out.push(b'f');
                out.extend(errno.to_le_bytes());
                out.extend(step.as_bytes());
            }
        }
        out
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Reply> {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        match bytes {
            [VERSION, b'r'] => Some(Reply::Ready),
            [VERSION, b's', contained] => Some(Reply::Started { contained: *contained != 0 }),
            [VERSION, b'x', reason @ ..] => Some(Reply::Refused(text(reason)?)),
            [VERSION, b'f', a, b, c, d, step @ ..] => {
                Some(Reply::Failed { step: text(step)?, errno: i32::from_le_bytes([*a, *b, *c, *d]) })
            }
            _ => None,
        }
    }
}

/// Returns the referee's first packet.
pub(crate) fn greeting(policy: Policy) -> [u8; 2] {
    [VERSION, u8::from(policy == Policy::Unprotected)]
}

pub(crate) fn read_greeting(bytes: &[u8]) -> Option<Policy> {
    match bytes {
        [VERSION, 0] => Some(Policy::Protected),
        [VERSION, 1] => Some(Policy::Unprotected),
        _ => None,
    }
}

fn os_bytes(path: &std::path::Path) -> &[u8] {
    std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str())
}

fn path(bytes: &[u8]) -> std::path::PathBuf {
    std::path::PathBuf::from(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes))
}

fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend((bytes.len() as u64).to_le_bytes());
    out.extend(bytes);
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    rest.split_off(..8)?.try_into().ok().map(u64::from_le_bytes)
}

fn take<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(number(rest)?).ok()?;
    rest.split_off(..length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_and_replies_round_trip() {
        let command = Command {
            program: "/bin/a b".into(),
            args: vec!["1".into(), String::new()],
            readable: vec!["/x".into()],
            sees: Sees::Toolchain,
            folder: None,
            scratch: Some("/s".into()),
            forbidden: Some(Forbidden::Processes),
        };
        let request = Request { command, memory: 1 << 40, data: 1 << 41, file: 9, processes: 3, cpu_seconds: 7 };
        let bytes = request.encode();
        assert_eq!(Request::decode(&bytes), Some(request));
        for cut in 0..bytes.len() {
            assert!(Request::decode(&bytes[..cut]).is_none_or(|cut| cut.command.readable.is_empty()));
        }
        for reply in [
            Reply::Ready,
            Reply::Started { contained: true },
            Reply::Refused("no".into()),
            Reply::Failed { step: "open".into(), errno: 2 },
        ] {
            assert_eq!(Reply::decode(&reply.encode()), Some(reply));
        }
        assert_eq!(Reply::decode(b"hello"), None);
    }
}
