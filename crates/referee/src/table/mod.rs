//! A table at which anybody may sit: programs of strangers, players of ours, a person.
//!
//! What a seat answers may be wrong, late or missing. That is part of the game, never an error
//! that stops it: the fault is noted with its verdict, costs what the game's rules say, and the
//! referee chooses among the legal actions at random, by the game's seed.

mod launch;
mod player;
mod referee;
mod seated;
mod series;
mod terms;

pub use launch::Launch;
pub use player::HousePlayer;
pub use referee::{MOST_TIMEOUTS, OnFault, REFEREE, Refereed, Watcher, is_asked, referee_game};
pub use seated::{Complaint, Exchange, Failure, Reply, Seated, Start, Stop};
pub use series::{GameOfSeries, Series, SeriesResult, SitDown, Tally, tally};
pub use terms::{Bank, Terms};
