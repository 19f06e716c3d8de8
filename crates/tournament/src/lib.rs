//! Tournaments: who meets whom, which game is which, how everybody stands, and the games as they are kept.
//!
//! Everything follows from the [`Plan`] and the games that are over. Whoever stops a tournament and goes on
//! later, in whatever order, comes to the same games and the same table. [`play_rounds`] plays what is not in
//! the database yet; a [`Digest`] counts what is, and [`kept_record`] opens any game of it again.
//!
//! The archive knows rows and no cards, the referee knows cards and no rows; this is where they meet, for the
//! command line, the report and the web server alike.

mod announce;
mod digest;
mod disqualified;
mod entrants;
mod executor;
mod field;
mod game_row;
mod hosting;
mod json;
mod pairing;
mod plan;
mod record;
mod rounds;
mod standing;
mod upsets;

pub use announce::{ENGINE, announce, fault_rule_of};
pub use digest::{Digest, Entry};
pub use disqualified::Disqualified;
pub use entrants::{Entrants, EntryError, content, source, whole_path};
pub use executor::{Executor, Round, TakeUp};
pub use field::{Boards, Field, Fixture};
pub use game_row::game_row;
pub use hosting::Hosting;
pub use json::{players, standings_json};
pub use pairing::{Meetings, near, swiss};
pub use plan::{Endless, Format, Plan, Slot};
pub use record::kept_record;
pub use rounds::{Audience, Interrupted, Snapshot, fixtures, play_rounds};
pub use standing::{Ranked, Score, ranking};
pub use upsets::Upset;
