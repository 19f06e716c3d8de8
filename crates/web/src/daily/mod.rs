//! The deal of the day.

pub(crate) mod day;
pub(crate) mod deals;
pub(crate) mod json;
pub(crate) mod routes;
