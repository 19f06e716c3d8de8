//! The vector environment as a Python class.

use std::sync::Arc;

use cardsharp_rules::{AnyGame, Seed, with_game};
use numpy::ndarray::{Dimension, Ix1, Ix2, Ix3};
use numpy::{
    AllowTypeChange, Element, PyArray, PyArray1, PyArray2, PyArray3, PyArrayLike1, PyArrayMethods, PyReadwriteArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::buffers::{Buffers, Masks, Observations, bytes};
use super::lane::{Autoreset, game_seed};
use super::lanes::{Lanes, Many};
use crate::error::{illegal, wrong};
use crate::game::{Game, GameLike};
use crate::interrupt::catch_panic;
use crate::playable::Playable;

/// Thousands of games stepped in one call, on all cores, in NumPy buffers that are written in place.
///
/// ``seats`` holds the seat to act, −1 if none; ``observations`` and ``masks`` belong to that seat. ``rewards`` holds
/// the rewards of all seats in the last step, ``terminated`` marks the games that it ended. ``hidden_cards``, if
/// requested, holds the observations of all seats: for critics, never for players.
///
/// Observations are ``"float"``, ``"packed"`` into bits (``cardsharp.unpack`` reads them) or ``None``; masks are
/// ``"bool"``, ``"packed"`` or ``None``. ``buffers`` passes your own arrays; a step writes only those masks that
/// change, so do not edit them between steps. ``autoreset`` restarts finished games as in Gymnasium: ``"next-step"``
/// (the next step only starts the next game), ``"same-step"`` or ``"disabled"``. The same seed gives the same games on
/// any number of threads.
///
/// >>> env = cardsharp.VectorEnv("indigo", 3, seed=7)
/// >>> env.observations.shape, env.masks.sum(axis=1).tolist()
/// ((3, 433), [6, 6, 6])
/// >>> env.step(env.masks.argmax(axis=1))
/// >>> env.seats.tolist(), env.terminated.any().item()
/// ([1, 1, 1], False)
#[pyclass(module = "cardsharp")]
pub(crate) struct VectorEnv {
    game: Arc<AnyGame>,
    lanes: Box<dyn Lanes>,
    count: usize,
    autoreset: Autoreset,
    seats: Py<PyArray1<i8>>,
    terminated: Py<PyArray1<bool>>,
    rewards: Py<PyArray2<f32>>,
    observations: Wanted<f32>,
    masks: Wanted<bool>,
    hidden_cards: Option<Py<PyArray3<f32>>>,
}

/// A buffer in the requested format.
enum Wanted<T: Element> {
    Nothing,
    Plain(Py<PyArray2<T>>),
    Packed(Py<PyArray2<u8>>),
}

struct Widths {
    seats: usize,
    features: usize,
    packed: usize,
    actions: usize,
}

fn widths<G: Playable>(_: &G) -> Widths {
    Widths { seats: G::SEATS, features: G::FEATURES, packed: G::PACKED_FEATURES, actions: G::ACTIONS }
}

/// The most games: more are a typing error.
const MOST: usize = 1 << 24;
/// The number of actions between checks for Ctrl-C.
const GLANCE: u64 = 4_000_000;

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (game, num_envs, *, seed = 1, observations = Some("float"), masks = Some("bool"), hidden_cards = false, autoreset = "next-step", threads = None, buffers = None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        py: Python<'_>,
        game: GameLike<'_>,
        num_envs: usize,
        seed: u64,
        observations: Option<&str>,
        masks: Option<&str>,
        hidden_cards: bool,
        autoreset: &str,
        threads: Option<usize>,
        buffers: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<VectorEnv> {
        fn new_lanes<G: Playable>(
            game: &G,
            count: usize,
            autoreset: Autoreset,
            threads: usize,
        ) -> Result<Box<dyn Lanes>, String> {
            Ok(Box::new(Many::new(game, count, autoreset, threads)?))
        }
        let game = game.game()?;
        let autoreset: Autoreset = autoreset.parse().map_err(wrong)?;
        if !(1..=MOST).contains(&num_envs) {
            return Err(wrong(format!("num_envs={num_envs}: expected a number from 1 to {MOST}")));
        }
        let threads = crate::runs::threads(threads, &[])?;
        let lanes =
            with_game!(AnyGame, &*game, game => new_lanes(game, num_envs, autoreset, threads)).map_err(wrong)?;
        let widths = with_game!(AnyGame, &*game, game => widths(game));
        let given = Given { py, buffers, count: num_envs };
        given.refuse_unknown()?;
        let mut env = VectorEnv {
            game,
            lanes,
            count: num_envs,
            autoreset,
            seats: given.array("seats", Ix1(num_envs))?,
            terminated: given.array("terminated", Ix1(num_envs))?,
            rewards: given.array("rewards", Ix2(num_envs, widths.seats))?,
            observations: given.output("observations", observations, "float", (widths.features, widths.packed))?,
            masks: given.output("masks", masks, "bool", (widths.actions, bytes(widths.actions)))?,
            hidden_cards: if hidden_cards {
                Some(given.array("hidden_cards", Ix3(num_envs, widths.seats, widths.features))?)
            } else {
                None
            },
        };
        env.reset(py, seed)?;
        Ok(env)
    }

    /// Restarts all games.
    #[pyo3(signature = (seed = 1))]
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.with(py, |lanes, buffers| lanes.reset(seed, buffers))
    }

    /// Plays an action in every game, given by its number. Finished games ignore theirs.
    ///
    /// If an action is illegal, ``IllegalAction`` names the game, and no game changes.
    fn step(&mut self, py: Python<'_>, actions: PyArrayLike1<'_, i64, AllowTypeChange>) -> PyResult<()> {
        let actions = actions.as_slice().map_err(wrong)?;
        if actions.len() != self.count {
            return Err(wrong(format!("{} actions for {} games", actions.len(), self.count)));
        }
        self.with(py, |lanes, buffers| lanes.step(actions, buffers))?.map_err(illegal)
    }

    /// Plays ``steps`` uniformly random actions in every game, as ``step`` would. Returns the number of ended games.
    #[pyo3(signature = (steps = 1))]
    fn step_random(&mut self, py: Python<'_>, steps: u64) -> PyResult<u64> {
        let (portion, mut left, mut ended) = ((GLANCE / self.count as u64).max(1), steps, 0);
        while left > 0 {
            let now = portion.min(left);
            ended += self.with(py, |lanes, buffers| lanes.step_randomly(now, buffers))?;
            left -= now;
            py.check_signals()?;
        }
        Ok(ended)
    }

    /// The seed of one game's deal, by the environment's seed, the place and the number of the game there, from 0.
    ///
    /// >>> env, seed = cardsharp.VectorEnv("indigo", 3, seed=7), cardsharp.VectorEnv.game_seed(7, place=2, number=0)
    /// >>> (env.observations[2] == cardsharp.Game("indigo").start(seed).observe().features()).all().item()
    /// True
    #[staticmethod]
    fn game_seed(seed: u64, place: u64, number: u64) -> u64 {
        game_seed(Seed(seed), place, number).0
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The number of games.
    #[getter]
    fn num_envs(&self) -> usize {
        self.count
    }

    /// The restart mode of finished games.
    #[getter]
    fn autoreset(&self) -> String {
        self.autoreset.to_string()
    }

    /// The seat to act in each game; −1 if none.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.seats.clone_ref(py)
    }

    /// Which games ended in the last step.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.terminated.clone_ref(py)
    }

    /// The rewards of the last step, by game and seat.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// The observation of the seat to act, by game.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.observations.array(py)
    }

    /// The legal actions of the seat to act, by game.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.masks.array(py)
    }

    /// The observations of all seats, by game and seat: for critics, never for players.
    #[getter]
    fn hidden_cards(&self, py: Python<'_>) -> Option<Py<PyArray3<f32>>> {
        self.hidden_cards.as_ref().map(|array| array.clone_ref(py))
    }

    fn __repr__(&self) -> String {
        format!("<VectorEnv of {} games of {}, autoreset {}>", self.count, self.game, self.autoreset)
    }
}

