//! A player at a table: a built-in player named by its spec, or a Python object.
//!
//! An object with `act(observation)` decides one at a time. One with `act_batch(observations)` gets batches: an idle
//! thread evaluates all queued observations as one batch. No clock takes part, so a player that depends on its
//! observations alone plays the same in any batch.
//!
//! An exception of the object, or an answer that is no legal action, ends the run and is raised in the caller.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use cardsharp_matches::seat_named;
use cardsharp_research::unlisted;
use cardsharp_rules::{ActionOf, AnyGame, Observation as _, ObservationOf, Rng};
use cardsharp_search::{Memory, Player, Spec, SpecError};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::error::{IllegalAction, unknown_player, wrong};
use crate::interrupt::{Interruptible, Stop, any_action};
use crate::observation::Observation;
use crate::playable::{ActionLike, GameView, Playable};

#[derive(Clone)]
pub(crate) enum PlayerLike {
    House(Spec),
    Python(Arc<Object>),
}

pub(crate) struct Object {
    itself: Py<PyAny>,
    name: String,
    is_batched: bool,
    queue: Mutex<Queue>,
    changed: Condvar,
}

/// The queue of observations of a batched player.
#[derive(Default)]
struct Queue {
    is_asking: bool,
    tickets: u64,
    waiting: Vec<(u64, Observation)>,
    answered: HashMap<u64, Option<ActionLike>>,
}

impl<'a, 'py> FromPyObject<'a, 'py> for PlayerLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<PlayerLike> {
        if let Ok(spec) = object.extract::<String>() {
            return spec.parse().map(PlayerLike::House).map_err(unknown_player);
        }
        if let Ok(player) = object.cast::<crate::player::Player>() {
            return Ok(PlayerLike::House(player.get().spec.clone()));
        }
        let is_batched = object.hasattr("act_batch")?;
        if !is_batched && !object.hasattr("act")? {
            let words = "a player is a spec such as \"champion:nodes=500\", or an object with act(observation) or act_batch(observations)";
            return Err(PyTypeError::new_err(format!("{}: {words}", object.repr()?)));
        }
        let name = match object.getattr_opt("name")? {
            Some(name) => name.extract::<String>()?,
            None => object.get_type().name()?.to_string(),
        };
        if !cardsharp_rules::is_name(&name) {
            return Err(wrong(format!("{name:?} is not a player's name: expected a line without blanks around it")));
        }
        let (itself, queue) = (object.to_owned().unbind(), Mutex::default());
        Ok(PlayerLike::Python(Arc::new(Object { itself, name, is_batched, queue, changed: Condvar::new() })))
    }
}

impl PlayerLike {
    pub(crate) fn name(&self) -> String {
        match self {
            PlayerLike::House(spec) => spec.to_string(),
            PlayerLike::Python(object) => object.name.clone(),
        }
    }

    /// Returns the spec; for an object, its name.
    pub(crate) fn spec(&self) -> Spec {
        match self {
            PlayerLike::House(spec) => spec.clone(),
            PlayerLike::Python(object) => Spec { name: object.name.clone(), settings: Vec::new() },
        }
    }

    pub(crate) fn is_batched(&self) -> bool {
        matches!(self, PlayerLike::Python(object) if object.is_batched)
    }

    /// Creates the player for one game.
    ///
    /// # Errors
    /// If a spec names no player.
    pub(crate) fn create_player<G: Playable>(&self, game: &G, stop: &Stop) -> Result<Box<dyn Player<G>>, SpecError> {
        let stop = stop.clone();
        Ok(match self {
            PlayerLike::House(spec) => {
                Box::new(Interruptible { player: seat_named(game, spec, Memory::Game, unlisted)?, stop })
            }
            PlayerLike::Python(object) => {
                let (game, any) = (game.clone(), Arc::new(game.clone().into()));
                Box::new(PythonPlayer { game, any, object: Arc::clone(object), stop })
            }
        })
    }
}

struct PythonPlayer<G> {
    game: G,
    any: Arc<AnyGame>,
    object: Arc<Object>,
    stop: Stop,
}

