//! Means, intervals and ratings with their errors.
//!
//! Every deal is played in every rotation of the seats, so each player gets the luck of each seat. Statistics count
//! deals, not games. There is no search, thread, file or clock here.

mod means;
pub mod ratings;
mod sprt;
mod words;

pub use means::{
    Comparison, DealScores, DecisionTimes, Mean, Standing, compare, first_against_the_rest, lead, standings,
};
pub use sprt::{Decision, Sprt};
pub use words::{comparison_in_words, margin_text, test_in_words};
