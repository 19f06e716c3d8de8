//! Threads, where the system has room for them.
//!
//! `std::thread::spawn` panics where no thread can be started, and a thread that did start with the last
//! of the memory ends the process at its first allocation. So whoever wants threads comes here, and goes
//! on with fewer or says what is wrong: results are the same on any number of threads.

use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// What a thread may need beside its stack. The allocator maps a piece this large anew every time it is
/// asked for, so that asking says whether it is there.
const ROOM: usize = 64 << 20;

/// Starts a thread of a scope.
///
/// # Errors
/// If the system has no thread or no memory for it.
pub fn start_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    has_room(ROOM)?;
    let (is_up, work) = announced(work);
    let thread = Builder::new().spawn_scoped(scope, work)?;
    is_up.wait();
    Ok(thread)
}

/// Starts a thread that may outlive whoever starts it.
///
/// # Errors
/// If the system has no thread or no memory for it.
pub fn start<T: Send + 'static>(name: &str, work: impl FnOnce() -> T + Send + 'static) -> io::Result<JoinHandle<T>> {
    has_room(ROOM)?;
    let (is_up, work) = announced(work);
    let thread = Builder::new().name(name.to_owned()).spawn(work)?;
    is_up.wait();
    Ok(thread)
}

/// Told when a thread has what it needs.
struct IsUp(Receiver<()>);

impl IsUp {
    fn wait(self) {
        // The other end is dropped, and nothing ever sent.
        let _dropped = self.0.recv();
    }
}

/// Work that begins by taking memory, and who is told then: the allocator maps a piece for every thread at its
/// first allocation, and whoever asks for room before that would be told of room that is promised already.
fn announced<T>(work: impl FnOnce() -> T) -> (IsUp, impl FnOnce() -> T) {
    let (sender, receiver) = channel::<()>();
    let work = move || {
        std::hint::black_box(Box::new(0_u8));
        drop(sender);
        work()
    };
    (IsUp(receiver), work)
}

fn has_room(bytes: usize) -> io::Result<()> {
    let mut room = Vec::<u8>::new();
    let found = room.try_reserve_exact(bytes);
    // Nobody writes to it, but without a reader the compiler could leave the question out.
    std::hint::black_box(&room);
    found.map_err(|_| io::Error::new(io::ErrorKind::OutOfMemory, "there is no memory for another thread"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_start_where_there_is_room_and_only_there() {
        let sum = std::thread::scope(|scope| start_scoped(scope, || 2 + 3).unwrap().join().unwrap());
        assert_eq!((sum, start("adder", || 3 + 4).unwrap().join().unwrap()), (5, 7));
        let error = has_room(usize::MAX >> 1).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
    }
}
