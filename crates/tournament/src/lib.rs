//! Tournaments: who meets whom, which game is which, how everybody stands, and the games as they are kept.
//!
//! Everything follows from the [`Plan`] and the games that are over. Whoever stops a tournament and goes on
//! later, in whatever order, comes to the same games and the same table. [`play_rounds`] plays what is not in
//! the database yet; a [`Digest`] counts what is, and [`kept_record`] opens any game of it again.
//!
//! The archive knows rows and no cards, the referee knows cards and no rows; this is where they meet, for the
//! command line, the report and the web server alike.

mod digest;
mod field;
mod gathered;
mod opened;
mod pairing;
mod piles;
mod plan;
mod rounds;
mod standing;
mod tray;
mod upsets;

pub use digest::{Digest, Entry};
pub use field::{Boards, Field, Fixture};
pub use gathered::Gathered;
pub use opened::kept_record;
pub use pairing::{Meetings, near, swiss};
pub use plan::{Format, Plan, Slot};
pub use rounds::{Audience, Interrupted, Moment, fixtures, play_rounds};
pub use standing::{Ranked, Score, ranking};
pub use upsets::Upset;
