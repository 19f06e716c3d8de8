//! Plays many games between participants.
//!
//! A word or a file resolves to a [`Participant`], which seats an [`Agent`](cardsharp_programs::Agent) at one table
//! after another. A [`Match`] plays deals in the rotations of the seats, so each player gets each seat's luck.

mod faults;
mod house;
mod json;
pub mod ladder;
mod participant;
mod play;
mod rungs;
pub mod swings;

pub use faults::{FaultCount, faults_json};
pub use house::{Unlisted, named_style, seat_named};
pub use json::{interval_json, match_json};
pub use participant::{COMPILERS, Participant, names};
pub use play::{ALONE, Match, Schedule, Seeds, deal_scores};
pub use rungs::Ranked;
