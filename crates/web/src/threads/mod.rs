//! The threads that think, and quotas.

pub(crate) mod quota;
pub(crate) mod thinkers;

pub(crate) use quota::{Exhausted, Held, Quota};
pub(crate) use thinkers::{Job, Length, Question, Rank, Thinkers};
