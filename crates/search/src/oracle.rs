//! A yardstick that sees hidden cards and never plays.
//!
//! The best possible result against known opponents is unknown where cards are hidden, but the best result with open
//! cards bounds it. So a player is measured by its gap to an oracle on the same deals. Oracles have their own trait so
//! that they can never be seated by mistake: no code that seats, rates or records players takes an [`Oracle`].

use cardsharp_rules::{ActionOf, Game, Rng, State, Style, Turn};

use crate::{Belief, Budget, Clock, Model, Search, Searchable, search_in};

/// Decides with all cards open, knowing the other seats' policies.
///
/// A game without an exact solution can search as its players do, in the one true world.
pub trait Oracle<G: Game>: Send + Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// A one-line description.
    fn summary(&self) -> &'static str;

    /// Chooses an action in this position. `styles` holds a style per seat; the own entry is ignored.
    ///
    /// # Panics
    /// If the game is over.
    fn choose(&self, state: &G::State, styles: &[&dyn Style<G>], rng: &mut Rng) -> ActionOf<G>;
}

/// Sees every hidden card and searches as the players do, in the one true world.
pub struct OpenCards<G> {
    /// The game.
    pub game: G,
}

impl<G> OpenCards<G> {
    /// The number of simulated games per decision.
    const NODES: u64 = 4_000;
}

impl<G: Searchable> Oracle<G> for OpenCards<G> {
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
