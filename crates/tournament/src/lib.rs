//! Tournaments: pairing, numbering of games, standings, and the stored games.
//!
//! The [`Plan`] and the finished games determine everything else. A tournament that is stopped and resumed has the same
//! games and the same standings, in any order of play. [`play_rounds`] plays the games that are not in the database
//! yet. A [`Digest`] counts the stored games, and [`kept_record`] unpacks one.
//!
//! The archive stores rows and does not know the rules. The referee knows the rules and no rows. This crate connects
//! them, for the command line, the report and the web server.

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
