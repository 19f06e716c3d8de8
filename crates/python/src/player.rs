//! A built-in player outside a table, called from Python.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use cardsharp_matches::seat_named;
use cardsharp_research::unlisted;
use cardsharp_rules::{AnyGame, Rng, Seed, with_game};
use cardsharp_search::{Considered, Memory, Player as Decides, Spec, SpecError, threads};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::columns::Columns;
use crate::error::{unknown_player, wrong};
use crate::game::{Game, GameLike};
use crate::interrupt::{Stop, interruptible};
use crate::numbers::to_list;
use crate::observation::Observation;
use crate::playable::{GameView, Playable, View};
use crate::runs;

/// A built-in player, by its spec: ``NAME`` or ``NAME:key=value,…``; or a network from a file, ``net:FILE``.
///
/// >>> player = cardsharp.Player("indigo", "champion:nodes=300")
/// >>> view = cardsharp.Game("indigo").start(7).observe()
/// >>> player.act(view, seed=1) in view.legal_actions()
/// True
#[pyclass(frozen, module = "cardsharp")]
pub(crate) struct Player {
    game: Arc<AnyGame>,
    pub(crate) spec: Spec,
    seated: Arc<dyn AnyPlayer>,
}

trait AnyPlayer: Send + Sync {
    fn act(&self, view: &dyn View, seed: u64) -> usize;
    fn consider(&self, view: &dyn View, seed: u64) -> Thought;
}

/// The evaluation of a position, by the numbers of actions.
enum Thought {
    /// Values with standard errors and visits; the first is the choice.
    Values(Vec<(usize, f64, f64, u32)>),
    /// The probability of each action, the most likely first.
    Weights(Vec<(usize, f64)>),
    Choice(usize),
}

struct At<G: Playable>(Box<dyn Decides<G>>);

fn create_player<G: Playable>(game: &G, spec: &Spec) -> Result<Arc<dyn AnyPlayer>, SpecError> {
    Ok(Arc::new(At(seat_named(game, spec, Memory::Game, unlisted)?)))
}

fn view_of<G: Playable>(view: &dyn View) -> &GameView<G> {
    view.as_any().downcast_ref().expect("the observation is one of this game")
}

impl<G: Playable> AnyPlayer for At<G> {
    fn act(&self, view: &dyn View, seed: u64) -> usize {
        G::action_index(self.0.choose(&view_of::<G>(view).view, &mut Rng::new(Seed(seed))))
    }

    fn consider(&self, view: &dyn View, seed: u64) -> Thought {
        match self.0.consider(&view_of::<G>(view).view, &mut Rng::new(Seed(seed))) {
            Considered::Choice(action) => Thought::Choice(G::action_index(action)),
            Considered::Weights(weights) => Thought::Weights(
                weights.into_iter().map(|(action, weight)| (G::action_index(action), weight)).collect(),
            ),
            Considered::Values(values) => Thought::Values(
                values.iter().map(|one| (G::action_index(one.action), one.value, one.error, one.visits)).collect(),
            ),
        }
    }
}

