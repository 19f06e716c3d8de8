//! Observations and actions as numbers of a fixed size, for learners.
//!
//! The layout of each game is documented in its `encoding.rs` and carries a version: a stored
//! network or data set names the version it was made with, and a changed layout gets a new one.
//! The numbers of actions stay: a new action gets a new number.

use crate::{ActionOf, Game, ObservationOf};

/// A game that learners can read.
pub trait Encoding: Game {
    /// Goes up whenever the meaning of any feature changes.
    const VERSION: u32;
    /// How many numbers describe an observation.
    const FEATURES: usize;
    /// How many actions there are in all positions together.
    const ACTIONS: usize;

    /// Writes an observation as numbers, most of them 0 or 1.
    ///
    /// # Panics
    /// If `out` has not [`Encoding::FEATURES`] places.
    fn encode(view: &ObservationOf<Self>, out: &mut [f32]);

    /// The number of an action. It never changes: games that are kept are written in these numbers.
    fn action_index(action: ActionOf<Self>) -> usize;

    /// The action with this number, if it is one.
    fn action_at(index: usize) -> Option<ActionOf<Self>>;
}

/// Writes features one after another, so that an encoding reads like its own documentation.
pub struct Features<'a> {
    out: &'a mut [f32],
    next: usize,
}

impl<'a> Features<'a> {
    /// Begins at the first place, all zero.
    pub fn new(out: &'a mut [f32]) -> Features<'a> {
        out.fill(0.0);
        Features { out, next: 0 }
    }

    /// `width` places with a 1 at each of these.
    pub fn hot(&mut self, width: usize, ones: impl IntoIterator<Item = usize>) {
        for one in ones {
            assert!(one < width, "feature {one} of a plane of {width}");
            self.out[self.next + one] = 1.0;
        }
        self.next += width;
    }

    /// One place with this value.
    pub fn number(&mut self, value: f32) {
        self.out[self.next] = value;
        self.next += 1;
    }

    /// Makes sure that every place was written.
    ///
    /// # Panics
    /// If the encoding says it is longer or shorter than it is.
    pub fn end(self) {
        assert_eq!(self.next, self.out.len(), "every feature is written once");
    }
}
