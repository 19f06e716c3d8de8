//! The observation of a seat.

use std::sync::Arc;

use cardsharp_rules::{AnyGame, Rng, Seat, Seed};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::error::wrong;
use crate::game::{Game, Rebuilt};
use crate::numbers::to_list;
use crate::plain::plain;
use crate::playable::View;
use crate::state::State;

/// Everything that a seat has seen, and nothing else. Players are given this.
///
/// >>> view = cardsharp.Game("indigo").start(7).observe()
/// >>> view.seat, len(view.legal_actions())
/// (0, 6)
/// >>> view.game.observation(str(view)) == view
/// True
/// >>> view.sample_state(seed=3).observe(0) == view
/// True
#[pyclass(frozen, module = "cardsharp")]
pub(crate) struct Observation {
    pub(crate) game: Arc<AnyGame>,
    pub(crate) view: Box<dyn View>,
}

#[pymethods]
impl Observation {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The seat that observes.
    #[getter]
    fn seat(&self) -> usize {
        self.view.seat().index()
    }

    /// The seat to act; none once the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.view.turn().map(Seat::index)
    }

    /// The numbers of the legal actions, ascending; empty if it is not this seat's turn.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        to_list(py, &self.view.legal())
    }

    /// The legal actions in the game's notation, in the order of their numbers.
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        let game = self.game();
        let text = |number| game.action_to_string(crate::playable::ActionLike::Number(number as i64));
        self.view.legal().into_iter().map(text).collect()
    }

    /// The mask of legal actions over all actions of the game.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.game().num_actions()];
        for action in self.view.legal() {
            mask[action] = true;
        }
        mask.into_pyarray(py)
    }

    /// The observation as numbers, most of them 0 or 1; ``Game.encoding_version`` is the version of their layout.
    fn features<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        self.view.features().into_pyarray(py)
    }

    /// Samples a position that fits this observation, uniformly among those that the rules allow.
    fn sample_state(&self, seed: u64) -> State {
        State { game: Arc::clone(&self.game), position: self.view.sample(&mut Rng::new(Seed(seed))) }
    }

    /// The table as plain data, for drawing; ``names`` by seat.
    #[pyo3(signature = (names = None))]
    pub(crate) fn picture<'py>(&self, py: Python<'py>, names: Option<Vec<String>>) -> PyResult<Bound<'py, PyAny>> {
        let seats = self.game().seats();
        let names = names.unwrap_or_else(|| (0..seats).map(|seat| format!("seat {seat}")).collect());
        if names.len() != seats {
            return Err(wrong(format!("{} names for {seats} seats", names.len())));
        }
        plain(py, &self.view.picture(&names))
    }

    /// The position as text, for people.
    fn lines(&self) -> String {
        self.view.lines()
    }

    fn __str__(&self) -> String {
        self.view.text()
    }

    fn __repr__(&self) -> String {
        format!("<Observation of {}, seat {}: {}>", self.game, self.view.seat(), self.view.text())
    }

    fn __eq__(&self, other: &Observation) -> bool {
        self.game == other.game && self.view.text() == other.view.text()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.game.name(), self.view.text()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(slf: &Bound<'_, Observation>) -> PyResult<Rebuilt<(Py<Game>, String)>> {
        let rebuild = slf.py().import("cardsharp")?.getattr("_observation")?.unbind();
        let this = slf.get();
        Ok((rebuild, (Py::new(slf.py(), this.game())?, this.view.text())))
    }

    /// Draws the position for notebooks, with the web page's cards.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        py.import("cardsharp.drawing")?.getattr("draw")?.call1((self.picture(py, None)?,))?.extract()
    }
}
