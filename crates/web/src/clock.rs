//! The time of a server. It never goes back, and in tests it is told when to go on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::watch;

/// The time of a server, counted from when it was opened.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System(Instant),
    Hand(watch::Receiver<Duration>),
}

#[derive(Clone, Debug)]
pub(crate) struct Time {
    pub(crate) clock: Clock,
    /// Whoever is to act may be away for so long before others may have somebody play for them.
    pub(crate) patience: Duration,
}

/// Moves a clock that stands still.
#[derive(Clone, Debug)]
pub struct Hand(Arc<watch::Sender<Duration>>);

impl Default for Clock {
    fn default() -> Clock {
        Clock(Source::System(Instant::now()))
    }
}

impl Clock {
    /// Returns a clock that stands still, and the hand that moves it, for tests.
    pub fn by_hand() -> (Clock, Hand) {
        let (hand, time) = watch::channel(Duration::ZERO);
        (Clock(Source::Hand(time)), Hand(Arc::new(hand)))
    }

    pub(crate) fn now(&self) -> Duration {
        match &self.0 {
            Source::System(opened) => opened.elapsed(),
            Source::Hand(time) => *time.borrow(),
        }
    }

    /// Waits until it is so late.
    pub(crate) async fn until(&self, time: Duration) {
        match &self.0 {
            Source::System(opened) => match opened.checked_add(time) {
                Some(instant) => tokio::time::sleep_until(instant.into()).await,
                None => std::future::pending().await,
            },
            Source::Hand(now) => {
                if now.clone().wait_for(|now| *now >= time).await.is_err() {
                    // Nobody moves it any more.
                    std::future::pending::<()>().await;
                }
            }
        }
    }
}

impl Hand {
    /// Lets time pass.
    pub fn advance(&self, by: Duration) {
        self.0.send_modify(|now| *now += by);
    }
}
