//! Play at a table: actions, requests, advice, events.

pub(crate) mod advice;
pub(crate) mod events;
pub(crate) mod requests;
pub(crate) mod routes;
pub(crate) mod thinking;

pub(crate) use advice::{Advice, analyst, quoted};
pub(crate) use requests::Spoken;
pub(crate) use routes::Chosen;
