//! Tables: who sits there, what they agreed on, and how they are stored.

pub(crate) mod chair;
pub(crate) mod create;
pub(crate) mod guided;
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