impl VectorEnv {
    /// Runs work on all games and their buffers, without the interpreter's lock.
    fn with<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Lanes, Buffers<'_>) -> T + Send,
    ) -> PyResult<T> {
        let (mut seats, mut terminated) = (writable(py, &self.seats)?, writable(py, &self.terminated)?);
        let mut rewards = writable(py, &self.rewards)?;
        let (mut plain, mut packed) = self.observations.writable(py)?;
        let (mut bools, mut bits) = self.masks.writable(py)?;
        let mut hidden = self.hidden_cards.as_ref().map(|array| writable(py, array)).transpose()?;
        let buffers = Buffers {
            seats: seats.as_slice_mut().map_err(wrong)?,
            terminated: terminated.as_slice_mut().map_err(wrong)?,
            rewards: rewards.as_slice_mut().map_err(wrong)?,
            observations: match (&mut plain, &mut packed) {
                (Some(plain), _) => Observations::Floats(plain.as_slice_mut().map_err(wrong)?),
                (None, Some(packed)) => Observations::Packed(packed.as_slice_mut().map_err(wrong)?),
                (None, None) => Observations::Unwanted,
            },
            masks: match (&mut bools, &mut bits) {
                (Some(bools), _) => Masks::Bools(bools.as_slice_mut().map_err(wrong)?),
                (None, Some(bits)) => Masks::Packed(bits.as_slice_mut().map_err(wrong)?),
                (None, None) => Masks::Unwanted,
            },
            hidden_cards: match &mut hidden {
                Some(hidden) => hidden.as_slice_mut().map_err(wrong)?,
                None => &mut [],
            },
        };
        let lanes = self.lanes.as_mut();
        py.detach(|| catch_panic(|| work(lanes, buffers)))
    }
}

