//! The threads that think, and quotas.

pub(crate) mod quota;
pub(crate) mod thinkers;
