//! Records of games.

use std::sync::Arc;

use cardsharp_rules::{AnyGame, AnyRecord, Event, Record as Played, State as _, with_game};
use pyo3::prelude::*;

use crate::error::{RecordError, wrong};
use crate::game::{Game, Rebuilt};
use crate::playable::{GameState, Playable, Position};
use crate::state::State;

/// The record of a game: options, seed, names, actions and faults, in one text format for all games.
///
/// >>> record = cardsharp.play("indigo", ["classic", "random"], seed=7)
/// >>> cardsharp.Record(str(record)) == record
/// True
/// >>> len(record.actions), sum(record.result)
/// (48, 23)
#[pyclass(frozen, module = "cardsharp")]
pub(crate) struct Record {
    pub(crate) game: Arc<AnyGame>,
    pub(crate) record: AnyRecord,
}

impl Record {
    pub(crate) fn new(record: AnyRecord) -> Record {
        fn any<G: Playable>(record: &Played<G>) -> AnyGame {
            record.game().clone().into()
        }
        let game = with_game!(AnyRecord, &record, record => any(record));
        Record { game: Arc::new(game), record }
    }
}

#[pymethods]
impl Record {
    #[new]
    fn read(text: &str) -> PyResult<Record> {
        AnyRecord::parse(text).map(Record::new).map_err(|error| RecordError::new_err(error.to_string()))
    }

    /// Parses any number of consecutive records.
    #[staticmethod]
    fn read_all(text: &str) -> PyResult<Vec<Record>> {
        let records = AnyRecord::parse_many(text).map_err(|error| RecordError::new_err(error.to_string()))?;
        Ok(records.into_iter().map(Record::new).collect())
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The seed of the game; none if the record has none.
    #[getter]
    fn seed(&self) -> Option<u64> {
        with_game!(AnyRecord, &self.record, record => record.seed().map(|seed| seed.0))
    }

    /// The dealt cards, in the game's notation.
    #[getter]
    fn deal(&self) -> String {
        with_game!(AnyRecord, &self.record, record => record.deal().to_string())
    }

    /// The names of the players, by seat.
    #[getter]
    fn names(&self) -> Vec<String> {
        with_game!(AnyRecord, &self.record, record => record.names().to_vec())
    }

    /// The actions in the game's notation.
    #[getter]
    fn actions(&self) -> Vec<String> {
        with_game!(AnyRecord, &self.record, record => record.actions().map(|action| action.to_string()).collect())
    }

    /// The numbers of the actions.
    #[getter]
    fn action_numbers(&self) -> Vec<usize> {
        fn numbers<G: cardsharp_rules::Game>(record: &Played<G>) -> Vec<usize> {
            record.actions().map(G::action_index).collect()
        }
        with_game!(AnyRecord, &self.record, record => numbers(record))
    }

    /// The result of each seat, after the cost of its faults; none until the game is over.
    #[getter]
    fn result(&self) -> Option<Vec<i32>> {
        with_game!(AnyRecord, &self.record, record => record.result().map(|result| result.as_slice().to_vec()))
    }

    /// The number of faults of each seat.
    #[getter]
    fn faults(&self) -> Vec<u32> {
        with_game!(AnyRecord, &self.record, record => record.faults().as_slice().to_vec())
    }

    /// The position after ``at`` steps, counted as in ``replay``; by default the last one.
    #[pyo3(signature = (at = None))]
    fn state(&self, at: Option<usize>) -> PyResult<State> {
        fn state_at<G: Playable>(record: &Played<G>, at: Option<usize>) -> Result<Box<dyn Position>, String> {
            let last = record.events().len();
            let at = at.unwrap_or(last);
            if at > last {
                return Err(format!("step {at}: the record has steps 0 to {last}"));
            }
            let mut state = record.start();
            for event in &record.events()[..at] {
                if let Event::Action(_, action) = event {
                    state.play_unchecked(*action);
                }
            }
            Ok(Box::new(GameState { game: record.game().clone(), state }))
        }
        let position = with_game!(AnyRecord, &self.record, record => state_at(record, at)).map_err(wrong)?;
        Ok(State { game: Arc::clone(&self.game), position })
    }

    fn __str__(&self) -> String {
        with_game!(AnyRecord, &self.record, record => record.to_string())
    }

    fn __repr__(&self) -> String {
        format!("<Record of {} between {}>", self.game, self.names().join(", "))
    }

    fn __eq__(&self, other: &Record) -> bool {
        self.record == other.record
    }

    fn __reduce__(slf: &Bound<'_, Record>) -> Rebuilt<(String,)> {
        (slf.py().get_type::<Record>().into_any().unbind(), (slf.get().__str__(),))
    }
}
