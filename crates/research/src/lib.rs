//! Measures players: studies, books, exploit runs, belief trials, strangers.
//!
//! A [`study()`] records a strong player's games as small text files under `data/`; a [`Book`] is a page computed from
//! them. The numbers on a page come only from the stored rows, and describe the studied player: "in its own games",
//! never "best". [`unlisted`] players measure the house players from outside.

mod beliefs;
mod book;
pub mod exploit;
mod games;
mod oracle;
mod room;
mod study;
#[cfg(test)]
mod testing;

pub use beliefs::{BINS, BeliefReport, BeliefTrial, Bin};
pub use book::{Book, BookError, Booked, Tally, ratio};
pub use games::hanamikoji::{all_hands, chance_of_hand, class_of_hand, hand_classes};
pub use oracle::{OracleGap, Yardstick};
pub use room::{sparring, strangers, style_named, unlisted};
pub use study::{
    Bout, Count, Decision, FileError, Games, Gap, HandRow, Hands, Head, Matches, OpeningRow, Openings, Part, Played,
    StudyError, StudyFile, end_line, study, study_text,
};
