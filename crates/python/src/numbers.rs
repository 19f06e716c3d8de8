//! The numbers of actions as Python integers, created once: callers that step single games request a list at every
//! turn, and a pass of Intensity has 120 actions.

use cardsharp_rules::{AnyGame, Game, with_game};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList};

static NUMBERS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();

pub(crate) fn to_list<'py>(py: Python<'py>, numbers: &[usize]) -> PyResult<Bound<'py, PyList>> {
    let known =
        NUMBERS.get_or_try_init(py, || (0..most()).map(|number| integer(py, number)).collect::<PyResult<_>>())?;
    PyList::new(py, numbers.iter().map(|&number| known[number].bind(py)))
}

fn most() -> usize {
    fn actions<G: Game>(_: &G) -> usize {
        G::ACTIONS
    }
    AnyGame::all().iter().map(|game| with_game!(AnyGame, game, game => actions(game))).max().unwrap_or(0)
}

fn integer(py: Python<'_>, number: usize) -> PyResult<Py<PyInt>> {
    Ok(number.into_pyobject(py)?.unbind())
}
