//! What a game must say before anyone can think about it.

use cardsharp_rules::{Encoding, House, Rewind, Seat, Style};

use crate::{Objective, Offer, Player, Search, Searcher, Spec, SpecError};

/// A way others may play.
pub struct Model<G: House> {
    /// What it does, to judge what was done.
    pub style: Box<dyn Style<G>>,
    /// How likely it is before anything was seen.
    pub prior: f64,
    /// Whether it thinks for itself: in a search it then looks for its own best, and its style
    /// serves only to judge its past.
    pub adapts: bool,
}

impl<G: House> Model<G> {
    /// Someone who follows a style to the letter.
    pub fn follows(style: impl Style<G> + 'static, prior: f64) -> Model<G> {
        Model { style: Box::new(style), prior, adapts: false }
    }

    /// Someone who thinks for himself and whose choices look like this style.
    pub fn adapts(style: impl Style<G> + 'static, prior: f64) -> Model<G> {
        Model { style: Box::new(style), prior, adapts: true }
    }
}

/// A game that players can think about.
pub trait Thoughtful: House<State: Rewind> + Encoding {
    /// The least and the most a seat can return.
    const RANGE: (i32, i32);
    /// What the house plays for unless told otherwise.
    const OBJECTIVE: Objective;

    /// How many worlds a search believes in unless told otherwise.
    const WORLDS: usize = 1_000;

    /// Whether a seat passes cards before it plays.
    const HAS_PASSING: bool = false;

    /// How others may play.
    fn models(&self) -> Vec<Model<Self>>;

    /// How anyone plays on where a search ends.
    fn default_style(&self) -> Box<dyn Style<Self>>;

    /// The strongest player of the house, with this budget and objective.
    fn champion(&self, how: Search) -> Box<dyn Player<Self>> {
        Box::new(Searcher { game: self.clone(), models: self.models(), how })
    }

    /// The worth of a position to a seat, from 0 to 1, where a simulation that began at `root`
    /// may stop early. It may use only what lies open, and it speaks of [`Thoughtful::OBJECTIVE`]:
    /// a search that plays for something else does not ask.
    fn estimate(&self, _root: &Self::State, _state: &Self::State, _seat: Seat) -> Option<f32> {
        None
    }

    /// Players that only this game has, the gentlest first.
    fn own_players(&self) -> Vec<Offer> {
        Vec::new()
    }

    /// Seats one of its own players.
    ///
    /// # Errors
    /// If the player has no such setting or value.
    fn seat_own_player(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        unreachable!("{} offers no {}", Self::NAME, spec.name)
    }
}
