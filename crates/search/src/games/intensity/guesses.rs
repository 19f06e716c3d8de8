//! What the others may hold and how they may think, as the champion answers it.

use cardsharp_rules::intensity::State;
use cardsharp_rules::{BySeat, Rng, Seat};

use super::case::SEATS;
use super::habits::{HABITS, Habit, HabitWeights};
use super::opponents::{OpponentWeights, as_models};
use crate::Belief;

/// A way the hidden cards may lie, and how likely each seat has each opponent if they do; at one's own seat nobody.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    pub(super) state: State,
    pub(super) opponents: [HabitWeights; SEATS],
}

/// As many guesses as were drawn, all as likely.
pub(super) struct Guesses {
    all: Vec<Guess>,
    /// How many have different hands.
    different: usize,
    /// What the rules alone allow, drawn evenly, where that is not the guesses themselves.
    even: Vec<State>,
}

impl Guesses {
    pub(super) fn new(all: Vec<Guess>, different: usize, even: Vec<State>) -> Guesses {
        Guesses { all, different, even }
    }

    /// All of them.
    pub(super) fn all(&self) -> &[Guess] {
        &self.all
    }

    /// One of them.
    pub(super) fn draw(&self, rng: &mut Rng) -> &Guess {
        rng.pick(&self.all).expect("there are guesses")
    }

    /// The same as others hear of it, for whom all fitted habits are one opponent.
    pub(super) fn belief(self) -> Belief<State> {
        let models = |guess: &Guess, seat: Seat| as_models(&guess.opponents[seat.index()].map(f64::from));
        let told = |guess: Guess| (guess.state, BySeat::from_fn(SEATS, |seat| models(&guess, seat)));
        Belief::drawn(self.all.into_iter().map(told).collect(), self.different, self.even)
    }
}

/// The same with fewer digits.
pub(super) fn rounded(opponents: &OpponentWeights) -> HabitWeights {
    opponents.map(|weight| weight as f32)
}

/// Surely this one.
pub(super) fn certain(habit: Habit) -> HabitWeights {
    let mut certain = [0.0; HABITS];
    certain[habit.place()] = 1.0;
    certain
}
