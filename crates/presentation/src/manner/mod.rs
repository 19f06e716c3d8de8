//! Sorts of decisions and of choices, in each game's own words: what a coach counts mistakes by.
//!
//! A choice is named by what it does and not by its cards, so that a habit shows: "leads the buffalo" is the same
//! mistake with every hand. Names are short, in the present, and stand after somebody's name.

mod habits;
pub(crate) mod hanamikoji;
pub(crate) mod indigo;
pub(crate) mod intensity;
pub(crate) mod lucky_thirteen;

pub use habits::{Habit, habits};

#[cfg(test)]
mod tests;
