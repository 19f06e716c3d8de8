//! The threads that think: so many and no more, first come first served, and never the server's own.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// A pool of threads that think.
#[derive(Clone)]
pub(crate) struct Thinkers {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<VecDeque<Job>>,
    more: Condvar,
    /// Jobs that wait or are worked on.
    due: AtomicUsize,
}

impl Thinkers {
    /// So many threads; they live as long as the process.
    pub(crate) fn new(threads: usize) -> Thinkers {
        let shared = Arc::new(Shared::default());
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("thinker {number}"));
            thread.spawn(move || shared.work()).expect("a thread can be started");
        }
        Thinkers { shared }
    }

    /// How many decisions are thought about or wait for it.
    pub(crate) fn due(&self) -> usize {
        self.shared.due.load(Ordering::Relaxed)
    }

    /// What a job comes to once it has had its turn; none if it failed.
    pub(crate) async fn think<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move || {
            // Who has left meanwhile need not be thought for.
            if !sender.is_closed() {
                let _nevermind = sender.send(job());
            }
        });
        self.shared.due.fetch_add(1, Ordering::Relaxed);
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner).push_back(job);
        self.shared.more.notify_one();
        receiver.await.ok()
    }
}

impl Shared {
    fn work(&self) {
        loop {
            let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
            let mut queue =
                self.more.wait_while(queue, |queue| queue.is_empty()).unwrap_or_else(PoisonError::into_inner);
            let job = queue.pop_front();
            drop(queue);
            // A player that fails must not take the thread with it; who waits hears of it.
            let _told = job.map(|job| catch_unwind(AssertUnwindSafe(job)));
            self.due.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
