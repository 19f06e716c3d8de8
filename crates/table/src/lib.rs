//! One table: the step machine that runs every game of the house.
//!
//! A [`Table`] holds the record, who sits where, and the luck. [`Table::due`] says who is asked what, with
//! which random numbers; [`Table::answer`] takes an action or a failure and says what came of it. There is
//! no clock, thread or socket here: a contest, the referee, a tournament, the terminal, the web server and
//! every study are drivers of a few lines that bring the answers.
//!
//! ```text
//! Table ──due──▶ a player of ours: decide(view, rng)  ──┐
//!   ▲            a program or a person: to be asked   ──┤
//!   │            settled: laid down, or not asked     ──┤
//!   └────────────────────── answer ◀────────────────────┘
//! ```
//!
//! # Example
//! ```
//! use cardsharp_rules::{Record, Seed, indigo::Indigo};
//! use cardsharp_search::{Player, seat_player};
//! use cardsharp_table::{Due, Sitter, Table};
//!
//! let (classic, random) = (seat_player(&Indigo, &"classic".parse()?)?, seat_player(&Indigo, &"random".parse()?)?);
//! let record = Record::from_seed(Indigo, Seed(7), vec!["Lulu".to_owned(), "Morgan".to_owned()]);
//! let mut table = Table::new(record, vec![Sitter::player(&*classic), Sitter::player(&*random)]);
//! while let Due::Player(player, question) = table.due() {
//!     table.answer(Ok(player.choose(&question.view, &mut question.rng())));
//! }
//! assert_eq!(table.record().actions().count(), 48);
//! # Ok::<(), cardsharp_search::SpecError>(())
//! ```

mod luck;
mod sitter;
mod table;

pub use luck::Luck;
pub use sitter::{Sitter, Who};
pub use table::{
    Aftermath, Answer, Due, Failure, MOST_FAULTS, MOST_TIMEOUTS, Question, Step, Table, Whose, fault_rule,
};

#[cfg(test)]
mod tests;
