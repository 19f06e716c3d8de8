//! Stores tournaments and their games in one `SQLite` file.
//!
//! The file has a write-ahead log: committed games survive a `kill -9`. Every row ends with a checksum, so damage is
//! reported and never read as data. The archive stores games as bytes and does not know the rules. The tables of the web
//! server are a file of another kind.

mod archive;
mod checksum;
mod codec;
mod error;
mod games;
mod open;
mod private;
mod read;
mod rows;
mod tables;
mod write;

pub use archive::Archive;
pub use error::ArchiveError;
pub use games::ArchivedGame;
pub use read::Stored;
pub use rows::{EntrantRow, FaultRow, GameRow, SeatRow, TournamentRow};
pub use tables::{Begun, DailyGame, KeptTable, Noted, PuzzleAnswer, RatedPuzzle, Tables};
