//! What the records database says about cards: a tournament's games counted, and any game opened again.
//!
//! The archive knows rows and no cards, the referee knows cards and no rows; this is where they meet,
//! for the report, the replay and the web table alike.

mod digest;
mod opened;
mod upsets;

pub use digest::{Digest, Entry};
pub use opened::kept_record;
pub use upsets::Upset;
