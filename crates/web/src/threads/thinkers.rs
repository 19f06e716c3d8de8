//! A fixed number of threads that think, separate from the server's own.
//!
//! Jobs wait in a fair order. People at tables come first. Then clients take turns: the n-th waiting job of a client
//! belongs to the n-th round from now, so a client with many jobs delays only itself. A table has one waiting decision
//! at a time, so a client's tables take turns, too. A job that runs is never interrupted, so some threads are reserved:
//! one runs only quick jobs, and one of the others is always closed to a client, or to background work, that occupies
//! all the rest.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use cardsharp_search::threads;
use tokio::sync::oneshot;

use crate::http::Client;

pub(crate) type Question<T> = Box<dyn FnOnce() -> T + Send>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) client: Client,
    pub(crate) rank: Rank,
    pub(crate) length: Length,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// A person at a table waits for it.
    People,
    /// Tables without people, and reviews.
    Background,
}

/// How long a job occupies a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// A moment.
    Quick,
    /// Up to the server's limits.
    Long,
}

/// Runs a job; returns a function that sends its answer.
type Work = Box<dyn FnOnce() -> Tell + Send>;

type Tell = Box<dyn FnOnce() + Send>;

#[derive(Clone)]
pub(crate) struct Thinkers {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    /// By rank, round and number.
    waiting: BTreeMap<(Rank, u64, u64), (Job, Work)>,
    /// The clients with waiting or running jobs.
    clients: HashMap<Client, Load>,
    /// The round of the job started last.
    round: u64,
    number: u64,
    threads: usize,
    /// Running long jobs of rank `Background`.
    background: usize,
}

#[derive(Default)]
struct Load {
    round: u64,
    /// Waiting and running jobs.
    due: usize,
    /// Long jobs among them.
    long: usize,
    /// Running long jobs.
    running: usize,
}

impl Thinkers {
    /// Starts threads for long jobs and one for quick ones. They live as long as the process.
    pub(crate) fn new(name: &str, threads: usize) -> io::Result<Thinkers> {
        let queue = Queue { threads: threads.max(1), ..Queue::default() };
        let lanes = [Length::Quick].into_iter().chain(std::iter::repeat_n(Length::Long, queue.threads));
        let shared = Arc::new(Shared { queue: Mutex::new(queue), changed: Condvar::new() });
        for (number, lane) in lanes.enumerate() {
            let shared = Arc::clone(&shared);
            threads::start(&format!("{name} {number}"), move || shared.work(lane))?;
        }
        Ok(Thinkers { shared })
    }

    /// Counts the jobs that run or wait.
    pub(crate) fn due(&self) -> usize {
        self.shared.queue().clients.values().map(|load| load.due).sum()
    }

    /// Counts the long jobs that run or wait, in all and of this client.
    pub(crate) fn long(&self, client: Client) -> (usize, usize) {
        let queue = self.shared.queue();
        let own = queue.clients.get(&client).map_or(0, |load| load.long);
        (queue.clients.values().map(|load| load.long).sum(), own)
    }

    /// Queues a job and waits for its answer; returns `None` if it failed.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        job: Job,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (sender, receiver) = oneshot::channel();
        let work: Work = Box::new(move || {
            // A job whose client has gone is skipped, and a bot that panics must not end the thread.
            let thought = if sender.is_closed() { None } else { catch_unwind(AssertUnwindSafe(work)).ok() };
            Box::new(move || {
                if let Some(thought) = thought {
                    let _nevermind = sender.send(thought);
                }
            })
        });
        self.shared.queue().push(job, work);
        // Not every thread may take every job, so all are woken.
        self.shared.changed.notify_all();
        receiver.await.ok()
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, lane: Length) {
        let mut queue = self.queue();
        loop {
            let Some((job, work)) = queue.pop(lane) else {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(queue);
            let tell = work();
            self.queue().finish(job);
            self.changed.notify_all();
            // The answer is sent last, so that its receiver finds the job counted as done.
            tell();
            queue = self.queue();
        }
    }
}

impl Queue {
    fn push(&mut self, job: Job, work: Work) {
        let load = self.clients.entry(job.client).or_default();
        load.round = self.round.max(load.round + 1);
        load.due += 1;
        load.long += usize::from(job.length == Length::Long);
        self.number += 1;
        self.waiting.insert((job.rank, load.round, self.number), (job, work));
    }

    /// Returns the next job that a thread may take.
    fn pop(&mut self, lane: Length) -> Option<(Job, Work)> {
        let (&place, _) = self.waiting.iter().find(|(_, (job, _))| self.may_begin(*job, lane))?;
        let (job, work) = self.waiting.remove(&place)?;
        self.round = self.round.max(place.1);
        self.count(job, |count| *count += 1);
        Some((job, work))
    }

    fn may_begin(&self, job: Job, lane: Length) -> bool {
        if job.length == Length::Quick {
            return true;
        }
        let most = self.threads.saturating_sub(1).max(1);
        let running = self.clients.get(&job.client).map_or(0, |load| load.running);
        lane == Length::Long && running < most && (job.rank == Rank::People || self.background < most)
    }

    fn finish(&mut self, job: Job) {
        self.count(job, |count| *count -= 1);
        let Some(load) = self.clients.get_mut(&job.client) else { return };
        load.due -= 1;
        load.long -= usize::from(job.length == Length::Long);
        if load.due == 0 {
            self.clients.remove(&job.client);
        }
    }

    /// Changes the counts of running long jobs.
    fn count(&mut self, job: Job, change: impl Fn(&mut usize)) {
        if job.length == Length::Quick {
            return;
        }
        if job.rank == Rank::Background {
            change(&mut self.background);
        }
        if let Some(load) = self.clients.get_mut(&job.client) {
            change(&mut load.running);
        }
    }
}

#[cfg(test)]
mod tests;
