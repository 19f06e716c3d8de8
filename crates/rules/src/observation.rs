//! A seat's view, and the hidden cards that agree with it.
//!
//! A search needs only observations and samples: no search in this project receives the true state.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::{ParseError, Rng, Seat, State, Turn};

/// Everything a seat has seen, with perfect recall: the seat's information set.
///
/// An observation consists only of the public part of a position and the seat's own cards, so no hidden card can leak.
pub trait Observation: Clone + Eq + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static {
    /// The positions it may belong to.
    type State: State<Observation = Self>;
    /// The sampler of such positions.
    type Sampler: Sampler<State = Self::State>;

    /// The seat whose view this is.
    fn seat(&self) -> Seat;

    /// The seat to act.
    fn turn(&self) -> Turn;

    /// Appends the legal actions in ascending order if it is this seat's turn.
    fn legal_actions(&self, out: &mut Vec<<Self::State as State>::Action>);

    /// Prepares to draw positions that look the same to this seat.
    fn sampler(&self) -> Self::Sampler;

    /// Draws one such position. Final; keep the [`Observation::sampler`] to draw many.
    fn sample_state(&self, rng: &mut Rng) -> Self::State {
        self.sampler().sample(rng)
    }
}

/// Draws positions that agree with an observation.
///
/// Every placement of the unseen cards, with every hidden choice the others can have made, is equally likely. It
/// follows the rules only, not how people play.
pub trait Sampler: Send + Sync {
    /// The positions drawn.
    type State;

    /// Draws a position that agrees.
    fn sample(&self, rng: &mut Rng) -> Self::State;
}
