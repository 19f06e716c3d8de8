//! Python's exceptions. Each message names the offending value and its place.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(cardsharp, Error, PyValueError, "An argument or a text is invalid.");
create_exception!(cardsharp, IllegalAction, Error, "An unknown action, or one that the rules forbid here.");
create_exception!(cardsharp, InvalidDeal, Error, "An impossible deal.");
create_exception!(cardsharp, UnknownPlayer, Error, "A spec that names no player, or a player without that setting.");
create_exception!(
    cardsharp,
    RecordError,
    Error,
    "A text that is not a record; the message has the line and the reason."
);
create_exception!(cardsharp, InternalError, PyRuntimeError, "A defect of cardsharp itself; please report it.");

pub(crate) fn wrong(reason: impl ToString) -> PyErr {
    Error::new_err(reason.to_string())
}

pub(crate) fn illegal(reason: impl ToString) -> PyErr {
    IllegalAction::new_err(reason.to_string())
}

pub(crate) fn unknown_player(reason: impl ToString) -> PyErr {
    UnknownPlayer::new_err(reason.to_string())
}
