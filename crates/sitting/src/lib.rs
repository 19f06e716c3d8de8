//! A game that people sit at: whose turn it is, what lies where, what one might do and why.
//!
//! It shows nothing and asks nobody. The full-screen table, the plain dialogues and the web table
//! are faces of the same thing, and a game says once how it is laid out, chosen from and shown in words
//! ([`Tabled`]). All of them are given views, never a state.
//! Whether what it says is right is measured by games played to the end ([`Calibration`]).

pub mod analysis;
mod calibration;
pub mod coach;
pub mod lesson;
pub mod look_back;
pub mod manner;
pub mod picture;
pub mod puzzle;
pub mod replay;
pub mod said;
pub mod show;
mod sitting;

pub use calibration::{Calibration, CalibrationReport, Compared};
pub use cardsharp_table::Whose;
pub use picture::Tabled;
pub use said::{Language, Said};
pub use sitting::{Acted, Asker, FILE, PROGRAM, Saved, Sitting, Thinking};
