//! Seats players at tables, keeps the score and says how sure it is.
//!
//! Every deal is played in every rotation of the seats, and statistics count deals, not games:
//! luck that a deal brings to a seat comes to every player in turn.
//!
//! Programs of strangers sit at a [`table`]: [`programs`] says what they are, [`original`] and
//! [`lines`] how they are spoken to.

mod asked;
pub mod check;
mod company;
mod contest;
mod faults;
mod guests;
mod hosted;
pub mod ladder;
pub mod lines;
pub mod original;
mod play;
pub mod programs;
pub mod ratings;
mod seating;
mod sprt;
mod statistics;
pub mod swings;
pub mod table;
mod told;

pub use asked::AskedProgram;
pub use company::{Company, lead};
pub use contest::{ALONE, Contest, Contestant, DealResult, Entrant, Progress, Seatable, for_every_deal, in_order};
pub use faults::{FaultCount, faults_json};
pub use guests::{COMPILERS, FILLERS, Guest, HostedProgram, Protocol, names, said_before, seat_program, understood};
pub use hosted::Hosted;
pub use play::{Played, play_game, play_on};
pub use seating::{Unlisted, named_style, seat_named, seat_named_for_match};
pub use sprt::{Decision, Sprt};
pub use statistics::{Comparison, DecisionTimes, Mean, Standing, compare, first_against_the_rest, standings};
pub use told::{comparison_in_words, contest_json, interval_json, margin_text, test_in_words};
