//! The same sorts of choices and decisions as one says them to whoever made them.

use super::{hanamikoji, indigo, intensity, lucky_thirteen};

/// A sort of choice or of decision: its name, and the same said to somebody whose habit it is.
pub type Habit = (&'static str, &'static str);

/// All of them, of all games: "leads the buffalo" is "Leading the buffalo".
pub fn habits() -> impl Iterator<Item = Habit> {
    let games = [hanamikoji::HABITS, indigo::HABITS, intensity::HABITS, lucky_thirteen::HABITS];
    games.into_iter().flatten().chain(ANY).copied()
}

/// Of games that tell nothing apart.
const ANY: &[Habit] = &[("plays", "Playing"), ("any decision", "Any decision")];
