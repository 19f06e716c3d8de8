//! HTTP: routes, credentials, languages and bodies.

pub(crate) mod body;
pub(crate) mod client;
pub(crate) mod connections;
pub(crate) mod credentials;
pub(crate) mod encoding;
pub(crate) mod error;
pub(crate) mod guard;
pub(crate) mod json;
pub(crate) mod language;
pub(crate) mod router;
pub(crate) mod token;
pub(crate) mod whole;

pub(crate) use body::{Body, Path, Query, check_type};
pub(crate) use client::Client;
pub(crate) use credentials::{Asker, forget_cookie, set_cookie};
pub(crate) use error::{ApiError, Code, Refused, Result, shorten};
pub(crate) use json::{Json, event};
pub(crate) use language::spoken;
pub(crate) use router::router;
pub(crate) use whole::Whole;
