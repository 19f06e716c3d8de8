//! Simple opponents as styles, for likelihoods and for playouts.

use cardsharp_rules::hanamikoji::{Action, Hanamikoji, Observation};
use cardsharp_rules::{Observation as _, Style};

use super::glance::{Actions, Glance, Glanced};
use super::ranges::THINKER;
use super::tree::{Public, Situation, Variant};

#[derive(Clone, Copy, Debug)]
pub(super) struct Simple(pub(super) usize);

impl Simple {
    /// A player with a plan of its own: prefers greedy's choices and rules out no action.
    pub(super) const THINKER: Simple = Simple(THINKER);
}

impl Style<Hanamikoji> for Simple {
    fn name(&self) -> &'static str {
        if self.0 == THINKER { "thinker" } else { "simple" }
    }

    fn summary(&self) -> &'static str {
        if self.0 == THINKER {
            "a third what looks best at a glance, else anything"
        } else {
            "what looks good at a glance"
        }
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let (public, seat) = (Public::of(view.table()), view.seat().index());
        let left = public.left(&Variant::FULL, seat);
        let actions = public.offer.map_or_else(|| Actions::of_hand(view.hand(), &left), Actions::of_offer);
        debug_assert_eq!(actions.actions, legal, "the order of the rules");
        let mut glanced = Glanced::default();
        Glance::of_all().weigh(&public, seat, &Situation::of(view.own()), &actions, &mut glanced);
        weights.clear();
        weights.extend((0..legal.len()).map(|choice| glanced.likely(self.0, choice)));
    }
}
