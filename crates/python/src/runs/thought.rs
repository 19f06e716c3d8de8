//! Analyses of positions, and replays of games.

use cardsharp_presentation::replay::replay_json;
use cardsharp_rules::{Record as Played, Seat, with_game};
use cardsharp_search::Spec;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use super::count;
use crate::columns::Columns;
use crate::error::{unknown_player, wrong};
use crate::game::seat_at;
use crate::interrupt::{Stop, interruptible};
use crate::observation::Observation;
use crate::plain::plain;
use crate::playable::Playable;
use crate::record::Record;

/// Analyses a position: the best action, the reasons, and the likely places of hidden cards. Returns the report of
/// ``cardsharp analyse --json``, with the values of the actions in ``columns``.
///
/// >>> view = cardsharp.Game("indigo").start(7).observe()
/// >>> thought = cardsharp.analyse(view, player="champion:nodes=200")
/// >>> thought["actions"][0]["action"] in view.legal_moves()
/// True
#[pyfunction]
#[pyo3(signature = (observation, *, player = "champion:ms=700", seed = 1))]
pub(crate) fn analyse<'py>(
    py: Python<'py>,
    observation: &Observation,
    player: &str,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let player: Spec = player.parse().map_err(unknown_player)?;
    if observation.view.turn().is_none() {
        return Err(wrong("the game is over: there is nothing left to decide"));
    }
    let view = observation.view.copy();
    let thought = interruptible(py, &Stop::default(), move || view.analyse(&player, seed))?.map_err(unknown_player)?;
    let dict = plain(py, &thought)?.cast_into::<PyDict>()?;
    let actions = thought["actions"].as_array().map_or(&[][..], Vec::as_slice);
    let number = |key: &'static str| actions.iter().map(move |row| row[key].as_f64().unwrap_or(f64::NAN)).collect();
    let columns = Columns::new(py)
        .texts("action", actions.iter().filter_map(|row| row["action"].as_str()))?
        .numbers("value", number("value"))?
        .numbers("standard_error", number("standard_error"))?
        .numbers("weight", number("weight"))?;
    dict.set_item("columns", columns.done())?;
    Ok(dict.into_any())
}

/// Returns the probability of each place for the cards hidden from a seat, given the actions; also in ``columns``.
///
/// >>> view = cardsharp.Game("indigo").start(7).observe()
/// >>> belief = cardsharp.beliefs(view, worlds=100)
/// >>> sorted(belief)
/// ['cards', 'columns', 'effective_size', 'places']
#[pyfunction]
#[pyo3(signature = (observation, *, worlds = 400, seed = 1))]
pub(crate) fn beliefs<'py>(
    py: Python<'py>,
    observation: &Observation,
    worlds: u64,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let worlds = count("worlds", worlds, 1, 1_000_000)? as usize;
    let view = observation.view.copy();
    let belief = interruptible(py, &Stop::default(), move || view.beliefs(worlds, seed))?;
    let dict = plain(py, &belief)?.cast_into::<PyDict>()?;
    let cards = belief["cards"].as_array().map_or(&[][..], Vec::as_slice);
    let cells: Vec<(&str, &str, f64)> = cards.iter().flat_map(cells).collect();
    let columns = Columns::new(py)
        .texts("card", cells.iter().map(|cell| cell.0))?
        .texts("place", cells.iter().map(|cell| cell.1))?
        .numbers("chance", cells.iter().map(|cell| cell.2).collect())?;
    dict.set_item("columns", columns.done())?;
    Ok(dict.into_any())
}

fn cells(card: &Value) -> Vec<(&str, &str, f64)> {
    let chances = card["chances"].as_object().into_iter().flatten();
    let name = card["card"].as_str().unwrap_or_default();
    chances.map(|(place, chance)| (name, place.as_str(), chance.as_f64().unwrap_or(f64::NAN))).collect()
}

/// Replays a recorded game as a seat saw it or with all cards open: the report of ``cardsharp replay --json``.
///
/// >>> record = cardsharp.play("hanamikoji", ["greedy", "random"], seed=4)
/// >>> steps = cardsharp.replay(record, seat=1)["steps"]
/// >>> steps[0]["turn"], len(steps[0]["views"])
/// (0, 1)
#[pyfunction]
#[pyo3(signature = (record, *, seat = None, at = None))]
pub(crate) fn replay<'py>(
    py: Python<'py>,
    record: &Record,
    seat: Option<usize>,
    at: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    fn steps<G: Playable>(record: &Played<G>, seat: Option<Seat>, at: Option<usize>) -> PyResult<Value> {
        let last = record.events().len();
        if let Some(at) = at.filter(|&at| at > last) {
            return Err(wrong(format!("at={at}: the record has steps 0 to {last}")));
        }
        Ok(replay_json(record, seat, at))
    }
    let seat = seat.map(|seat| seat_at(&record.game, seat)).transpose()?;
    let report = with_game!(AnyRecord, &record.record, record => steps(record, seat, at))?;
    plain(py, &report)
}
