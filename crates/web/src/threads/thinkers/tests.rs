//! The order of jobs. The tests start and end jobs by hand, so that no result depends on time.

use std::net::IpAddr;
use std::sync::mpsc::channel;

use super::*;

fn client(number: u8) -> Client {
    Client::at(IpAddr::from([192, 0, 2, number]))
}

fn job(number: u8, rank: Rank, length: Length) -> Job {
    Job { client: client(number), rank, length }
}

fn queue(threads: usize) -> Queue {
    Queue { threads, ..Queue::default() }
}

impl Queue {
    fn wait(&mut self, job: Job) {
        self.push(job, Box::new(|| Box::new(|| {})));
    }

    fn begin(&mut self, lane: Length) -> Option<Job> {
        self.pop(lane).map(|(job, _)| job)
    }

    /// Runs all jobs on one long thread; returns them in the order they were started.
    fn order(&mut self) -> Vec<Job> {
        let mut order = Vec::new();
        while let Some(job) = self.begin(Length::Long) {
            self.finish(job);
            order.push(job);
        }
        order
    }
}

use Length::{Long, Quick};
use Rank::{Background, People};

#[test]
fn a_client_with_many_jobs_delays_only_itself() {
    let mut queue = queue(1);
    for _ in 0..40 {
        queue.wait(job(1, People, Long));
    }
    queue.wait(job(2, People, Long));
    queue.wait(job(3, People, Long));
    queue.wait(job(3, People, Long));
    let order: Vec<Client> = queue.order().into_iter().map(|job| job.client).collect();
    let mut expected = [1, 2, 3, 1, 3].map(client).to_vec();
    // Jobs of one round run in order of arrival: the first was client 1's, then 2's and 3's.
    expected.resize(43, client(1));
    assert_eq!(order, expected);
    assert!(queue.clients.is_empty(), "nobody is remembered who wants nothing");
}

#[test]
fn a_newcomer_does_not_wait_for_old_rounds_nor_jump_the_queue_for_ever() {
    let mut queue = queue(1);
    for _ in 0..10 {
        queue.wait(job(1, People, Long));
    }
    for _ in 0..5 {
        let begun = queue.begin(Long).unwrap();
        queue.finish(begun);
    }
    for _ in 0..10 {
        queue.wait(job(2, People, Long));
    }
    let order: Vec<Client> = queue.order().into_iter().map(|job| job.client).collect();
    assert_eq!(order[..6], [2, 1, 2, 1, 2, 1].map(client));
}

#[test]
fn people_come_first_and_reviews_last() {
    let mut queue = queue(1);
    queue.wait(job(1, Background, Quick));
    queue.wait(job(1, Background, Long));
    queue.wait(job(1, People, Long));
    queue.wait(job(2, People, Quick));
    let ranks: Vec<Rank> = queue.order().into_iter().map(|job| job.rank).collect();
    assert_eq!(ranks, [People, People, Background, Background]);
}

#[test]
fn no_long_thought_takes_the_thread_of_the_quick() {
    let mut queue = queue(2);
    for number in 1..=9 {
        queue.wait(job(number, People, Long));
    }
    assert!(queue.begin(Long).is_some() && queue.begin(Long).is_some());
    assert_eq!(queue.begin(Quick), None, "all wait, and a thread waits too");
    queue.wait(job(9, Background, Quick));
    assert_eq!(queue.begin(Quick), Some(job(9, Background, Quick)));
}

#[test]
fn no_client_and_no_background_has_all_threads() {
    let mut queue = queue(3);
    for _ in 0..9 {
        queue.wait(job(1, People, Long));
    }
    assert_eq!(std::iter::from_fn(|| queue.begin(Long)).count(), 2, "one client has two of three");
    queue.wait(job(2, People, Long));
    assert_eq!(queue.begin(Long), Some(job(2, People, Long)));
    let mut queue = self::queue(3);
    for number in 1..=9 {
        queue.wait(job(number, Background, Long));
    }
    assert_eq!(std::iter::from_fn(|| queue.begin(Long)).count(), 2, "and so has the background");
    queue.wait(job(1, People, Long));
    assert_eq!(queue.begin(Long), Some(job(1, People, Long)));
}

#[test]
fn the_threads_do_what_the_queue_says() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let thinkers = Thinkers::new("thinker", 2).unwrap();
    let (release, held) = channel::<()>();
    let held = Arc::new(Mutex::new(held));
    let hold = |number| {
        let (thinkers, held) = (thinkers.clone(), Arc::clone(&held));
        let work = move || held.lock().unwrap().recv().unwrap();
        tokio::spawn(async move { thinkers.think(job(number, People, Long), work).await })
    };
    runtime.block_on(async {
        let thoughts = [1, 1, 2].map(hold);
        while thinkers.due() < 3 {
            tokio::task::yield_now().await;
        }
        // All threads are occupied or reserved, yet quick jobs run.
        assert_eq!(thinkers.think(job(1, Background, Quick), || 7).await, Some(7));
        assert_eq!((thinkers.due(), thinkers.long(client(1))), (3, (3, 2)));
        // A job that panics returns `None`, and its thread works on.
        assert_eq!(thinkers.think(job(1, People, Quick), || panic!("a defect of ours")).await, None::<()>);
        assert_eq!(thinkers.think(job(1, People, Quick), || 8).await, Some(8));
        for _ in 0..3 {
            release.send(()).unwrap();
        }
        for thought in thoughts {
            assert_eq!(thought.await.unwrap(), Some(()));
        }
    });
}