type Writable<'py, T, D> = PyReadwriteArray<'py, T, D>;

fn writable<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<Writable<'py, T, D>> {
    array.bind(py).try_readwrite().map_err(|error| wrong(format!("a buffer cannot be written: {error}")))
}

impl<T: Element> Wanted<T> {
    fn array(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        match self {
            Wanted::Nothing => None,
            Wanted::Plain(array) => Some(array.clone_ref(py).into_any()),
            Wanted::Packed(array) => Some(array.clone_ref(py).into_any()),
        }
    }

    #[expect(clippy::type_complexity, reason = "one of both")]
    fn writable<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Option<Writable<'py, T, Ix2>>, Option<Writable<'py, u8, Ix2>>)> {
        Ok(match self {
            Wanted::Nothing => (None, None),
            Wanted::Plain(array) => (Some(writable(py, array)?), None),
            Wanted::Packed(array) => (None, Some(writable(py, array)?)),
        })
    }
}

struct Given<'a, 'py> {
    py: Python<'py>,
    buffers: Option<&'a Bound<'py, PyDict>>,
    count: usize,
}

const NAMES: [&str; 6] = ["seats", "terminated", "rewards", "observations", "masks", "hidden_cards"];

impl Given<'_, '_> {
    fn refuse_unknown(&self) -> PyResult<()> {
        for (name, _) in self.buffers.into_iter().flatten() {
            let name = name.str()?.to_string();
            if !NAMES.contains(&name.as_str()) {
                return Err(wrong(format!("{name:?} is not a buffer: expected one of {}", NAMES.join(", "))));
            }
        }
        Ok(())
    }

    /// Returns the caller's array, if it fits, or a new one.
    fn array<T: Element, D: Dimension>(&self, name: &str, shape: D) -> PyResult<Py<PyArray<T, D>>> {
        let given = self.buffers.map(|buffers| buffers.get_item(name)).transpose()?.flatten();
        let Some(given) = given else { return Ok(PyArray::zeros(self.py, shape, false).unbind()) };
        let expected = || {
            let kind = numpy::dtype::<T>(self.py);
            wrong(format!(
                "buffers[{name:?}]: expected a writable C-contiguous array of {kind} and shape {:?}",
                shape.slice()
            ))
        };
        let array = given.cast_into::<PyArray<T, D>>().map_err(|_| expected())?;
        let fits = array.shape() == shape.slice() && array.is_c_contiguous() && array.try_readwrite().is_ok();
        if fits { Ok(array.unbind()) } else { Err(expected()) }
    }

    fn output<T: Element>(
        &self,
        name: &str,
        how: Option<&str>,
        plainly: &str,
        (width, packed): (usize, usize),
    ) -> PyResult<Wanted<T>> {
        match how {
            None => Ok(Wanted::Nothing),
            Some("packed") => self.array(name, Ix2(self.count, packed)).map(Wanted::Packed),
            Some(how) if how == plainly => self.array(name, Ix2(self.count, width)).map(Wanted::Plain),
            Some(how) => Err(wrong(format!("{name}={how:?}: expected {plainly:?}, \"packed\" or None"))),
        }
    }
}
