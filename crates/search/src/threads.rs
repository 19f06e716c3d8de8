//! Threads, if the system has room for them, and numbered jobs for them.
//!
//! `std::thread::spawn` panics if no thread can be started, and a thread that starts with the last of the memory ends
//! the process at its first allocation. Callers of this module continue with fewer threads or report the error: results
//! are the same on any number of threads.

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// The memory that a thread may need beside its stack. The allocator maps a block of this size anew for each request,
/// so the request tells whether the memory is there.
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
    let (is_up, work) = signal_start(work);
    let thread = Builder::new().spawn_scoped(scope, work)?;
    is_up.wait();
    Ok(thread)
}

/// Starts a thread that may outlive its caller.
///
/// # Errors
/// If the system has no thread or no memory for it.
pub fn start<T: Send + 'static>(name: &str, work: impl FnOnce() -> T + Send + 'static) -> io::Result<JoinHandle<T>> {
    has_room(ROOM)?;
    let (is_up, work) = signal_start(work);
    let thread = Builder::new().name(name.to_owned()).spawn(work)?;
    is_up.wait();
    Ok(thread)
}

/// Waits until a thread has allocated its memory.
struct IsUp(Receiver<()>);

impl IsUp {
    fn wait(self) {
        // The sender is dropped without sending.
        let _dropped = self.0.recv();
    }
}

/// Wraps `work` so that it first allocates memory and then signals. The allocator maps a block for every thread at its
/// first allocation; a check for room before that would count memory that is promised already.
fn signal_start<T>(work: impl FnOnce() -> T) -> (IsUp, impl FnOnce() -> T) {
    let (sender, receiver) = channel::<()>();
    let work = move || {
        std::hint::black_box(Box::new(0_u8));
        drop(sender);
        work()
    };
    (IsUp(receiver), work)
}

/// Called after each job with the number of jobs that are done.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Runs `work` for each job from 0 on, on up to `threads` threads, and returns the results in order.
pub fn map_in_order<T: Send>(
    jobs: u64,
    threads: usize,
    progress: Progress<'_>,
    work: impl Fn(u64) -> T + Sync,
) -> Vec<T> {
    let mut results = Vec::new();
    in_order(jobs, threads, work, &mut |result| {
        results.push(result);
        progress(results.len() as u64);
        ControlFlow::Continue(())
    });
    results
}

/// Runs `work` for each job on up to `threads` threads, and passes the results to `visit` in order until it breaks. If
/// the system can start no thread at all, the caller's thread does the work.
pub fn in_order<T: Send>(
    jobs: u64,
    threads: usize,
    work: impl Fn(u64) -> T + Sync,
    visit: &mut dyn FnMut(T) -> ControlFlow<()>,
) {
    // Few results wait here at a time. Only this function is compiled anew for every `T`.
    let waiting: Mutex<Vec<(u64, T)>> = Mutex::new(Vec::new());
    let lock = || waiting.lock().expect("no panic while the results are held");
    let work = |job| {
        let result = work(job);
        lock().push((job, result));
    };
    numbers_in_order(jobs, threads, &work, &mut |job| {
        let mut waiting = lock();
        let place = waiting.iter().position(|(number, _)| *number == job).expect("the job is done");
        let (_, result) = waiting.swap_remove(place);
        drop(waiting);
        visit(result)
    });
}

fn numbers_in_order(
    jobs: u64,
    threads: usize,
    work: &(dyn Fn(u64) + Sync),
    visit: &mut dyn FnMut(u64) -> ControlFlow<()>,
) {
    let (next, enough) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, done) = channel();
    std::thread::scope(|scope| {
        let start = |_| {
            let (sender, next, enough) = (sender.clone(), &next, &enough);
            let work = move || {
                while !enough.load(Ordering::Relaxed) {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= jobs {
                        return;
                    }
                    work(job);
                    // The receiver is dropped once `visit` breaks.
                    if sender.send(job).is_err() {
                        return;
                    }
                }
            };
            start_scoped(scope, work).ok()
        };
        let started = (0..threads.max(1)).map_while(start).count();
        drop(sender);
        if started == 0 {
            let _enough = (0..jobs).try_for_each(|job| {
                work(job);
                visit(job)
            });
            return;
        }
        let mut early = BTreeSet::new();
        let mut expected = 0;
        for job in &done {
            early.insert(job);
            while early.remove(&expected) {
                if visit(expected).is_break() {
                    enough.store(true, Ordering::Relaxed);
                    drop(done);
                    return;
                }
                expected += 1;
            }
        }
    });
}

fn has_room(bytes: usize) -> io::Result<()> {
    let mut room = Vec::<u8>::new();
    let found = room.try_reserve_exact(bytes);
    // Without a reader the compiler could remove the allocation.
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
