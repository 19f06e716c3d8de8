//! HTTP: who asks, in which language, with which body; and the addresses.

pub(crate) mod address;
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
