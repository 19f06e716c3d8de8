//! Games that are over: step by step, looked back at, and coached.

pub(crate) mod coach;
pub(crate) mod review;
pub(crate) mod routes;
pub(crate) mod steps;
