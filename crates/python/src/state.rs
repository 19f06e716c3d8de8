//! Positions, with the method names of OpenSpiel.

use std::sync::Arc;

use cardsharp_rules::{AnyGame, Rng, Seed};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::error::{illegal, wrong};
use crate::game::{Game, seat_at};
use crate::numbers::to_list;
use crate::observation::Observation;
use crate::playable::{ActionLike, Position};

/// OpenSpiel's player number once a game is over.
const TERMINAL: i64 = -4;

/// A position of a game, hidden cards included. Players are given an ``Observation`` instead.
///
/// >>> state = cardsharp.Game("indigo").start(7)
/// >>> while not state.is_terminal():
/// ...     state.apply_action(state.legal_actions()[0])
/// >>> sum(state.returns())
/// 23.0
#[pyclass(module = "cardsharp")]
pub(crate) struct State {
    pub(crate) game: Arc<AnyGame>,
    pub(crate) position: Box<dyn Position>,
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The seat to act; none once the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.position.turn().map(cardsharp_rules::Seat::index)
    }

    /// The seat to act; −4 once the game is over, as in OpenSpiel.
    fn current_player(&self) -> i64 {
        self.position.turn().map_or(TERMINAL, |seat| seat.index() as i64)
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.position.turn().is_none()
    }

    /// The numbers of the legal actions, ascending; empty once the game is over or if it is not this seat's turn.
    #[pyo3(signature = (player = None))]
    fn legal_actions<'py>(&self, py: Python<'py>, player: Option<usize>) -> PyResult<Bound<'py, PyList>> {
        let is_other = |player: usize| self.position.turn().is_none_or(|seat| seat.index() != player);
        let legal = if player.is_some_and(is_other) { Vec::new() } else { self.position.legal() };
        to_list(py, &legal)
    }

    /// Plays an action, given by its number or in the game's notation.
    ///
    /// >>> state = cardsharp.Game("indigo").start(7)
    /// >>> state.apply_action("play 3♠")
    /// Traceback (most recent call last):
    ///     ...
    /// cardsharp.IllegalAction: ...
    fn apply_action(&mut self, action: ActionLike) -> PyResult<()> {
        self.position.play(&action).map_err(illegal)
    }

    /// Plays a legal action, each equally likely, and returns its number; none once the game is over.
    fn apply_random_action(&mut self, seed: u64) -> Option<usize> {
        self.position.play_randomly(&mut Rng::new(Seed(seed)))
    }

    /// Returns the position after an action; this position does not change.
    fn child(&self, action: ActionLike) -> PyResult<State> {
        let mut next = self.clone();
        next.apply_action(action)?;
        Ok(next)
    }

    /// The return of each seat, higher is better; zeros until the game is over.
    fn returns(&self) -> Vec<f64> {
        let seats = self.game.seats();
        self.position.returns().map_or_else(|| vec![0.0; seats], |got| got.into_iter().map(f64::from).collect())
    }

    /// The numbers of the actions that led here.
    fn history(&self) -> Vec<usize> {
        self.position.history()
    }

    /// The observation of a seat; by default of the seat to act.
    #[pyo3(signature = (seat = None))]
    fn observe(&self, seat: Option<usize>) -> PyResult<Observation> {
        let seat = match (seat, self.position.turn()) {
            (Some(seat), _) => seat_at(&self.game, seat)?,
            (None, Some(turn)) => turn,
            (None, None) => return Err(wrong("the game is over: say whose observation it should be")),
        };
        Ok(Observation { game: Arc::clone(&self.game), view: self.position.observe(seat) })
    }

    /// The information state of a seat as a text: equal for all positions that this seat cannot tell apart.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<usize>) -> PyResult<String> {
        Ok(self.observe(player)?.view.text())
    }

    /// The information state of a seat as numbers: ``Observation.features``.
    #[pyo3(signature = (player = None))]
    fn information_state_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        Ok(self.observe(player)?.view.features().into_pyarray(py))
    }

    /// Samples a position that this seat cannot tell from this one, uniformly among those that the rules allow.
    ///
    /// ``seed`` is a number, or a function without arguments that draws from [0, 1), as OpenSpiel passes it.
    fn resample_from_infostate(&self, player: usize, seed: &Bound<'_, PyAny>) -> PyResult<State> {
        let seat = seat_at(&self.game, player)?;
        let seed = if seed.is_callable() {
            (seed.call0()?.extract::<f64>()? * (1_u64 << 53) as f64) as u64
        } else {
            seed.extract()?
        };
        let position = self.position.observe(seat).sample(&mut Rng::new(Seed(seed)));
        Ok(State { game: Arc::clone(&self.game), position })
    }

    /// The notation of an action.
    #[pyo3(signature = (player_or_action, action = None))]
    fn action_to_string(&self, player_or_action: ActionLike, action: Option<ActionLike>) -> PyResult<String> {
        self.game().action_to_string(action.unwrap_or(player_or_action))
    }

    /// The number of an action.
    #[pyo3(signature = (player_or_action, action = None))]
    fn string_to_action(&self, player_or_action: ActionLike, action: Option<ActionLike>) -> PyResult<usize> {
        self.game().string_to_action(action.unwrap_or(player_or_action))
    }

    /// Returns a copy of the position.
    pub(crate) fn clone(&self) -> State {
        State { game: Arc::clone(&self.game), position: self.position.copy() }
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    fn __eq__(&self, other: &State) -> bool {
        self.position.is_same(other.position.as_ref())
    }

    fn __str__(&self) -> String {
        self.position.lines()
    }

    fn __repr__(&self) -> String {
        let turn = self.position.turn().map_or_else(|| "over".to_owned(), |seat| format!("seat {seat} to act"));
        format!("<State of {}, {turn}>", self.game)
    }

    /// Draws the position for notebooks, with all hands open.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let seats = self.game.seats();
        let views: Vec<Observation> = (0..seats).map(|seat| self.observe(Some(seat))).collect::<PyResult<_>>()?;
        let pictures: Vec<_> = views.iter().map(|view| view.picture(py, None)).collect::<PyResult<_>>()?;
        py.import("cardsharp.drawing")?.getattr("draw_open")?.call1((pictures,))?.extract()
    }
}
