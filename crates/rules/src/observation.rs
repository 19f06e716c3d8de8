//! What a seat knows, and which hidden cards agree with it.
//!
//! Observe and sample is all that search needs of a game: no search of this house is ever
//! handed the true state.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::{ParseError, Rng, Seat, State, Turn};

/// Everything a seat has seen, with perfect recall: the seat's information set.
///
/// An observation is built of the public part of a position and the seat's own cards, and of
/// nothing else, so there is no hidden card in it to leak.
pub trait Observation: Clone + Eq + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static {
    /// The positions it may belong to.
    type State: State<Observation = Self>;
    /// What draws such positions.
    type Sampler: Sampler<State = Self::State>;

    /// Whose observation it is.
    fn seat(&self) -> Seat;

    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// Appends the legal actions in ascending order if it is this seat's turn, else none.
    fn legal_actions(&self, out: &mut Vec<<Self::State as State>::Action>);

    /// Prepares to draw positions that look just like this to this seat.
    fn sampler(&self) -> Self::Sampler;

    /// Draws one such position. Final; keep the [`Observation::sampler`] to draw many.
    fn sample_state(&self, rng: &mut Rng) -> Self::State {
        self.sampler().sample(rng)
    }
}

/// Draws positions that agree with an observation.
///
/// Every way the unseen cards can lie, and every hidden choice the others can have made with
/// them, is equally likely: what the rules allow, and no opinion about how people play.
pub trait Sampler: Send + Sync {
    /// What is drawn.
    type State;

    /// A position that agrees.
    fn sample(&self, rng: &mut Rng) -> Self::State;
}