impl<G: Playable> Player<G> for PythonPlayer<G> {
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
        if self.stop.is_set() {
            return any_action::<G>(view, rng);
        }
        let seen = Box::new(GameView { game: self.game.clone(), view: view.clone() });
        let observation = Observation { game: Arc::clone(&self.any), view: seen };
        let answer = if self.object.is_batched {
            self.object.ask_together(observation, &self.stop)
        } else {
            self.object.ask(vec![observation], &self.stop).map(|mut answers| answers.swap_remove(0))
        };
        let legal = answer.and_then(|answer| {
            let action = answer.read::<G>();
            let mut legal = Vec::new();
            view.legal_actions(&mut legal);
            match action {
                Ok(action) if legal.contains(&action) => Some(action),
                Ok(action) => self
                    .raise_illegal(&format!("\"{action}\" (number {}) is not allowed", G::action_index(action)), view),
                Err(error) => self.raise_illegal(&error.to_string(), view),
            }
        });
        legal.unwrap_or_else(|| any_action::<G>(view, rng))
    }
}

impl<G: Playable> PythonPlayer<G> {
    fn raise_illegal(&self, reason: &str, view: &ObservationOf<G>) -> Option<ActionOf<G>> {
        let words = format!("{}: {reason}; seat {} sees {view}", self.object.name, view.seat());
        self.stop.raise(IllegalAction::new_err(words));
        None
    }
}

impl Object {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues an observation and returns its answer. The first idle thread calls Python for the whole queue.
    fn ask_together(&self, observation: Observation, stop: &Stop) -> Option<ActionLike> {
        let mut queue = self.queue();
        let ticket = queue.tickets;
        queue.tickets += 1;
        queue.waiting.push((ticket, observation));
        loop {
            if let Some(answer) = queue.answered.remove(&ticket) {
                return answer;
            }
            if queue.is_asking {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            queue.is_asking = true;
            queue = self.gather(queue);
            let (tickets, observations): (Vec<u64>, Vec<Observation>) = queue.waiting.drain(..).unzip();
            drop(queue);
            let answers = self.ask(observations, stop);
            queue = self.queue();
            queue.is_asking = false;
            match answers {
                Some(answers) => queue.answered.extend(tickets.into_iter().zip(answers.into_iter().map(Some))),
                None => queue.answered.extend(tickets.into_iter().map(|ticket| (ticket, None))),
            }
            self.changed.notify_all();
        }
    }

    /// Waits while the queue grows, so that other threads join the batch.
    fn gather<'a>(&'a self, mut queue: MutexGuard<'a, Queue>) -> MutexGuard<'a, Queue> {
        loop {
            let before = queue.waiting.len();
            drop(queue);
            std::thread::yield_now();
            queue = self.queue();
            if queue.waiting.len() == before {
                return queue;
            }
        }
    }

    /// Calls Python for decisions; none if the run is to end.
    fn ask(&self, observations: Vec<Observation>, stop: &Stop) -> Option<Vec<ActionLike>> {
        if stop.is_set() {
            return None;
        }
        let asked = Python::attach(|py| self.call(py, observations));
        asked.map_err(|error| stop.raise(error)).ok()
    }

    fn call(&self, py: Python<'_>, observations: Vec<Observation>) -> PyResult<Vec<ActionLike>> {
        let object = self.itself.bind(py);
        if !self.is_batched {
            let one = |observation| self.action(&object.call_method1("act", (observation,))?);
            return observations.into_iter().map(one).collect();
        }
        let asked = observations.len();
        let answers = object.call_method1("act_batch", (PyList::new(py, to_python(py, observations)?)?,))?;
        let answers: Vec<ActionLike> =
            answers.try_iter()?.map(|answer| self.action(&answer?)).collect::<PyResult<Vec<ActionLike>>>()?;
        if answers.len() != asked {
            let found = answers.len();
            return Err(wrong(format!("{}: act_batch answered {found} of {asked} observations", self.name)));
        }
        Ok(answers)
    }

    fn action(&self, answer: &Bound<'_, PyAny>) -> PyResult<ActionLike> {
        answer
            .extract()
            .map_err(|error: PyErr| IllegalAction::new_err(format!("{}: {}", self.name, error.value(answer.py()))))
    }
}

fn to_python(py: Python<'_>, observations: Vec<Observation>) -> PyResult<Vec<Py<Observation>>> {
    observations.into_iter().map(|observation| Py::new(py, observation)).collect()
}
