//! The server's monotonic clock. Tests move it by hand.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::watch;

/// The time since the server was opened.
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
    /// The time a person may be away before others may let a bot play for them.
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
    /// Returns a clock that stands still, and the hand that moves it. For tests.
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

    pub(crate) async fn until(&self, time: Duration) {
        match &self.0 {
            Source::System(opened) => match opened.checked_add(time) {
                Some(instant) => tokio::time::sleep_until(instant.into()).await,
                None => std::future::pending().await,
            },
            Source::Hand(now) => {
                if now.clone().wait_for(|now| *now >= time).await.is_err() {
                    // The hand is gone: the time never comes.
                    std::future::pending::<()>().await;
                }
            }
        }
    }
}

impl Hand {
    /// Advances the clock.
    pub fn advance(&self, by: Duration) {
        self.0.send_modify(|now| *now += by);
    }
}
