//! A refereed table, at which anybody may sit: programs of strangers, players of ours, a person.
//!
//! What a seat answers may be wrong, late or missing. That is part of the game, never an error
//! that stops it: [`cardsharp_table::Table`] notes the fault with its verdict, it costs what the game's
//! rules say, or the third of them the game, and the referee chooses among the legal actions at random, by the
//! game's seed.

mod launch;
mod logged;
mod outsider;
mod referee;
mod series;
mod terms;

pub use cardsharp_table::{Aftermath, Failure, MOST_FAULTS, MOST_TIMEOUTS, fault_rule};
pub use launch::Launch;
pub(crate) use logged::Logged;
pub use logged::read_log;
pub use outsider::{Complaint, Exchange, Outsider, Reply, Seated, Start, Stop, failure_of};
pub use referee::{OnFault, Refereed, Watcher, referee_game, referee_on};
pub use series::{GameOfSeries, Series, SeriesResult, SitDown, Tally, by_deal, tally};
pub use terms::{Bank, Terms};
