//! Plays many games between participants.
//!
//! A word or a file resolves to a [`Participant`], which seats an [`Agent`](cardsharp_programs::Agent) at one table after
//! another. A [`Match`] plays deals in the rotations of the seats, so that the luck that a deal brings to a seat comes to
//! every player in turn.

mod beliefs;
mod exploit;
mod faults;
mod json;
pub mod ladder;
mod oracle;
mod participant;
mod play;
mod rungs;
pub mod swings;

pub use beliefs::{BINS, BeliefReport, BeliefTrial, Bin};
pub use exploit::{Bag, Chase, Hunt, Pieces};
pub use faults::{FaultCount, faults_json};
pub use json::{hunt_json, interval_json, match_json};
pub use oracle::{Gap, Yardstick};
pub use participant::{COMPILERS, Participant, names, seat_named, target_named};
pub use play::{ALONE, Match, Schedule, Seeds, deal_scores};
pub use rungs::Ranked;
