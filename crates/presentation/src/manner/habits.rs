//! The kinds of choices and situations as headings for the player who makes them.

use super::{hanamikoji, indigo, intensity, lucky_thirteen};

/// The name of a kind and its heading: "leads the buffalo", "Leading the buffalo".
pub type Habit = (&'static str, &'static str);

/// Returns the kinds of all games.
pub fn habits() -> impl Iterator<Item = Habit> {
    let games = [hanamikoji::HABITS, indigo::HABITS, intensity::HABITS, lucky_thirteen::HABITS];
    games.into_iter().flatten().chain(ANY).copied()
}

/// The kinds of games that define none.
const ANY: &[Habit] = &[("plays", "Playing"), ("any decision", "Any decision")];
