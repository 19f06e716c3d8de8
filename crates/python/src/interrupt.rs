//! Long calls: they run without the interpreter's lock and stop at Ctrl-C.
//!
//! The work runs in a thread of its own while the caller waits without the lock. Ctrl-C, or an exception of a Python
//! player, is raised at once. The work may be inside a search that cannot be interrupted: [`Stop`] asks its players to
//! hurry, and the caller does not wait for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cardsharp_rules::{ActionOf, Observation as _, ObservationOf, Rng};
use cardsharp_search::{Considered, Player, threads};
use pyo3::{PyErr, PyResult, Python};

use crate::error::InternalError;
use crate::playable::Playable;

/// The interval between checks for Ctrl-C.
const GLANCE: Duration = Duration::from_millis(20);

/// The flag that ends a run early, and the exception of a Python player.
#[derive(Clone, Default)]
pub(crate) struct Stop(Arc<Inner>);

#[derive(Default)]
struct Inner {
    is_set: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Stop {
    /// Whether the run is to end.
    pub(crate) fn is_set(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed)
    }

    fn set(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
    }

    /// Ends the run with this exception; only the first one is kept.
    pub(crate) fn raise(&self, error: PyErr) {
        self.0.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.set();
    }

    fn take(&self) -> Option<PyErr> {
        self.0.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Runs long work.
///
/// # Errors
/// If the user presses Ctrl-C, a Python player raises, or the work panics.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    py.detach(|| {
        let (sender, receiver) = channel();
        let work = move || {
            // After a stop the receiver is gone.
            let _unheard = sender.send(catch_unwind(AssertUnwindSafe(work)));
        };
        threads::start("cardsharp", work).map_err(|error| InternalError::new_err(error.to_string()))?;
        loop {
            match receiver.recv_timeout(GLANCE) {
                Ok(done) => {
                    return match (stop.take(), done) {
                        (Some(raised), _) => Err(raised),
                        (None, Ok(result)) => Ok(result),
                        (None, Err(panic)) => Err(defect(panic.as_ref())),
                    };
                }
                Err(RecvTimeoutError::Timeout) => {
                    let pressed = Python::attach(|py| -> PyResult<()> { py.check_signals() });
                    if let Err(pressed) = pressed {
                        stop.set();
                        return Err(pressed);
                    }
                    if let Some(raised) = stop.take() {
                        return Err(raised);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(InternalError::new_err("the work was lost")),
            }
        }
    })
}

/// Runs short work; turns a panic into an exception.
pub(crate) fn catch_panic<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| defect(panic.as_ref()))
}

fn defect(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let words = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    InternalError::new_err(words.unwrap_or("the panic gave no reason").to_owned())
}

/// A player that answers with any legal action once the run is to end.
pub(crate) struct Interruptible<G: Playable> {
    pub(crate) player: Box<dyn Player<G>>,
    pub(crate) stop: Stop,
}

impl<G: Playable> Player<G> for Interruptible<G> {
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
        if self.stop.is_set() { any_action::<G>(view, rng) } else { self.player.choose(view, rng) }
    }

    fn consider(&self, view: &ObservationOf<G>, rng: &mut Rng) -> Considered<ActionOf<G>> {
        if self.stop.is_set() {
            return Considered::Choice(any_action::<G>(view, rng));
        }
        self.player.consider(view, rng)
    }
}

/// Returns any legal action: the game will be discarded.
pub(crate) fn any_action<G: Playable>(view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
    debug_assert_eq!(view.turn(), cardsharp_rules::Turn::Of(view.seat()), "only who is in turn is asked");
    <cardsharp_rules::Random as cardsharp_rules::Style<G>>::choose(&cardsharp_rules::Random, view, rng)
}
