//! What strong players do, studied and written down for people.
//!
//! A [`study()`] is a strong player at work, stored as small text files under `data/`; a book is a
//! [`Page`] worked out from them. Numbers on a page come from the stored rows and from nowhere else,
//! and they speak of the player that was studied: "in its own games", never "best".

mod booked;
mod figures;
mod file;
mod fit;
mod games;
pub mod page;
mod study;

pub use booked::{Book, BookError, Booked};
pub use figures::{Tally, ratio};
pub use file::{FileError, StudyFile};
pub use games::hanamikoji::{all_hands, chance_of_hand, class_of_hand, hand_classes};
pub use page::{Block, Chapter, Grid, Page, Picture};
pub use study::{
    Bout, Count, Decision, Games, Gap, HandRow, Hands, Head, Matches, OpeningRow, Openings, Part, Played, StudyError,
    end_line, study, written,
};
