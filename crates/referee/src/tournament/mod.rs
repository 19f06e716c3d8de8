//! Tournaments: who meets whom, which game is which, and how everybody stands.
//!
//! Everything here is a function of the plan and of the games that are over. Whoever stops a
//! tournament and goes on later, in whatever order, comes to the same games and the same table.

mod pairing;
mod piles;
mod plan;
mod play;
mod standing;
mod tray;

pub use pairing::{Meetings, near, swiss};
pub use plan::{Format, Plan, Slot};
pub use play::{Boards, Field, Fixture};
pub use standing::{Ranked, Score, ranking};
