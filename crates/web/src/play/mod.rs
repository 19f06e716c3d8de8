//! What happens at a table: actions, requests, advice, events.

pub(crate) mod acting;
pub(crate) mod advice;
pub(crate) mod events;
pub(crate) mod request_routes;
pub(crate) mod requests;
pub(crate) mod routes;
pub(crate) mod thinking;
