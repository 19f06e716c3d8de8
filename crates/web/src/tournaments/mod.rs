//! Tournaments of the records database.

pub(crate) mod json;
pub(crate) mod routes;
pub(crate) mod standings;
