//! One that sees what no player may: a yardstick, never a player.
//!
//! The best that can be done against known opponents is unknown where cards are hidden, but the
//! best that could be done with open cards bounds it. So a player is measured by the gap to an
//! Oracle on the same deals. It has a trait of its own so that it can never sit down by mistake:
//! nothing that seats, rates or records players takes an [`Oracle`].

use cardsharp_rules::{ActionOf, Game, Rng, State, Style, Turn};

use crate::{Belief, Budget, Clock, Model, Search, Thoughtful, search_in};

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

/// Sees all that is hidden, and searches as the players do, in the one world there is.
pub struct OpenCards<G> {
    /// The game.
    pub game: G,
}

impl<G> OpenCards<G> {
    /// How many games it tries a decision.
    const NODES: u64 = 4_000;
}

impl<G: Thoughtful> Oracle<G> for OpenCards<G> {
    fn name(&self) -> &'static str {
        "everything"
    }

    fn summary(&self) -> &'static str {
        "sees every card and searches the one world there is"
    }

    fn choose(&self, state: &G::State, styles: &[&dyn Style<G>], rng: &mut Rng) -> ActionOf<G> {
        let Turn::Of(me) = state.turn() else { panic!("the game is over") };
        let other = me.plus(1, G::SEATS).index();
        let known = self.game.styles().into_iter().find(|style| style.name() == styles[other].name());
        let models = [Model { style: known.expect("the others are of the house"), prior: 1.0, adapts: false }];
        let how = Search { budget: Budget::Nodes(Self::NODES), worlds: 1, objective: G::OBJECTIVE, exploration: 1.0 };
        let belief = Belief::certain::<G>(state.clone());
        search_in(&self.game, &state.observe(me), &belief, &models, &how, &mut Clock::start(how.budget), rng)[0].action
    }
}
