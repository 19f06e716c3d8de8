//! Finds what decisions cost.
//!
//! [`decisions`] lists the decisions of a record; a [`Coach`] prices those of one player over many games, by kinds of
//! mistakes; [`puzzle`] makes puzzles from games of the champion. Whether these values are right is measured by games
//! played to the end ([`Calibration`]).

mod account;
mod calibration;
pub mod decisions;
mod json;
mod played;
pub mod puzzle;
mod review;

pub use account::{Account, Kind, Situation};
pub use calibration::{Calibration, CalibrationReport, Compared};
pub use json::account_json;
pub use played::{Finish, PlayedOn};
pub use review::{Coach, Reviewed, Watched, most_points};
