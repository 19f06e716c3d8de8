//! Tables: their players, terms, status and storage.

pub(crate) mod chair;
pub(crate) mod create;
pub(crate) mod invitation;
pub(crate) mod properties;
pub(crate) mod routes;
pub(crate) mod row;
pub(crate) mod series;
pub(crate) mod snapshot;
pub(crate) mod status;
pub(crate) mod status_view;
pub(crate) mod storage;
pub(crate) mod table;

pub(crate) use chair::{Chair, Holder, Sitter};
pub(crate) use create::{AnotherGame, Laid, Made, NewTable, Seating};
pub(crate) use properties::SetUp;
pub(crate) use routes::number;
pub(crate) use row::{from_row, to_row};
pub(crate) use series::{Decided, Series, Tally};
pub(crate) use snapshot::{TableSnapshot, Terms, Waits, not_begun};
pub(crate) use status::{GaveUp, Question, Request, Surrender, TableStatus, TimeControl};
pub(crate) use status_view::{Clocks, OpenQuestion, Score, stand_in};
pub(crate) use storage::Storage;
pub(crate) use table::{Listed, News, View, WebTable, no_seat};
