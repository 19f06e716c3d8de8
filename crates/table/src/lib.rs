//! A game in progress: the step machine that runs every game.
//!
//! A [`Table`] holds the record, the controller of each seat, and the random numbers. [`Table::due`] returns the next
//! decision with its random numbers; [`Table::answer`] takes an action or a failure and returns what followed. There is
//! no clock, thread or socket here: a match, a tournament, the terminal, the web server and every study drive a table
//! in a few lines.
//!
//! ```text
//! Table ──due──▶ a house player: decide(view, rng)     ──┐
//!   ▲            a program or a person: must be asked  ──┤
//!   │            settled: fixed or not asked           ──┤
//!   └────────────────────── answer ◀─────────────────────┘
//! ```
//!
//! # Example
//! ```
//! use cardsharp_rules::{Seed, indigo::Indigo};
//! use cardsharp_search::seat_player;
//! use cardsharp_table::play_game;
//!
//! let (classic, random) = (seat_player(&Indigo, &"classic".parse()?)?, seat_player(&Indigo, &"random".parse()?)?);
//! let names = vec!["Lulu".to_owned(), "Morgan".to_owned()];
//! let record = play_game(&Indigo, Seed(7), &[&*classic, &*random], names);
//! assert_eq!(record.actions().count(), 48);
//! # Ok::<(), cardsharp_search::SpecError>(())
//! ```

mod luck;
mod play;
mod table;

pub use luck::Luck;
pub use play::{play_game, play_on};
pub use table::{
    Aftermath, Answer, Controller, Due, Failure, MOST_FAULTS, MOST_TIMEOUTS, Question, Step, Table, ToMove, fault_rule,
};

#[cfg(test)]
mod tests;
