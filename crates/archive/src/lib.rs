//! Keeps tournaments and every game of theirs in one file that survives anything.
//!
//! The file is an `SQLite` database with a write-ahead log: what was committed is there after a
//! `kill -9`, and what was not has never been there. Every row carries a checksum: what was damaged since
//! is named, never read as if it were right. The archive knows rows, not cards: games come
//! and go as the text of their records, or as bytes that it does not look into. Tables of the web
//! server are another file of another kind.

mod archive;
mod batch;
mod carried;
mod checksum;
mod error;
mod forward;
mod games;
mod lists;
mod open;
mod packed;
mod private;
mod read;
mod rows;
mod schema;
mod tables;
mod write;

pub use archive::Archive;
pub use batch::{Adding, Batch};
pub use error::ArchiveError;
pub use games::{Opened, Records};
pub use read::Stored;
pub use rows::{EntrantRow, FaultRow, GameRow, KeptRecord, SeatRow, TournamentRow};
pub use tables::{Begun, DailyGame, KeptTable, Noted, PuzzleAnswer, RatedPuzzle, Tables};
