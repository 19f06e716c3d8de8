//! Samples of the other seats' hands and habits, for the champion's search.

use cardsharp_rules::intensity::State;
use cardsharp_rules::{BySeat, Rng, Seat};

use super::case::SEATS;
use super::habits::{HABITS, Habit, HabitWeights};
use super::opponents::{OpponentWeights, as_models};
use crate::Belief;

/// The hidden cards, and the probability of each habit at each seat given them; all zero at the player's own seat.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    pub(super) state: State,
    pub(super) opponents: [HabitWeights; SEATS],
}

/// Equally likely samples.
pub(super) struct Guesses {
    all: Vec<Guess>,
    /// The number of different sets of hands.
    different: usize,
    /// Worlds drawn evenly from those that the rules allow; empty if the guesses themselves are such.
    even: Vec<State>,
}

impl Guesses {
    pub(super) fn new(all: Vec<Guess>, different: usize, even: Vec<State>) -> Guesses {
        Guesses { all, different, even }
    }

    pub(super) fn all(&self) -> &[Guess] {
        &self.all
    }

    pub(super) fn draw(&self, rng: &mut Rng) -> &Guess {
        rng.pick(&self.all).expect("there are guesses")
    }

    /// Converts to the public belief, which has one opponent for all fitted habits.
    pub(super) fn belief(self) -> Belief<State> {
        let models = |guess: &Guess, seat: Seat| as_models(&guess.opponents[seat.index()].map(f64::from));
        let converted = |guess: Guess| (guess.state, BySeat::from_fn(SEATS, |seat| models(&guess, seat)));
        Belief::drawn(self.all.into_iter().map(converted).collect(), self.different, self.even)
    }
}

/// Converts to single precision.
pub(super) fn rounded(opponents: &OpponentWeights) -> HabitWeights {
    opponents.map(|weight| weight as f32)
}

pub(super) fn certain(habit: Habit) -> HabitWeights {
    let mut certain = [0.0; HABITS];
    certain[habit.place()] = 1.0;
    certain
}
