//! Who decides.

use cardsharp_rules::{ActionOf, Game, ObservationOf, Rng, Style};

/// Decides for a seat, knowing what the seat has seen and nothing else.
///
/// A decision depends on the observation and the random numbers alone, so a player needs no
/// memory between turns: what happened is in the observation.
pub trait Player<G: Game>: Send + Sync {
    /// What to do. Only asked when it is the seat's turn.
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G>;
}

/// A house player at the table.
pub struct StylePlayer<G: Game>(pub Box<dyn Style<G>>);

impl<G: Game> Player<G> for StylePlayer<G> {
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
        self.0.choose(view, rng)
    }
}