#[pymethods]
impl Player {
    #[new]
    fn new(game: GameLike<'_>, spec: &str) -> PyResult<Player> {
        let (game, spec): (_, Spec) = (game.game()?, spec.parse().map_err(unknown_player)?);
        let seated = with_game!(AnyGame, &*game, game => create_player(game, &spec)).map_err(unknown_player)?;
        Ok(Player { game, spec, seated })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The spec.
    #[getter]
    fn name(&self) -> String {
        self.spec.to_string()
    }

    /// Returns the number of the chosen action; ``seed`` seeds its random choices.
    #[pyo3(signature = (observation, seed = 1))]
    fn act(&self, py: Python<'_>, observation: &Observation, seed: u64) -> PyResult<usize> {
        self.ask(py, observation, move |player, view| player.act(view, seed))
    }

    /// Returns the actions for many observations, on all cores: those of ``act`` with ``seed``, ``seed + 1`` and so on.
    ///
    /// >>> views = [cardsharp.Game("indigo").start(deal).observe() for deal in range(5)]
    /// >>> player = cardsharp.Player("indigo", "greedy")
    /// >>> player.act_batch(views, seed=7) == [player.act(view, seed=7 + place) for place, view in enumerate(views)]
    /// True
    #[pyo3(signature = (observations, seed = 1, *, threads = None))]
    fn act_batch<'py>(
        &self,
        py: Python<'py>,
        observations: Vec<Py<Observation>>,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyList>> {
        let threads = runs::threads(threads, &[])?;
        let views: Vec<Box<dyn View>> =
            observations.iter().map(|observation| self.turn_of(observation.get())).collect::<PyResult<_>>()?;
        let (player, stop) = (Arc::clone(&self.seated), Stop::default());
        let stopped = stop.clone();
        let actions = interruptible(py, &stop, move || act_on_all(player.as_ref(), &views, seed, threads, &stopped))?;
        to_list(py, &actions)
    }

    /// Evaluates the actions: the ``choice``, and by action ``values`` with errors or ``weights``, if there are any.
    #[pyo3(signature = (observation, seed = 1))]
    fn consider<'py>(&self, py: Python<'py>, observation: &Observation, seed: u64) -> PyResult<Bound<'py, PyDict>> {
        let thought = self.ask(py, observation, move |player, view| player.consider(view, seed))?;
        let dict = PyDict::new(py);
        let choice = match thought {
            Thought::Choice(action) => action,
            Thought::Weights(weights) => {
                let columns = Columns::new(py)
                    .whole("action", weights.iter().map(|row| row.0 as i64).collect())?
                    .numbers("weight", weights.iter().map(|row| row.1).collect())?;
                dict.set_item("weights", columns.done())?;
                weights[0].0
            }
            Thought::Values(values) => {
                let columns = Columns::new(py)
                    .whole("action", values.iter().map(|row| row.0 as i64).collect())?
                    .numbers("value", values.iter().map(|row| row.1).collect())?
                    .numbers("standard_error", values.iter().map(|row| row.2).collect())?
                    .whole("visits", values.iter().map(|row| row.3.into()).collect())?;
                dict.set_item("values", columns.done())?;
                values[0].0
            }
        };
        dict.set_item("choice", choice)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        format!("Player({:?}, {:?})", self.game.name(), self.spec.to_string())
    }
}

impl Player {
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        observation: &Observation,
        question: impl FnOnce(&dyn AnyPlayer, &dyn View) -> T + Send + 'static,
    ) -> PyResult<T> {
        let (player, view) = (Arc::clone(&self.seated), self.turn_of(observation)?);
        interruptible(py, &Stop::default(), move || question(player.as_ref(), view.as_ref()))
    }

    /// Returns the view, if the game fits and it is the turn of its seat.
    fn turn_of(&self, observation: &Observation) -> PyResult<Box<dyn View>> {
        if *observation.game != *self.game {
            return Err(wrong(format!("{} is asked about a game of {}", self.__repr__(), observation.game)));
        }
        if observation.view.turn() != Some(observation.view.seat()) {
            return Err(wrong(format!("it is not the turn of seat {}", observation.view.seat())));
        }
        Ok(observation.view.copy())
    }
}

/// Returns the actions for many views. Each view has its own seed, so the number of threads changes nothing.
fn act_on_all(player: &dyn AnyPlayer, views: &[Box<dyn View>], seed: u64, threads: usize, stop: &Stop) -> Vec<usize> {
    let (next, actions) = (AtomicUsize::new(0), Mutex::new(vec![0; views.len()]));
    let work = || {
        let mut mine = Vec::new();
        while !stop.is_set() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(view) = views.get(place) else { break };
            mine.push((place, player.act(view.as_ref(), seed.wrapping_add(place as u64))));
        }
        let mut actions = actions.lock().expect("nobody panics with it");
        for (place, action) in mine {
            actions[place] = action;
        }
    };
    std::thread::scope(|scope| {
        let others = 1..threads.min(views.len());
        let _others = others.map_while(|_| threads::start_scoped(scope, work).ok()).count();
        work();
    });
    actions.into_inner().expect("nobody panics with it")
}
