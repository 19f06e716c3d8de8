//! Shows games to people, on any face: the page, the full-screen table or plain text.
//!
//! Each game implements [`Tabled`] once. A [`picture`] holds the cards and the possible choices; [`show`] turns it into
//! lines. [`lesson`] teaches while a person plays. [`analysis`] explains a position, [`replay`] a recorded game.
//! [`manner`] classifies decisions. [`mod@said`] holds messages as data until the reader's language is known.
//!
//! All functions take observations, never a state, so nothing here can show a hidden card. The crate has no I/O, clock
//! or threads.

pub mod analysis;
pub mod lesson;
pub mod manner;
pub mod picture;
pub mod replay;
pub mod said;
pub mod show;

pub use picture::Tabled;
pub use said::{Language, Said};
