//! Shows games to people, on any face: the page, the full-screen table or plain text.
//!
//! Each game implements [`Present`] once. A [`picture`] holds the cards and the possible choices; [`show`] turns it into
//! lines. [`lesson`] teaches while a person plays. [`analysis`] explains a position, [`replay`] a recorded game.
//! [`manner`] classifies decisions. [`mod@message`] holds messages as data until the reader's language is known.
//!
//! All functions take observations, never a state, so nothing here can show a hidden card. The crate has no I/O, clock
//! or threads.

pub mod analysis;
pub mod lesson;
pub mod manner;
pub mod message;
pub mod picture;
pub mod replay;
pub mod show;

pub use message::{Language, Message};
pub use picture::Present;
