//! Finished games: replays, reviews and the coach.

pub(crate) mod coach;
pub(crate) mod review;
pub(crate) mod routes;
pub(crate) mod steps;

pub(crate) use review::{Reconsidered, look_back};
pub(crate) use routes::{RecordText, review, sent_record};
pub(crate) use steps::{Replay, Shown, replay};
