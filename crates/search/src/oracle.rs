//! One that sees what no player may: a yardstick, never a player.
//!
//! The best that can be done against known opponents is unknown where cards are hidden, but the
//! best that could be done with open cards bounds it. So a player is measured by the gap to an
//! Oracle on the same deals. It has a trait of its own so that it can never sit down by mistake:
//! nothing that seats, rates or records players takes an [`Oracle`].

use cardsharp_rules::{ActionOf, Game, Rng, Style};

/// Decides with hidden cards open, knowing how the others play.
///
/// A game without an exact answer can search as its players do, in the one world there is.
pub trait Oracle<G: Game>: Send + Sync {
    /// What it sees, as typed.
    fn name(&self) -> &'static str;

    /// What it sees and does, in one line.
    fn summary(&self) -> &'static str;

    /// What to do in this position, where the others follow these styles, by seat; what stands at
    /// the seat whose turn it is does not matter.
    ///
    /// # Panics
    /// If the game is over.
    fn choose(&self, state: &G::State, styles: &[&dyn Style<G>], rng: &mut Rng) -> ActionOf<G>;
}
