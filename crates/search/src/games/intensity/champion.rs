//! The champion of Intensity: a search among known opponents that listens to a network.
//!
//! The search is the best answer to opponents it has a model of, and misled by others; the network
//! has met thousands of strangers and knows none of them by name. So the search's values and the
//! network's opinion are added up, and the opinion counts for more the less the others play like
//! anyone we know.

use std::cmp::Ordering;

use cardsharp_rules::intensity::{Action, Intensity, Observation};
use cardsharp_rules::{Observation as _, Rng, Seat, Style};

use super::learned::Learned;
use crate::{Belief, Clock, Considered, Model, Player, Search, Valued, search_in};

/// Searches, and takes advice.
pub(super) struct Advised {
    pub(super) models: Vec<Model<Intensity>>,
    pub(super) how: Search,
    /// The place among the models of the one that is known best.
    pub(super) known: usize,
    /// What the logarithm of the network's probability counts, where all others play as the known
    /// model does, and where nobody does.
    pub(super) trust: (f64, f64),
}

/// An action that the network all but rules out is no worse than this to it.
const LEAST: f32 = 1e-4;

impl Player<Intensity> for Advised {
    fn choose(&self, view: &Observation, rng: &mut Rng) -> Action {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        if let [only] = legal[..] { only } else { self.ranked(view, &legal, rng)[0].action }
    }

    fn consider(&self, view: &Observation, rng: &mut Rng) -> Considered<Action> {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        Considered::Values(self.ranked(view, &legal, rng))
    }
}

impl Advised {
    /// Every action with its value, the choice first.
    fn ranked(&self, view: &Observation, legal: &[Action], rng: &mut Rng) -> Vec<Valued<Action>> {
        let mut clock = Clock::start(self.how.budget);
        let mut advice = Vec::new();
        Learned::FREE.weigh(view, legal, &mut advice);
        let belief = Belief::new(view, &self.models, self.how.worlds, &clock, rng);
        let others = Seat::all(4).filter(|&seat| seat != view.seat());
        let familiar = others.map(|seat| f64::from(belief.models(seat)[self.known])).fold(1.0, f64::min);
        let trust = self.trust.0 * familiar + self.trust.1 * (1.0 - familiar);
        let mut valued = search_in(&Intensity, view, &belief, &self.models, &self.how, &mut clock, rng);
        let score = |valued: &Valued<Action>| {
            let likely = legal.iter().position(|&action| action == valued.action).map_or(0.0, |at| advice[at]);
            // A value that was tried seldom is worth little.
            valued.value - valued.error + trust * f64::from(likely.max(LEAST)).ln()
        };
        // Stable, and what was tried at most once stays behind in the search's own order.
        valued.sort_by(|a, b| {
            let (tried_a, tried_b) = (a.visits > 1, b.visits > 1);
            tried_b.cmp(&tried_a).then(if tried_a && tried_b { score(b).total_cmp(&score(a)) } else { Ordering::Equal })
        });
        valued
    }
}
