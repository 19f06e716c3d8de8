//! Cut-down Hanamikoji: small enough for a solver.

use std::str::FromStr;

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Hanamikoji, Kind};
use cardsharp_rules::{Game as _, Seat};
use cardsharp_search::equilibrium::Rule;
use cardsharp_search::hanamikoji::tree::{Play, Subgame, Variant};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{InvalidDeal, illegal, wrong};
use crate::interrupt::{Stop, interruptible};
use crate::playable::ActionLike;

const KINDS: [(&str, Kind); 4] =
    [("secret", Kind::Secret), ("burn", Kind::Burn), ("gift", Kind::Gift), ("competition", Kind::Competition)];
/// The largest size of a tree, in numbers: some gigabytes.
const MOST: usize = 200_000_000;

/// Hanamikoji with these cards and actions. A seat wins by ``points``, otherwise by ``types``.
///
/// Actions have the same numbers and notation as in the whole game.
///
/// >>> game = cardsharp.CutDown("AABBCDD", ["secret", "burn"], points=4, types=3)
/// >>> solved = game.solve(rounds=200)
/// >>> solved["exploitability"] < 0.01
/// True
#[pyclass(frozen, module = "cardsharp")]
pub(crate) struct CutDown {
    variant: Variant,
    kinds: Vec<String>,
    points: usize,
    types: usize,
}

/// A position of cut-down Hanamikoji, hidden cards included.
#[pyclass(module = "cardsharp")]
pub(crate) struct CutDownState(Play);

fn geishas(text: &str) -> PyResult<Vec<Geisha>> {
    let card = |letter: char| {
        Geisha::from_str(letter.encode_utf8(&mut [0; 4])).map_err(|error| InvalidDeal::new_err(error.to_string()))
    };
    text.chars().map(card).collect()
}

#[pymethods]
impl CutDown {
    #[new]
    #[pyo3(signature = (deck, kinds, *, points, types))]
    fn new(deck: &str, kinds: Vec<String>, points: usize, types: usize) -> PyResult<CutDown> {
        let kind = |name: &String| {
            let known = KINDS.iter().find(|(word, _)| word == name).map(|(_, kind)| *kind);
            known.ok_or_else(|| wrong(format!("{name:?} is not an action: expected secret, burn, gift or competition")))
        };
        let chosen: Vec<Kind> = kinds.iter().map(kind).collect::<PyResult<_>>()?;
        let deck =
            Cards::gather(geishas(deck)?).map_err(|card| wrong(format!("{deck}: more {card} than there are")))?;
        let variant = Variant::new(deck, &chosen, points, types).map_err(wrong)?;
        Ok(CutDown { variant, kinds, points, types })
    }

    /// The cards, by type.
    #[getter]
    fn deck(&self) -> String {
        self.variant.deck().to_string()
    }

    /// The kinds of actions of each seat.
    #[getter]
    fn kinds(&self) -> Vec<String> {
        self.kinds.clone()
    }

    /// The points that win.
    #[getter]
    fn points(&self) -> usize {
        self.points
    }

    /// The types that win if the points do not decide.
    #[getter]
    fn types(&self) -> usize {
        self.types
    }

    /// The number of cards dealt to each seat. The rest is the pile; its last card is never drawn.
    #[getter]
    fn dealt(&self) -> usize {
        self.variant.dealt()
    }

    /// Deals the deck in a given order: the first hand, the second hand, the pile.
    ///
    /// >>> cardsharp.CutDown("AABBCDD", ["secret", "burn"], points=4, types=3).start("ABCDABD").legal_actions()
    /// [0, 2, 10]
    fn start(&self, order: &str) -> PyResult<CutDownState> {
        let play = Play::deal(self.variant, &geishas(order)?);
        play.map(CutDownState).map_err(|error| InvalidDeal::new_err(format!("{order}: {error}")))
    }

    /// Solves the game by ``rounds`` rounds of regret minimisation. Returns its value to seat 0, the returns of best
    /// responses against both average strategies (bounds of the value) and the exploitability.
    #[pyo3(signature = (rounds = 1000))]
    fn solve<'py>(&self, py: Python<'py>, rounds: u32) -> PyResult<Bound<'py, PyDict>> {
        let (variant, stop) = (self.variant, Stop::default());
        let stopped = stop.clone();
        let gap = interruptible(py, &stop, move || {
            let game = Subgame::whole(variant, MOST).map_err(|_| "the game is too large to be solved".to_owned())?;
            let mut solver = game.solver(Rule::Discounted, 1);
            while solver.rounds() < rounds && !stopped.is_set() {
                solver.round();
            }
            Ok::<_, String>(solver.gap())
        })?
        .map_err(wrong)?;
        let dict = PyDict::new(py);
        dict.set_item("value", gap.value())?;
        dict.set_item("best_responses", gap.responses.to_vec())?;
        dict.set_item("exploitability", gap.exploitability())?;
        dict.set_item("rounds", rounds)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        format!("CutDown({:?}, {:?}, points={}, types={})", self.deck(), self.kinds, self.points, self.types)
    }
}

#[pymethods]
impl CutDownState {
    /// The seat to act; −4 once the game is over.
    fn current_player(&self) -> i64 {
        self.0.turn().map_or(-4, |seat| seat.index() as i64)
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.0.turn().is_none()
    }

    /// The numbers of the legal actions, ascending.
    fn legal_actions(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = self.0.legal_actions().into_iter().map(Hanamikoji::action_index).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Plays an action, given by its number or in the game's notation.
    fn apply_action(&mut self, action: ActionLike) -> PyResult<()> {
        let action: Action = action.read::<Hanamikoji>().map_err(illegal)?;
        self.0.play(action).map_err(illegal)
    }

    /// The return of each seat; zeros until the game is over.
    fn returns(&self) -> Vec<f64> {
        let first = self.0.result().map_or(0.0, f64::from);
        vec![first, -first]
    }

    /// All that a seat has seen, in order.
    fn information_state_string(&self, player: usize) -> PyResult<String> {
        if player > 1 {
            return Err(wrong(format!("seat {player}: Hanamikoji has seats 0 to 1")));
        }
        Ok(self.0.seen(Seat::new(player)).to_owned())
    }

    /// Returns a copy of the position.
    fn clone(&self) -> CutDownState {
        CutDownState(self.0.clone())
    }

    fn __copy__(&self) -> CutDownState {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> CutDownState {
        self.clone()
    }
}
